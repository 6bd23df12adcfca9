package locations

import (
	"context"
	"slices"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/problem"
)

type locationInput struct {
	api.CommonHeaders
	LocationID string `path:"locationId" maxLength:"64"`
}

type slugInput struct {
	api.CommonHeaders
	Slug string `path:"slug" maxLength:"120"`
}

type locationOutput struct {
	Body LocationDetails
}

func (l *Locations) byID(ctx context.Context, in *locationInput) (*locationOutput, error) {
	found, err := l.store.Get(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	return &locationOutput{Body: l.details(&found, locale.Parse(in.Language), l.now())}, nil
}

func (l *Locations) bySlug(ctx context.Context, in *slugInput) (*locationOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	found, ok := listing.BySlug(in.Slug)
	if !ok {
		return nil, problem.New(problem.LocationNotFound)
	}
	return &locationOutput{Body: l.details(&found, locale.Parse(in.Language), l.now())}, nil
}

// details returns a restaurant as its page shows it at now.
func (l *Locations) details(loc *location.Location, words locale.Locale, now time.Time) LocationDetails {
	out := LocationDetails{Location: l.show(loc, words, now), Calendars: []Calendar{}, SpecialHours: []SpecialHours{}}
	for _, h := range loc.Orderable() {
		if week, ok := loc.Hours.Handoffs[h]; ok {
			out.Calendars = append(out.Calendars, Calendar{Handoff: handoff(h), WorkingHours: workingHours(week, words)})
		}
	}
	if loc.Status != location.StatusOpen {
		return out
	}
	today := location.DateOf(now.In(loc.Timezone()))
	out.SpecialHours = append(out.SpecialHours, specialHours(loc, 0, today)...)
	for _, h := range loc.Orderable() {
		out.SpecialHours = append(out.SpecialHours, specialHours(loc, h, today)...)
	}
	slices.SortStableFunc(out.SpecialHours, func(a, b SpecialHours) int { return strings.Compare(a.From, b.From) })
	return out
}

// upcoming is how many days ahead special hours are listed.
const upcoming = 60

// specialHours lists the days from today on that differ from the handoff's week, and joins consecutive days with equal hours. A handoff is
// omitted on days when it has the same hours as the doors.
func specialHours(l *location.Location, h location.Handoff, today location.Date) []SpecialHours {
	var runs []SpecialHours
	var last []location.Range
	for n := range upcoming {
		day := today.Plus(n)
		ranges := l.Hours.On(h, day)
		if !special(l, h, day) || h != 0 && special(l, 0, day) && slices.Equal(ranges, l.Hours.On(0, day)) {
			continue
		}
		if i := len(runs) - 1; i >= 0 && runs[i].To == day.Plus(-1).String() && slices.Equal(ranges, last) {
			runs[i].To = day.String()
			continue
		}
		run := SpecialHours{From: day.String(), To: day.String(), Active: len(ranges) > 0, Hours: []Hours{}}
		if h != 0 {
			of := handoff(h)
			run.Handoff = &of
		}
		for _, r := range ranges {
			run.Hours = append(run.Hours, hoursOf(r))
		}
		runs, last = append(runs, run), ranges
	}
	return runs
}

// special reports whether the handoff's hours on the day differ from those of its week.
func special(l *location.Location, h location.Handoff, day location.Date) bool {
	return !slices.Equal(l.Hours.On(h, day), l.Hours.Usual(h)[day.Weekday()])
}

// DeliveryRadius is where a restaurant delivers.
type DeliveryRadius struct {
	Center struct {
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
	} `json:"center" doc:"The restaurant"`
	RadiusMeters int      `json:"radiusMeters,omitempty" doc:"Radius, if the zone is a circle"`
	Geometry     Geometry `json:"geometry" doc:"The zone as GeoJSON; a circle is approximated by a polygon"`
}

// Geometry is a GeoJSON polygon (RFC 7946): rings of longitude and latitude.
type Geometry struct {
	Type        string         `json:"type" enum:"Polygon"`
	Coordinates [][][2]float64 `json:"coordinates"`
}

type deliveryOutput struct {
	Body DeliveryRadius
}

func (l *Locations) deliveryRadius(ctx context.Context, in *locationInput) (*deliveryOutput, error) {
	found, err := l.store.Get(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	if found.DeliveryZone == nil || found.Status != location.StatusOpen {
		return nil, problem.New(problem.HandoffNotOffered)
	}
	out, center := new(deliveryOutput), found.Address.Point()
	out.Body.Center.Latitude, out.Body.Center.Longitude = center.Latitude, center.Longitude
	out.Body.RadiusMeters = found.DeliveryZone.RadiusMeters
	var ring [][2]float64
	for _, p := range found.DeliveryZone.Ring(center) {
		ring = append(ring, [2]float64{degrees(p.Longitude), degrees(p.Latitude)})
	}
	out.Body.Geometry = Geometry{Type: "Polygon", Coordinates: [][][2]float64{ring}}
	return out, nil
}

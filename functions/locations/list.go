package locations

import (
	"context"
	"math"
	"strconv"
	"time"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/problem"
)

type listInput struct {
	api.CommonHeaders
	Query     string  `query:"q" maxLength:"120" doc:"City, city and state, state or province, ZIP or postal code, or an address"`
	Latitude  float64 `query:"latitude" minimum:"-90" maximum:"90"`
	Longitude float64 `query:"longitude" minimum:"-180" maximum:"180"`
	State     string  `query:"state" maxLength:"40" doc:"Code, slug or name of a state or province: QC, quebec"`
	City      string  `query:"city" maxLength:"80" doc:"Slug or name of a city of that state"`
	Handoff   int     `query:"handoff" enum:"1,2,3,4,6" doc:"Only restaurants that accept online orders for this handoff"`
	Open      string  `query:"open" maxLength:"40" doc:"now, or an instant (UTC): only restaurants that serve then, by the hours of the handoff if one is given"`
	Filter    string  `query:"filter" maxLength:"1000" doc:"property[operator]value, joined with ;"`
	Limit     int     `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor    string  `query:"cursor" maxLength:"400"`
}

type listOutput struct {
	Body struct {
		Locations []Location `json:"locations" doc:"Nearest first for a searched place, otherwise by state, city and name"`
		Place     *Place     `json:"place,omitempty" doc:"The place that the search was resolved to"`
		Total     int        `json:"total"`
		Why       *Why       `json:"why,omitempty" doc:"Reason for an empty list, on its first page"`
		Cursor    string     `json:"cursor,omitempty"`
	}
}

func (l *Locations) list(ctx context.Context, in *listInput, who func(*location.Location) bool) (*listOutput, error) {
	words, now := locale.Parse(in.Language), l.now()
	offset, err := readCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	wish, err := wishOf(in, now)
	if err != nil {
		return nil, err
	}
	wants := wish.Wants()
	want := func(r *location.Location) bool { return who(r) && wants(r) }
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	at, err := areaOf(ctx, listing, in)
	if err != nil {
		return nil, err
	}
	out := new(listOutput)
	out.Body.Place = at.place
	var found []location.Found
	if at.from != nil {
		found, out.Body.Total = at.places.Near(*at.from, offset+in.Limit, want)
		found = found[min(offset, len(found)):]
	} else {
		found, out.Body.Total = page(at.places, offset, in.Limit, want)
	}
	if offset == 0 && (len(found) == 0 || found[0].Meters > location.NearMeters) {
		here, way := at.places.Of(who), at.way
		if at.from != nil {
			here, way = at.places.Around(*at.from, location.NearMeters, who), *at.from
		}
		out.Body.Why = why(listing.WhyNone(here, way, who, wish))
	}
	out.Body.Locations = make([]Location, len(found))
	for i, f := range found {
		out.Body.Locations[i] = l.show(f.Location, words, now)
		if at.from != nil {
			meters := int(f.Meters + 0.5)
			out.Body.Locations[i].DistanceMeters = &meters
		}
	}
	out.Body.Cursor = nextCursor(offset+len(found), out.Body.Total)
	return out, nil
}

// searchArea is where a call searches for restaurants.
type searchArea struct {
	places location.Places
	from   *location.Point // distances are measured from here; nil without a point
	way    location.Point  // start of the directions to another restaurant
	place  *Place          // the place that the search text was resolved to
}

func areaOf(ctx context.Context, listing *location.Listing, in *listInput) (searchArea, error) {
	places, err := within(listing, in.State, in.City)
	if err != nil {
		return searchArea{}, err
	}
	at := searchArea{places: places, way: listing.Middle()}
	if region, ok := location.ParseRegion(in.State); ok {
		amid, _ := listing.PlaceOf(region)
		at.way = amid.Point
	}
	switch {
	case in.Query != "":
		words, country := locale.Parse(in.Language), api.Country(ctx)
		p, ok := listing.Search(in.Query, country)
		if !ok {
			return searchArea{}, problem.New(problem.PlaceNotFound, "place", in.Query, "suggestions", suggestions(listing, in.Query, country, words))
		}
		at.from, at.way = &p.Point, p.Point
		if here := listing.In(p.State, ""); p.Town == "" && len(here.All()) > 0 {
			at.places, at.from = here, nil
		}
		at.place = &Place{Label: p.Label(words), Latitude: p.Point.Latitude, Longitude: p.Point.Longitude, Region: p.Town == "", UnknownStreet: p.UnknownStreet}
	case math.IsNaN(in.Latitude) || math.IsNaN(in.Longitude): // the schema's bounds do not exclude NaN
		return searchArea{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/latitude"))
	case in.Latitude != 0 || in.Longitude != 0: // 0, 0 means no point: it is in the ocean
		at.from = &location.Point{Latitude: in.Latitude, Longitude: in.Longitude}
	}
	return at, nil
}

// wishOf returns the conditions of the call besides its place.
func wishOf(in *listInput, now time.Time) (location.Wish, error) {
	wish := location.Wish{Handoff: location.Handoff(in.Handoff)}
	asked, err := filterable(now).Parse(in.Filter)
	if err != nil {
		return wish, err
	}
	if in.Filter != "" {
		wish.Match = asked.Match
	}
	switch in.Open {
	case "":
	case "now":
		wish.At = now
	default:
		if wish.At, err = time.Parse(time.RFC3339, in.Open); err != nil {
			return wish, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/open"))
		}
		if err := api.CheckTime(wish.At, now, "/query/open"); err != nil {
			return wish, err
		}
	}
	return wish, nil
}

// within returns the restaurants of a state and a city of it, each by its slug, code or name; all for an empty state and city.
func within(listing *location.Listing, state, city string) (location.Places, error) {
	if state == "" && city == "" {
		return listing.Places, nil
	}
	if state == "" { // eleven states have a Springfield
		return location.Places{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/city"))
	}
	region, ok := location.ParseRegion(state)
	if !ok {
		return location.Places{}, problem.New(problem.PlaceNotFound, "place", state)
	}
	return listing.In(region.Code, city), nil
}

// page returns one page of the restaurants that pass want, in their order, and their total number.
func page(places location.Places, offset, limit int, want func(*location.Location) bool) (found []location.Found, total int) {
	all := places.Of(want)
	for _, one := range all[min(offset, len(all)):min(offset+limit, len(all))] {
		found = append(found, location.Found{Location: one})
	}
	return found, len(all)
}

// readCursor returns how many restaurants the guest has seen. An offset suffices: the list is short and rarely changes.
func readCursor(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(cursor, 10, 20)
	if err != nil {
		return 0, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/cursor"))
	}
	return int(n), nil
}

// nextCursor returns the cursor of the next page; "" after the last page.
func nextCursor(seen, total int) string {
	if seen >= total {
		return ""
	}
	return strconv.Itoa(seen)
}

package locations

import (
	"time"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/timeslot"
)

// show returns a restaurant as the guest sees it at now.
func (l *Locations) show(loc *location.Location, words locale.Locale, now time.Time) Location {
	a := loc.Address
	out := Location{
		ID: loc.ID, ExternalID: loc.ExternalID, Slug: loc.Slug, Label: loc.Label, Subtitle: loc.Subtitle.In(words), Status: string(loc.Status), Phone: loc.Phone, TimeZone: loc.TimeZone, Currency: loc.Currency,
		Address: Address{
			Address: a.Street, City: a.City, CitySlug: location.Slug(a.City), State: stateOf(a, words), Zip: a.Zip, Country: a.Country, Line: a.Line(words),
			Latitude: a.Latitude, Longitude: a.Longitude,
		},
		WorkingHours: workingHours(loc.Hours.Regular, words), Opening: Opening(loc.Opening(now)),
		OnlineOrdering: loc.TakesOrders(), ByAppointment: loc.ByAppointment, Handoffs: []Handoff{},
		SocialNetworks:  append([]location.SocialNetwork{}, loc.SocialNetworks...), // a list, also without any
		DeliveryPartner: loc.DeliveryPartner,
	}
	if loc.Image != "" {
		out.Image = &Image{URL: loc.Image}
	}
	for _, h := range loc.Orderable() {
		way := handoff(h)
		if slot, ok := timeslot.First(*loc, h, now, timeslot.Need{}, l.brand.DaysAhead); ok {
			way.Next = slot.Start
		}
		out.Handoffs = append(out.Handoffs, way)
	}
	return out
}

func stateOf(a location.Address, words locale.Locale) State {
	region, _ := location.RegionByCode(a.State)
	return State{Code: a.State, Label: region.Name(words), Slug: region.Slug()}
}

func handoff(h location.Handoff) Handoff { return Handoff{ID: int(h), Name: h.String()} }

// workingHours lists the regular week; a day with a break has two lines.
func workingHours(week location.Week, words locale.Locale) []WorkingHours {
	var lines []WorkingHours
	for day, ranges := range week {
		line := WorkingHours{Day: day, Label: location.WeekdayName(time.Weekday(day), words)}
		if len(ranges) == 0 {
			lines = append(lines, line)
		}
		for _, r := range ranges {
			line.Active = true
			hours := hoursOf(r)
			line.Opened, line.Closed = hours.Opened, hours.Closed
			lines = append(lines, line)
		}
	}
	return lines
}

func hoursOf(r location.Range) Hours {
	return Hours{Opened: r.Open.String(), Closed: (r.Close % (24 * 60)).String()} // midnight is 00:00
}

package locations

import (
	"time"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/timeslot"
)

// show is a restaurant as the guest sees it at now.
func (f *Locations) show(l *location.Location, words locale.Locale, now time.Time) Location {
	a := l.Address
	out := Location{
		ID: l.ID, ExternalID: l.ExternalID, Slug: l.Slug, Label: l.Label, Subtitle: l.Subtitle.In(words), Status: string(l.Status), Phone: l.Phone, TimeZone: l.TimeZone, Currency: l.Currency,
		Address: Address{
			Address: a.Street, City: a.City, CitySlug: location.Slug(a.City), State: stateOf(a, words), Zip: a.Zip, Country: a.Country, Line: a.Line(words),
			Latitude: a.Latitude, Longitude: a.Longitude,
		},
		WorkingHours: workingHours(l.Hours.Regular, words), Opening: opening(l.Opening(now)),
		OnlineOrdering: l.TakesOrders(), ByAppointment: l.ByAppointment, Handoffs: []Handoff{}, SocialNetworks: []SocialNetwork{},
		DeliveryPartner: l.DeliveryPartner,
	}
	if l.Image != "" {
		out.Image = &Image{URL: l.Image}
	}
	for _, h := range l.Orderable() {
		way := handoff(h)
		if slot, ok := timeslot.First(*l, h, now, timeslot.Need{}, f.brand.DaysAhead); ok {
			way.Next = &slot.Start
		}
		out.Handoffs = append(out.Handoffs, way)
	}
	for _, n := range l.SocialNetworks {
		out.SocialNetworks = append(out.SocialNetworks, SocialNetwork{Network: n.Network, URL: n.URL})
	}
	return out
}

func stateOf(a location.Address, words locale.Locale) State {
	region, _ := location.RegionByCode(a.State)
	return State{Code: a.State, Label: region.Name(words), Slug: region.Slug()}
}

func handoff(h location.Handoff) Handoff { return Handoff{ID: int(h), Name: h.String()} }

func opening(o location.Opening) Opening {
	out := Opening{State: string(o.State)}
	if !o.ClosesAt.IsZero() {
		out.ClosesAt = &o.ClosesAt
	}
	if !o.OpensAt.IsZero() {
		out.OpensAt = &o.OpensAt
	}
	return out
}

// workingHours lists the regular week; a day with a pause has two lines.
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

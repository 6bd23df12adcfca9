package locations

import (
	"math"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

func TestLocationDetails(t *testing.T) {
	thanksgiving := location.Date{Year: 2026, Month: 11, Day: 26}
	christmas := location.Date{Year: 2026, Month: 12, Day: 24}
	far := location.Date{Year: 2027, Month: 3, Day: 1}
	short := []location.Range{{Open: 10 * 60, Close: 15 * 60}}
	tulsa := some[0]
	tulsa.Hours.Exceptions = []location.Exception{
		{From: thanksgiving, To: thanksgiving},
		{From: thanksgiving.Plus(1), To: thanksgiving.Plus(1), Ranges: tulsa.Hours.Regular[5]}, // the regular hours
		{From: thanksgiving.Plus(2), To: thanksgiving.Plus(2), Handoff: location.Curbside},
		{From: far, To: far},
	}
	tulsa.Hours.Holiday = []location.Season{{From: christmas, To: christmas.Plus(2), Week: location.Week{4: short, 5: short}}}
	get := serve(t, tulsa, some[len(some)-1])
	for path, want := range map[string]string{"/tulsa": "By the park.", "/slug/brookside-tulsa": "By the park."} {
		_, body := get(path)
		d := read[LocationDetails](t, body)
		if d.Subtitle != want || d.Status != "open" || d.Address.State != (State{"OK", "Oklahoma", "oklahoma"}) || d.Address.CitySlug != "tulsa" ||
			d.Phone != "+19185550101" || d.DeliveryPartner != "Fetchwell" || len(d.SocialNetworks) != 2 {
			t.Errorf("%s: %s", path, body)
		}
		if len(d.Calendars) != 1 || d.Calendars[0].Handoff != handoff(location.Curbside) || len(d.Calendars[0].WorkingHours) != 7 || d.Calendars[0].WorkingHours[1].Closed != "19:00" {
			t.Errorf("curbside must not have its own calendar: %+v", d.Calendars)
		}
		type run struct {
			from, to string
			handoff  int
			hours    string
		}
		var got []run
		for _, s := range d.SpecialHours {
			r := run{from: s.From, to: s.To, hours: "closed"}
			if s.Handoff != nil {
				r.handoff = s.Handoff.ID
			}
			for _, h := range s.Hours {
				r.hours = h.Opened + "-" + h.Closed
			}
			assert.Check(t, is.Equal(s.Active, len(s.Hours) > 0), "%+v", s)
			got = append(got, r)
		}
		want := []run{
			{"2026-11-26", "2026-11-26", 0, "closed"}, {"2026-11-27", "2026-11-27", 4, "10:30-22:00"}, {"2026-11-28", "2026-11-28", 4, "closed"},
			{"2026-12-24", "2026-12-25", 0, "10:00-15:00"}, {"2026-12-26", "2026-12-26", 0, "closed"},
		}
		assert.Check(t, slices.Equal(got, want), "%s: special hours\n got %v\nwant %v", path, got, want)
	}
	_, body := get("/tulsa", "Accept-Language", "fr-CA")
	assert.Equal(t, read[LocationDetails](t, body).Subtitle, "Près du parc.")
	// A restaurant that is not open yet has a page too, with the status coming-soon.
	_, body = get("/soon")
	if d := read[LocationDetails](t, body); d.Status != "coming-soon" || d.Opening.State != "closed" || len(d.Handoffs) != 0 {
		t.Errorf("coming-soon restaurant: got %s", body)
	}
}

func TestDeliveryRadius(t *testing.T) {
	corner := location.Point{Latitude: 30.3, Longitude: -97.8}
	austin := newLocation("austin", "South Congress", "Austin", "TX", "America/Chicago", 30.248, -97.75, func(l *location.Location) {
		l.DeliveryZone = &location.DeliveryZone{Polygon: []location.Point{corner, {Latitude: 30.2, Longitude: -97.8}, {Latitude: 30.2, Longitude: -97.7}}}
	})
	get := serve(t, some[0], austin, some[1])
	_, body := get("/delivery-radius/tulsa")
	d := read[DeliveryRadius](t, body)
	if d.RadiusMeters != 5000 || d.Center.Latitude != 36.114 || d.Geometry.Type != "Polygon" || len(d.Geometry.Coordinates) != 1 {
		t.Fatalf("%s", body)
	}
	center := some[0].Address.Point()
	for _, p := range d.Geometry.Coordinates[0] {
		m := center.Meters(location.Point{Latitude: p[1], Longitude: p[0]})
		assert.Check(t, math.Abs(m-5000) <= 20, "%v: got %.0f m from the centre, want 5000 m", p, m)
	}
	_, body = get("/delivery-radius/austin")
	if d := read[DeliveryRadius](t, body); d.RadiusMeters != 0 || len(d.Geometry.Coordinates[0]) != 4 || d.Geometry.Coordinates[0][0] != [2]float64{-97.8, 30.3} {
		t.Errorf("a polygon: %s", body)
	}
	// No other answer contains the zone.
	for _, path := range []string{"", "/tulsa", "/all-locations", "/boss"} {
		_, body := get(path)
		assert.Check(t, !contains(body, "radius") && !contains(body, "polygon"), "%s: the response contains the delivery zone: %s", path, body)
	}
}

package location

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestReasonsForAnEmptySearch(t *testing.T) {
	// Two grills in Tulsa and one 170 km away, on a Friday at noon.
	noon := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	newLocation := func(id string, lat float64, open, closing Minute, handoffs ...Handoff) Location {
		return Location{ID: id, Slug: id, TimeZone: "America/Chicago", Status: StatusOpen, OnlineOrdering: true, Handoffs: handoffs, Hours: Hours{Regular: Daily(open, closing)},
			Address: Address{City: "Tulsa", State: "OK", Country: "US", Latitude: lat, Longitude: -95.9}}
	}
	const morning, late, evening, night = 8 * 60, 15 * 60, 17 * 60, 23 * 60
	early := newLocation("early", 36.1, morning, 11*60, Pickup)
	dinner := newLocation("dinner", 36.2, evening, night, Pickup, Curbside)
	afternoon := newLocation("afternoon", 36.15, late, night, Pickup)
	far := newLocation("far", 37.7, morning, night, Pickup, Curbside)
	gone := newLocation("gone", 36.1, morning, night, Pickup)
	gone.Status = StatusClosed
	byAppointment := newLocation("asks", 36.1, morning, night, Pickup)
	byAppointment.ByAppointment = true
	called := func(name string) func(*Location) bool { return func(l *Location) bool { return l.ID == name } }

	for name, c := range map[string]struct {
		all  []Location
		wish Wish
		want string
	}{
		"none near": {[]Location{far, gone}, Wish{Handoff: Pickup}, "far: far far 178 km"},
		"all are far, and nearer ones are closed": {[]Location{newLocation("closer", 37.7, late, night, Pickup, Curbside), newLocation("open", 41.1, morning, night, Pickup, Curbside)},
			Wish{At: noon, Handoff: Curbside}, "far: open closer 15:00 178 km, far open 556 km"},
		"all are far and closed":               {[]Location{newLocation("closer", 37.7, late, night, Pickup)}, Wish{At: noon}, "far: open closer 15:00 178 km"},
		"no locations":                         {[]Location{gone}, Wish{At: noon}, "far:"},
		"all closed: the first opens at three": {[]Location{early, dinner, afternoon, far}, Wish{At: noon}, "closed: open 3 afternoon 15:00, far far 178 km"},
		"closed, and opens no more":            {[]Location{byAppointment}, Wish{At: noon}, "closed: open 1"},
		"no curbside":                          {[]Location{early, afternoon, far}, Wish{Handoff: Curbside}, "handoff: handoff 2, far far 178 km"},
		"curbside is closed":                   {[]Location{gone, dinner, newLocation("open", 36, morning, night, Pickup)}, Wish{Handoff: Curbside, At: noon}, "closed-handoff: open 1 dinner 17:00, handoff 1"},
		"no curbside and all closed":           {[]Location{early, afternoon}, Wish{Handoff: Curbside, At: noon}, "handoff: all 2 afternoon 15:00"},
		"the next one is too far to drive":     {[]Location{early, newLocation("farther", 41.1, morning, night, Pickup)}, Wish{At: noon}, "closed: open 1 early 08:00"},
		"no location of that name near":        {[]Location{early, far}, Wish{Match: called("far")}, "filter: filter 1, far far 178 km"},
		"that one is closed":                   {[]Location{early, dinner}, Wish{Match: called("dinner"), At: noon}, "closed: open 1 dinner 17:00"},
	} {
		listing := NewListing(c.all)
		here := Point{36.1, -95.9}
		open := func(l *Location) bool { return l.Status == StatusOpen }
		why := listing.WhyNone(listing.Around(here, NearMeters, open), here, open, c.wish)
		var said []string
		for _, r := range why.Remedies {
			line := string(r.Remedy)
			if r.Count > 0 {
				line += fmt.Sprintf(" %d", r.Count)
			}
			if r.First != nil {
				line += " " + r.First.ID
			}
			if !r.At.IsZero() {
				line += r.At.In(Timezone("America/Chicago")).Format(" 15:04")
			}
			if r.Meters > 0 {
				line += fmt.Sprintf(" %.0f km", r.Meters/1000)
			}
			said = append(said, line)
		}
		assert.Check(t, is.Equal(strings.TrimSpace(string(why.Reason)+": "+strings.Join(said, ", ")), c.want), name)
	}
}

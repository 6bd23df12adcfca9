package location_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

// Moment.Serves agrees with Openings for a handoff with its own hours on any date.
func TestServesAgreesWithOpenings(t *testing.T) {
	r := rand.New(rand.NewPCG(1941, 17))
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	open, closed := 0, 0
	for name, hours := range calendars() {
		for _, zone := range zonesInUse {
			l := location.Location{TimeZone: zone, Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Curbside}, Hours: hours}
			for range 2000 {
				at := begin.Add(time.Duration(r.Int64N(int64(366 * 24 * time.Hour))))
				day := location.DateOf(at.In(l.Timezone()))
				want := slices.ContainsFunc(l.Openings(location.Curbside, day.Plus(-2), day.Plus(1)), func(w location.Window) bool {
					return !at.Before(w.Open) && at.Before(w.Close)
				})
				if got := location.At(at).Serves(&l, location.Curbside); got != want {
					t.Fatalf("%s in %s at %v: got %v", name, zone, at.In(l.Timezone()), got)
				}
				if want {
					open++
				} else {
					closed++
				}
			}
		}
	}
	assert.Check(t, open != 0 && closed != 0, "test setup: %d open, %d closed, want both", open, closed)
}

func TestServesOnlyOrderableHandoffs(t *testing.T) {
	noon := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		change func(*location.Location)
		doors  bool
		pickup bool
	}{
		"open":             {func(*location.Location) {}, true, true},
		"no online orders": {func(l *location.Location) { l.OnlineOrdering = false }, true, false},
		"by appointment":   {func(l *location.Location) { l.ByAppointment = true }, false, false},
		"coming soon":      {func(l *location.Location) { l.Status = location.StatusComingSoon }, false, false},
		"other handoffs":   {func(l *location.Location) { l.Handoffs = []location.Handoff{location.DineIn} }, true, false},
	} {
		l := location.Location{TimeZone: "America/Chicago", Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup},
			Hours: location.Hours{Regular: location.Daily(0, 0)}}
		c.change(&l)
		m := location.At(noon)
		assert.Check(t, is.Equal(m.Serves(&l, 0), c.doors), name)
		assert.Check(t, is.Equal(m.Serves(&l, location.Pickup), c.pickup), name)
	}
}

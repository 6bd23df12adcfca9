package location_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/soak"
)

// zonesOnBoard returns all zones that the import accepts.
func zonesOnBoard(t testing.TB) []string {
	t.Helper()
	names := location.Zones()
	assert.Assert(t, len(names) >= 45, "%d zones", len(names))
	return names
}

// seasons are the weeks around both clock changes, a summer holiday and the end of the year.
var seasons = [][2]string{{"2026-03-05", "2026-03-11"}, {"2026-07-02", "2026-07-07"}, {"2026-10-29", "2026-11-04"}, {"2026-12-18", "2026-12-22"}}

// calendars returns hours that touch clock changes, midnight, each other, a holiday and exceptions.
func calendars() map[string]location.Hours {
	split := daily("11:00", "14:30")
	for day := range split {
		split[day] = append(split[day], location.Range{Open: minute("17:00"), Close: minute("01:30")})
	}
	split[time.Monday] = nil
	christmas := func(year string) location.Season {
		return location.Season{From: date(year + "-12-20"), To: date(year + "-12-31"), Week: daily("09:00", "15:15")}
	}
	return map[string]location.Hours{
		"all day":           {Regular: daily("10:30", "22:00")},
		"around the clock":  {Regular: daily("00:00", "24:00")},
		"into the night":    {Regular: daily("18:00", "02:30")},
		"from the night on": {Regular: daily("02:15", "02:00")}, // closed for minutes in the hour skipped in spring and repeated in autumn
		"odd minutes":       {Regular: daily("06:10", "21:50")},
		"a pause, Mondays closed, a holiday, dated hours": {
			Regular: split, Holiday: []location.Season{christmas("2026"), christmas("2028")},
			Handoffs: map[location.Handoff]location.Week{location.Curbside: daily("12:00", "20:00")},
			Exceptions: []location.Exception{
				{From: date("2026-07-04"), To: date("2026-07-05")},
				{From: date("2026-10-31"), To: date("2026-11-02"), Ranges: []location.Range{{Open: minute("00:30"), Close: minute("03:30")}}},
				{From: date("2026-03-07"), To: date("2026-03-08"), Handoff: location.Curbside, Ranges: []location.Range{{Open: minute("01:45"), Close: minute("03:15")}}},
			},
		},
	}
}

// Fault 17: openings never overlap or go backwards, in each zone in those weeks and in random months of other years. The state changes at
// the exact instant: a second before an opening the restaurant is closed and OpensAt is set; at the opening it is open and ClosesAt is set.
func TestOpeningChangesAtTheExactInstantInEveryZone(t *testing.T) {
	for _, zone := range zonesOnBoard(t) {
		for name, hours := range calendars() {
			l := location.Location{TimeZone: zone, Status: location.StatusOpen, Hours: hours}
			for _, days := range seasons {
				flips(t, zone+" "+name, l, l.Openings(0, date(days[0]), date(days[1])))
			}
		}
	}
	zones, names := zonesOnBoard(t), slices.Sorted(maps.Keys(calendars()))
	for seed := range soak.Rounds(t, 20, 5*time.Second) {
		random := rand.New(rand.NewPCG(seed, 17))
		zone, name := zones[random.IntN(len(zones))], names[random.IntN(len(names))]
		from := date("2026-01-01").Plus(random.IntN(10 * 365))
		l := location.Location{TimeZone: zone, Status: location.StatusOpen, Hours: calendars()[name]}
		flips(t, fmt.Sprintf("seed %d: %s %s", seed, zone, name), l, l.Openings(0, from, from.Plus(30)))
	}
}

func flips(t *testing.T, name string, l location.Location, windows []location.Window) {
	t.Helper()
	assert.Assert(t, len(windows) != 0, "%s: never open", name)
	for i, w := range windows {
		switch {
		case !w.Open.Before(w.Close):
			t.Fatalf("%s: %v closes before it opens", name, w)
		case i > 0 && !windows[i-1].Close.Before(w.Open):
			t.Fatalf("%s: %v and %v overlap", name, windows[i-1], w)
		case i == 0 || i == len(windows)-1 || windows[i+1].Open.Sub(windows[i-1].Close) > 7*24*time.Hour:
			continue // outside of the list, or farther away than Opening looks
		}
		for at, want := range map[time.Time]location.Opening{
			w.Open.Add(-time.Second):  {State: location.Closed, OpensAt: w.Open},
			w.Open:                    {State: location.Open, ClosesAt: w.Close, OpensAt: windows[i+1].Open},
			w.Close.Add(-time.Second): {State: location.Open, ClosesAt: w.Close, OpensAt: windows[i+1].Open},
			w.Close:                   {State: location.Closed, OpensAt: windows[i+1].Open},
		} {
			assert.Check(t, is.Equal(l.Opening(at), want))
			assert.Check(t, is.Equal(location.At(at).Serves(&l, 0), want.State == location.Open))
		}
	}
}

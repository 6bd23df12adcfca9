package timeslot_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/location"
	"ordering/shared/soak"
	"ordering/shared/timeslot"
)

// Fault 17: walks the weeks around both clock changes in every zone that a restaurant can have, and random months of other years, with
// hours that touch midnight and those changes: no slot that the clock skips, none twice, none on another day; within an opening they
// follow each other at 15 minutes of real time, the first 15 minutes after opening, the last 15 before closing.
func TestFault17SlotsOfEveryDayInEveryZone(t *testing.T) {
	walks := [][2]string{{"2026-03-05", "2026-03-11"}, {"2026-10-29", "2026-11-04"}}
	calendars := map[string][]location.Range{
		"around the clock":     {hours("00:00", "24:00")},
		"into the night":       {hours("18:00", "02:30")},
		"a pause, odd minutes": {hours("06:10", "10:25"), hours("16:00", "01:50")},
		"closed in the night":  {hours("02:15", "02:00")},
		"in the skipped hour":  {hours("01:45", "03:15")},
	}
	var zones []string
	err := fs.WalkDir(os.DirFS("../location/zoneinfo"), ".", func(zone string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		zones = append(zones, zone)
		for name, ranges := range calendars {
			t.Run(zone+" "+name, func(t *testing.T) {
				for _, days := range walks {
					walk(t, newLocation(zone, ranges...), date(t, days[0]), date(t, days[1]))
				}
			})
		}
		return nil
	})
	assert.NilError(t, err)
	assert.Assert(t, len(zones) >= 45, len(zones))
	for seed := range soak.Rounds(t, 20, 5*time.Second) {
		random := rand.New(rand.NewPCG(seed, 17))
		zone, name := zones[random.IntN(len(zones))], slices.Sorted(maps.Keys(calendars))[random.IntN(len(calendars))]
		from := date(t, "2026-01-01").Plus(random.IntN(10 * 365))
		t.Run(fmt.Sprintf("seed %d: %s %s from %s", seed, zone, name, from), func(t *testing.T) {
			walk(t, newLocation(zone, calendars[name]...), from, from.Plus(30))
		})
	}
}

func walk(t *testing.T, l location.Location, from, to location.Date) {
	zone, long := l.Timezone(), from.At(0, l.Timezone()).AddDate(0, 0, -30)
	windows := l.Openings(location.Pickup, from.Plus(-1), to.Plus(1))
	var last timeslot.Slot
	lastWall := ""
	w := 0 // the opening of the last slot
	for day := from; !to.Before(day); day = day.Plus(1) {
		for _, s := range timeslot.Offered(l, location.Pickup, day, long, timeslot.Need{}) {
			local := s.Start.In(zone)
			wall := local.Format("2006-01-02 15:04")
			switch {
			case wall <= lastWall:
				t.Fatalf("%s is listed after %s: unordered or duplicate", wall, lastWall)
			case wall[:10] != day.String():
				t.Fatalf("%s is listed under %s", wall, day)
			case s.End.Sub(s.Start) != timeslot.Length || s.Start.UnixNano()%int64(timeslot.Length) != 0:
				t.Fatalf("%s is not a quarter hour: %v to %v", wall, s.Start, s.End)
			case s.Date(zone) != day:
				t.Fatalf("%s: got date %s", wall, s.Date(zone))
			}
			opened := w
			for windows[w].Close.Before(s.End) {
				w++
			}
			open := windows[w]
			switch {
			case s.Start.Before(open.Open.Add(15*time.Minute)) || s.End.After(open.Close):
				t.Fatalf("%s is outside %v to %v", wall, open.Open.In(zone), open.Close.In(zone))
			case lastWall == "":
			case opened == w:
				assert.Equal(t, s.Start.Sub(last.Start)-repeated(last, s, zone), timeslot.Length)
			default:
				ended(t, windows[opened], last, zone)
				began(t, open, s, zone)
			}
			last, lastWall = s, wall
		}
	}
	assert.Assert(t, lastWall != "", "there are no slots")
}

// began checks that no earlier slot was possible in this opening.
func began(t *testing.T, w location.Window, s timeslot.Slot, zone *time.Location) {
	t.Helper()
	if gap := s.Start.Sub(w.Open.Add(15 * time.Minute)); gap >= timeslot.Length && repeated(timeslot.Slot{Start: w.Open}, s, zone) == 0 {
		t.Fatalf("opening %v: got first slot %v", w.Open.In(zone), s.Start.In(zone))
	}
}

// ended checks that no later slot was possible in this opening.
func ended(t *testing.T, w location.Window, s timeslot.Slot, zone *time.Location) {
	t.Helper()
	if gap := w.Close.Sub(s.End); gap >= timeslot.Length && repeated(s, timeslot.Slot{Start: w.Close}, zone) == 0 {
		t.Fatalf("closing %v: got last slot %v", w.Close.In(zone), s.Start.In(zone))
	}
}

// repeated returns how much time between the two the clock shows a second time.
func repeated(a, b timeslot.Slot, zone *time.Location) time.Duration {
	_, before := a.Start.In(zone).Zone()
	_, after := b.Start.In(zone).Zone()
	return max(0, time.Duration(before-after)*time.Second)
}

package holiday_test

import (
	"context"
	"testing"
	"time"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

// chain is a brand with a holiday and a restaurant in each zone, at a time that the test moves.
type chain struct{ *sqlitetest.Bench }

func newChain(t *testing.T, now time.Time) *chain {
	c := &chain{sqlitetest.New(t, now)}
	c.settings(thanksgiving)
	for _, zone := range location.Zones() {
		item, err := location.Location{ID: zone, TimeZone: zone}.Item()
		if err != nil {
			t.Fatal(err)
		}
		c.Put(table.Put(item))
	}
	return c
}

func (c *chain) at(now time.Time) { c.Pass(now.Sub(c.Now())) }

func (c *chain) settings(s holiday.Settings) {
	c.Helper()
	item, err := s.Item(brand.Default().ID, "")
	if err != nil {
		c.Fatal(err)
	}
	c.Put(table.Put(item))
}

func (c *chain) set() {
	c.Helper()
	if err := holiday.SetFlag(c.Context(), c.Table, brand.Default(), c.Now); err != nil {
		c.Fatal(err)
	}
}

// on asks the holiday check of a restaurant in the zone.
func (c *chain) on(calendar *holiday.Calendar, zone string) bool {
	c.Helper()
	got, err := calendar.Status(c.Context(), zone)
	if err != nil {
		c.Fatal(err)
	}
	return got.IsHolidayPeriod
}

// In every zone the flag rises at the first midnight of the holiday and falls after its last, and the holiday check, which keeps what it
// has read for a few seconds, says so within the minute in which the job runs.
func TestTheFlagFollowsMidnightInEveryZone(t *testing.T) {
	c := newChain(t, at("America/Chicago", "2026-11-20 12:00:00"))
	calendar := holiday.NewCalendar(c.Table, brand.Default(), c.Now)
	for _, zone := range location.Zones() {
		for _, when := range []struct {
			local string
			want  bool
		}{{"2026-11-21 23:59:50", false}, {"2026-11-22 00:00:00", true}, {"2026-11-26 23:59:50", true}, {"2026-11-27 00:00:00", false}} {
			c.at(at(zone, when.local))
			c.set()
			c.at(at(zone, when.local).Add(6 * time.Second))
			if got := c.on(calendar, zone); got != when.want {
				t.Errorf("%s in %s: on %v, want %v", when.local, zone, got, when.want)
			}
		}
	}
}

// Nothing shows before the job has run, a run that comes hours late sets what is right now, and one more changes and costs nothing.
func TestLateAndRepeatedRunsAreHarmless(t *testing.T) {
	const zone = "America/Denver"
	c := newChain(t, at(zone, "2026-11-22 00:00:00"))
	if c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone) {
		t.Error("the flag is up without the job")
	}
	c.at(at(zone, "2026-11-22 07:30:00")) // seven hours late
	c.set()
	if !c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone) {
		t.Error("a late run did not set the flag")
	}
	m := meter.New(c.Table)
	for range 3 {
		if err := holiday.SetFlag(t.Context(), m, brand.Default(), c.Now); err != nil {
			t.Fatal(err)
		}
	}
	if spent := m.Tally(); spent.Writes != 0 || spent.Gets != 6 {
		t.Errorf("three runs that change nothing cost %+v", spent)
	}
	c.settings(holiday.Settings{}) // the merchant calls it off
	c.set()
	if c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone) {
		t.Error("the flag stays up for a holiday that was called off")
	}
}

// stalled is a table whose write waits until another run has been through.
type stalled struct {
	table.Table
	meanwhile func()
}

func (s stalled) Write(ctx context.Context, ops ...table.Op) error {
	s.meanwhile()
	return s.Table.Write(ctx, ops...)
}

// Of two runs at once one writes, and the other is content.
func TestTwoRunsAtOnce(t *testing.T) {
	const zone = "America/Denver"
	c := newChain(t, at(zone, "2026-11-22 00:00:00"))
	if err := holiday.SetFlag(t.Context(), stalled{c.Table, c.set}, brand.Default(), c.Now); err != nil {
		t.Fatal(err)
	}
	if !c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone) {
		t.Error("the flag is not set")
	}
}

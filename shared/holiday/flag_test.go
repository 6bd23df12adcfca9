package holiday_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

// chain is a brand with a holiday and a restaurant in each zone, with a clock.
type chain struct{ *sqlitetest.Bench }

func newChain(t *testing.T, now time.Time) *chain {
	c := &chain{sqlitetest.New(t, now)}
	c.settings(thanksgiving)
	for _, zone := range location.Zones() {
		item := location.Location{ID: zone, TimeZone: zone}.Item()
		c.Put(table.Put(item))
	}
	return c
}

func (c *chain) at(now time.Time) { c.Pass(now.Sub(c.Now())) }

func (c *chain) settings(s holiday.Settings) {
	c.Helper()
	item := s.Item(brand.Default().ID, "")
	c.Put(table.Put(item))
}

func (c *chain) set() {
	c.Helper()
	assert.NilError(c, holiday.SetFlag(c.Context(), c.Table, brand.Default(), c.Now))
}

// on returns the holiday status of a restaurant in the zone.
func (c *chain) on(calendar *holiday.Calendar, zone string) bool {
	c.Helper()
	got, err := calendar.Status(c.Context(), zone)
	assert.NilError(c, err)
	return got.IsHolidayPeriod
}

// In every zone the flag is set at the first midnight of the holiday and cleared after its last. The holiday check,
// which caches for a few seconds, follows within the minute in which the job runs.
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
			assert.Check(t, is.Equal(c.on(calendar, zone), when.want), "%s %s", when.local, zone)
		}
	}
}

// The flag is off before the first run. A run that is hours late sets the current state, and a repeated run writes nothing.
func TestLateAndRepeatedRunsAreHarmless(t *testing.T) {
	const zone = "America/Denver"
	c := newChain(t, at(zone, "2026-11-22 00:00:00"))
	assert.Check(t, !c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone), "the flag is set before the job ran")
	c.at(at(zone, "2026-11-22 07:30:00")) // seven hours late
	c.set()
	assert.Check(t, c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone), "a late run did not set the flag")
	m := meter.New(c.Table)
	for range 3 {
		assert.NilError(t, holiday.SetFlag(t.Context(), m, brand.Default(), c.Now))
	}
	spent := m.Tally()
	assert.Assert(t, spent.Writes == 0 && spent.Gets == 6, "three runs without a change: got %+v, want 6 reads and no write", spent)
	c.settings(holiday.Settings{}) // the merchant cancels it
	c.set()
	assert.Check(t, !c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone), "the flag is still set after the holiday was cancelled")
}

// Of two concurrent runs one writes, and the other succeeds without a write.
func TestTwoRunsAtOnce(t *testing.T) {
	const zone = "America/Denver"
	c := newChain(t, at(zone, "2026-11-22 00:00:00"))
	assert.NilError(t, holiday.SetFlag(t.Context(), tabletest.Meanwhile{Table: c.Table, Do: c.set}, brand.Default(), c.Now))
	assert.Assert(t, c.on(holiday.NewCalendar(c.Table, brand.Default(), c.Now), zone))
}

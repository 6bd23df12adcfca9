package timeslot_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/category"
	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/timeslot"
	"ordering/shared/timeslot/timeslottest"
)

const zone = "America/Chicago"

// days is the number of dates that these tests can order for.
const days = 7

// fixture is a location's schedule under test at 10:00 of an ordinary day.
type fixture struct {
	t     testing.TB
	table table.Table
	clock *clocktest.Clock
	loc   location.Location
}

func newFixture(t testing.TB) *fixture {
	c := clocktest.At(at(t, zone, "2026-07-28 10:00"))
	return &fixture{t, sqlitetest.Open(t, c.Now), c, newLocation(zone, hours("10:00", "14:00"))}
}

func (d *fixture) book() timeslot.Schedule {
	return timeslot.Schedule{Table: d.table, Location: d.loc, Handoff: location.Pickup, Now: d.clock.Now(), Days: days}
}

func (d *fixture) slot(wall string) time.Time { return at(d.t, zone, "2026-07-28 "+wall) }

func (d *fixture) hold(wall, basket string, minutes int) error {
	return claim.Write(context.Background(), d.table, claim.Pause, func() ([]table.Op, error) {
		s := d.book()
		return s.Hold(context.Background(), d.slot(wall), basket, timeslot.Need{Minutes: minutes}, s.Now.Add(10*time.Minute))
	}, timeslot.Prefix)
}

func (d *fixture) claim(wall, basket, order string, minutes int) (number string, err error) {
	claimed, err := d.claimAs(timeslot.Client{}, wall, basket, order, minutes)
	return claimed.Number, err
}

// claimAs claims a slot for a client; the place counts for an hour at most.
func (d *fixture) claimAs(client timeslot.Client, wall, basket, order string, minutes int) (claimed timeslot.Claimed, err error) {
	err = claim.Write(context.Background(), d.table, claim.Pause, func() (ops []table.Op, err error) {
		s := d.book()
		s.Client = client
		ops, claimed, err = s.Claim(context.Background(), d.slot(wall), basket, order, timeslot.Need{Minutes: minutes}, s.Now.Add(time.Hour))
		return ops, err
	}, timeslot.Prefix)
	return claimed, err
}

func (d *fixture) release(wall, id string) {
	d.t.Helper()
	err := claim.Write(context.Background(), d.table, claim.Pause, func() ([]table.Op, error) {
		return d.book().Release(context.Background(), d.slot(wall), id)
	}, timeslot.Prefix)
	assert.NilError(d.t, err)
}

func (d *fixture) taken(wall string) (minutes, orders int) {
	d.t.Helper()
	sheets, err := d.book().Occupancies(context.Background(), date(d.t, "2026-07-28"))
	assert.NilError(d.t, err)
	return sheets[d.slot(wall).UTC()].Taken(d.clock.Now(), "")
}

func demand(t testing.TB, err error, code problem.Code) {
	t.Helper()
	assert.Assert(t, problem.Is(err, code), "got %v, want %s", err, code)
}

func must(t testing.TB, err error) {
	t.Helper()
	assert.NilError(t, err)
}

func TestCapacityIsCountedInMinutesAndInOrders(t *testing.T) {
	d := newFixture(t) // 60 make-minutes and 4 orders a slot
	must(t, d.hold("12:00", "a", 40))
	demand(t, d.hold("12:00", "b", 21), problem.TimeslotFull)
	must(t, d.hold("12:00", "b", 20))
	demand(t, d.hold("12:00", "c", 1), problem.TimeslotFull)

	for _, id := range []string{"a", "b", "c", "d"} {
		must(t, d.hold("12:15", id, 1))
	}
	demand(t, d.hold("12:15", "e", 1), problem.TimeslotFull)
	must(t, d.hold("12:15", "d", 50)) // its own place is not counted
}

func TestAnOrderLargerThanASlotTakesAnEmptyOne(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("12:00", "feast", 500))
	minutes, _ := d.taken("12:00")
	assert.Equal(t, minutes, 60)
	demand(t, d.hold("12:00", "burger", 1), problem.TimeslotFull)
	must(t, d.hold("12:15", "burger", 1))
	demand(t, d.hold("12:15", "feast", 500), problem.TimeslotFull)
}

func TestCateringHasItsOwnCapacity(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("12:00", "a", 60))
	catering := d.book()
	catering.Pool = category.CateringKitchen
	ops, err := catering.Hold(context.Background(), d.slot("12:00"), "pack", timeslot.Need{Minutes: 100}, d.clock.Now().Add(time.Hour))
	must(t, err)
	must(t, d.table.Write(context.Background(), ops...))
	// other releases read it
	assert.Equal(t, ops[0].Item.PK, "slots#grill#2026-07-28#catering")
	_, err = catering.Hold(context.Background(), d.slot("12:00"), "another", timeslot.Need{Minutes: 1}, d.clock.Now().Add(time.Hour))
	demand(t, err, problem.TimeslotFull)
}

func TestExpiredHoldFreesItsPlaceAtTheNextWrite(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("12:00", "a", 60))
	demand(t, d.hold("12:00", "b", 60), problem.TimeslotFull)
	d.clock.Pass(10*time.Minute - time.Second)
	demand(t, d.hold("12:00", "b", 60), problem.TimeslotFull)
	d.clock.Pass(time.Second)
	must(t, d.hold("12:00", "b", 60))
	minutes, orders := d.taken("12:00")
	assert.Assert(t, minutes == 60 && orders == 1, "got %d minutes and %d orders", minutes, orders)
}

func TestOnlyOfferedTimesCanBeHeld(t *testing.T) {
	d := newFixture(t)
	for name, start := range map[string]time.Time{
		"before the first slot of the day": d.slot("10:00"),
		"after the doors close":            d.slot("14:00"),
		"between two slots":                d.slot("12:07"),
		"yesterday":                        d.slot("12:00").AddDate(0, 0, -1),
		"beyond the days to order":         d.slot("12:00").AddDate(0, 0, days),
		"no time at all":                   {},
	} {
		_, err := d.book().Hold(context.Background(), start, "a", timeslot.Need{}, d.clock.Now().Add(time.Minute))
		assert.Check(t, problem.Is(err, problem.TimeslotUnavailable), "%s: %v", name, err)
	}
}

func TestClaimTurnsTheHoldIntoTheOrdersPlace(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("12:00", "basket", 10))
	number, err := d.claim("12:00", "basket", "order", 30)
	must(t, err)
	// the 48th quarter of the day, first order
	assert.Equal(t, number, "4801")
	minutes, orders := d.taken("12:00")
	assert.Equal(t, minutes, 30)
	assert.Equal(t, orders, 1)
	d.clock.Pass(time.Hour)
	_, orders = d.taken("12:00")
	assert.Equal(t, orders, 1, "the claim was released")
	d.release("12:00", "order")
	d.release("12:00", "order")
	_, orders = d.taken("12:00")
	assert.Equal(t, orders, 0, "the released place is still taken")
	must(t, d.hold("12:00", "basket", 10))
	next, _ := d.claim("12:00", "basket", "another", 10)
	assert.Equal(t, next, "4802")
}

func TestClaimAfterTheHoldEnded(t *testing.T) {
	t.Run("there is room: it is taken again", func(t *testing.T) {
		d := newFixture(t)
		must(t, d.hold("12:00", "basket", 10))
		d.clock.Set(d.slot("11:30"))
		_, err := d.claim("12:00", "basket", "order", 10)
		must(t, err)
	})
	t.Run("a taken slot offers the next free times", func(t *testing.T) {
		d := newFixture(t)
		must(t, d.hold("12:00", "basket", 60))
		d.clock.Set(d.slot("11:30"))
		must(t, d.hold("12:00", "faster", 60))
		must(t, d.hold("12:15", "faster", 60))
		_, err := d.claim("12:00", "basket", "order", 60)
		demand(t, err, problem.HoldEnded)
		var p *problem.Problem
		errors.As(err, &p)
		next, _ := p.Params["next"].([]time.Time)
		// 11:45 is the lead time away from 11:30.
		assert.Assert(t, is.Len(next, 3))
		assert.Assert(t, next[0].Equal(d.slot("11:45")))
		assert.Assert(t, next[1].Equal(d.slot("12:30")))
	})
	t.Run("it can no longer be made in time", func(t *testing.T) {
		d := newFixture(t)
		must(t, d.hold("12:00", "basket", 10))
		d.clock.Set(d.slot("11:50"))
		_, err := d.claim("12:00", "basket", "order", 10)
		demand(t, err, problem.HoldEnded)
	})
	t.Run("the order needs more than the hold", func(t *testing.T) {
		d := newFixture(t)
		must(t, d.hold("12:00", "other", 40))
		must(t, d.hold("12:00", "basket", 10))
		_, err := d.claim("12:00", "basket", "order", 30)
		demand(t, err, problem.TimeslotFull)
	})
}

// A claim checks a held slot: the location must be open, and able to make the order before the slot ends.
func TestClaimChecksAHeldSlot(t *testing.T) {
	for name, c := range map[string]struct {
		now   string
		lead  int // minutes
		close string
		want  problem.Code
	}{
		"nearer than the lead time":     {now: "11:59", lead: 15, close: "14:00"},
		"the slot has begun":            {now: "12:00", lead: 15, close: "14:00", want: problem.TimeslotPassed},
		"begun, with a short lead time": {now: "12:00", lead: 1, close: "14:00", want: problem.TimeslotPassed},
		"in time with a long lead time": {now: "11:44", lead: 30, close: "14:00"},
		"too late for a long lead time": {now: "11:45", lead: 30, close: "14:00", want: problem.TimeslotPassed},
		"closed by now":                 {now: "11:30", lead: 15, close: "11:45", want: problem.TimeslotPassed},
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t)
			ops, err := d.book().Hold(context.Background(), d.slot("12:00"), "basket", timeslot.Need{Minutes: 10}, d.slot("18:00"))
			must(t, err)
			must(t, d.table.Write(context.Background(), ops...))
			d.clock.Set(d.slot(c.now))
			d.loc.LeadMinutes = c.lead
			for day := range d.loc.Hours.Regular {
				d.loc.Hours.Regular[day] = []location.Range{hours("10:00", c.close)}
			}
			number, err := d.claim("12:00", "basket", "order", 10)
			if c.want == "" {
				must(t, err)
				return
			}
			demand(t, err, c.want)
			next, _ := problem.From(err).Params["next"].([]time.Time)
			assert.Assert(t, number == "" && len(next) != 0, "got number %q, other times %v", number, next)
		})
	}
}

// All orders of a day have different numbers, in all slots, everyday and catering.
func TestNumbersDifferAcrossADay(t *testing.T) {
	d := newFixture(t)
	d.loc.Hours.Regular = location.Week{}
	for day := range d.loc.Hours.Regular {
		d.loc.Hours.Regular[day] = []location.Range{hours("00:00", "24:00")}
	}
	d.clock.Set(d.slot("00:00").Add(-time.Hour))
	met := map[string]string{}
	for _, wall := range []string{"01:45", "17:45"} { // the quarters 7 and 71
		for _, c := range []category.Category{category.Of(category.Everyday), category.Of(category.Catering)} {
			for turn := range 111 {
				s := d.book()
				s.Pool, s.NumberPrefix = c.Pool, c.NumberPrefix
				ops, claimed, err := s.Claim(context.Background(), d.slot(wall), "", "order", timeslot.Need{}, s.Now)
				must(t, err)
				must(t, d.table.Write(context.Background(), ops...))
				what := fmt.Sprintf("%s, %s, turn %d", wall, c.Name, turn)
				assert.Check(t, is.Equal(strings.HasPrefix(claimed.Number, "C"), c.Pool == category.CateringKitchen))
				other, twice := met[claimed.Number]
				assert.Check(t, !twice, "%s and %s are both %s", other, what, claimed.Number)
				met[claimed.Number] = what
				ops, err = s.Release(context.Background(), d.slot(wall), "order")
				must(t, err)
				must(t, d.table.Write(context.Background(), ops...))
			}
		}
	}
}

func TestReturnRestoresTheHold(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("12:00", "basket", 60))
	_, err := d.claim("12:00", "basket", "order", 60)
	must(t, err)
	must(t, claim.Write(context.Background(), d.table, claim.Pause, func() ([]table.Op, error) {
		return d.book().Return(context.Background(), d.slot("12:00"), "order", "basket", nil, d.clock.Now().Add(5*time.Minute))
	}, timeslot.Prefix))
	demand(t, d.hold("12:00", "other", 1), problem.TimeslotFull)
	d.clock.Pass(5 * time.Minute)
	must(t, d.hold("12:00", "other", 1))
}

func TestEarliestSkipsFullSlots(t *testing.T) {
	d := newFixture(t)
	must(t, d.hold("10:15", "a", 60))
	day, first, err := d.book().FirstFree(context.Background(), timeslot.Need{Minutes: 5})
	must(t, err)
	assert.Check(t, day[first].Start.Equal(d.slot("10:30")), "got earliest %s", day[first].Start)
	assert.Assert(t, day[0].Full && !day[1].Full, "got %v, want only the first slot full", day)
	d.loc.Hours = location.Hours{}
	_, err = d.earliest(d.table, "closed")
	demand(t, err, problem.LocationClosed)
}

func TestTwoHundredConcurrentClaimsStayWithinTheCapacity(t *testing.T) {
	timeslottest.RunRace(t, func(t *testing.T, now func() time.Time) table.Table { return sqlitetest.Open(t, now) })
}

// Concurrent claims get different numbers.
func TestNumbersOfAClaimRaceDiffer(t *testing.T) {
	const guests = 20
	d := newFixture(t)
	d.loc.Capacity = location.Capacity{Minutes: 1000, Orders: guests}
	for i := range guests {
		must(t, d.hold("12:00", strconv.Itoa(i), 1))
	}
	var numbers sync.Map
	var wg sync.WaitGroup
	for i := range guests {
		wg.Go(func() {
			number, err := d.claim("12:00", strconv.Itoa(i), fmt.Sprint("order-", i), 1)
			assert.Check(t, err)
			other, twice := numbers.LoadOrStore(number, i)
			assert.Check(t, !twice, "orders %d and %v have the same number %s", i, other, number)
		})
	}
	wg.Wait()
}

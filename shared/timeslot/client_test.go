package timeslot_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/claim"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// holdAs holds for ten minutes as a client, and retries once when the slot or the client's record changed in between.
func (d *fixture) holdAs(client timeslot.Client, wall, basket string) error {
	return claim.Write(context.Background(), d.table, claim.Pause, func() ([]table.Op, error) {
		s := d.book()
		s.Client = client
		return s.Hold(context.Background(), d.slot(wall), basket, timeslot.Need{Minutes: 1}, d.clock.Now().Add(10*time.Minute))
	}, timeslot.Prefix)
}

func TestAClientsHoldsAreBounded(t *testing.T) {
	d := newFixture(t)
	d.loc.Capacity = location.Capacity{Minutes: 100, Orders: 100}
	script, other := timeslot.Client{Name: "script", Limit: 3}, timeslot.Client{Name: "other", Limit: 3}
	for n, wall := range []string{"11:00", "11:15", "11:30"} {
		must(t, d.holdAs(script, wall, fmt.Sprint("basket-", n)))
		d.clock.Pass(time.Minute)
	}
	err := d.holdAs(script, "11:45", "basket-3")
	demand(t, err, problem.TooManyHolds)
	// the first was taken three minutes ago
	p := problem.From(err)
	assert.Assert(t, p.Params["minutes"] == 7, "got %v", p.Params)
	must(t, d.holdAs(script, "12:00", "basket-1")) // a basket that moves counts once
	must(t, d.holdAs(other, "11:45", "basket-4"))
	for n := range 5 {
		must(t, d.holdAs(timeslot.Client{Limit: 3}, "12:15", fmt.Sprint("of the machine-", n)))
	}
	d.clock.Pass(7 * time.Minute) // the first has expired
	must(t, d.holdAs(script, "11:45", "basket-3"))
	demand(t, d.holdAs(script, "11:45", "basket-5"), problem.TooManyHolds)
	d.clock.Pass(11 * time.Minute)
	for n := range 3 {
		must(t, d.holdAs(script, "12:30", fmt.Sprint("later-", n)))
	}
}

// However many requests run at once, and for whichever times, exactly as many places are held as the bound allows.
func TestAClientsConcurrentHoldsAreBounded(t *testing.T) {
	d := newFixture(t)
	d.loc.Capacity = location.Capacity{Minutes: 200, Orders: 200}
	script := timeslot.Client{Name: "script", Limit: 5}
	var held, refused atomic.Int64
	var all sync.WaitGroup
	for n := range 200 {
		all.Go(func() {
			switch err := d.holdAs(script, []string{"11:00", "11:15", "11:30", "11:45"}[n%4], fmt.Sprint("basket-", n)); {
			case err == nil:
				held.Add(1)
			case problem.Is(err, problem.TooManyHolds):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	orders := 0
	for _, wall := range []string{"11:00", "11:15", "11:30", "11:45"} {
		_, n := d.taken(wall)
		orders += n
	}
	assert.Equal(t, held.Load(), int64(5))
	assert.Equal(t, refused.Load(), int64(195))
	assert.Equal(t, orders, 5)
}

// A place that a client releases, moves or orders is not counted any more; another restaurant has its own count.
func TestOnlyAClientsHoldsAreCounted(t *testing.T) {
	ctx := context.Background()
	d := newFixture(t)
	d.loc.Capacity = location.Capacity{Minutes: 100, Orders: 100}
	crowd, home := timeslot.Client{Name: "crowd", Limit: 2}, timeslot.Client{Name: "home", Limit: 1}
	settle := func(client timeslot.Client, propose func(s timeslot.Schedule) ([]table.Op, error)) {
		t.Helper()
		must(t, claim.Write(ctx, d.table, claim.Pause, func() ([]table.Op, error) {
			s := d.book()
			s.Client = client
			return propose(s)
		}, timeslot.Prefix))
	}
	must(t, d.holdAs(crowd, "11:00", "basket-0"))
	must(t, d.holdAs(crowd, "11:15", "basket-1"))
	demand(t, d.holdAs(crowd, "11:15", "basket-2"), problem.TooManyHolds)

	elsewhere := d.loc.ID
	d.loc.ID = "elsewhere"
	must(t, d.holdAs(crowd, "11:15", "basket-2"))
	d.loc.ID = elsewhere

	settle(timeslot.Client{}, func(s timeslot.Schedule) ([]table.Op, error) { return s.Release(ctx, d.slot("11:00"), "basket-0") })
	must(t, d.holdAs(crowd, "11:30", "basket-3"))
	demand(t, d.holdAs(crowd, "11:30", "basket-4"), problem.TooManyHolds)

	claimed, err := d.claimAs(timeslot.Client{}, "11:15", "basket-1", "order-1", 1)
	must(t, err)
	demand(t, d.holdAs(crowd, "11:30", "basket-4"), problem.TooManyHolds) // until the order is confirmed
	settle(timeslot.Client{}, func(s timeslot.Schedule) ([]table.Op, error) { return s.Uncount(claimed.Counted), nil })
	must(t, d.holdAs(crowd, "11:30", "basket-4"))
	demand(t, d.holdAs(crowd, "11:30", "basket-5"), problem.TooManyHolds)

	must(t, d.holdAs(home, "11:30", "basket-4")) // the guest is at home now, and renews the hold
	must(t, d.holdAs(crowd, "11:30", "basket-5"))
	demand(t, d.holdAs(home, "11:30", "basket-6"), problem.TooManyHolds)

	settle(crowd, func(s timeslot.Schedule) ([]table.Op, error) { // a place that moves counts once
		held, err := s.Hold(ctx, d.slot("11:45"), "basket-5", timeslot.Need{Minutes: 1}, d.clock.Now().Add(10*time.Minute))
		if err != nil {
			return nil, err
		}
		freed, err := s.Release(ctx, d.slot("11:30"), "basket-5")
		return append(held, freed...), err
	})
	demand(t, d.holdAs(crowd, "11:45", "basket-7"), problem.TooManyHolds)
}

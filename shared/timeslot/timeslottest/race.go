// Package timeslottest runs races for the places of a slot on any table engine.
package timeslottest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// RunRace lets two hundred guests hold the same slot at once. Each place is written together with an item of its owner, as the cart
// does with the basket: each success writes both, and the slot is exactly full.
func RunRace(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) {
	const guests, capacity = 200, 7
	for name, c := range map[string]location.Capacity{
		"orders run out":  {Minutes: 10_000, Orders: capacity},
		"minutes run out": {Minutes: capacity*9 + 8, Orders: 1000},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			clock := clocktest.At(time.Date(2026, 7, 28, 15, 0, 0, 0, time.UTC))
			start := clock.Now().Add(2 * time.Hour)
			tt := open(t, clock.Now)
			l := location.Location{ID: "grill", TimeZone: "UTC", Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup}, Capacity: c}
			for day := range l.Hours.Regular {
				l.Hours.Regular[day] = []location.Range{{Open: 6 * 60, Close: 22 * 60}}
			}
			schedule := timeslot.Schedule{Table: tt, Location: l, Handoff: location.Pickup, Now: clock.Now(), Days: 7}
			owner := func(n int) table.Key { return table.Key{PK: fmt.Sprint("basket#", n), SK: "basket"} }
			var in, full atomic.Int32
			var all sync.WaitGroup
			for n := range guests {
				all.Go(func() {
					err := claim.Write(ctx, tt, claim.Pause, func() ([]table.Op, error) {
						ops, err := schedule.Hold(ctx, start, fmt.Sprint(n), timeslot.Need{Minutes: 9}, schedule.Now.Add(time.Minute))
						return append(ops, table.Create(table.Item{Key: owner(n), Data: []byte("{}")})), err
					}, timeslot.Prefix)
					switch {
					case err == nil:
						in.Add(1)
					case problem.Is(err, problem.TimeslotFull):
						full.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			all.Wait()
			if in.Load() != capacity || full.Load() != guests-capacity {
				t.Errorf("got %d holds of the slot and %d TimeslotFull", in.Load(), full.Load())
			}
			occupancies, err := schedule.Occupancies(ctx, location.DateOf(start))
			assert.NilError(t, err)
			minutes, orders := occupancies[start].Taken(schedule.Now, "")
			assert.Check(t, orders == capacity && minutes == 9*capacity, "got %d orders with %d minutes in the slot", orders, minutes)
			kept := 0
			for n := range guests {
				if _, err := tt.Get(ctx, owner(n)); err == nil {
					kept++
				}
			}
			assert.Check(t, kept == capacity, "got %d stored owners", kept)
		})
	}
}

package timeslot_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/claim"
	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// rivals is a table where others take a place just after the slots were read.
type rivals struct {
	table.Table
	take func()
}

func (r rivals) Query(ctx context.Context, q table.Query) (table.Page, error) {
	page, err := r.Table.Query(ctx, q)
	r.take()
	return page, err
}

// earliest holds the earliest time for a basket through a table.
func (d *fixture) earliest(through table.Table, basket string) (slot timeslot.Slot, err error) {
	err = claim.Write(context.Background(), d.table, claim.Pause, func() (ops []table.Op, err error) {
		s := d.book()
		s.Table, s.For = through, basket
		ops, slot, err = s.HoldEarliest(context.Background(), basket, timeslot.Need{Minutes: 3}, func(time.Time) time.Time { return s.Now.Add(10 * time.Minute) })
		return ops, err
	}, timeslot.Prefix)
	return slot, err
}

// A guest who loses the earliest time to another gets the next.
func TestTheEarliestSlotIsTakenConcurrently(t *testing.T) {
	for lost, want := range map[int]string{0: "10:15", 1: "10:30", 5: "11:30"} {
		t.Run(fmt.Sprintf("%d times", lost), func(t *testing.T) {
			d := newFixture(t)
			d.loc.Capacity = location.Capacity{Minutes: 60, Orders: 1}
			left := lost
			through := rivals{d.table, func() {
				if left > 0 {
					left--
					_, err := d.earliest(d.table, "rival "+strconv.Itoa(left))
					must(t, err)
				}
			}}
			slot, err := d.earliest(through, "mine")
			must(t, err)
			assert.Check(t, slot.Start.Equal(d.slot(want)), "got time %s, want %s", slot.Start.In(d.loc.Timezone()), want)
		})
	}
}

// Forty guests press "as soon as possible" at once where a slot has three places: each holds a time, none gets TimeslotFull, and no
// slot is over capacity.
func TestFortyConcurrentHoldsOfTheEarliestSlot(t *testing.T) {
	const guests, places = 40, 3
	d := newFixture(t)
	d.loc.Capacity = location.Capacity{Minutes: 60, Orders: places}
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[time.Time]int{}
	for n := range guests {
		wg.Go(func() {
			slot, err := d.earliest(d.table, strconv.Itoa(n))
			mu.Lock()
			defer mu.Unlock()
			assert.Check(t, err)
			got[slot.Start]++
		})
	}
	wg.Wait()
	first := d.slot("10:15").UTC()
	for n := range guests {
		start := first.Add(time.Duration(n/places) * timeslot.Length)
		assert.Check(t, is.Equal(got[start], min(places, guests-n/places*places)))
	}
}

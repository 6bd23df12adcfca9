package order_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/location"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

// newWithCounter returns a fixture with capacity for all orders. Each order claims a counter.
func newWithCounter(t *testing.T, limit int64) *ordertest.Fixture {
	g := ordertest.New(t)
	g.Location.Capacity = location.Capacity{Minutes: 10_000, Orders: 1000}
	g.Counter = &ordertest.Counter{Limit: limit}
	g.Checkout = g.Over(g.Service())
	return g
}

// 200 concurrent orders claim a counter besides their timeslot. The counter never exceeds its limit, and all other guests get its
// problem, no other error.
func TestASecondClaimIsNeverExceeded(t *testing.T) {
	const guests, limit = 200, 7
	g := newWithCounter(t, limit)
	var placed, soldOut atomic.Int64
	var all sync.WaitGroup
	for n := range guests {
		s := g.Want(g.Fill("burger", 1), "ok", fmt.Sprintf("key-of-guest-%05d", n))
		all.Go(func() {
			o, err := g.Checkout.Place(context.Background(), s)
			switch {
			case err == nil && o.Status.Placed():
				placed.Add(1)
			case problem.Is(err, problem.ItemSoldOut):
				soldOut.Add(1)
			default:
				t.Errorf("%s %v", o.Status, err)
			}
		})
	}
	all.Wait()
	assert.Assert(t, placed.Load() == limit)
	assert.Assert(t, soldOut.Load() == guests-limit)
	g.Audit()
}

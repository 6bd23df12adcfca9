package order_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

// counted returns a fixture, each order of which also claims a counter.
func counted(t *testing.T, limit int64) (*ordertest.Fixture, *ordertest.Counter) {
	g, c := ordertest.New(t), &ordertest.Counter{Limit: limit}
	g.Location.Capacity = location.Capacity{Minutes: 10_000, Orders: 1000}
	g.Claims = []order.ClaimKind{c.Kind}
	g.Checkout = g.Over(g.Service())
	return g, c
}

// Two hundred guests at once claim a counter besides their place: it is never exceeded, and the others get its refusal, never a fault.
func TestASecondClaimIsNeverExceeded(t *testing.T) {
	const guests, limit = 200, 7
	g, c := counted(t, limit)
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
	if placed.Load() != limit || soldOut.Load() != guests-limit {
		t.Errorf("%d are placed and %d refused", placed.Load(), soldOut.Load())
	}
	c.Check(t, g.Table, limit)
	g.Audit()
}

// A claim is released when its order ends, and confirmed once, wherever the process crashes.
func TestASecondClaimAfterACrash(t *testing.T) {
	type fixture = *ordertest.Fixture
	ctx := context.Background()
	place := func(method string) func(fixture) func(*order.Service) {
		return func(g fixture) func(*order.Service) {
			s := g.Want(g.Fill("burger", 1), method, key)
			return func(svc *order.Service) { _, _ = g.Over(svc).Place(ctx, s) }
		}
	}
	cancel := func(method string) func(fixture) func(*order.Service) {
		return func(g fixture) func(*order.Service) {
			o := g.Place(g.Want(g.Fill("burger", 1), method, key))
			return func(svc *order.Service) { _, _ = svc.Cancel(ctx, o.Token) }
		}
	}
	for name, c := range map[string]struct {
		act    func(fixture) func(*order.Service)
		points []string
		later  time.Duration // until the reconciler runs
		want   int64         // claims after that
	}{
		"paid":                  {act: place("ok"), points: []string{order.PointConfirm, order.PointCapture, order.PointCaptured}, want: 1},
		"expired":               {act: place("ok"), points: []string{order.PointAuthorise}, later: 11 * time.Minute},
		"declined":              {act: place("declined"), points: []string{order.PointAuthorise, order.PointRelease}},
		"left at the bank":      {act: place("asks"), points: []string{order.PointAuthorise, order.PointWait}, later: 11 * time.Minute},
		"cancelled at the bank": {act: cancel("asks"), points: []string{order.PointRelease, order.PointRefunded}, later: 11 * time.Minute},
		"cancelled":             {act: cancel("ok"), points: []string{order.PointEnd, order.PointRefund, order.PointRefunded}},
	} {
		for _, point := range c.points {
			for _, done := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %s, done %v", name, point, done), func(t *testing.T) {
					g, counter := counted(t, 1)
					act := c.act(g)
					killedIn(t, g, point, done, act)
					g.Pass(c.later)
					g.Settle()
					want := c.want
					if point == order.PointEnd && !done {
						want = 1 // it was not cancelled
					}
					counter.Check(t, g.Table, want)
					g.Audit()
				})
			}
		}
	}
}

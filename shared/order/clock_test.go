package order_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/soak"
)

// Fault 38: the machine's clock jumps at each point of the saga, a reconciler processes what then seems due, and the clock is
// corrected. The guest repeats the request before and after the correction: there is at most one order, nothing is charged twice, no
// authorisation is left, and no work waits for a date of the wrong clock.
func TestClockJumpsAtEachPoint(t *testing.T) {
	const day = 24 * time.Hour
	jumps, cards := []time.Duration{-time.Hour, 11 * time.Minute, 26 * time.Hour}, map[string][]string{
		"ok": {order.PointReserve, order.PointAuthorise, order.PointConfirm, order.PointCapture, order.PointCaptured},
	}
	if soak.Long() {
		jumps = append(jumps, -400*day, -30*time.Second, 31*time.Second, 65*time.Minute, 8*day, 400*day)
		cards["declined"] = []string{order.PointReserve, order.PointAuthorise, order.PointRelease}
		cards["asks"] = []string{order.PointReserve, order.PointAuthorise, order.PointWait}
	}
	for card, points := range cards {
		for _, point := range points {
			for _, jump := range jumps {
				for _, done := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s, %s, done %v, %s", card, point, done, jump), func(t *testing.T) { jumpAt(t, card, point, done, jump) })
				}
			}
		}
	}
}

func jumpAt(t *testing.T, card, point string, done bool, jump time.Duration) {
	g := ordertest.New(t)
	s := g.Want(g.Fill("burger", 1), card, key)
	svc := g.Service()
	reached := false
	svc.Reached = func(p string, after bool) {
		if reached || p != point || after != done {
			return
		}
		reached = true
		g.Pass(jump)
		reconcile(t, g)
	}
	var acknowledged []string
	record := func(o order.Order, err error) {
		if err == nil && o.Status.Placed() && !slices.Contains(acknowledged, o.Token) {
			acknowledged = append(acknowledged, o.Token)
		}
	}
	record(g.Over(svc).Place(context.Background(), s))
	assert.Assert(t, reached, "the point was never reached")
	record(g.Checkout.Place(context.Background(), s))
	g.Pass(-jump)
	record(g.Checkout.Place(context.Background(), s))
	g.Settle()
	record(g.Checkout.Place(context.Background(), s))
	if l := g.Provider.Ledger(); len(acknowledged) > 1 || len(l) > 1 || len(acknowledged) == 0 && len(l) > 0 && l[0].Captured.Minor > 0 {
		t.Errorf("got %d orders, payments %+v", len(acknowledged), l)
	}
	if jump.Abs() > 30*24*time.Hour {
		return // everything with an expiry, timeslots and baskets too, was deleted in that time
	}
	if jump > 0 {
		g.Pass(jump) // a row of the outbox was due in that time
	}
	// A basket expires a week after its last change; at the wrong time that may have been long ago.
	g.Baskets = slices.DeleteFunc(g.Baskets, func(id string) bool {
		_, err := basket.Load(context.Background(), g.Table, id)
		return problem.Is(err, problem.BasketNotFound)
	})
	g.Audit(acknowledged...)
}

// The provider's clock may differ from ours by an hour. The payment is still found and voided.
func TestTheProvidersClockDiffers(t *testing.T) {
	for _, behind := range []time.Duration{-50 * time.Minute, 0, 50 * time.Minute} {
		g := ordertest.New(t)
		g.Provider.Now = func() time.Time { return g.Now().Add(-behind) }
		g.Provider.Lost["authorise"] = true
		b := g.Fill("burger", 1)
		_, err := g.Checkout.Place(context.Background(), g.Want(b, "ok", key))
		assert.Check(t, problem.Is(err, problem.PaymentUnavailable), err)
		g.Pass(11 * time.Minute)
		g.Settle()
		assert.Check(t, is.Equal(g.Reload(b).State, basket.Open))
		g.Audit()
	}
}

// An order that was rescheduled or leased while the clock was ahead is finished when the clock is right, not when it reaches that time
// again.
func TestAnOrderDatedInTheFutureIsFinished(t *testing.T) {
	for name, failing := range map[string]int{"rescheduled": 0, "leased": 2} { // the write that reschedules is the second
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			svc := order.NewService(&failingTable{Table: g.Table, left: failing}, g.Provider, g.Now)
			svc.Reached = func(point string, done bool) {
				if point == order.PointReserve && !done {
					g.Pass(26 * time.Hour)
				}
			}
			g.Provider.Down = true
			b := g.Fill("burger", 1)
			b.Hold.Start = b.Hold.Start.Add(48 * time.Hour) // still ahead of the wrong clock
			assert.NilError(t, g.Table.Write(context.Background(), b.Save(g.Now())))
			b.Version++
			s := g.Want(b, "ok", key)
			_, err := g.Over(svc).Place(context.Background(), s)
			assert.Assert(t, err != nil)
			g.Pass(-26 * time.Hour)
			g.Provider.Down = false
			assert.Equal(t, reconcile(t, g), 1)
			o := g.Place(s)
			assert.Assert(t, o.Status.Placed(), o.Status)
			g.Pass(26 * time.Hour)
			g.Audit(o.Token)
		})
	}
}

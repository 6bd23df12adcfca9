package order_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
)

// patientCheckout returns a checkout with the pauses of real requests, on the grill's clock.
func patientCheckout(g *ordertest.Fixture) *order.Checkout {
	return order.NewCheckout(g.Service(), g, ordertest.Guests, func(_ context.Context, attempt int) error {
		g.Pass(min(20*time.Millisecond<<attempt, 2*time.Second)) // as order.Pause
		return nil
	})
}

// The process that was placing an order crashes at any point. The guest retries at once: the retry takes the order over as soon as the
// lease has expired, within seconds, and there is one order and one charge.
func TestSameKeyContinuesAfterACrash(t *testing.T) {
	for _, point := range []string{order.PointReserve, order.PointAuthorise, order.PointConfirm, order.PointCapture, order.PointCaptured} {
		for _, done := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, done %v", point, done), func(t *testing.T) {
				g := newWithDeals(t, twoOff(1, 1))
				s := g.Want(g.Fill("burger", 1), "ok", key)
				died := crashes(g, func(p string, after bool) bool { return p == point && after == done }, func(svc *order.Service) {
					_, _ = g.Over(svc).Place(context.Background(), s)
				})
				assert.Assert(t, died, "the point was never reached")
				o, err := patientCheckout(g).Place(context.Background(), s)
				assert.NilError(t, err)
				assert.Assert(t, o.Status.Placed(), o.Status)
				waited := g.Now().Sub(ordertest.Noon)
				assert.Assert(t, waited <= 5*time.Second, "the guest waited %s, want at most 5 s", waited)
				g.SettleAndAudit(o.Token)
			})
		}
	}
}

// A retry takes over from a request that hangs, before or after the provider executed the call. The first request continues later: both
// return the same order, and it is paid once.
func TestSameKeyTakesOverAHangingRequest(t *testing.T) {
	for _, done := range []bool{false, true} {
		for _, card := range []string{"ok", "declined", "asks"} {
			t.Run(fmt.Sprintf("%s, done %v", card, done), func(t *testing.T) {
				g := newWithDeals(t, twoOff(1, 1))
				s := g.Want(g.Fill("burger", 1), card, key)
				hangs, proceed, answered := make(chan struct{}), make(chan struct{}), make(chan order.Order)
				svc := g.Service()
				first := true
				svc.Reached = func(point string, after bool) {
					if point == order.PointAuthorise && after == done && first {
						first = false
						close(hangs)
						<-proceed
					}
				}
				go func() {
					o, err := order.NewCheckout(svc, g, ordertest.Guests, order.Pause).Place(context.Background(), s)
					assert.Check(t, err)
					answered <- o
				}()
				<-hangs
				second, err := patientCheckout(g).Place(context.Background(), s)
				assert.NilError(t, err)
				close(proceed)
				o := <-answered
				assert.Equal(t, o.Token, second.Token)
				assert.Equal(t, o.Status, second.Status)
				assert.Assert(t, o.Status != order.Pending)
				assert.Assert(t, is.Len(g.Provider.Ledger(), 1))
				if card == "asks" {
					g.Pass(11 * time.Minute) // the authentication at the bank expires
				}
				g.SettleAndAudit()
			})
		}
	}
}

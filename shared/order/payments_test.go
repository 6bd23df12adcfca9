package order_test

import (
	"context"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/tender"
)

// An authorisation that differs from the request is rejected: nothing is captured, and the order is not placed.
func TestAPaymentMustMatchTheOrder(t *testing.T) {
	for _, fault := range []string{"wrong amount", "wrong currency", "wrong order"} {
		g := ordertest.New(t)
		b := g.Fill("burger", 1)
		o, err := g.Checkout.Place(context.Background(), g.Want(b, fault, key))
		if err != nil || o.Status != order.NotPaid || o.Failure.Code != problem.PaymentMismatch {
			t.Errorf("%s: %+v %v", fault, o.Progress, err)
		}
		l := g.Provider.Ledger()
		assert.Check(t, len(l) == 1 && l[0].State == tender.IntentCancelled, "%s: %+v", fault, l)
		assert.Check(t, is.Equal(g.Reload(b).State, basket.Open), fault)
	}
}

// A capture is compared with the order: another sum, another currency or another order's intent does not pay it. While the kitchen can
// be stopped the order is cancelled; afterwards an operator must look, and a refusal by the kitchen refunds the captured amount. A
// refund is always of the captured amount.
func TestACaptureMustMatchTheOrder(t *testing.T) {
	for name, takes := range map[string]func(money.Amount) money.Amount{
		"less":             func(a money.Amount) money.Amount { a.Minor--; return a },
		"more":             func(a money.Amount) money.Amount { a.Minor *= 10; return a },
		"another currency": func(a money.Amount) money.Amount { a.Currency = money.CAD; return a },
	} {
		for _, begun := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, kitchen has begun %v", name, begun), func(t *testing.T) {
				g := ordertest.New(t)
				g.Provider.Takes = takes
				svc := g.Service()
				svc.Reached = func(point string, done bool) {
					if begun && point == order.PointCapture && !done {
						token := g.Reload(basket.Basket{ID: g.Baskets[0]}).OrderToken
						g.Advance(g.Order(token).ID, order.InPreparation)
					}
				}
				checkout := g.Over(svc)
				o, err := checkout.Place(context.Background(), g.Want(g.Fill("burger", 1), "ok", key))
				assert.NilError(t, err)
				taken := takes(o.Total)
				want := map[bool]order.Status{false: order.Cancelled, true: order.InPreparation}[begun]
				assert.Equal(t, o.Status, want)
				assert.Equal(t, o.Payment().Captured, taken)
				assert.Equal(t, begun, o.Payment().State == order.PaymentCaptureFailed)
				if begun {
					g.Advance(o.ID, order.NotApproved)
				}
				g.Settle()
				l := g.Provider.Ledger()
				assert.Assert(t, len(l) == 1 && l[0].Captured == taken && l[0].Refunded == taken, "%+v", l)
				o = g.Order(o.Token)
				assert.Assert(t, o.Final())
				assert.Equal(t, o.Payment().State, order.PaymentRefunded)
			})
		}
	}
}

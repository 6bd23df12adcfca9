package order_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/tender"
)

// uncaptured returns a placed order that still has to be captured: the provider was unavailable for a while.
func uncaptured(g *ordertest.Fixture) order.Order {
	svc := g.Reaching(order.PointConfirm, true, func() { g.Provider.Down = true })
	o := g.PlaceBy(svc, g.Want(g.Fill("burger", 1), "ok", key))
	g.Provider.Down = false
	return o
}

// withRefusedCapture places an order and has the provider refuse the capture; the kitchen has begun it if begun is set.
func withRefusedCapture(t *testing.T, begun bool) (*ordertest.Fixture, order.Order) {
	t.Helper()
	g := ordertest.New(t)
	g.Provider.Refuses["capture"] = true
	if !begun {
		return g, g.Order(g.Buy().Token)
	}
	o := uncaptured(g)
	g.Advance(o.ID, order.InPreparation)
	g.Settle()
	return g, g.Order(o.Token)
}

// payment is the state of the order's payment.
func payment(o order.Order) order.PaymentState { return o.Payment().State }

func stuck(t *testing.T, g *ordertest.Fixture) (tokens []string) {
	t.Helper()
	orders, err := order.Stuck(context.Background(), g.Table)
	assert.NilError(t, err)
	for _, o := range orders {
		tokens = append(tokens, o.Token)
	}
	return tokens
}

// While the kitchen can be stopped, an order with a refused capture is cancelled, the guest is notified, and the authorisation is voided.
func TestARefusedCaptureCancelsTheOrder(t *testing.T) {
	g, o := withRefusedCapture(t, false)
	if o.Status != order.Cancelled || payment(o) != order.PaymentRefunded || !o.Final() || stuck(t, g) != nil {
		t.Errorf("got order %s, payment %s", o.Status, payment(o))
	}
	l := g.Provider.Ledger()
	assert.Equal(t, l[0].State, tender.IntentCancelled, "got ledger %+v", l)
	rows := g.Drained()
	assert.Assert(t, rows[o.Token+"/mail-cancelled"] == 1 && rows[o.Token+"/kitchen-cancel"] == 1, "got messages %v", rows)
	g.Audit()
}

// An order that the kitchen has begun is not cancelled. Its refused capture is not retried automatically. An operator sees it and can
// retry: the authorisation stays until then, and is captured once.
func TestARefusedCaptureWaitsForAnOperator(t *testing.T) {
	g, o := withRefusedCapture(t, true)
	calls := g.Provider.Asked
	g.Settle()
	if o.Status != order.InPreparation || payment(o) != order.PaymentCaptureFailed || !o.Due.IsZero() || g.Provider.Asked != calls {
		t.Fatalf("the order is %s, its payment %s, due %s, the provider was called %d times, want %d", o.Status, payment(o), o.Due, g.Provider.Asked, calls)
	}
	got := stuck(t, g)
	assert.Assert(t, len(got) == 1 && got[0] == o.Token, "got stuck orders %v", got)
	g.Advance(o.ID, order.Completed)
	if o, err := g.Service().RetryStuck(context.Background(), o.Token); err != nil || payment(o) != order.PaymentCaptureFailed || len(stuck(t, g)) != 1 {
		t.Errorf("refused again: got %s (%v)", payment(o), err)
	}
	g.Provider.Refuses["capture"] = false
	for range 2 {
		if o, err := g.Service().RetryStuck(context.Background(), o.Token); err != nil || payment(o) != order.PaymentCaptured || stuck(t, g) != nil {
			t.Errorf("repaired: %s %v", payment(o), err)
		}
	}
	g.SettleAndAudit(o.Token)
}

// A capture by an operator is found. The authorisation is voided when the kitchen refuses the order.
func TestCaptureByHand(t *testing.T) {
	g, o := withRefusedCapture(t, true)
	g.Provider.Intents[0].State, g.Provider.Intents[0].Captured = tender.IntentCaptured, o.Total
	if o, err := g.Service().RetryStuck(context.Background(), o.Token); err != nil || payment(o) != order.PaymentCaptured {
		t.Errorf("%s %v", payment(o), err)
	}
	g.Audit(o.Token)

	g, o = withRefusedCapture(t, true)
	g.Advance(o.ID, order.NotApproved)
	g.Settle()
	if o := g.Order(o.Token); payment(o) != order.PaymentRefunded || g.Provider.Ledger()[0].State != tender.IntentCancelled || stuck(t, g) != nil {
		t.Errorf("%s, %+v", payment(o), g.Provider.Ledger())
	}
	g.Audit(o.Token)
}

// A guest who paid at the counter owes nothing, and the authorisation is voided. A payment that the provider has captured already
// cannot be settled.
func TestAnOperatorSettlesElsewhere(t *testing.T) {
	g, o := withRefusedCapture(t, true)
	g.Provider.Down = true
	_, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
	assert.ErrorIs(t, err, tender.ErrUnavailable)
	assert.Assert(t, is.Len(stuck(t, g), 1))
	g.Provider.Down = false
	g.Pass(time.Minute)
	for range 2 {
		got, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
		want := order.Settlement{At: g.Now(), How: order.Elsewhere}
		if err != nil || payment(got) != order.PaymentSettled || *got.Payment().Settled != want || stuck(t, g) != nil {
			t.Errorf("%s %+v %v", payment(got), got.Payment().Settled, err)
		}
	}
	l := g.Provider.Ledger()
	assert.Equal(t, l[0].State, tender.IntentCancelled, "got ledger %+v", l)
	again, err := g.Service().RetryStuck(t.Context(), o.Token)
	assert.NilError(t, err)
	assert.Equal(t, payment(again), order.PaymentSettled)
	g.Advance(o.ID, order.Completed)
	g.SettleAndAudit(o.Token)

	g, o = withRefusedCapture(t, true)
	g.Provider.Intents[0].State, g.Provider.Intents[0].Captured = tender.IntentCaptured, o.Total
	got, err := g.Service().Settle(t.Context(), o.Token, order.Waived)
	assert.ErrorIs(t, err, order.ErrAlreadyDone)
	assert.Equal(t, payment(got), order.PaymentCaptureFailed)
}

// An operator settles a refused refund that was made another way. A refund made at the provider by hand cannot be settled.
func TestAnOperatorRefundsElsewhere(t *testing.T) {
	withRefusedRefund := func() (*ordertest.Fixture, order.Order) {
		g := ordertest.New(t)
		g.Provider.Refuses["refund"] = true
		o := g.Cancel(g.Buy().Token)
		g.Settle()
		return g, g.Order(o.Token)
	}
	g, o := withRefusedRefund()
	got, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
	assert.NilError(t, err)
	assert.Assert(t, payment(got) == order.PaymentSettled && stuck(t, g) == nil, payment(got))
	g.Audit()
	g, o = withRefusedRefund()
	g.Provider.Intents[0].Refunded = g.Provider.Intents[0].Captured
	got, err = g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
	assert.ErrorIs(t, err, order.ErrAlreadyDone)
	assert.Equal(t, payment(got), order.PaymentRefundFailed)
}

// A refused refund waits for an operator too.
func TestARefusedRefundWaitsForAnOperator(t *testing.T) {
	for _, what := range []string{"refund", "cancel"} {
		g := ordertest.New(t)
		g.Provider.Refuses[what] = true
		var o order.Order
		if what == "refund" {
			o = g.Cancel(g.Buy().Token)
		} else { // authorised after the order was rolled back
			g.Provider.Lost["authorise"] = true
			b := g.Fill("burger", 1)
			_, _ = g.Checkout.Place(context.Background(), g.Want(b, "ok", key))
			g.Pass(time.Hour)
			g.Settle()
			token, err := order.Of(context.Background(), g.Table, g.Provider.Ledger()[0].Order)
			assert.NilError(t, err)
			o = g.Order(token)
		}
		g.Settle()
		if o = g.Order(o.Token); payment(o) != order.PaymentRefundFailed || !o.Due.IsZero() || len(stuck(t, g)) != 1 {
			t.Fatalf("%s: got %s, payment %s, due %s", what, o.Status, payment(o), o.Due)
		}
		g.Provider.Refuses[what] = false
		if o, err := g.Service().RetryStuck(context.Background(), o.Token); err != nil || payment(o) != order.PaymentRefunded || stuck(t, g) != nil {
			t.Errorf("%s, repaired: %s %v", what, payment(o), err)
		}
		g.SettleAndAudit()
	}
}

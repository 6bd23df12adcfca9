package order_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/tender"
)

// uncaptured is a placed order with a capture that has to wait: the provider did not answer for a while.
func uncaptured(g *ordertest.Fixture) order.Order {
	svc := g.Reaching(order.PointConfirm, true, func() { g.Provider.Down = true })
	o := g.PlaceBy(svc, g.Want(g.Fill("burger", 1), "ok", key))
	g.Provider.Down = false
	return o
}

// refused places an order whose capture the provider will not do; its kitchen has begun when fired.
func refused(t *testing.T, fired bool) (*ordertest.Fixture, order.Order) {
	t.Helper()
	g := ordertest.New(t)
	g.Provider.Refuses["capture"] = true
	if !fired {
		return g, g.Order(g.Buy().Token)
	}
	o := uncaptured(g)
	g.Advance(o.ID, order.InPreparation)
	g.Settle()
	return g, g.Order(o.Token)
}

func stuck(t *testing.T, g *ordertest.Fixture) (tokens []string) {
	t.Helper()
	orders, err := order.Stuck(context.Background(), g.Table)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		tokens = append(tokens, o.Token)
	}
	return tokens
}

// While the kitchen can be stopped nobody makes what cannot be collected: the order is called off, the guest hears of it, and what
// was set aside is given up.
func TestACaptureRefusedForGoodCallsTheOrderOff(t *testing.T) {
	g, o := refused(t, false)
	if o.Status != order.Cancelled || o.Payment.State != order.PaymentRefunded || !o.Final() || stuck(t, g) != nil {
		t.Errorf("the order is %s, its payment %s", o.Status, o.Payment.State)
	}
	if l := g.Provider.Ledger(); l[0].State != tender.IntentCancelled {
		t.Errorf("the ledger has %+v", l)
	}
	if rows := g.Drained(); rows[o.Token+"/mail-cancelled"] != 1 || rows[o.Token+"/kitchen-cancel"] != 1 {
		t.Errorf("told %v", rows)
	}
	g.Audit()
}

// An order that is being made goes on. Its payment comes to an end that is no longer tried, and that a person sees and can try again:
// the money stays set aside until then, and is taken once.
func TestACaptureRefusedForGoodWaitsForAPerson(t *testing.T) {
	g, o := refused(t, true)
	asked := g.Provider.Asked
	g.Settle()
	if o.Status != order.InPreparation || o.Payment.State != order.PaymentCaptureFailed || !o.Due.IsZero() || g.Provider.Asked != asked {
		t.Fatalf("the order is %s, its payment %s, due %s, the provider was asked %d times after %d", o.Status, o.Payment.State, o.Due, g.Provider.Asked, asked)
	}
	if got := stuck(t, g); len(got) != 1 || got[0] != o.Token {
		t.Fatalf("a person sees %v", got)
	}
	g.Advance(o.ID, order.Completed)
	if o, err := g.Service().TryAgain(context.Background(), o.Token); err != nil || o.Payment.State != order.PaymentCaptureFailed || len(stuck(t, g)) != 1 {
		t.Errorf("refused again: %s %v", o.Payment.State, err)
	}
	g.Provider.Refuses["capture"] = false
	for range 2 {
		if o, err := g.Service().TryAgain(context.Background(), o.Token); err != nil || o.Payment.State != order.PaymentCaptured || stuck(t, g) != nil {
			t.Errorf("mended: %s %v", o.Payment.State, err)
		}
	}
	g.Settle()
	g.Audit(o.Token)
}

// What a person took by hand is found, and what the kitchen then refuses is given up.
func TestAPersonTookItByHand(t *testing.T) {
	g, o := refused(t, true)
	g.Provider.Intents[0].State, g.Provider.Intents[0].Captured = tender.IntentCaptured, o.Total
	if o, err := g.Service().TryAgain(context.Background(), o.Token); err != nil || o.Payment.State != order.PaymentCaptured {
		t.Errorf("%s %v", o.Payment.State, err)
	}
	g.Audit(o.Token)

	g, o = refused(t, true)
	g.Advance(o.ID, order.NotApproved)
	g.Settle()
	if o := g.Order(o.Token); o.Payment.State != order.PaymentRefunded || g.Provider.Ledger()[0].State != tender.IntentCancelled || stuck(t, g) != nil {
		t.Errorf("%s, %+v", o.Payment.State, g.Provider.Ledger())
	}
	g.Audit(o.Token)
}

// A guest who paid at the counter instead owes nothing, and the bank does not keep the money set aside beside it; what the provider has
// after all is no matter for an agreement.
func TestAPersonSettlesItElsewhere(t *testing.T) {
	g, o := refused(t, true)
	g.Provider.Down = true
	if _, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere); !errors.Is(err, tender.ErrUnavailable) || len(stuck(t, g)) != 1 {
		t.Errorf("while the provider is away: %v", err)
	}
	g.Provider.Down = false
	g.Pass(time.Minute)
	for range 2 {
		got, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
		want := order.Settlement{At: g.Now(), How: order.Elsewhere}
		if err != nil || got.Payment.State != order.PaymentSettled || *got.Payment.Settled != want || stuck(t, g) != nil {
			t.Errorf("%s %+v %v", got.Payment.State, got.Payment.Settled, err)
		}
	}
	if l := g.Provider.Ledger(); l[0].State != tender.IntentCancelled {
		t.Errorf("the ledger has %+v", l)
	}
	if again, err := g.Service().TryAgain(t.Context(), o.Token); err != nil || again.Payment.State != order.PaymentSettled {
		t.Errorf("tried again after that: %s %v", again.Payment.State, err)
	}
	g.Advance(o.ID, order.Completed)
	g.Settle()
	g.Audit(o.Token)

	g, o = refused(t, true)
	g.Provider.Intents[0].State, g.Provider.Intents[0].Captured = tender.IntentCaptured, o.Total
	if got, err := g.Service().Settle(t.Context(), o.Token, order.Waived); !errors.Is(err, order.ErrDoneThere) || got.Payment.State != order.PaymentCaptureFailed {
		t.Errorf("taken by hand there: %s %v", got.Payment.State, err)
	}
}

// So is it with money that a guest is to have back: by another way, or there by hand.
func TestAPersonGivesBackElsewhere(t *testing.T) {
	owed := func() (*ordertest.Fixture, order.Order) {
		g := ordertest.New(t)
		g.Provider.Refuses["refund"] = true
		o := g.Cancel(g.Buy().Token)
		g.Settle()
		return g, g.Order(o.Token)
	}
	g, o := owed()
	got, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere)
	if err != nil || got.Payment.State != order.PaymentSettled || stuck(t, g) != nil {
		t.Errorf("%s %v", got.Payment.State, err)
	}
	g.Audit()
	g, o = owed()
	g.Provider.Intents[0].Refunded = g.Provider.Intents[0].Captured
	if got, err := g.Service().Settle(t.Context(), o.Token, order.Elsewhere); !errors.Is(err, order.ErrDoneThere) || got.Payment.State != order.PaymentRefundFailed {
		t.Errorf("given back by hand there: %s %v", got.Payment.State, err)
	}
}

// What the provider will not give back waits for a person too.
func TestARefundRefusedForGoodWaitsForAPerson(t *testing.T) {
	for _, what := range []string{"refund", "cancel"} {
		g := ordertest.New(t)
		g.Provider.Refuses[what] = true
		var o order.Order
		if what == "refund" {
			var err error
			if o, err = g.Service().Cancel(context.Background(), g.Buy().Token); err != nil {
				t.Fatal(err)
			}
		} else { // set aside, and too late
			g.Provider.Lost["authorise"] = true
			b := g.Fill("burger", 1)
			_, _ = g.Checkout.Place(context.Background(), g.Want(b, "ok", key))
			g.Pass(time.Hour)
			g.Settle()
			token, err := order.Of(context.Background(), g.Table, g.Provider.Ledger()[0].Order)
			if err != nil {
				t.Fatal(err)
			}
			o = g.Order(token)
		}
		g.Settle()
		if o = g.Order(o.Token); o.Payment.State != order.PaymentRefundFailed || !o.Due.IsZero() || len(stuck(t, g)) != 1 {
			t.Fatalf("%s: %s, payment %s, due %s", what, o.Status, o.Payment.State, o.Due)
		}
		g.Provider.Refuses[what] = false
		if o, err := g.Service().TryAgain(context.Background(), o.Token); err != nil || o.Payment.State != order.PaymentRefunded || stuck(t, g) != nil {
			t.Errorf("%s, mended: %s %v", what, o.Payment.State, err)
		}
		g.Settle()
		g.Audit()
	}
}

package order_test

import (
	"context"
	"testing"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/tender"
)

// answered places an order and returns it as in the response, with the deferred work.
func answered(t *testing.T, g *ordertest.Fixture) (o order.Order, rest func()) {
	t.Helper()
	c := g.Over(g.Service())
	c.Later = func(f func()) {
		if rest != nil {
			t.Error("more than one thing is left to do")
		}
		rest = f
	}
	o, err := c.Place(context.Background(), g.Want(g.Fill("burger", 1), "ok", key))
	if err != nil || o.Status != order.Scheduled {
		t.Fatalf("%s %v", o.Status, err)
	}
	if rest == nil || g.Provider.Ledger()[0].State != tender.IntentAuthorised || g.Order(o.Token).Payment().State != order.PaymentAuthorised {
		t.Fatal("the guest waited for the money to be taken")
	}
	return o, rest
}

// The guest gets the response before the capture. Whatever happens in between, the payment is captured once, and only for a placed order.
func TestTheGuestIsAnsweredBeforeTheCapture(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(g *ordertest.Fixture, o order.Order) error
		want      order.Status
	}{
		"nothing": {func(*ordertest.Fixture, order.Order) error { return nil }, order.Scheduled},
		"the guest cancels": {func(g *ordertest.Fixture, o order.Order) error {
			_, err := g.Service().Cancel(context.Background(), o.Token)
			return err
		}, order.Cancelled},
		"the kitchen begins": {func(g *ordertest.Fixture, o order.Order) error {
			_, err := g.Service().Advance(context.Background(), o.ID, order.Event{Status: order.InPreparation, At: g.Now()})
			return err
		}, order.InPreparation},
		"the kitchen refuses": {func(g *ordertest.Fixture, o order.Order) error {
			_, err := g.Service().Advance(context.Background(), o.ID, order.Event{Status: order.NotApproved, At: g.Now()})
			return err
		}, order.NotApproved},
		"so long that others took it": {func(g *ordertest.Fixture, o order.Order) error {
			g.Settle()
			g.Audit(o.Token)
			return nil
		}, order.Scheduled},
		"the provider is away": {func(g *ordertest.Fixture, _ order.Order) error {
			g.Provider.Lost["capture"] = true
			return nil
		}, order.Scheduled},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			o, rest := answered(t, g)
			if err := c.meanwhile(g, o); err != nil {
				t.Fatal(err)
			}
			rest()
			g.Settle()
			if got := g.Order(o.Token); got.Status != c.want || !got.Due.IsZero() {
				t.Errorf("it is %s, want %s, with %q", got.Status, c.want, got.Payment().State)
			}
			g.Audit(o.Token)
		})
	}
}

// An order that was not paid defers no work.
func TestAnUnpaidOrderDefersNoWork(t *testing.T) {
	g := ordertest.New(t)
	c := g.Over(g.Service())
	c.Later = func(func()) { t.Error("something is left to do") }
	for n, method := range []string{"declined", "wrong amount", "asks"} {
		o, err := c.Place(context.Background(), g.Want(g.Fill("burger", 1), method, key+string(rune('a'+n))))
		if err != nil || o.Status.Placed() {
			t.Errorf("%s: %s %v", method, o.Status, err)
		}
	}
}

package order_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/tender"
)

// placeWithDeferredWork places an order and returns it as in the response, with the deferred work.
func placeWithDeferredWork(t *testing.T, g *ordertest.Fixture) (o order.Order, rest func()) {
	t.Helper()
	c := g.Over(g.Service())
	c.Later = func(f func()) {
		assert.Check(t, is.Nil(rest), "work is deferred twice")
		rest = f
	}
	o, err := c.Place(context.Background(), g.Want(g.Fill("burger", 1), "ok", key))
	assert.NilError(t, err)
	assert.Equal(t, o.Status, order.Scheduled)
	assert.Assert(t, rest != nil)
	assert.Equal(t, g.Provider.Ledger()[0].State, tender.IntentAuthorised)
	assert.Equal(t, g.Order(o.Token).Payment().State, order.PaymentAuthorised)
	return o, rest
}

// The guest gets the response before the capture. Whatever happens in between, the payment is captured once, and only for a placed order.
func TestGuestIsAnsweredBeforeTheCapture(t *testing.T) {
	for name, c := range map[string]struct {
		before func(g *ordertest.Fixture, o order.Order)
		want   order.Status
	}{
		"nothing":                     {func(*ordertest.Fixture, order.Order) {}, order.Scheduled},
		"the guest cancels":           {func(g *ordertest.Fixture, o order.Order) { g.Cancel(o.Token) }, order.Cancelled},
		"the kitchen begins":          {func(g *ordertest.Fixture, o order.Order) { g.Advance(o.ID, order.InPreparation) }, order.InPreparation},
		"the kitchen refuses":         {func(g *ordertest.Fixture, o order.Order) { g.Advance(o.ID, order.NotApproved) }, order.NotApproved},
		"the reconciler runs first":   {func(g *ordertest.Fixture, o order.Order) { g.SettleAndAudit(o.Token) }, order.Scheduled},
		"the provider is unavailable": {func(g *ordertest.Fixture, _ order.Order) { g.Provider.Lost["capture"] = true }, order.Scheduled},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			o, rest := placeWithDeferredWork(t, g)
			c.before(g, o)
			rest()
			g.Settle()
			got := g.Order(o.Token)
			assert.Equal(t, got.Status, c.want)
			assert.Assert(t, got.Due.IsZero())
			g.Audit(o.Token)
		})
	}
}

// An order that was not paid defers no work.
func TestAnUnpaidOrderDefersNoWork(t *testing.T) {
	g := ordertest.New(t)
	c := g.Over(g.Service())
	c.Later = func(func()) { t.Error("got deferred work, want none") }
	for n, method := range []string{"declined", "wrong amount", "asks"} {
		o, err := c.Place(context.Background(), g.Want(g.Fill("burger", 1), method, key+string(rune('a'+n))))
		assert.Check(t, err == nil && !o.Status.Placed(), "%s: %s %v", method, o.Status, err)
	}
}

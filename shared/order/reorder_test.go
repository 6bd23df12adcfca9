package order_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

// A repeated order is in the basket with all its choices; changes since then are reported, and cleared when the guest accepts them.
func TestReorder(t *testing.T) {
	for name, c := range map[string]struct {
		since   func(*ordertest.Fixture)
		changes []basket.ChangeKind
		lines   int
		price   int64
	}{
		"nothing changed":      {func(*ordertest.Fixture) {}, nil, 1, 2250},
		"a higher price":       {func(g *ordertest.Fixture) { g.Menu.Items[0].Prices = menu.Prices{money.USD: 1100} }, []basket.ChangeKind{basket.PriceChanged}, 1, 2450},
		"a choice was removed": {func(g *ordertest.Fixture) { g.Menu.ModifierGroups[1].Modifiers = nil }, []basket.ChangeKind{basket.ModifierRemoved}, 1, 2000},
		"the item was removed": {func(g *ordertest.Fixture) { g.Menu.Items = g.Menu.Items[1:] }, []basket.ChangeKind{basket.Removed}, 0, 0},
		"not for this handoff": {func(g *ordertest.Fixture) { g.Menu.Items[0].Handoffs = []location.Handoff{location.DineIn} }, []basket.ChangeKind{basket.NotHandedOver}, 0, 0},
	} {
		g := ordertest.New(t)
		// Without the onion, with bacon: 2 × 11.25.
		o := g.Place(g.Want(g.Fill("burger", 2, menu.Choice{Group: "add-ons", Modifier: "bacon", Quantity: 1}), "ok", key))
		o = g.Order(o.Token)
		c.since(g)
		g.Print()
		pc, err := g.Load(context.Background(), "")
		assert.NilError(t, err)
		b, err := o.Reorder(pc, key, locale.En)
		assert.NilError(t, err)
		assert.Check(t, b.ID != o.Basket && b.Hold == nil && b.Tip == nil && b.Count() == 2, "%s %+v", name, b)
		same, _ := o.Reorder(pc, key, locale.En)
		assert.Check(t, is.Equal(same.ID, b.ID), "%s: the repeated request created another basket", name)
		other, _ := o.Reorder(pc, key+"!", locale.En)
		assert.Check(t, other.ID != b.ID && len(other.ID) == len(o.Token), "%s: another request: got the same basket %q", name, other.ID)
		var kinds []basket.ChangeKind
		for _, change := range basket.Assess(b, pc).Changes {
			kinds = append(kinds, change.Kind)
		}
		assert.Check(t, is.DeepEqual(kinds, c.changes), name)
		accepted := b.Accept(pc)
		if got := basket.Price(accepted, pc).Subtotal.Minor; len(accepted.Lines) != c.lines || got != c.price {
			t.Errorf("%s: got %d lines for %d, want %d for %d", name, len(accepted.Lines), got, c.lines, c.price)
		}
	}
}

func TestItemsThatCannotBeReordered(t *testing.T) {
	g := ordertest.New(t)
	o := placeCurbside(g, t)
	pricing := func() basket.PricingContext {
		pc, err := g.Load(context.Background(), "")
		assert.NilError(t, err)
		return pc
	}
	g.Location.Handoffs = []location.Handoff{location.Pickup}
	b, err := o.Reorder(pricing(), key, locale.FrCA)
	assert.NilError(t, err)
	assert.Equal(t, b.Handoff, location.Pickup)
	cad := pricing()
	cad.Location.Currency = money.CAD
	_, err = o.Reorder(cad, key, locale.En)
	assert.Assert(t, problem.Is(err, problem.CurrencyMixed), "another currency: got %v", err)
	g.Location.OnlineOrdering = false
	_, err = o.Reorder(pricing(), key, locale.En)
	assert.Assert(t, problem.Is(err, problem.NoOnlineOrders), "location without online orders: got %v", err)
	for _, s := range []order.Status{order.Pending, order.Authentication, order.NotPaid} {
		o.Status = s
		_, err := o.Reorder(pricing(), key, locale.En)
		assert.Check(t, problem.Is(err, problem.OrderNotFound), "%s: %v", s, err)
	}
}

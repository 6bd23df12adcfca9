package order_test

import (
	"context"
	"slices"
	"testing"

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
func TestOrderedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		since   func(*ordertest.Fixture)
		changes []basket.ChangeKind
		lines   int
		price   int64
	}{
		"as it was":           {func(*ordertest.Fixture) {}, nil, 1, 2250},
		"dearer":              {func(g *ordertest.Fixture) { g.Menu.Items[0].Prices = menu.Prices{money.USD: 1100} }, []basket.ChangeKind{basket.PriceChanged}, 1, 2450},
		"without a choice":    {func(g *ordertest.Fixture) { g.Menu.ModifierGroups[1].Modifiers = nil }, []basket.ChangeKind{basket.ModifierRemoved}, 1, 2000},
		"no longer on":        {func(g *ordertest.Fixture) { g.Menu.Items = g.Menu.Items[1:] }, []basket.ChangeKind{basket.Removed}, 0, 0},
		"not for this anyway": {func(g *ordertest.Fixture) { g.Menu.Items[0].Handoffs = []location.Handoff{location.DineIn} }, []basket.ChangeKind{basket.NotHandedOver}, 0, 0},
	} {
		g := ordertest.New(t)
		// Without the onion, with bacon: 2 × 11.25.
		o := g.Place(g.Want(g.Fill("burger", 2, menu.Choice{Group: "add-ons", Modifier: "bacon", Quantity: 1}), "ok", key))
		o = g.Order(o.Token)
		c.since(g)
		g.Print()
		pc, err := g.Load(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		b, err := o.Again(pc, key, locale.En)
		if err != nil || b.ID == o.Basket || b.Hold != nil || b.Tip != nil || b.Count() != 2 {
			t.Fatalf("%s: %+v %v", name, b, err)
		}
		if same, _ := o.Again(pc, key, locale.En); same.ID != b.ID {
			t.Errorf("%s: the same request makes another basket", name)
		}
		if other, _ := o.Again(pc, key+"!", locale.En); other.ID == b.ID || len(other.ID) != len(o.Token) {
			t.Errorf("%s: another request makes basket %q", name, other.ID)
		}
		var kinds []basket.ChangeKind
		for _, change := range basket.Assess(b, pc).Changes {
			kinds = append(kinds, change.Kind)
		}
		if !slices.Equal(kinds, c.changes) {
			t.Errorf("%s: changes %v, want %v", name, kinds, c.changes)
		}
		accepted := b.Accept(pc)
		if got := basket.Price(accepted, pc).Subtotal.Minor; len(accepted.Lines) != c.lines || got != c.price {
			t.Errorf("%s: %d lines for %d, want %d for %d", name, len(accepted.Lines), got, c.lines, c.price)
		}
	}
}

func TestItemsThatCannotBeReordered(t *testing.T) {
	g := ordertest.New(t)
	o := parked(g, t)
	shop := func() basket.PricingContext {
		pc, err := g.Load(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		return pc
	}
	g.Location.Handoffs = []location.Handoff{location.Pickup}
	if b, err := o.Again(shop(), key, locale.FrCA); err != nil || b.Handoff != location.Pickup {
		t.Errorf("curbside has gone: %v %v", b.Handoff, err)
	}
	cad := shop()
	cad.Location.Currency = money.CAD
	if _, err := o.Again(cad, key, locale.En); !problem.Is(err, problem.CurrencyMixed) {
		t.Errorf("another currency: %v", err)
	}
	g.Location.OnlineOrdering = false
	if _, err := o.Again(shop(), key, locale.En); !problem.Is(err, problem.NoOnlineOrders) {
		t.Errorf("takes no orders: %v", err)
	}
	for _, s := range []order.Status{order.Pending, order.Authentication, order.NotPaid} {
		o.Status = s
		if _, err := o.Again(shop(), key, locale.En); !problem.Is(err, problem.OrderNotFound) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

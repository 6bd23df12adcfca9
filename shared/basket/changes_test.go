package basket_test

import (
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// formatted formats each change in one line: kind, label, was, now.
func formatted(changes []basket.Change) []string {
	var list []string
	for _, c := range changes {
		s := fmt.Sprintf("%s %s %s", c.LineID, c.Kind, c.Label)
		if c.Was != nil {
			s += fmt.Sprintf(" %s>%s", *c.Was, *c.Now)
		}
		list = append(list, s)
	}
	return list
}

func changesOf(b basket.Basket, pc basket.PricingContext) []string {
	return formatted(basket.Assess(b, pc).Changes)
}

// Changes of the menu between adding and paying, the reported changes, and the basket after accepting them.
func TestChangesAreReportedAndApplyOnlyWhenAccepted(t *testing.T) {
	burger := one("burger", choose("bun", "brioche", 1), choose("comes-with", "onion", 1), choose("add-ons", "bacon", 2))
	large := one("combo", choose("drink", "combo-cola", 1, choose("size", "large", 1)))
	for name, c := range map[string]struct {
		order basket.LineRequest
		menu  func(*menu.File)
		out   []location.SoldOut
		want  []string
		left  int64 // subtotal after accepting
	}{
		"no change":                      {order: burger, left: 1325},
		"the item's price":               {order: burger, menu: func(f *menu.File) { f.Items[0].Prices[money.USD] = 1100 }, want: []string{"1 price Burger $13.25>$14.25"}, left: 1425},
		"a cheaper item is a change too": {order: one("burger"), menu: func(f *menu.File) { f.Items[0].Prices[money.USD] = 900 }, want: []string{"1 price Burger $10.00>$9.00"}, left: 900},
		"a modifier's price":             {order: burger, menu: func(f *menu.File) { f.ModifierGroups[2].Modifiers[0].Prices[money.USD] = 150 }, want: []string{"1 modifier-price Bacon $2.50>$3.00"}, left: 1375},
		"a price inside a choice":        {order: large, menu: func(f *menu.File) { f.ModifierGroups[4].Modifiers[1].Prices[money.USD] = 99 }, want: []string{"1 modifier-price Large $0.60>$0.99"}, left: 1499},
		"a default with a new price":     {order: one("burger"), menu: func(f *menu.File) { f.ModifierGroups[1].Modifiers[0].Prices = menu.Prices{money.USD: 20} }, want: []string{"1 price Burger $10.00>$10.20"}, left: 1020},
		"another restaurant's price": {order: burger, menu: func(f *menu.File) {
			f.Overrides = []menu.Override{{Location: "elsewhere", Prices: map[string]menu.Prices{"burger": {money.USD: 1}}}}
		}, left: 1325},
		"an unchosen modifier":          {order: burger, menu: func(f *menu.File) { f.ModifierGroups[2].Modifiers[1].Prices[money.USD] = 999 }, left: 1325},
		"the item ran out":              {order: burger, out: []location.SoldOut{{Item: "burger"}}, want: []string{"1 sold-out Burger"}},
		"the item left the menu":        {order: burger, menu: func(f *menu.File) { f.Sections[0].Items = nil }, want: []string{"1 removed Burger"}},
		"the item left this restaurant": {order: burger, menu: func(f *menu.File) { f.Overrides = []menu.Override{{Location: "grill", Excluded: []string{"burger"}}} }, want: []string{"1 removed Burger"}},
		"a modifier ran out":            {order: burger, out: []location.SoldOut{{Modifier: "bacon"}}, want: []string{"1 modifier-sold-out Bacon"}, left: 1075},
		"a modifier left the menu":      {order: burger, menu: func(f *menu.File) { f.ModifierGroups[2].Modifiers = f.ModifierGroups[2].Modifiers[1:] }, want: []string{"1 modifier-removed Bacon"}, left: 1075},
		"a sold-out default":            {order: one("burger"), out: []location.SoldOut{{Modifier: "onion"}}, want: []string{"1 modifier-sold-out Onion"}, left: 1000},
		"a default off the menu":        {order: one("burger"), menu: func(f *menu.File) { f.ModifierGroups[1].Modifiers = f.ModifierGroups[1].Modifiers[:1] }, left: 1000},
	} {
		t.Run(name, func(t *testing.T) {
			before := newContext(t)
			b := addItems(t, before, emptyBasket(before), c.order)
			assert.Assert(t, is.Len(changesOf(b, before), 0))
			f := testMenu()
			if c.menu != nil {
				c.menu(&f)
			}
			pc := contextWith(t, f)
			pc.Offer = pc.Offer.Without(c.out)
			assert.DeepEqual(t, changesOf(b, pc), c.want)
			b, err := b.Update(pc, basket.Update{AcceptChanges: true})
			assert.NilError(t, err)
			assert.Assert(t, is.Len(changesOf(b, pc), 0))
			assert.Equal(t, basket.Price(b, pc).Subtotal.Minor, c.left)
		})
	}
}

// A required choice that is gone is removed by accepting, and the line reports what to choose: no other choice replaces it.
func TestSoldOutRequiredChoiceMustBeChosenAgain(t *testing.T) {
	pc := newContext(t)
	b := withTime(pc, addItems(t, pc, emptyBasket(pc), one("burger", choose("bun", "brioche", 1))), pc.Now.Add(3600e9))
	pc.Offer = pc.Offer.Without([]location.SoldOut{{Modifier: "brioche"}})
	b, err := b.Update(pc, basket.Update{AcceptChanges: true})
	assert.NilError(t, err)
	assert.DeepEqual(t, codes(basket.Assess(b, pc).Obstacles)["/lines/1"], []problem.Code{problem.ChooseAtLeast})
}

func TestRemovedItemKeepsItsLabel(t *testing.T) {
	pc := newContext(t)
	b := emptyBasket(pc)
	b.Locale = "fr-ca"
	b = addItems(t, pc, b, one("burger", choose("bun", "seeded", 1), choose("add-ons", "avocado", 1)))
	f := testMenu()
	f.ModifierGroups[2].Modifiers = f.ModifierGroups[2].Modifiers[:1]
	assert.DeepEqual(t, changesOf(b, contextWith(t, f)), []string{"1 modifier-removed Avocado (fr)"})
}

// A larger quantity does not accept a changed price: the change stays until it is accepted.
func TestANewQuantityDoesNotAcceptANewPrice(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), one("burger"))
	f := testMenu()
	f.Items[0].Prices[money.USD] = 1100
	pc = contextWith(t, f)
	b, err := b.Change(pc, "1", basket.Revision{Quantity: 2})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(changesOf(b, pc), 1))
}

// A basket that moves to another restaurant keeps all its contents, and reports differences before it is paid.
func TestMovingToAnotherLocationNamesEachDifference(t *testing.T) {
	here := newContext(t)
	old := addItems(t, here, emptyBasket(here), one("burger"), one("combo"), basket.LineRequest{ItemID: "cola", Quantity: 2})
	f := testMenu()
	f.Overrides = []menu.Override{{Location: "there", Prices: map[string]menu.Prices{"burger": {money.USD: 1200}}, Excluded: []string{"combo"}}}
	there := contextWith(t, f)
	there.Location.ID = "there"
	there.Offer = menu.New(f).Offer("there", money.USD)
	b, err := old.MovedTo(there, location.Pickup, category.Everyday, old.Locale)
	assert.NilError(t, err)
	assert.DeepEqual(t, changesOf(b, there), []string{"1 price Burger $10.00>$12.00", "2 removed Combo"})
	if b.ID == old.ID || b.LocationID != "there" || len(b.Lines) != 3 || b.Version != 0 || b.Hold != nil {
		t.Errorf("moved basket: got %+v", b)
	}
	assert.Equal(t, basket.Price(b.Accept(there), there).Subtotal.Minor, int64(1200+500))
	assert.Assert(t, len(old.Lines) == 3 && old.LocationID == "grill", "the old basket was changed")
	for want, b := range map[problem.Code]basket.Basket{
		problem.InFlight: old.Placing("order"), problem.BasketClosed: old.Placing("order").Placed(),
	} {
		_, err = b.MovedTo(there, location.Pickup, category.Everyday, old.Locale)
		requireProblem(t, err, want)
	}
	there.Location.Currency = money.CAD
	_, err = old.MovedTo(there, location.Pickup, category.Everyday, old.Locale)
	requireProblem(t, err, problem.CurrencyMixed)
}

// Another handoff of the same restaurant reports items that it does not offer, and keeps the time if it is available there: the old
// basket holds it until the guest confirms.
func TestHandoffChangeKeepsTheTimeIfOffered(t *testing.T) {
	f := testMenu()
	f.Items[2].Handoffs = []location.Handoff{location.Pickup}
	for name, c := range map[string]struct {
		curbside []location.Range // hours of every day; nil: the regular ones
		time     bool
		changes  []basket.ChangeKind
	}{
		"the time is kept":         {nil, true, []basket.ChangeKind{basket.NotHandedOver}},
		"no such time at curbside": {[]location.Range{{Open: 17 * 60, Close: 21 * 60}}, false, []basket.ChangeKind{basket.NotHandedOver}},
	} {
		pc := contextWith(t, f)
		pc.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
		if c.curbside != nil {
			week := location.Week{}
			for d := range week {
				week[d] = c.curbside
			}
			pc.Location.Hours.Handoffs = map[location.Handoff]location.Week{location.Curbside: week}
		}
		b := basket.New(pc.Location, location.Pickup, category.Everyday, locale.En)
		b = addItems(t, pc, b, basket.LineRequest{ItemID: "burger", Quantity: 1}, basket.LineRequest{ItemID: "cola", Quantity: 2})
		b.Hold = &basket.Hold{Start: pc.Now.Add(time.Hour), Expires: pc.Now.Add(10 * time.Minute), Taken: pc.Now}
		next, err := b.MovedTo(pc, location.Curbside, category.Everyday, locale.En)
		assert.NilError(t, err)
		var kinds []basket.ChangeKind
		for _, change := range basket.Assess(next, pc).Changes {
			kinds = append(kinds, change.Kind)
		}
		assert.Check(t, is.DeepEqual(kinds, c.changes), name)
		assert.Check(t, !next.Hold.Alive(pc.Now) && (next.Hold != nil) == c.time, "%s: hold %+v", name, next.Hold)
		accepted := next.Accept(pc)
		want := problem.TimeslotMissing
		if c.time {
			want = problem.HoldEnded
		}
		found := basket.Assess(accepted, pc).Obstacles
		if len(accepted.Lines) != 1 || len(found) != 1 || found[0].Code != want {
			t.Errorf("%s: got %d lines, %v, want only %s", name, len(accepted.Lines), found, want)
		}
	}
}

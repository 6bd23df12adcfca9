package basket_test

import (
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/tax"
)

// text is a label in English, and with a mark in French.
func text(s string) locale.Text { return locale.Text{locale.En: s, locale.FrCA: s + " (fr)"} }

func price(usd, cad int64) menu.Prices { return menu.Prices{money.USD: usd, money.CAD: cad} }

// testMenu returns the menu of these tests. Each call returns a new one, so that a test may change it.
func testMenu() menu.File {
	return menu.File{
		Menus:    []menu.Menu{{ID: "everyday", Slug: "everyday"}, {ID: "catering", Slug: "catering"}},
		Dayparts: []menu.Daypart{{ID: "breakfast", Label: text("Breakfast"), Days: []int{0, 1, 2, 3, 4, 5, 6}, From: 6 * 60, To: 10*60 + 30}},
		ModifierGroups: []menu.ModifierGroup{
			{ID: "bun", Label: text("Bun"), MinSelects: 1, MaxSelects: 1, Modifiers: []menu.Modifier{
				{ID: "seeded", Label: text("Seeded"), Default: true}, {ID: "brioche", Label: text("Brioche"), Prices: price(75, 100)}}},
			{ID: "comes-with", Label: text("Comes with"), MaxSelects: 3, Modifiers: []menu.Modifier{
				{ID: "lettuce", Label: text("Lettuce"), Default: true}, {ID: "onion", Label: text("Onion"), Default: true}}},
			{ID: "add-ons", Label: text("Pile it on"), MaxSelects: 3, Modifiers: []menu.Modifier{
				{ID: "bacon", Label: text("Bacon"), Prices: price(125, 160), Max: 2, MakeMinutes: 1}, {ID: "avocado", Label: text("Avocado"), Prices: price(150, 195)}}},
			{ID: "drink", Label: text("Drink"), MinSelects: 1, MaxSelects: 1, Modifiers: []menu.Modifier{
				{ID: "combo-cola", Label: text("Cola"), Default: true, Groups: []string{"size"}}, {ID: "combo-tea", Label: text("Tea")}}},
			{ID: "size", Label: text("Size"), MinSelects: 1, MaxSelects: 1, Modifiers: []menu.Modifier{
				{ID: "regular", Label: text("Regular"), Default: true}, {ID: "large", Label: text("Large"), Prices: price(60, 80)}}},
		},
		Sections: []menu.Section{
			{ID: "all", Slug: "all", Menu: "everyday", Items: []string{"burger", "combo", "cola", "pancakes", "wings", "brisket", "mint"}},
			{ID: "packs", Slug: "packs", Menu: "catering", Items: []string{"pack"}},
		},
		Items: []menu.Item{
			{ID: "burger", Slug: "the-burger", Label: text("Burger"), Prices: price(1000, 1300), TaxClass: tax.Meal, MakeMinutes: 3, Groups: []string{"bun", "comes-with", "add-ons"}},
			{ID: "combo", Slug: "combo", Label: text("Combo"), Prices: price(1400, 1800), TaxClass: tax.Meal, MakeMinutes: 4, Groups: []string{"drink"}},
			{ID: "cola", Slug: "cola", Label: text("Cola"), Prices: price(250, 325), TaxClass: tax.SoftDrink},
			{ID: "pancakes", Slug: "pancakes", Label: text("Pancakes"), Prices: price(700, 900), TaxClass: tax.Meal, Dayparts: []string{"breakfast"}},
			{ID: "wings", Slug: "wings", Label: text("Wings"), Prices: price(90, 120), TaxClass: tax.Meal, MinimumQuantity: 10, QuantityIncrement: 5, MaximumQuantity: 40, Groups: []string{"add-ons"}},
			{ID: "brisket", Slug: "brisket", Label: text("Brisket"), Prices: price(2200, 2900), TaxClass: tax.Meal, MakeMinutes: 10, LeadMinutes: 30},
			{ID: "mint", Slug: "mint", Label: text("Mint"), Prices: price(0, 0), TaxClass: tax.Meal},
			{ID: "pack", Slug: "pack", Label: text("Pack"), Prices: price(9900, 12900), TaxClass: tax.Meal, MakeMinutes: 30},
		},
	}
}

const chicago = "America/Chicago"

// newLocation returns a restaurant that is open from 6 to 22 every day.
func newLocation(country, state, zone string, cur money.Currency) location.Location {
	l := location.Location{
		ID: "grill", Slug: "grill", Label: "Grill", TimeZone: zone, Currency: cur, Status: location.StatusOpen, OnlineOrdering: true,
		Address:  location.Address{Country: country, State: state},
		Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15,
		Capacity: location.Capacity{Minutes: 60, Orders: 6}, CateringCapacity: location.Capacity{Minutes: 120, Orders: 2},
	}
	for d := range l.Hours.Regular {
		l.Hours.Regular[d] = []location.Range{{Open: 6 * 60, Close: 22 * 60}}
	}
	return l
}

// contextWith returns the pricing context of a location in Texas at noon of an ordinary day with this menu.
func contextWith(t assert.TestingT, f menu.File) basket.PricingContext {
	l := newLocation("US", "TX", chicago, money.USD)
	l.TaxRate = "0.0825"
	now := time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)
	rules, err := tax.For("US", "TX", l.TaxRate, now)
	assert.NilError(t, err)
	return basket.PricingContext{Location: l, Offer: menu.New(f).Offer(l.ID, l.Currency), Taxes: rules, Brand: brand.Default(), Now: now}
}

func newContext(t assert.TestingT) basket.PricingContext { return contextWith(t, testMenu()) }

func emptyBasket(pc basket.PricingContext) basket.Basket {
	return basket.New(pc.Location, location.Pickup, category.Everyday, locale.En)
}

// addItems adds items and fails the test if one is rejected.
func addItems(t testing.TB, pc basket.PricingContext, b basket.Basket, orders ...basket.LineRequest) basket.Basket {
	t.Helper()
	for _, o := range orders {
		var err error
		b, err = b.Add(pc, o)
		assert.NilError(t, err, "%+v", o)
	}
	return b
}

func one(item string, choices ...menu.Choice) basket.LineRequest {
	return basket.LineRequest{ItemID: item, Quantity: 1, Choices: choices}
}

func choose(group, modifier string, n int, inside ...menu.Choice) menu.Choice {
	return menu.Choice{Group: group, Modifier: modifier, Quantity: n, Choices: inside}
}

// requireProblem fails the test unless err is this problem, and returns it.
func requireProblem(t testing.TB, err error, code problem.Code) *problem.Problem {
	t.Helper()
	var p *problem.Problem
	assert.Assert(t, errors.As(err, &p) && p.Code == code, "got %v, want %s", err, code)
	return p
}

// codes returns the codes of findings by pointer.
func codes(found []basket.Obstacle) map[string][]problem.Code {
	m := map[string][]problem.Code{}
	for _, d := range found {
		m[d.Pointer] = append(m[d.Pointer], d.Code)
	}
	return m
}

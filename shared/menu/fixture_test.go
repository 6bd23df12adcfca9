package menu

import (
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/tax"
)

func text(s string) locale.Text { return locale.Text{locale.En: s, locale.FrCA: s + " (fr)"} }

func price(n int64) Prices { return Prices{money.USD: n, money.CAD: n + n/4} }

// diner is a small menu with every kind of modifier group: required, optional, with free ones, by quantity and step, and nested.
func diner() File {
	modifier := func(id string, n int64) Modifier { return Modifier{ID: id, Label: text(id), Prices: price(n)} }
	standard := func(id string, calories int) Modifier {
		return Modifier{ID: id, Label: text(id), Default: true, Calories: calories}
	}
	bacon := modifier("bacon", 125)
	bacon.Max, bacon.MakeMinutes, bacon.Calories = 2, 1, 110
	nuggets := modifier("nugget", 50)
	nuggets.Min, nuggets.Max, nuggets.Increment = 6, 12, 3
	cola := standard("cola", 0)
	cola.Groups = []string{"cup"}
	water := modifier("water", -50)
	big := modifier("big", 70)
	big.Calories = 90
	lettuce := modifier("lettuce-wrap", -25)
	lettuce.Calories = 10
	return File{
		Menus: []Menu{
			{ID: "everyday", Slug: "everyday", CategoryID: 1, Label: text("Menu")},
			{ID: "catering", Slug: "catering", CategoryID: 2, Label: text("Catering")},
		},
		Dayparts: []Daypart{
			{ID: "breakfast", Label: text("Breakfast"), Days: []int{0, 1, 2, 3, 4, 5, 6}, From: 6 * 60, To: 10*60 + 30},
			{ID: "late", Label: text("Late"), Days: []int{5, 6}, From: 22 * 60, To: 2 * 60},
		},
		ModifierGroups: []ModifierGroup{
			{ID: "bun", Label: text("Bun"), MinSelects: 1, MaxSelects: 1, Modifiers: []Modifier{standard("seeded", 210), modifier("brioche", 75), lettuce}},
			{ID: "with", Label: text("It comes with"), MaxSelects: 2, Modifiers: []Modifier{standard("onions", 10), standard("pickles", 5)}},
			{ID: "extras", Label: text("Pile it on"), MaxSelects: 3, Modifiers: []Modifier{bacon, modifier("egg", 150), modifier("ring", 60)}},
			{ID: "dips", Label: text("Dips"), MaxSelects: 3, Included: 1, Modifiers: []Modifier{modifier("fire", 50), modifier("gold", 65), modifier("ranch", 80)}},
			{ID: "pieces", Label: text("Pieces"), MinSelects: 6, MaxSelects: 12, Modifiers: []Modifier{nuggets}},
			{ID: "drink", Label: text("Drink"), MinSelects: 1, MaxSelects: 1, Named: true, Modifiers: []Modifier{cola, water}},
			{ID: "cup", Label: text("Cup"), MinSelects: 1, MaxSelects: 1, Named: true, Modifiers: []Modifier{standard("small", 0), big}},
			{ID: "kind", Label: text("Two kinds"), MinSelects: 2, MaxSelects: 2, Modifiers: []Modifier{{ID: "pork", Label: text("Pork"), Max: 2}, {ID: "beef", Label: text("Beef"), Max: 2}}},
		},
		Sections: []Section{
			{ID: "burgers", Slug: "burgers", Menu: "everyday", Label: text("Burgers"), Items: []string{"deal", "nuggets"}},
			{ID: "combos", Slug: "combos", Menu: "everyday", Label: text("Combos"), Items: []string{"combo", "waffle", "shake"}},
			{ID: "packs", Slug: "packs", Menu: "catering", Label: text("Packs"), Line: text("For many"), Items: []string{"tray"}},
		},
		Items: []Item{
			{ID: "deal", Slug: "the-deal", Label: text("The Deal"), Description: text("A burger"), Prices: price(800), TaxClass: tax.Meal, MakeMinutes: 4,
				Calories: &Calories{700, 700}, Allergens: []string{"wheat"}, Groups: []string{"bun", "with", "extras"}, Upsell: []string{"nuggets"},
				Stack: []Layer{{"heel", "seeded"}, {"wrap", "lettuce-wrap"}, {"patty", ""}, {"onions", "onions"}, {"bacon", "bacon"}, {"crown", "seeded"}}},
			{ID: "nuggets", Slug: "nuggets", Label: text("Nuggets"), Description: text("By the piece"), Prices: price(0), TaxClass: tax.Meal, MakeMinutes: 2,
				Calories: &Calories{240, 480}, Allergens: []string{}, Picture: "dishes/nuggets", Groups: []string{"pieces", "dips"}},
			{ID: "combo", Slug: "combo", Label: text("Combo"), Description: text("All of it"), Prices: price(1200), TaxClass: tax.Meal, MakeMinutes: 5,
				Allergens: []string{}, Picture: "dishes/combo", Combo: true, Groups: []string{"drink", "with"}},
			{ID: "waffle", Slug: "waffle", Label: text("Waffle"), Description: text("In the morning"), Prices: price(600), TaxClass: tax.Meal, MakeMinutes: 5,
				Allergens: []string{}, Picture: "dishes/waffle", Dayparts: []string{"breakfast", "late"}},
			{ID: "shake", Slug: "shake", Label: text("Shake"), Description: text("Melts"), Prices: price(500), TaxClass: tax.Meal, MakeMinutes: 1,
				Allergens: []string{}, Picture: "dishes/shake", Handoffs: []location.Handoff{location.Pickup, location.DineIn}},
			{ID: "tray", Slug: "tray", Label: text("Tray"), Description: text("For ten"), Prices: price(7000), TaxClass: tax.Meal, MakeMinutes: 20,
				Calories: &Calories{260, 260}, Allergens: []string{}, Picture: "dishes/tray", Groups: []string{"kind"}, Serves: 10, MinimumQuantity: 2, QuantityIncrement: 2, MaximumQuantity: 20},
		},
		Overrides: []Override{
			{Location: "airport", Prices: map[string]Prices{"deal": price(990)}, ModifierPrices: map[string]Prices{"bacon": price(200)}, Excluded: []string{"waffle"}},
		},
	}
}

// choose returns a choice with quantity 1.
func choose(group, modifier string, inside ...Choice) Choice {
	return Choice{Group: group, Modifier: modifier, Quantity: 1, Choices: inside}
}

func (c Choice) times(n int) Choice { c.Quantity = n; return c }

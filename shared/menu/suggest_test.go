package menu

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
)

// suggesting is a menu with the sections burgers (deal, double), sides (fries, slaw), drinks (cola, tea), sweets
// (cookie) and, of another menu, packs (tray). Cookies go with drinks, and cola is listed among the sweets too.
func suggesting() *Offer {
	item := func(id string, upsell ...string) Item {
		return Item{ID: id, Slug: id, Label: text(id), Prices: price(100), Upsell: upsell}
	}
	section := func(slug, menu string, items ...string) Section {
		return Section{ID: slug, Slug: slug, Menu: menu, Label: text(slug), Items: items}
	}
	return New(File{
		Menus: []Menu{{ID: "everyday", Slug: "everyday"}, {ID: "catering", Slug: "catering"}},
		Sections: []Section{section("burgers", "everyday", "deal", "double"), section("sides", "everyday", "fries", "slaw"),
			section("drinks", "everyday", "cola", "tea"), section("sweets", "everyday", "cookie", "cola"), section("packs", "catering", "tray", "urn")},
		Items: []Item{item("deal", "fries", "cola", "tray", "gone"), item("double", "slaw", "cola"), item("fries", "tea"), item("slaw"),
			item("cola", "cookie"), item("tea", "cookie"), item("cookie"), item("tray", "urn"), item("urn")},
	}).Offer("", money.USD)
}

func TestCrossSellOffersWhatTheBasketLacks(t *testing.T) {
	o := suggesting()
	for name, c := range map[string]struct {
		menu, basket, away, want string
		n                        int
	}{
		"upsells of the item, then of its section": {menu: "everyday", basket: "deal", n: 9, want: "cola/drinks fries/sides slaw/sides"},
		"at most as many":                          {menu: "everyday", basket: "deal", n: 1, want: "cola/drinks"},
		"the most frequent comes first":            {menu: "everyday", basket: "deal double fries", n: 9, want: "cola/drinks tea/drinks"},
		"all suggestions are in the basket":        {menu: "everyday", basket: "deal fries cola cookie", n: 9, want: ""},
		"no second drink":                          {menu: "everyday", basket: "deal tea", n: 9, want: "cookie/sweets fries/sides slaw/sides"},
		"no suggestion from the basket":            {menu: "everyday", basket: "deal fries cola", n: 9, want: "cookie/sweets"},
		"unavailable items are not offered":        {menu: "everyday", basket: "deal", away: "cola", n: 9, want: "fries/sides slaw/sides"},
		"only items of the same menu":              {menu: "catering", basket: "tray", n: 9, want: ""},
		"an empty basket":                          {menu: "everyday", basket: "", n: 9, want: ""},
		"unknown items":                            {menu: "everyday", basket: "moon deal", n: 1, want: "cola/drinks"},
		"an unknown menu":                          {menu: "holiday", basket: "deal", n: 9, want: ""},
	} {
		var got []string
		for _, s := range o.CrossSell(c.menu, strings.Fields(c.basket), c.n, func(i *Item) bool { return i.ID != c.away }) {
			got = append(got, s.ID+"/"+s.Within)
		}
		assert.Check(t, is.Equal(strings.Join(got, " "), c.want), "%s %v", name, got)
	}
	again := o.CrossSell("everyday", []string{"tea", "deal"}, 9, func(*Item) bool { return true })
	assert.DeepEqual(t, again, o.CrossSell("everyday", []string{"deal", "tea"}, 9, func(*Item) bool { return true }))
}

func TestUpsellOffersAvailableItemsOfTheSameMenu(t *testing.T) {
	o := suggesting()
	deal, _ := o.Item("deal")
	for name, c := range map[string]struct{ menu, away, want string }{
		"in its order":      {menu: "everyday", want: "fries cola"},
		"sold out":          {menu: "everyday", away: "fries", want: "cola"},
		"of the other menu": {menu: "catering", want: "tray"},
	} {
		var got []string
		for _, s := range o.Upsell(c.menu, deal, func(i *Item) bool { return i.ID != c.away }) {
			got = append(got, s.ID)
		}
		assert.Check(t, is.Equal(strings.Join(got, " "), c.want), "%s %v", name, got)
	}
}

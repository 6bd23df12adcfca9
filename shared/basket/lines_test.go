package basket_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

func TestAddChecksTheRulesOfTheItem(t *testing.T) {
	pc := newContext(t)
	pc.Offer = pc.Offer.Without([]location.SoldOut{{Item: "brisket"}, {Modifier: "avocado"}})
	for name, c := range map[string]struct {
		order basket.LineRequest
		want  problem.Code
	}{
		"unknown item":                      {one("rocket"), problem.ItemNotFound},
		"an item of another category":       {one("pack"), problem.ItemNotFound},
		"sold out":                          {one("brisket"), problem.ItemSoldOut},
		"sold-out modifier":                 {one("burger", choose("bun", "seeded", 1), choose("add-ons", "avocado", 1)), problem.ModifierSoldOut},
		"no choice of a required group":     {one("burger", choose("add-ons", "bacon", 1)), problem.ChooseAtLeast},
		"required inside a choice":          {one("combo", menu.Choice{Group: "drink", Modifier: "combo-cola", Quantity: 1, Choices: []menu.Choice{}}), problem.ChooseAtLeast},
		"more than the item allows":         {basket.LineRequest{ItemID: "wings", Quantity: 45}, problem.QuantityTooHigh},
		"not a multiple":                    {basket.LineRequest{ItemID: "wings", Quantity: 12}, problem.QuantityIncrement},
		"quantity zero":                     {basket.LineRequest{ItemID: "cola"}, problem.QuantityTooLow},
		"a negative quantity":               {basket.LineRequest{ItemID: "cola", Quantity: -4}, problem.QuantityTooLow},
		"more than a basket may have":       {basket.LineRequest{ItemID: "cola", Quantity: 201}, problem.BasketTooManyItems},
		"a web address in instructions":     {basket.LineRequest{ItemID: "cola", Quantity: 1, Instructions: "see evil.com/x"}, problem.WebAddress},
		"instructions longer than a ticket": {basket.LineRequest{ItemID: "cola", Quantity: 1, Instructions: strings.Repeat("é", 501)}, problem.InstructionsLong},
	} {
		t.Run(name, func(t *testing.T) {
			b := emptyBasket(pc)
			after, err := b.Add(pc, c.order)
			requireProblem(t, err, c.want)
			if len(after.Lines) > 0 && c.want != problem.QuantityTooHigh && c.want != problem.QuantityIncrement && c.want != problem.BasketTooManyItems {
				t.Error("the rejected line is in the basket")
			}
		})
	}
}

func TestAddReportsEveryFindingInTheGuestsLanguage(t *testing.T) {
	pc := newContext(t)
	b := emptyBasket(pc)
	b.Locale = "fr-ca"
	_, err := b.Add(pc, one("burger", choose("add-ons", "bacon", 3)))
	p := requireProblem(t, err, problem.ChooseAtLeast)
	assert.Assert(t, is.Len(p.Details, 2))
	assert.Assert(t, p.Params["group"] == "Bun (fr)" && p.Params["min"] == 1, "got params %v", p.Params)
}

func TestEqualLinesAreMerged(t *testing.T) {
	pc := newContext(t)
	brioche := one("burger", choose("bun", "brioche", 1))
	b := addItems(t, pc, emptyBasket(pc), one("burger"), one("the-burger"), brioche, brioche,
		one("burger", choose("bun", "seeded", 1), choose("comes-with", "lettuce", 1), choose("comes-with", "onion", 1)))
	noted := one("burger")
	noted.Instructions = "well done"
	b = addItems(t, pc, b, noted)
	var got []int
	for _, l := range b.Lines {
		got = append(got, l.Quantity)
	}
	if len(got) != 3 || got[0] != 3 || got[1] != 2 || got[2] != 1 {
		t.Errorf("got quantities %v; explicit defaults must be merged with the default item, and instructions must make another line", got)
	}
	ids := map[string]bool{}
	for _, l := range b.Lines {
		ids[l.ID] = true
	}
	if b, err := b.Remove(b.Lines[2].ID); err != nil {
		t.Error(err)
	} else if b = addItems(t, pc, b, one("cola")); ids[b.Lines[2].ID] {
		t.Error("the id of a removed line is used again")
	}
}

func TestQuantityLimitsCountAllLinesOfAnItem(t *testing.T) {
	pc := newContext(t)
	wings := basket.LineRequest{ItemID: "wings", Quantity: 5}
	hot := wings
	hot.Instructions = "hot"
	b := addItems(t, pc, emptyBasket(pc), wings)
	got := codes(basket.Assess(b, pc).Obstacles)["/lines/1"]
	assert.Assert(t, len(got) == 1 && got[0] == problem.ItemMinimum, "below the item's minimum: got %v", got)
	b = addItems(t, pc, b, hot)
	if got := codes(basket.Assess(b, pc).Obstacles); len(got["/lines/1"])+len(got["/lines/2"]) != 0 {
		t.Errorf("5 and 5 with a minimum of 10: got %v, want no problem", got)
	}
	_, err := b.Change(pc, "1", basket.Revision{Quantity: 40})
	requireProblem(t, err, problem.QuantityTooHigh)
	_, err = b.Change(pc, "1", basket.Revision{Quantity: 4})
	requireProblem(t, err, problem.QuantityIncrement)
}

func TestChangeRevisesALine(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), one("burger"))
	note := "  no \u202e<b>salt</b>\x07 "
	after, err := b.Change(pc, "1", basket.Revision{Quantity: 2, Choices: []menu.Choice{choose("bun", "brioche", 1)}, Instructions: &note})
	assert.NilError(t, err)
	l := after.Lines[0]
	assert.Equal(t, l.ID, "1")
	assert.Equal(t, l.Quantity, 2)
	assert.Equal(t, l.Instructions, "no <b>salt</b>")
	p := basket.Price(after, pc).Lines[0]
	assert.Equal(t, p.Price.Minor, int64(2*1075), "got price %s", p.Price)
	assert.Equal(t, b.Lines[0].Quantity, 1, "the original basket was changed too")
	for _, quantity := range []int{0, -1} {
		_, err = b.Change(pc, "1", basket.Revision{Quantity: quantity})
		requireProblem(t, err, problem.QuantityTooLow)
	}
	_, err = b.Change(pc, "9", basket.Revision{Quantity: 1})
	requireProblem(t, err, problem.LineNotFound)
	_, err = b.Remove("9")
	requireProblem(t, err, problem.LineNotFound)
}

// The quantity of a sold-out item can be reduced, but not increased.
func TestQuantityOfASoldOutItemCanOnlyBeReduced(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), basket.LineRequest{ItemID: "brisket", Quantity: 3})
	pc.Offer = pc.Offer.Without([]location.SoldOut{{Item: "brisket"}})
	if _, err := b.Change(pc, "1", basket.Revision{Quantity: 2}); err != nil {
		t.Errorf("fewer: %v", err)
	}
	_, err := b.Change(pc, "1", basket.Revision{Quantity: 4})
	requireProblem(t, err, problem.ItemSoldOut)
}

func TestAnOrderedBasketCannotChange(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), one("burger"))
	for state, want := range map[string]problem.Code{"placing": problem.InFlight, "placed": problem.BasketClosed} {
		closed := b.Placing("order")
		if state == "placed" {
			closed = closed.Placed()
		}
		_, add := closed.Add(pc, one("burger"))
		_, change := closed.Change(pc, "1", basket.Revision{Quantity: 2})
		_, remove := closed.Remove("1")
		_, update := closed.Update(pc, basket.Update{})
		_, _, hold := closed.HoldTime(t.Context(), nil, pc, "", pc.Now, true, nil)
		_, _, release := closed.ReleaseTime(t.Context(), nil, pc)
		for _, err := range []error{add, change, remove, update, hold, release} {
			requireProblem(t, err, want)
		}
	}
	again := b.Placing("order").Reopen(nil)
	assert.Assert(t, again.State == basket.Open && again.OrderToken == "", "reopened: %+v", again)
}

func TestTip(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), basket.LineRequest{ItemID: "burger", Quantity: 3})
	sum := func(minor int64, c money.Currency) *money.Amount { a := money.Of(minor, c); return &a }
	for name, c := range map[string]struct {
		tip  basket.Tip
		want problem.Code
		is   int64
	}{
		"none":                     {basket.Tip{Kind: basket.TipNone}, "", 0},
		"15 percent":               {basket.Tip{Kind: basket.TipPercent, Percent: 15}, "", 450},
		"a sum":                    {basket.Tip{Kind: basket.TipAmount, Amount: sum(777, money.USD)}, "", 777},
		"a sum and a percentage":   {basket.Tip{Kind: basket.TipAmount, Percent: 50, Amount: sum(1, money.USD)}, "", 1},
		"above the limit":          {basket.Tip{Kind: basket.TipPercent, Percent: 101}, problem.TipInvalid, 0},
		"a negative tip":           {basket.Tip{Kind: basket.TipPercent, Percent: -1}, problem.TipInvalid, 0},
		"a negative sum":           {basket.Tip{Kind: basket.TipAmount, Amount: sum(-1, money.USD)}, problem.TipInvalid, 0},
		"a hundred times too much": {basket.Tip{Kind: basket.TipAmount, Amount: sum(77700, money.USD)}, problem.TipInvalid, 0},
		"no sum":                   {basket.Tip{Kind: basket.TipAmount}, problem.TipInvalid, 0},
		"another currency":         {basket.Tip{Kind: basket.TipAmount, Amount: sum(100, money.CAD)}, problem.CurrencyMixed, 0},
		"another kind":             {basket.Tip{Kind: "gold"}, problem.TipInvalid, 0},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := b.Update(pc, basket.Update{Tip: &c.tip})
			if c.want != "" {
				requireProblem(t, err, c.want)
				return
			}
			assert.NilError(t, err)
			p := basket.Price(after, pc)
			assert.Equal(t, p.Tip.Minor, c.is, "got tip %s", p.Tip)
		})
	}
	big, err := b.Update(pc, basket.Update{Tip: &basket.Tip{Kind: basket.TipAmount, Amount: sum(3000, money.USD)}})
	assert.NilError(t, err)
	big, _ = big.Change(pc, "1", basket.Revision{Quantity: 1})
	assert.Assert(t, is.Len(codes(basket.Assess(big, pc).Obstacles)["/tip"], 1))
}

func TestRecentKeysAreRememberedAndBounded(t *testing.T) {
	pc := newContext(t)
	b := emptyBasket(pc).Remember("", "print").Remember("the-first-key-of-all", "print")
	check := func(key, print string, repeats bool, refused problem.Code) {
		t.Helper()
		if got, err := b.Repeats(key, print); got != repeats || (err != nil) != (refused != "") || err != nil && !problem.Is(err, refused) {
			t.Errorf("%q with %q: %t, %v", key, print, got, err)
		}
	}
	check("", "print", false, "")
	check("the-first-key-of-all", "print", true, "")
	check("the-first-key-of-all", "another", false, problem.IdempotencyKeyReused)
	for range 16 {
		b = b.Remember(strings.Repeat("k", 1+len(b.Recent)), "print")
	}
	check("the-first-key-of-all", "print", false, "")
	assert.Assert(t, len(b.Recent) == 16 && len(b.Prints) == 16, "got %d keys with %d fingerprints, want 16", len(b.Recent), len(b.Prints))
	// The previous release drops the prints when it writes a basket: the keys in it are accepted with any request.
	b.Prints = nil
	b.Recent = b.Recent[:3]
	b = b.Remember("the-key-of-this-release", "print")
	check("kk", "another", true, "")
	check("the-key-of-this-release", "print", true, "")
	check("the-key-of-this-release", "another", false, problem.IdempotencyKeyReused)
}

// An item without any choice stays without, also after it was stored: an empty list is not the default item.
func TestRemovedDefaultsStayRemoved(t *testing.T) {
	for _, choices := range [][]menu.Choice{nil, {}} {
		data, err := json.Marshal(basket.Line{ItemID: "pie", Quantity: 1, Choices: choices})
		assert.NilError(t, err)
		var kept basket.Line
		assert.NilError(t, json.Unmarshal(data, &kept))
		assert.Check(t, is.Equal(kept.Choices == nil, choices == nil))
	}
}

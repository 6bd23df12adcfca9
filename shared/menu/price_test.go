package menu

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/problem"
)

func offer(t assert.TestingT, locationID string) *Offer {
	f := diner()
	found := f.Check(North)
	assert.Assert(t, len(found) == 0, "invalid fixture: %v", found)
	return New(f).Offer(locationID, money.USD)
}

func TestPrice(t *testing.T) {
	type finding struct {
		code    problem.Code
		pointer string
	}
	none := []Choice{}
	for name, c := range map[string]struct {
		item     string
		location string
		choices  []Choice
		unit     int64
		stack    string
		calories int
		minutes  int
		findings []finding
	}{
		"defaults":               {item: "deal", unit: 800, stack: "heel patty onions crown", calories: 700},
		"a dearer bun":           {item: "deal", choices: []Choice{choose("bun", "brioche"), choose("with", "onions"), choose("with", "pickles")}, unit: 875, stack: "patty onions", calories: 490},
		"a cheaper bun":          {item: "deal", choices: []Choice{choose("bun", "lettuce-wrap"), choose("with", "onions"), choose("with", "pickles")}, unit: 775, stack: "wrap patty onions", calories: 500},
		"no onions":              {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("with", "pickles")}, unit: 800, stack: "heel patty crown", calories: 690},
		"bacon twice":            {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("extras", "bacon").times(2)}, unit: 1050, stack: "heel patty bacon crown", calories: 905, minutes: 2},
		"the airport is dearer":  {item: "deal", location: "airport", choices: []Choice{choose("bun", "seeded"), choose("extras", "bacon")}, unit: 1190, stack: "heel patty bacon crown", calories: 795, minutes: 1},
		"bacon three times":      {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("extras", "bacon").times(3)}, unit: 800, stack: "heel patty crown", calories: 685, findings: []finding{{problem.ModifierQuantity, "/choices/1"}}},
		"nothing at all":         {item: "deal", choices: none, unit: 800, stack: "patty", calories: 475, findings: []finding{{problem.ChooseAtLeast, "/choices"}}},
		"two buns":               {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("bun", "brioche")}, unit: 875, stack: "heel patty crown", calories: 685, findings: []finding{{problem.ChooseAtMost, "/choices"}}},
		"four extras":            {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("extras", "bacon").times(2), choose("extras", "egg"), choose("extras", "ring")}, unit: 1260, stack: "heel patty bacon crown", calories: 905, minutes: 2, findings: []finding{{problem.ChooseAtMost, "/choices"}}},
		"another item's group":   {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("dips", "fire")}, unit: 800, stack: "heel patty crown", calories: 685, findings: []finding{{problem.ModifierNotFound, "/choices/1"}}},
		"not of that group":      {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("with", "bacon")}, unit: 800, stack: "heel patty crown", calories: 685, findings: []finding{{problem.ModifierNotFound, "/choices/1"}}},
		"the same one twice":     {item: "deal", choices: []Choice{choose("bun", "seeded"), choose("extras", "egg"), choose("extras", "egg")}, unit: 950, stack: "heel patty crown", calories: 685, findings: []finding{{problem.Invalid, "/choices/2"}}},
		"six pieces":             {item: "nuggets", choices: []Choice{choose("pieces", "nugget").times(6)}, unit: 300},
		"nine pieces, one dip":   {item: "nuggets", choices: []Choice{choose("pieces", "nugget").times(9), choose("dips", "gold")}, unit: 450},
		"three dips, one free":   {item: "nuggets", choices: []Choice{choose("dips", "ranch"), choose("dips", "gold"), choose("dips", "fire"), choose("pieces", "nugget").times(6)}, unit: 300 + 65 + 80},
		"seven pieces":           {item: "nuggets", choices: []Choice{choose("pieces", "nugget").times(7)}, unit: 0, findings: []finding{{problem.ModifierQuantity, "/choices/0"}, {problem.ChooseAtLeast, "/choices"}}},
		"required, no default":   {item: "nuggets", unit: 0, findings: []finding{{problem.ChooseAtLeast, "/choices"}}},
		"a drink inside":         {item: "combo", unit: 1200},
		"nested defaults":        {item: "combo", choices: []Choice{choose("drink", "cola")}, unit: 1200},
		"a big cup inside":       {item: "combo", choices: []Choice{choose("drink", "cola", choose("cup", "big"))}, unit: 1270},
		"no cup inside":          {item: "combo", choices: []Choice{{Group: "drink", Modifier: "cola", Quantity: 1, Choices: none}}, unit: 1200, findings: []finding{{problem.ChooseAtLeast, "/choices/0/choices"}}},
		"a cup without a drink":  {item: "combo", choices: []Choice{choose("drink", "water", choose("cup", "big"))}, unit: 1150, findings: []finding{{problem.ModifierNotFound, "/choices/0/choices/0"}}},
		"a cup beside the drink": {item: "combo", choices: []Choice{choose("drink", "cola"), choose("cup", "big")}, unit: 1200, findings: []finding{{problem.ModifierNotFound, "/choices/1"}}},
		"one kind twice":         {item: "tray", choices: []Choice{choose("kind", "pork").times(2)}, unit: 7000, calories: 260},
		"one kind once":          {item: "tray", choices: []Choice{choose("kind", "pork")}, unit: 7000, calories: 260, findings: []finding{{problem.ChooseAtLeast, "/choices"}}},
	} {
		t.Run(name, func(t *testing.T) {
			o := offer(t, c.location)
			item, ok := o.Item(c.item)
			assert.Assert(t, ok, "no such item")
			p, details := o.Price(item, c.choices)
			var found []finding
			for _, d := range details {
				found = append(found, finding{d.Code, d.Pointer})
			}
			assert.Equal(t, p.Unit, money.Of(c.unit, money.USD), c.unit)
			assert.Equal(t, strings.Join(p.Stack, " "), c.stack)
			if c.calories > 0 && *p.Calories != (Calories{c.calories, c.calories}) {
				t.Errorf("got calories %v, want %d", *p.Calories, c.calories)
			}
			assert.Equal(t, p.AddedMinutes, c.minutes)
			assert.Assert(t, slices.Equal(found, c.findings), "got findings %v, want %v", found, c.findings)
		})
	}
}

// A ticket has no line for a default unless it is part of a combo, one for a removed default, and a parent before its children.
func TestChangesFromTheDefault(t *testing.T) {
	for name, c := range map[string]struct {
		item    string
		choices []Choice
		want    []string
	}{
		"defaults":                  {item: "deal"},
		"a bun swapped":             {"deal", []Choice{choose("bun", "brioche"), choose("with", "onions"), choose("with", "pickles")}, []string{"0 1 brioche"}},
		"onions off":                {"deal", []Choice{choose("bun", "seeded"), choose("with", "pickles"), choose("extras", "egg")}, []string{"0 0 onions", "0 1 egg"}},
		"inside a drink":            {"combo", []Choice{choose("drink", "cola", choose("cup", "big")), choose("with", "onions")}, []string{"0 1 cola", "1 1 big", "0 0 pickles"}},
		"a combo with its defaults": {item: "combo", want: []string{"0 1 cola", "1 1 small"}},
		"another part":              {"combo", []Choice{choose("drink", "water"), choose("with", "onions"), choose("with", "pickles")}, []string{"0 1 water"}},
		"in a dish of one part":     {item: "pop"},
	} {
		t.Run(name, func(t *testing.T) {
			o := offer(t, "")
			item, _ := o.Item(c.item)
			if c.item == "pop" {
				item = &Item{ID: "pop", Groups: []string{"cup"}}
			}
			p, findings := o.Price(item, c.choices)
			assert.Assert(t, is.Len(findings, 0))
			as := len(c.choices) == 0
			assert.Equal(t, p.AsItComes(), as, "AsItComes: got %v", !as)
			var got []string
			for _, m := range p.Listed() {
				got = append(got, string(rune('0'+m.Depth))+" "+string(rune('0'+m.Quantity))+" "+m.Modifier)
			}
			assert.DeepEqual(t, got, c.want)
		})
	}
}

func TestFindingsAreInTheReadersLanguage(t *testing.T) {
	o := offer(t, "")
	item, _ := o.Item("nuggets")
	_, findings := o.Price(item, nil)
	assert.Assert(t, is.Len(findings, 1))
	assert.Equal(t, findings[0].Message, "Choose 6 of Pieces")
	got := findings[0].In(locale.FrCA).Params["group"]
	assert.Assert(t, got == "Pieces (fr)", "French group name: got %v", got)
}

func TestSoldOutChoices(t *testing.T) {
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	o := offer(t, "").Without([]location.SoldOut{{Modifier: "onions", Until: now.Add(time.Hour)}, {Modifier: "big"}})
	deal, _ := o.Item("deal")
	combo, _ := o.Item("combo")
	pointers := func(item *Item, choices []Choice, at time.Time) (list []string) {
		for _, d := range o.SoldOutChoices(item, choices, at) {
			list = append(list, string(d.Code)+" "+d.Pointer)
		}
		return list
	}
	assert.DeepEqual(t, pointers(deal, nil, now), []string{"modifier-sold-out /choices/1"})
	assert.Assert(t, is.Nil(pointers(deal, nil, now.Add(time.Hour))))
	assert.Assert(t, is.Nil(pointers(deal, []Choice{choose("bun", "seeded")}, now)))
	inside := []Choice{choose("drink", "cola", choose("cup", "big"))}
	assert.DeepEqual(t, pointers(combo, inside, now), []string{"modifier-sold-out /choices/0/choices/0"})
}

// An empty list and an absent one are different choices; JSON must keep the difference.
func TestChoiceDistinguishesEmptyFromAbsent(t *testing.T) {
	for _, c := range []Choice{choose("a", "b"), {Group: "a", Modifier: "b", Quantity: 1, Choices: []Choice{}}} {
		data, err := json.Marshal(c)
		assert.NilError(t, err)
		var back Choice
		assert.NilError(t, json.Unmarshal(data, &back))
		assert.Check(t, is.Equal(back.Choices == nil, c.Choices == nil), "%s: got %#v after parsing", data, back)
	}
}

// choices draws choices for groups, mostly valid ones.
func choices(t *rapid.T, o *Offer, ids []string, depth int) []Choice {
	list := []Choice{}
	for _, g := range o.Groups(ids) {
		for i := range g.Modifiers {
			m := &g.Modifiers[i]
			if !rapid.Bool().Draw(t, "pick "+m.ID) {
				continue
			}
			c := Choice{Group: g.ID, Modifier: m.ID, Quantity: rapid.IntRange(0, 13).Draw(t, "quantity")}
			if rapid.Bool().Draw(t, "inside") {
				c.Choices = choices(t, o, m.Groups, depth+1)
			}
			list = append(list, c)
		}
	}
	return rapid.Permutation(list).Draw(t, "order")
}

// For any choices: the price is the sum of its parts, is never negative, does not depend on the order of the choices,
// and nil choices equal the explicit defaults.
func TestPriceProperties(t *testing.T) {
	o := offer(t, "")
	rapid.Check(t, func(t *rapid.T) {
		item := &o.file.Items[rapid.IntRange(0, len(o.file.Items)-1).Draw(t, "item")]
		picked := choices(t, o, item.Groups, 0)
		p, findings := o.Price(item, picked)
		sum := p.Item
		for _, m := range p.Modifiers {
			sum = sum.Plus(m.Price)
		}
		assert.Equal(t, sum, p.Unit)
		assert.Assert(t, len(findings) != 0 || p.Unit.Minor >= 0, "valid choices: got the negative price %v", p.Unit)
		turned := slices.Clone(picked)
		slices.Reverse(turned)
		q, more := o.Price(item, turned)
		assert.DeepEqual(t, p, q)
		assert.Assert(t, is.Len(more, len(findings)))
		plain, _ := o.Price(item, nil)
		spelled, _ := o.Price(item, o.Defaults(item))
		assert.DeepEqual(t, plain, spelled)
		assert.Equal(t, plain.Unit, o.ItemPrice(item))
	})
}

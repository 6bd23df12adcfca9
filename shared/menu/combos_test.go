package menu

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
	"ordering/shared/money"
)

// Combos of the brand name their parts: "1 Big Deal Combo" alone does not say what to make.
func TestCombosListTheirParts(t *testing.T) {
	raw, err := os.ReadFile("../../infra/seed/menu.json")
	assert.NilError(t, err)
	var f File
	assert.NilError(t, json.Unmarshal(raw, &f))
	o := New(f).Offer("", money.USD)
	for id, want := range map[string]string{
		"big-deal-combo":  "The Big Deal, Pit fries, -Regular, Fountain drink, -Cola, -Regular",
		"original-combo":  "The Original ’41, Pit fries, -Regular, Fountain drink, -Cola, -Regular",
		"pit-combo":       "Pulled Pork Sandwich, Pit fries, -Regular, Fountain drink, -Cola, -Regular",
		"chicken-combo":   "Crispy Chicken, Pit fries, -Regular, Fountain drink, -Cola, -Regular",
		"lunch-whistle":   "Little Deal, Small fries, Small fountain drink, -Cola",
		"kids-burger-box": "Little fries, Milk",
		"fountain-drink":  "",
		"the-big-deal":    "",
	} {
		item, ok := o.Item(id)
		assert.Assert(t, ok, "%s is not on the menu", id)
		p, _ := o.Price(item, nil)
		var listed []string
		for _, m := range p.Listed() {
			listed = append(listed, strings.Repeat("-", m.Depth)+m.Label.In(locale.En))
		}
		assert.Check(t, is.Equal(strings.Join(listed, ", "), want), id)
	}
	section := slices.IndexFunc(f.Sections, func(s Section) bool { return s.Slug == "combos" })
	for _, id := range f.Sections[section].Items {
		item, _ := o.Item(id)
		p, found := o.Price(item, nil)
		assert.Check(t, len(found) != 0 || len(p.Listed()) != 0, "%s does not list its parts", id)
	}
}

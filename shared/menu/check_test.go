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
	"ordering/shared/location"
	"ordering/shared/money"
)

// Each case breaks a valid menu in one way and gives the finding's pointer and a word of its message.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		spoil   func(*File)
		pointer string
		says    string
	}{
		"id with a capital":             {func(f *File) { f.Items[0].ID = "Deal" }, "/items/0/id", "not an id"},
		"two items of one id":           {func(f *File) { f.Items[1].ID = "deal" }, "/items/1/id", "already at /items/0/id"},
		"slug is another's id":          {func(f *File) { f.Items[0].Slug = "combo" }, "/items/2/id", "already at /items/0/slug"},
		"two sections of one slug":      {func(f *File) { f.Sections[1].Slug = "burgers" }, "/sections/1/slug", "already at"},
		"modifier in two groups":        {func(f *File) { f.ModifierGroups[1].Modifiers[1].ID = "seeded" }, "/modifierGroups/1/modifiers/1/id", "already at"},
		"no French name":                {func(f *File) { delete(f.Items[0].Label, locale.FrCA) }, "/items/0/name", "fr-ca is missing"},
		"blank description":             {func(f *File) { f.Items[0].Description[locale.En] = " " }, "/items/0/description", "en is missing"},
		"an unknown language":           {func(f *File) { f.Items[0].Label["de"] = "Das Ding" }, "/items/0/name/de", "not a language"},
		"described like another":        {func(f *File) { f.Items[1].Description = f.Items[0].Description }, "/items/1/description", "/items/0"},
		"no Canadian price":             {func(f *File) { delete(f.Items[0].Prices, money.CAD) }, "/items/0/price", "cad is missing"},
		"a price in pounds":             {func(f *File) { f.Items[0].Prices["gbp"] = 1 }, "/items/0/price/gbp", "not a currency"},
		"a price below zero":            {func(f *File) { f.Items[0].Prices[money.USD] = -1 }, "/items/0/price/usd", "not a price"},
		"an unknown allergen":           {func(f *File) { f.Items[0].Allergens = []string{"wheat", "mustard"} }, "/items/0/allergens/1", "major allergens"},
		"an allergen not stated":        {func(f *File) { f.ModifierGroups[0].Modifiers[0].Allergens = []string{"sesame"} }, "/items/0/allergens", "brings sesame"},
		"an unknown tag":                {func(f *File) { f.Items[0].Tags = []string{"nice"} }, "/items/0/tags/0", "a tag"},
		"an unknown tax class":          {func(f *File) { f.Items[0].TaxClass = "wine" }, "/items/0/taxClass", "not a tax class"},
		"calories backwards":            {func(f *File) { f.Items[1].Calories = &Calories{9, 8} }, "/items/1/calories", "not a range"},
		"an unknown group":              {func(f *File) { f.Items[0].Groups[1] = "sauce" }, "/items/0/groups/1", "no modifier group"},
		"a group listed twice":          {func(f *File) { f.Items[0].Groups[1] = "bun" }, "/items/0/groups/1", "listed twice"},
		"an unknown daypart":            {func(f *File) { f.Items[3].Dayparts = []string{"tea"} }, "/items/3/dayparts/0", "no daypart"},
		"an upsell of itself":           {func(f *File) { f.Items[0].Upsell = []string{"deal"} }, "/items/0/upsell", "itself"},
		"an unknown upsell":             {func(f *File) { f.Items[0].Upsell = []string{"pie"} }, "/items/0/upsell/0", "no item"},
		"handed over by courier":        {func(f *File) { f.Items[4].Handoffs = []location.Handoff{5} }, "/items/4/handoffs/0", "not a handoff"},
		"fewest above most":             {func(f *File) { f.Items[5].MaximumQuantity = 1 }, "/items/5/maximumQuantity", "fewest"},
		"neither picture nor stack":     {func(f *File) { f.Items[1].Picture = "" }, "/items/1", "picture or a stack"},
		"picture and stack":             {func(f *File) { f.Items[0].Picture = "dishes/deal" }, "/items/0", "picture or a stack"},
		"a layer of another's modifier": {func(f *File) { f.Items[0].Stack[0].By = "cola" }, "/items/0/stack/0/by", "not a modifier of this item"},
		"on no section":                 {func(f *File) { f.Sections[0].Items = []string{"deal"} }, "/items/1", "no section"},
		"on two sections": {func(f *File) {
			f.Sections[1].Items[0] = "deal"
			f.Sections[0].Items = append(f.Sections[0].Items, "combo")
		}, "/sections/1/items/0", "already at"},
		"a section's item is unknown":  {func(f *File) { f.Sections[0].Items[0] = "dael" }, "/sections/0/items/0", "no item"},
		"a section of an unknown menu": {func(f *File) { f.Sections[0].Menu = "lunch" }, "/sections/0/menu", "no menu"},
		"slug of another category":     {func(f *File) { f.Menus[0].Slug = "daily" }, "/menus/0/slug", "everyday"},
		"no such category":             {func(f *File) { f.Menus[0].CategoryID = 5 }, "/menus/0/categoryId", "order category"},
		"category taken":               {func(f *File) { f.Menus[1].CategoryID = 1 }, "/menus/1/categoryId", "already"},
		"an eighth day":                {func(f *File) { f.Dayparts[0].Days[0] = 7 }, "/dayparts/0/days/0", "0 to 6"},
		"a day twice":                  {func(f *File) { f.Dayparts[0].Days[1] = 0 }, "/dayparts/0/days/1", "twice"},
		"a daypart on no day":          {func(f *File) { f.Dayparts[0].Days = nil }, "/dayparts/0/days", "needs a day"},
		"a group without modifiers":    {func(f *File) { f.ModifierGroups[2].Modifiers = nil }, "/modifierGroups/2/modifiers", "needs modifiers"},
		"fewer at most than at least":  {func(f *File) { f.ModifierGroups[0].MinSelects = 2 }, "/modifierGroups/0/minSelects", "0 to 1"},
		"a maximum of zero":            {func(f *File) { f.ModifierGroups[1].MaxSelects = 0 }, "/modifierGroups/1/maxSelects", "1 to"},
		"too few to choose from":       {func(f *File) { f.ModifierGroups[4].MinSelects, f.ModifierGroups[4].MaxSelects = 13, 20 }, "/modifierGroups/4/minSelects", "cannot be chosen"},
		"more defaults than allowed":   {func(f *File) { f.ModifierGroups[1].MaxSelects = 1 }, "/modifierGroups/1/maxSelects", "defaults alone"},
		"more included than allowed":   {func(f *File) { f.ModifierGroups[3].Included = 4 }, "/modifierGroups/3/included", "0 to 3"},
		"cheaper among the included":   {func(f *File) { f.ModifierGroups[3].Modifiers[0].Prices = price(-100) }, "/modifierGroups/3/modifiers/0/price/usd", "not clear"},
		"a default that costs":         {func(f *File) { f.ModifierGroups[0].Modifiers[0].Prices = price(10) }, "/modifierGroups/0/modifiers/0/price/usd", "default costs nothing"},
		"most below fewest":            {func(f *File) { f.ModifierGroups[4].Modifiers[0].Max = 3 }, "/modifierGroups/4/modifiers/0/max", "fewest"},
		"fewest off the increment":     {func(f *File) { f.ModifierGroups[4].Modifiers[0].Min = 7 }, "/modifierGroups/4/modifiers/0/min", "multiple"},
		"a group inside itself":        {func(f *File) { f.ModifierGroups[6].Modifiers[0].Groups = []string{"drink"} }, "/modifierGroups/6/modifiers/0/groups/0", "itself"},
		"an override for no place":     {func(f *File) { f.Overrides[0].Location = "" }, "/overrides/0/location", "id of a restaurant"},
		"overridden twice":             {func(f *File) { f.Overrides = append(f.Overrides, f.Overrides[0]) }, "/overrides/1/location", "already"},
		"a price for no item":          {func(f *File) { f.Overrides[0].Prices["dael"] = price(1) }, "/overrides/0/prices/dael", "no item"},
		"a price for no modifier":      {func(f *File) { f.Overrides[0].ModifierPrices["egg-white"] = price(1) }, "/overrides/0/modifierPrices/egg-white", "no modifier"},
		"a default that costs there":   {func(f *File) { f.Overrides[0].ModifierPrices["seeded"] = price(1) }, "/overrides/0/modifierPrices/seeded", "default costs nothing"},
		"no item excluded":             {func(f *File) { f.Overrides[0].Excluded[0] = "wafle" }, "/overrides/0/excluded/0", "no item"},
		"choices below zero":           {func(f *File) { f.Items[2].Prices = price(40) }, "/items/2", "-$0.10"},
		"choices below zero there":     {func(f *File) { f.Overrides[0].Prices["combo"] = price(0) }, "/overrides/0", "-$0.50"},
	} {
		t.Run(name, func(t *testing.T) {
			f := diner()
			c.spoil(&f)
			found := f.Check(North)
			if !slices.ContainsFunc(found, func(x Finding) bool { return x.Pointer == c.pointer && strings.Contains(x.Message, c.says) }) {
				t.Errorf("want a finding at %s with %q, got %v", c.pointer, c.says, found)
			}
		})
	}
}

func TestSeedMenuHasNoFindings(t *testing.T) {
	data, err := os.ReadFile("../../infra/seed/menu.json")
	assert.NilError(t, err)
	var f File
	assert.NilError(t, json.Unmarshal(data, &f))
	for _, x := range f.Check(North) {
		t.Errorf("%s: %s", x.Pointer, x.Message)
	}
	o := New(f).Offer("", money.USD)
	sized := 0
	for _, g := range f.ModifierGroups {
		has := func(id string) bool {
			return slices.ContainsFunc(g.Modifiers, func(m Modifier) bool { return m.ID == id })
		}
		if has("size-six") && has("size-nine") {
			sized++
		}
	}
	assert.Equal(t, sized, 1)
	for i := range f.Items {
		p, _ := o.Price(&f.Items[i], nil)
		assert.Check(t, is.Equal(p.Unit, o.ItemPrice(&f.Items[i])))
	}
}

// Check terminates for any file that can be parsed.
func TestCheckTerminatesForAnyFile(t *testing.T) {
	for name, text := range map[string]string{
		"empty":                   `{}`,
		"lists of empty elements": `{"menus":[{}],"dayparts":[{}],"modifierGroups":[{}],"sections":[{}],"items":[{}],"overrides":[{}]}`,
		"a group of itself": `{"modifierGroups":[{"id":"a","minSelects":0,"maxSelects":1,"modifiers":[{"id":"m","groups":["a"]}]}],
			"items":[{"id":"i","groups":["a"],"stack":[{"layer":"x","by":"m"}]}]}`,
	} {
		var f File
		assert.NilError(t, json.Unmarshal([]byte(text), &f))
		found := f.Check(North)
		assert.Check(t, is.Equal(len(found) == 0, name == "empty"), "%s: %v", name, found)
	}
}

package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/locale"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func seedFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := seed.Files.ReadFile(name)
	assert.NilError(t, err)
	return data
}

// load imports and returns the findings as "line pointer: message".
func load(t table.Table, kind string, data []byte, dryRun bool, now func() time.Time) (*importer.Report, string, error) {
	report, err := importer.Kinds[kind](context.Background(), importer.Input{Table: t, Now: now, Name: kind + ".json", Data: data, DryRun: dryRun})
	var found []string
	if report != nil {
		for _, f := range report.Findings {
			found = append(found, fmt.Sprintf("%d %s: %s", f.Row, f.Column, f.Message))
		}
	}
	return report, strings.Join(found, "\n"), err
}

// refused checks that the import of each file fails with those words, and writes nothing.
func refused(t *testing.T, store table.Table, kind string, files map[string]struct{ data, want string }) {
	t.Helper()
	for name, c := range files {
		untouched := &failing{store, 0}
		_, found, err := load(untouched, kind, []byte(c.data), false, noon)
		if err == nil || !strings.Contains(found+err.Error(), c.want) || untouched.left < 0 {
			t.Errorf("%s: got error %v, findings:\n%s\nwant %s", name, err, found, c.want)
		}
	}
}

func TestSeedMenuIsImportedWithoutANote(t *testing.T) {
	store := open(t)
	load(store, "locations", seedFile(t, "locations.csv"), false, noon)
	report, found, err := load(store, "menu", seedFile(t, "menu.json"), false, noon)
	assert.NilError(t, err)
	assert.Assert(t, found == "" && report.Added == report.Rows && report.Rows >= 150, "%+v %s", report, found)
	c, err := menu.Current(context.Background(), store)
	assert.NilError(t, err)
	offer := c.Offer("bdb-1001", money.USD)
	sections := offer.Sections("everyday")
	dishes := 0
	for _, s := range sections {
		dishes += len(s.Dishes)
	}
	assert.Assert(t, len(sections) >= 9)
	assert.Assert(t, dishes >= 60)
	// Package menu checks that no two dishes have the same description. Chains share a picture; ours has one for each dish.
	drawn := map[string]string{}
	for _, item := range c.File().Items {
		as, _ := offer.Price(&item, offer.Defaults(&item))
		picture := item.Picture + strings.Join(as.Stack, " ")
		other, twice := drawn[picture]
		assert.Check(t, !twice && picture != "", "%s and %q have the same picture %q", item.ID, other, picture)
		drawn[picture] = item.ID
	}
}

// The sites abroad show the menu in their languages, each with its own text.
func TestSeedMenuHasTheLanguagesOfEverySite(t *testing.T) {
	var file menu.File
	assert.NilError(t, json.Unmarshal(seedFile(t, "menu.json"), &file))
	check := func(what string, text locale.Text) {
		for _, l := range locale.Abroad {
			if said := text[l]; said == "" && len(text) > 0 || strings.Contains(said, "  ") || said != strings.TrimSpace(said) {
				t.Errorf("%s in %s: %q", what, l, said)
			}
			if l == locale.JaJP && len(text) > 0 && !strings.ContainsFunc(text[l], func(r rune) bool { return r > 0x3000 }) {
				t.Errorf("%s has no Japanese characters: %q", what, text[l])
			}
		}
	}
	described := map[string]string{}
	for _, m := range file.Menus {
		check(m.ID, m.Label)
	}
	for _, s := range file.Sections {
		check(s.ID, s.Label)
		check(s.ID, s.Line)
	}
	for _, item := range file.Items {
		check(item.ID, item.Label)
		check(item.ID, item.Description)
		for _, l := range locale.Abroad {
			other, twice := described[item.Description[l]]
			assert.Check(t, !twice, "%s and %s have the same description: %q", other, item.ID, item.Description[l])
			described[item.Description[l]] = item.ID
		}
	}
}

func TestMenuReportsWhatChanges(t *testing.T) {
	store := open(t)
	load(store, "locations", seedFile(t, "locations.csv"), false, noon)
	data := seedFile(t, "menu.json")
	load(store, "menu", data, false, noon)
	changed := bytes.Replace(data, []byte(`"usd": 795`), []byte(`"usd": 805`), 1)
	r, found, err := load(store, "menu", changed, false, noon)
	assert.NilError(t, err)
	assert.Assert(t, found == "" && r.Changed == 1 && r.Added == 0 && r.Unchanged == r.Rows-1, "%+v %s", r, found)
	small := []byte(small)
	_, found, err = load(store, "menu", small, false, noon)
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(found, "item the-big-deal is no longer on the menu"))
	assert.Assert(t, is.Contains(found, `there is no restaurant "nowhere" yet`))
}

// small is a whole menu of one dish, which tests break.
const small = `{
  "$schema": "./menu.schema.json",
  "menus": [{"id": "everyday", "slug": "everyday", "categoryId": 1, "name": {"en": "Menu", "fr-ca": "Menu"}}],
  "sections": [{"id": "all", "slug": "all", "menu": "everyday", "name": {"en": "All", "fr-ca": "Tout"}, "items": ["pie"]}],
  "items": [
    {
      "id": "pie", "slug": "pie", "name": {"en": "Pie", "fr-ca": "Tarte"}, "description": {"en": "Round.", "fr-ca": "Ronde."},
      "price": {"usd": 400, "cad": 520}, "taxClass": "meal", "calories": {"min": 300, "max": 400}, "allergens": ["wheat"],
      "picture": "dishes/pie", "makeMinutes": 1
    }
  ],
  "overrides": [{"location": "nowhere", "prices": {"pie": {"usd": 500, "cad": 620}}}]
}`

// Each case breaks the small menu and expects line, pointer and words in the report, or the line of the syntax error.
func TestInvalidMenuIsRefusedWithItsPosition(t *testing.T) {
	files := map[string]struct{ data, want string }{
		"an empty file":      {"", "line 1: the file ends in the middle"},
		"a file cut off":     {small[:len(small)-40], "line 12: the file ends in the middle"},
		"data after the end": {small + "\n{}", "line 14: data after the end"},
		"bad UTF-8":          {small[:200] + "\xff" + small[200:], "line 4: invalid character"},
		"too deep":           {strings.Repeat("[", 100_000), "exceeded max depth"},
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"a comma too many":               {`"makeMinutes": 1`, `"makeMinutes": 1,`, "line 9: invalid character"},
		"a name twice":                   {`"slug": "pie"`, `"id": "pie"`, `line 7: the name "id" occurs twice`},
		"an unknown name":                {`"makeMinutes": 1`, `"makeMinuts": 1`, `9 /items/0/makeMinuts: unknown name`},
		"a missing name":                 {`, "makeMinutes": 1`, ``, `6 /items/0: "makeMinutes" is missing`},
		"a price in words":               {`"usd": 400`, `"usd": "4.00"`, `8 /items/0/price/usd: must be a whole number, not "4.00"`},
		"a price with a point":           {`"usd": 400`, `"usd": 4.5`, `8 /items/0/price/usd: must be a whole number, not 4.5`},
		"a huge price":                   {`"usd": 400`, `"usd": 1e30`, `8 /items/0/price/usd: must be a whole number`},
		"nothing for a price":            {`"usd": 400`, `"usd": null`, `8 /items/0/price/usd: must be a whole number, not null`},
		"no Canadian price":              {`, "cad": 520`, ``, `8 /items/0/price: the price in cad is missing`},
		"no French":                      {`, "fr-ca": "Tarte"`, ``, `7 /items/0/name: the text in fr-ca is missing`},
		"text without languages":         {`{"en": "Pie", "fr-ca": "Tarte"}`, `"Pie"`, `7 /items/0/name: must be an object, not "Pie"`},
		"an object for a list":           {`["wheat"]`, `{"wheat": true}`, `8 /items/0/allergens: must be an array, not an object`},
		"an unknown allergen":            {`["wheat"]`, `["gluten"]`, `8 /items/0/allergens/0: "gluten" is not one of the major allergens`},
		"calories misspelled":            {`"min": 300`, `"mni": 300`, `8 /items/0/calories: unknown field "mni"`},
		"a section with an unknown item": {`"items": ["pie"]`, `"items": ["cake"]`, `4 /sections/0/items/0: there is no item "cake"`},
		"an override of an unknown item": {`"prices": {"pie"`, `"prices": {"cake"`, `12 /overrides/0/prices/cake: there is no item "cake"`},
		"a name with a slash":            {`"picture": "dishes/pie"`, `"pic/ture": ""`, `9 /items/0/pic~1ture: unknown name`},
	} {
		spoiled := strings.Replace(small, c.old, c.new, 1)
		assert.Assert(t, spoiled != small, "test setup: the replacement changed nothing")
		files[name] = struct{ data, want string }{spoiled, c.want}
	}
	refused(t, open(t), "menu", files)
	_, found, err := load(open(t), "menu", []byte("\ufeff"+strings.ReplaceAll(small, "\n", "\r\n")), false, noon)
	assert.NilError(t, err, found)
}

func FuzzMenuImportEnds(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`{"items":[{"calories":null}],"menus":[{"id":"\"\\"}]}`))
	f.Add([]byte(`{"a":"\\\"","b":["\ud800"]}`))
	f.Add([]byte("kind,name,price,groups\nmenu,Menu\nsection,All,,\nitem,Pie,4.50,dips\ngroup,Dips,,\nmodifier,Hot,1e9,dips\n"))
	store := sqlitetest.Open(f, noon)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []string{"menu", "availability", "holidays", "promotions"} {
			report, _, err := load(store, kind, data, true, noon)
			assert.Check(t, err != nil || report.Rejected == 0, "%s: rows were rejected, but got no error", kind)
		}
	})
}

// The import accepts the README's examples.
func TestReadmeExamples(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	assert.NilError(t, err)
	store := open(t)
	assert.NilError(t, importer.Seed(context.Background(), store, 0, seed.Files, noon, importer.Seeded))
	blocks := strings.Split(string(readme), "```json\n")[1:]
	assert.Assert(t, is.Len(blocks, 4))
	for i, kind := range []string{"menu", "availability", "holidays", "promotions"} {
		text, _, _ := strings.Cut(blocks[i], "```")
		if kind == "availability" { // it refers to the seed's menu
			load(store, "menu", seedFile(t, "menu.json"), false, noon)
		}
		report, found, err := load(store, kind, []byte(text), false, noon)
		assert.Check(t, err, "%s %+v %s", kind, report, found)
	}
}

// The template is a valid menu, for a brand of both countries and for one of the United States.
func TestAMenuFromASpreadsheet(t *testing.T) {
	template, err := os.ReadFile("../menu.template.csv")
	assert.NilError(t, err)
	load := func(store table.Table, brandID int, data string) (*importer.Report, string, error) {
		in := importer.Input{Table: store, Now: noon, Name: "menu.csv", Data: []byte(data), Brand: brandID, Picture: func(path string) bool { return path != "dishes/nothing" }}
		report, err := importer.Menu(t.Context(), in)
		return report, printed(report), err
	}
	store := open(t)
	for _, added := range []int{9, 0} {
		report, printed, err := load(store, 3, string(template))
		assert.NilError(t, err, printed)
		assert.Check(t, report.Added == added && report.Unchanged == 9-added, printed)
	}
	c, err := menu.Current(t.Context(), store)
	assert.NilError(t, err)
	offer := c.Offer("", money.USD)
	plate, ok := offer.Item("brisket-plate")
	if !ok || plate.Prices[money.CAD] != 2295 || plate.ExternalID != "PLU-100" || plate.Section != "plates" || plate.Label[locale.FrCA] != "Assiette de poitrine" || plate.Calories.Min != 980 {
		t.Fatalf("%+v", plate)
	}
	side := func(id string, n int) menu.Choice {
		return menu.Choice{Group: "sides", Modifier: "sides-" + id, Quantity: n}
	}
	priced, wrong := offer.Price(plate, []menu.Choice{side("house-slaw", 1), side("beans", 1), {Group: "sauces", Modifier: "sauces-fire-sauce", Quantity: 2}})
	assert.Assert(t, is.Len(wrong, 0))
	assert.Equal(t, priced.Unit.Minor, int64(1750+100))
	assert.Assert(t, is.Contains(fmt.Sprintf("%+v", priced.Modifiers), "ExternalID:MOD-4"))
	for name, c := range map[string]struct{ old, new, want string }{
		"no price":           {"3.50,4.50", ",4.50", "row 6, column price: the price in usd is missing"},
		"a price in words":   {"3.50,4.50", "cheap,4.50", `row 6, column price: "cheap" is not a price such as 4.50`},
		"half a cent":        {"3.50,4.50", "3.505,4.50", `row 6, column price: "3.505" is not a price`},
		"an exponent":        {"3.50,4.50", "1e99999999,4.50", `row 6, column price: "1e99999999" is not a price`},
		"no French":          {"Frites du fumoir", "", "row 6, column name: the text in fr-ca is missing"},
		"an unknown group":   {"dishes/pit-fries,sauces", "dishes/pit-fries,dips", `row 6, column groups: there is no modifier group "dips"`},
		"an unknown picture": {"dishes/pit-fries", "dishes/nothing", `row 6, column picture: there is no picture "dishes/nothing"`},
		"an unknown kind":    {"group,sides", "question,sides", `row 9, column kind: "question" is not one of menu, section, item, group and modifier`},
		"no section above":   {"section,,Plates", "menu,catering,Plates", "row 4, column kind: there is no section above it"},
		"no such allergen":   {"620,milk", "620,gluten", `row 8, column allergens: "gluten" is not one of the major allergens`},
	} {
		spoiled := strings.Replace(string(template), c.old, c.new, 1)
		if _, printed, err := load(open(t), 3, spoiled); err == nil || spoiled == string(template) || !strings.Contains(printed, c.want) {
			t.Errorf("%s: %v\n%swant %s", name, err, printed, c.want)
		}
	}
	states := "kind,id,name,description,price,picture,make minutes\nmenu,everyday,Menu,,,,\nsection,,Sides,,,,\nitem,,Fries,Twice fried.,$3.50,dishes/pit-fries,2\n"
	report, printed, err := load(open(t), 1, states)
	assert.NilError(t, err, printed)
	assert.Equal(t, report.Added, 3, printed)
	_, printed, err = load(open(t), 1, string(template))
	assert.NilError(t, err, printed)
	_, printed, err = load(open(t), 3, states)
	assert.Assert(t, err != nil)
	assert.Assert(t, is.Contains(printed, "the price in cad is missing"))
}

func TestAPictureThatDoesNotExistIsRefused(t *testing.T) {
	burger := strings.Replace(small, `"picture": "dishes/pie"`, `"stack": [{"layer": "heel"}, {"layer": "moon"}]`, 1)
	for data, want := range map[string]string{
		small:  `/items/0/picture: there is no picture "dishes/pie"`,
		burger: `/items/0/stack/1/layer: there is no drawing of the layer "moon"`,
	} {
		in := importer.Input{Table: open(t), Now: noon, Data: []byte(data), Picture: func(path string) bool { return path == "ingredients/heel" }}
		report, err := importer.Menu(t.Context(), in)
		assert.Check(t, err != nil && strings.Contains(fmt.Sprint(report.Findings), want), "%v %+v, want %s", err, report, want)
	}
}

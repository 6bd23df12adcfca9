package importer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// template is infra/seed/promotions.template.csv in JSON.
const template = `{
  "$schema": "./promotions.schema.json",
  "promotions": [
    {
      "id": "kids-sunday", "kind": 9, "name": {"en": "Children eat free", "fr-ca": "Gratuit pour les enfants"},
      "text": {"en": "Sundays: a kids' box with each burger.", "fr-ca": "Le dimanche : une boîte des enfants avec chaque burger."},
      "items": ["kids-burger-box", "kids-tenders-box"], "buy": {"sections": ["burgers"], "quantity": 1, "get": 1},
      "cheapest": true, "weekdays": [0]
    },
    {
      "id": "lunch", "kind": 6, "name": {"en": "Lunch, less", "fr-ca": "Dîner, moins cher"}, "percent": 15,
      "sections": ["sandwiches"], "weekdays": [1, 2, 3, 4, 5], "hours": {"open": "11:00", "close": "14:00"},
      "handoffs": [2, 4], "countries": ["us"], "categories": ["everyday"]
    },
    {
      "id": "five-off", "kind": 1, "name": {"en": "$5 off", "fr-ca": "5 $ de rabais"}, "amount": {"usd": 500, "cad": 650},
      "terms": {"en": "Once a day is plenty.", "fr-ca": "Une fois par jour suffit."}, "from": "2026-11-01", "until": "2026-12-31",
      "locations": ["bdb-1001", "bdb-1002"], "minSubtotal": {"usd": 3500, "cad": 4500}, "minAfter": true, "signedIn": true,
      "limit": 5000, "perCustomer": 2
    },
    {
      "id": "smoke-20", "kind": 2, "name": {"en": "20% off", "fr-ca": "20 % de rabais"}, "percent": 20, "cap": {"usd": 800, "cad": 1000},
      "code": "SMOKE20", "stack": "codes"
    },
    {
      "id": "sorry", "kind": 3, "name": {"en": "Sorry about that", "fr-ca": "Désolés"}, "amount": {"usd": 300, "cad": 400},
      "items": ["the-big-deal"], "oncePerOrder": true, "serialized": true
    }
  ]
}`

// stocked returns a table with the demo brand's restaurants and menu.
func stocked(t *testing.T) table.Table {
	t.Helper()
	store := open(t)
	assert.NilError(t, importer.Seed(t.Context(), store, 0, seed.Files, noon, []string{"locations", "menu"}))
	return store
}

func TestPromotionsOfASpreadsheetEqualThoseOfJSON(t *testing.T) {
	store := stocked(t)
	current := func() string {
		t.Helper()
		f, err := promo.Current(t.Context(), store)
		assert.NilError(t, err)
		data, err := json.Marshal(f)
		assert.NilError(t, err)
		return string(data)
	}
	report, found, err := load(store, "promotions", []byte(template), true, noon)
	assert.NilError(t, err, found)
	wantCounts(t, report, 5, 0, 0, 0)
	assert.Equal(t, current(), `{"promotions":null}`, "a dry run wrote promotions")
	report, found, err = load(store, "promotions", []byte(template), false, noon)
	assert.NilError(t, err, found)
	wantCounts(t, report, 5, 0, 0, 0)
	want := current()
	sheet, err := os.ReadFile("../promotions.template.csv")
	assert.NilError(t, err)
	report, found, err = load(store, "promotions", sheet, false, noon)
	assert.NilError(t, err, found)
	assert.Equal(t, current(), want)
	wantCounts(t, report, 0, 0, 5, 0)
}

func TestPromotionsReportWhatChanges(t *testing.T) {
	store := stocked(t)
	_, _, err := load(store, "promotions", []byte(template), false, noon)
	assert.NilError(t, err)
	changed := strings.NewReplacer(`"percent": 15,`, `"percent": 12.5, "limit": 9,`, `"id": "sorry"`, `"id": "regrets"`).Replace(template)
	report, found, err := load(store, "promotions", []byte(changed), true, noon)
	assert.NilError(t, err, found)
	wantCounts(t, report, 1, 1, 3, 0)
	assert.Assert(t, is.Contains(printed(report), "  promotion lunch changes: limit (none → 9), percent (\"15\" → \"12.5\")\n"+
		"  promotion regrets is new\n"+
		"  promotion sorry is no longer there\n5 rows read: dry run"))
}

// The rules of the programme are imported with the promotions, and a dry run says which change. A sheet, which has no rules, keeps them.
func TestRulesOfTheProgrammeReportWhatChanges(t *testing.T) {
	store := stocked(t)
	rules := func(points, excluded string) string {
		gift := `{"name": {"en": "a", "fr-ca": "b"}, "points": ` + points + `}`
		program := `{"anniversary": ` + gift + `, "unit": 1` + points + `, "excludes": {"items": ["` + excluded + `"]}, "multipliers": {"2": 2}}`
		return strings.TrimSuffix(strings.TrimSpace(template), "}") + `, "program": ` + program + `}`
	}
	_, found, err := load(store, "promotions", []byte(rules("5", "corn-dog")), false, noon)
	assert.NilError(t, err, found)
	report, found, err := load(store, "promotions", []byte(rules("6", "milk")), true, noon)
	assert.NilError(t, err, found)
	assert.Assert(t, is.Contains(printed(report),
		"the loyalty programme changes: anniversary, excludes ({\"items\":[\"corn-dog\"]} → {\"items\":[\"milk\"]}), unit (15 → 16)\n"))
	assert.Assert(t, is.Contains(printed(report), "unchanged 5, rejected 0\nbesides the rows: 1 change is listed above\n"))
	sheet, err := os.ReadFile("../promotions.template.csv")
	assert.NilError(t, err)
	_, found, err = load(store, "promotions", sheet, false, noon)
	assert.NilError(t, err, found)
	f, err := promo.Current(t.Context(), store)
	assert.NilError(t, err)
	assert.Equal(t, f.Program.Anniversary.Points, int64(5))
	_, found, err = load(store, "promotions", []byte(rules("0", "milk")), true, noon)
	assert.Assert(t, err != nil && strings.Contains(found, "needs points or a promotion"), "%v %s", err, found)
	_, found, err = load(store, "promotions", []byte(rules("6", "gift-card")), true, noon)
	assert.Assert(t, err != nil && strings.Contains(found, `/program/excludes/items/0: there is no item "gift-card"`), "%v %s", err, found)
}

func TestAPictureOfAGiftThatDoesNotExistIsRefused(t *testing.T) {
	gift := `{"name": {"en": "a", "fr-ca": "b"}, "points": 5, "picture": "dishes/pie"}`
	data := strings.TrimSuffix(strings.TrimSpace(template), "}") + `, "program": {"referral": {"gift": ` + gift + `, "friend": ` + gift + `}}}`
	in := importer.Input{
		Table: stocked(t), Now: noon, Data: []byte(data), DryRun: true, Picture: func(path string) bool { return path != "dishes/pie" },
	}
	report, err := importer.Promotions(t.Context(), in)
	assert.Assert(t, err != nil)
	want := `/program/referral/friend/picture: there is no picture "dishes/pie"`
	assert.Assert(t, is.Contains(fmt.Sprint(report.Findings), want))
	for _, photo := range []string{"june.jpg", "dishes/pie.png", "ingredients/patty", "burgers/the-big-deal", "dishes/"} {
		in.Data = []byte(strings.ReplaceAll(data, "dishes/pie", photo))
		report, err := importer.Promotions(t.Context(), in)
		assert.Assert(t, err != nil)
		assert.Assert(t, is.Contains(fmt.Sprint(report.Findings), `/program/referral/gift/picture: "`+photo+`" is not a drawing of a dish`))
	}
}

func TestWrongPromotionsAreRefused(t *testing.T) {
	sheet := func(columns, cells string) string {
		return "id,kind,name,name fr" + columns + "\nx,itemFree,X,X" + cells + "\n"
	}
	var many []string
	for n := range 40 {
		const one = `{"id": "p%d", "kind": 4, "name": {"en": "P", "fr-ca": "P"}, "percent": 5, "items": ["corn-dog"],
			"oncePerOrder": true, "buy": {"items": ["milk"], "quantity": 1}, "stack": %q}`
		many = append(many, fmt.Sprintf(one, n, fmt.Sprint("s", n)))
	}
	files := map[string]struct{ data, want string }{
		"too many combinations": {`{"promotions": [` + strings.Join(many, ",") + `]}`, "1 /promotions: these promotions can apply to the same order"},
		"one stacking group": {
			`{"promotions": [` + strings.ReplaceAll(strings.Join(many[:2], ","), `"s1"`, `"s0"`) + `]}`,
			`1 /promotions: p0 and p1 of the stacking group "s0"`,
		},
		"a fault of a promotion":  {sheet("", ""), "2 : itemFree needs items or sections"},
		"no French":               {strings.Replace(template, `, "fr-ca": "Désolés"`, "", 1), "/promotions/4/name: the text in fr-ca is missing"},
		"an unknown name":         {strings.Replace(template, `"cap"`, `"most"`, 1), `22 /promotions/3/most: unknown name; known are id, kind`},
		"no kind":                 {strings.Replace(template, `"kind": 9, `, "", 1), `4 /promotions/0: "kind" is missing`},
		"no such day":             {strings.Replace(template, "2026-12-31", "2026-13-31", 1), `/promotions/2/until: "2026-13-31" is not a date`},
		"a kind in a sheet":       {"id,kind,name\nx,freebie,X\n", `2 kind: "freebie" is not a kind such as orderAmount, or its number`},
		"a flag in a sheet":       {sheet(",items,cheapest", ",corn-dog,maybe"), `2 cheapest: "maybe" is neither yes nor no`},
		"days in a sheet":         {sheet(",items,weekdays", ",corn-dog,often"), `2 weekdays: "often" is not written like Mo-Fr or Sa,Su`},
		"hours in a sheet":        {sheet(",items,hours", ",corn-dog,Mo 11-14"), `2 hours: "Mo 11-14" is not written like 11:00-14:00`},
		"no quantity in a sheet":  {sheet(",items,buy items", ",corn-dog,milk"), "2 buy quantity: it is missing"},
		"a reference in a sheet":  {sheet(",items,buy sections,buy quantity", ",corn-dog,pizzas,1"), `2 buy: there is no section "pizzas"`},
		"its own place in a list": {strings.Replace(template, `"kids-tenders-box"`, `"pizza"`, 1), `/promotions/0/items/1: there is no item "pizza"`},
	}
	for what, at := range map[string]string{
		`section "burgers"`: "/promotions/0/buy/sections/0", `section "sandwiches"`: "/promotions/1/sections/0",
		`restaurant "bdb-1002"`: "/promotions/2/locations/1", `item "the-big-deal"`: "/promotions/4/items/0",
	} {
		kind, id, _ := strings.Cut(what, " ")
		data := strings.Replace(template, id, `"gone"`, 1)
		files[what] = struct{ data, want string }{data, at + `: there is no ` + kind + ` "gone"`}
	}
	refused(t, stocked(t), "promotions", files)
	report, _, err := load(stocked(t), "promotions", []byte(strings.Replace(template, `"the-big-deal"`, `"gone"`, 1)), false, noon)
	assert.ErrorContains(t, err, "nothing was imported: 1 problem, at line 27, /promotions/4/items/0")
	assert.Assert(t, is.Len(report.Findings, 1))

	// The items are checked before those to buy, which are in an earlier line.
	const items, buy = `"items": ["kids-burger-box", "kids-tenders-box"]`, `"buy": {"sections": ["burgers"], "quantity": 1, "get": 1}`
	two := strings.Replace(template, items+", "+buy, strings.Replace(buy, "burgers", "gone", 1)+`,
	"items": ["gone"]`, 1)
	_, _, err = load(stocked(t), "promotions", []byte(two), false, noon)
	assert.ErrorContains(t, err, "2 problems, the first at line 7, /promotions/0/buy/sections/0")
}

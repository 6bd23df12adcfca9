package locations

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table"
)

const lunch = `{
 "menus": [{"id": "everyday", "slug": "everyday", "categoryId": 1, "name": {"en": "Menu", "fr-ca": "Carte", "ja-jp": "メニュー"}},
           {"id": "catering", "slug": "catering", "categoryId": 2, "name": {"en": "Catering", "fr-ca": "Traiteur"}}],
 "dayparts": [{"id": "breakfast", "name": {"en": "Breakfast", "fr-ca": "Déjeuner"}, "days": [0,1,2,3,4,5,6], "from": "06:00", "to": "10:30"}],
 "modifierGroups": [
  {"id": "bun", "name": {"en": "Bun", "fr-ca": "Pain"}, "minSelects": 1, "maxSelects": 1, "modifiers": [
   {"id": "seeded", "name": {"en": "Seeded", "fr-ca": "Au sésame"}, "default": true, "allergens": ["sesame"]},
   {"id": "brioche", "name": {"en": "Brioche", "fr-ca": "Brioché"}, "note": {"en": "Soft", "fr-ca": "Moelleux"}, "price": {"usd": 75, "cad": 100}, "groups": ["butter"]}]},
  {"id": "butter", "name": {"en": "Butter", "fr-ca": "Beurre"}, "minSelects": 0, "maxSelects": 2, "included": 1, "modifiers": [
   {"id": "butter-pat", "name": {"en": "A pat", "fr-ca": "Une noix"}, "price": {"usd": 30, "cad": 40}, "max": 2}]},
  {"id": "piece", "name": {"en": "Pieces", "fr-ca": "Morceaux"}, "minSelects": 6, "maxSelects": 12, "modifiers": [
   {"id": "wing", "name": {"en": "Wing", "fr-ca": "Aile"}, "price": {"usd": 110, "cad": 145}, "min": 6, "max": 12, "increment": 3}]}],
 "sections": [
  {"id": "burgers", "slug": "burgers", "menu": "everyday", "name": {"en": "Burgers", "fr-ca": "Burgers"}, "line": {"en": "Stacked.", "fr-ca": "Empilés."}, "items": ["deal", "wings"]},
  {"id": "mornings", "slug": "mornings", "menu": "everyday", "name": {"en": "Mornings", "fr-ca": "Matins"}, "items": ["waffle"]},
  {"id": "packs", "slug": "packs", "menu": "catering", "name": {"en": "Packs", "fr-ca": "Boîtes"}, "items": ["tray"]}],
 "items": [
  {"id": "deal", "slug": "the-deal", "name": {"en": "The Deal", "fr-ca": "Le Deal"}, "description": {"en": "A burger.", "fr-ca": "Un burger."}, "price": {"usd": 800, "cad": 1050},
   "taxClass": "meal", "calories": 700, "allergens": ["sesame"], "stack": [{"layer": "heel", "by": "seeded"}, {"layer": "patty"}], "groups": ["bun"], "makeMinutes": 4, "upsell": ["waffle", "wings", "tray"]},
  {"id": "wings", "slug": "wings", "name": {"en": "Wings", "fr-ca": "Ailes"}, "description": {"en": "By the piece.", "fr-ca": "Au morceau."}, "price": {"usd": 0, "cad": 0},
   "taxClass": "meal", "calories": {"min": 480, "max": 960}, "allergens": [], "picture": "dishes/wings", "groups": ["piece"], "makeMinutes": 3, "handoffs": [2]},
  {"id": "waffle", "slug": "waffle", "name": {"en": "Waffle", "fr-ca": "Gaufre"}, "description": {"en": "Square.", "fr-ca": "Carrée."}, "price": {"usd": 600, "cad": 790},
   "taxClass": "meal", "allergens": [], "tags": ["vegetarian"], "picture": "dishes/waffle", "dayparts": ["breakfast"], "makeMinutes": 5},
  {"id": "tray", "slug": "tray", "name": {"en": "Tray", "fr-ca": "Plateau"}, "description": {"en": "For ten.", "fr-ca": "Pour dix."}, "price": {"usd": 7000, "cad": 9000},
   "taxClass": "meal", "allergens": [], "picture": "dishes/tray", "makeMinutes": 20, "minimumQuantity": 4, "quantityIncrement": 4, "serves": 10}],
 "overrides": [{"location": "austin", "prices": {"deal": {"usd": 910, "cad": 1200}}, "modifierPrices": {"brioche": {"usd": 90, "cad": 120}}, "excluded": ["wings"]}]
}`

// kitchen serves some restaurants with the lunch menu. At Tulsa the deal is sold out until 17:30 and brioche indefinitely.
func kitchen(t *testing.T) func(path string, headers ...string) (int, []byte) {
	t.Helper()
	var f menu.File
	assert.NilError(t, json.Unmarshal([]byte(lunch), &f))
	assert.Assert(t, is.Len(f.Check(menu.North), 0))
	get, store := serveTable(t, some...)
	_, err := menu.Save(context.Background(), store, f)
	assert.NilError(t, err)
	away := location.Availability{SoldOut: []location.SoldOut{{Item: "deal", Until: time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC)}, {Modifier: "brioche"}}}
	item := away.Item("tulsa")
	assert.NilError(t, store.Write(context.Background(), table.Put(item)))
	return get
}

// Each path is refused with the code and its status.
func TestInvalidRequestsAreRefused(t *testing.T) {
	get := kitchen(t)
	for code, paths := range map[problem.Code][]string{
		problem.LocationNotFound: {
			"/nowhere", "/slug/nowhere", "/menus/nowhere", "/sections/nowhere", "/items/nowhere", "/item-details/nowhere/deal", "/availability/nowhere",
			"/upsell-items/nowhere/deal", "/cross-sell-items/nowhere?items=deal", "/delivery-radius/nowhere",
		},
		problem.ItemNotFound: {
			"/item-details/dome/unicorn", "/upsell-items/dome/unicorn",
			"/item-details/austin/wings",                                                                      // not offered there
			"/item-details/dome/tray", "/item-details/dome/deal?category=catering", "/upsell-items/dome/tray", // of another menu
		},
		problem.NotFound:          {"/items/dome?section=packs"}, // of another menu
		problem.PlaceNotFound:     {"?state=atlantis", "/cities?state=atlantis", "/boss?state=atlantis"},
		problem.HandoffNotOffered: {"/delivery-radius/dome"},
		problem.Invalid: {
			"?latitude=NaN&longitude=NaN", "?latitude=36&longitude=NaN", "?latitude=1e999&longitude=0", "?latitude=91&longitude=0",
			"?latitude=0&longitude=-181", "?city=tulsa", "?open=tomorrow", "?open=9999-12-31T23:59:59Z",
			"?cursor=-1", "?cursor=x", "?cursor=99999999999999999999", "/boss?cursor=x", "/boss?filter=status",
			"/cross-sell-items/dome?items=deal&limit=0",
		},
	} {
		for _, path := range paths {
			status, body := get(path)
			got := read[struct{ Code problem.Code }](t, body).Code
			assert.Check(t, got == code && status == problem.New(code).Status(), "%s: %d %s, want %s", path, status, body, code)
		}
	}
}

// A location's menu has its items and prices. The brand's menus have no prices.
func TestMenus(t *testing.T) {
	get := kitchen(t)
	type dish struct {
		ID, Section, Label string
		Price              *money.Amount
	}
	type answer struct {
		Menus []struct {
			Label    string
			Sections []struct {
				Slug, Label, Line string
				Items, Dishes     []dish
			}
		}
	}
	for name, c := range map[string]struct {
		path, language, want string
	}{
		"the brand's menu": {"/menus/dome", "en", "Menu: Burgers (Stacked.): The Deal 800 usd, Wings 0 usd; Mornings (): Waffle 600 usd; "},
		"in Canada, in French": {
			"/menus/montreal", "fr-CA",
			"Carte: Burgers (Empilés.): Le Deal 1050 cad, Ailes 0 cad; Matins (): Gaufre 790 cad; ",
		},
		"dearer, fewer items": {"/menus/austin", "en", "Menu: Burgers (Stacked.): The Deal 910 usd; Mornings (): Waffle 600 usd; "},
		"catering":            {"/menus/dome?category=catering", "en", "Catering: Packs (): Tray 7000 usd; "},
		"no location":         {"/menus", "en", "Menu: Burgers (Stacked.): The Deal, Wings; Mornings (): Waffle; Catering: Packs (): Tray; "},
		"no location, French": {
			"/menus", "fr-CA",
			"Carte: Burgers (Empilés.): Le Deal, Ailes; Matins (): Gaufre; Traiteur: Boîtes (): Plateau; ",
		},
		"no location, a country": {
			"/menus", "ja-JP",
			"メニュー: Burgers (Stacked.): The Deal, Wings; Mornings (): Waffle; Catering: Packs (): Tray; ",
		},
	} {
		status, body := get(c.path, "Accept-Language", c.language)
		assert.Equal(t, status, 200, "%s %s", name, body)
		var got strings.Builder
		for _, m := range read[answer](t, body).Menus {
			got.WriteString(m.Label + ": ")
			for _, s := range m.Sections {
				var dishes []string
				for _, d := range append(s.Items, s.Dishes...) {
					if d.Price != nil {
						d.Label += fmt.Sprintf(" %d %s", d.Price.Minor, d.Price.Currency)
					}
					dishes = append(dishes, d.Label)
					assert.Check(t, is.Equal(d.Section, s.Slug), d.ID)
				}
				got.WriteString(s.Label + " (" + s.Line + "): " + strings.Join(dishes, ", ") + "; ")
			}
		}
		assert.Check(t, is.Equal(got.String(), c.want), name)
	}
}

func TestSectionsAndItems(t *testing.T) {
	get := kitchen(t)
	_, body := get("/sections/dome", "Accept-Language", "fr-CA")
	sections := read[struct{ Sections []SectionHead }](t, body).Sections
	want := []SectionHead{{"burgers", "burgers", "Burgers", 2}, {"mornings", "mornings", "Matins", 1}}
	assert.DeepEqual(t, sections, want)
	for path, want := range map[string]string{
		"/items/dome":                   "deal wings waffle",
		"/items/dome?section=mornings":  "waffle",
		"/items/dome?category=catering": "tray",
		"/items/austin?section=burgers": "deal",
	} {
		_, body := get(path)
		var got []string
		for _, item := range read[struct{ Items []Item }](t, body).Items {
			got = append(got, item.ID)
		}
		assert.Check(t, is.Equal(strings.Join(got, " "), want), "%s %v", path, got)
	}
}

func TestItemDetails(t *testing.T) {
	get := kitchen(t)
	details := func(path, language string) ItemDetails {
		t.Helper()
		status, body := get(path, "Accept-Language", language)
		assert.Equal(t, status, 200, "%s %s", path, body)
		return read[ItemDetails](t, body)
	}
	d := details("/item-details/austin/the-deal", "fr-CA")
	if d.ID != "deal" || d.Price.Minor != 910 || *d.Calories != (menu.Calories{Min: 700, Max: 700}) || !d.Quick ||
		!slices.Equal(d.DefaultChoices, []string{"seeded"}) || d.Stack[0] != (menu.Layer{Layer: "heel", By: "seeded"}) {
		t.Errorf("deal in Austin: got %+v", d.Item)
	}
	bun := d.Groups[0]
	if bun.Label != "Pain" || bun.MinSelects != 1 || bun.MaxSelects != 1 || bun.Modifiers[0].Quantity != 1 || bun.Modifiers[1].Quantity != 0 {
		t.Errorf("its bun: got %+v", bun)
	}
	if b := bun.Modifiers[1]; b.Label != "Brioché" || b.Note != "Moelleux" || b.Price.Minor != 90 || b.Groups[0].Included != 1 || b.Groups[0].Modifiers[0].Max != 2 {
		t.Errorf("its brioche: got %+v", b)
	}
	if d := details("/item-details/dome/wings", "en"); d.Quick || d.MaximumQuantity != maxOffered {
		t.Errorf("wings, whose choice is required: got %+v", d.Item)
	} else if w := d.Groups[0].Modifiers[0]; [3]int{w.Min, w.Max, w.Increment} != [3]int{6, 12, 3} {
		t.Errorf("got wings group %+v", w)
	}
	d = details("/item-details/dome/tray?category=catering", "en")
	assert.Equal(t, [4]int{d.MinimumQuantity, d.QuantityIncrement, d.MaximumQuantity, d.Serves}, [4]int{4, 4, 96, 10})
	// The waffle is not served at noon, and a tray is on another menu.
	var upsell []string
	for _, item := range details("/item-details/dome/deal", "en").Upsell {
		upsell = append(upsell, item.ID)
	}
	assert.DeepEqual(t, upsell, []string{"wings"})
}

func TestAvailabilityForHandoffAndTime(t *testing.T) {
	get := kitchen(t)
	for name, c := range map[string]struct {
		path, language, want string
	}{
		"only breakfast is away":    {"/availability/dome", "fr-CA", "waffle not-served-now 2026-11-21T12:00:00Z Déjeuner 06:00-10:30"},
		"at breakfast":              {"/availability/dome?at=2026-11-21T14:00:00Z", "en", ""},
		"wings are not brought out": {"/availability/dome?at=2026-11-21T14:00:00Z&handoff=4", "en", "wings handoff  "},
		"sold out":                  {"/availability/tulsa?at=2026-11-20T23:29:59Z", "en", "deal sold-out 2026-11-20T23:30:00Z , waffle not-served-now 2026-11-21T12:00:00Z Breakfast 06:00-10:30, brioche sold-out  "},
		"back":                      {"/availability/tulsa?at=2026-11-20T23:30:00Z", "en", "waffle not-served-now 2026-11-21T12:00:00Z Breakfast 06:00-10:30, brioche sold-out  "},
		"catering":                  {"/availability/dome?category=catering", "en", ""},
	} {
		status, body := get(c.path, "Accept-Language", c.language)
		assert.Equal(t, status, 200, "%s %s", name, body)
		a := read[struct {
			Opening   Opening
			Next      *time.Time
			Items     []ItemAway
			Modifiers []ModifierAway
		}](t, body)
		var away []string
		say := func(id string, u Unavailable) {
			until := ""
			if !u.Until.IsZero() {
				until = u.Until.Format(time.RFC3339)
			}
			away = append(away, id+" "+u.Reason+" "+until+" "+strings.TrimSuffix(u.Daypart+" "+u.From+"-"+u.To, " -"))
		}
		for _, i := range a.Items {
			say(i.ItemID, i.Unavailable)
		}
		for _, m := range a.Modifiers {
			say(m.ModifierID, m.Unavailable)
		}
		assert.Check(t, is.Equal(strings.Join(away, ", "), c.want), name)
		brought := strings.Contains(c.path, "handoff=4")
		assert.Check(t, a.Opening.State == "open" && (a.Next == nil) == brought, "%s: got opening %+v, next %v", name, a.Opening, a.Next)
	}
	for _, far := range []string{"9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00", "0000-01-01T00:00:00Z"} {
		for _, path := range []string{"/availability/dome", "/menus/dome", "/items/dome", "/sections/dome", "/item-details/dome/deal"} {
			if status, body := get(path + "?at=" + far); status != 422 || strings.Contains(string(body), "marshal") {
				t.Errorf("%s at %s: %d %s", path, far, status, body)
			}
		}
	}
	// Sold-out items stay in the lists, and an item with a sold-out default bun is not quick to add.
	_, body := get("/item-details/tulsa/deal")
	d := read[ItemDetails](t, body)
	assert.Assert(t, d.Unavailable != nil)
	assert.Equal(t, d.Unavailable.Reason, "sold-out")
	assert.Assert(t, d.Groups[0].Modifiers[1].Unavailable != nil)
}

// The whole menu of the demo brand, as every order page requests it.
func BenchmarkMenu(b *testing.B) {
	data, err := os.ReadFile("../../infra/seed/menu.json")
	if err != nil {
		b.Skip(err)
	}
	var f menu.File
	if err := json.Unmarshal(data, &f); err != nil {
		b.Fatal(err)
	}
	get, store := serveTable(b, some...)
	if _, err := menu.Save(context.Background(), store, f); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if status, _ := get("/menus/dome"); status != 200 {
			b.Fatal(status)
		}
	}
}

func TestSuggestions(t *testing.T) {
	get := kitchen(t)
	for path, want := range map[string]string{
		"/upsell-items/dome/deal":                                   "wings",
		"/upsell-items/dome/the-deal?at=2026-11-21T14:00:00Z":       "waffle wings", // at breakfast
		"/upsell-items/dome/deal?handoff=4&at=2026-11-21T14:00:00Z": "waffle",       // wings are not offered at curbside
		"/upsell-items/austin/deal":                                 "",             // it has no wings
		"/cross-sell-items/dome?items=deal":                         "",             // wings are in the same section
		"/cross-sell-items/dome?items=deal&at=2026-11-21T14:00:00Z": "waffle",
		"/cross-sell-items/dome?items=moon&limit=12":                "",
	} {
		status, body := get(path)
		var got []string
		for _, item := range read[struct{ Items []Item }](t, body).Items {
			got = append(got, item.ID)
			assert.Check(t, item.Section != "" && item.Price.Currency != "", "%s: %+v", path, item)
		}
		assert.Check(t, status == 200 && strings.Join(got, " ") == want, "%s: %d %v, want %s", path, status, got, want)
	}
}

package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/tax"
)

// menuColumns lists the columns of a menu in a spreadsheet (infra/seed/menu.template.csv). Their names are those of the JSON file.
var menuColumns = map[string][]string{
	"kind": {"type"}, "id": nil, "external id": {"pos id", "plu"}, "name": nil, "name fr": {"name fr-ca"}, "description": nil, "description fr": {"description fr-ca"},
	"price": {"price usd"}, "price cad": nil, "calories": nil, "allergens": nil, "tags": nil, "tax class": nil, "picture": nil, "groups": {"modifier groups"},
	"min selects": {"min"}, "max selects": {"max"}, "included": nil, "default": nil, "make minutes": nil,
}

// sheet reads a menu from a spreadsheet. Each row is a menu, section, item, group or modifier, by its kind. A section belongs to the menu
// above it, an item to the section, a modifier to the group.
func (in Input) sheet() (f menu.File, file source, err error) {
	report := &Report{DryRun: in.DryRun}
	rows, err := readRows(in.Data, menuColumns, report)
	if err != nil {
		return f, file, err
	}
	rowOf := map[jsontext.Pointer]*row{} // by the place of its element in a JSON file
	for _, r := range rows {
		if pointer := sheetRow(&f, r); pointer != "" {
			rowOf[jsontext.Pointer(pointer)] = r
		}
	}
	return f, sheetSource(report, menuColumns, rowOf), nil
}

// sheetSource reports faults of a spreadsheet by the JSON pointers of its parts. rowOf has the rows by the pointers of their elements.
func sheetSource(report *Report, columns map[string][]string, rowOf map[jsontext.Pointer]*row) source {
	return source{report, func(pointer string) (row int, column string) {
		at := jsontext.Pointer(pointer)
		for ; at != "" && rowOf[at] == nil; at = at.Parent() {
			column = at.LastToken()
		}
		if at == "" {
			return 0, ""
		}
		for name := range columns { // those of a spreadsheet have spaces
			if columnName(name) == strings.ToLower(column) {
				return rowOf[at].number, rowOf[at].title(name)
			}
		}
		return rowOf[at].number, column
	}}
}

// sheetRow adds one row to the menu and returns its JSON pointer.
func sheetRow(f *menu.File, r *row) (pointer string) {
	kind := strings.ToLower(r.get("kind"))
	menus, sections, items, groups := len(f.Menus), len(f.Sections), len(f.Items), len(f.ModifierGroups)
	above := map[string]struct {
		kind  string
		count int
	}{"section": {"menu", menus}, "item": {"section", sections}, "modifier": {"group", groups}}[kind]
	if above.kind != "" && above.count == 0 {
		r.reject("kind", "there is no %s above it", above.kind)
		return ""
	}
	name := r.get("name")
	if kind == "modifier" {
		name = f.ModifierGroups[groups-1].ID + " " + name
	}
	id := cmp.Or(r.get("id"), location.Slug(name))
	switch kind {
	case "menu":
		m := menu.Menu{ID: id, Slug: id, Label: r.text("name"), ExternalID: r.get("external id")}
		for _, c := range category.All() {
			if c.Menu == id {
				m.CategoryID = c.ID
			}
		}
		f.Menus = append(f.Menus, m)
		return fmt.Sprintf("/menus/%d", menus)
	case "section":
		s := menu.Section{ID: id, Slug: id, Menu: f.Menus[menus-1].ID, Label: r.text("name"), Items: []string{}}
		if line := r.text("description"); len(line) > 0 {
			s.Line = line
		}
		f.Sections = append(f.Sections, s)
		return fmt.Sprintf("/sections/%d", sections)
	case "item":
		section := &f.Sections[sections-1]
		section.Items = append(section.Items, id)
		if r.get("name") == "" && slices.ContainsFunc(f.Items, func(i menu.Item) bool { return i.ID == id }) {
			return "" // an id alone lists an existing item in this section too
		}
		item := menu.Item{
			ID: id, Slug: id, ExternalID: r.get("external id"), Label: r.text("name"), Description: r.text("description"),
			Prices: r.prices("price"), Allergens: r.words("allergens"), Tags: r.words("tags"), Picture: r.get("picture"),
			Groups: r.words("groups"), MakeMinutes: r.whole("make minutes"),
			TaxClass: tax.Class(cmp.Or(r.get("tax class"), string(tax.Meal))),
		}
		if calories := r.whole("calories"); r.get("calories") != "" {
			item.Calories = &menu.Calories{Min: calories, Max: calories}
		}
		f.Items = append(f.Items, item)
		return fmt.Sprintf("/items/%d", items)
	case "group":
		f.ModifierGroups = append(f.ModifierGroups, menu.ModifierGroup{
			ID: id, Label: r.text("name"), Included: r.whole("included"),
			MinSelects: r.whole("min selects"), MaxSelects: max(1, r.whole("max selects")),
		})
		return fmt.Sprintf("/modifierGroups/%d", groups)
	case "modifier":
		m := menu.Modifier{
			ID: id, ExternalID: r.get("external id"), Label: r.text("name"), Calories: r.whole("calories"),
			Allergens: r.words("allergens"), Min: r.whole("min selects"), Max: r.whole("max selects"),
			Groups: r.words("groups"), MakeMinutes: r.whole("make minutes"),
		}
		take(r, "default", &m.Default, false, yesNo)
		if prices := r.prices("price"); prices[money.USD] != 0 || prices[money.CAD] != 0 {
			m.Prices = prices
		}
		g := &f.ModifierGroups[groups-1]
		g.Modifiers = append(g.Modifiers, m)
		return fmt.Sprintf("/modifierGroups/%d/modifiers/%d", groups-1, len(g.Modifiers)-1)
	}
	r.reject("kind", "%s is not one of menu, section, item, group and modifier", quoted(kind))
	return ""
}

// text returns a column in English, with the French column beside it.
func (r *row) text(column string) locale.Text {
	t := locale.Text{}
	for l, column := range map[locale.Locale]string{locale.En: column, locale.FrCA: column + " fr"} {
		if said := r.get(column); said != "" {
			t[l] = said
		}
	}
	return t
}

// words splits a cell at spaces, semicolons, commas and bars.
func (r *row) words(column string) []string {
	return strings.FieldsFunc(r.get(column), func(c rune) bool { return strings.ContainsRune(";, |", c) })
}

func (r *row) whole(column string) (n int) {
	take(r, column, &n, 0, whole(1_000_000))
	return n
}

// prices returns the amounts of a column in cents, with the column in Canadian dollars beside it: 4.50 or $4.50.
func (r *row) prices(column string) menu.Prices {
	prices := menu.Prices{}
	for currency, column := range map[money.Currency]string{money.USD: column, money.CAD: column + " cad"} {
		var cents int64
		if take(r, column, &cents, 0, parseCents) {
			prices[currency] = cents
		}
	}
	return prices
}

func parseCents(s string) (int64, error) {
	amount, err := parseDecimal(strings.NewReplacer("$", "", " ", "", "CA", "", "US", "").Replace(s))
	if cents := amount.Shift(2); err == nil && cents.IsInteger() {
		return cents.IntPart(), nil
	}
	return 0, fmt.Errorf("%s is not a price such as 4.50", quoted(s))
}

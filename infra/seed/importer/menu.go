package importer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"ordering/shared/brand"
	"ordering/shared/menu"
)

// Menu imports the brand's whole menu from JSON (infra/seed/menu.schema.json) or a spreadsheet (infra/seed/menu.template.csv). The file
// replaces the current menu: items that it lacks are no longer sold. It is all or nothing, and a guest sees the old menu or the new one.
func Menu(ctx context.Context, in Input) (*Report, error) {
	f, file, err := in.menu()
	if err != nil {
		return nil, err
	}
	report := file.report
	report.Rows = len(f.Menus) + len(f.Dayparts) + len(f.ModifierGroups) + len(f.Sections) + len(f.Items) + len(f.Overrides)
	if report.Rejected == 0 {
		in.checkMenu(f, file)
	}
	if err := report.refuse(); err != nil {
		return report, err
	}
	known, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	for i, o := range f.Overrides { // they have no effect until the restaurant is imported
		if _, ok := known[o.Location]; !ok {
			file.note(fmt.Sprintf("/overrides/%d/location", i), "there is no restaurant %q yet", o.Location)
		}
	}
	old, err := menu.Current(ctx, in.Table)
	if err != nil {
		return nil, fmt.Errorf("read the menu of the table: %w", err)
	}
	for _, name := range report.compare(elements(old.File(), ""), elements(f, "")) {
		report.Note(0, "", "%s is no longer on the menu", name)
	}
	return in.finish(report, "imported a menu", func() error {
		_, err := menu.Save(ctx, in.Table, f)
		return err
	})
}

// menu reads the file of a menu, JSON or a spreadsheet.
func (in Input) menu() (f menu.File, file source, err error) {
	if in.isSheet() {
		return in.sheet()
	}
	file, err = in.document(&f)
	return f, file, err
}

// isSheet reports whether the file is a spreadsheet, else it is JSON.
func (in Input) isSheet() bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(in.Data, []byte("\ufeff")))
	return len(text) > 0 && text[0] != '{' && text[0] != '['
}

// market returns the market of the brand: without a site for Canada it needs no French and no Canadian prices.
func market(brandID int) menu.Market {
	b, ok := brand.Find(brandID)
	if !ok {
		b = brand.Default()
	}
	if slices.ContainsFunc(b.Countries, func(c brand.Country) bool { return c.Code == "ca" }) {
		return menu.North
	}
	return menu.States
}

// checkMenu reports the faults of a menu, and missing drawings.
func (in Input) checkMenu(f menu.File, file source) {
	for _, found := range f.Check(market(in.Brand)) {
		file.reject(found.Pointer, "%s", found.Message)
	}
	for i, item := range f.Items {
		if item.Picture != "" && !in.shows(item.Picture) {
			file.reject(fmt.Sprintf("/items/%d/picture", i), "there is no picture %q", item.Picture)
		}
		for j, l := range item.Stack {
			if !in.shows("ingredients/" + l.Layer) {
				file.reject(fmt.Sprintf("/items/%d/stack/%d/layer", i, j), "there is no drawing of the layer %q", l.Layer)
			}
		}
	}
	if len(f.Items) == 0 && file.report.Rejected == 0 {
		file.reject("/items", "a menu needs items")
	}
}

// compare counts the added, changed and unchanged elements, and returns the names of the removed ones.
func (r *Report) compare(old, now map[string]string) (gone []string) {
	for name, element := range now {
		switch was, known := old[name]; {
		case !known:
			r.Added++
		case was == element:
			r.Unchanged++
		default:
			r.Changed++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, stays := now[name]; !stays {
			gone = append(gone, name)
		}
	}
	return gone
}

// elementNames names the lists that are compared element by element.
var elementNames = map[string]string{
	"menus": "menu", "dayparts": "daypart", "modifierGroups": "modifier group", "sections": "section", "items": "item",
	"overrides": "override of", "pages": "page", "posts": "post", "promos": "promotion", "promotions": "promotion",
}

// elements returns the parts of a menu, of content or of promotions in JSON, by descriptive names. Such a type always has JSON.
func elements(v any, where string) map[string]string {
	data, _ := json.Marshal(v)
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members)
	all := map[string]string{}
	for member, part := range members {
		name, isList := elementNames[member]
		if !isList {
			all[member+where] = string(part)
			continue
		}
		var list []json.RawMessage
		_ = json.Unmarshal(part, &list)
		for _, element := range list {
			var id struct{ ID, Slug, Location string }
			_ = json.Unmarshal(element, &id)
			all[name+" "+cmp.Or(id.ID, id.Slug, id.Location)+where] = string(element)
		}
	}
	return all
}

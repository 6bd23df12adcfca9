package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"ordering/shared/brand"
	"ordering/shared/menu"
	"ordering/shared/table"
)

// Menu imports the brand's whole menu from JSON (infra/seed/menu.schema.json) or a spreadsheet (infra/seed/menu.template.csv). The file
// replaces the current menu: items that it lacks are no longer sold. It is all or nothing, and a guest sees the old menu or the new one.
func Menu(ctx context.Context, in Input) (*Report, error) {
	f, file, err := in.menu()
	if err != nil {
		return nil, err
	}
	report := file.report
	if report.Rejected == 0 {
		for _, found := range f.Check(market(in.Brand)) {
			file.reject(found.Pointer, "%s", found.Message)
		}
		in.pictures(f, file)
	}
	report.Rows = len(f.Menus) + len(f.Dayparts) + len(f.ModifierGroups) + len(f.Sections) + len(f.Items) + len(f.Overrides)
	if len(f.Items) == 0 && report.Rejected == 0 {
		file.reject("/items", "a menu needs items")
	}
	if err := report.refuse(); err != nil {
		return report, err
	}
	if err := strangers(ctx, in.Table, f, file); err != nil {
		return nil, err
	}
	old, err := menu.Current(ctx, in.Table)
	if err != nil {
		return nil, fmt.Errorf("read the menu of the table: %w", err)
	}
	if err := report.compare(menuElements(old.File()), menuElements(f), "on the menu"); err != nil {
		return nil, err
	}
	if in.DryRun {
		return report, nil
	}
	in.progress("writing", 0, 1)
	if _, err := menu.Save(ctx, in.Table, f); err != nil {
		return nil, clashed(err, "imported a menu")
	}
	in.progress("writing", 1, 1)
	return report, nil
}

// menu reads the file of a menu, JSON or a spreadsheet.
func (in Input) menu() (f menu.File, file source, err error) {
	if text := bytes.TrimSpace(bytes.TrimPrefix(in.Data, []byte("\ufeff"))); len(text) > 0 && text[0] != '{' && text[0] != '[' {
		return in.sheet()
	}
	file, err = in.document(&f)
	return f, file, err
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

// pictures rejects missing drawings.
func (in Input) pictures(f menu.File, file source) {
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
}

// refuse returns an error if anything was rejected: a partial menu could sell missing items.
func (r *Report) refuse() error {
	wrong := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return !f.Rejected })
	if len(wrong) == 0 {
		return nil
	}
	r.Added, r.Changed, r.Unchanged = 0, 0, 0
	first := wrong[0]
	place := first.place(listed([]int{first.Row}))
	return fmt.Errorf("nothing was imported: %d problems, the first at %s: %s", len(wrong), place, first.Message)
}

// strangers notes overrides for unknown restaurants. They have no effect until the restaurant is imported.
func strangers(ctx context.Context, t table.Table, f menu.File, file source) error {
	known, err := storedLocations(ctx, t)
	if err != nil {
		return err
	}
	for i, o := range f.Overrides {
		if _, ok := known[o.Location]; !ok {
			file.note(fmt.Sprintf("/overrides/%d/location", i), "there is no restaurant %q yet", o.Location)
		}
	}
	return nil
}

// compare counts the added, changed and unchanged elements, by descriptive names, and notes removed ones.
func (r *Report) compare(old, now map[string]any, gone string) error {
	for name, element := range now {
		was, known := old[name]
		if !known {
			r.Added++
			continue
		}
		before, err := json.Marshal(was)
		if err != nil {
			return err
		}
		after, err := json.Marshal(element)
		if err != nil {
			return err
		}
		if bytes.Equal(before, after) {
			r.Unchanged++
		} else {
			r.Changed++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, stays := now[name]; !stays {
			r.Note(0, "", "%s is no longer %s", name, gone)
		}
	}
	return nil
}

// named adds the elements of a list under descriptive names.
func named[E any](all map[string]any, format string, list []E, id func(E) string) {
	for _, element := range list {
		all[fmt.Sprintf(format, id(element))] = element
	}
}

// menuElements are the elements of a menu.
func menuElements(f menu.File) map[string]any {
	all := map[string]any{}
	named(all, "menu %s", f.Menus, func(m menu.Menu) string { return m.ID })
	named(all, "daypart %s", f.Dayparts, func(d menu.Daypart) string { return d.ID })
	named(all, "modifier group %s", f.ModifierGroups, func(g menu.ModifierGroup) string { return g.ID })
	named(all, "section %s", f.Sections, func(s menu.Section) string { return s.ID })
	named(all, "item %s", f.Items, func(i menu.Item) string { return i.ID })
	named(all, "override of %s", f.Overrides, func(o menu.Override) string { return o.Location })
	return all
}

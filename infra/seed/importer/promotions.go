package importer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ordering/shared/menu"
	"ordering/shared/promo"
)

// Promotions imports all promotions of the brand from JSON (infra/seed/promotions.schema.json) or a spreadsheet
// (infra/seed/promotions.template.csv). The file replaces the current promotions. It is all or nothing, and reports what changes.
func Promotions(ctx context.Context, in Input) (*Report, error) {
	f, file, err := in.promotions(ctx)
	if err != nil {
		return nil, err
	}
	report := file.report
	report.Rows = len(f.Promotions)
	if report.Rejected == 0 {
		if err := in.checkPromotions(ctx, f, file); err != nil {
			return nil, err
		}
	}
	if err := report.refuse(); err != nil {
		return report, err
	}
	old, err := promo.Current(ctx, in.Table)
	if err != nil {
		return nil, fmt.Errorf("read the promotions of the table: %w", err)
	}
	report.promotions(elements(old, ""), elements(f, ""))
	return in.finish(report, "imported promotions", func() error {
		_, err := promo.Save(ctx, in.Table, f)
		return err
	})
}

// promotions reads the file of promotions, JSON or a spreadsheet.
func (in Input) promotions(ctx context.Context) (f promo.File, file source, err error) {
	if in.isSheet() {
		if f, file, err = in.promotionSheet(); err == nil { // a sheet has no rules: those of the table stay
			var old promo.File
			old, err = promo.Current(ctx, in.Table)
			f.Program = old.Program
		}
		return f, file, err
	}
	file, err = in.document(&f)
	return f, file, err
}

// checkPromotions reports the faults of promotions, also references that the table does not have.
func (in Input) checkPromotions(ctx context.Context, f promo.File, file source) error {
	for _, found := range f.Check(market(in.Brand)) {
		file.reject(found.Pointer, "%s", found.Message)
	}
	if file.report.Rejected == 0 {
		if err := promo.Bound(f); err != nil {
			file.reject("/promotions", "%v", err)
		}
	}
	catalogue, err := menu.Current(ctx, in.Table)
	if err != nil {
		return fmt.Errorf("read the menu of the table: %w", err)
	}
	known, err := storedLocations(ctx, in.Table)
	if err != nil {
		return err
	}
	items, sections, locations := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, i := range catalogue.File().Items {
		items[i.ID] = true
	}
	for _, s := range catalogue.File().Sections {
		sections[s.ID] = true
	}
	for id := range known {
		locations[id] = true
	}
	refs := func(at, what string, ids []string, known map[string]bool) {
		for i, id := range ids {
			if !known[id] {
				file.reject(fmt.Sprintf("%s/%d", at, i), "there is no %s %q", what, id)
			}
		}
	}
	for i, p := range f.Promotions {
		at := fmt.Sprintf("/promotions/%d", i)
		refs(at+"/items", "item", p.Items, items)
		refs(at+"/sections", "section", p.Sections, sections)
		refs(at+"/locations", "restaurant", p.Locations, locations)
		if p.Buy != nil {
			refs(at+"/buy/items", "item", p.Buy.Items, items)
			refs(at+"/buy/sections", "section", p.Buy.Sections, sections)
		}
	}
	if f.Program != nil {
		if x := f.Program.Excludes; x != nil {
			refs("/program/excludes/items", "item", x.Items, items)
			refs("/program/excludes/sections", "section", x.Sections, sections)
		}
		for i, a := range f.Program.Achievements {
			refs(fmt.Sprintf("/program/achievements/%d/items", i), "item", a.Items, items)
		}
	}
	for _, g := range f.Program.Gifts() {
		at := "/program" + g.At + "/picture"
		slug, dish := strings.CutPrefix(g.Picture, "dishes/")
		switch {
		case g.Picture == "":
		case !dish || slug == "" || strings.ContainsAny(slug, "./"):
			file.reject(at, "%q is not a drawing of a dish: dishes/SLUG", g.Picture)
		case !in.shows(g.Picture):
			file.reject(at, "there is no picture %q", g.Picture)
		}
	}
	return nil
}

// promotions counts and lists added, changed and removed promotions, and lists changed rules of the programme.
func (r *Report) promotions(old, now map[string]string) {
	const program = "program"
	rules := changedMembers(old[program], now[program])
	delete(old, program)
	delete(now, program)
	gone := r.compare(old, now)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		switch was, known := old[name]; {
		case !known:
			r.Changes = append(r.Changes, name+" is new")
		case was != now[name]:
			r.Changes = append(r.Changes, name+" changes: "+changedMembers(was, now[name]))
		}
	}
	for _, name := range gone {
		r.Changes = append(r.Changes, name+" is no longer there")
	}
	if rules != "" {
		r.Changes = append(r.Changes, "the loyalty programme changes: "+rules)
	}
}

// changedMembers names the members that differ between two JSON objects, with both values if they are short. "" has no members.
func changedMembers(old, now string) string {
	var was, is map[string]json.RawMessage
	_, _ = json.Unmarshal([]byte(old), &was), json.Unmarshal([]byte(now), &is)
	either := map[string]json.RawMessage{}
	maps.Copy(either, was)
	maps.Copy(either, is)
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(either)) {
		before, after := cmp.Or(string(was[name]), "none"), cmp.Or(string(is[name]), "none")
		switch {
		case before == after:
		case len(before)+len(after) > 60:
			changed = append(changed, name)
		default:
			changed = append(changed, fmt.Sprintf("%s (%s → %s)", name, before, after))
		}
	}
	return strings.Join(changed, ", ")
}

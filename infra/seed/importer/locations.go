package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ordering/shared/location"
	"ordering/shared/table"
)

// Locations imports restaurants from CSV or GeoJSON. A known id updates its restaurant; values without a column in the file stay. A new
// restaurant gets the brand's defaults for missing values. Nothing is ever deleted. Rows with errors are reported and skipped.
func Locations(ctx context.Context, in Input) (*Report, error) {
	report := &Report{DryRun: in.DryRun}
	rows, err := readRows(in.Data, aliases(), report)
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 && !rows[0].has("id") && !rows[0].has("street") && !rows[0].has("city") {
		return nil, errors.New("this is not a list of restaurants: the header has no id, street or city")
	}
	// Read the change counter before the restaurants, so that a write in between is noticed as a change.
	changes, err := location.Changes(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	stored, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	list := &list{in: in, report: report, changes: changes, stored: stored, name: location.Slug(strings.TrimSuffix(in.Name, path.Ext(in.Name))),
		rowOf: map[string]int{}, addresses: map[string]int{}}
	for i, r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list.add(r)
		in.progress("checking", i+1, len(rows))
	}
	list.assignSlugs()
	return report, list.write(ctx)
}

// saved is a stored restaurant.
type saved struct {
	location location.Location
	item     table.Item
}

func storedLocations(ctx context.Context, t table.Table) (map[string]saved, error) {
	items, err := location.Items(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("read the restaurants of the table: %w", err)
	}
	stored := make(map[string]saved, len(items))
	for _, item := range items {
		l, err := location.FromItem(item)
		if err != nil {
			return nil, err
		}
		stored[l.ID] = saved{l, item}
	}
	return stored, nil
}

// list is the valid rows of the file.
type list struct {
	in        Input
	report    *Report
	name      string // of the file, used in ids
	changes   int64  // change counter: the table's before the restaurants were read, plus this import's writes
	stored    map[string]saved
	drafts    []*draft
	rowOf     map[string]int // id → row
	addresses map[string]int // address → row
}

// add reads one row, and reports faults.
func (l *list) add(r *row) {
	d := &draft{row: r, in: l.in}
	given, id := l.identify(d)
	known, was := l.stored[id]
	d.location, d.known = newLocation(id), was
	if was {
		d.location = known.location
	}
	if !r.has("street") && !r.has("city") { // a list of changes: a column that is not read is a change that is lost
		for _, title := range r.unknown {
			r.fail(title, errors.New("unknown column: infra/seed/README.md lists those that are read"))
		}
	}
	if !d.rejected && d.address() {
		d.fill()
	}
	if d.rejected {
		return
	}
	l.rowOf[given], l.rowOf[id] = r.number, r.number
	a := d.location.Address
	at := location.Fold(a.Street + " " + a.City + " " + a.State)
	if other, twice := l.addresses[at]; twice {
		l.report.Note(r.number, r.title("street"), "the same address as row %d", other)
	} else {
		l.addresses[at] = r.number
	}
	l.drafts = append(l.drafts, d)
}

// movedMeters is the distance in metres above which an address with the same id is another restaurant, not a correction.
const movedMeters = 2_000

// identify returns the restaurant's id. A row without an id gets one from its address. If the table has the id for a distant restaurant,
// the file is another list that also counts from 1, and its ids get its name as a prefix. A repeated id in the list is refused, so that a
// second run changes nothing.
func (l *list) identify(d *draft) (given, id string) {
	raw, street, city := pick(d.row, "id", parseID), d.street(), pick(d.row, "city", parseCity)
	if given = identifier(raw.value); given == "" {
		reason := errors.New("there is no id")
		if raw.err != nil {
			reason = raw.err
		}
		d.note("id", "%v: the id is derived from the address", reason)
		given = shorten(location.Slug(city.value+" "+street.value), 64)
	}
	if !l.checkUnique(d, given) || raw.value == "" {
		return given, given
	}
	name := label(street.value, city.value)
	if own := pick(d.row, "name", short(120)); own.given {
		name = own.value
	}
	lat, lon := pick(d.row, "latitude", degrees(90)), pick(d.row, "longitude", degrees(180))
	other := func(s location.Location) bool {
		far := city.given && location.Fold(s.Address.City) != location.Fold(city.value)
		if lat.given && lon.given {
			far = s.Address.Point().Meters(location.Point{Latitude: lat.value, Longitude: lon.value}) > movedMeters
		}
		return far && street.given && location.Fold(s.Address.Street) != location.Fold(street.value) && location.Fold(s.Label) != location.Fold(name)
	}
	ours := shorten(l.name+"-"+given, 64)
	if s, ok := l.stored[ours]; ok && !other(s.location) {
		l.checkUnique(d, ours)
		return given, ours
	}
	s, ok := l.stored[given]
	switch {
	case ok && other(s.location):
		d.note("id", "%s is already %s in %s, %s: this one gets the id %s", given, s.location.Label, s.location.Address.City, s.location.Address.State, ours)
		l.checkUnique(d, ours)
		return given, ours
	case !ok && !d.has("street") && !d.has("city"):
		d.reject("id", "no restaurant has this id, and for a new one the file has no address")
	}
	return given, given
}

// checkUnique refuses a row with the id of another row of the list.
func (l *list) checkUnique(d *draft, id string) bool {
	first, twice := l.rowOf[id]
	if twice {
		d.reject("id", "%s is the id of row %d too", id, first)
	}
	return !twice
}

// parseID returns the value unchanged if identifier accepts it.
func parseID(s string) (string, error) {
	if identifier(s) == "" {
		return "", fmt.Errorf("%s is not an id", quoted(s))
	}
	return s, nil
}

// identifier derives an id from a value: "# 896" is 896, "TX 1024" is tx-1024, 140.0 of a spreadsheet is 140. Several words without a
// number, such as a greeting, are not an id; a single word is.
func identifier(raw string) string {
	if i := strings.LastIndexByte(raw, '#'); i >= 0 {
		raw = strings.TrimSpace(raw[i+1:])
	}
	raw = strings.TrimSuffix(raw, ".0")
	plain := strings.Trim(raw, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
	switch {
	case raw == "" || len(raw) > 64:
		return ""
	case plain:
		return raw
	case !strings.ContainsAny(raw, "0123456789"):
		return ""
	}
	return location.Slug(raw)
}

// assignSlugs gives each new restaurant its slug: the name; if that is taken, with the city, then the street, then the id. It goes in the
// order of the ids, so that the order of the rows does not matter. Existing slugs stay.
func (l *list) assignSlugs() {
	taken := make(map[string]bool, len(l.stored)+len(l.drafts))
	for _, s := range l.stored {
		taken[s.location.Slug] = true
	}
	byID := func(a, b *draft) int { return strings.Compare(a.location.ID, b.location.ID) }
	for _, d := range slices.SortedFunc(slices.Values(l.drafts), byID) {
		if d.location.Slug != "" {
			continue
		}
		a, id := d.location.Address, d.location.ID
		name := cmp.Or(d.get("slug"), d.location.Label)
		inCity := name + " " + a.City
		wanted := []string{name, inCity, inCity + " " + a.State, name + " " + a.Street, name + " " + id, id}
		for n := 0; d.location.Slug == "" || taken[d.location.Slug]; n++ {
			if n < len(wanted) {
				d.location.Slug = shorten(location.Slug(wanted[n]), 100)
			} else {
				d.location.Slug = fmt.Sprintf("%s-%d", shorten(location.Slug(name+" "+id), 90), n-len(wanted)+2)
			}
		}
		taken[d.location.Slug] = true
	}
}

// shorten cuts a slug to at most n bytes, at the end of a word if possible.
func shorten(slug string, n int) string {
	if len(slug) <= n {
		return slug
	}
	slug = slug[:n]
	if i := strings.LastIndexByte(slug, '-'); i > 0 {
		slug = slug[:i]
	}
	return slug
}

// setSize is the number of restaurants in one transaction.
const setSize = 50

func (l *list) write(ctx context.Context) error {
	done := 0
	for drafts := range slices.Chunk(l.drafts, setSize) {
		var ops []table.Op
		for _, d := range drafts {
			var old *table.Item
			if known, was := l.stored[d.location.ID]; was {
				old = &known.item
			}
			ops = append(ops, l.report.write(d.location.Item(), old)...)
		}
		if len(ops) > 0 && !l.in.DryRun {
			// Fails after a concurrent change, because another import may have taken a slug in the meantime.
			if err := l.in.Table.Write(ctx, append(ops, location.ChangedAfter(l.changes))...); err != nil {
				return explainConflict(err, "changed restaurants")
			}
			l.changes++
		}
		done += len(drafts)
		l.in.progress("writing", done, len(l.drafts))
	}
	return nil
}

package importer_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/table/sqlite"
)

// A server and the import are two processes on one file: changes and removals are visible within two seconds.
func TestAvailabilityIsVisibleWithinTwoSeconds(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "table.db")
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) // noon in Chicago, a Friday
	clock := func() time.Time { return now }
	both := make([]*sqlite.Store, 2)
	for i := range both {
		s, err := sqlite.Open(path, clock)
		assert.NilError(t, err)
		t.Cleanup(func() { s.Close() })
		both[i] = s
	}
	server, file := both[0], both[1]
	assert.NilError(t, importer.Seed(ctx, file, 0, seed.Files, clock, importer.Seeded))
	menus, locations, directory := menu.NewStore(server, clock), location.NewStore(server, clock), location.NewDirectory(server, clock)
	type view struct {
		soldOut, onions bool
		until           time.Time
		closed, listed  bool
		orders          int
	}
	christmas := location.Date{Year: 2026, Month: 12, Day: 25}
	look := func() (v view) {
		t.Helper()
		l, err := locations.Get(ctx, "bdb-1006")
		assert.NilError(t, err)
		listing, err := directory.Read(ctx)
		assert.NilError(t, err)
		offer, err := menus.Offer(ctx, l.ID, l.Currency)
		assert.NilError(t, err)
		item, _ := offer.Item("the-big-deal")
		if why := offer.Unavailable(item, location.Pickup, now, l.Timezone()); why != nil {
			v.soldOut, v.until = true, why.Until
		}
		v.onions = offer.ModifierUnavailable("add-bacon", now) != nil
		v.closed = len(l.Windows(location.Pickup, christmas)) == 0
		all, _ := byID(listing, l.ID)
		v.listed = len(all.Windows(location.Pickup, christmas)) == 0
		v.orders = l.CapacityOn(location.Date{Year: 2026, Month: 11, Day: 21}, category.Kitchen).Orders
		return v
	}
	apply := func(text string) view {
		t.Helper()
		report, found, err := load(file, "availability", []byte(text), false, clock)
		assert.NilError(t, err, "%+v %s", report, found)
		now = now.Add(2 * time.Second)
		return look()
	}
	before := look()
	if before.soldOut || before.onions || before.closed || before.listed || before.orders == 3 {
		t.Fatalf("before the import: got %+v", before)
	}
	zone, _ := locations.Get(ctx, "bdb-1006")
	half := location.DateOf(now.In(zone.Timezone())).At(17*60+30, zone.Timezone())
	const busy = `{"locations": [{"location": "bdb-1006", "soldOut": [{"item": "the-big-deal", "until": "17:30"}, {"modifier": "add-bacon", "until": null}],
		"exceptions": [{"from": "2026-12-24", "to": "2026-12-26", "closed": true}], "capacity": [{"from": "2026-11-21", "minutes": 30, "orders": 3}]}]}`
	got := apply(busy)
	assert.Equal(t, got, view{true, true, half, true, true, 3})
	again, _, err := load(file, "availability", []byte(busy), false, clock)
	assert.NilError(t, err)
	assert.Equal(t, again.Unchanged, 1, "%+v", again)
	got = apply(`{"locations": [{"location": "bdb-1006", "soldOut": []}]}`) // the other lists stay
	assert.Equal(t, got, view{false, false, time.Time{}, true, true, 3})
	got = apply(`{"locations": [{"location": "bdb-1006", "exceptions": [], "capacity": []}]}`)
	assert.Equal(t, got, before)
	// An import of restaurants does not change their availability.
	apply(`{"locations": [{"location": "bdb-1006", "soldOut": [{"item": "the-big-deal"}]}]}`)
	_, found, err := load(file, "locations", seedFile(t, "locations.csv"), false, clock)
	assert.NilError(t, err, found)
	assert.Assert(t, look().soldOut, "an import of locations made a sold-out item available")
}

func TestInvalidAvailabilityIsRefusedWithItsPosition(t *testing.T) {
	store := open(t)
	assert.NilError(t, importer.Seed(context.Background(), store, 0, seed.Files, noon, importer.Seeded))
	entry := func(s string) string { return `{"locations": [{"location": "bdb-1002", ` + s + `}]}` }
	refused(t, store, "availability", map[string]struct{ data, want string }{
		"an unknown restaurant":     {`{"locations": [{"location": "bdb-9"}]}`, `/locations/0/location: there is no restaurant "bdb-9"`},
		"one of many":               {`{"locations": [{"location": "bdb-1004", "soldOut": []}, {"location": "bdb-9"}]}`, `/locations/1/location: there is no`},
		"a restaurant twice":        {`{"locations": [{"location": "bdb-1002"}, {"location": "bdb-1002"}]}`, `/locations/1/location: restaurant "bdb-1002" is at /locations/0`},
		"an unknown item":           {entry(`"soldOut": [{"item": "unicorn"}]`), `/locations/0/soldOut/0/item: there is no item "unicorn"`},
		"an unknown modifier":       {entry(`"soldOut": [{"modifier": "unicorn"}]`), `/locations/0/soldOut/0/modifier: there is no modifier`},
		"neither item nor modifier": {entry(`"soldOut": [{}]`), `/locations/0/soldOut/0: set either`},
		"an item twice":             {entry(`"soldOut": [{"item": "pit-fries"}, {"item": "pit-fries"}]`), `/locations/0/soldOut/1: it is listed twice`},
		"half past noon":            {entry(`"soldOut": [{"item": "pit-fries", "until": "half past"}]`), `/locations/0/soldOut/0/until: "half past" is not a local time`},
		"the 31st of February":      {entry(`"soldOut": [{"item": "pit-fries", "until": "2026-02-31T10:00"}]`), `/locations/0/soldOut/0/until: "2026-02-31T10:00" is not`},
		"backwards":                 {entry(`"exceptions": [{"from": "2026-12-25", "to": "2026-12-24", "closed": true}]`), `/locations/0/exceptions/0/to: 2026-12-24 is before 2026-12-25`},
		"closed and open":           {entry(`"exceptions": [{"from": "2026-12-25", "closed": true, "hours": [{"open": "10:00", "close": "12:00"}]}]`), `/locations/0/exceptions/0: set either`},
		"neither closed nor hours":  {entry(`"exceptions": [{"from": "2026-12-25"}]`), `/locations/0/exceptions/0: set either`},
		"by rocket":                 {entry(`"exceptions": [{"from": "2026-12-25", "handoff": "rocket", "closed": true}]`), `/locations/0/exceptions/0/handoff: "rocket"`},
		"no such date":              {entry(`"exceptions": [{"from": "25 Dec", "closed": true}]`), `/locations/0/exceptions/0/from: "25 Dec" is not a date`},
		"no such hour":              {entry(`"exceptions": [{"from": "2026-12-25", "hours": [{"open": "25:00", "close": "12:00"}]}]`), `/locations/0/exceptions/0/hours/0/open: "25:00" is not a time`},
		"overlapping hours":         {entry(`"exceptions": [{"from": "2026-12-25", "hours": [{"open": "10:00", "close": "14:00"}, {"open": "12:00", "close": "20:00"}]}]`), `/locations/0/exceptions/0/hours: 10:00-14:00 and 12:00-20:00 overlap`},
		"holidays without hours":    {entry(`"holidayHours": [{"from": "2026-12-24", "to": "2026-12-26", "hours": "whenever"}]`), `/locations/0/holidayHours/0/hours: "whenever"`},
		"holidays backwards":        {entry(`"holidayHours": [{"from": "2026-12-26", "to": "2026-12-24", "hours": "10:00-16:00"}]`), `/locations/0/holidayHours/0/to: 2026-12-24 is before 2026-12-26`},
		"fewer than no orders":      {entry(`"capacity": [{"from": "2026-12-25", "minutes": 10, "orders": -1}]`), `/locations/0/capacity/0/orders: -1 is not`},
	})
}

// Every calendar can be imported. Package location tests their precedence.
func TestCalendarsComeFromTheImport(t *testing.T) {
	store := open(t)
	text := "id,street,city,state,latitude,longitude,time zone,hours,curbside hours\n" +
		"1,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago,Fr-Sa 10:00-02:00; Su-Th 10:00-22:00,11:00-20:00\n"
	report, found, err := load(store, "locations", []byte(text), false, noon)
	assert.NilError(t, err)
	assert.Equal(t, report.Added, 1, "%v %v", report, found)
	dated := `{"locations": [{"location": "1", "holidayHours": [{"from": "2026-12-20", "to": "2026-12-31", "hours": "09:00-15:00"}],
		"exceptions": [{"from": "2026-12-24", "closed": true}, {"from": "2026-12-24", "handoff": "curbside", "hours": [{"open": "08:00", "close": "10:00"}]}]}]}`
	_, found, err = load(store, "availability", []byte(dated), false, noon)
	assert.NilError(t, err, found)
	l, err := location.NewStore(store, noon).Get(t.Context(), "1")
	assert.NilError(t, err)
	for day, want := range map[string][2]string{ // pickup, curbside
		"2026-12-18": {"10:00-02:00", "11:00-20:00"}, "2026-12-23": {"09:00-15:00", "09:00-15:00"}, "2026-12-24": {"", "08:00-10:00"},
	} {
		date, _ := location.ParseDate(day)
		for i, h := range []location.Handoff{location.Pickup, location.Curbside} {
			got := ""
			for _, w := range l.Windows(h, date) {
				got = w.Open.In(l.Timezone()).Format("15:04") + "-" + w.Close.In(l.Timezone()).Format("15:04")
			}
			assert.Check(t, is.Equal(got, want[i]), "%s %s", day, h)
		}
	}
}

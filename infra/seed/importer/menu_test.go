package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

func seedFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := seed.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// load imports and gives the findings as "line pointer: message".
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

func TestSeedMenuGoesInWholeAndOnlyOnce(t *testing.T) {
	store := open(t)
	load(store, "locations", seedFile(t, "locations.csv"), false, noon)
	data := seedFile(t, "menu.json")
	dry, found, err := load(store, "menu", data, true, noon)
	if err != nil || found != "" || dry.Added != dry.Rows || dry.Rows < 150 {
		t.Fatalf("dry run: %+v, %v\n%s", dry, err, found)
	}
	if c, err := menu.Current(context.Background(), store); err != nil || len(c.Menus()) != 0 {
		t.Fatalf("a dry run wrote a menu: %v", err)
	}
	first, found, err := load(store, "menu", data, false, noon)
	if err != nil || found != "" || first.Added != first.Rows {
		t.Fatalf("first run: %+v, %v\n%s", first, err, found)
	}
	again, _, err := load(store, "menu", data, false, noon)
	if err != nil || again.Added+again.Changed != 0 || again.Unchanged != again.Rows {
		t.Errorf("second run: %+v, %v", again, err)
	}
	c, err := menu.Current(context.Background(), store)
	if err != nil {
		t.Fatal(err)
	}
	offer := c.Offer("bdb-1001", money.USD)
	sections := offer.Sections("everyday")
	dishes := 0
	for _, s := range sections {
		dishes += len(s.Dishes)
	}
	if len(sections) < 9 || dishes < 60 {
		t.Errorf("%d dishes in %d sections, want at least 60 in 9", dishes, len(sections))
	}
	// That no two are described alike holds for every menu: see package menu. Chains share a picture; we drew one for each.
	drawn := map[string]string{}
	for _, item := range c.File().Items {
		as, _ := offer.Price(&item, offer.Defaults(&item))
		picture := item.Picture + strings.Join(as.Stack, " ")
		if other, twice := drawn[picture]; twice || picture == "" {
			t.Errorf("%s and %q both look like %q", item.ID, other, picture)
		}
		drawn[picture] = item.ID
	}
}

func TestMenuReportsWhatChanges(t *testing.T) {
	store := open(t)
	load(store, "locations", seedFile(t, "locations.csv"), false, noon)
	data := seedFile(t, "menu.json")
	load(store, "menu", data, false, noon)
	changed := bytes.Replace(data, []byte(`"usd": 795`), []byte(`"usd": 805`), 1)
	r, found, err := load(store, "menu", changed, false, noon)
	if err != nil || found != "" || r.Changed != 1 || r.Added != 0 || r.Unchanged != r.Rows-1 {
		t.Errorf("a new price: %+v, %v\n%s", r, err, found)
	}
	small := []byte(small)
	r, found, err = load(store, "menu", small, false, noon)
	if err != nil || !strings.Contains(found, "item the-big-deal is no longer on the menu") || !strings.Contains(found, `there is no restaurant "nowhere" yet`) {
		t.Errorf("a small menu: %+v, %v\n%s", r, err, found)
	}
}

// small is a whole menu of one dish; tests spoil it.
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

// Each case spoils the small menu and names line, pointer and words of what the report must say. Nothing goes in.
func TestMenuIsRefusedWithThePlace(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"a name nobody knows":    {`"makeMinutes": 1`, `"makeMinuts": 1`, `9 /items/0/makeMinuts: nothing is called so here`},
		"a missing name":         {`, "makeMinutes": 1`, ``, `6 /items/0: "makeMinutes" is missing`},
		"a price in words":       {`"usd": 400`, `"usd": "4.00"`, `8 /items/0/price/usd: here must be a whole number, not "4.00"`},
		"a price with a point":   {`"usd": 400`, `"usd": 4.5`, `8 /items/0/price/usd: here must be a whole number, not 4.5`},
		"a huge price":           {`"usd": 400`, `"usd": 1e30`, `8 /items/0/price/usd: here must be a whole number`},
		"nothing for a price":    {`"usd": 400`, `"usd": null`, `8 /items/0/price/usd: here must be a whole number, not null`},
		"no Canadian price":      {`, "cad": 520`, ``, `8 /items/0/price: the price in cad is missing`},
		"no French":              {`, "fr-ca": "Tarte"`, ``, `7 /items/0/name: the text in fr-ca is missing`},
		"text without languages": {`{"en": "Pie", "fr-ca": "Tarte"}`, `"Pie"`, `7 /items/0/name: here must be an object, not a string`},
		"an object for a list":   {`["wheat"]`, `{"wheat": true}`, `8 /items/0/allergens: here must be an array, not a object`},
		"an unknown allergen":    {`["wheat"]`, `["gluten"]`, `8 /items/0/allergens/0: "gluten" is not one of the major allergens`},
		"calories misspelled":    {`"min": 300`, `"mni": 300`, `8 /items/0/calories: unknown field "mni"`},
		"a section of nothing":   {`"items": ["pie"]`, `"items": ["cake"]`, `4 /sections/0/items/0: there is no item "cake"`},
		"an override of nothing": {`"prices": {"pie"`, `"prices": {"cake"`, `12 /overrides/0/prices/cake: there is no item "cake"`},
		"a name with a slash":    {`"picture": "dishes/pie"`, `"pic/ture": ""`, `9 /items/0/pic~1ture: nothing is called so here`},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			spoiled := strings.Replace(small, c.old, c.new, 1)
			if spoiled == small {
				t.Fatal("nothing was spoiled")
			}
			report, found, err := load(store, "menu", []byte(spoiled), false, noon)
			if err == nil || report.Rejected == 0 || !strings.Contains(found, c.want) {
				t.Errorf("err = %v, findings:\n%s\nwant %s", err, found, c.want)
			}
			if current, err := menu.Current(context.Background(), store); err != nil || len(current.Menus()) != 0 {
				t.Errorf("something went in: %v", err)
			}
		})
	}
}

// A file that is no JSON is refused with its line, whatever is in it.
func TestMenuThatIsNoJSON(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"empty":              {"", "line 1: the file ends in the middle"},
		"cut off":            {small[:len(small)-40], "line 12: the file ends in the middle"},
		"a comma too many":   {strings.Replace(small, `"makeMinutes": 1`, `"makeMinutes": 1,`, 1), "line 10: "},
		"something after it": {small + "\n{}", "line 14: there is more"},
		"a name twice":       {strings.Replace(small, `"slug": "pie"`, `"id": "pie"`, 1), `line 7: the name "id" is there twice`},
		"bad UTF-8":          {small[:200] + "\xff" + small[200:], "not UTF-8"},
		"too deep":           {strings.Repeat("[", 100_000), "inside each other"},
	} {
		if _, _, err := load(open(t), "menu", []byte(c.data), false, noon); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, found, err := load(open(t), "menu", []byte("\ufeff"+strings.ReplaceAll(small, "\n", "\r\n")), false, noon); err != nil {
		t.Errorf("with a byte order mark and CRLF: %v\n%s", err, found)
	}
}

func FuzzMenuImportEnds(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`{"items":[{"calories":null}],"menus":[{"id":"\"\\"}]}`))
	f.Add([]byte(`{"a":"\\\"","b":["\ud800"]}`))
	store, err := sqlite.Open(filepath.Join(f.TempDir(), "table.db"), noon)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { store.Close() })
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []string{"menu", "availability", "holidays"} {
			report, _, err := load(store, kind, data, true, noon)
			if err == nil && report.Rejected > 0 {
				t.Errorf("%s: something was rejected and no error came", kind)
			}
		}
	})
}

// A server and the import are two processes on one file: what is imported shows within two seconds, and what is cleared too.
func TestAvailabilityIsLive(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "table.db")
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) // noon in Chicago, a Friday
	clock := func() time.Time { return now }
	both := make([]*sqlite.Store, 2)
	for i := range both {
		s, err := sqlite.Open(path, clock)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		both[i] = s
	}
	server, file := both[0], both[1]
	if err := importer.Seed(ctx, file, seed.Files, clock); err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		listing, err := directory.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		offer, err := menus.Offer(ctx, l.ID, l.Currency)
		if err != nil {
			t.Fatal(err)
		}
		item, _ := offer.Item("the-big-deal")
		if why := offer.Unavailable(item, location.Pickup, now, l.Zone()); why != nil {
			v.soldOut, v.until = true, why.Until
		}
		v.onions = offer.ModifierUnavailable("add-bacon", now) != nil
		v.closed = len(l.Windows(location.Pickup, christmas)) == 0
		all, _ := byID(listing, l.ID)
		v.listed = len(all.Windows(location.Pickup, christmas)) == 0
		v.orders = l.CapacityOn(location.Date{Year: 2026, Month: 11, Day: 21}, false).Orders
		return v
	}
	apply := func(text string) view {
		t.Helper()
		if report, found, err := load(file, "availability", []byte(text), false, clock); err != nil {
			t.Fatalf("%+v %v\n%s", report, err, found)
		}
		now = now.Add(2 * time.Second)
		return look()
	}
	before := look()
	if before.soldOut || before.onions || before.closed || before.listed || before.orders == 3 {
		t.Fatalf("from the start: %+v", before)
	}
	zone, _ := locations.Get(ctx, "bdb-1006")
	half := location.DateOf(now.In(zone.Zone())).At(17*60+30, zone.Zone())
	got := apply(`{"locations": [{"location": "bdb-1006", "soldOut": [{"item": "the-big-deal", "until": "17:30"}, {"modifier": "add-bacon", "until": null}],
		"exceptions": [{"from": "2026-12-24", "to": "2026-12-26", "closed": true}], "capacity": [{"from": "2026-11-21", "minutes": 30, "orders": 3}]}]}`)
	if want := (view{true, true, half, true, true, 3}); got != want {
		t.Errorf("after the import: %+v, want %+v", got, want)
	}
	got = apply(`{"locations": [{"location": "bdb-1006", "soldOut": []}]}`) // the other lists stay
	if want := (view{false, false, time.Time{}, true, true, 3}); got != want {
		t.Errorf("sold out no more: %+v, want %+v", got, want)
	}
	if got = apply(`{"locations": [{"location": "bdb-1006", "exceptions": [], "capacity": []}]}`); got != before {
		t.Errorf("all cleared: %+v, want %+v", got, before)
	}
	// The restaurants' own import leaves what was said of the day alone.
	apply(`{"locations": [{"location": "bdb-1006", "soldOut": [{"item": "the-big-deal"}]}]}`)
	if _, found, err := load(file, "locations", seedFile(t, "locations.csv"), false, clock); err != nil {
		t.Fatal(err, found)
	}
	if got := look(); !got.soldOut {
		t.Error("an import of the restaurants brought the sold-out back")
	}
}

func TestAvailabilityUntil(t *testing.T) {
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, chicago) }
	for name, c := range map[string]struct {
		now   time.Time
		until string
		want  time.Time
	}{
		"this afternoon":  {at(20, 12, 0), "17:30", at(20, 17, 30)},
		"it is that time": {at(20, 17, 30), "17:30", at(21, 17, 30)},
		"tomorrow":        {at(20, 18, 0), "17:30", at(21, 17, 30)},
		"a named day":     {at(20, 18, 0), "2026-11-23T06:00", at(23, 6, 0)},
		"over the change": {at(1, 0, 30), "02:30", at(1, 2, 30)}, // the clocks go back that night
	} {
		t.Run(name, func(t *testing.T) {
			store, now := open(t), func() time.Time { return c.now }
			if err := importer.Seed(context.Background(), store, seed.Files, now); err != nil {
				t.Fatal(err)
			}
			central := ""
			listing, err := location.NewDirectory(store, now).Read(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range listing.All() {
				if l.TimeZone == "America/Chicago" {
					central = l.ID
				}
			}
			text := fmt.Sprintf(`{"locations": [{"location": %q, "soldOut": [{"item": "the-big-deal", "until": %q}]}]}`, central, c.until)
			for run, want := range []string{"changed or added", "unchanged"} {
				report, found, err := load(store, "availability", []byte(text), false, now)
				if err != nil {
					t.Fatal(err, found)
				}
				if (report.Unchanged == 1) != (run == 1) {
					t.Errorf("run %d: %+v, want %s", run, report, want)
				}
			}
			offer, err := menu.NewStore(store, now).Offer(context.Background(), central, money.USD)
			if err != nil {
				t.Fatal(err)
			}
			item, _ := offer.Item("the-big-deal")
			why := offer.Unavailable(item, location.Pickup, c.now, chicago)
			if why == nil || !why.Until.Equal(c.want) {
				t.Errorf("%+v, want until %v", why, c.want)
			}
		})
	}
}

func TestAvailabilityIsRefusedWithThePlace(t *testing.T) {
	store := open(t)
	if err := importer.Seed(context.Background(), store, seed.Files, noon); err != nil {
		t.Fatal(err)
	}
	entry := func(s string) string { return `{"locations": [{"location": "bdb-1002", ` + s + `}]}` }
	for name, c := range map[string]struct{ text, want string }{
		"an unknown restaurant":  {`{"locations": [{"location": "bdb-9"}]}`, `/locations/0/location: there is no restaurant "bdb-9"`},
		"a restaurant twice":     {`{"locations": [{"location": "bdb-1002"}, {"location": "bdb-1002"}]}`, `/locations/1/location: restaurant "bdb-1002" is at /locations/0`},
		"an unknown item":        {entry(`"soldOut": [{"item": "unicorn"}]`), `/locations/0/soldOut/0/item: there is no item "unicorn"`},
		"an unknown modifier":    {entry(`"soldOut": [{"modifier": "unicorn"}]`), `/locations/0/soldOut/0/modifier: there is no modifier`},
		"neither of the two":     {entry(`"soldOut": [{}]`), `/locations/0/soldOut/0: name either`},
		"an item twice":          {entry(`"soldOut": [{"item": "pit-fries"}, {"item": "pit-fries"}]`), `/locations/0/soldOut/1: it is listed twice`},
		"half past noon":         {entry(`"soldOut": [{"item": "pit-fries", "until": "half past"}]`), `/locations/0/soldOut/0/until: "half past" is not a local time`},
		"the 31st of February":   {entry(`"soldOut": [{"item": "pit-fries", "until": "2026-02-31T10:00"}]`), `/locations/0/soldOut/0/until: "2026-02-31T10:00" is not`},
		"backwards":              {entry(`"exceptions": [{"from": "2026-12-25", "to": "2026-12-24", "closed": true}]`), `/locations/0/exceptions/0/to: 2026-12-24 is before 2026-12-25`},
		"closed and open":        {entry(`"exceptions": [{"from": "2026-12-25", "closed": true, "hours": [{"open": "10:00", "close": "12:00"}]}]`), `/locations/0/exceptions/0: say either`},
		"neither closed nor not": {entry(`"exceptions": [{"from": "2026-12-25"}]`), `/locations/0/exceptions/0: say either`},
		"by rocket":              {entry(`"exceptions": [{"from": "2026-12-25", "handoff": "rocket", "closed": true}]`), `/locations/0/exceptions/0/handoff: "rocket"`},
		"no such date":           {entry(`"exceptions": [{"from": "25 Dec", "closed": true}]`), `/locations/0/exceptions/0/from: "25 Dec" is not a date`},
		"no such hour":           {entry(`"exceptions": [{"from": "2026-12-25", "hours": [{"open": "25:00", "close": "12:00"}]}]`), `/locations/0/exceptions/0/hours/0/open: "25:00" is not a time`},
		"doors that open twice":  {entry(`"exceptions": [{"from": "2026-12-25", "hours": [{"open": "10:00", "close": "14:00"}, {"open": "12:00", "close": "20:00"}]}]`), `/locations/0/exceptions/0/hours: 10:00-14:00 and 12:00-20:00 overlap`},
		"holidays without hours": {entry(`"holidayHours": [{"from": "2026-12-24", "to": "2026-12-26", "hours": "whenever"}]`), `/locations/0/holidayHours/0/hours: "whenever"`},
		"holidays backwards":     {entry(`"holidayHours": [{"from": "2026-12-26", "to": "2026-12-24", "hours": "10:00-16:00"}]`), `/locations/0/holidayHours/0/to: 2026-12-24 is before 2026-12-26`},
		"fewer than no orders":   {entry(`"capacity": [{"from": "2026-12-25", "minutes": 10, "orders": -1}]`), `/locations/0/capacity/0/orders: -1 is not`},
	} {
		t.Run(name, func(t *testing.T) {
			before, err := store.Query(context.Background(), table.Query{PK: location.AvailabilityKey("").PK})
			if err != nil {
				t.Fatal(err)
			}
			_, found, err := load(store, "availability", []byte(c.text), false, noon)
			if err == nil || !strings.Contains(found, c.want) {
				t.Errorf("err = %v, findings:\n%s\nwant %s", err, found, c.want)
			}
			after, err := store.Query(context.Background(), table.Query{PK: location.AvailabilityKey("").PK})
			if err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("something went in: %v", err)
			}
		})
	}
}

// Every calendar can be imported, and of a day the right one holds: dated hours before the holiday's, those before the curb's own,
// which a restaurant without them takes from its regular week.
func TestCalendarsComeFromTheImport(t *testing.T) {
	ctx := context.Background()
	store := open(t)
	text := "id,name,street,city,state,latitude,longitude,time zone,hours,curbside hours\n" +
		"1,Own,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago,10:00-22:00,11:00-20:00\n2,Other,2 Main St,Tulsa,OK,36.1,-95.9,America/Chicago,Fr-Sa 10:00-02:00; Su-Th 10:00-22:00,\n"
	if report, found, err := load(store, "locations", []byte(text), false, noon); err != nil || report.Added != 2 {
		t.Fatal(report, err, found)
	}
	both := `"holidayHours": [{"from": "2026-12-20", "to": "2026-12-31", "hours": "09:00-15:00"}],
		"exceptions": [{"from": "2026-12-24", "closed": true}, {"from": "2026-12-24", "handoff": "curbside", "hours": [{"open": "08:00", "close": "10:00"}]}]`
	if _, found, err := load(store, "availability", []byte(`{"locations": [{"location": "1", `+both+`}, {"location": "2", `+both+`}]}`), false, noon); err != nil {
		t.Fatal(err, found)
	}
	locations := location.NewStore(store, noon)
	for id, days := range map[string]map[string][2]string{ // pickup, curbside
		"1": {"2026-12-18": {"10:00-22:00", "11:00-20:00"}, "2026-12-23": {"09:00-15:00", "09:00-15:00"}, "2026-12-24": {"", "08:00-10:00"}, "2026-12-25": {"09:00-15:00", "09:00-15:00"}},
		"2": {"2026-12-18": {"10:00-02:00", "10:00-02:00"}, "2026-12-19": {"10:00-02:00", "10:00-02:00"}, "2026-12-24": {"", "08:00-10:00"}, "2027-01-01": {"10:00-02:00", "10:00-02:00"}},
	} {
		l, err := locations.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for day, want := range days {
			date, _ := location.ParseDate(day)
			for i, h := range []location.Handoff{location.Pickup, location.Curbside} {
				got := ""
				for _, w := range l.Windows(h, date) {
					got = w.Open.In(l.Zone()).Format("15:04") + "-" + w.Close.In(l.Zone()).Format("15:04")
				}
				if got != want[i] {
					t.Errorf("restaurant %s, %s, %s: %q, want %q", id, day, h, got, want[i])
				}
			}
		}
	}
}

// One wrong restaurant of many leaves all as they were.
func TestAvailabilityGoesInWholeOrNotAtAll(t *testing.T) {
	store := open(t)
	if err := importer.Seed(context.Background(), store, seed.Files, noon); err != nil {
		t.Fatal(err)
	}
	text := `{"locations": [{"location": "bdb-1004", "soldOut": [{"item": "pit-fries"}]}, {"location": "bdb-9", "soldOut": []}]}`
	report, _, err := load(store, "availability", []byte(text), false, noon)
	if err == nil || report.Added+report.Changed != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if _, err := store.Get(context.Background(), location.AvailabilityKey("bdb-1004")); err == nil {
		t.Error("the right one went in")
	}
}

// The examples of the README are what the import takes.
func TestReadmeExamples(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	store := open(t)
	if err := importer.Seed(context.Background(), store, seed.Files, noon); err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme), "```json\n")[1:]
	if len(blocks) != 3 {
		t.Fatalf("%d examples, want one of a menu, of availability and of holidays", len(blocks))
	}
	for i, kind := range []string{"menu", "availability", "holidays"} {
		text, _, _ := strings.Cut(blocks[i], "```")
		if kind == "availability" { // it speaks of the seed's menu
			load(store, "menu", seedFile(t, "menu.json"), false, noon)
		}
		if report, found, err := load(store, kind, []byte(text), false, noon); err != nil {
			t.Errorf("%s: %+v %v\n%s", kind, report, err, found)
		}
	}
}

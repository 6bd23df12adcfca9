package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed/importer"
	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/throttled"
	"ordering/shared/timeslot"
)

// lookalike imitates one chain's list: no phones, its own column names, a state twice.
const lookalike = "storenumber,name,streetaddress,city,state,zipcode,latitude,longitude,opened_date,state_name\n" +
	"140,Harbor City,13425 Washington Blvd.,Marina Del Rey,CA,90292,33.99165,-118.44626,1999-10-28,California\n" +
	"117,Westchester,9149 S. Sepulveda Blvd.,Los Angeles,CA,90045,33.95369,-118.39677,1997-01-22,California\n" +
	"55,Westchester,9245 W. Venice Blvd.,Los Angeles,CA,90034,34.02646,-118.39427,1989-09-06,California\n"

// lookalikeJSON imitates another chain's: ids with signs, a greeting as an id, missing names.
const lookalikeJSON = `{"type":"FeatureCollection","crs":{"type":"name"},"features":[
{"type":"Feature","properties":{"id":"# 896","location":"CR 10 & Crossings","street":"5931 Crossings Pkwy","city":"Birmingham","state":"Alabama","zipcode":"35235","phone":"(205) 555-0113","latitude":33.64,"longitude":-86.62},"geometry":{"type":"Point","coordinates":[-86.62,33.64]}},
{"type":"Feature","properties":{"id":"#1236","location":"","street":"5900 University Dr Nw","city":"Huntsville","state":"Alabama","zipcode":"35806","phone":"205.555.0114","latitude":34.74,"longitude":-86.66},"geometry":{"type":"Point","coordinates":[-86.66,34.74]}},
{"type":"Feature","properties":{"id":"Welcome to the Grill","location":"N/A","street":"20108 CYPRESS ROSEHILL","city":"TOMBALL","state":"Texas","zipcode":"77377","phone":"","latitude":30.05,"longitude":-95.69},"geometry":{"type":"Point","coordinates":[-95.69,30.05]}},
{"type":"Feature","properties":{"id":"Welcome to the Grill","location":"Liberty","street":"8607 Ne 85Th St","city":"Kansas City","state":"Missouri","zipcode":"64157","phone":"+1 816 555 0115","latitude":39.24,"longitude":-94.47},"geometry":{"type":"Point","coordinates":[-94.47,39.24]}},
{"type":"Feature","properties":{"id":"Welcome to the Grill#140","location":"HWY 72 W & Hughes Rd","street":"7833 Highway 72 W","city":"Madison","state":"Alabama","zipcode":"35758","phone":null,"latitude":34.75,"longitude":-86.74},"geometry":{"type":"Point","coordinates":[-86.74,34.75]}}
]}`

// input returns the input of an import, with simple lookups of zones by longitude and phones by digits in place of the command's.
func input(t table.Table, name, data string) importer.Input {
	return importer.Input{
		Table: t, Now: noon, Name: name, Data: []byte(data),
		Zone: func(_, longitude float64) string {
			switch {
			case longitude < -115:
				return "America/Los_Angeles"
			case longitude < -85:
				return "America/Chicago"
			case longitude < -50:
				return "America/New_York"
			}
			return ""
		},
		Phone: func(number, _ string) (string, bool) {
			digits := strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return r
				}
				return -1
			}, number)
			return "+1" + strings.TrimPrefix(digits, "1"), len(digits) == 10 || len(digits) == 11
		},
	}
}

// bring imports and returns the report, its printed form, and the restaurants.
func bring(t *testing.T, in importer.Input) (*importer.Report, string, *location.Listing) {
	t.Helper()
	report, err := importer.Locations(context.Background(), in)
	assert.NilError(t, err)
	listing, err := location.NewDirectory(in.Table, noon).Read(context.Background())
	assert.NilError(t, err)
	return report, printed(report), listing
}

// printed returns the report as the command prints it.
func printed(r *importer.Report) string {
	var b strings.Builder
	if r != nil {
		r.Print(&b)
	}
	return b.String()
}

func wantCounts(t *testing.T, r *importer.Report, added, changed, unchanged, rejected int) {
	t.Helper()
	if r.Added != added || r.Changed != changed || r.Unchanged != unchanged || r.Rejected != rejected {
		t.Errorf("got added %d, changed %d, unchanged %d, rejected %d; want %d, %d, %d, %d", r.Added, r.Changed, r.Unchanged, r.Rejected, added, changed, unchanged, rejected)
	}
}

func TestChainsListsAreImported(t *testing.T) {
	store := open(t)
	report, printed, listing := bring(t, input(store, "grill.geojson", lookalikeJSON))
	wantCounts(t, report, 5, 0, 0, 0)
	for id, want := range map[string]struct{ label, street, phone, slug, external string }{
		"896":                            {"CR 10 & Crossings", "5931 Crossings Pkwy", "+12055550113", "cr-10-crossings", "# 896"},
		"1236":                           {"University Dr NW, Huntsville", "5900 University Dr NW", "+12055550114", "university-dr-nw-huntsville", "#1236"},
		"tomball-20108-cypress-rosehill": {"Cypress Rosehill, Tomball", "20108 Cypress Rosehill", "", "cypress-rosehill-tomball", ""},
		"kansas-city-8607-ne-85th-st":    {"Liberty", "8607 NE 85th St", "+18165550115", "liberty", ""},
		"140":                            {"HWY 72 W & Hughes Rd", "7833 Highway 72 W", "", "hwy-72-w-hughes-rd", "Welcome to the Grill#140"},
	} {
		l, ok := byID(listing, id)
		if !ok || l.Label != want.label || l.Address.Street != want.street || l.Phone != want.phone || l.Slug != want.slug || l.ExternalID != want.external {
			t.Errorf("%s: %q %q %q %q %q in %s", id, l.Label, l.Address.Street, l.Phone, l.Slug, l.ExternalID, printed)
		}
	}
	if l, _ := byID(listing, "tomball-20108-cypress-rosehill"); l.Address.City != "Tomball" || l.Address.State != "TX" || l.TimeZone != "America/Chicago" {
		t.Errorf("%+v", l.Address)
	}
	// Both chains number from 1: the second list's 140 is another restaurant.
	report, printed, listing = bring(t, input(store, "Burger Bar.csv", lookalike))
	wantCounts(t, report, 3, 0, 0, 0)
	if !strings.Contains(printed, "row 2, column storenumber: 140 is already HWY 72 W & Hughes Rd in Madison, AL: this one gets the id burger-bar-140") {
		t.Errorf("the report does not contain the duplicate id:\n%s", printed)
	}
	if l, _ := byID(listing, "burger-bar-140"); l.Label != "Harbor City" || l.TimeZone != "America/Los_Angeles" || l.Currency != money.USD {
		t.Errorf("burger-bar-140: got %+v", l)
	}
	a, _ := byID(listing, "117")
	b, _ := byID(listing, "55")
	assert.Equal(t, a.Slug, "westchester")
	assert.Equal(t, b.Slug, "westchester-los-angeles")
	// Again, in either order: nothing changes.
	for name, data := range map[string]string{"grill.geojson": lookalikeJSON, "Burger Bar.csv": lookalike} {
		report, _, _ := bring(t, input(store, name, data))
		wantCounts(t, report, 0, 0, report.Rows, 0)
	}
}

// Confirmed brand defaults suffice for a pickup order. A restaurant caters only if the list has its capacity.
func TestImportedLocationTakesPickupOrders(t *testing.T) {
	in := input(open(t), "list.csv", "id,name,street,city,state,zip,lat,lon,catering minutes,catering orders\n"+
		"1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,36.11,-95.97,480,3\n2,Downtown,1 Main St,Tulsa,OK,74103,36.15,-95.99,,\n")
	in.Confirm = true
	_, _, listing := bring(t, in)
	for _, l := range listing.All() {
		slot, ok := timeslot.First(l, location.Pickup, noon(), timeslot.Need{Minutes: 10}, 7)
		day := slot.Date(l.Timezone())
		capacity := l.CapacityOn(day, category.Kitchen)
		if !ok || day != (location.Date{Year: 2026, Month: 11, Day: 20}) || capacity.Orders < 1 || capacity.Minutes < 30 {
			t.Errorf("%s: got slot %v, capacity %+v", l.ID, slot, l.Capacity)
		}
		assert.Check(t, is.Equal(l.Has(category.CateringKitchen), l.ID == "1"))
	}
}

// A list of changes has no addresses. A change that cannot be read is rejected: else an operator takes the old value for the new one.
func TestUnreadableChangesAreRejected(t *testing.T) {
	const list = "id,name,street,city,state,zip,phone,lat,lon,hours\n" +
		"1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,9185550101,36.11,-95.97,10-22\n" +
		"2,Main,1 Main St,Tulsa,OK,74105,9185550101,36.1,-95.9,whenever\n"
	for name, c := range map[string]struct {
		list string
		want string // the rejection; empty: none
	}{
		"hours":                       {"id,hours\n1,whenever\n", "rejected  row 2, column hours: \"whenever\" is not written like"},
		"hours of a weekday":          {"id,monday\n1,whenever\n", "rejected  row 2, column monday: \"whenever\""},
		"hours that are assumed":      {"id,hours\n2,whenever\n", ""},
		"a column with a wrong name":  {"id,horus\n1,10-23\n2,10-23\n", "rejected  rows 2, 3, column horus: unknown column"},
		"another column in addresses": {strings.Replace(list, "hours", "horus", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			bring(t, input(store, "list.csv", list))
			report, printed, _ := bring(t, input(store, "list.csv", c.list))
			assert.Equal(t, report.Rejected > 0, c.want != "")
			assert.Assert(t, is.Contains(printed, c.want))
			assert.Equal(t, report.Changed, 0)
		})
	}
}

func TestInvalidRowsAreReported(t *testing.T) {
	const head = "id,name,street,city,state,zip,phone,lat,lon,tz,hours,status,tax rate,handoffs\n"
	const good = "1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,9185550101,36.11,-95.97,America/Chicago,10-22,open,8.25%,pickup\n"
	for name, c := range map[string]struct {
		row  string
		want string // in the report
		in   bool   // the row is imported anyway
	}{
		"a valid row":               {"2,A,1 Main St,Tulsa,Oklahoma,74105,,36.1,-95.9,,,,,", "added 2", true},
		"no street":                 {"2,A,,Tulsa,OK,74105,,36.1,-95.9,,,,,", "rejected  row 3, column street: it is empty", false},
		"no city":                   {"2,A,1 Main St,,OK,74105,,36.1,-95.9,,,,,", "row 3, column city: it is empty", false},
		"a city without an address": {"2,A,1 Main St,東京,OK,74105,,36.1,-95.9,,,,,", `row 3, column city: "東京" has no Latin letter or digit`, false},
		"no state":                  {"2,A,1 Main St,Tulsa,,74105,,36.1,-95.9,,,,,", "row 3, column state: it is empty", false},
		"unknown state":             {"2,A,1 Main St,Tulsa,Oklahomo,74105,,36.1,-95.9,,,,,", `row 3, column state: "Oklahomo" is not a state`, false},
		"no latitude":               {"2,A,1 Main St,Tulsa,OK,74105,,,-95.9,,,,,", "note      row 3, column lat: there are no coordinates: placed by its ZIP code", true},
		"no place at all":           {"2,A,1 Main St,Tulsa,OK,,,,-95.9,,,,,", "row 3, column lat: there are no coordinates, and no ZIP code to place it by", false},
		"a ZIP of another state":    {"2,A,1 Main St,Tulsa,OK,78701,,,,,,,,", `row 3, column zip: there are no coordinates, and "78701" is in TX, not in OK`, false},
		"no such ZIP":               {"2,A,1 Main St,Tulsa,OK,00001,,,,,,,,", `row 3, column zip: there are no coordinates, and no place is known for "00001"`, false},
		"a word for a latitude":     {"2,A,1 Main St,Tulsa,OK,74105,,north,-95.9,,,,,", `row 3, column lat: "north" is not a number of degrees`, false},
		"not a number":              {"2,A,1 Main St,Tulsa,OK,74105,,NaN,-95.9,,,,,", `column lat: "NaN" is not a number`, false},
		"infinite":                  {"2,A,1 Main St,Tulsa,OK,74105,,36,-Inf,,,,,", `column lon: "-Inf" is not a number`, false},
		"beyond the pole":           {"2,A,1 Main St,Tulsa,OK,74105,,96.1,-95.9,,,,,", "column lat: \"96.1\" is not between -90 and 90", false},
		"exchanged":                 {"2,A,1 Main St,Tulsa,OK,74105,,-85.9,36.1,,,,,", "column lat: -85.9, 36.1 is not in OK: are latitude and longitude exchanged?", false},
		"no minus":                  {"2,A,1 Main St,Tulsa,OK,74105,,36.1,95.9,,,,,", "column lon: 95.9 is not in OK: is the minus sign missing?", false},
		"in the ocean":              {"2,A,1 Main St,Tulsa,OK,74105,,0,1,,,,,", "column lat: 0, 1 is not in OK", false},
		"a letter in the ZIP":       {"2,A,1 Main St,Tulsa,OK,7410S,,36.1,-95.9,,,,,", `column zip: "7410S" is not a ZIP code`, false},
		"a ZIP in Canada":           {"2,A,1 rue Main,Montréal,QC,74105,,45.5,-73.6,,,,,", `column zip: "74105" is not a postal code`, false},
		"an id twice":               {"1,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,,", "row 3, column id: 1 is the id of row 2 too", false},
		"no zone anywhere":          {"2,A,1 Main St,Hagåtña,GU,96910,,13.47,144.75,,,,,", "column tz: it is empty, and no time zone is known at 13.47, 144.75", false},
		"unreadable hours":          {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,whenever,,,", `note      row 3, column hours: "whenever" is not written like Mo-Fr 10:30-22:00; Sa,Su 11:00-23:00: "whenever" is unknown: not read`, true},
		"ambiguous time":            {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,11-2,,,", "is ambiguous: use AM or PM, or 21:00: not", true},
		"an unknown status":         {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,maybe,,", `column status: "maybe" is not one of open`, false},
		"a tax of 825 percent":      {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,8.25,", `column tax rate: "8.25" is not a rate`, false},
		"an unknown handoff":        {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,,catapult", `column handoffs: "catapult" is not one of`, false},
		"too few values":            {"2,A,1 Main St", "row 3: the row has 3 values, the header has 14", false},
		"too many values":           {"2,A,1 Main St, Suite 4,Tulsa,OK,74105,,36.1,-95.9,,,,,pickup", "row 3: the row has 15 values, the header has 14", false},
		"a broken quote":            {`2,"A" Grill,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,,`, "row 3: a quote is broken", false},
		"a quote never closed":      {`2,"A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,,`, "row 3: a quote is broken", false},
		"another country":           {"2,A,1 Main St,Tulsa,Jalisco,74105,,36.1,-95.9,,,,,", `column state: "Jalisco"`, false},
		"an invalid phone":          {"2,A,1 Main St,Tulsa,OK,74105,555,36.1,-95.9,,,,,", `note      row 3, column phone: "555" is not a phone number: omitted`, true},
		"the address twice":         {"2,A,3421 S. PEORIA AVE,TULSA,OK,74105,,36.11,-95.97,,,,,", "note      row 3, column street: the same address as row 2", true},
		"an abbreviated zone":       {"2,A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,CST,,,,", `column tz: "CST" is not a time zone: America/Chicago by the coordinates`, true},
		"no id":                     {",A,1 Main St,Tulsa,OK,74105,,36.1,-95.9,,,,,", "column id: there is no id: the id is derived from the address", true},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			// A good row before and after: a bad row affects no other.
			report, printed, listing := bring(t, input(store, "list.csv", head+good+c.row+"\n"+strings.Replace(strings.Replace(good, "1,", "3,", 1), "3421 S", "9 N", 1)))
			in := len(listing.All()) == 3
			if name == "a valid row" {
				c.want = "added 3"
			}
			assert.Assert(t, is.Contains(printed, c.want))
			assert.Equal(t, in, c.in)
			_, ok := byID(listing, "3")
			assert.Assert(t, ok, "the row after the rejected one was not imported")
			want := map[bool]int{true: 0, false: 1}[c.in]
			assert.Equal(t, report.Rejected, want)
			assert.Equal(t, report.Rows, 3)
		})
	}
}

func TestEncodingsAndDelimitersAreRecognised(t *testing.T) {
	const plain = "Store ID;Store Name;Adresse;Ville;Province;Code postal;Latitude;Longitude;Fuseau;TimeZone\n" +
		"7;Café Saint-Élie;12 RUE SAINTE-CATHERINE O;MONTRÉAL;Québec;h2x1y4;45,51;-73,57;;US/Eastern\n"
	windows := strings.NewReplacer("é", "\xe9", "É", "\xc9").Replace(plain)
	for name, data := range map[string]string{
		"semicolons and decimal commas": plain,
		"with a byte order mark":        "\ufeff" + plain,
		"with CRLF":                     strings.ReplaceAll(plain, "\n", "\r\n"),
		"with CR alone":                 strings.ReplaceAll(plain, "\n", "\r"),
		"in Windows-1252":               windows,
		"with tabs":                     strings.ReplaceAll(plain, ";", "\t"),
		"with blank lines":              "\n" + strings.ReplaceAll(plain, "\n", "\n\n;;;;;;;;;\n"),
		"quoted":                        strings.Replace(plain, "12 RUE SAINTE-CATHERINE O", `"12 RUE SAINTE-CATHERINE O"`, 1),
		"as GeoJSON":                    `{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"name":"Café Saint-Élie","addr:housenumber":12,"addr:street":"RUE SAINTE-CATHERINE O","addr:city":"MONTRÉAL","addr:state":"QC","addr:postcode":"H2X 1Y4","tz":"Canada/Eastern"},"geometry":{"type":"Point","coordinates":[-73.57,45.51]}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			report, printed, listing := bring(t, input(open(t), "liste.csv", data))
			wantCounts(t, report, 1, 0, 0, 0)
			l, ok := byID(listing, "7")
			if !ok || l.Label != "Café Saint-Élie" || l.Slug != "cafe-saint-elie" || l.Address.City != "Montréal" || l.Address.Street != "12 Rue Sainte-Catherine O" ||
				l.Address.State != "QC" || l.Address.Zip != "H2X 1Y4" || l.Currency != money.CAD || l.Address.Latitude != 45.51 {
				t.Errorf("%+v\n%s", l, printed)
			}
			assert.Check(t, l.TimeZone == "America/Toronto" || l.TimeZone == "America/New_York", "old timezone name: got %s", l.TimeZone)
		})
	}
}

func TestUnreadableFiles(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"empty":                {"", "empty"},
		"only a mark":          {"\ufeff \n", "empty"},
		"UTF-16":               {"\xff\xfei\x00d\x00", "UTF-16"},
		"a picture":            {"\x89PNG\r\n\x1a\n\x00\x00", "not text"},
		"broken JSON":          {`{"type":"FeatureCollection","features":[`, "not JSON"},
		"other JSON":           {`{"type":"Topology"}`, "FeatureCollection"},
		"a list of JSON":       {`[1,2]`, "not a GeoJSON FeatureCollection"},
		"prose":                {"Dear customer,\nplease find attached\n", "no known column"},
		"two columns alike":    {"id,city,City \n1,a,b\n", "two columns are called"},
		"a quote in the head":  {"id,\"city\n", "the header cannot be read"},
		"features of nonsense": {`{"type":"FeatureCollection","features":[1,{"type":"Feature"},null,{}]}`, ""},
	} {
		store := open(t)
		_, err := importer.Locations(context.Background(), input(store, "list", c.data))
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want it to contain %q", name, err, c.want)
		}
		items, _ := location.Items(context.Background(), store)
		assert.Check(t, is.Len(items, 0), name)
	}
}

// failing loses its connection at the nth write.
type failing struct {
	table.Table
	left int
}

func (f *failing) Write(ctx context.Context, ops ...table.Op) error {
	if f.left--; f.left < 0 {
		return table.ErrUnavailable
	}
	return f.Table.Write(ctx, ops...)
}

func TestFailedImportContinues(t *testing.T) {
	ctx, store := context.Background(), open(t)
	const rows = 4_000
	var list bytes.Buffer
	list.WriteString("id,name,street,city,state,lat,lon\n")
	for i := range rows {
		fmt.Fprintf(&list, "%d,Grill %d,%d Main St,Tulsa,OK,%f,-95.9\n", i, i%100, i, 34+float64(i)/5000)
	}
	in := input(store, "list.csv", list.String())
	steps := map[string]int{}
	in.Progress = func(step string, done, total int) {
		if done < steps[step] || done > total || total != rows {
			t.Errorf("%s: got progress %d of %d after %d", step, done, total, steps[step])
		}
		steps[step] = done
	}
	in.Table = &failing{store, 70}
	_, err := importer.Locations(ctx, in)
	assert.ErrorIs(t, err, table.ErrUnavailable)
	in.Table = store
	clear(steps)
	report, _, listing := bring(t, in)
	wantCounts(t, report, rows-70*50, 0, 70*50, 0)
	slugs := map[string]bool{}
	for _, l := range listing.All() {
		slugs[l.Slug] = true
	}
	assert.Assert(t, is.Len(slugs, rows))
	assert.Assert(t, steps["writing"] == rows, "got last progress %v", steps)
}

// between is a table with a concurrent action before the first write.
type between struct {
	table.Table
	do func()
}

func (b *between) Write(ctx context.Context, ops ...table.Op) error {
	if do := b.do; do != nil {
		b.do = nil
		do()
	}
	return b.Table.Write(ctx, ops...)
}

// Of two concurrent imports the slower one continues after the other: no two restaurants have one address.
func TestConcurrentImportsShareNoAddress(t *testing.T) {
	store := open(t)
	one := func(id string) string {
		return "id,name,street,city,state,lat,lon\n" + id + ",Brookside," + id + " Main St,Tulsa,OK,36.1,-95.9\n"
	}
	in := input(store, "list.csv", one("1"))
	in.Table = &between{store, func() { bring(t, input(store, "other.csv", one("2"))) }}
	_, err := importer.Locations(t.Context(), in)
	assert.ErrorContains(t, err, "run the import again")
	report, _, listing := bring(t, input(store, "list.csv", one("1")))
	wantCounts(t, report, 1, 0, 0, 0)
	first, _ := byID(listing, "1")
	second, _ := byID(listing, "2")
	assert.Equal(t, first.Slug, "brookside-tulsa")
	assert.Equal(t, second.Slug, "brookside")
}

// The order of the rows does not affect the slugs.
func TestSlugsDoNotDependOnTheOrderOfTheRows(t *testing.T) {
	lines := strings.SplitAfter(lookalike, "\n")
	_, _, a := bring(t, input(open(t), "list.csv", lookalike))
	_, _, b := bring(t, input(open(t), "list.csv", lines[0]+lines[3]+lines[2]+lines[1]))
	for _, l := range a.All() {
		other, _ := byID(b, l.ID)
		assert.Check(t, is.Equal(other.Slug, l.Slug), l.ID)
	}
}

// For any input: no panic, no incomplete restaurant, and a second run changes nothing.
func FuzzLocations(f *testing.F) {
	f.Add([]byte(lookalike))
	f.Add([]byte(lookalikeJSON))
	f.Add([]byte("id\tstreet\tcity\tstate\tlat\tlon\n\"1\t2"))
	f.Add([]byte("id,street,city,state,lat,lon,hours,handoffs,x\n1,2,3,TX,30,-97,10-22,pickup|,http://x\n"))
	// One id for two restaurants far apart.
	f.Add([]byte("storenumber,,streetaddress,city,state,,latitude,longitude\n55,Marina,13425 Washington Blvd.,Marina Del Rey,CA,90292,33.99165,-118.44626\n" +
		"55,Westchester,9045 W. Venice Blvd.,Los Angeles,CA,90034,34.02646,-118.39427\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		store := throttled.New(noon, nil) // in memory: thousands of stores are needed
		store.Free(true)
		in := input(store, "fuzz.csv", string(data))
		if _, err := importer.Locations(context.Background(), in); err != nil {
			return
		}
		items, _ := location.Items(context.Background(), store)
		slugs := map[string]bool{}
		for _, item := range items {
			l, err := location.FromItem(item)
			if err != nil || l.ID == "" || len(l.ID) > 64 || l.Slug == "" || slugs[l.Slug] || l.Label == "" || l.Address.City == "" || l.TimeZone == "" {
				t.Fatalf("%v %+v", err, l)
			}
			slugs[l.Slug] = true
		}
		report, err := importer.Locations(context.Background(), in)
		assert.NilError(t, err)
		assert.Equal(t, report.Added+report.Changed, 0, "%+v", report)
	})
}

package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
	"ordering/shared/location"
)

// Lists in the export formats of other systems. Every row is imported.
func TestExportFormatsAreImported(t *testing.T) {
	const google = "Store code,Business name,Address line 1,Address line 2,Sub-locality,Locality,Administrative area,Country / Region,Postal code,Latitude,Longitude,Primary phone," +
		"Sunday hours,Monday hours,Tuesday hours,Wednesday hours,Thursday hours,Friday hours,Saturday hours,Special hours\n" +
		"A7,Night Kitchen,12 Main St,Unit 4,,Austin,Texas,US,78701,30.27,-97.74,512-555-0107,x,11:00-21:00,11:00-21:00,11:00-21:00,11:00-21:00,11:00AM-11:00PM,11:00AM-11:00PM,2026-12-25: x\n"
	alltheplaces := func(properties string) string {
		return `{"type":"FeatureCollection","features":[{"type":"Feature","id":"6vMz0aGWSi","properties":{` + properties + `},"geometry":{"type":"Point","coordinates":[-97.74,30.27]}}]}`
	}
	for name, c := range map[string]struct{ data, want string }{
		"state_abbr":         {"id,name,street,city,state_abbr,zip,lat,lon\n7,Downtown,12 Main St,Austin,TX,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"state_name":         {"id,name,street,city,state_name,zip,lat,lon\n7,Downtown,12 Main St,Austin,Texas,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"unusable preferred": {"id,ref,name,street,city,state,state_abbr,zip,lat,lon\nWelcome to us,7,Downtown,12 Main St,Austin,Southwest,TX,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"empty preferred":    {"id,name,street,address 1,city,state,state_name,zip,lat,lon\n7,Downtown,,12 Main St,Austin,,Texas,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"All The Places": {alltheplaces(`"ref":"7","name":"Night Kitchen","branch":"Downtown","addr:street_address":"12 Main St","addr:housenumber":"12","addr:street":"Main St","addr:city":"Austin","addr:state":"TX","addr:postcode":"78701","addr:country":"US","opening_hours":"Mo-Su 10:00-22:00","website":"https://example.com"`),
			"7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"Google Business":           {google, "A7 Night Kitchen: 12 Main St, Unit 4, Austin, TX 78701, open"},
		"a state as US-TX":          {"id,name,street,city,state,zip,lat,lon\n7,Downtown,12 Main St,Austin,US-TX,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"a state as an object":      {alltheplaces(`"id":7,"name":"Downtown","street":"12 Main St","city":"Austin","state":{"name":"Lone Star State","code":"US-TX"},"zip":78701`), "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"an object in a cell":       {"id,name,street,city,state,zip,lat,lon\n7,Downtown,12 Main St,Austin,\"{\"\"code\"\":\"\"US-TX\"\"}\",78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"an address as an object":   {alltheplaces(`"id":7,"name":"Downtown","address":{"street":"12 Main St","city":"Austin","state":"TX","zip":"78701"}`), "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"US-ON":                     {"id,name,street,city,state,country,zip,lat,lon\n7,Downtown,12 Queen St W,Toronto,US-ON,US,M5H 2N2,43.65,-79.38\n", "7 Downtown: 12 Queen St W, Toronto, ON M5H 2N2, open"},
		"a newspaper's state":       {"id,name,street,city,state,zip,lat,lon\n7,Downtown,12 Main St,Phoenix,Ariz.,85004,33.45,-112.07\n", "7 Downtown: 12 Main St, Phoenix, AZ 85004, open"},
		"with points":               {"id,name,street,city,state,zip,lat,lon\n7,Downtown,12 Main St,Charleston,W. Va.,25301,38.35,-81.63\n", "7 Downtown: 12 Main St, Charleston, WV 25301, open"},
		"shopid and shopname":       {"shopid,shopname,street,city,state,zip,lat,lon\n7,Downtown,12 Main St,Austin,TX,78701,30.27,-97.74\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
		"half of a postal code":     {"id,name,street,city,state,zip,lat,lon\n7,Downtown,12 Queen St W,Toronto,ON,m5h,43.65,-79.38\n", "7 Downtown: 12 Queen St W, Toronto, ON M5H, open"},
		"TEMPORARY_CLOSE":           {"id,name,street,city,state,zip,lat,lon,status\n7,Downtown,12 Main St,Austin,TX,78701,30.27,-97.74,TEMPORARY_CLOSE\n", "7 Downtown: 12 Main St, Austin, TX 78701, closed"},
		"opening soon":              {"id,name,street,city,state,zip,lat,lon,store_status\n7,Downtown,12 Main St,Austin,TX,78701,30.27,-97.74,Opening Soon\n", "7 Downtown: 12 Main St, Austin, TX 78701, coming-soon"},
		"invalid links are omitted": {"id,name,street,city,state,zip,lat,lon,x,image\n7,Downtown,12 Main St,Austin,TX,78701,30.27,-97.74,@downtown,front.jpg\n", "7 Downtown: 12 Main St, Austin, TX 78701, open"},
	} {
		t.Run(name, func(t *testing.T) {
			report, printed, listing := bring(t, input(open(t), "list", c.data))
			wantCounts(t, report, 1, 0, 0, 0)
			for _, l := range listing.All() {
				a := l.Address
				got := fmt.Sprintf("%s %s: %s, %s, %s %s, %s", l.ID, l.Label, a.Street, a.City, a.State, a.Zip, l.Status)
				assert.Check(t, is.Equal(got, c.want), printed)
			}
			if t.Failed() {
				t.Log(printed)
			}
		})
	}
	_, _, listing := bring(t, input(open(t), "google.csv", google))
	if l, _ := byID(listing, "A7"); len(l.Hours.Regular[0]) != 0 || len(l.Hours.Regular[1]) != 1 || l.Hours.Regular[6][0].Close != 23*60 || l.Phone != "+15125550107" {
		t.Errorf("%+v", l)
	}
}

const whole = "id,pos id,name,subtitle,street,city,state,zip,phone,lat,lon,tz,hours,tax rate,image,lead minutes,x\n" +
	"7,POS-7,Downtown,By the river.,12 Main St,Austin,TX,78701,512-555-0107,30.27,-97.74,America/Denver,Mo-Su 11:00-21:00; Dec 25 off,8.25%,https://example.com/7.jpg,25,https://example.com/x\n" +
	"8,POS-8,Uptown,,9 Elm St,Austin,TX,78702,,30.26,-97.72,,11-9,8.25%,,,\n"

// A missing column changes nothing, and neither does an omitted value.
func TestAbsentColumnsKeepWhatIsStored(t *testing.T) {
	store := open(t)
	_, _, before := bring(t, input(store, "list.csv", whole))
	l, _ := byID(before, "7")
	assert.Assert(t, is.Len(l.Hours.Exceptions, 1), "the yearly closed day is missing: %+v", l.Hours)
	for name, data := range map[string]string{
		"the address alone": "id,street,city,state,lat,lon\n7,12 Main St,Austin,TX,30.27,-97.74\n",
		"the id alone":      "id\n7\n8\n",
		"wrong values":      "id,phone,image,x,tz\n7,call us,front.jpg,@downtown,America/Denver\n",
		"no coordinates":    "id,street,city,state,zip\n7,12 Main St,Austin,TX,78701\n",
	} {
		report, printed, after := bring(t, input(store, "list.csv", data))
		if wantCounts(t, report, 0, 0, report.Rows, 0); t.Failed() {
			was, _ := byID(before, "7")
			is, _ := byID(after, "7")
			t.Fatalf("%s:\n%+v\n%+v\n%s", name, was, is, printed)
		}
	}
	report, _, after := bring(t, input(store, "other.csv", "id,status\n7,closed\n8,open\n"))
	wantCounts(t, report, 0, 1, 1, 0)
	was, _ := byID(before, "7")
	is, _ := byID(after, "7")
	was.Status = location.StatusClosed
	assert.Equal(t, fmt.Sprintf("%+v", is), fmt.Sprintf("%+v", was))
	report, printed, after := bring(t, input(store, "other.csv", "id,hours,name\n7,24/7,Down town\n9,10-22,\n10,10-22,\n11,10-22,\n12,10-22,\n"))
	wantCounts(t, report, 0, 1, 0, 4)
	if is, _ = byID(after, "7"); !always(is.Hours.Regular) || is.Label != "Down town" || is.Slug != "downtown" { // a new name keeps the address
		t.Errorf("got id, hours and name of %+v", is)
	}
	if !strings.Contains(printed, "rejected  rows 3, 4, 5 and 1 more, column id: no restaurant has this id, and for a new one the file has no address\n") {
		t.Errorf("want one line with all unknown ids:\n%s", printed)
	}
}

func TestMissingColumnIsReportedOnce(t *testing.T) {
	const rows = "1,1 Main St,Austin,78701\n2,2 Main St,Austin,78701\n3,3 Main St,Austin,78701\n4,4 Main St,Austin,78701\n5,5 Main St,Austin,78701\n"
	report, printed, _ := bring(t, input(open(t), "list.csv", "id,street,city,zip\n"+rows))
	wantCounts(t, report, 0, 0, 0, 5)
	if lines := strings.Count(printed, "\n"); lines != 2 || !strings.Contains(printed, "rejected  rows 2, 3, 4 and 2 more, column state: the file has no such column") {
		t.Errorf("%d lines:\n%s", lines, printed)
	}
	report, printed, _ = bring(t, input(open(t), "list.csv", "street,city,state\n"+strings.NewReplacer("1,1", "1", "2,2", "2", "3,3", "3", "4,4", "4", "5,5", "5", "78701", "TX").Replace(rows)))
	wantCounts(t, report, 0, 0, 0, 5)
	assert.Equal(t, strings.Count(printed, "\n"), 3, printed)
}

// Missing hours and taxes are assumed; the restaurant takes no orders until they are given or confirmed.
func TestAssumedValuesAreReportedAndConfirmed(t *testing.T) {
	pickup := func(listing *location.Listing, id string) bool {
		l, _ := byID(listing, id)
		return l.Offers(location.Pickup)
	}
	store := open(t)
	report, printed, listing := bring(t, input(store, "list.csv", lookalike))
	wantCounts(t, report, 3, 0, 0, 0)
	for _, want := range []string{"rows 2, 3, 4, column hours: no hours: assumed daily 10:30 to 22:00\n", "rows 2, 3, 4, column tax rate: assumed: an average of the state\n", "3 restaurants take no orders"} {
		assert.Check(t, is.Contains(printed, want))
	}
	assert.Assert(t, !pickup(listing, "140") && !pickup(listing, "55"), "a location with assumed hours accepts orders")
	report, _, listing = bring(t, input(store, "hours.csv", "id,hours,tax rate\n140,10-22,9.5%\n117,10-22,\n"))
	wantCounts(t, report, 0, 2, 0, 0)
	assert.Assert(t, pickup(listing, "140"))
	assert.Assert(t, !pickup(listing, "117"))
	confirmed := input(store, "list.csv", lookalike)
	confirmed.Confirm = true
	report, printed, listing = bring(t, confirmed)
	wantCounts(t, report, 0, 2, 1, 0)
	if !pickup(listing, "117") || !pickup(listing, "55") || strings.Contains(printed, "take no orders") || !strings.Contains(printed, "row 4: confirmed as assumed: hours, tax rate\n") {
		t.Errorf("confirmed list: got\n%s", printed)
	}
	report, printed, _ = bring(t, input(store, "list.csv", lookalike))
	wantCounts(t, report, 0, 0, 3, 0)
	assert.Assert(t, !strings.Contains(printed, "assumed"), "confirmed hours are reported as assumed:\n%s", printed)
	// Unreadable hours do not close a restaurant that has hours, and do not open a new one.
	report, printed, listing = bring(t, input(store, "more.csv", "id,street,city,state,zip,hours,tax rate\n140,13425 Washington Blvd.,Marina Del Rey,CA,90292,as the moon,\n9,1 Main St,Austin,TX,78701,as the moon,8%\n"))
	wantCounts(t, report, 1, 0, 0, 1)
	if l, _ := byID(listing, "140"); len(l.Assumed) != 0 || l.Hours.Regular[0][0].Open != 10*60 || pickup(listing, "9") {
		t.Errorf("%+v\n%s", l, printed)
	}
}

func TestCoordinatesComeFromTheZIPCode(t *testing.T) {
	store := open(t)
	const list = "id,street,city,state,zip\n1,1 Main St,Austin,TX,78701-1234\n2,1 Queen St W,Toronto,ON,M5H 2N2\n3,1 Main St,Austin,TX,\n"
	report, printed, listing := bring(t, input(store, "list.csv", list))
	wantCounts(t, report, 2, 0, 0, 1)
	if !strings.Contains(printed, "rows 2, 3, column latitude: there are no coordinates: placed by its ZIP code") {
		t.Errorf("the report does not mention the placement by ZIP code:\n%s", printed)
	}
	for id, near := range map[string]location.Point{"1": {Latitude: 30.27, Longitude: -97.74}, "2": {Latitude: 43.65, Longitude: -79.38}} {
		if l, _ := byID(listing, id); l.Address.Point().Meters(near) > 3_000 || l.TimeZone == "" {
			t.Errorf("%s: got point %v, timezone %q", id, l.Address.Point(), l.TimeZone)
		}
	}
	// It moves with its ZIP code, unless it has coordinates.
	_, _, listing = bring(t, input(store, "list.csv", "id,zip\n1,78745\n"))
	if l, _ := byID(listing, "1"); l.Address.Point().Meters(location.Point{Latitude: 30.21, Longitude: -97.80}) > 5_000 {
		t.Errorf("with another postal code: got point %v", l.Address.Point())
	}
	bring(t, input(store, "list.csv", "id,lat,lon\n1,30.2501,-97.7501\n"))
	_, _, listing = bring(t, input(store, "list.csv", strings.ReplaceAll(list, "78701-1234", "78701")))
	if l, _ := byID(listing, "1"); l.Address.Latitude != 30.2501 {
		t.Errorf("the postal code replaced the coordinates: %v", l.Address.Point())
	}
}

// A column changes its value, an empty cell resets it, and without the column it stays.
func TestColumnsChangeOnlyTheirValues(t *testing.T) {
	store := open(t)
	for _, step := range []struct{ columns, values, en, fr, zone string }{
		{"", "", "", "", "<nil>"},
		{",tagline,tagline (fr),delivery zone", ",By the park.,Près du parc.,5 km", "By the park.", "Près du parc.", "&{5000 []}"},
		{",subtitle", ",In the park.", "In the park.", "Près du parc.", "&{5000 []}"},
		{"", "", "In the park.", "Près du parc.", "&{5000 []}"},
		{",subtitle fr,delivery zone", ",,", "In the park.", "In the park.", "<nil>"}, // French falls back to English
		{",subtitle", ",", "", "", "<nil>"},
	} {
		_, printed, listing := bring(t, input(store, "grills.csv", fmt.Sprintf(
			"id,street,city,state,latitude,longitude,time zone%s\n1,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago%s\n", step.columns, step.values)))
		l, _ := byID(listing, "1")
		if l.Subtitle.In(locale.En) != step.en || l.Subtitle.In(locale.FrCA) != step.fr || fmt.Sprint(l.DeliveryZone) != step.zone {
			t.Errorf("%s: %q %v in %s", step.columns, l.Subtitle, l.DeliveryZone, printed)
		}
	}
	report, printed, _ := bring(t, input(store, "grills.csv", "id,subtitle,delivery zone\n1,"+strings.Repeat("x", 201)+",far\n"))
	assert.Equal(t, report.Rejected, 1)
	assert.Assert(t, is.Contains(printed, "it is longer than 200 bytes"))
	assert.Assert(t, is.Contains(printed, `row 2, column delivery zone: "far" is no`))
}

package locations

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// friday returns noon in Chicago on a Friday.
var friday = func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }

func newLocation(id, label, city, state, zone string, lat, lon float64, change ...func(*location.Location)) location.Location {
	region, _ := location.RegionByCode(state)
	l := location.Location{
		ID: id, Slug: location.Slug(label + " " + city), Label: label, TimeZone: zone, Currency: money.USD, Status: location.StatusOpen,
		Address:        location.Address{Street: "1 Main St", City: city, State: state, Zip: "00000", Country: region.Country, Latitude: lat, Longitude: lon},
		OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15, Hours: location.Hours{Regular: location.Daily(10*60+30, 22*60)},
	}
	for _, c := range change {
		c(&l)
	}
	return l
}

// serve returns a GET over the real routes for a table with the restaurants.
func serve(t *testing.T, locations ...location.Location) func(path string, headers ...string) (int, []byte) {
	t.Helper()
	get, _ := serveTable(t, locations...)
	return get
}

// serveTable is serve with the table, for more rows.
func serveTable(t testing.TB, locations ...location.Location) (func(path string, headers ...string) (int, []byte), table.Table) {
	t.Helper()
	store := sqlitetest.Open(t, friday)
	for _, l := range locations {
		item := l.Item()
		assert.NilError(t, store.Write(context.Background(), table.Put(item), location.Changed()))
	}
	handler := apitest.Handler(t, New(store, brand.Default(), friday).Operations())
	return func(path string, headers ...string) (int, []byte) {
		w := apitest.Send(handler, http.MethodGet, base+path, "", headers...)
		return w.Code, w.Body.Bytes()
	}, store
}

func read[T any](t *testing.T, data []byte) (v T) {
	t.Helper()
	assert.NilError(t, json.Unmarshal(data, &v), string(data))
	return v
}

type listed struct {
	Locations []Location `json:"locations"`
	Place     *Place     `json:"place"`
	Total     int        `json:"total"`
	Cursor    string     `json:"cursor"`
}

func ids(l listed) string {
	s := ""
	for _, r := range l.Locations {
		s += r.ID + " "
	}
	return s
}

var some = []location.Location{
	newLocation("tulsa", "Brookside", "Tulsa", "OK", "America/Chicago", 36.114, -95.975, func(l *location.Location) {
		l.ExternalID, l.Phone, l.DeliveryPartner = "ext-1", "+19185550101", "Fetchwell"
		l.Subtitle = locale.Text{locale.En: "By the park.", locale.FrCA: "Près du parc."}
		// Curbside ends at seven in the evening.
		l.Handoffs = []location.Handoff{location.Pickup, location.Delivery, location.Curbside}
		l.Hours.Handoffs = map[location.Handoff]location.Week{location.Curbside: location.Daily(11*60, 19*60)}
		l.DeliveryZone = &location.DeliveryZone{RadiusMeters: 5000}
		l.SocialNetworks = []location.SocialNetwork{{Network: "facebook", URL: "https://www.facebook.com/a"}, {Network: "x", URL: "https://x.com/a"}}
	}),
	newLocation("dome", "Blue Dome", "Tulsa", "OK", "America/Chicago", 36.155, -95.987),
	newLocation("austin", "South Congress", "Austin", "TX", "America/Chicago", 30.248, -97.75),
	newLocation("montreal", "Plateau", "Montréal", "QC", "America/Toronto", 45.518, -73.585, func(l *location.Location) { l.Currency = money.CAD }),
	newLocation("kc", "Crossroads", "Kansas City", "MO", "America/Chicago", 39.09, -94.584, func(l *location.Location) {
		l.OnlineOrdering, l.Hours.Regular = false, location.Daily(17*60, 22*60)
	}),
	newLocation("party", "Smokehouse", "Indianapolis", "IN", "America/Indiana/Indianapolis", 39.777, -86.146, func(l *location.Location) { l.ByAppointment = true }),
	newLocation("soon", "Downtown", "Boise", "ID", "America/Boise", 43.61, -116.2, func(l *location.Location) { l.Status = location.StatusComingSoon }),
}

func TestListing(t *testing.T) {
	get := serve(t, some...)
	for name, c := range map[string]struct {
		query     string
		headers   []string
		want      string
		wantPlace string
	}{
		"all that are open, by state and city":    {query: "", want: "party kc dome tulsa austin montreal "},
		"a city":                                  {query: "?q=Tulsa", want: "dome tulsa kc austin party montreal ", wantPlace: "Tulsa, OK"},
		"a ZIP code":                              {query: "?q=74105&limit=2", want: "tulsa dome ", wantPlace: "Tulsa, OK 74105"},
		"a city in French":                        {query: "?q=montreal&limit=1", headers: []string{"Accept-Language", "fr-CA"}, want: "montreal ", wantPlace: "Montréal (Québec)"},
		"a state without any, in French":          {query: "?q=Nouveau-Brunswick&limit=1", headers: []string{"Accept-Language", "fr-CA"}, want: "montreal ", wantPlace: "Nouveau-Brunswick"},
		"a state":                                 {query: "?q=oklahoma", want: "dome tulsa ", wantPlace: "Oklahoma"},
		"a point":                                 {query: "?latitude=30.3&longitude=-97.7&limit=1", want: "austin "},
		"of one state":                            {query: "?state=OK", want: "dome tulsa "},
		"of one city, by its slug":                {query: "?state=quebec&city=montreal", want: "montreal "},
		"of a city without any":                   {query: "?state=QC&city=laval", want: ""},
		"open now":                                {query: "?open=now", want: "dome tulsa austin montreal "},
		"that serve at seven in the evening":      {query: "?open=2026-11-21T01:00:00Z&state=MO", want: "kc "},
		"that serve pickup then":                  {query: "?open=2026-11-21T01:00:00Z&handoff=2", want: "dome tulsa austin montreal "},
		"that serve pickup at night":              {query: "?open=2026-11-21T03:30:00Z&handoff=2&latitude=36&longitude=-96", want: "tulsa dome austin "},
		"with curbside at that time":              {query: "?open=2026-11-21T00:30:00Z&handoff=4", want: "tulsa "},
		"curbside has ended":                      {query: "?open=2026-11-21T01:00:00Z&handoff=4", want: ""},
		"that take pickup orders":                 {query: "?handoff=2", want: "dome tulsa austin montreal "},
		"nearest to a point with pickup":          {query: "?handoff=2&latitude=39&longitude=-94.5&limit=1", want: "dome "},
		"that deliver: not yet":                   {query: "?handoff=3", want: ""},
		"Vancouver in Canada for a Canadian page": {query: "?q=Vancouver&limit=1", headers: []string{"country-alpha-2", "CA"}, want: "kc ", wantPlace: "Vancouver, BC"},
		"Vancouver in Washington by its state":    {query: "?q=vancouver%20wa&limit=1", want: "kc ", wantPlace: "Vancouver, WA"},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := get(c.query, c.headers...)
			l := read[listed](t, body)
			assert.Assert(t, status == 200 && ids(l) == c.want, "%d: %s, want %s", status, ids(l), c.want)
			if place := l.Place; (place == nil) != (c.wantPlace == "") || place != nil && (place.Label != c.wantPlace || place.Region != strings.Contains(name, "a state")) {
				t.Errorf("got place %+v, want %q", place, c.wantPlace)
			}
		})
	}
}

func TestUnknownPlaceIsNotFound(t *testing.T) {
	status, body := serve(t, some...)("?q=" + url.QueryEscape("Xyzzyville <b>"))
	p := read[struct{ Code, Message string }](t, body)
	assert.Equal(t, status, 404)
	assert.Equal(t, p.Code, "place-not-found")
	assert.Equal(t, p.Message, "We could not find Xyzzyville <b>. Try a city, a ZIP or a postal code")
}

func TestPagesHaveNoGapsOrDuplicates(t *testing.T) {
	var many []location.Location
	for i := range 25 {
		many = append(many, newLocation(fmt.Sprintf("r%02d", i), fmt.Sprintf("Grill %02d", i), "Tulsa", "OK", "America/Chicago", 36+float64(i*7%25)/100, -96))
	}
	get := serve(t, many...)
	for _, from := range []string{"?limit=10", "?limit=10&latitude=36&longitude=-96"} {
		seen := map[string]bool{}
		cursor, farthest := "", 0
		for pages := 0; ; pages++ {
			status, body := get(from + "&cursor=" + cursor)
			l := read[listed](t, body)
			assert.Equal(t, status, 200)
			assert.Equal(t, l.Total, 25)
			assert.Assert(t, pages <= 2)
			for _, r := range l.Locations {
				assert.Check(t, !seen[r.ID], "%s is on two pages", r.ID)
				seen[r.ID] = true
				if r.DistanceMeters != nil {
					assert.Check(t, *r.DistanceMeters >= farthest, "%s is listed after a location that is farther away", r.ID)
					farthest = *r.DistanceMeters
				}
			}
			if cursor = l.Cursor; cursor == "" {
				break
			}
		}
		assert.Check(t, is.Len(seen, 25), from)
	}
}

func TestOneLocation(t *testing.T) {
	get := serve(t, some...)
	_, body := get("/tulsa", "Accept-Language", "fr-CA")
	l := read[Location](t, body)
	if l.Label != "Brookside" || l.Opening.State != "open" || !l.Opening.ClosesAt.Equal(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)) {
		t.Errorf("got opening %+v, want open until ten", l.Opening)
	}
	if h := l.Handoffs[0]; h.Name != "pickup" || !h.Next.Equal(time.Date(2026, 11, 20, 18, 15, 0, 0, time.UTC)) {
		t.Errorf("got handoffs %+v, want pickup at 12:15", l.Handoffs)
	}
	if len(l.WorkingHours) != 7 || l.WorkingHours[1].Label != "lundi" || l.WorkingHours[1].Opened != "10:30" || l.WorkingHours[1].Closed != "22:00" {
		t.Errorf("got working hours %+v", l.WorkingHours)
	}
	_, body = get("/slug/plateau-montreal", "Accept-Language", "fr-CA")
	assert.Equal(t, read[Location](t, body).Address.State.Label, "Québec", "by slug: %s", body)
	_, body = get("/party")
	assert.Equal(t, read[Location](t, body).Opening.State, location.ByAppointment)
	assert.Assert(t, is.Len(read[Location](t, body).Handoffs, 0))
	_, body = get("/kc")
	assert.Assert(t, !read[Location](t, body).OnlineOrdering)
	assert.Assert(t, is.Len(read[Location](t, body).Handoffs, 0))
}

func TestStatesAndCities(t *testing.T) {
	get := serve(t, append([]location.Location{newLocation("montreal-2", "Mile End", "Montreal", "QC", "America/Toronto", 45.52, -73.6)}, some...)...)
	type answer struct{ Regions []Region }
	_, body := get("/states?country=CA", "Accept-Language", "fr-CA")
	if got := read[answer](t, body).Regions; len(got) != 1 || got[0] != (Region{Country: "CA", State: State{"QC", "Québec", "quebec"}, Slug: "quebec", Count: 2, Latitude: 45.519, Longitude: -73.5925}) {
		t.Errorf("states of Canada: got %+v", got)
	}
	for _, state := range []string{"QC", "quebec", "qu%C3%A9bec"} {
		_, body = get("/cities?state=" + state)
		if got := read[answer](t, body).Regions; len(got) != 1 || got[0].Slug != "montreal" || got[0].Count != 2 || got[0].State.Slug != "quebec" {
			t.Errorf("cities of %s: got %+v, want Montréal and Montreal as one city", state, got)
		}
	}
	_, body = get("/states")
	if got := read[answer](t, body).Regions; len(got) != 5 || got[0].Country != "US" || got[4].Country != "CA" {
		t.Errorf("states: %+v", got)
	}
}

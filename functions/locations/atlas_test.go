package locations

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/brand"
	"ordering/shared/location"
)

func contains(body []byte, part string) bool {
	return strings.Contains(strings.ToLower(string(body)), part)
}

func pins(a Atlas) string {
	s := ""
	for _, p := range a.Locations {
		s += p.ID + " "
	}
	return s
}

func TestAtlasHasEveryOperatingLocation(t *testing.T) {
	get := serve(t, some...)
	for query, want := range map[string]string{
		"":            "party kc dome tulsa austin montreal ",
		"?country=CA": "montreal ",
		"?filter=" + url.QueryEscape("handoffs.id[in]4,6"): "tulsa ",
	} {
		status, body := get("/all-locations"+query, "Accept-Language", "fr-CA")
		if a := read[Atlas](t, body); status != 200 || pins(a) != want {
			t.Errorf("%s: %d %s, want %s", query, status, pins(a), want)
		}
	}
	_, body := get("/all-locations", "Accept-Language", "fr-CA")
	a := read[Atlas](t, body)
	assert.Assert(t, is.Len(a.States, 5))
	assert.Equal(t, a.States[4], (AtlasState{State{"QC", "Québec", "quebec"}, "CA"}))
	p := a.Locations[3]
	if p.Slug != "brookside-tulsa" || p.Label != "Brookside" || p.City != "Tulsa" || p.CitySlug != "tulsa" || p.State != "OK" || p.Latitude != 36.114 ||
		len(p.Handoffs) != 2 || p.Opening.State != "open" || p.Opening.ClosesAt.IsZero() || !p.Opening.OpensAt.IsZero() {
		t.Errorf("a pin: %+v", p)
	}
	if kc := a.Locations[1]; kc.Opening.State != "closed" || kc.Opening.OpensAt.IsZero() || len(kc.Handoffs) != 0 {
		t.Errorf("pin of a closed restaurant: got %+v", kc)
	}
}

func TestAtlasETagChangesWhenALocationOpens(t *testing.T) {
	_, store := serveTable(t, some...)
	now := friday()
	handler := apitest.Handler(t, New(store, brand.Default(), func() time.Time { return now }).Operations())
	ask := func(tag string) *httptest.ResponseRecorder {
		return apitest.Send(handler, http.MethodGet, base+"/all-locations", "", "If-None-Match", tag)
	}
	first := ask("")
	tag := first.Header().Get("ETag")
	if first.Code != 200 || tag == "" || first.Header().Get("Cache-Control") != "no-cache" || first.Header().Get("Vary") != "Accept-Language" {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	now = now.Add(time.Hour)
	if again := ask("W/" + tag); again.Code != 304 || again.Body.Len() != 0 || again.Header().Get("ETag") != tag {
		t.Errorf("no change within the hour: got %d %s, want 304", again.Code, again.Body)
	}
	now = friday().Add(8 * time.Hour) // Kansas City has opened
	if again := ask(tag); again.Code != 200 || again.Header().Get("ETag") == tag {
		t.Errorf("after a restaurant opened: got %d, want 200", again.Code)
	}
}

func TestBossListHasEveryLocation(t *testing.T) {
	get := serve(t, append([]location.Location{newLocation("gone", "Old Town", "Wichita", "KS", "America/Chicago", 37.69, -97.33, func(l *location.Location) {
		l.Status = location.StatusClosed
	})}, some...)...)
	for query, want := range map[string]string{
		"":                             "soon party gone kc dome tulsa austin montreal ",
		"?filter=status%5Beq%5Dclosed": "gone ",
		"?filter=status%5Bne%5Dopen;status%5Bne%5Dclosed": "soon ",
		"?state=oklahoma":       "dome tulsa ",
		"?limit=3&cursor=2":     "gone kc dome ",
		"?state=idaho&open=now": "",
	} {
		status, body := get("/boss" + query)
		if l := read[listed](t, body); status != 200 || ids(l) != want {
			t.Errorf("%s: %d %s, want %s", query, status, ids(l), want)
		}
	}
	_, body := get("/boss?limit=3&cursor=2")
	if l := read[listed](t, body); l.Total != 8 || l.Cursor != "5" || l.Locations[0].Status != "closed" {
		t.Errorf("page: got total %d, cursor %q, %+v", l.Total, l.Cursor, l.Locations[0])
	}
	count := func(path string) (states string) {
		_, body := get(path)
		for _, r := range read[struct{ Regions []Region }](t, body).Regions {
			states += r.Slug + " "
		}
		return states
	}
	assert.Equal(t, count("/boss/states"), "idaho indiana kansas missouri oklahoma texas quebec ")
	assert.Equal(t, count("/states"), "indiana missouri oklahoma texas quebec ")
}

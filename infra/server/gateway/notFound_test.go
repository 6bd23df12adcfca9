package gateway

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"ordering/infra/edge"
	"ordering/shared/brand"
)

// A page about something that does not exist has status 404, so that crawlers neither index nor cache it as a page.
func TestPagesOfUnknownSubjectsAnswer404(t *testing.T) {
	asked := ""
	pages, err := edge.New(edge.PagesOf(brand.Default(), ""))
	assert.NilError(t, err)
	data, err := os.OpenRoot(t.TempDir())
	assert.NilError(t, err)
	defer data.Close()
	s := &site{
		pages: pages,
		built: fstest.MapFS{"shell.html": {Data: []byte("<p>shell</p>")}},
		data:  data,
		calls: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked += r.URL.RequestURI() + " "
			switch r.URL.RequestURI() {
			case "/api/online-ordering/locations?limit=1&state=oklahoma", "/api/online-ordering/locations?city=tulsa&limit=1&state=oklahoma":
				_, _ = w.Write([]byte(`{"locations":[],"total":16}`))
			case "/api/online-ordering/locations?city=atlantis&limit=1&state=oklahoma", "/api/online-ordering/locations?limit=1&state=alaska":
				_, _ = w.Write([]byte(`{"locations":[],"total":0}`))
			case "/api/online-ordering/locations/slug/brookside-tulsa":
				_, _ = w.Write([]byte(`{"id":"bdb-1001"}`))
			case "/api/online-ordering/locations/item-details/bdb-1001/pit-fries":
				_, _ = w.Write([]byte(`{"id":"pit-fries"}`))
			case "/api/online-ordering/locations/slug/busy":
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}),
	}
	for address, want := range map[string]int{
		"/": 200, "/cart": 200, "/ca/fr-ca": 200, "/orders/abc": 200,
		"/locations":                                                  200,
		"/locations/oklahoma":                                         200,
		"/locations/atlantis":                                         404,
		"/locations/alaska":                                           404, // a state without a location
		"/ca/en-ca/locations/oklahoma/tulsa":                          200, // redirects to the site of its country
		"/locations/oklahoma/atlantis":                                404,
		"/locations/oklahoma/tulsa/brookside-tulsa":                   200,
		"/locations/oklahoma/tulsa/nowhere":                           404,
		"/quote/everyday/brookside-tulsa":                             200,
		"/quote/everyday/nowhere":                                     404,
		"/quote/everyday/brookside-tulsa/sides/pit-fries":             200,
		"/ca/fr-ca/quote/everyday/brookside-tulsa/sides/no-such-dish": 404,
		"/quote/everyday/nowhere/sides/pit-fries":                     404,
		"/quote/everyday/busy":                                        200, // the API fails: the page reports it
		"/quote/everyday/busy/sides/pit-fries":                        200,
		"/company":                                                    404,
		// A site without ordering has no order pages.
		"/br/pt-br/cart": 404, "/ae/quote/everyday": 404, "/ph/catering": 404, "/jp/ja-jp/checkout": 404,
	} {
		asked = ""
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		if w.Code != want || w.Body.String() != "<p>shell</p>" {
			t.Errorf("%s: got %d %q, want %d; requested %s", address, w.Code, w.Body, want, asked)
		}
	}
}

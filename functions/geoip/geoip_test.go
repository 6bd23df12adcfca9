package geoip

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/api/apitest"
	"ordering/functions/geoip/country"
)

var database = filepath.Join("..", "..", country.Package)

func ask(t *testing.T, ops []api.Operation, from, header string) (int, string) {
	r := httptest.NewRequest(http.MethodGet, "/api/getGeoFromIp", nil)
	r.RemoteAddr = from
	r.Header.Set("brand-id", "3") // as in every call of the site
	if header != "" {
		r.Header.Set(country.Header, header)
	}
	w := httptest.NewRecorder()
	apitest.Handler(t, ops).ServeHTTP(w, r)
	return w.Code, strings.TrimSpace(w.Body.String())
}

func TestCountry(t *testing.T) {
	ops := Operations(database)
	for name, c := range map[string]struct{ from, header, want string }{
		"from CloudFront's header":     {"8.8.8.8:1", "CA", `{"country":"CA"}`},
		"in small letters":             {"8.8.8.8:1", "br", `{"country":"BR"}`},
		"CloudFront does not know":     {"8.8.8.8:1", "XX", `{"country":"US"}`},
		"without CloudFront's header":  {"8.8.8.8:1", "", `{"country":"US"}`},
		"a code that is not a country": {"127.0.0.1:1", "Canada", `{}`},
		"an address of IPv6":           {"[2001:4860:4860::8888]:1", "", `{"country":"US"}`},
		"an address in Japan":          {"202.12.27.33:1", "", `{"country":"JP"}`},
		"this machine":                 {"127.0.0.1:1", "", `{}`},
		"a private network":            {"192.168.1.7:1", "", `{}`},
	} {
		code, got := ask(t, ops, c.from, c.header)
		assert.Check(t, code == 200 && got == c.want, "%s: %d %s, want %s", name, code, got, c.want)
	}
}

// Without its database the function uses CloudFront's header, else answers without a country and without an error.
func TestCountryWithoutTheDatabase(t *testing.T) {
	ops := Operations(filepath.Join(t.TempDir(), "none.mmdb"))
	code, got := ask(t, ops, "8.8.8.8:1", "CA")
	assert.Assert(t, code == 200 && got == `{"country":"CA"}`, "%d %s", code, got)
	code, got = ask(t, ops, "8.8.8.8:1", "")
	assert.Assert(t, code == 200 && got == `{}`, "%d %s", code, got)
}

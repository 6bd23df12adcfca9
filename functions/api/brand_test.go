package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/api/guard"
	"ordering/shared/brand"
)

// A deployment has one brand. Calls for another brand are refused, except for operations of Others. Unknown brands are always refused.
func TestBrandHeaderIsChecked(t *testing.T) {
	describe := func(path string, others bool) api.Operation {
		empty := func() http.Handler { return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}) }
		op := guard.Operation{ID: path[1:], Method: http.MethodGet, Path: path, Others: others, Answer: empty}
		return api.Guarded(op, huma.Operation{})
	}
	harbor, _ := brand.Find(1)
	h := api.Handler(api.For(harbor, describe("/own", false), describe("/every", true)), nil)
	for _, c := range []struct {
		path, header, value string
		status              int
	}{
		{"/own", "", "", 200}, {"/own", "brand-id", "1", 200}, {"/own", "brandId", "1", 200}, {"/own", "brand-id", "3", 400}, {"/own", "brandId", "3", 400},
		{"/every", "", "", 200}, {"/every", "brand-id", "1", 200}, {"/every", "brandId", "3", 200},
		{"/own", "brand-id", "2", 400}, {"/every", "brandId", "2", 400}, {"/every", "brand-id", "three", 400}, {"/nowhere", "brand-id", "2", 400}, {"/nowhere", "brand-id", "3", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		want := ""
		if c.status == 400 {
			want = `"code":"unknown-brand"`
		} else if c.status == 404 {
			want = `"code":"not-found"`
		}
		if w.Code != c.status || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s with %s %s: %d %s, want %d %s", c.path, c.header, c.value, w.Code, w.Body, c.status, want)
		}
	}
}

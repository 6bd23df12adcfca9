package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/brand"
)

type brandOutput struct {
	Body struct {
		Brand int `json:"brand"`
	}
}

// A deployment has one brand. Calls for another brand are refused, except for operations OfEveryBrand. Unknown brands are always refused.
func TestHeaderSelectsTheBrand(t *testing.T) {
	tell := func(ctx context.Context, _ *struct{}) (*brandOutput, error) {
		var out brandOutput
		out.Body.Brand = api.Brand(ctx).ID
		return &out, nil
	}
	describe := func(path string) api.Operation {
		return api.Describe(huma.Operation{OperationID: path[1:], Method: http.MethodGet, Path: path}, tell)
	}
	harbor, _ := brand.Find(1)
	h := api.Handler(api.For(harbor, describe("/own"), describe("/every").OfEveryBrand()), nil)
	for _, c := range []struct {
		path, header, value string
		status, brand       int
	}{
		{"/own", "", "", 200, 1}, {"/own", "brand-id", "1", 200, 1}, {"/own", "brandId", "1", 200, 1}, {"/own", "brand-id", "3", 400, 0}, {"/own", "brandId", "3", 400, 0},
		{"/every", "", "", 200, 1}, {"/every", "brand-id", "1", 200, 1}, {"/every", "brandId", "3", 200, 3},
		{"/own", "brand-id", "2", 400, 0}, {"/every", "brandId", "2", 400, 0}, {"/every", "brand-id", "three", 400, 0}, {"/nowhere", "brand-id", "2", 400, 0}, {"/nowhere", "brand-id", "3", 404, 0},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		want := fmt.Sprintf(`"brand":%d`, c.brand)
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

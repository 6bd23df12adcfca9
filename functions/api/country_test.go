package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
)

// The header is stored with sign-ups: only codes of countries count.
func TestCountryOfARequest(t *testing.T) {
	got := "not asked"
	op := huma.Operation{OperationID: "try", Method: http.MethodGet, Path: "/api/try"}
	handler := api.Handler([]api.Operation{api.Describe(op, func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		got = api.Country(ctx)
		return nil, nil
	})}, nil)
	for named, want := range map[string]string{
		"": "US", "US": "US", "CA": "CA", "ca": "CA", "MX": "MX", "AD": "AD", "ZW": "ZW",
		"XX": "US", "C": "US", "D ": "US", "CAN": "US", "A ": "US", "12": "US", "CA US": "US", "é": "US", strings.Repeat("CA", 4000): "US",
	} {
		for _, header := range []string{"country-alpha-2", "countryalpha2"} {
			r := httptest.NewRequest("GET", "/api/try", nil)
			r.Header.Set(header, named)
			handler.ServeHTTP(httptest.NewRecorder(), r)
			assert.Check(t, is.Equal(got, want), "%s: %.20q", header, named)
		}
	}
}

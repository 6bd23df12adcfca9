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

// try serves GET /api/try with the handler.
func try(handle func(context.Context) error) http.Handler {
	op := huma.Operation{OperationID: "try", Method: http.MethodGet, Path: "/api/try"}
	return api.Handler([]api.Operation{api.Describe(op, func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		return nil, handle(ctx)
	})}, nil)
}

// The header is stored with sign-ups: only codes of countries count.
func TestCountryOfARequest(t *testing.T) {
	got := "not asked"
	handler := try(func(ctx context.Context) error { got = api.Country(ctx); return nil })
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

// X-Forwarded-For counts only if a proxy on this machine wrote it.
func TestNetworkOfARequest(t *testing.T) {
	got := "not asked"
	handler := try(func(ctx context.Context) error { got = api.Network(ctx); return nil })
	for name, c := range map[string]struct{ from, forwarded, want string }{
		"a guest":                                  {"203.0.113.7:4711", "", "203.0.113.7"},
		"in the form of Lambda":                    {"203.0.113.7", "", "203.0.113.7"},
		"a forged X-Forwarded-For":                 {"203.0.113.7:4711", "198.51.100.1", "203.0.113.7"},
		"an IPv6 address":                          {"[2001:db8:1:2:3:4:5:6]:4711", "", "2001:db8:1:2::/64"},
		"another address of the same IPv6 network": {"[2001:db8:1:2:ffff::1%eth0]:4711", "", "2001:db8:1:2::/64"},
		"an IPv4-mapped IPv6 address":              {"[::ffff:203.0.113.7]:4711", "", "203.0.113.7"},
		"this machine":                             {"127.0.0.1:4711", "", ""},
		"this machine, by IPv6":                    {"[::1]:4711", "", ""},
		"through a server on this machine":         {"127.0.0.1:4711", "203.0.113.7", "203.0.113.7"},
		"through it, with a forged address before": {"[::1]:4711", "198.51.100.1, 203.0.113.7", "203.0.113.7"},
		"through it, with a forged header before":  {"[::1]:4711", "198.51.100.1\n203.0.113.7", "203.0.113.7"},
		"through it, with a port":                  {"127.0.0.1:4711", "203.0.113.7:4431", "203.0.113.7"},
		"through it, IPv6 with a port":             {"127.0.0.1:4711", "[2001:db8::1]:443", "2001:db8::/64"},
		"through it, IPv6 in brackets":             {"127.0.0.1:4711", "[2001:db8::1]", "2001:db8::/64"},
		"in the form of Lambda, with a port":       {"203.0.113.7:4431", "", "203.0.113.7"},
		"through it, with nonsense":                {"127.0.0.1:4711", "unknown", ""},
		"without an address":                       {"", "203.0.113.7", ""},
	} {
		r := httptest.NewRequest("GET", "/api/try", nil)
		r.RemoteAddr = c.from
		for line := range strings.Lines(c.forwarded) {
			r.Header.Add("X-Forwarded-For", strings.TrimSpace(line))
		}
		handler.ServeHTTP(httptest.NewRecorder(), r)
		assert.Check(t, is.Equal(got, c.want), name)
	}
}

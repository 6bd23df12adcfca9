package api_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// accepting is an identity that accepts the token "good", and fails with trouble.
type accepting struct{ trouble error }

func (a accepting) Verify(_ context.Context, token string) (api.Principal, error) {
	if token == "good" {
		return api.Principal{CustomerID: "ann", SessionID: "phone"}, nil
	}
	return api.Principal{}, problem.New(problem.TokenInvalid)
}

func (a accepting) Live(context.Context, api.Principal) (bool, error) { return false, a.trouble }

// A request has one Authorization header with a bearer token, or is refused before its body is read. No header is logged.
func TestAuthorizationIsOneBearerToken(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	op := huma.Operation{OperationID: "try", Method: http.MethodPost, Path: "/api/try"}
	fresh := api.Plain(op, http.NotFoundHandler()).RequireLevel(api.Fresh)
	long := "Bearer " + strings.Repeat("x", 4<<10)
	for name, c := range map[string]struct {
		sent []string
		fail error
		want int
		code problem.Code
	}{
		"good":                     {[]string{"Bearer good"}, nil, 400, problem.Malformed}, // accepted: its body is read
		"scheme in lower case":     {[]string{"bearer good"}, nil, 400, problem.Malformed},
		"none":                     {nil, nil, 401, problem.SignInNeeded},
		"empty":                    {[]string{""}, nil, 401, problem.TokenInvalid},
		"no token":                 {[]string{"Bearer "}, nil, 401, problem.TokenInvalid},
		"no space":                 {[]string{"Bearergood"}, nil, 401, problem.TokenInvalid},
		"two spaces":               {[]string{"Bearer  good"}, nil, 401, problem.TokenInvalid},
		"another scheme":           {[]string{"Basic good"}, nil, 401, problem.TokenInvalid},
		"two headers":              {[]string{"Bearer good", "Bearer good"}, nil, 401, problem.TokenInvalid},
		"two headers joined":       {[]string{"Bearer good,Bearer good"}, nil, 401, problem.TokenInvalid},
		"too long":                 {[]string{long}, nil, 401, problem.TokenInvalid},
		"the table is unavailable": {[]string{"Bearer good"}, fmt.Errorf("session: %w", table.ErrUnavailable), 503, problem.StoreUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/api/try", strings.NewReader("{\xff"))
			r.Header["Authorization"], r.Header["Content-Type"] = c.sent, []string{"application/json"}
			w := httptest.NewRecorder()
			api.Handler([]api.Operation{fresh}, accepting{c.fail}).ServeHTTP(w, r)
			assert.Equal(t, w.Code, c.want)
			assert.Assert(t, is.Contains(w.Body.String(), `"code":"`+string(c.code)+`"`))
		})
	}
	assert.Assert(t, !strings.Contains(log.String(), "good"), "the log has a token: %s", log.String())
}

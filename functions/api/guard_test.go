package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

// Fault 35: a request is answered before the timeout of API Gateway or Lambda, however slow its handler is.
func TestARequestHasATimeLimit(t *testing.T) {
	for name, c := range map[string]struct {
		lambda    time.Duration // the Lambda timeout, 0 outside of Lambda
		least, no time.Duration // bounds of the handler's timeout
	}{
		"on one machine":     {0, 20 * time.Second, 30 * time.Second},
		"in a function":      {10 * time.Second, 5 * time.Second, 9500 * time.Millisecond},
		"in a slow function": {60 * time.Second, 20 * time.Second, 30 * time.Second},
		"with no time left":  {500 * time.Millisecond, -time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var left time.Duration
			handler := try(func(ctx context.Context) error {
				end, _ := ctx.Deadline()
				left = time.Until(end)
				return ctx.Err()
			})
			ctx := t.Context()
			if c.lambda > 0 {
				ended, cancel := context.WithTimeout(ctx, c.lambda)
				defer cancel()
				ctx = ended
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/try", nil))
			assert.Assert(t, left >= c.least)
			assert.Assert(t, left < c.no)
			assert.Assert(t, (w.Code == http.StatusServiceUnavailable) == (c.no == 0))
		})
	}
}

// Fault 37: a query that cannot be decoded is refused, not read as one without the parameter.
func TestAQueryMustBeReadable(t *testing.T) {
	op := huma.Operation{OperationID: "try", Method: http.MethodGet, Path: "/api/try"}
	handler := api.Handler([]api.Operation{api.Describe(op, func(context.Context, *struct {
		Filter string `query:"filter"`
	}) (*struct{}, error) {
		return nil, nil
	})}, nil)
	for query, want := range map[string]int{
		"": 204, "filter=city%5Beq%5DMontr%C3%A9al;id%5Bgt%5D1": 204, "filter=city[eq]Montréal": 204, "filter=50%25+off": 204,
		"filter=id%5Beq%5D1%zz": 422, "filter=id%5Beq%5D1%": 422, "filter=id%5Beq%5D%ff%fe": 422, "filter=\xff": 422,
	} {
		r := httptest.NewRequest(http.MethodGet, "/api/try", nil)
		r.URL.RawQuery = query
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want || want == 422 && !strings.Contains(w.Body.String(), `"pointer":"/query"`) {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
	}
}

// Fault 35: errors of the infrastructure have one form with Retry-After, and the log has the reason.
func TestInfrastructureErrorsHaveOneForm(t *testing.T) {
	for name, c := range map[string]struct {
		trouble error
		want    problem.Code
		status  int
		logged  bool
		retry   string
	}{
		"the store is unavailable": {fmt.Errorf("load: %w", table.ErrUnavailable), problem.StoreUnavailable, 503, true, "2"},
		"the store times out":      {fmt.Errorf("load: %w", context.DeadlineExceeded), problem.StoreUnavailable, 503, true, "2"},
		"the client disconnected":  {fmt.Errorf("load: %w", context.Canceled), problem.StoreUnavailable, 503, false, "2"},
		"too large for the store":  {fmt.Errorf("save: %w", table.ErrTooLarge), problem.TooLarge, 413, false, ""},
		"a problem of the domain":  {fmt.Errorf("place: %w", problem.New(problem.TimeslotFull)), problem.TimeslotFull, 409, false, ""},
		"too many holds":           {problem.New(problem.TooManyHolds, "minutes", 3), problem.TooManyHolds, 429, false, "180"},
		"too many attempts":        {problem.New(problem.TooManyAttempts, "minutes", 15), problem.TooManyAttempts, 429, false, "900"},
		"too early":                {problem.New(problem.ArrivalTooSoon, "minutes", 30), problem.ArrivalTooSoon, 409, false, ""},
		"an internal error":        {errors.New("slot: index out of range"), problem.Internal, 500, true, ""},
		"a panic":                  {nil, problem.Internal, 500, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			before := slog.Default()
			slog.SetDefault(slog.New(telemetry.Traced(slog.NewTextHandler(&log, nil))))
			defer slog.SetDefault(before)
			handler := try(func(context.Context) error {
				if c.trouble == nil {
					panic("no such thing")
				}
				return c.trouble
			})
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, "/api/try", nil)
			r.Header.Set("X-Request-Id", "request-of-a-test")
			handler.ServeHTTP(w, r)
			var body problem.Body
			err := json.Unmarshal(w.Body.Bytes(), &body)
			assert.Assert(t, err == nil && w.Code == c.status && body.Status == c.status && body.Code == c.want, "%d %s", w.Code, w.Body)
			if body.Message == "" || body.Errors == nil || body.RequestID != "request-of-a-test" || w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("got %s, want a problem body", w.Body)
			}
			assert.Equal(t, w.Header().Get("Retry-After"), c.retry)
			assert.Assert(t, c.trouble == nil || !strings.Contains(w.Body.String(), "load"))
			assert.Assert(t, !strings.Contains(w.Body.String(), "index out"))
			assert.Equal(t, strings.Contains(log.String(), "request-of-a-test"), c.logged, "got log %q", log.String())
		})
	}
}

package forms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/outbox"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/upload"
)

// site is the function with a clock.
type site struct {
	*testing.T
	table   *failing
	handler http.Handler
	clock   *clocktest.Clock
}

// failing is a table that fails while down is set.
type failing struct {
	table.Table
	down bool
}

func (f *failing) Write(ctx context.Context, ops ...table.Op) error {
	if f.down {
		return errors.New("disk on fire")
	}
	return f.Table.Write(ctx, ops...)
}

func newSite(t *testing.T) *site {
	clock := clocktest.At(time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC))
	store := &failing{Table: sqlitetest.Open(t, clock.Now)}
	codes := customer.Codes(secret.Fixed("codes"))
	f := New(store, brand.Default(), guest.Secret("guests"), codes, upload.NewFolder(t.TempDir(), clock.Now), clock.Now)
	return &site{t, store, apitest.Handler(t, f.Operations()), clock}
}

// call returns the status and the body of a call from the network of a guest.
func (s *site) call(method, path, body string, headers ...string) (int, string) {
	r := httptest.NewRequest(method, "/api/survey-management/"+path, strings.NewReader(body))
	r.RemoteAddr = "203.0.113.7:4711"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func (s *site) token() string {
	s.Helper()
	var got struct {
		Token string
		Wait  int
	}
	status, raw := s.call("GET", "form-token", "")
	assert.Equal(s, status, 200, raw)
	assert.NilError(s, json.Unmarshal([]byte(raw), &got))
	assert.Equal(s, got.Wait, 3)
	return got.Token
}

func person(members string) string {
	return `{"firstName":"Dolores","lastName":"Whitaker","email":"dolores@example.com",` + members + `}`
}

func TestASentFormIsACase(t *testing.T) {
	s := newSite(t)
	body := person(`"subject":"praise","message":"Hot fries.","token":"` + s.token() + `"`)
	headers := []string{"Idempotency-Key", "key-of-the-form-0001", "Accept-Language", "ja,en;q=0.5", "country-alpha-2", "JP"}

	status, raw := s.call("POST", "feedback", body, headers...)
	assert.Equal(t, status, 429, raw)
	assert.Assert(t, is.Contains(raw, `"form-too-fast"`))
	s.clock.Pass(3 * time.Second)
	status, raw = s.call("POST", "feedback", body, headers...)
	assert.Equal(t, status, 201, raw)
	var receipt form.Receipt
	assert.NilError(t, json.Unmarshal([]byte(raw), &receipt))
	stored, err := form.Find(t.Context(), s.table, receipt.Reference)
	assert.NilError(t, err)
	assert.Equal(t, stored.Locale+" "+stored.Country, "ja-jp JP")
	again, same := s.call("POST", "feedback", body, headers...)
	assert.Assert(t, again == 201 && same == raw, "%d %s", again, same)
	rows, err := outbox.Pending(t.Context(), s.table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(rows, 3))

	for path, want := range map[string]string{
		"talk": "idempotency-key-reused", "ccpa/none/code": "not-found", "ccpa/none/verification": "not-found",
	} {
		send := strings.Replace(body, "praise", "other", 1)
		if strings.HasSuffix(path, "verification") {
			send = `{"code":"123456"}`
		}
		if strings.HasSuffix(path, "code") {
			send = ""
		}
		_, raw := s.call("POST", path, send, headers...)
		assert.Check(t, is.Contains(raw, `"`+want+`"`), path)
	}
}

func TestEachKindHasAnOperation(t *testing.T) {
	kinds := map[form.Kind]bool{}
	for _, s := range sends {
		kinds[s.kind] = true
	}
	for k := range form.Kinds {
		assert.Check(t, kinds[k], "no operation sends a form of the kind %s", k)
	}
}

func TestThePageOfTheContestShowsItsRules(t *testing.T) {
	s := newSite(t)
	status, raw := s.call("GET", "contest", "")
	assert.Equal(t, status, 200)
	assert.Assert(t, is.Contains(raw, `"open":true`))
	assert.Assert(t, is.Contains(raw, `"countries":["US","CA"]`))
	s.clock.Set(brand.Default().Contest.Closes)
	_, raw = s.call("GET", "contest", "")
	var closed map[string]any
	assert.NilError(t, json.Unmarshal([]byte(raw), &closed))
	delete(closed, "$schema")
	assert.DeepEqual(t, closed, map[string]any{"open": false})
}

// Fault 34: neither a log nor an answer has what a guest entered, also if the table fails.
func TestLogsHaveNoGuestData(t *testing.T) {
	s := newSite(t)
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(before)
	token := s.token()
	s.clock.Pass(time.Minute)
	send := func(key, members string) (int, string) {
		body := person(`"request":"know","country":"US","region":"OK","message":"canary",` + members + `"token":"` + token + `"`)
		return s.call("POST", "ccpa", body, "Idempotency-Key", key)
	}
	for key, want := range map[string]int{"key-of-the-form-0001": 201, "key-of-the-form-0002": 422, "key-of-the-form-0003": 500} {
		members := ""
		if want == 422 {
			members = `"rating":5,"website":"canary",`
		}
		s.table.down = want == 500
		status, raw := send(key, members)
		assert.Check(t, is.Equal(status, want), raw)
		logged.WriteString(raw)
	}
	assert.Assert(t, is.Contains(logged.String(), "disk on fire")) // the log is the one that is checked
	for _, canary := range []string{"canary", "Dolores", "Whitaker", "dolores", token} {
		assert.Check(t, !strings.Contains(logged.String(), canary), canary)
	}
}

package functions

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/functions/api/apitest"
	"ordering/shared/problem"
)

// checked is an identity with five tokens. It counts the sessions that it reads.
type checked struct{ reads int }

func (c *checked) Verify(_ context.Context, token string) (api.Principal, error) {
	switch token {
	case "valid", "confirmed", "revoked":
		return api.Principal{CustomerID: "ann", SessionID: token}, nil
	case "expired":
		return api.Principal{}, problem.New(problem.TokenExpired)
	}
	return api.Principal{}, problem.New(problem.TokenInvalid)
}

func (c *checked) Live(_ context.Context, p api.Principal) (bool, error) {
	c.reads++
	if p.SessionID == "revoked" {
		return false, problem.New(problem.SessionEnded)
	}
	return p.SessionID == "confirmed", nil
}

// levels describes operations of each level, which answer with their customer.
func levels() []api.Operation {
	tell := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := api.PrincipalOf(r.Context())
		if !ok {
			p.CustomerID = "a guest"
		}
		w.Header().Set("Customer", p.CustomerID)
	})
	describe := func(method, path string, level api.Level) api.Operation {
		op := huma.Operation{OperationID: method + " " + path, Method: method, Path: "/api/levels/" + path, Hidden: method == http.MethodHead}
		op.Responses = map[string]*huma.Response{"200": {}}
		return api.Plain(op, tell).RequireLevel(level)
	}
	var ops []api.Operation
	for _, level := range []api.Level{api.Guest, api.SignedIn, api.Fresh, api.Confirmed} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
			ops = append(ops, describe(method, level.String(), level))
		}
		ops = append(ops, describe(http.MethodPost, "asking/"+level.String(), level).ReadOnly())
	}
	ops = append(ops, describe(http.MethodPost, "placing", api.Guest).RequireLiveSession())
	return ops
}

// Every operation of the manifest, and those of levels, answers each kind of caller as its level requires, with a declared problem.
func TestEveryOperationRequiresItsLevel(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil))) // the handlers have no table, and panic
	defer slog.SetDefault(before)
	invalid, expired, needed := problem.TokenInvalid, problem.TokenExpired, problem.SignInNeeded
	ended, again := problem.SessionEnded, problem.ConfirmAgain
	own := []problem.Code{invalid, expired, needed, ended, again}
	for name, c := range map[string]struct {
		token                                          string
		guestReads, guestChanges, in, fresh, confirmed problem.Code // "": the call reaches its handler
		customer                                       string
	}{
		"without a token":                {"", "", "", needed, needed, needed, "a guest"},
		"a token of another key":         {"forged", invalid, invalid, invalid, invalid, invalid, ""},
		"an expired token":               {"expired", "", expired, expired, expired, expired, "a guest"},
		"a valid token":                  {"valid", "", "", "", "", again, "ann"},
		"a token of a confirmed session": {"confirmed", "", "", "", "", "", "ann"},
		"a token of a revoked session":   {"revoked", "", "", "", ended, ended, "ann"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, op := range append(Operations(), levels()...) {
				want := map[api.Level]problem.Code{
					api.Guest: c.guestReads, api.SignedIn: c.in, api.Fresh: c.fresh, api.Confirmed: c.confirmed,
				}[op.Level()]
				if op.Level() == api.Guest && op.Changes() {
					want = c.guestChanges
				}
				if op.Level() == api.Guest && op.ReadsSession() && c.token == "revoked" {
					want = ended
				}
				identity := &checked{}
				r := httptest.NewRequest(op.Method, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(op.Path, "x"), nil)
				if c.token != "" {
					r.Header.Set("Authorization", "Bearer "+c.token)
				}
				w := httptest.NewRecorder()
				apitest.Watch(t, []api.Operation{op}, api.Handler([]api.Operation{op}, identity)).ServeHTTP(w, r)

				var body problem.Body
				_ = json.Unmarshal(w.Body.Bytes(), &body) // of other types: pictures
				got := body.Code
				if !slices.Contains(own, got) {
					got = ""
				}
				challenged := w.Header().Get("WWW-Authenticate") == "Bearer"
				if got != want || challenged != (want != "" && want != again) || want != "" && w.Code != problem.New(want).Status() {
					t.Errorf("%s: got %d %q (WWW-Authenticate: %t), want %q", op.OperationID, w.Code, got, challenged, want)
				}
				marked := w.Header().Get("Token-Expired") == "true"
				assert.Check(t, is.Equal(marked, c.token == "expired" && want == "" && op.Level() != api.System))
				signed := c.token == "valid" || c.token == "confirmed" || c.token == "revoked"
				assert.Check(t, is.Equal(identity.reads, map[bool]int{true: 1}[op.ReadsSession() && signed]))
				if customer := w.Header().Get("Customer"); strings.HasPrefix(op.Path, "/api/levels/") && want == "" && customer != c.customer {
					t.Errorf("%s: got customer %q, want %q", op.OperationID, customer, c.customer)
				}
			}
		})
	}
}

// Fault 10: after a session has ended, its token reads only these lists, until it expires. Everything else of a customer, and
// every change, requires a session that has not ended.
func TestOperationsWithoutALiveSession(t *testing.T) {
	var found []string
	for _, op := range Operations() {
		if op.Level() == api.SignedIn {
			assert.Check(t, !op.Changes(), "%s changes something", op.OperationID)
			found = append(found, op.OperationID)
		}
	}
	slices.Sort(found)
	assert.Check(t, is.DeepEqual(found, []string{"list-builds", "list-favorites"}))
}

// Fault 29: no cache keeps an answer of an operation that requires a customer, not even a refusal.
func TestNoCacheKeepsAnAnswerToACustomer(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil))) // the handlers have no table, and panic
	defer slog.SetDefault(before)
	seen := map[int]bool{}
	for _, op := range append(Operations(), levels()...) {
		if op.Level() == api.Guest || op.Level() == api.System {
			continue
		}
		h := api.Handler([]api.Operation{op}, &checked{})
		for _, token := range []string{"", "forged", "expired", "revoked", "valid", "confirmed"} {
			for _, body := range []string{"", "{", `{"unknown":1}`, strings.Repeat("x", 1<<20)} {
				r := httptest.NewRequest(op.Method, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(op.Path, "x"), strings.NewReader(body))
				r.Header.Set("Authorization", "Bearer "+token)
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				seen[w.Code] = true
				assert.Check(t, is.Equal(w.Header().Get("Cache-Control"), "no-store"), "%s: %d to the token %q", op.OperationID, w.Code, token)
			}
		}
	}
	for _, code := range []int{200, 400, 401, 413, 422, 428, 500} {
		assert.Check(t, seen[code], "no answer was %d", code)
	}
}

// Without an identity no token was issued: the header is ignored, and no call reaches an operation above guest.
func TestWithoutIdentityEveryCallerIsAGuest(t *testing.T) {
	h := api.Handler(levels(), nil)
	for level, want := range map[api.Level]int{api.Guest: 200, api.SignedIn: 401, api.Fresh: 401, api.Confirmed: 401} {
		r := httptest.NewRequest(http.MethodPost, "/api/levels/"+level.String(), nil)
		r.Header.Set("Authorization", "Basic YTpi")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		assert.Check(t, is.Equal(w.Code, want), "%s %s", level, w.Body)
	}
}

// A function that verifies tokens may read their keys, and one with a Fresh operation sessions; others may not. An operation that requires
// a customer is of a function that verifies tokens.
func TestFreshOperationsReadSessions(t *testing.T) {
	for _, level := range []api.Level{api.Guest, api.SignedIn, api.Fresh, api.Confirmed} {
		op := api.Plain(huma.Operation{}, nil).RequireLevel(level)
		f := Function{Operations: []api.Operation{op}, Table: Rights{Reads: catalogue}, VerifiesTokens: level > api.Guest}.withTokenRights()
		assert.Check(t, is.Equal(f.Table.May(Read, "session#ann"), level >= api.Fresh), level)
		assert.Check(t, is.Equal(f.Table.May(Read, "token-keys"), level > api.Guest), level)
	}
	for _, f := range All() {
		fresh := slices.ContainsFunc(f.Operations, api.Operation.ReadsSession)
		assert.Check(t, !fresh || f.Table.May(Read, "session#ann"), "%s cannot read the sessions of its callers", f.Name)
		private := f.Table.May(Read, "token-keys-private")
		assert.Check(t, is.Equal(private, f.Name == "auth"), "%s reads the keys that sign", f.Name)
		for _, op := range f.Operations {
			customers := op.Level() == api.SignedIn || op.ReadsSession()
			assert.Check(t, f.VerifiesTokens || !customers, "%s requires a customer, and %s verifies no token", op.OperationID, f.Name)
		}
	}
}

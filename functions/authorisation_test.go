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

// checked is an identity with four tokens. It counts the sessions that it reads.
type checked struct{ reads int }

func (c *checked) Verify(_ context.Context, token string) (api.Principal, error) {
	switch token {
	case "valid", "revoked":
		return api.Principal{CustomerID: "ann", SessionID: token}, nil
	case "expired":
		return api.Principal{}, api.ErrTokenExpired
	}
	return api.Principal{}, api.ErrTokenInvalid
}

func (c *checked) Live(_ context.Context, p api.Principal) error {
	c.reads++
	if p.SessionID == "revoked" {
		return api.ErrSessionEnded
	}
	return nil
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
	for _, level := range []api.Level{api.Guest, api.SignedIn, api.Fresh} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
			ops = append(ops, describe(method, level.String(), level))
		}
		ops = append(ops, describe(http.MethodPost, "asking/"+level.String(), level).ReadOnly())
	}
	return ops
}

// Every operation of the manifest, and those of levels, answers each kind of caller as its level requires, with a declared problem.
func TestEveryOperationRequiresItsLevel(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil))) // the handlers have no table, and panic
	defer slog.SetDefault(before)
	own := []problem.Code{problem.TokenInvalid, problem.TokenExpired, problem.SignInNeeded, problem.SessionEnded}
	for name, c := range map[string]struct {
		token                               string
		guestReads, guestChanges, in, fresh problem.Code // "": the call reaches its handler
		customer                            string
	}{
		"without a token":              {"", "", "", problem.SignInNeeded, problem.SignInNeeded, "a guest"},
		"a token of another key":       {"forged", problem.TokenInvalid, problem.TokenInvalid, problem.TokenInvalid, problem.TokenInvalid, ""},
		"an expired token":             {"expired", "", problem.TokenExpired, problem.TokenExpired, problem.TokenExpired, "a guest"},
		"a valid token":                {"valid", "", "", "", "", "ann"},
		"a token of a revoked session": {"revoked", "", "", "", problem.SessionEnded, "ann"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, op := range append(Operations(), levels()...) {
				want := map[api.Level]problem.Code{api.Guest: c.guestReads, api.SignedIn: c.in, api.Fresh: c.fresh}[op.Level()]
				if op.Level() == api.Guest && op.Changes() {
					want = c.guestChanges
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
				if got != want || challenged != (want != "") || want != "" && w.Code != http.StatusUnauthorized {
					t.Errorf("%s: got %d %q (WWW-Authenticate: %t), want %q", op.OperationID, w.Code, got, challenged, want)
				}
				marked := w.Header().Get("Token-Expired") == "true"
				assert.Check(t, is.Equal(marked, c.token == "expired" && want == "" && op.Level() != api.System))
				signed := c.token == "valid" || c.token == "revoked"
				assert.Check(t, is.Equal(identity.reads, map[bool]int{true: 1}[op.Level() == api.Fresh && signed]))
				if customer := w.Header().Get("Customer"); strings.HasPrefix(op.Path, "/api/levels/") && want == "" && customer != c.customer {
					t.Errorf("%s: got customer %q, want %q", op.OperationID, customer, c.customer)
				}
			}
		})
	}
}

// Without an identity no token was issued: the header is ignored, and no call reaches an operation above guest.
func TestWithoutIdentityEveryCallerIsAGuest(t *testing.T) {
	h := api.Handler(levels(), nil)
	for level, want := range map[api.Level]int{api.Guest: 200, api.SignedIn: 401, api.Fresh: 401} {
		r := httptest.NewRequest(http.MethodPost, "/api/levels/"+level.String(), nil)
		r.Header.Set("Authorization", "Basic YTpi")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		assert.Check(t, is.Equal(w.Code, want), "%s %s", level, w.Body)
	}
}

// A function with a Fresh operation may read sessions, others may not.
func TestFreshOperationsReadSessions(t *testing.T) {
	for _, level := range []api.Level{api.Guest, api.SignedIn, api.Fresh} {
		op := api.Plain(huma.Operation{}, nil).RequireLevel(level)
		f := Function{Operations: []api.Operation{op}, Table: Rights{Reads: catalogue}}.withSessions()
		assert.Check(t, is.Equal(f.Table.May(Read, "session#ann"), (level == api.Fresh)), level)
	}
	for _, f := range All() {
		fresh := slices.ContainsFunc(f.Operations, func(op api.Operation) bool { return op.Level() == api.Fresh })
		if fresh && !f.Table.May(Read, "session#ann") {
			t.Errorf("%s cannot read the sessions of its callers", f.Name)
		}
	}
}

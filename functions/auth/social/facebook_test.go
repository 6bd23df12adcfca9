package social

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/secret"
)

// graph is Facebook's API with answers set by each test.
type graph struct {
	*httptest.Server
	debug, me map[string]any
	status    int
	asked     map[string]url.Values // the last query of each path
}

func newGraph(t *testing.T) *graph {
	g := &graph{status: 200, asked: map[string]url.Values{}}
	g.debug = map[string]any{"app_id": "app", "user_id": "7", "type": "USER", "is_valid": true, "expires_at": noon.Add(time.Hour).Unix()}
	g.me = map[string]any{"id": "7", "email": "ann@example.com", "first_name": "Ann", "last_name": "Lee"}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, "/v16.0")
		g.asked[path] = r.URL.Query()
		w.WriteHeader(g.status)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"/debug_token": map[string]any{"data": g.debug}, "/me": g.me, "/oauth/access_token": map[string]any{"access_token": "of a code"},
		}[path])
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *graph) app() *FacebookApp {
	return New(Settings{Facebook: &App{ID: "app", Graph: g.URL}}, secret.Fixed(`{"facebook":"a secret"}`), now).Facebook
}

func TestFacebookNamesThePerson(t *testing.T) {
	g := newGraph(t)
	got, err := g.app().Check(t.Context(), customer.Attempt{}, "a token", "7")
	assert.NilError(t, err)
	// The address is not verified.
	assert.DeepEqual(t, got, customer.Arrival{Provider: Facebook, Subject: "7", Email: "ann@example.com", FirstName: "Ann", LastName: "Lee"})
	assert.Equal(t, g.asked["/debug_token"].Get("input_token"), "a token")
	assert.Equal(t, g.asked["/debug_token"].Get("access_token"), "app|a secret")
	assert.Equal(t, len(g.asked["/me"].Get("appsecret_proof")), 64)
}

// A token confirms only if its dialog, of this attempt, asked for the password again.
func TestOnlyANewSignInAtFacebookConfirms(t *testing.T) {
	g := newGraph(t)
	again := attempt
	again.Purpose, again.Begun = customer.ToConfirm, noon.Add(-2*time.Minute)
	to, err := g.app().Begin(t.Context(), again)
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(to, "auth_nonce=a+nonce&auth_type=reauthenticate&"), to)
	good := func() map[string]any { return map[string]any{"auth_type": "reauthenticate", "auth_nonce": "a nonce"} }
	for name, c := range map[string]struct {
		change func(metadata map[string]any)
		issued time.Duration
		ok     bool
	}{
		"new":                  {func(map[string]any) {}, -time.Minute, true},
		"old":                  {func(map[string]any) {}, -3 * time.Minute, false},
		"without the password": {func(m map[string]any) { delete(m, "auth_type") }, -time.Minute, false},
		"of another attempt":   {func(m map[string]any) { m["auth_nonce"] = "another" }, -time.Minute, false},
	} {
		metadata := good()
		c.change(metadata)
		g.debug["metadata"], g.debug["issued_at"] = metadata, noon.Add(c.issued).Unix()
		got, err := g.app().Finish(t.Context(), again, url.Values{"code": {"a code"}})
		assert.Check(t, (err == nil && got.Subject == "7") == c.ok, "%s: %v", name, err)
		assert.Check(t, err == nil || errors.Is(err, ErrRefused), "%s: %v", name, err)
	}
}

func TestFacebookRedeemsTheCodeOfTheDialog(t *testing.T) {
	g := newGraph(t)
	token, err := g.app().Redeem(t.Context(), attempt, "a code")
	assert.NilError(t, err)
	assert.Equal(t, token, "of a code")
	assert.DeepEqual(t, g.asked["/oauth/access_token"], url.Values{
		"client_id": {"app"}, "client_secret": {"a secret"}, "redirect_uri": {attempt.Redirect},
		"code": {"a code"}, "code_verifier": {attempt.Verifier},
	})
}

func TestFacebookRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*graph)
		want   error
	}{
		"a token of another app":     {func(g *graph) { g.debug["app_id"] = "another" }, ErrRefused},
		"a token of no app":          {func(g *graph) { delete(g.debug, "app_id") }, ErrRefused},
		"a token of another person":  {func(g *graph) { g.debug["user_id"] = "8" }, ErrRefused},
		"a token of no person":       {func(g *graph) { g.debug["user_id"] = "" }, ErrRefused},
		"a token of a page":          {func(g *graph) { g.debug["type"] = "PAGE" }, ErrRefused},
		"an invalid token":           {func(g *graph) { g.debug["is_valid"] = false }, ErrRefused},
		"an expired token":           {func(g *graph) { g.debug["expires_at"] = noon.Unix() }, ErrRefused},
		"a profile of another":       {func(g *graph) { g.me["id"] = "8" }, ErrRefused},
		"a refusal of the API":       {func(g *graph) { g.status = 400 }, ErrRefused},
		"the API fails":              {func(g *graph) { g.status = 500 }, ErrUnavailable},
		"the API is not reached":     {func(g *graph) { g.Close() }, ErrUnavailable},
		"an answer without the data": {func(g *graph) { g.debug = nil }, ErrRefused},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGraph(t)
			c.change(g)
			got, err := g.app().Check(t.Context(), customer.Attempt{}, "a token", "7")
			assert.Assert(t, errors.Is(err, c.want) && got == customer.Arrival{}, "%+v %v", got, err)
			assert.Assert(t, !strings.Contains(err.Error(), "token=") && !strings.Contains(err.Error(), "a secret"), "%v", err)
		})
	}
}

package auth

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/auth/social"
	"ordering/shared/problem"
	"ordering/shared/secret"
)

// withProviders configures two fake providers. Google serves only its discovery document. Facebook accepts the tokens "app/<user>".
// infra/local tests a sign-in at a complete provider.
func (b *browser) withProviders() {
	var at string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		app, user, _ := strings.Cut(cmp.Or(q.Get("input_token"), q.Get("access_token")), "/")
		switch r.URL.Path {
		case "/.well-known/openid-configuration":
			fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":"%[1]s/authorize","token_endpoint":"%[1]s/token","jwks_uri":"%[1]s/keys",`+
				`"code_challenge_methods_supported":["S256"]}`, at)
		case "/v16.0/debug_token":
			user, nonce, _ := strings.Cut(user, "/")
			const dialog = `{"auth_type":"reauthenticate","auth_nonce":%q}`
			fmt.Fprintf(
				w, `{"data":{"app_id":%q,"user_id":%q,"is_valid":true,"type":"USER","issued_at":%d,"metadata":`+dialog+`}}`,
				app, user, b.Now().Unix(), nonce,
			)
		case "/v16.0/oauth/access_token":
			fmt.Fprintf(w, `{"access_token":"app/%s"}`, q.Get("code"))
		case "/v16.0/me":
			user, _, _ := strings.Cut(user, "/")
			fmt.Fprintf(w, `{"id":%q,"email":"%s@example.com","first_name":"Fran","last_name":"Fry"}`, user, strings.Trim(user, "0"))
		default:
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	b.Cleanup(server.Close)
	b.providers, at = server, server.URL
	s := social.Settings{Google: &social.Client{ID: "site", Issuer: at}, Facebook: &social.App{ID: "app", Graph: at}}
	b.auth.WithProviders(social.New(s, secret.Fixed(`{"google":"a secret","facebook":"a secret"}`), b.Now))
}

// begin begins a sign-in, and returns its answer and the Cookie header of the attempt.
func (b *browser) begin(provider string) (Begun, string) {
	b.Helper()
	session := b.cookie
	w := b.want(b.call("POST", "/social/"+provider, map[string]any{"page": "/ca/login", "returnTo": "/ca/cart"}), 200, "")
	b.cookie = session
	cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	return into[Begun](b, w), cookie
}

func TestWithoutProvidersTheRoutesAre404(t *testing.T) {
	b := newBrowser(t)
	w := b.want(b.call("GET", "/social", nil), 200, "")
	assert.Equal(t, strings.TrimSpace(w.Body.String()), "[]")
	for _, provider := range []string{"google", "apple", "facebook", "nobody"} {
		b.want(b.call("POST", "/social/"+provider, map[string]any{"page": "/login", "returnTo": "/"}), 404, problem.NotFound)
		b.want(b.call("GET", "/social/"+provider+"/callback?code=x&state=y", nil), 404, problem.NotFound)
		b.want(b.call("POST", "/social/"+provider+"/callback", nil), 404, problem.NotFound)
		if provider != "nobody" {
			b.want(b.call("POST", "/login/customer/social", map[string]any{"provider": provider, "code": "x"}), 404, problem.NotFound)
		}
	}
}

func TestTheConfiguredProvidersAreListed(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	w := b.want(b.call("GET", "/social", nil), 200, "")
	want := `[{"id":"google"},{"id":"facebook","appId":"app","version":"v16.0",` +
		`"sdk":"https://connect.facebook.net","dialog":"https://www.facebook.com"}]`
	assert.Equal(t, strings.TrimSpace(w.Body.String()), want)
}

// Fault 31: each attempt has a random state and PKCE.
func TestBeginLeadsToTheProvider(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	begun, cookie := b.begin("google")
	u, err := url.Parse(begun.URL)
	assert.NilError(t, err)
	assert.Equal(t, u.Query().Get("redirect_uri"), site+"/api/auth/social/google/callback")
	assert.Equal(t, u.Query().Get("state"), begun.State)
	assert.Assert(t, strings.HasPrefix(cookie, "__Host-social="), cookie)
	again, _ := b.begin("google")
	assert.Assert(t, len(begun.State) >= 26 && again.State != begun.State && u.Query().Get("code_challenge_method") == "S256", begun.URL)
	begun, _ = b.begin("facebook")
	assert.Assert(t, strings.HasPrefix(begun.State, "facebookdirect.") && len(begun.State) > 30, "%+v", begun)
	assert.Assert(t, begun.Challenge != "" && begun.URL == "", "%+v", begun)
	w := b.call("POST", "/social/facebook", map[string]any{"page": "/login", "returnTo": "/"})
	_, attributes, _ := strings.Cut(w.Header().Get("Set-Cookie"), "; ")
	assert.Equal(t, attributes, "Path=/; Max-Age=600; HttpOnly; Secure; SameSite=None")
}

// Fault 27: neither the sign-in page nor the page after it can be of another site.
func TestBeginRefusesForeignPaths(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	for _, c := range []struct{ page, back, pointer string }{
		{"/login", "https://evil.example", "/returnTo"}, {"/login", "//evil.example", "/returnTo"},
		{"/login", `/\evil.example`, "/returnTo"}, {"/login", "", "/returnTo"},
		{"https://evil.example/login", "/", "/page"}, {"//evil.example/login", "/", "/page"},
		{"/cart", "/", "/page"}, {"/login?x", "/", "/page"}, {"/x#/login", "/", "/page"},
	} {
		for _, provider := range []string{"google", "facebook"} {
			w := b.want(b.call("POST", "/social/"+provider, map[string]any{"page": c.page, "returnTo": c.back}), 422, problem.Invalid)
			assert.Assert(t, strings.Contains(w.Body.String(), fmt.Sprintf(`"pointer":%q`, c.pointer)), "%+v: %s", c, w.Body)
		}
	}
}

// Fault 31, login CSRF: pages of other sites can neither begin nor finish a sign-in.
func TestOnlyOurPagesSignInWithProviders(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	for path, body := range map[string]map[string]any{
		"/social/google":         {"page": "/login", "returnTo": "/"},
		"/login/customer/social": {"provider": "facebook", "accessToken": "app/7", "userID": "7"},
	} {
		b.want(b.call("POST", path, body, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), 400, problem.OriginRefused)
		b.want(b.call("POST", path, body, "Origin", ""), 400, problem.OriginRefused)
	}
}

// Answers that end at the sign-in page with an error. TestAttemptsAreTakenOnce of package customer has each attempt that is refused.
func TestAnswersOfProviders(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b *browser, query url.Values, cookie *string)
		want   string
	}{
		"cancelled": {func(_ *browser, q url.Values, _ *string) {
			q.Set("error", "access_denied")
		}, "/ca/login#error=loginCancelled&social=google"},
		"a refused code":   {func(*browser, url.Values, *string) {}, "/ca/login#error=social-refused&social=google"},
		"without a cookie": {func(_ *browser, _ url.Values, cookie *string) { *cookie = "" }, "/login#error=social-refused&social=google"},
		"another browser's": {func(_ *browser, _ url.Values, cookie *string) {
			*cookie = "__Host-social=another"
		}, "/login#error=social-refused&social=google"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBrowser(t)
			b.withProviders()
			begun, cookie := b.begin("google")
			query := url.Values{"state": {begun.State}, "code": {"a code"}}
			c.change(b, query, &cookie)
			w := b.call("GET", "/social/google/callback?"+query.Encode(), nil, "Cookie", cookie)
			assert.Equal(t, w.Code, http.StatusSeeOther)
			assert.Equal(t, w.Header().Get("Location"), c.want)
			assert.Equal(t, len(w.Result().Cookies()), 0)
		})
	}
}

func TestTokensOfFacebooksSDK(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	send := func(body map[string]any) *httptest.ResponseRecorder {
		body["provider"] = "facebook"
		return b.call("POST", "/login/customer/social", body)
	}
	b.want(send(map[string]any{"accessToken": "another/7", "userID": "7"}), 401, problem.SocialRefused)
	b.want(send(map[string]any{"accessToken": "app/7", "userID": "8"}), 401, problem.SocialRefused)
	b.want(send(map[string]any{"accessToken": "app/7"}), 422, problem.Invalid)
	b.want(send(map[string]any{"code": "x", "state": "facebookdirect"}), 401, problem.SocialRefused)
	b.want(send(map[string]any{}), 401, problem.SocialRefused)

	w := b.want(send(map[string]any{"accessToken": "app/7", "userID": "7"}), 200, "")
	got := into[SocialSignIn](b, w)
	assert.Assert(t, got.SignUp != "" && got.Token == "" && got.Email == "7@example.com" && b.cookie == "", "%+v", got) // a code was mailed
	b.confirm(got.SignUp)
	w = b.want(send(map[string]any{"accessToken": "app/7", "userID": "7"}), 200, "")
	got = into[SocialSignIn](b, w)
	assert.Assert(t, got.Token != "" && got.FirstName == "Fran" && b.cookie != "", "%+v", got)
}

// beginAs begins an attempt of the customer at Facebook, and returns its answer and the Cookie header of the attempt.
func (b *browser) beginAs(path string) (Begun, string) {
	b.Helper()
	session := b.cookie
	w := b.want(b.call("POST", path+"/facebook", map[string]any{"returnTo": "/ca/user-profile#password"}), 200, "")
	b.cookie = session
	cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	return into[Begun](b, w), cookie
}

// visit begins an attempt of the customer at Facebook, where the user signs in, and returns the fragment of the page that follows.
func (b *browser) visit(path, user string) (back url.Values, cookie string) {
	b.Helper()
	begun, cookie := b.beginAs(path)
	dialog, err := url.Parse(begun.URL)
	assert.NilError(b, err)
	assert.Equal(b, dialog.Query().Get("redirect_uri"), site+"/api/auth/social/facebook/callback")
	query := url.Values{"state": {begun.State}, "code": {user + "/" + dialog.Query().Get("auth_nonce")}}
	w := b.call("GET", "/social/facebook/callback?"+query.Encode(), nil, "Cookie", cookie)
	page, fragment, _ := strings.Cut(w.Header().Get("Location"), "#")
	assert.Equal(b, page, "/ca/user-profile")
	back, err = url.ParseQuery(fragment)
	assert.NilError(b, err)
	return back, cookie
}

// A customer links Facebook, confirms there five minutes later, and unlinks it.
func TestACustomerLinksAndConfirmsAtAProvider(t *testing.T) {
	b := newBrowser(t)
	b.withProviders()
	const link, confirm = "/linked-providers", "/confirm/social"
	b.signUp("ann@example.com")
	begin := map[string]any{"returnTo": "/user-profile#password"}
	b.want(b.call("POST", link+"/apple", begin), 404, problem.NotFound)
	b.want(b.call("POST", link+"/google", map[string]any{"returnTo": "//evil.example"}), 422, problem.Invalid)

	begun, cookie := b.beginAs(link)
	login := map[string]any{"provider": "facebook", "state": begun.State, "code": "7/"}
	b.want(b.call("POST", "/login/customer/social", login, "Cookie", cookie), 401, problem.SocialRefused) // of another purpose

	back, cookie := b.visit(link, "7")
	assert.Assert(t, back.Get("to") == "link" && back.Get("part") == "password" && back.Get("social") == "facebook", "%v", back)
	code := map[string]any{"code": back.Get("code")}
	b.want(b.call("PUT", confirm+"/facebook", code, "Cookie", cookie), 401, problem.SocialRefused) // of another purpose
	back, _ = b.visit(link, "7")
	code = map[string]any{"code": back.Get("code")}
	b.want(b.call("PUT", link+"/facebook", code), 401, problem.SocialRefused) // without the cookie of the attempt
	back, cookie = b.visit(link, "7")
	code = map[string]any{"code": back.Get("code")}
	b.want(b.call("PUT", link+"/facebook", code, "Cookie", cookie), 204, "")
	w := b.want(b.call("GET", link, nil), 200, "")
	assert.Equal(t, strings.TrimSpace(w.Body.String()), `[{"id":"facebook","linked":"2026-11-23T12:00:00Z"}]`)

	b.Pass(5 * time.Minute)
	b.want(b.call("DELETE", link+"/facebook", nil), 428, problem.ConfirmAgain)
	b.want(b.call("POST", link+"/google", begin), 428, problem.ConfirmAgain)
	for _, c := range []struct {
		user   string
		status int
		want   problem.Code
	}{{"8", 401, problem.SocialRefused}, {"7", 204, ""}} { // another person at Facebook, the linked one
		back, cookie = b.visit(confirm, c.user)
		assert.Equal(t, back.Get("to"), "confirm")
		b.want(b.call("PUT", confirm+"/facebook", map[string]any{"code": back.Get("code")}, "Cookie", cookie), c.status, c.want)
	}
	b.want(b.call("DELETE", link+"/facebook", nil), 204, "")
	b.want(b.call("DELETE", link+"/facebook", nil), 404, problem.NotFound)

	mine := b.token
	b.cookie = "" // bob's sign-in ends the session of his browser
	b.signUp("bob@example.com")
	back, cookie = b.visit(link, "7")
	b.token = mine // the attempt is of bob
	b.want(b.call("PUT", link+"/facebook", map[string]any{"code": back.Get("code")}, "Cookie", cookie), 401, problem.SocialRefused)
}

package auth

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/functions/api/apitest"
	"ordering/functions/api/identity"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/customer/argon"
	"ordering/shared/customer/common"
	"ordering/shared/customer/webauthn"
	"ordering/shared/guest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/token"
)

const (
	site     = "https://grill.example"
	password = "Ketchup 57 and Mustard"
)

// browser is a guest's browser on the site: it keeps the cookie and the token.
type browser struct {
	testing.TB
	*clocktest.Clock
	table   table.Table
	auth    *Auth
	handler http.Handler
	cookie  string // the session's
	marks   string
	token   string

	providers *httptest.Server
}

func newBrowser(t testing.TB) *browser {
	clock := clocktest.At(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	store := sqlitetest.Open(t, clock.Now)
	secrets := Secrets{Session: secret.Fixed("sessions"), Codes: secret.Fixed("codes"), Guests: guest.Secret("guests")}
	a := New(store, brand.Default(), secrets, argon.New(), common.Password, clock.Now, site).WithPasskeys(webauthn.Authenticators{})
	who := identity.New(store, brand.Default(), site, clock.Now)
	return &browser{TB: t, Clock: clock, table: store, auth: a, handler: apitest.Watch(t, a.Operations(), api.Handler(a.Operations(), who))}
}

// call sends a request as a page of the site, and keeps what the answer sets. Headers are pairs that replace the browser's own.
func (b *browser) call(method, path string, body any, headers ...string) *httptest.ResponseRecorder {
	b.Helper()
	raw := ""
	if body != nil {
		text, err := json.Marshal(body)
		assert.NilError(b, err)
		raw = string(text)
	}
	r := httptest.NewRequest(method, "/api/auth"+path, strings.NewReader(raw))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", site)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	if b.cookie+b.marks != "" {
		r.Header.Set("Cookie", "quote=abc; caf\u00e9; "+b.cookie+"; "+b.marks)
	}
	if b.token != "" && path != "/refresh" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	assert.Equal(b, w.Header().Get("Cache-Control"), "no-store") // fault 29: tokens and cookies are for this browser alone
	var got Token
	if w.Code == http.StatusOK && json.Unmarshal(w.Body.Bytes(), &got) == nil && got.Token != "" {
		b.token = got.Token
	}
	for _, c := range w.Result().Cookies() {
		kept := &b.cookie
		if strings.HasSuffix(c.Name, "browser") {
			kept = &b.marks
		}
		if *kept = c.Name + "=" + c.Value; c.MaxAge < 0 {
			*kept = ""
		}
	}
	return w
}

func (b *browser) want(w *httptest.ResponseRecorder, status int, code problem.Code) *httptest.ResponseRecorder {
	b.Helper()
	var got problem.Body
	_ = json.Unmarshal(w.Body.Bytes(), &got)
	assert.Equal(b, w.Code, status, w.Body.String())
	assert.Equal(b, got.Code, code)
	return w
}

// signUp signs up and confirms, so that the browser is signed in.
func (b *browser) signUp(email string) {
	b.Helper()
	b.signUpWith(signUpOf(email))
}

func (b *browser) signUpWith(form map[string]any) {
	b.Helper()
	w := b.want(b.call("POST", "/sign-up", form), 202, "")
	b.confirm(into[struct{ SignUp string }](b, w).SignUp)
}

// code returns the first code that is mailed about a sign-up or a session.
func (b *browser) code(subject string) string {
	b.Helper()
	code, err := b.auth.accounts.Codes.Code(b.Context(), subject, 1)
	assert.NilError(b, err)
	return code
}

// confirm confirms a sign-up with its code.
func (b *browser) confirm(signUp string) {
	b.Helper()
	b.want(b.call("POST", "/confirm-customer-email", map[string]any{"signUp": signUp, "code": b.code(signUp)}), 200, "")
}

func (b *browser) login(email, password string) *httptest.ResponseRecorder {
	b.Helper()
	return b.call("POST", "/login/customer", map[string]any{"email": email, "password": password})
}

func (b *browser) signOut() {
	b.Helper()
	b.want(b.call("POST", "/logout/customer", nil), 204, "")
	b.token = ""
}

// reset sets a new password with a mailed link, which it returns.
func (b *browser) reset(email, password string) (link string) {
	b.Helper()
	b.want(b.call("POST", "/customer/forgot-password", map[string]any{"email": email}), 202, "")
	mails := b.mailed(customer.MailReset)
	subject := mails[len(mails)-1]
	link, err := b.auth.accounts.Codes.Link(b.Context(), subject, 1)
	assert.NilError(b, err)
	b.want(b.call("POST", "/customer/set-password", map[string]any{"reset": subject, "link": link, "password": password}), 204, "")
	return link
}

// mailed returns the subjects of the mails of a kind, in their order.
func (b *browser) mailed(kind customer.MailKind) (subjects []string) {
	b.Helper()
	rows, err := outbox.Pending(b.Context(), b.table)
	assert.NilError(b, err)
	for _, row := range rows {
		var m customer.MailRow
		assert.NilError(b, row.Into(&m))
		if m.Mail == kind {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

func signUpOf(email string) map[string]any {
	return map[string]any{
		"firstName": "Anna", "lastName": "Lee", "phone": "918 555 0123", "email": email, "confirmEmail": email,
		"password": password, "confirmPassword": password,
	}
}

func TestTokensEndWithTheSession(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	assert.Assert(t, strings.HasPrefix(b.cookie, "__Host-session="), b.cookie)
	b.want(b.call("GET", "/sessions", nil), 200, "")
	b.Pass(11 * time.Minute)
	b.want(b.call("GET", "/sessions", nil), 401, problem.TokenExpired)
	b.want(b.call("POST", "/refresh", nil), 200, "")
	w := b.want(b.call("GET", "/sessions", nil), 200, "")
	list := into[[]Session](b, w)
	assert.Assert(t, len(list) == 1 && list[0].Current && list[0].Agent == "Firefox, Linux", "%+v", list)
	kept := b.token
	w = b.want(b.call("POST", "/logout/customer", nil), 204, "")
	assert.Equal(t, w.Header().Get("Set-Cookie"), "__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax")
	b.token = kept
	b.want(b.call("GET", "/sessions", nil), 401, problem.SessionEnded)
	b.want(b.call("POST", "/refresh", nil), 401, problem.SessionEnded)
	b.token = ""
	b.want(b.login("ANN@example.com", password), 200, "")
	b.want(b.call("POST", "/customer/change-password", map[string]any{"password": "Entirely New 8"}), 204, "")
	b.want(b.call("GET", "/sessions", nil), 200, "")
	b.want(b.call("DELETE", "/sessions/all", nil), 204, "")
	b.want(b.call("GET", "/sessions", nil), 401, problem.SessionEnded)
}

func TestSessionCookieAttributes(t *testing.T) {
	b := newBrowser(t)
	w := b.call("POST", "/sign-up", signUpOf("ann@example.com"))
	assert.Equal(t, len(w.Result().Cookies()), 0)
	b.signUp("bob@example.com")
	set := b.call("POST", "/refresh", nil).Header().Get("Set-Cookie")
	value, attributes, _ := strings.Cut(set, "; ")
	assert.Equal(t, attributes, "Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax")
	assert.Assert(t, len(value) < 200, "%d bytes: a request's headers are limited to 10,240", len(value))
	plain := &Auth{scope: token.Scope{Issuer: "http://127.0.0.1:8080"}}
	assert.Equal(t, plain.setCookie(sessionCookie, "x", time.Hour), "session=x; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax")
}

// A browser that has signed in keeps its marks after a sign-out, and signs in although others guessed too often.
func TestABrowserThatHasSignedInIsKnown(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	b.want(b.call("POST", "/logout/customer", nil), 204, "")
	assert.Assert(t, b.cookie == "" && strings.HasPrefix(b.marks, "__Host-browser="), b.marks)
	b.token = ""
	stranger := *b
	stranger.marks = ""
	for range 10 {
		stranger.want(stranger.login("ann@example.com", "Wrong 57 xx"), 401, problem.CredentialsWrong)
	}
	limited := stranger.want(stranger.login("ann@example.com", password), 429, problem.SignInsLimited)
	assert.Equal(t, limited.Header().Get("Retry-After"), "1")
	w := b.want(b.login("ann@example.com", password), 200, "")
	_, attributes, _ := strings.Cut(w.Header().Values("Set-Cookie")[1], "; ")
	assert.Equal(t, attributes, "Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax")

	// The other browser is the owner's too once a mailed link has set a new password in it.
	stranger.reset("ann@example.com", password)
	stranger.want(stranger.login("ann@example.com", password), 200, "")
}

// Some minutes after a sign-in, an operation of level Confirmed asks for a proof: the password or a mailed code.
func TestConfirmAgain(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	set := func() *httptest.ResponseRecorder {
		return b.call("POST", "/customer/change-password", map[string]any{"password": password})
	}
	b.Pass(5 * time.Minute)
	b.want(set(), 428, problem.ConfirmAgain)
	b.want(b.call("POST", "/confirm", map[string]any{"password": "Wrong 57 xx"}), 422, problem.PasswordWrong)
	b.want(b.call("POST", "/confirm", map[string]any{"password": password}), 204, "")
	known := b.marks
	b.want(set(), 204, "")
	assert.Assert(t, b.marks != known, "the marks of the old password have ended")
	b.Pass(5 * time.Minute)
	b.want(b.call("POST", "/refresh", nil), 200, "")
	b.want(set(), 428, problem.ConfirmAgain)
	b.want(b.call("POST", "/confirm/code", nil), 202, "")
	b.want(b.call("POST", "/confirm", map[string]any{"code": "000 000"}), 422, problem.CodeWrong)
	b.want(b.call("POST", "/confirm", map[string]any{"code": b.code(b.session())}), 204, "")
	b.want(set(), 204, "")
}

// Between the start of an erasure and the end of the sessions, calls that need the profile answer as after it.
func TestCallsDuringAnErasureAnswerSessionEnded(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	_, err := customer.EndAccount(t.Context(), b.table, b.customer(), guest.Secret("guests"), b.Now(), false)
	assert.NilError(t, err)
	b.want(b.call("POST", "/customer/change-password", map[string]any{"password": "Entirely New 8"}), 401, problem.SessionEnded)
	b.want(b.call("POST", "/passkey/options", nil), 401, problem.SessionEnded)
}

// Fault 31: pages of other sites can neither refresh nor sign out.
func TestOnlyOurPagesUseTheCookie(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	for name, c := range map[string]struct {
		headers []string
		status  int
		code    problem.Code
	}{
		"another site":            {[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 400, problem.OriginRefused},
		"a neighbour's subdomain": {[]string{"Sec-Fetch-Site", "same-site"}, 400, problem.OriginRefused},
		"no origin":               {[]string{"Origin", ""}, 400, problem.OriginRefused},
		"origin null":             {[]string{"Origin", "null"}, 400, problem.OriginRefused},
		"a form":                  {[]string{"Content-Type", "text/plain"}, 415, problem.MediaType},
		"parameters of the type":  {[]string{"Content-Type", "application/json; charset=utf-8"}, 415, problem.MediaType},
		"an old browser":          {[]string{"Sec-Fetch-Site", ""}, 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b.TB = t
			before := b.cookie
			b.want(b.call("POST", "/refresh", nil, c.headers...), c.status, c.code)
			if c.status != 200 {
				b.want(b.call("POST", "/logout/customer", nil, c.headers...), c.status, c.code)
				assert.Equal(t, b.cookie, before)
			}
		})
	}
}

func TestFormsNameEachField(t *testing.T) {
	b := newBrowser(t)
	for path, body := range map[string]map[string]any{
		"/login/customer":           {"email": " ", "password": ""},
		"/customer/forgot-password": {"email": ""},
		"/sign-up": {
			"firstName": "", "lastName": "", "phone": "", "email": "", "confirmEmail": "x", "password": "", "confirmPassword": "",
		},
	} {
		w := b.want(b.call("POST", path, body), 422, problem.Invalid)
		assert.Assert(t, strings.Contains(w.Body.String(), `"pointer":"/email"`), w.Body.String())
	}
}

// An unknown referral code is refused, so that a typing error does not cost a gift. Spaces and small letters do not matter.
func TestReferralCodesAreChecked(t *testing.T) {
	b := newBrowser(t)
	code, err := customer.OfferReferral(t.Context(), b.table, "bob")
	assert.NilError(t, err)
	for typed, status := range map[string]int{"NOSUCH1": 422, strings.ToLower(code[:4]) + " " + code[4:]: 202, " ": 202} {
		form := signUpOf("ann@example.com")
		form["referralCode"] = typed
		w := b.call("POST", "/sign-up", form)
		assert.Check(t, is.Equal(w.Code, status), w.Body.String())
		assert.Check(t, is.Equal(strings.Contains(w.Body.String(), `"pointer":"/referralCode"`), status == 422), w.Body.String())
	}
}

// Fault 11: the customer gets a mail when a copy of the cookie is used.
func TestACopiedCookieEndsTheSession(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	copied := b.cookie
	for range 3 {
		b.Pass(15 * time.Minute)
		b.want(b.call("POST", "/refresh", nil), 200, "")
	}
	owner := b.cookie
	b.cookie = copied
	b.want(b.call("POST", "/refresh", nil), 401, problem.SessionEnded)
	b.cookie = owner
	b.want(b.call("POST", "/refresh", nil), 401, problem.SessionEnded)
	// The mail is of the session: another one stolen at the same generation has its own Message-ID.
	mails := b.mailed(customer.MailSessionStolen)
	assert.Assert(t, len(mails) == 1 && strings.Contains(mails[0], ".") && strings.Contains(copied, mails[0]+"."), mails)
}

// Fault 31, session fixation: a browser has one session: a sign-in, of the same or another customer, ends the one that its cookie names.
func TestASignInEndsTheSessionOfTheCookie(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	ann := b.customer()
	for _, login := range []func(){
		func() {
			b.want(b.login("ann@example.com", password), 200, "")
		},
		func() { b.signUp("bob@example.com") },
	} {
		before := b.cookie
		login()
		after := b.cookie
		assert.Assert(t, before != after)
		b.cookie = before
		b.want(b.call("POST", "/refresh", nil), 401, problem.SessionEnded)
		b.cookie = after
		b.want(b.call("POST", "/refresh", nil), 200, "")
	}
	left, err := b.auth.accounts.Sessions.List(t.Context(), ann)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
}

func TestAgent(t *testing.T) {
	const mozilla, webKit = "Mozilla/5.0 ", " AppleWebKit/537.36 (KHTML, like Gecko)"
	for header, want := range map[string]string{
		mozilla + "(Windows NT 10.0; Win64; x64)" + webKit + " Chrome/140.0.0.0 Safari/537.36 Edg/140.0":      "Edge, Windows",
		mozilla + "(iPhone; CPU iPhone OS 18_0 like Mac OS X)" + webKit + " Version/18.0 Mobile Safari/604.1": "Safari, iPhone",
		mozilla + "(Linux; Android 10; K)" + webKit + " Chrome/140.0.0.0 Mobile Safari/537.36":                "Chrome, Android",
		"curl/8": "", "": "",
	} {
		assert.Equal(t, agentOf(header), want)
	}
}

// Fault 34: the log has no address, password, cookie, token, code or link of a customer, whether calls succeed or fail.
func TestLogHasNoAccountData(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(before)
	b := newBrowser(t)
	b.withProviders()
	const email, wrong, second = "canary@example.com", "Canary wrong 57", "Entirely New 57"
	secrets := []string{
		email, wrong, password, second, "Anna", "5550123", "918 555 0123", "canary-reset", "canary-link", "canary-sign-up", "987654",
	}
	keep := func(more ...string) { secrets = append(append(secrets, b.cookie, b.marks, b.token), more...) }
	b.signUp(email)
	keep()
	b.Pass(time.Hour)
	b.token = ""
	b.want(b.login(email, wrong), 401, problem.CredentialsWrong)
	b.want(b.login(email, password), 200, "")
	keep()
	b.Pass(time.Minute)
	b.want(b.call("POST", "/refresh", nil), 200, "")
	keep()
	b.call("POST", "/customer/set-password", map[string]any{"reset": "canary-reset", "link": "canary-link", "password": wrong})
	b.call("POST", "/confirm-customer-email", map[string]any{"signUp": "canary-sign-up", "code": "987654"})
	b.call("POST", "/login/customer", `{"email":"canary@example.com"`)

	p := b.addPasskey()
	created, used := b.challenge("/passkey/options"), b.challenge("/login/customer/passkey/options")
	b.want(b.call("POST", "/login/customer/passkey", answer(p.Get(used))), 200, "")
	b.want(b.call("POST", "/login/customer/passkey", answer(p.Get(used))), 422, problem.PasskeyRefused)
	keep(p.ID(), created, used)

	b.want(b.call("POST", "/confirm/code", nil), 202, "")
	code := b.code(b.session())
	b.want(b.call("POST", "/confirm", map[string]any{"code": code}), 204, "")
	keep(code, b.reset(email, second))

	facebook := func(token string) map[string]any {
		return map[string]any{"provider": "facebook", "accessToken": token, "userID": "canaryuser"}
	}
	w := b.want(b.call("POST", "/login/customer/social", facebook("app/canaryuser")), 200, "")
	signUp := into[SocialSignIn](b, w).SignUp
	b.confirm(signUp)
	b.want(b.call("POST", "/login/customer/social", facebook("app/canaryuser")), 200, "")
	keep(signUp, b.code(signUp), "canaryuser", "canarytoken", "a secret")
	b.want(b.call("POST", "/login/customer/social", facebook("another/canarytoken")), 401, problem.SocialRefused)
	begun, cookie := b.begin("google")
	b.call("GET", "/social/google/callback?code=canarycode&state="+begun.State, nil, "Cookie", cookie)
	keep(begun.State, cookie, "canarycode")
	b.providers.Close()
	b.want(b.call("POST", "/login/customer/social", facebook("app/canarytoken")), 503, problem.SocialUnavailable)
	begun, cookie = b.begin("google")
	b.call("GET", "/social/google/callback?code=canarycode&state="+begun.State, nil, "Cookie", cookie)
	keep(begun.State, cookie)

	for _, logged := range []string{"social sign-in refused", "social sign-in failed"} {
		assert.Check(t, strings.Contains(log.String(), logged), logged)
	}
	for _, c := range secrets {
		assert.Check(t, c != "" && !strings.Contains(log.String(), c), "the log contains %q", c)
	}
	if t.Failed() {
		t.Log(log.String())
	}
}

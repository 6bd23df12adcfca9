package social

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/oauth2"
	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/secret"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func now() time.Time { return noon }

// issuer is an OpenID provider with answers set by each test, invalid ones included. The certified provider of
// infra/local/simulators/openid tests our requests: it refuses invalid ones.
type issuer struct {
	*httptest.Server
	key    *ecdsa.PrivateKey
	claims jwt.MapClaims // of the next ID token
	sign   func(claims jwt.MapClaims) string
	form   url.Values // of the last exchange
	status int        // of exchanges
	pkce   bool
}

func newIssuer(t *testing.T) *issuer {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	i := &issuer{key: key, status: 200, pkce: true}
	i.sign = func(claims jwt.MapClaims) string { return signed(t, jwt.SigningMethodES256, i.key, claims) }
	mux := http.NewServeMux()
	answer := func(path string, of func(*http.Request) any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			body := of(r)
			if path == "/token" {
				w.WriteHeader(i.status)
			}
			_ = json.NewEncoder(w).Encode(body)
		})
	}
	answer("/.well-known/openid-configuration", func(*http.Request) any {
		d := map[string]any{
			"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"ES256", "HS256", "none"},
		}
		if i.pkce {
			d["code_challenge_methods_supported"] = []string{"plain", "S256"}
		}
		return d
	})
	answer("/keys", func(*http.Request) any {
		raw, err := i.key.PublicKey.Bytes()
		assert.NilError(t, err)
		coordinate := func(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
		return map[string]any{"keys": []any{map[string]any{
			"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "1", "x": coordinate(raw[1:33]), "y": coordinate(raw[33:]),
		}}}
	})
	answer("/token", func(r *http.Request) any {
		_ = r.ParseForm()
		i.form = r.PostForm
		if i.status != 200 {
			return map[string]any{"error": "invalid_grant"}
		}
		return map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": i.sign(i.claims)}
	})
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	i.claims = jwt.MapClaims{
		"iss": i.URL, "aud": "site", "sub": "7", "nonce": "a nonce", "exp": noon.Add(time.Minute).Unix(), "iat": noon.Unix(),
		"email": "ann@example.com", "email_verified": true, "hd": "example.com", "given_name": "Ann", "family_name": "Lee",
	}
	return i
}

func signed(t *testing.T, method jwt.SigningMethod, key any, claims jwt.MapClaims) string {
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = "1"
	text, err := token.SignedString(key)
	assert.NilError(t, err)
	return text
}

func (i *issuer) google() *OpenID {
	return New(Settings{Google: &Client{ID: "site", Issuer: i.URL}}, secret.Fixed(`{"google":"a secret"}`), now).OpenID[Google]
}

var attempt = customer.Attempt{
	State: "a state", Nonce: "a nonce", Verifier: oauth2.GenerateVerifier(), Redirect: "https://grill.example/back",
}

// begin returns where the guest signs in.
func begin(t *testing.T, o *OpenID, at customer.Attempt) *url.URL {
	t.Helper()
	to, err := o.Begin(t.Context(), at)
	assert.NilError(t, err)
	u, err := url.Parse(to)
	assert.NilError(t, err)
	return u
}

func TestBeginAsksWithNonceStateAndPKCE(t *testing.T) {
	i := newIssuer(t)
	u := begin(t, i.google(), attempt)
	want := url.Values{
		"client_id": {"site"}, "redirect_uri": {"https://grill.example/back"}, "response_type": {"code"}, "scope": {"openid email profile"},
		"state": {"a state"}, "nonce": {"a nonce"}, "code_challenge": {oauth2.S256ChallengeFromVerifier(attempt.Verifier)},
		"code_challenge_method": {"S256"}, "prompt": {"select_account"},
	}
	assert.DeepEqual(t, u.Query(), want)
	assert.Equal(t, u.Path, "/authorize")
}

func TestFinishReturnsThePerson(t *testing.T) {
	i := newIssuer(t)
	got, err := i.google().Finish(t.Context(), attempt, url.Values{"code": {"a code"}})
	assert.NilError(t, err)
	want := customer.Arrival{Provider: Google, Subject: "7", Email: "ann@example.com", Verified: true, FirstName: "Ann", LastName: "Lee"}
	assert.DeepEqual(t, got, want)
	assert.Equal(t, i.form.Get("code_verifier"), attempt.Verifier)
	assert.Equal(t, i.form.Get("client_secret"), "a secret")
	assert.Equal(t, i.form.Get("redirect_uri"), attempt.Redirect)
}

func TestFinishRefuses(t *testing.T) {
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	big, err := rsa.GenerateKey(rand.Reader, 2048)
	assert.NilError(t, err)
	with := func(name string, value any) func(*testing.T, *issuer) {
		return func(_ *testing.T, i *issuer) { i.claims[name] = value }
	}
	without := func(name string) func(*testing.T, *issuer) {
		return func(_ *testing.T, i *issuer) { delete(i.claims, name) }
	}
	by := func(method jwt.SigningMethod, key any) func(*testing.T, *issuer) {
		return func(t *testing.T, i *issuer) {
			i.sign = func(c jwt.MapClaims) string { return signed(t, method, key, c) }
		}
	}
	for name, c := range map[string]struct {
		change func(*testing.T, *issuer)
		answer url.Values
		want   error
	}{
		"another audience":        {change: with("aud", "another site")},
		"no audience":             {change: without("aud")},
		"for another party":       {change: with("aud", []string{"site", "another"})},
		"another issuer":          {change: with("iss", "https://evil.example")},
		"another nonce":           {change: with("nonce", "another")},
		"no nonce":                {change: without("nonce")},
		"expired":                 {change: with("exp", noon.Add(-time.Second).Unix())},
		"no expiry":               {change: without("exp")},
		"no subject":              {change: with("sub", "")},
		"algorithm none":          {change: by(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType)},
		"another key":             {change: by(jwt.SigningMethodES256, stranger)},
		"the client's secret":     {change: by(jwt.SigningMethodHS256, []byte("a secret"))},
		"an unknown RSA key":      {change: by(jwt.SigningMethodRS256, big)},
		"no ID token":             {change: func(_ *testing.T, i *issuer) { i.sign = func(jwt.MapClaims) string { return "" } }},
		"a refused code":          {change: func(_ *testing.T, i *issuer) { i.status = 400 }},
		"the answer of another":   {answer: url.Values{"code": {"a code"}, "iss": {"https://evil.example"}}},
		"an error":                {answer: url.Values{"error": {"server_error"}}},
		"cancelled":               {answer: url.Values{"error": {"access_denied"}}, want: ErrCancelled},
		"cancelled at Apple":      {answer: url.Values{"error": {"user_cancelled_authorize"}}, want: ErrCancelled},
		"the provider is down":    {change: func(_ *testing.T, i *issuer) { i.status = 503 }, want: ErrUnavailable},
		"the provider is nowhere": {change: func(_ *testing.T, i *issuer) { i.Close() }, want: ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			i := newIssuer(t)
			if c.change != nil {
				c.change(t, i)
			}
			if c.answer == nil {
				c.answer = url.Values{"code": {"a code"}}
			}
			if c.want == nil {
				c.want = ErrRefused
			}
			got, err := i.google().Finish(t.Context(), attempt, c.answer)
			assert.Assert(t, errors.Is(err, c.want), "%+v %v", got, err)
			assert.Equal(t, got, customer.Arrival{})
			for _, hidden := range []string{"a code", "a secret", attempt.Verifier, "eyJ"} {
				assert.Assert(t, !strings.Contains(err.Error(), hidden), "%v contains %q", err, hidden)
			}
		})
	}
}

// An address counts as verified only if the provider states that it verified it.
func TestVerifiedAddresses(t *testing.T) {
	i := newIssuer(t)
	for _, c := range []struct {
		claim any
		want  bool
	}{{true, true}, {"true", true}, {false, false}, {"false", false}, {nil, false}, {1, false}, {"yes", false}} {
		i.claims["email_verified"] = c.claim
		got, err := i.google().Finish(t.Context(), attempt, url.Values{"code": {"a code"}})
		assert.NilError(t, err)
		assert.Equal(t, got.Verified, c.want, "%v", c.claim)
	}
}

// Google knows the owner of an address only for its own mail service and for the domains of organisations.
func TestGoogleVerifiesOnlyAddressesThatItHosts(t *testing.T) {
	i := newIssuer(t)
	for _, c := range []struct {
		email, domain string
		want          bool
	}{
		{"ann@gmail.com", "", true}, {"Ann@GoogleMail.com", "", true}, {"ann@example.com", "example.com", true},
		{"ann@example.com", "", false}, {"ann@notgmail.com", "", false}, {"ann@gmail.com.example", "", false},
	} {
		i.claims["email"], i.claims["hd"] = c.email, c.domain
		got, err := i.google().Finish(t.Context(), attempt, url.Values{"code": {"a code"}})
		assert.NilError(t, err)
		assert.Equal(t, got.Verified, c.want, "%s of %q", c.email, c.domain)
	}
}

// To confirm, a provider must prove that the person signed in after the attempt began. Another answer counts for nothing.
func TestOnlyANewSignInConfirms(t *testing.T) {
	i := newIssuer(t)
	again := attempt
	again.Purpose, again.Begun = customer.ToConfirm, noon.Add(-2*time.Minute)
	q := begin(t, i.google(), again).Query()
	assert.Assert(t, q.Get("prompt") == "login" && q.Get("max_age") == "0" && strings.Contains(q.Get("claims"), "auth_time"), "%v", q)
	for name, c := range map[string]struct {
		claim any
		ok    bool
	}{
		"new": {noon.Add(-time.Minute).Unix(), true}, "old": {noon.Add(-3 * time.Minute).Unix(), false},
		"not stated": {nil, false}, "zero": {0, false},
	} {
		i.claims["auth_time"] = c.claim
		_, err := i.google().Finish(t.Context(), again, url.Values{"code": {"a code"}})
		assert.Check(t, (err == nil) == c.ok, "%s: %v", name, err)
		assert.Check(t, err == nil || errors.Is(err, ErrRefused), "%s: %v", name, err)
	}
}

func TestAppleSignsItsRequestsAndReadsTheForm(t *testing.T) {
	i := newIssuer(t)
	i.pkce = false // Apple does not offer it
	delete(i.claims, "given_name")
	delete(i.claims, "family_name")
	private, err := x509.MarshalPKCS8PrivateKey(i.key)
	assert.NilError(t, err)
	key, err := json.Marshal(map[string]string{Apple: string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))})
	assert.NilError(t, err)
	apple := New(Settings{Apple: &Client{ID: "site", Issuer: i.URL, Team: "TEAM", Key: "KEY"}}, secret.Fixed(string(key)), now).OpenID[Apple]
	q := begin(t, apple, attempt).Query()
	assert.Equal(t, q.Get("response_mode"), "form_post")
	assert.Equal(t, q.Get("scope"), "openid email name")
	assert.Equal(t, q.Get("code_challenge"), "")

	user := `{"name":{"firstName":"Ann","lastName":"Lee"},"email":"eve@example.com"}` // not signed: the address does not count
	got, err := apple.Finish(t.Context(), attempt, url.Values{"code": {"a code"}, "user": {user}})
	assert.NilError(t, err)
	want := customer.Arrival{Provider: Apple, Subject: "7", Email: "ann@example.com", Verified: true, FirstName: "Ann", LastName: "Lee"}
	assert.DeepEqual(t, got, want)
	var c jwt.RegisteredClaims
	public := func(*jwt.Token) (any, error) { return &i.key.PublicKey, nil }
	token, err := jwt.ParseWithClaims(i.form.Get("client_secret"), &c, public, jwt.WithTimeFunc(now))
	assert.NilError(t, err)
	assert.Assert(t, token.Header["kid"] == "KEY" && c.Issuer == "TEAM" && c.Subject == "site" && c.Audience[0] == "https://appleid.apple.com")
}

func TestParse(t *testing.T) {
	for text, ok := range map[string]bool{
		"": true, "{}": true, `{"google":{"clientId":"x"}}`: true, `{"apple":{"clientId":"x","team":"t","key":"k"}}`: true,
		`{"facebook":{"appId":"1"}}`: true,
		"x":                          false, `{"google":{}}`: false, `{"apple":{"clientId":"x"}}`: false, `{"facebook":{}}`: false,
		`{"google":{"clientId":"x","issuer":"https://evil.example"}}`: false, `{"facebook":{"appId":"1","graph":"https://evil.example"}}`: false,
	} {
		_, err := Parse(text)
		assert.Check(t, (err == nil) == ok, "%s: %v", text, err)
	}
}

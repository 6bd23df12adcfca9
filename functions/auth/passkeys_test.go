package auth

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/customer"
	"ordering/shared/customer/webauthn/webauthntest"
	"ordering/shared/guest"
	"ordering/shared/problem"
)

const host = "grill.example"

// into decodes an answer.
func into[T any](b *browser, w *httptest.ResponseRecorder) (body T) {
	b.Helper()
	assert.NilError(b, json.Unmarshal(w.Body.Bytes(), &body), w.Body.String())
	return body
}

// challenge returns the challenge of a call that begins a ceremony.
func (b *browser) challenge(path string) string {
	b.Helper()
	return into[RequestOptions](b, b.want(b.call("POST", path, nil), 200, "")).Challenge
}

func answer(raw json.RawMessage) map[string]any { return map[string]any{"answer": raw} }

// addPasskey creates a passkey of the customer who is signed in.
func (b *browser) addPasskey() *webauthntest.Passkey {
	b.Helper()
	p := webauthntest.New(host, site, b.customer())
	b.want(b.call("POST", "/passkeys", answer(p.Create(b.challenge("/passkey/options")))), 201, "")
	return p
}

// session returns the id of the session, and customer the id of its customer: both are in the cookie.
func (b *browser) session() string {
	return b.cookie[strings.Index(b.cookie, "=")+1 : strings.LastIndex(b.cookie, ".")]
}

func (b *browser) customer() string {
	id, _, _ := strings.Cut(b.session(), ".")
	return id
}

func (b *browser) passkeys() []Passkey {
	b.Helper()
	return into[[]Passkey](b, b.want(b.call("GET", "/passkeys", nil), 200, ""))
}

func TestPasskeys(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	w := b.want(b.call("POST", "/passkey/options", nil), 200, "")
	options := into[CreationOptions](b, w)
	assert.Assert(t, options.RP.ID == host && len(options.Exclude) == 0, w.Body)
	assert.Equal(t, options.Selection, authenticatorSelector{"required", true, "required"})
	p := webauthntest.New(host, site, b.customer())
	made := p.Create(options.Challenge)
	added := into[Passkey](b, b.want(b.call("POST", "/passkeys", answer(made)), 201, ""))
	assert.Assert(t, added.ID == p.ID() && added.Name == "Firefox, Linux" && added.Used == nil, "%+v", added)
	b.want(b.call("POST", "/passkeys", answer(made)), 422, problem.PasskeyRefused)
	options = into[CreationOptions](b, b.call("POST", "/passkey/options", nil))
	assert.Assert(t, is.DeepEqual(options.Exclude, []passkeyDescriptor{{p.ID(), "public-key"}}))

	b.signOut()
	used := p.Get(b.challenge("/login/customer/passkey/options"))
	b.want(b.call("POST", "/login/customer/passkey", answer(used)), 200, "")
	b.want(b.call("POST", "/login/customer/passkey", answer(used)), 422, problem.PasskeyRefused)
	list := b.passkeys()
	assert.Assert(t, len(list) == 1 && list[0].Used.Equal(b.Now()), "%+v", list)

	b.want(b.call("PATCH", "/passkeys/"+p.ID(), map[string]any{"name": "My phone"}), 204, "")
	assert.Equal(t, b.passkeys()[0].Name, "My phone")
	b.want(b.call("PATCH", "/passkeys/unknown", map[string]any{"name": "My phone"}), 404, problem.NotFound)

	b.Pass(5 * time.Minute)
	b.want(b.call("DELETE", "/passkeys/"+p.ID(), nil), 428, problem.ConfirmAgain)
	b.want(b.call("POST", "/passkey/options", nil), 428, problem.ConfirmAgain)
	b.want(b.call("POST", "/confirm", map[string]any{"passkey": p.Get(b.challenge("/confirm/options"))}), 204, "")
	b.want(b.call("DELETE", "/passkeys/"+p.ID(), nil), 204, "")
	b.want(b.call("DELETE", "/passkeys/"+p.ID(), nil), 404, problem.NotFound)
	removed := p.Get(b.challenge("/login/customer/passkey/options"))
	b.want(b.call("POST", "/login/customer/passkey", answer(removed)), 422, problem.PasskeyRefused)
}

// A guest can sign up without a password: the code confirms the address and signs in, and a passkey follows. No password signs in.
func TestSignUpForAPasskey(t *testing.T) {
	b := newBrowser(t)
	form := signUpOf("ann@example.com")
	form["password"], form["confirmPassword"] = "", ""
	w := b.want(b.call("POST", "/sign-up", form), 422, problem.Invalid)
	assert.Assert(t, is.Contains(w.Body.String(), `"pointer":"/password"`))
	form["passkey"] = true
	b.signUpWith(form)
	p := b.addPasskey()
	b.signOut()
	b.want(b.login("ann@example.com", password), 401, problem.CredentialsWrong)
	b.want(b.call("POST", "/login/customer/passkey", answer(p.Get(b.challenge("/login/customer/passkey/options")))), 200, "")

	// After the loss of the only passkey, the customer sets a password by mail.
	b.want(b.call("DELETE", "/passkeys/"+p.ID(), nil), 204, "")
	b.reset("ann@example.com", password)
	b.token = ""
	b.want(b.login("ann@example.com", password), 200, "")
}

func TestPasskeySignInsThatAreRefused(t *testing.T) {
	const begin, finish = "/login/customer/passkey/options", "/login/customer/passkey"
	for name, answerTo := range map[string]func(b *browser, p *webauthntest.Passkey) json.RawMessage{
		"too late": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			late := p.Get(b.challenge(begin))
			b.Pass(5 * time.Minute)
			return late
		},
		"a challenge of a confirmation": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			return p.Get(b.challenge("/confirm/options"))
		},
		"a challenge of a registration": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			return p.Get(b.challenge("/passkey/options"))
		},
		"a challenge that is not ours": func(_ *browser, p *webauthntest.Passkey) json.RawMessage {
			return p.Get("MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI")
		},
		"a passkey that was never added": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			return webauthntest.New(host, site, p.Customer).Get(b.challenge(begin))
		},
		"the user handle of another customer": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			p.Customer = "bob"
			return p.Get(b.challenge(begin))
		},
		"an account that is being erased": func(b *browser, p *webauthntest.Passkey) json.RawMessage {
			_, err := customer.EndAccount(b.Context(), b.table, p.Customer, guest.Secret("guests"), b.Now(), false)
			assert.NilError(b, err)
			return p.Get(b.challenge(begin))
		},
		"nothing": func(*browser, *webauthntest.Passkey) json.RawMessage { return json.RawMessage(`{}`) },
		"parts that are not base64url": func(*browser, *webauthntest.Passkey) json.RawMessage {
			return json.RawMessage(`{"id":"é","response":{"clientDataJSON":"e30"}}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBrowser(t)
			b.signUp("ann@example.com")
			p := b.addPasskey()
			b.want(b.call("POST", finish, answer(answerTo(b, p))), 422, problem.PasskeyRefused)
		})
	}
}

// A passkey confirms only the session of its own customer.
func TestThePasskeyOfAnotherCustomerConfirmsNothing(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	p := b.addPasskey()
	b.signUp("bob@example.com")
	b.want(b.call("POST", "/confirm", map[string]any{"passkey": p.Get(b.challenge("/confirm/options"))}), 422, problem.PasskeyRefused)
}

// resetting are authenticators that call do while they verify a new passkey.
type resetting struct {
	customer.Authenticators
	do func()
}

func (r resetting) Register(ctx context.Context, c customer.Ceremony, answer json.RawMessage) (json.RawMessage, error) {
	r.do()
	return r.Authenticators.Register(ctx, c, answer)
}

// Fault 10: a session that has ended adds no passkey, not even with a call that was under way.
func TestAPasskeyDuringAResetIsNotAdded(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	p := webauthntest.New(host, site, b.customer())
	made := p.Create(b.challenge("/passkey/options"))
	b.auth.accounts.Authenticators = resetting{b.auth.accounts.Authenticators, func() {
		assert.NilError(t, b.auth.accounts.Sessions.EndAll(t.Context(), b.customer()))
	}}
	b.want(b.call("POST", "/passkeys", answer(made)), 401, problem.SessionEnded)
	b.token = ""
	used := p.Get(b.challenge("/login/customer/passkey/options"))
	b.want(b.call("POST", "/login/customer/passkey", answer(used)), 422, problem.PasskeyRefused)
}

func TestACustomerHasAtMostTenPasskeys(t *testing.T) {
	b := newBrowser(t)
	b.signUp("ann@example.com")
	early := b.challenge("/passkey/options")
	for range 10 {
		b.addPasskey()
	}
	b.want(b.call("POST", "/passkey/options", nil), 409, problem.PasskeysFull)
	last := webauthntest.New(host, site, b.customer())
	b.want(b.call("POST", "/passkeys", answer(last.Create(early))), 409, problem.PasskeysFull)
	assert.Equal(t, len(b.passkeys()), 10)
}

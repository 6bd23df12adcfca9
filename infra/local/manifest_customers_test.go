package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/customer/webauthn/webauthntest"
	"ordering/shared/secret"
)

// account is a customer of the test with one session.
type account struct{ email, token, session string }

// id returns the customer's id, which the token names.
func (a account) id() string {
	var claims struct{ Sub string }
	raw, _ := base64.RawURLEncoding.DecodeString(strings.Split(a.token, ".")[1])
	_ = json.Unmarshal(raw, &claims)
	return claims.Sub
}

const testPassword = "Ketchup 57 and Mustard"

// signUp asks for an account, and returns the id of the sign-up.
func (m *machine) signUp(email string) string {
	m.Helper()
	var asked struct{ SignUp string }
	r := m.auth("/sign-up", map[string]any{
		"firstName": "Dolores", "lastName": "Whitaker", "phone": "(918) 555-0141", "email": email, "confirmEmail": email,
		"password": testPassword, "confirmPassword": testPassword,
	})
	assert.Equal(m, r.status, http.StatusAccepted, r.body)
	r.status = http.StatusOK
	r.into(m, &asked)
	return asked.SignUp
}

// auth calls a path of the function auth as a page of the site.
func (m *machine) auth(path string, body any, headers ...string) reply {
	m.Helper()
	return m.call("POST", "/../auth"+path, body, append(headers, "Origin", m.address, "Sec-Fetch-Site", "same-origin")...)
}

func sessionCookie(r reply) string {
	for _, set := range r.header.Values("Set-Cookie") {
		if value, _, _ := strings.Cut(set, ";"); strings.HasPrefix(value, "session=") {
			return value
		}
	}
	return ""
}

// open creates an account.
func (m *machine) open(kept secrets, email string) account {
	m.Helper()
	id := m.signUp(email)
	code, err := customer.Codes(secret.Fixed(kept.codes)).Code(context.Background(), id, 1)
	assert.NilError(m, err)
	r := m.auth("/confirm-customer-email", map[string]any{"signUp": id, "code": code})
	var in struct{ Token string }
	r.into(m, &in)
	return account{email, in.Token, sessionCookie(r)}
}

// challenge begins a ceremony of WebAuthn at a path of the function auth.
func (m *machine) challenge(who account, path string) string {
	m.Helper()
	var begun struct{ Challenge string }
	var signed []string
	if who.token != "" {
		signed = []string{"Authorization", "Bearer " + who.token}
	}
	m.auth(path, nil, signed...).into(m, &begun)
	return begun.Challenge
}

func (m *machine) newPasskey(who account) *webauthntest.Passkey {
	site, err := url.Parse(m.address)
	assert.NilError(m, err)
	return webauthntest.New(site.Hostname(), m.address, who.id())
}

// addPasskey adds a passkey to the account, and returns its id.
func (m *machine) addPasskey(who account) (*webauthntest.Passkey, string) {
	m.Helper()
	p := m.newPasskey(who)
	made := map[string]any{"answer": p.Create(m.challenge(who, "/passkey/options"))}
	r := m.auth("/passkeys", made, "Authorization", "Bearer "+who.token)
	assert.Equal(m, r.status, http.StatusCreated, r.body)
	return p, p.ID()
}

// customers returns the values and headers of a call about a customer, by operation: of one customer, or of a new one for a call that ends
// its session.
func (m *machine) customers(kept secrets) func(operation string) (map[string]any, []string) {
	codes := customer.Codes(secret.Fixed(kept.codes))
	made := 0
	email := func() string { made++; return fmt.Sprintf("dolores%d@example.com", made) }
	code := func(signUp string) string {
		text, err := codes.Code(context.Background(), signUp, 1)
		assert.NilError(m, err)
		return text
	}
	open := func() account { return m.open(kept, email()) }
	still := open()
	// entry makes an entry of a list of the still customer's profile, and returns its id and the version of the list.
	entry := func(list string, body map[string]any) (id, version string) {
		path, signed := "/../my-profile/"+list, []string{"Authorization", "Bearer " + still.token}
		var kept struct {
			Version int64
			Entries []struct{ ID string }
		}
		m.call("GET", path, nil, signed...).into(m, &kept)
		for _, e := range kept.Entries { // a list has a bound
			m.call("DELETE", path+"/"+e.ID, nil, append(signed, "If-Match", quoted(kept.Version))...).into(m, &kept)
		}
		if body != nil {
			m.call("POST", path, body, signed...).into(m, &kept)
			id = kept.Entries[0].ID
		}
		return id, quoted(kept.Version)
	}
	version := func(path string) string {
		var kept struct{ Version int64 }
		m.call("GET", "/../my-profile"+path, nil, "Authorization", "Bearer "+still.token).into(m, &kept)
		return quoted(kept.Version)
	}
	return func(operation string) (map[string]any, []string) {
		who, values := still, map[string]any{"If-Match": `"0"`, "code": nil}
		switch operation {
		case "sign-up":
			values["email"] = email()
			values["confirmEmail"], values["password"], values["confirmPassword"] = values["email"], testPassword, testPassword
			var own struct{ OwnCode string }
			m.call("GET", "/../my-profile/referrals", nil, "Authorization", "Bearer "+still.token).into(m, &own)
			values["referralCode"] = own.OwnCode
			return values, nil
		case "send-verification-email":
			return map[string]any{"signUp": m.signUp(email())}, nil
		case "confirm-customer-email":
			id := m.signUp(email())
			link, err := codes.Link(context.Background(), id, 1)
			assert.NilError(m, err)
			return map[string]any{"signUp": id, "code": code(id), "link": link, "password": testPassword}, nil
		case "login-customer":
			return map[string]any{"email": still.email, "password": testPassword}, nil
		case "forgot-password":
			return map[string]any{"email": open().email}, nil
		case "set-password":
			before := m.mailed()
			assert.Equal(m, m.auth("/customer/forgot-password", map[string]any{"email": open().email}).status, http.StatusAccepted)
			var found []string
			m.until("the link is mailed", func() bool {
				for _, mail := range m.mailed() {
					if match := resetLink.FindStringSubmatch(mail); match != nil && !slices.Contains(before, mail) {
						found = match
					}
				}
				return found != nil
			})
			return map[string]any{"link": found[1], "reset": found[2], "password": "Entirely New 8"}, nil
		case "change-password", "end-session", "logout-customer", "delete-account":
			who = open()
			values["password"], values["id"] = "Entirely New 8", "all"
		case "confirm":
			who = open()
			p, _ := m.addPasskey(who)
			values["password"], values["passkey"] = testPassword, p.Get(m.challenge(who, "/confirm/options"))
		case "add-passkey":
			who = open()
			values["answer"] = m.newPasskey(who).Create(m.challenge(who, "/passkey/options"))
		case "login-customer-passkey":
			p, _ := m.addPasskey(open())
			values["answer"] = p.Get(m.challenge(account{}, "/login/customer/passkey/options"))
			who.session = "" // a sign-in ends the session of its browser
		case "rename-passkey", "remove-passkey":
			who = open()
			_, values["id"] = m.addPasskey(who)
		case "add-vehicle", "change-vehicle", "remove-vehicle":
			values["id"], values["If-Match"] = entry("vehicles", map[string]any{"make": "Ford", "model": "Maverick", "colour": "Blue"})
		case "add-build", "change-build", "remove-build":
			values["id"], values["If-Match"] = entry("builds", map[string]any{"name": "Mine", "itemId": "the-big-deal"})
		case "add-delivery-address", "change-delivery-address", "remove-delivery-address":
			values["id"], values["If-Match"] = entry("delivery-addresses", home)
		case "change-profile":
			who, values["If-Match"] = open(), quoted(1) // a birthday is set once
		case "set-primary-address", "remove-primary-address":
			values["If-Match"] = version("")
		case "change-email":
			who, values["email"] = open(), email()
			values["confirmEmail"] = values["email"]
		case "confirm-email":
			who = open()
			to := email()
			both := map[string]any{"email": to, "confirmEmail": to}
			asked := m.call("POST", "/../my-profile/email", both, "Authorization", "Bearer "+who.token)
			assert.Equal(m, asked.status, http.StatusAccepted, asked.body)
			change, err := customer.FindEmailChange(context.Background(), m.table(), who.id())
			assert.NilError(m, err)
			values["code"], err = change.Code(context.Background(), codes)
			assert.NilError(m, err)
		case "confirm-social", "link-provider":
			values["code"] = "of no attempt"
		case "set-notifications":
			values["If-Match"] = version("/notifications")
		case "apply-reward":
			delete(values, "If-Match") // that of the basket
		case "list-entries":
			values["cursor"] = nil
		case "list-customer-orders", "list-own-orders":
			values["email"], values["after"] = still.email, nil
		}
		if strings.HasSuffix(operation, "-address") {
			maps.Copy(values, home)
		}
		return values, []string{"Authorization", "Bearer " + who.token, "Cookie", who.session, "Origin", m.address, "Sec-Fetch-Site", "same-origin"}
	}
}

var home = map[string]any{"type": 1, "country": 1, "address": "3410 S Peoria Ave", "city": "Tulsa", "state": "OK", "zip": "74105"}

func quoted(version int64) string { return strconv.Quote(fmt.Sprint(version)) }

var resetLink = regexp.MustCompile(`set-password#link=([\w-]+)&(?:amp;)?reset=(\w+)`)

// mailed returns the texts of the sandbox's mails.
func (m *machine) mailed() (all []string) {
	names, _ := filepath.Glob(filepath.Join(m.dir, "mail", "*.eml"))
	for _, name := range names {
		raw, _ := os.ReadFile(name)
		all = append(all, strings.NewReplacer("=\r\n", "", "=3D", "=").Replace(string(raw)))
	}
	return all
}

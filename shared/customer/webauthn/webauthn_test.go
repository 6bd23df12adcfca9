package webauthn_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/customer/webauthn"
	"ordering/shared/customer/webauthn/webauthntest"
)

const (
	host      = "grill.example"
	site      = "https://grill.example"
	challenge = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI"
)

// refused is what an invalid answer gets.
var refused = customer.ErrPasskeyRefused

func ceremony(challenge string) customer.Ceremony {
	return customer.Ceremony{Site: customer.Site{ID: host, Origins: []string{site}}, Challenge: challenge, Customer: "ann"}
}

func TestRegisterAndVerify(t *testing.T) {
	a := webauthn.Authenticators{}
	for name, c := range map[string]struct {
		change     func(*webauthntest.Passkey)
		to         string
		registered bool // the answer is refused only when it is verified
		want       error
	}{
		"good":                    {nil, challenge, true, nil},
		"another challenge":       {nil, challenge[1:] + "A", false, refused},
		"a page of another site":  {func(p *webauthntest.Passkey) { p.Origin = "https://evil.example" }, challenge, false, refused},
		"the key of another site": {func(p *webauthntest.Passkey) { p.Host = "evil.example" }, challenge, false, refused},
		"an unverified user":      {func(p *webauthntest.Passkey) { p.Flags = webauthntest.Present }, challenge, false, refused},
		"another customer":        {func(p *webauthntest.Passkey) { p.Customer = "bob" }, challenge, true, refused},
		"a copy":                  {func(p *webauthntest.Passkey) { p.Counter = 0 }, challenge, true, refused},
		"another key":             {func(p *webauthntest.Passkey) { *p = *webauthntest.New(host, site, "ann") }, challenge, true, refused},
	} {
		t.Run(name, func(t *testing.T) {
			p := webauthntest.New(host, site, "ann")
			stored, err := a.Register(t.Context(), ceremony(challenge), p.Create(challenge))
			assert.NilError(t, err)
			if c.change != nil {
				c.change(p)
			}
			got, err := a.Verify(t.Context(), ceremony(challenge), stored, p.Get(c.to))
			assert.Check(t, errors.Is(err, c.want) && (err != nil || strings.Contains(string(got), `"signCount":2`)), "%s %v", got, err)
			made, err := a.Register(t.Context(), ceremony(challenge), p.Create(c.to))
			assert.Check(t, (err == nil) == c.registered && (len(made) > 0) == c.registered, "%s %v", made, err)
			assert.Check(t, err == nil || errors.Is(err, refused), "%v", err)
		})
	}
	_, err := a.Register(t.Context(), ceremony(challenge), json.RawMessage(`{"id":"x"}`))
	assert.ErrorIs(t, err, refused)
}

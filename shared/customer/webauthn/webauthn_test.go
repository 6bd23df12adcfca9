package webauthn_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

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

func TestRegister(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*webauthntest.Passkey)
		to     string
		want   error
	}{
		"good":                    {nil, challenge, nil},
		"another challenge":       {nil, challenge[1:] + "A", refused},
		"a page of another site":  {func(p *webauthntest.Passkey) { p.Origin = "https://evil.example" }, challenge, refused},
		"the key of another site": {func(p *webauthntest.Passkey) { p.Host = "evil.example" }, challenge, refused},
		"an unverified user":      {func(p *webauthntest.Passkey) { p.Flags = webauthntest.Present }, challenge, refused},
	} {
		t.Run(name, func(t *testing.T) {
			p := webauthntest.New(host, site, "ann")
			if c.change != nil {
				c.change(p)
			}
			got, err := webauthn.Authenticators{}.Register(t.Context(), ceremony(challenge), p.Create(c.to))
			if !errors.Is(err, c.want) || (err == nil) != (len(got) > 0) {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
	_, err := webauthn.Authenticators{}.Register(t.Context(), ceremony(challenge), json.RawMessage(`{"id":"x"}`))
	if !errors.Is(err, refused) {
		t.Errorf("a malformed answer: %v", err)
	}
}

func TestVerify(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*webauthntest.Passkey)
		to     string
		want   error
	}{
		"good":                    {nil, challenge, nil},
		"another challenge":       {nil, challenge[1:] + "A", refused},
		"a page of another site":  {func(p *webauthntest.Passkey) { p.Origin = "https://evil.example" }, challenge, refused},
		"the key of another site": {func(p *webauthntest.Passkey) { p.Host = "evil.example" }, challenge, refused},
		"an unverified user":      {func(p *webauthntest.Passkey) { p.Flags = webauthntest.Present }, challenge, refused},
		"another customer":        {func(p *webauthntest.Passkey) { p.Customer = "bob" }, challenge, refused},
		"a copy":                  {func(p *webauthntest.Passkey) { p.Counter = 0 }, challenge, refused},
		"another key":             {func(p *webauthntest.Passkey) { *p = *webauthntest.New(host, site, "ann") }, challenge, refused},
	} {
		t.Run(name, func(t *testing.T) {
			p := webauthntest.New(host, site, "ann")
			a := webauthn.Authenticators{}
			stored, err := a.Register(t.Context(), ceremony(challenge), p.Create(challenge))
			if err != nil {
				t.Fatal(err)
			}
			if c.change != nil {
				c.change(p)
			}
			got, err := a.Verify(t.Context(), ceremony(challenge), stored, p.Get(c.to))
			if !errors.Is(err, c.want) || err == nil && !strings.Contains(string(got), `"signCount":2`) {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

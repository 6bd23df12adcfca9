package social

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/oauth2"

	"ordering/shared/customer"
	"ordering/shared/secret"
)

// OpenID is a provider of OpenID Connect.
type OpenID struct {
	id, issuer, client string
	secret             secret.Source
	now                func() time.Time
	http               *http.Client

	mu    sync.Mutex
	found *oidc.Provider
	pkce  bool
}

func newOpenID(id string, c Client, issuer string, key secret.Source, now func() time.Time) *OpenID {
	if c.Issuer != "" {
		issuer = c.Issuer
	}
	return &OpenID{id: id, issuer: issuer, client: c.ID, secret: key, now: now, http: client()}
}

// PostsForm reports whether the provider answers with a form of its own page (response_mode form_post), which Apple requires for a name or
// an address.
func (o *OpenID) PostsForm() bool { return o.id == Apple }

// Begin returns the address at which the guest signs in.
func (o *OpenID) Begin(ctx context.Context, at customer.Attempt) (string, error) {
	config, err := o.config(ctx, at.Redirect)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(at.Nonce)}
	if o.pkce {
		options = append(options, oauth2.S256ChallengeOption(at.Verifier))
	}
	if o.PostsForm() {
		options = append(options, oauth2.SetAuthURLParam("response_mode", "form_post"))
	}
	switch {
	case at.Purpose == customer.ToConfirm:
		// Google adds auth_time only if it is asked for in this way: https://developers.google.com/identity/siwg/security-bundle
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"),
			oauth2.SetAuthURLParam("claims", `{"id_token":{"auth_time":{"essential":true}}}`))
	case !o.PostsForm():
		options = append(options, oauth2.SetAuthURLParam("prompt", "select_account"))
	}
	return config.AuthCodeURL(at.State, options...), nil
}

// config returns the client for a redirect address. It discovers the provider on first use.
func (o *OpenID) config(ctx context.Context, redirect string) (oauth2.Config, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.found == nil {
		found, err := oidc.NewProvider(oidc.ClientContext(ctx, o.http), o.issuer)
		if err != nil {
			return oauth2.Config{}, unavailable(err)
		}
		var offered struct {
			Methods []string `json:"code_challenge_methods_supported"`
		}
		if err := found.Claims(&offered); err != nil {
			return oauth2.Config{}, unavailable(err)
		}
		o.found, o.pkce = found, slices.Contains(offered.Methods, "S256")
	}
	c := oauth2.Config{
		ClientID: o.client, Endpoint: o.found.Endpoint(), RedirectURL: redirect, Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
	}
	if o.PostsForm() {
		c.Scopes = []string{oidc.ScopeOpenID, "email", "name"}
	}
	c.Endpoint.AuthStyle = oauth2.AuthStyleInParams // to try both styles would use up the code
	return c, nil
}

// claims are what an ID token says about a person. Apple writes its booleans as texts.
type claims struct {
	Party     string          `json:"azp"`
	Email     string          `json:"email"`
	Verified  json.RawMessage `json:"email_verified"`
	Hosted    string          `json:"hd"` // Google's: the domain of an organisation
	FirstName string          `json:"given_name"`
	LastName  string          `json:"family_name"`
	AuthTime  float64         `json:"auth_time"` // seconds; 0: not stated
}

// Finish exchanges the code in the provider's answer, and verifies the ID token: its signature with a key of the provider, issuer,
// audience, expiry, nonce and, to confirm, the time of the sign-in.
func (o *OpenID) Finish(ctx context.Context, at customer.Attempt, answer url.Values) (customer.Arrival, error) {
	if err := cancelled(answer); err != nil {
		return customer.Arrival{}, err
	}
	config, err := o.config(ctx, at.Redirect)
	if err != nil {
		return customer.Arrival{}, err
	}
	// RFC 9207: a provider that names itself in its answer must be the one that was asked.
	if issuer := answer.Get("iss"); issuer != "" && issuer != o.issuer {
		return customer.Arrival{}, refused("the answer is of another issuer")
	}
	if config.ClientSecret, err = o.secret(ctx); err != nil {
		return customer.Arrival{}, err
	}
	var options []oauth2.AuthCodeOption
	if o.pkce {
		options = append(options, oauth2.VerifierOption(at.Verifier))
	}
	ctx = oidc.ClientContext(ctx, o.http)
	token, err := config.Exchange(ctx, answer.Get("code"), options...)
	rejected := new(oauth2.RetrieveError)
	if errors.As(err, &rejected) && rejected.Response != nil && rejected.Response.StatusCode < http.StatusInternalServerError {
		return customer.Arrival{}, refused("the provider refuses the code: %s", rejected.ErrorCode)
	}
	if err != nil {
		return customer.Arrival{}, unavailable(err)
	}
	signed, ok := token.Extra("id_token").(string)
	if !ok {
		return customer.Arrival{}, refused("there is no ID token")
	}
	return o.verify(ctx, at, signed, answer.Get("user"))
}

// verify returns the person of an ID token. form is Apple's: only the first answer about a person has a name, outside of the token.
func (o *OpenID) verify(ctx context.Context, at customer.Attempt, signed, form string) (customer.Arrival, error) {
	verifier := o.found.VerifierContext(ctx, &oidc.Config{
		ClientID: o.client, SupportedSigningAlgs: []string{oidc.RS256, oidc.ES256}, Now: o.now,
	})
	token, err := verifier.Verify(ctx, signed)
	if err != nil {
		return customer.Arrival{}, refused("the ID token: %w", err)
	}
	var c claims
	if err := token.Claims(&c); err != nil {
		return customer.Arrival{}, refused("the claims: %w", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(at.Nonce)) == 0:
		return customer.Arrival{}, refused("the nonce is of another attempt")
	case len(token.Audience) > 1 && c.Party != o.client:
		return customer.Arrival{}, refused("the token is for another party")
	case token.Subject == "":
		return customer.Arrival{}, refused("the token has no subject")
	case at.Purpose == customer.ToConfirm && !at.IsAfter(time.Unix(int64(c.AuthTime), 0)):
		return customer.Arrival{}, refused("the person did not sign in again")
	}
	if c.FirstName == "" && c.LastName == "" && form != "" {
		var user struct {
			Name struct {
				FirstName string `json:"firstName"`
				LastName  string `json:"lastName"`
			} `json:"name"`
		}
		_ = json.Unmarshal([]byte(form), &user) // a name is optional
		c.FirstName, c.LastName = user.Name.FirstName, user.Name.LastName
	}
	return customer.Arrival{
		Provider: o.id, Subject: token.Subject, Email: c.Email, FirstName: c.FirstName, LastName: c.LastName,
		Verified: strings.Trim(string(c.Verified), `"`) == "true" && o.speaksFor(c),
	}, nil
}

// speaksFor reports whether the provider knows the present owner of the address. Google verifies an address of another host only once,
// when its account is created: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
func (o *OpenID) speaksFor(c claims) bool {
	email := strings.ToLower(c.Email)
	return o.id != Google || c.Hosted != "" || strings.HasSuffix(email, "@gmail.com") || strings.HasSuffix(email, "@googlemail.com")
}

// appleSecret returns the client secret that Apple requires: a token signed with the developer's key.
func appleSecret(c Client, key secret.Source, now func() time.Time) secret.Source {
	return func(ctx context.Context) (string, error) {
		pem, err := key(ctx)
		if err != nil {
			return "", err
		}
		private, err := jwt.ParseECPrivateKeyFromPEM([]byte(pem))
		if err != nil {
			return "", errors.New("social: the secret of apple is not a private key in PEM form")
		}
		t := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.RegisteredClaims{
			Issuer: c.Team, Subject: c.ID, Audience: jwt.ClaimStrings{"https://appleid.apple.com"},
			IssuedAt: jwt.NewNumericDate(now()), ExpiresAt: jwt.NewNumericDate(now().Add(5 * time.Minute)),
		})
		t.Header["kid"] = c.Key
		return t.SignedString(private)
	}
}

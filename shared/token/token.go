// Package token issues and verifies access tokens: JWTs signed with ES256 (RFC 9068). Only the function auth signs. All other functions
// verify with the public keys, which they keep in memory.
package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Lifetime is how long an access token is valid.
const Lifetime = 10 * time.Minute

const (
	mediaType = "at+jwt"
	// skew is how far the clocks of two machines may differ.
	skew = 30 * time.Second
)

// Claims are what a token contains about a session. It contains no points: they change while the token is valid.
type Claims struct {
	Customer  string // sub
	Session   string // sid
	FirstName string // given_name
}

// The errors of Verify. They contain no part of the token.
var (
	ErrInvalid = errors.New("token: not valid")
	ErrExpired = errors.New("token: expired")
)

// Scope is where tokens are valid: a token of one site is refused by another.
type Scope struct {
	Issuer string // the site's address
	Client string // client_id: the brand's folder name
}

// audience is the API. Tokens for other purposes would have another.
const audience = "api"

type wire struct {
	jwt.RegisteredClaims
	Session   string `json:"sid"`
	Client    string `json:"client_id"`
	FirstName string `json:"given_name,omitempty"`
}

// Issue returns a signed token and when it expires.
func (k *Keys) Issue(ctx context.Context, s Scope, c Claims) (signed string, expires time.Time, err error) {
	now := k.now().Truncate(time.Second)
	with, err := k.current(ctx)
	if err != nil {
		return "", time.Time{}, err
	}
	expires = now.Add(Lifetime)
	t := jwt.NewWithClaims(jwt.SigningMethodES256, wire{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.Issuer, Subject: c.Customer, Audience: jwt.ClaimStrings{audience}, ID: rand.Text(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
		Session: c.Session, Client: s.Client, FirstName: c.FirstName,
	})
	t.Header["typ"], t.Header["kid"] = mediaType, with.ID
	if signed, err = t.SignedString(with.private); err != nil {
		return "", time.Time{}, fmt.Errorf("token: sign: %w", err)
	}
	return signed, expires, nil
}

// Verify returns the claims of a token, ErrExpired if it has only expired, or ErrInvalid. Other errors mean that the public keys could not
// be read.
func (r *Ring) Verify(ctx context.Context, s Scope, signed string) (Claims, error) {
	var c wire
	var fault error
	// The leeway of the parser leaves only expiry out of its checks, so that expired tokens get another error than forged ones.
	_, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodES256.Alg()}), jwt.WithIssuer(s.Issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(r.now), jwt.WithLeeway(100*365*24*time.Hour),
	).ParseWithClaims(signed, &c, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != mediaType {
			return nil, ErrInvalid
		}
		id, _ := t.Header["kid"].(string)
		var public *ecdsa.PublicKey
		if public, fault = r.find(ctx, id); public == nil {
			return nil, ErrInvalid
		}
		return public, nil
	})
	now := r.now()
	switch {
	case fault != nil:
		return Claims{}, fault
	case err != nil, c.Client != s.Client, c.Subject == "", c.Session == "", c.IssuedAt == nil, c.IssuedAt.After(now.Add(skew)),
		c.ExpiresAt.After(now.Add(Lifetime + skew)):
		return Claims{}, ErrInvalid
	case !c.ExpiresAt.After(now):
		return Claims{}, ErrExpired
	}
	return Claims{Customer: c.Subject, Session: c.Session, FirstName: c.FirstName}, nil
}

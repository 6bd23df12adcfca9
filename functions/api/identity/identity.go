// Package identity verifies access tokens for package api.
package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/token"
)

type identity struct {
	ring     *token.Ring
	scope    token.Scope
	sessions *customer.Sessions
	now      func() time.Time
}

// Scope is where the tokens of a brand's site are valid. site is its scheme and host.
func Scope(b brand.Brand, site string) token.Scope {
	return token.Scope{Issuer: strings.TrimSuffix(site, "/"), Client: b.FolderPath}
}

// New returns the Identity of a brand's site with the keys and the sessions in t.
func New(t table.Table, b brand.Brand, site string, now func() time.Time) api.Identity {
	return identity{token.NewRing(t, now), Scope(b, site), customer.NewSessions(t, nil, now), now}
}

func (i identity) Verify(ctx context.Context, signed string) (api.Principal, error) {
	c, err := i.ring.Verify(ctx, i.scope, signed)
	switch {
	case errors.Is(err, token.ErrExpired):
		return api.Principal{}, problem.New(problem.TokenExpired)
	case errors.Is(err, token.ErrInvalid):
		return api.Principal{}, problem.New(problem.TokenInvalid)
	case err != nil:
		return api.Principal{}, err
	}
	return api.Principal{CustomerID: c.Customer, SessionID: c.Session}, nil
}

func (i identity) Live(ctx context.Context, p api.Principal) (confirmed bool, err error) {
	s, err := i.sessions.Find(ctx, p.CustomerID, p.SessionID)
	return s.IsConfirmed(i.now()), err
}

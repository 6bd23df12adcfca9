// Package hashing hashes passwords in a function of its own, which auth invokes: hashing needs a whole core, and a flood of guesses must
// not delay the refreshes of sessions.
package hashing

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"ordering/shared/aws/invoke"
	"ordering/shared/customer"
	"ordering/shared/customer/argon"
)

// call asks for the hash of a password, or whether Hash is of it.
type call struct {
	Verify   bool   `json:"verify"`
	Password string `json:"password"`
	Hash     string `json:"hash,omitempty"`
}

type answer struct {
	OK   bool   `json:"ok"`
	Hash string `json:"hash,omitempty"` // the new hash, or the renewed one
}

// Answer answers a call. known is false for other events.
func Answer(ctx context.Context, event json.RawMessage) (any, bool, error) {
	var c call
	if err := json.Unmarshal(event, &c); err != nil || !c.Verify && c.Password == "" {
		return nil, false, nil
	}
	ctx = context.WithoutCancel(ctx) // one hash is short, and the caller has its own limit
	var a answer
	var err error
	if h := argon.New(); c.Verify {
		a.OK, a.Hash, err = h.Verify(ctx, c.Password, c.Hash)
	} else {
		a.Hash, err = h.Hash(ctx, c.Password)
	}
	return a, true, err
}

// Remote hashes by invoking the function with this name.
func Remote(name string, getenv func(string) string, now func() time.Time) customer.Hasher {
	return remote{invoke.New(name, 8*time.Second, getenv, now)}
}

type remote struct{ function invoke.Function }

func (r remote) Hash(ctx context.Context, password string) (string, error) {
	a, err := r.call(ctx, call{Password: password})
	if err == nil && a.Hash == "" {
		err = errors.New("hashing: no hash in the answer")
	}
	return a.Hash, err
}

func (r remote) Verify(ctx context.Context, password, hash string) (ok bool, renewed string, err error) {
	a, err := r.call(ctx, call{Verify: true, Password: password, Hash: hash})
	return a.OK, a.Hash, err
}

func (r remote) call(ctx context.Context, c call) (a answer, err error) {
	err = r.function.Call(ctx, c, &a)
	return a, err
}

package argon_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/customer/argon"
)

var _ customer.Hasher = (*argon.Hasher)(nil)

func TestVerify(t *testing.T) {
	h := argon.New()
	hash, err := h.Hash(t.Context(), "Ketchup 57")
	assert.Assert(t, err == nil && strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$"), "%q, %v", hash, err)
	other, err := h.Hash(t.Context(), "Ketchup 57")
	assert.Check(t, err == nil && other != hash, "two hashes of a password are equal, %v", err)
	// Of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 (its README).
	reference := "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for name, c := range map[string]struct {
		password, hash string
		ok, renewed    bool
	}{
		"right":                   {"Ketchup 57", hash, true, false},
		"wrong":                   {"ketchup 57", hash, false, false},
		"no account":              {"Ketchup 57", "", false, false},
		"parameters of yesterday": {"password", reference, true, true},
	} {
		ok, renewed, err := h.Verify(t.Context(), c.password, c.hash)
		assert.Check(t, err == nil && ok == c.ok && (renewed != "") == c.renewed, "%s: Verify = %v, %q, %v", name, ok, renewed, err)
		if renewed != "" {
			ok, again, err := h.Verify(t.Context(), c.password, renewed)
			assert.Check(t, ok && again == "" && err == nil, "%s: the renewed hash: %v, %q, %v", name, ok, again, err)
		}
	}
	for name, bad := range map[string]string{
		"other algorithm": "$2a$10$abc",
		"too much memory": strings.Replace(hash, "19456", "99999999", 1),
		"no passes":       strings.Replace(hash, "t=2", "t=0", 1),
		"a short key":     hash[:len(hash)-8],
		"no base64":       "$argon2id$v=19$m=19456,t=2,p=1$!$!",
		"argon2i":         strings.Replace(hash, "argon2id", "argon2i", 1),
	} {
		ok, _, err := h.Verify(t.Context(), "Ketchup 57", bad)
		assert.Check(t, !ok && err != nil, "%s: Verify = %v, %v", name, ok, err)
	}
}

// A cancelled call stops waiting for other hashes.
func TestCancelledCallsStopWaiting(t *testing.T) {
	h := argon.New()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { _, _ = h.Hash(ctx, "Ketchup 57") })
	}
	all.Wait()
	_, err := h.Hash(ctx, "Ketchup 57")
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

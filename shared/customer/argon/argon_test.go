package argon_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/shared/customer"
	"ordering/shared/customer/argon"
)

var _ customer.Hasher = (*argon.Hasher)(nil)

func TestVerify(t *testing.T) {
	h := argon.New()
	hash, err := h.Hash(t.Context(), "Ketchup 57")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	other, err := h.Hash(t.Context(), "Ketchup 57")
	if err != nil || other == hash {
		t.Errorf("two hashes of a password are equal, %v", err)
	}
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
		if err != nil || ok != c.ok || (renewed != "") != c.renewed {
			t.Errorf("%s: Verify = %v, %q, %v", name, ok, renewed, err)
		}
		if renewed != "" {
			if ok, again, err := h.Verify(t.Context(), c.password, renewed); !ok || again != "" || err != nil {
				t.Errorf("%s: the renewed hash: %v, %q, %v", name, ok, again, err)
			}
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
		if ok, _, err := h.Verify(t.Context(), "Ketchup 57", bad); ok || err == nil {
			t.Errorf("%s: Verify = %v, %v", name, ok, err)
		}
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
	if _, err := h.Hash(ctx, "Ketchup 57"); err == nil {
		t.Error("a hash after its context ended")
	}
}

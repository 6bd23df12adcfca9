// Package argon hashes passwords with Argon2id.
package argon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// parameters are those of one hash.
type parameters struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

// today is the first choice of OWASP's Password Storage Cheat Sheet for little memory: 19 MiB and two passes.
var today = parameters{memory: 19 << 10, time: 2, threads: 1}

// most bounds the parameters of a stored hash, so that a damaged one cannot exhaust the machine.
var most = parameters{memory: 256 << 10, time: 16, threads: 4}

const (
	saltSize = 16
	keySize  = 32
)

// Hasher hashes one password at a time: each hash takes tens of milliseconds of a core and 19 MiB.
type Hasher struct{ turn chan struct{} }

// New returns a Hasher.
func New() *Hasher { return &Hasher{turn: make(chan struct{}, 1)} }

// Hash returns the hash of a password in the PHC format: $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	key, err := h.key(ctx, password, salt, today)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, today.memory, today.time, today.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// Verify reports whether the hash is of the password; see customer.Hasher.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (ok bool, renewed string, err error) {
	p, salt, want, err := parse(hash)
	if hash == "" {
		p, salt, want, err = today, make([]byte, saltSize), nil, nil
	}
	if err != nil {
		return false, "", err
	}
	got, err := h.key(ctx, password, salt, p)
	if err != nil || subtle.ConstantTimeCompare(got, want) == 0 {
		return false, "", err
	}
	if p != today {
		if renewed, err = h.Hash(ctx, password); err != nil {
			return false, "", err
		}
	}
	return true, renewed, nil
}

// key computes a hash when no other is being computed. It returns the context's error if that ends before.
func (h *Hasher) key(ctx context.Context, password string, salt []byte, p parameters) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("argon: %w", err)
	}
	select {
	case h.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("argon: wait for other hashes: %w", ctx.Err())
	}
	defer func() { <-h.turn }()
	if err := ctx.Err(); err != nil { // the select may choose either
		return nil, fmt.Errorf("argon: wait for other hashes: %w", err)
	}
	return argon2.IDKey([]byte(password), salt, p.time, p.memory, p.threads, keySize), nil
}

func parse(hash string) (p parameters, salt, key []byte, err error) {
	fail := func() (parameters, []byte, []byte, error) {
		return parameters{}, nil, nil, fmt.Errorf("argon: unknown hash format")
	}
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return fail()
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.time, &p.threads); err != nil {
		return fail()
	}
	if p.memory > most.memory || p.time == 0 || p.time > most.time || p.threads == 0 || p.threads > most.threads {
		return fail()
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return fail()
	}
	if key, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(key) != keySize {
		return fail()
	}
	return p, salt, key, nil
}

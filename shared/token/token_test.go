package token_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"gotest.tools/v3/assert"

	"ordering/shared/clocktest"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/token"
)

var (
	noon   = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	here   = token.Scope{Issuer: "https://grill.example", Client: "bigdealburger"}
	ann    = token.Claims{Customer: "ann", Session: "ann.1", FirstName: "Ann"}
	sealed = secret.Fixed("a secret of auth")
)

// open returns a table with a signer and a verifier.
func open(t *testing.T) (*clocktest.Clock, table.Table, *token.Keys, *token.Ring) {
	clock := clocktest.At(noon)
	store := sqlitetest.Open(t, clock.Now)
	return clock, store, token.NewKeys(store, sealed, clock.Now), token.NewRing(store, clock.Now)
}

func issue(t *testing.T, k *token.Keys) string {
	t.Helper()
	signed, _, err := k.Issue(t.Context(), here, ann)
	assert.NilError(t, err)
	return signed
}

func verify(t *testing.T, r *token.Ring, signed string) error {
	_, err := r.Verify(t.Context(), here, signed)
	return err
}

// Fault 9: a token of another key, algorithm, site, type or time is refused; only an expired one has its own error.
func TestVerifyRefusesForgedTokens(t *testing.T) {
	_, _, keys, ring := open(t)
	good := issue(t, keys)
	got, err := ring.Verify(t.Context(), here, good)
	assert.Assert(t, err == nil && got == ann, "Verify = %+v, %v", got, err)
	parsed, _, err := jwt.NewParser().ParseUnverified(good, jwt.MapClaims{})
	assert.NilError(t, err)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	// forge signs a changed copy of the token. With ours it uses our own key, so that only the change can be the reason.
	forge := func(method jwt.SigningMethod, with any, change func(header, claims map[string]any)) string {
		forged := jwt.NewWithClaims(method, maps.Clone(parsed.Claims.(jwt.MapClaims)))
		forged.Header = maps.Clone(parsed.Header)
		forged.Header["alg"] = method.Alg()
		change(forged.Header, forged.Claims.(jwt.MapClaims))
		signed, err := forged.SignedString(with)
		assert.NilError(t, err)
		return signed
	}
	ours := token.PrivateKey(t, keys)
	nothing := func(_, _ map[string]any) {}
	got, err = ring.Verify(t.Context(), here, forge(jwt.SigningMethodES256, ours, nothing))
	assert.Assert(t, err == nil && got == ann, "an unchanged copy: %+v, %v", got, err)
	claim := func(name string, value any) string {
		return forge(jwt.SigningMethodES256, ours, func(_, c map[string]any) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		})
	}
	header := func(name string, value any) string {
		return forge(jwt.SigningMethodES256, ours, func(h, _ map[string]any) { h[name] = value })
	}
	head, rest, _ := strings.Cut(good, ".")
	for name, c := range map[string]struct {
		signed string
		want   error
	}{
		"algorithm none":                 {forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nothing), token.ErrInvalid},
		"HMAC with the public key's id":  {forge(jwt.SigningMethodHS256, []byte(parsed.Header["kid"].(string)), nothing), token.ErrInvalid},
		"another key under our key's id": {forge(jwt.SigningMethodES256, other, nothing), token.ErrInvalid},
		"unknown key id":                 {header("kid", "unknown"), token.ErrInvalid},
		"key id that is not a text":      {header("kid", 7), token.ErrInvalid},
		"type of an ID token":            {header("typ", "JWT"), token.ErrInvalid},
		"another issuer":                 {claim("iss", "https://other.example"), token.ErrInvalid},
		"another audience":               {claim("aud", "mail"), token.ErrInvalid},
		"another client":                 {claim("client_id", "other"), token.ErrInvalid},
		"no subject":                     {claim("sub", nil), token.ErrInvalid},
		"no session":                     {claim("sid", nil), token.ErrInvalid},
		"no expiry":                      {claim("exp", nil), token.ErrInvalid},
		"longer than tokens live":        {claim("exp", noon.Add(time.Hour).Unix()), token.ErrInvalid},
		"no time of issue":               {claim("iat", nil), token.ErrInvalid},
		"issued in the future":           {claim("iat", noon.Add(time.Hour).Unix()), token.ErrInvalid},
		"expired":                        {claim("exp", noon.Unix()), token.ErrExpired},
		"expired and of another issuer": {forge(jwt.SigningMethodES256, ours, func(_, c map[string]any) {
			c["exp"], c["iss"] = noon.Unix(), "x"
		}), token.ErrInvalid},
		"payload changed": {head + "." + strings.Replace(rest, rest[:4], "eyJh", 1), token.ErrInvalid},
		"no token":        {"", token.ErrInvalid},
		"two parts":       {"a.b", token.ErrInvalid},
	} {
		got, err := ring.Verify(t.Context(), here, c.signed)
		assert.Check(t, errors.Is(err, c.want) && got == token.Claims{}, "%s: Verify = %+v, %v; want %v", name, got, err, c.want)
	}
}

// A ring that reads its keys every quarter of an hour verifies each token of two months until it expires, and few keys are kept.
func TestKeysRotateWithoutARefusedToken(t *testing.T) {
	clock, store, keys, ring := open(t)
	used := map[string]bool{}
	for range 60 * 24 * 6 {
		assert.NilError(t, keys.Rotate(t.Context()))
		signed := issue(t, keys)
		head, _, _ := strings.Cut(signed, ".")
		used[head] = true
		assert.NilError(t, verify(t, ring, signed), "%s: a new token", clock.Now())
		clock.Pass(token.Lifetime - time.Second)
		assert.NilError(t, verify(t, ring, signed), "%s: a token about to expire", clock.Now())
		clock.Pass(time.Second)
		assert.ErrorIs(t, verify(t, ring, signed), token.ErrExpired, "%s", clock.Now())
	}
	assert.Check(t, len(used) >= 3 && len(used) <= 6, "%d keys signed in 60 days", len(used))
	kept := token.Kept(t, store)
	assert.Check(t, kept <= 2, "%d keys are kept", kept)
}

// After a leak older tokens are refused once the verifiers have read the keys again. The process that replaced the keys signs with the new
// one at once, others within a minute.
func TestReplacedKeysEndAllTokens(t *testing.T) {
	clock, store, keys, ring := open(t)
	warm := token.NewKeys(store, sealed, clock.Now)
	leaked := issue(t, keys)
	issue(t, warm)
	assert.NilError(t, keys.Replace(t.Context()))
	assert.Check(t, verify(t, ring, issue(t, keys)), "a token of the new key")
	fresh := token.NewRing(store, clock.Now)
	assert.ErrorIs(t, verify(t, fresh, leaked), token.ErrInvalid)
	clock.Pass(time.Minute)
	assert.Check(t, verify(t, fresh, issue(t, warm)), "a token of another warm process")
}

func TestManyProcessesMakeOneFirstKey(t *testing.T) {
	clock, store, _, _ := open(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			_, _, err := token.NewKeys(store, sealed, clock.Now).Issue(context.Background(), here, ann)
			assert.Check(t, err)
		})
	}
	all.Wait()
	assert.Equal(t, token.Kept(t, store), 1)
}

// A copy of the table without the secret of auth cannot sign.
func TestAnotherSecretCannotSign(t *testing.T) {
	clock, store, keys, _ := open(t)
	issue(t, keys)
	signed, _, err := token.NewKeys(store, secret.Fixed("guessed"), clock.Now).Issue(t.Context(), here, ann)
	assert.Check(t, err != nil && signed == "", "Issue = %q, %v", signed, err)
}

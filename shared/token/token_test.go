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

	"ordering/shared/clocktest"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/token"
)

var (
	noon   = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	here   = token.Scope{Issuer: "https://grill.example", Client: "bigdealburger"}
	ann    = token.Claims{Customer: "ann", Session: "ann.1", FirstName: "Ann"}
	sealed = secret.Fixed("a secret of auth")
)

func open(t *testing.T, clock *clocktest.Clock) table.Table {
	store, err := sqlite.Open(t.TempDir()+"/table.db", clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func issue(t *testing.T, k *token.Keys) string {
	t.Helper()
	signed, _, err := k.Issue(t.Context(), here, ann)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// Fault 9: a token of another key, algorithm, site, type or time is refused; only an expired one has its own error.
func TestVerifyRefusesForgedTokens(t *testing.T) {
	clock := clocktest.At(noon)
	store := open(t, clock)
	keys, ring := token.NewKeys(store, sealed, clock.Now), token.NewRing(store, clock.Now)
	good := issue(t, keys)
	if got, err := ring.Verify(t.Context(), here, good); err != nil || got != ann {
		t.Fatalf("Verify = %+v, %v", got, err)
	}
	parsed, _, err := jwt.NewParser().ParseUnverified(good, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	// forge signs a changed copy of the token. With ours it uses our own key, so that only the change can be the reason.
	forge := func(method jwt.SigningMethod, with any, change func(header, claims map[string]any)) string {
		forged := jwt.NewWithClaims(method, maps.Clone(parsed.Claims.(jwt.MapClaims)))
		forged.Header = maps.Clone(parsed.Header)
		forged.Header["alg"] = method.Alg()
		change(forged.Header, forged.Claims.(jwt.MapClaims))
		signed, err := forged.SignedString(with)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	ours := token.PrivateKey(t, keys)
	nothing := func(_, _ map[string]any) {}
	if got, err := ring.Verify(t.Context(), here, forge(jwt.SigningMethodES256, ours, nothing)); err != nil || got != ann {
		t.Fatalf("an unchanged copy: %+v, %v", got, err)
	}
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
		if got, err := ring.Verify(t.Context(), here, c.signed); !errors.Is(err, c.want) || got != (token.Claims{}) {
			t.Errorf("%s: Verify = %+v, %v; want %v", name, got, err, c.want)
		}
	}
}

// A ring that reads its keys every quarter of an hour verifies each token of two months until it expires, and few keys are kept.
func TestKeysRotateWithoutARefusedToken(t *testing.T) {
	clock := clocktest.At(noon)
	store := open(t, clock)
	keys, ring := token.NewKeys(store, sealed, clock.Now), token.NewRing(store, clock.Now)
	used := map[string]bool{}
	for range 60 * 24 * 6 {
		if err := keys.Rotate(t.Context()); err != nil {
			t.Fatal(err)
		}
		signed := issue(t, keys)
		head, _, _ := strings.Cut(signed, ".")
		used[head] = true
		if _, err := ring.Verify(t.Context(), here, signed); err != nil {
			t.Fatalf("%s: a new token: %v", clock.Now(), err)
		}
		clock.Pass(token.Lifetime - time.Second)
		if _, err := ring.Verify(t.Context(), here, signed); err != nil {
			t.Fatalf("%s: a token about to expire: %v", clock.Now(), err)
		}
		clock.Pass(time.Second)
		if _, err := ring.Verify(t.Context(), here, signed); !errors.Is(err, token.ErrExpired) {
			t.Fatalf("%s: an expired token: %v", clock.Now(), err)
		}
	}
	if len(used) < 3 || len(used) > 6 {
		t.Errorf("%d keys signed in 60 days", len(used))
	}
	if kept := token.Kept(t, store); kept > 2 {
		t.Errorf("%d keys are kept", kept)
	}
}

// After a leak older tokens are refused once the verifiers have read the keys again. The process that replaced the keys signs with the new
// one at once, others within a minute.
func TestReplacedKeysEndAllTokens(t *testing.T) {
	clock := clocktest.At(noon)
	store := open(t, clock)
	keys, warm, ring := token.NewKeys(store, sealed, clock.Now), token.NewKeys(store, sealed, clock.Now), token.NewRing(store, clock.Now)
	leaked := issue(t, keys)
	issue(t, warm)
	if err := keys.Replace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := ring.Verify(t.Context(), here, issue(t, keys)); err != nil {
		t.Errorf("a token of the new key: %v", err)
	}
	fresh := token.NewRing(store, clock.Now)
	if _, err := fresh.Verify(t.Context(), here, leaked); !errors.Is(err, token.ErrInvalid) {
		t.Errorf("a token of the leaked key: %v", err)
	}
	clock.Pass(time.Minute)
	if _, err := fresh.Verify(t.Context(), here, issue(t, warm)); err != nil {
		t.Errorf("a token of another warm process: %v", err)
	}
}

func TestManyProcessesMakeOneFirstKey(t *testing.T) {
	clock := clocktest.At(noon)
	store := open(t, clock)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, _, err := token.NewKeys(store, sealed, clock.Now).Issue(context.Background(), here, ann); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if kept := token.Kept(t, store); kept != 1 {
		t.Errorf("%d keys", kept)
	}
}

// A copy of the table without the secret of auth cannot sign.
func TestAnotherSecretCannotSign(t *testing.T) {
	clock := clocktest.At(noon)
	store := open(t, clock)
	issue(t, token.NewKeys(store, sealed, clock.Now))
	if signed, _, err := token.NewKeys(store, secret.Fixed("guessed"), clock.Now).Issue(t.Context(), here, ann); err == nil || signed != "" {
		t.Errorf("Issue = %q, %v", signed, err)
	}
}

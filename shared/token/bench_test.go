package token_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/secret"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/token"
)

// BenchmarkVerify compares the verification of a token with a bare verification of an ES256 signature, interleaved.
func BenchmarkVerify(b *testing.B) {
	store := sqlitetest.Open(b, time.Now)
	scope := token.Scope{Issuer: "https://grill.example", Client: "grill"}
	keys, ring := token.NewKeys(store, secret.Fixed("secret"), time.Now), token.NewRing(store, time.Now)
	signed, _, err := keys.Issue(b.Context(), scope, token.Claims{Customer: "ann", Session: "ann.1", FirstName: "Ann"})
	assert.NilError(b, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(b, err)
	sum := sha256.Sum256([]byte(signed))
	signature, err := ecdsa.SignASN1(rand.Reader, key, sum[:])
	assert.NilError(b, err)
	var ours, bare time.Duration
	for b.Loop() {
		began := time.Now()
		_, err := ring.Verify(b.Context(), scope, signed)
		between := time.Now()
		sum := sha256.Sum256([]byte(signed))
		valid := ecdsa.VerifyASN1(&key.PublicKey, sum[:], signature)
		ours, bare = ours+between.Sub(began), bare+time.Since(between)
		if err != nil || !valid {
			b.Fatal(err, valid)
		}
	}
	b.ReportMetric(float64(ours)/float64(bare), "×bare")
	b.ReportMetric(float64(ours.Nanoseconds())/float64(b.N)/1000, "µs")
}

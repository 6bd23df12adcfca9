package auth

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer/argon"
)

// BenchmarkSignIn compares a sign-in over HTTP with the hash of its password alone, interleaved.
func BenchmarkSignIn(b *testing.B) {
	browser := newBrowser(b)
	browser.signUp("ann@example.com")
	hasher := argon.New()
	hash, err := hasher.Hash(b.Context(), password)
	assert.NilError(b, err)
	var whole, alone time.Duration
	for b.Loop() {
		began := time.Now()
		w := browser.login("ann@example.com", password)
		between := time.Now()
		ok, _, err := hasher.Verify(b.Context(), password, hash)
		whole, alone = whole+between.Sub(began), alone+time.Since(between)
		if w.Code != 200 || !ok {
			b.Fatal(w.Code, ok, err)
		}
	}
	b.ReportMetric(float64(whole)/float64(alone), "×hash")
	b.ReportMetric(float64(whole.Milliseconds())/float64(b.N), "ms")
}

package token

import (
	"crypto/ecdsa"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/table"
)

// PrivateKey returns the key that signs now.
func PrivateKey(t *testing.T, k *Keys) *ecdsa.PrivateKey {
	s, err := k.current(t.Context())
	assert.NilError(t, err)
	return s.private
}

// Kept counts the keys that verifiers accept.
func Kept(t *testing.T, in table.Table) int {
	set, _, err := load(t.Context(), in, publicRow)
	assert.NilError(t, err)
	return len(set)
}

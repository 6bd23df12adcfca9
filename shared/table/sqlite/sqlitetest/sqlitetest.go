// Package sqlitetest opens tables for tests.
package sqlitetest

import (
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/clocktest"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Open creates an empty table in a temporary file with the clock now. It closes with the test.
func Open(t testing.TB, now func() time.Time) *sqlite.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "table.db"), now)
}

// OpenFile opens the table at path and creates it if it does not exist. It closes with the test.
func OpenFile(t testing.TB, path string, now func() time.Time) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path, now)
	assert.NilError(t, err)
	t.Cleanup(func() {
		assert.Check(t, s.Close())
	})
	return s
}

// Bench is a test with its table and clock.
type Bench struct {
	*testing.T
	*clocktest.Clock
	table.Table
}

// New opens an empty table with a clock at the given time.
func New(t *testing.T, at time.Time) *Bench {
	t.Helper()
	clock := clocktest.At(at)
	return &Bench{T: t, Clock: clock, Table: Open(t, clock.Now)}
}

// Put writes ops and fails the test on an error.
func (b *Bench) Put(ops ...table.Op) {
	b.Helper()
	assert.NilError(b, b.Write(b.Context(), ops...))
}

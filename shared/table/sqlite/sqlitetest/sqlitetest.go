// Package sqlitetest is a table for a test, in a file that goes with it.
package sqlitetest

import (
	"path/filepath"
	"testing"
	"time"

	"ordering/shared/clocktest"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Open makes an empty table that tells the time by now; it closes with the test.
func Open(t testing.TB, now func() time.Time) *sqlite.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "table.db"), now)
}

// OpenFile opens the table of a file, which it makes if there is none; it closes with the test.
func OpenFile(t testing.TB, path string, now func() time.Time) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Bench is a table of a test, and the clock that it tells the time by.
type Bench struct {
	*testing.T
	*clocktest.Clock
	table.Table
}

// New opens an empty table at a time.
func New(t *testing.T, at time.Time) *Bench {
	t.Helper()
	clock := clocktest.At(at)
	return &Bench{T: t, Clock: clock, Table: Open(t, clock.Now)}
}

// Put writes, or the test is over.
func (b *Bench) Put(ops ...table.Op) {
	b.Helper()
	if err := b.Write(b.Context(), ops...); err != nil {
		b.Fatal(err)
	}
}

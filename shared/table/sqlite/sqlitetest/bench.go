// Package sqlitetest is a table for a test, in a file that goes with it, and the test's clock.
package sqlitetest

import (
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Bench is a table of a test, and a clock that only moves when told.
type Bench struct {
	*testing.T
	table.Table
	mu    sync.Mutex
	clock time.Time
}

// New opens an empty table at a time.
func New(t *testing.T, at time.Time) *Bench {
	t.Helper()
	b := &Bench{T: t, clock: at}
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), b.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b.Table = s
	return b
}

// Now is the clock.
func (b *Bench) Now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clock
}

// Wait lets time pass.
func (b *Bench) Wait(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clock = b.clock.Add(d)
}

// Put writes, or the test is over.
func (b *Bench) Put(ops ...table.Op) {
	b.Helper()
	if err := b.Write(b.Context(), ops...); err != nil {
		b.Fatal(err)
	}
}

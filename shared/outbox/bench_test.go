package outbox

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// bench is a table, a clock that only moves when told, and a record of what handlers were handed.
type bench struct {
	*testing.T
	table.Table
	mu    sync.Mutex
	clock time.Time
	calls []string
	fail  map[string]error // by id
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, clock: noon, fail: map[string]error{}}
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), b.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b.Table = s
	return b
}

func (b *bench) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clock
}

func (b *bench) wait(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clock = b.clock.Add(d)
}

func (b *bench) put(ops ...table.Op) {
	b.Helper()
	if err := b.Write(b.Context(), ops...); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) handle(_ context.Context, d Delivery) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, d.ID)
	return b.fail[d.ID]
}

func (b *bench) drainer() *Drainer {
	return NewDrainer(b.Table, b.now, rand.New(rand.NewPCG(1, 2)).Float64, map[string]Handler{"note": b.handle})
}

func (b *bench) drain() []string {
	b.Helper()
	b.calls = nil
	if err := b.drainer().Sweep(b.Context()); err != nil {
		b.Fatal(err)
	}
	return b.calls
}

func (b *bench) ids(list func(context.Context, table.Table) ([]Delivery, error)) []string {
	b.Helper()
	rows, err := list(b.Context(), b.Table)
	if err != nil {
		b.Fatal(err)
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return ids
}

func note(id string, due time.Time) table.Op { return Row("note", id, OrderRow{"abc"}, due) }

package outbox

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// bench records the rows that handlers got.
type bench struct {
	*sqlitetest.Bench
	mu    sync.Mutex
	calls []string
	fail  map[string]error // by id
}

func newBench(t *testing.T) *bench {
	return &bench{Bench: sqlitetest.New(t, noon), fail: map[string]error{}}
}

func (b *bench) handle(_ context.Context, d Delivery) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, d.ID)
	return b.fail[d.ID]
}

func (b *bench) drainer() *Drainer {
	return NewDrainer(b.Table, b.Now, rand.New(rand.NewPCG(1, 2)).Float64, map[string]Handler{"note": b.handle})
}

func (b *bench) drain() []string {
	b.Helper()
	b.calls = nil
	assert.NilError(b, b.drainer().Sweep(b.Context()))
	return b.calls
}

func (b *bench) ids(list func(context.Context, table.Table) ([]Delivery, error)) []string {
	b.Helper()
	rows, err := list(b.Context(), b.Table)
	assert.NilError(b, err)
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return ids
}

func note(id string, due time.Time) table.Op { return Row("note", id, OrderRow{"abc"}, due) }

// Package meter counts the request units that the use of a table would cost on DynamoDB, for tests and benchmarks.
package meter

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"ordering/shared/table"
)

// Tally is the number of calls and the request units as DynamoDB bills them.
type Tally struct {
	Gets, Queries, Writes int
	ReadUnits             float64 // one per started 4 KB, half of it on the index
	WriteUnits            float64 // one per started KB, two in a transaction, plus one per copy of the item in the index
}

// Sub returns the difference to an earlier tally.
func (t Tally) Sub(earlier Tally) Tally {
	return Tally{
		Gets: t.Gets - earlier.Gets, Queries: t.Queries - earlier.Queries, Writes: t.Writes - earlier.Writes,
		ReadUnits: t.ReadUnits - earlier.ReadUnits, WriteUnits: t.WriteUnits - earlier.WriteUnits,
	}
}

// Meter wraps a table and counts its use. The cost of a write depends on the item it replaces, so the meter first reads
// that item without counting. The tally is exact unless others write the same item at the same time.
type Meter struct {
	inner table.Table
	mu    sync.Mutex
	tally Tally
}

var _ table.Table = (*Meter)(nil)

// New returns a Meter of inner.
func New(inner table.Table) *Meter { return &Meter{inner: inner} }

// Tally returns the use so far.
func (m *Meter) Tally() Tally {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tally
}

func (m *Meter) count(t Tally) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tally = m.tally.Sub(Tally{}.Sub(t))
}

// Get reads one item. An absent item also costs one unit.
func (m *Meter) Get(ctx context.Context, key table.Key) (table.Item, error) {
	item, err := m.inner.Get(ctx, key)
	switch {
	case err == nil:
		m.count(Tally{Gets: 1, ReadUnits: ReadCost(&item)})
	case errors.Is(err, table.ErrNotFound):
		m.count(Tally{Gets: 1, ReadUnits: ReadCost(nil)})
	}
	return item, err
}

// Query costs by the sum of the items. Expired items that DynamoDB has not yet removed are not counted.
func (m *Meter) Query(ctx context.Context, q table.Query) (table.Page, error) {
	page, err := m.inner.Query(ctx, q)
	if err != nil {
		return page, err
	}
	size := 0
	for _, i := range page.Items {
		size += weight(&i)
	}
	read := units(size, 4<<10)
	if q.Index {
		read /= 2
	}
	m.count(Tally{Queries: 1, ReadUnits: read})
	return page, nil
}

// Write costs the same if its conditions fail, except for the index.
func (m *Meter) Write(ctx context.Context, ops ...table.Op) error {
	olds := make([]*table.Item, len(ops))
	for n, op := range ops {
		if old, err := m.inner.Get(ctx, op.Item.Key); err == nil {
			olds[n] = &old
		}
	}
	err := m.inner.Write(ctx, ops...)
	var conflict *table.Conflict
	if err != nil && !errors.As(err, &conflict) {
		return err
	}
	var cost float64
	for _, units := range WriteCost(ops, olds, conflict != nil) {
		cost += units
	}
	m.count(Tally{Writes: 1, WriteUnits: cost})
	return err
}

// ReadCost returns the units of reading one item, nil for an absent one.
func ReadCost(i *table.Item) float64 { return units(weight(i), 4<<10) }

// WriteCost returns the units that a set of operations costs per partition, of the table and of the index. olds are the
// items it replaces, nil for an absent one. If the set failed, a single operation costs by the stored item, and the index costs nothing.
func WriteCost(ops []table.Op, olds []*table.Item, failed bool) map[string]float64 {
	costs := map[string]float64{}
	each := 1.0
	if table.NeedsTransaction(ops) {
		each = 2
	}
	for n, op := range ops {
		old, next := olds[n], (*table.Item)(nil)
		if op.Kind != table.KindDelete && (!failed || len(ops) > 1) {
			after := op.Result(old)
			next = &after
		}
		costs[op.Item.PK] += each * units(max(weight(old), weight(next)), 1<<10)
		if cost := indexCost(old, next); cost > 0 && !failed {
			at := next
			if !indexed(at) {
				at = old
			}
			costs[at.Index.PK] += cost
		}
	}
	return costs
}

func indexed(i *table.Item) bool { return i != nil && i.Index != (table.Key{}) }

// indexCost returns the writes to the index: one for an entry written or removed, two for one that moves.
func indexCost(old, next *table.Item) float64 {
	if indexed(old) && indexed(next) && old.Index == next.Index {
		return units(max(weight(old), weight(next)), 1<<10)
	}
	cost := 0.0
	for _, i := range []*table.Item{old, next} {
		if indexed(i) {
			cost += units(weight(i), 1<<10)
		}
	}
	return cost
}

func units(size, of int) float64 { return float64(max(1, (size+of-1)/of)) }

// weight returns an item's size as DynamoDB counts it: names and values of the attributes of table/dynamo; 0 for nil.
func weight(i *table.Item) int {
	if i == nil {
		return 0
	}
	size := len("pk"+"sk"+"ver"+"expires"+"cnt"+"stamp") + 16 + len(i.PK) + len(i.SK) +
		digits(i.Version) + digits(i.Epoch()) + digits(i.Count)
	if i.Index != (table.Key{}) {
		size += len("ipk"+"isk") + len(i.Index.PK) + len(i.Index.SK)
	}
	if len(i.Data) > 0 {
		size += len("doc") + len(i.Data)
	}
	return size
}

// digits returns the size of a number: a byte per two significant digits, one more, and one for a sign.
func digits(n int64) int {
	text := strconv.FormatInt(n, 10)
	size := 1
	if n < 0 {
		size++
		text = text[1:]
	}
	return size + (len(strings.TrimRight(text, "0"))+1)/2
}

// Package meter counts what the use of a table would cost on DynamoDB, for tests and the bench.
package meter

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"ordering/shared/table"
)

// Tally is what was used: calls, and request units as DynamoDB bills them.
type Tally struct {
	Gets, Queries, Writes int
	ReadUnits             float64 // one for each 4 KB begun, half of it on the index
	WriteUnits            float64 // one for each KB begun, two in a transaction, and one for each copy of it in the index
}

// Sub is what was used since earlier.
func (t Tally) Sub(earlier Tally) Tally {
	return Tally{
		Gets: t.Gets - earlier.Gets, Queries: t.Queries - earlier.Queries, Writes: t.Writes - earlier.Writes,
		ReadUnits: t.ReadUnits - earlier.ReadUnits, WriteUnits: t.WriteUnits - earlier.WriteUnits,
	}
}

// Meter is a table that keeps the tally of another. A write costs by what it writes over too, so the meter looks
// there first (uncounted): beside other writers of the same item its count is near, alone it is exact.
type Meter struct {
	inner table.Table
	mu    sync.Mutex
	tally Tally
}

var _ table.Table = (*Meter)(nil)

// New meters the use of inner through it.
func New(inner table.Table) *Meter { return &Meter{inner: inner} }

// Tally is what was used so far.
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

// Get reads one item; what is not there costs one unit as well.
func (m *Meter) Get(ctx context.Context, key table.Key) (table.Item, error) {
	item, err := m.inner.Get(ctx, key)
	size := 0
	if err == nil {
		size = weight(item)
	}
	if err == nil || errors.Is(err, table.ErrNotFound) {
		m.count(Tally{Gets: 1, ReadUnits: units(size, 4<<10)})
	}
	return item, err
}

// Query costs by the sum of the items; expired ones that DynamoDB has not yet removed are not seen here.
func (m *Meter) Query(ctx context.Context, q table.Query) (table.Page, error) {
	page, err := m.inner.Query(ctx, q)
	if err != nil {
		return page, err
	}
	size := 0
	for _, i := range page.Items {
		size += weight(i)
	}
	read := units(size, 4<<10)
	if q.Index {
		read /= 2
	}
	m.count(Tally{Queries: 1, ReadUnits: read})
	return page, nil
}

// Write costs whether its conditions hold or not; only the index is spared when they do not.
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
	for _, units := range writeCost(ops, olds, conflict != nil) {
		cost += units
	}
	m.count(Tally{Writes: 1, WriteUnits: cost})
	return err
}

// ReadCost is what reading one item costs, nil for one that is not there.
func ReadCost(i *table.Item) float64 { return units(weightOf(i), 4<<10) }

// WriteCost is what a set of operations costs each partition, of the table and of the index, when it is written over olds, nil for what is
// not there.
func WriteCost(ops []table.Op, olds []*table.Item) map[string]float64 {
	return writeCost(ops, olds, false)
}

// writeCost is WriteCost, also of a set that failed: a single operation costs by what is there, and the index is spared.
func writeCost(ops []table.Op, olds []*table.Item, failed bool) map[string]float64 {
	costs := map[string]float64{}
	each := 1.0
	if transaction(ops) {
		each = 2
	}
	for n, op := range ops {
		next := after(op, olds[n])
		if failed && len(ops) == 1 {
			next = nil
		}
		costs[op.Item.PK] += each * units(max(weightOf(olds[n]), weightOf(next)), 1<<10)
		if cost := indexCost(olds[n], next); cost > 0 && !failed {
			at := next
			if at == nil || at.Index == (table.Key{}) {
				at = olds[n]
			}
			costs[at.Index.PK] += cost
		}
	}
	return costs
}

// transaction says what table/dynamo sends as one: several operations, and those that cannot be tried twice.
func transaction(ops []table.Op) bool {
	if len(ops) != 1 {
		return true
	}
	switch op := ops[0]; op.Kind {
	case table.KindAdd:
		return true
	case table.KindDelete:
		return op.Version != 0
	}
	return false
}

// after is the item that op leaves, nil for none.
func after(op table.Op, old *table.Item) *table.Item {
	if op.Kind == table.KindDelete {
		return nil
	}
	next := op.Result(old)
	return &next
}

// indexCost is for the copies: an entry that is written, removed, or moved, which is both.
func indexCost(old, next *table.Item) float64 {
	indexed := func(i *table.Item) bool { return i != nil && i.Index != (table.Key{}) }
	switch {
	case indexed(old) && indexed(next) && old.Index == next.Index:
		return units(max(weight(*old), weight(*next)), 1<<10)
	case indexed(old) && indexed(next):
		return units(weight(*old), 1<<10) + units(weight(*next), 1<<10)
	case indexed(old):
		return units(weight(*old), 1<<10)
	case indexed(next):
		return units(weight(*next), 1<<10)
	}
	return 0
}

func units(size, of int) float64 { return float64(max(1, (size+of-1)/of)) }

func weightOf(i *table.Item) int {
	if i == nil {
		return 0
	}
	return weight(*i)
}

// weight is an item's size as DynamoDB counts it: names and values of the attributes that table/dynamo gives it.
func weight(i table.Item) int {
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

// digits is the size of a number: a byte for two significant digits, one more, and one for a sign.
func digits(n int64) int {
	text := strconv.FormatInt(n, 10)
	size := 1
	if n < 0 {
		size++
		text = text[1:]
	}
	return size + (len(strings.TrimRight(text, "0"))+1)/2
}

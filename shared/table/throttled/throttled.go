// Package throttled is an in-memory table with DynamoDB's limits: each partition, of the table and of its index, has 1,000 write units and
// 3,000 read units per second, and each operation takes time. It is for tests of bursts with a simulated clock.
package throttled

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/table"
	"ordering/shared/table/meter"
)

// Limits of a DynamoDB partition (developer guide, "Designing partition keys"), and the retries of the engine (package dynamo).
const (
	writeUnits = 1000
	readUnits  = 3000
	tries      = 10
	firstPause = 25 * time.Millisecond
	longest    = 400 * time.Millisecond
	reading    = 4 * time.Millisecond
	writing    = 8 * time.Millisecond
)

// Table is the engine. Make it with New.
type Table struct {
	now  func() time.Time
	fold func(partition string) string

	mu        sync.Mutex
	items     map[table.Key]table.Item
	members   map[partition]map[table.Key]bool
	buckets   map[string]*bucket
	free      bool
	throttled map[string]int
	written   map[string]float64 // units, by kind
	touched   map[string]bool    // partitions
}

var _ table.Table = (*Table)(nil)

// partition is one of the table or of its index.
type partition struct {
	pk    string
	index bool
}

// bucket is what is left of a partition's units in one second.
type bucket struct {
	second      int64
	read, write float64
}

// New returns an empty table. fold maps a partition to the one that carries its load, to test a hot key; nil maps each to itself.
func New(now func() time.Time, fold func(partition string) string) *Table {
	if fold == nil {
		fold = func(partition string) string { return partition }
	}
	return &Table{
		now: now, fold: fold, items: map[table.Key]table.Item{}, members: map[partition]map[table.Key]bool{},
		buckets: map[string]*bucket{}, throttled: map[string]int{}, written: map[string]float64{}, touched: map[string]bool{},
	}
}

// Free turns the limits off or on, to fill the table before a test.
func (t *Table) Free(free bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = free
}

// Throttled returns the number of throttled tries per kind of partition.
func (t *Table) Throttled() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.throttled)
}

// Load is the load of all partitions of a kind.
type Load struct {
	Units      float64 // write units
	Partitions int     // partitions written or read
}

// Loads returns the load of each kind.
func (t *Table) Loads() map[string]Load {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := map[string]Load{}
	for partition := range t.touched {
		l := all[kind(partition)]
		l.Partitions++
		l.Units = t.written[kind(partition)]
		all[kind(partition)] = l
	}
	return all
}

// Get reads one item.
func (t *Table) Get(ctx context.Context, key table.Key) (table.Item, error) {
	var found *table.Item
	err := t.try(ctx, reading, func() string {
		found = t.alive(key)
		return t.take(map[string]float64{key.PK: meter.ReadCost(found)}, false)
	})
	if err != nil {
		return table.Item{}, err
	}
	if found == nil {
		return table.Item{}, table.ErrNotFound
	}
	return *found, nil
}

// Query reads a partition.
func (t *Table) Query(ctx context.Context, q table.Query) (table.Page, error) {
	last, err := q.Last()
	if err != nil || q.Empty() {
		return table.Page{}, err
	}
	var page table.Page
	err = t.try(ctx, reading, func() string {
		page = t.list(q, last)
		cost := 0.0
		for _, i := range page.Items {
			cost += meter.ReadCost(&i) / 4
		}
		return t.take(map[string]float64{q.PK: max(1, cost)}, false)
	})
	return page, err
}

// Write applies all operations or none.
func (t *Table) Write(ctx context.Context, ops ...table.Op) error {
	if err := table.Validate(ops); err != nil {
		return err
	}
	var conflict *table.Conflict
	err := t.try(ctx, writing, func() string {
		olds := make([]*table.Item, len(ops))
		for n, op := range ops {
			olds[n] = t.alive(op.Item.Key)
		}
		if hot := t.take(meter.WriteCost(ops, olds, false), true); hot != "" {
			return hot
		}
		if conflict = table.Conflicts(ops, olds); conflict == nil {
			for n, op := range ops {
				t.apply(op, olds[n])
			}
		}
		return ""
	})
	if err == nil && conflict != nil {
		return conflict
	}
	return err
}

// try runs do and retries while a partition is hot, like the DynamoDB engine. do returns the name of the hot partition.
func (t *Table) try(ctx context.Context, duration time.Duration, do func() string) error {
	hot := ""
	for n := range tries {
		wait := duration
		if n > 0 {
			wait += rand.N(min(firstPause<<(n-1), longest))
		}
		t.mu.Lock()
		free := t.free
		t.mu.Unlock()
		if ctx.Err() != nil || !free && backoff.Sleep(ctx, wait) != nil {
			return fmt.Errorf("table: %w", ctx.Err())
		}
		t.mu.Lock()
		hot = do()
		if hot != "" {
			t.throttled[kind(hot)]++
		}
		t.mu.Unlock()
		if hot == "" {
			return nil
		}
	}
	return fmt.Errorf("%w: partition %s is throttled", table.ErrUnavailable, kind(hot))
}

func kind(partition string) string {
	name, _, _ := strings.Cut(partition, "#")
	return name
}

// take uses units of each partition, or returns the name of one that has too few left.
func (t *Table) take(costs map[string]float64, write bool) string {
	if t.free {
		return ""
	}
	folded := map[string]float64{}
	for partition, cost := range costs {
		folded[t.fold(partition)] += cost
	}
	second := t.now().Unix()
	for partition, cost := range folded {
		b := t.buckets[partition]
		if b == nil || b.second != second {
			b = &bucket{second: second, read: readUnits, write: writeUnits}
			t.buckets[partition] = b
		}
		if write && b.write < cost || !write && b.read < cost {
			return partition
		}
	}
	for partition, cost := range costs {
		t.touched[partition] = true
		if write {
			t.written[kind(partition)] += cost
		}
	}
	for partition, cost := range folded {
		if write {
			t.buckets[partition].write -= cost
		} else {
			t.buckets[partition].read -= cost
		}
	}
	return ""
}

func (t *Table) alive(k table.Key) *table.Item {
	i, ok := t.items[k]
	if !ok || !i.Expires.IsZero() && !t.now().Before(i.Expires) {
		return nil
	}
	i.Data = copyOf(i.Data)
	return &i
}

// copyOf returns a private copy of data, nil if it is empty.
func copyOf(data []byte) []byte {
	if len(data) == 0 {
		return nil
	}
	return slices.Clone(data)
}

func (t *Table) apply(op table.Op, old *table.Item) {
	key := op.Item.Key
	delete(t.members[partition{t.items[key].Index.PK, true}], key) // also of an expired item
	if op.Kind == table.KindDelete {
		delete(t.items, key)
		delete(t.members[partition{key.PK, false}], key)
		return
	}
	next := op.Result(old)
	next.Expires, next.Data = table.FromEpoch(next.Epoch()), copyOf(next.Data)
	t.items[key] = next
	t.join(partition{key.PK, false}, key)
	if next.Index != (table.Key{}) {
		t.join(partition{next.Index.PK, true}, key)
	}
}

func (t *Table) join(p partition, key table.Key) {
	if t.members[p] == nil {
		t.members[p] = map[table.Key]bool{}
	}
	t.members[p][key] = true
}

func (t *Table) list(q table.Query, last *table.Item) table.Page {
	place := func(i table.Item) string {
		if q.Index {
			return i.Index.SK
		}
		return i.SK
	}
	var found []table.Item
	for k := range t.members[partition{q.PK, q.Index}] {
		if i := t.alive(k); i != nil {
			found = append(found, *i)
		}
	}
	order := func(a, b table.Item) int {
		c := cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.PK, b.PK), cmp.Compare(a.SK, b.SK))
		if q.Descending {
			return -c
		}
		return c
	}
	found = slices.DeleteFunc(found, func(i table.Item) bool {
		return place(i) < q.From || q.To != "" && place(i) > q.To || last != nil && order(i, *last) <= 0
	})
	slices.SortFunc(found, order)
	var page table.Page
	size := 0
	for _, i := range found {
		page.Items = append(page.Items, i)
		if size += table.Size(i); size >= table.MaxPage || len(page.Items) == q.Limit {
			page.Cursor = q.After(i)
			break
		}
	}
	return page
}

package tabletest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"ordering/shared/soak"
	"ordering/shared/table"
)

// model implements the documented behaviour with a map. It shares no code with the engines.
type model struct {
	items map[table.Key]table.Item
	now   func() time.Time
}

func (m *model) find(k table.Key) (table.Item, bool) {
	i, found := m.items[k]
	if found && !i.Expires.IsZero() && !m.now().Before(i.Expires) {
		return table.Item{}, false
	}
	return i, found
}

// write applies ops and returns the indexes of those that fail.
func (m *model) write(ops []table.Op) (failed []int) {
	next := map[table.Key]*table.Item{}
	for n, op := range ops {
		old, found := m.find(op.Item.Key)
		i := op.Item
		i.Version = old.Version + 1
		good := true
		switch op.Kind {
		case table.KindPut:
		case table.KindCreate:
			good = !found
		case table.KindReplace:
			good = found && old.Version == op.Version
		case table.KindDelete:
			good = op.Version == 0 || found && old.Version == op.Version
		case table.KindAdd:
			if found {
				i = old
				i.Version++
			}
			i.Count = old.Count + op.Delta
			good = op.Min <= i.Count && i.Count <= op.Max
		}
		if !good {
			failed = append(failed, n)
		}
		if next[op.Item.Key] = &i; op.Kind == table.KindDelete {
			next[op.Item.Key] = nil
		}
	}
	if failed != nil {
		return failed
	}
	for k, i := range next {
		if i == nil {
			delete(m.items, k)
		} else {
			m.items[k] = *i
		}
	}
	return nil
}

func (m *model) query(q table.Query) []table.Item {
	var found []table.Item
	place := func(i table.Item) table.Key {
		if q.Index {
			return i.Index
		}
		return i.Key
	}
	for k := range m.items {
		i, alive := m.find(k)
		if at := place(i); alive && at.PK == q.PK && at.SK >= q.From && (q.To == "" || at.SK <= q.To) {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b table.Item) int { return strings.Compare(place(a).SK, place(b).SK) })
	if q.Descending {
		slices.Reverse(found)
	}
	return found
}

// The random values have few alternatives, so that operations often use the same keys and versions.
var (
	drawKey   = rapid.Custom(func(t *rapid.T) table.Key { return table.Key{PK: drawPK.Draw(t, "pk"), SK: drawSK.Draw(t, "sk")} })
	drawPK    = rapid.SampledFrom([]string{"p", "q"})
	drawSK    = rapid.SampledFrom([]string{"a", "b", "c", "é"})
	drawIndex = rapid.Custom(func(t *rapid.T) table.Key {
		if rapid.Bool().Draw(t, "indexed") {
			return table.Key{PK: drawPK.Draw(t, "ipk"), SK: drawSK.Draw(t, "isk")}
		}
		return table.Key{}
	})
	drawBound = rapid.SampledFrom([]string{"", "", "a", "b", "bb", "z"})
)

func drawOp(t *rapid.T, k table.Key, now time.Time) table.Op {
	kind := table.Kind(rapid.IntRange(int(table.KindPut), int(table.KindAdd)).Draw(t, "kind"))
	op := table.Op{Kind: kind, Item: table.Item{Key: k}}
	version := rapid.Int64Range(0, 3).Draw(t, "version")
	switch kind {
	case table.KindPut, table.KindCreate, table.KindReplace:
		op.Item.Version = rapid.Int64Range(0, 3).Draw(t, "ignored")
		op.Item.Data = rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "data")
		op.Item.Index = drawIndex.Draw(t, "index")
		op.Item.Count = rapid.Int64Range(-3, 3).Draw(t, "count")
		op.Item.Expires = drawExpiry(t, now)
	case table.KindAdd:
		op.Delta = rapid.Int64Range(-3, 3).Draw(t, "delta")
		op.Min = rapid.Int64Range(-4, 1).Draw(t, "min")
		op.Max = rapid.Int64Range(-1, 4).Draw(t, "max")
		op.Item.Expires = drawExpiry(t, now)
	}
	if kind == table.KindReplace || kind == table.KindDelete {
		op.Version = version
	}
	return op
}

func drawExpiry(t *rapid.T, now time.Time) time.Time {
	if life := rapid.IntRange(-1, 6).Draw(t, "life"); life < 4 {
		return now.Truncate(time.Second).Add(time.Duration(life) * time.Second)
	}
	return time.Time{}
}

// modelChecks compares a table with the model over random operations. rapid prints its seed and shrinks failures.
var modelChecks = []Check{{"random operations match the model", func(t testing.TB, open Open) {
	flag.Set("rapid.nofailfile", "true") // the seed is printed
	flag.Set("rapid.checks", "25")
	clock := NewClock()
	real := open(t, clock.Now)
	run := 0
	property := func(t *rapid.T) {
		run++ // two new partitions per run in one table, because opening one is slow
		m := &model{items: map[table.Key]table.Item{}, now: clock.Now}
		f := fixture{t, scoped{real, fmt.Sprintf("run%d ", run)}, clock}
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				keys := rapid.SliceOfNDistinct(drawKey, 1, 4, rapid.ID).Draw(t, "keys")
				var ops []table.Op
				for _, k := range keys {
					ops = append(ops, drawOp(t, k, clock.Now()))
				}
				err := f.Write(ctx, ops...)
				var c *table.Conflict
				if failed := m.write(ops); failed == nil && err != nil {
					t.Fatalf("Write: %v, want success", err)
				} else if failed != nil && (!errors.As(err, &c) || !slices.Equal(c.Ops, failed)) {
					t.Fatalf("Write: %v, want conflict at %v", err, failed)
				}
			},
			"wait": func(t *rapid.T) {
				clock.Pass(time.Duration(rapid.IntRange(100, 3000).Draw(t, "ms")) * time.Millisecond)
			},
			"query": func(t *rapid.T) {
				q := table.Query{
					PK: drawPK.Draw(t, "pk"), Index: rapid.Bool().Draw(t, "index"), From: drawBound.Draw(t, "from"), To: drawBound.Draw(t, "to"),
					Descending: rapid.Bool().Draw(t, "descending"), Limit: rapid.IntRange(0, 3).Draw(t, "limit"),
				}
				got, _ := f.all(q)
				same(t, q, got, m.query(q))
			},
			"": func(t *rapid.T) {
				for _, pk := range []string{"p", "q"} {
					for _, index := range []bool{false, true} {
						q := table.Query{PK: pk, Index: index}
						got, _ := f.all(q)
						same(t, q, got, m.query(q))
					}
				}
			},
		})
	}
	for seed := range soak.Rounds(t, 1, 5*time.Second) {
		flag.Set("rapid.seed", fmt.Sprint(seed+1)) // to rapid 0 means a random seed
		rapid.Check(t, property)
	}
}}}

// same compares results. Items with the same sort key of the index come in any order.
func same(t *rapid.T, q table.Query, got, want []table.Item) {
	assert.Assert(t, is.Len(got, len(want)), "%+v", q)
	if q.Index {
		for n := range want {
			assert.Equal(t, got[n].Index, want[n].Index, "%+v %d", q, n)
		}
		for _, items := range [][]table.Item{got, want} {
			slices.SortFunc(items, func(a, b table.Item) int { return strings.Compare(a.Key.String(), b.Key.String()) })
		}
	}
	for n := range want {
		assert.Equal(t, difference(got[n], want[n]), "", "%+v %d", q, n)
	}
}

// scoped is a table that adds a prefix to its partitions.
type scoped struct {
	table.Table
	prefix string
}

func (s scoped) add(k table.Key) table.Key {
	if k != (table.Key{}) {
		k.PK = s.prefix + k.PK
	}
	return k
}

func (s scoped) Write(ctx context.Context, ops ...table.Op) error {
	ops = slices.Clone(ops)
	for n := range ops {
		ops[n].Item.Key, ops[n].Item.Index = s.add(ops[n].Item.Key), s.add(ops[n].Item.Index)
	}
	return s.Table.Write(ctx, ops...)
}

func (s scoped) Query(ctx context.Context, q table.Query) (table.Page, error) {
	q.PK = s.prefix + q.PK
	page, err := s.Table.Query(ctx, q)
	for n := range page.Items {
		i := &page.Items[n]
		i.PK, i.Index.PK = strings.TrimPrefix(i.PK, s.prefix), strings.TrimPrefix(i.Index.PK, s.prefix)
	}
	return page, err
}

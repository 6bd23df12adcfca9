package tabletest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

// broken is an engine with one seeded bug.
type broken struct {
	table.Table
	write func(ctx context.Context, inner table.Table, ops []table.Op) error
	get   func(table.Item) table.Item
	query func(*table.Query)
	now   func(func() time.Time) func() time.Time // the clock of the engine
}

func (b broken) Write(ctx context.Context, ops ...table.Op) error {
	if b.write == nil {
		return b.Table.Write(ctx, ops...)
	}
	return b.write(ctx, b.Table, ops)
}

func (b broken) Get(ctx context.Context, k table.Key) (table.Item, error) {
	i, err := b.Table.Get(ctx, k)
	if b.get != nil && err == nil {
		i = b.get(i)
	}
	return i, err
}

func (b broken) Query(ctx context.Context, q table.Query) (table.Page, error) {
	if b.query != nil {
		b.query(&q)
	}
	return b.Table.Query(ctx, q)
}

// changed returns a write that passes on the operations as modified by f.
func changed(f func(*table.Op)) func(context.Context, table.Table, []table.Op) error {
	return func(ctx context.Context, inner table.Table, ops []table.Op) error {
		ops = append([]table.Op{}, ops...)
		for n := range ops {
			f(&ops[n])
		}
		return inner.Write(ctx, ops...)
	}
}

// bugs are the seeded bugs, each with a check that must catch it.
var bugs = map[string]struct {
	broken
	caught []string
}{
	"adds by reading, then writing": {broken{write: readThenWrite}, []string{
		"200 that Add up to a cap end at the cap",
		"200 that Add down to zero end at zero",
	}},
	"ignores expiry": {broken{now: func(func() time.Time) func() time.Time {
		return func() time.Time { return time.Unix(0, 0) }
	}}, []string{
		"an item is there until the second of its expiry",
		"an expired item is not listed, in the table or the index",
		"Create takes the place of an expired item",
		"Add counts an expired item from 0",
		"random operations end as in the model",
	}},
	"judges expiry a second late": {broken{now: func(now func() time.Time) func() time.Time {
		return func() time.Time { return now().Add(-time.Second) }
	}}, []string{"an item is there until the second of its expiry", "random operations end as in the model"}},
	"writes a set one by one": {broken{write: func(ctx context.Context, inner table.Table, ops []table.Op) error {
		if err := table.Validate(ops); err != nil {
			return err
		}
		for n, op := range ops {
			err := inner.Write(ctx, op)
			if c := (*table.Conflict)(nil); errors.As(err, &c) {
				return &table.Conflict{Ops: []int{n}, Keys: c.Keys}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}}, []string{
		"one operation that fails undoes all, whichever it is",
		"a Conflict names every operation that failed",
		"200 that Add with a document each in one set are let in whole",
		"random operations end as in the model",
	}},
	"ignores the upper bound": {broken{write: changed(func(op *table.Op) { op.Max = 1 << 40 })}, []string{
		"Add counts within its bounds", "200 that Add up to a cap end at the cap", "random operations end as in the model",
	}},
	"deletes at any version": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindDelete {
			op.Version = 0
		}
	})}, []string{"Delete removes, at its version or at any", "of 200 that Delete one version exactly one wins"}},
	"creates an existing item": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindCreate {
			op.Kind = table.KindPut
		}
	})}, []string{"Create writes only where nothing is", "of 200 that Create exactly one wins"}},
	"keeps the index of the first write": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindReplace {
			op.Item.Index = table.Key{}
		}
	})}, []string{"an item moves in the index with its Index and leaves with it"}},
	"mangles binary data": {broken{get: func(i table.Item) table.Item {
		i.Data = []byte(string([]rune(string(i.Data))))
		return i
	}}, []string{"data comes back as it went in"}},
	"forgets the cursor": {broken{query: func(q *table.Query) { q.Cursor = "" }}, []string{
		"pages of every size tile the answer, both ways", "a cursor is its query's alone",
	}},
	"lists upwards only": {broken{query: func(q *table.Query) { q.Descending = false }}, []string{
		"a query lists its partition in order", "a cursor is its query's alone",
	}},
	"does not limit a set": {broken{write: func(ctx context.Context, inner table.Table, ops []table.Op) error {
		for len(ops) > table.MaxSet {
			if err := inner.Write(ctx, ops[:table.MaxSet]...); err != nil {
				return err
			}
			ops = ops[table.MaxSet:]
		}
		return inner.Write(ctx, ops...)
	}}, []string{"a set may have 100 operations and no more"}},
}

// readThenWrite is the classic lost update: two callers read the same count and both write. It yields between read and
// write, as a network does.
func readThenWrite(ctx context.Context, inner table.Table, ops []table.Op) error {
	if len(ops) != 1 || ops[0].Kind != table.KindAdd {
		return inner.Write(ctx, ops...)
	}
	old, err := inner.Get(ctx, ops[0].Item.Key)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	stored := &old
	if errors.Is(err, table.ErrNotFound) {
		stored = nil
	}
	if !ops[0].Holds(stored) {
		return &table.Conflict{Ops: []int{0}, Keys: []table.Key{ops[0].Item.Key}}
	}
	runtime.Gosched()
	return inner.Write(ctx, table.Put(ops[0].Result(stored)))
}

func open(t testing.TB, now func() time.Time) table.Table {
	return sqlitetest.Open(t, now)
}

// The suite must fail on a broken engine.
func TestSuiteFailsOnSeededBugs(t *testing.T) {
	flag.Set("rapid.shrinktime", "0s") // these failures are expected: no need to shrink them
	checks := map[string]tabletest.Check{}
	for _, c := range tabletest.Checks() {
		checks[c.Name] = c
	}
	for name, bug := range bugs {
		t.Run(name, func(t *testing.T) {
			for _, caught := range bug.caught {
				c, known := checks[caught]
				assert.Assert(t, known, "there is no check %q", caught)
				if !fails(t, c, func(t testing.TB, now func() time.Time) table.Table {
					b := bug.broken
					if b.now != nil {
						now = b.now(now)
					}
					b.Table = open(t, now)
					return b
				}) {
					t.Errorf("%q passes on an engine that %s", caught, name)
				}
			}
		})
	}
}

func TestNamesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range tabletest.Checks() {
		assert.Check(t, !seen[c.Name], "two checks are called %q", c.Name)
		seen[c.Name] = true
	}
}

// witness is a test that may fail without failing the test around it.
type witness struct {
	testing.TB
	failed atomic.Bool
}

func (w *witness) Errorf(format string, args ...any) { w.failed.Store(true) }
func (w *witness) Error(args ...any)                 { w.failed.Store(true) }
func (w *witness) Fail()                             { w.failed.Store(true) }
func (w *witness) Failed() bool                      { return w.failed.Load() }
func (w *witness) Fatalf(format string, args ...any) { w.FailNow() }
func (w *witness) Fatal(args ...any)                 { w.FailNow() }
func (w *witness) Log(args ...any)                   {}
func (w *witness) Logf(format string, args ...any)   {}
func (w *witness) Name() string                      { return fmt.Sprint("witness of ", w.TB.Name()) }
func (w *witness) FailNow() {
	w.failed.Store(true)
	runtime.Goexit()
}

func fails(t testing.TB, c tabletest.Check, open tabletest.Open) bool {
	w := &witness{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Run(w, open)
	}()
	<-done
	return w.Failed()
}

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

// bugs are the seeded bugs, each with the checks that must catch it.
var bugs = map[string]struct {
	broken
	caughtBy []string
}{
	"adds by reading, then writing": {broken{write: readThenWrite}, []string{
		"200 concurrent Adds stop at the cap",
		"200 concurrent negative Adds stop at zero",
	}},
	"ignores expiry": {broken{now: func(func() time.Time) func() time.Time {
		return func() time.Time { return time.Unix(0, 0) }
	}}, []string{
		"an item is found until the second in which it expires",
		"an expired item is not listed, in the table or the index",
		"Create replaces an expired item",
		"Add counts an expired item from 0",
		"random operations match the model",
	}},
	"expires items a second late": {broken{now: func(now func() time.Time) func() time.Time {
		return func() time.Time { return now().Add(-time.Second) }
	}}, []string{"an item is found until the second in which it expires", "random operations match the model"}},
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
		"one failed operation at any position rolls back the set",
		"a Conflict names every operation that failed",
		"200 concurrent sets of an Add and a Create are atomic",
		"random operations match the model",
	}},
	"ignores the upper bound": {broken{write: changed(func(op *table.Op) { op.Max = 1 << 40 })}, []string{
		"Add counts within its bounds", "200 concurrent Adds stop at the cap", "random operations match the model",
	}},
	"deletes at any version": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindDelete {
			op.Version = 0
		}
	})}, []string{"Delete removes at its version, or at any version", "one of 200 concurrent Deletes of a version succeeds"}},
	"creates an existing item": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindCreate {
			op.Kind = table.KindPut
		}
	})}, []string{"Create writes only an absent item", "one of 200 concurrent Creates succeeds"}},
	"keeps the index of the first write": {broken{write: changed(func(op *table.Op) {
		if op.Kind == table.KindReplace {
			op.Item.Index = table.Key{}
		}
	})}, []string{"the index follows changes of an item's Index"}},
	"corrupts binary data": {broken{get: func(i table.Item) table.Item {
		i.Data = []byte(string([]rune(string(i.Data))))
		return i
	}}, []string{"data is returned unchanged"}},
	"ignores the cursor": {broken{query: func(q *table.Query) { q.Cursor = "" }}, []string{
		"pages of any size list each item once, in both directions", "a cursor is valid only for its own query",
	}},
	"lists in ascending order only": {broken{query: func(q *table.Query) { q.Descending = false }}, []string{
		"a query lists its partition in order", "a cursor is valid only for its own query",
	}},
	"accepts any number of operations": {broken{write: func(ctx context.Context, inner table.Table, ops []table.Op) error {
		for len(ops) > table.MaxSet {
			if err := inner.Write(ctx, ops[:table.MaxSet]...); err != nil {
				return err
			}
			ops = ops[table.MaxSet:]
		}
		return inner.Write(ctx, ops...)
	}}, []string{"a set has at most 100 operations"}},
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
			for _, caught := range bug.caughtBy {
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

func TestCheckNamesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range tabletest.Checks() {
		assert.Check(t, !seen[c.Name], "two checks are called %q", c.Name)
		seen[c.Name] = true
	}
}

// recordingTB records a failure without failing the test around it.
type recordingTB struct {
	testing.TB
	failed atomic.Bool
}

func (w *recordingTB) Errorf(format string, args ...any) { w.failed.Store(true) }
func (w *recordingTB) Error(args ...any)                 { w.failed.Store(true) }
func (w *recordingTB) Fail()                             { w.failed.Store(true) }
func (w *recordingTB) Failed() bool                      { return w.failed.Load() }
func (w *recordingTB) Fatalf(format string, args ...any) { w.FailNow() }
func (w *recordingTB) Fatal(args ...any)                 { w.FailNow() }
func (w *recordingTB) Log(args ...any)                   {}
func (w *recordingTB) Logf(format string, args ...any)   {}
func (w *recordingTB) Name() string                      { return fmt.Sprint("recording of ", w.TB.Name()) }
func (w *recordingTB) FailNow() {
	w.failed.Store(true)
	runtime.Goexit()
}

func fails(t testing.TB, c tabletest.Check, open tabletest.Open) bool {
	w := &recordingTB{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Run(w, open)
	}()
	<-done
	return w.Failed()
}

// Package tabletest is the conformance suite for engines of package table. Its own tests prove that it fails on engines with seeded bugs.
package tabletest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/shared/clocktest"
	"ordering/shared/table"
)

// NewClock starts at a fixed instant, not on a whole second, to detect wrong rounding.
func NewClock() *clocktest.Clock {
	return clocktest.At(time.Date(2026, 3, 4, 12, 30, 0, 700_000_000, time.UTC))
}

// Open creates an empty table with the clock now. It closes with the test.
type Open func(t testing.TB, now func() time.Time) table.Table

// Check is one property of a table.
type Check struct {
	Name string
	Run  func(t testing.TB, open Open)
}

// Checks are the whole suite.
func Checks() []Check {
	return slices.Concat(writeChecks, setChecks, raceChecks, expiryChecks, queryChecks, dataChecks, limitChecks, modelChecks)
}

// Run runs the whole suite, each check on its own table.
func Run(t *testing.T, open Open) {
	for _, check := range Checks() {
		t.Run(check.Name, func(t *testing.T) { check.Run(t, open) })
	}
}

// fixture is a table under test with helpers for the checks.
type fixture struct {
	tb
	table.Table
	clock *clocktest.Clock
}

// tb is the subset of *testing.T and *rapid.T that the checks use.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// check returns a Check that calls body with an empty table.
func check(name string, body func(f fixture)) Check {
	return Check{name, func(t testing.TB, open Open) {
		t.Helper()
		clock := NewClock()
		body(fixture{t, open(t, clock.Now), clock})
	}}
}

var ctx = context.Background()

func key(sk string) table.Key { return table.Key{PK: "test", SK: sk} }

func item(sk, data string) table.Item { return table.Item{Key: key(sk), Data: []byte(data)} }

// ok writes ops and fails the test on an error.
func (f fixture) ok(ops ...table.Op) {
	f.Helper()
	if err := f.Write(ctx, ops...); err != nil {
		f.Fatalf("Write: %v", err)
	}
}

// conflicts writes ops and requires a Conflict on exactly the operations at failed.
func (f fixture) conflicts(failed []int, ops ...table.Op) {
	f.Helper()
	err := f.Write(ctx, ops...)
	var c *table.Conflict
	if !errors.As(err, &c) {
		f.Fatalf("Write: got %v, want a conflict at %v", err, failed)
	}
	var keys []table.Key
	for _, n := range failed {
		keys = append(keys, ops[n].Item.Key)
	}
	if !slices.Equal(c.Ops, failed) || !slices.Equal(c.Keys, keys) {
		f.Fatalf("Conflict names %v %v, want %v %v", c.Ops, c.Keys, failed, keys)
	}
}

// rejects writes ops and requires the error want.
func (f fixture) rejects(want error, ops ...table.Op) {
	f.Helper()
	if err := f.Write(ctx, ops...); !errors.Is(err, want) {
		f.Fatalf("Write: got %v, want %v", err, want)
	}
}

func (f fixture) absent(keys ...table.Key) {
	f.Helper()
	for _, k := range keys {
		if got, err := f.Get(ctx, k); !errors.Is(err, table.ErrNotFound) {
			f.Fatalf("Get %s: got %+v, %v, want ErrNotFound", k, got, err)
		}
	}
}

// holds requires that the item is stored, including its version.
func (f fixture) holds(want table.Item) {
	f.Helper()
	got, err := f.Get(ctx, want.Key)
	if err != nil {
		f.Fatalf("Get %s: %v", want.Key, err)
	}
	if d := difference(got, want); d != "" {
		f.Fatalf("Get %s: %s", want.Key, d)
	}
}

// all reads all pages of a query and counts them.
func (f fixture) all(q table.Query) (items []table.Item, pages int) {
	f.Helper()
	for {
		page, err := f.Query(ctx, q)
		if err != nil {
			f.Fatalf("Query %+v: %v", q, err)
		}
		if q.Limit > 0 && len(page.Items) > q.Limit {
			f.Fatalf("Query %+v: %d items on a page", q, len(page.Items))
		}
		items = append(items, page.Items...)
		pages++
		if page.Cursor == "" {
			return items, pages
		}
		if pages > 10_000 {
			f.Fatalf("Query %+v: does not end after %d pages", q, pages)
		}
		q.Cursor = page.Cursor
	}
}

// lists requires that a query returns these sort keys (of the table) in this order.
func (f fixture) lists(q table.Query, want ...string) {
	f.Helper()
	items, _ := f.all(q)
	if got := sortKeys(items); !slices.Equal(got, want) {
		f.Fatalf("Query %+v:\n got %q\nwant %q", q, got, want)
	}
}

func sortKeys(items []table.Item) []string {
	var keys []string
	for _, i := range items {
		keys = append(keys, i.SK)
	}
	return keys
}

// difference describes how two items differ, "" if they are equal.
func difference(got, want table.Item) string {
	var d []string
	differ := func(name string, got, want any) { d = append(d, fmt.Sprintf("%s is %v, want %v", name, got, want)) }
	if got.Key != want.Key {
		differ("key", got.Key, want.Key)
	}
	if got.Version != want.Version {
		differ("version", got.Version, want.Version)
	}
	if !got.Expires.Equal(want.Expires) {
		differ("expires", got.Expires, want.Expires)
	}
	if got.Index != want.Index {
		differ("index", got.Index, want.Index)
	}
	if got.Count != want.Count {
		differ("count", got.Count, want.Count)
	}
	if string(got.Data) != string(want.Data) {
		differ("data", fmt.Sprintf("%.60q (%d bytes)", got.Data, len(got.Data)), fmt.Sprintf("%.60q (%d bytes)", want.Data, len(want.Data)))
	}
	return strings.Join(d, "; ")
}

// together runs f(0) to f(n-1) concurrently, starts them at one signal, and returns when all are done.
func together(n int, f func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			f(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

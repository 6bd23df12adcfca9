package table_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
)

func TestFailedNamesItsKeysThroughWrapping(t *testing.T) {
	a, b := table.Key{PK: "p", SK: "a"}, table.Key{PK: "p", SK: "b"}
	err := fmt.Errorf("place order: %w", &table.Conflict{Ops: []int{3}, Keys: []table.Key{a}})
	if !table.Failed(err, a) || table.Failed(err, b) || table.Failed(nil, a) || table.Failed(table.ErrNotFound, a) {
		t.Error("Failed returns the wrong key")
	}
}

func TestEpochIsWholeSecondsAndBack(t *testing.T) {
	for name, c := range map[string]struct {
		expires time.Time
		epoch   int64
	}{
		"never":                  {time.Time{}, table.Never},
		"a second":               {time.Unix(1_800_000_000, 0), 1_800_000_000},
		"a fraction of a second": {time.Unix(1_800_000_000, 999_999_999), 1_800_000_000},
		"before 1970":            {time.Unix(-5, 0), 0},
		"after year 9999":        {time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC), table.Never},
	} {
		got := table.Item{Expires: c.expires}.Epoch()
		assert.Check(t, is.Equal(got, c.epoch), name)
		assert.Check(t, is.Equal((table.Item{Expires: table.FromEpoch(got)}).Epoch(), got), name)
	}
}

// Guests can change a cursor: any cursor is rejected or stays within its query.
func FuzzCursor(f *testing.F) {
	q := table.Query{PK: "p", From: "b", To: "y"}
	f.Add("", "m", false)
	f.Add(q.After(table.Item{Key: table.Key{PK: "p", SK: "m"}}), "m", false)
	f.Add("e30", "", true)
	f.Fuzz(func(t *testing.T, cursor, sk string, index bool) {
		q := q
		q.Index = index
		q.Cursor = cursor
		last, err := q.Last()
		assert.Assert(t, err == nil || errors.Is(err, table.ErrBadCursor))
		assert.Assert(t, err != nil || (last == nil) == (cursor == ""))
		key := table.Key{PK: "p", SK: sk}
		if !key.Valid() {
			return // no page ends with it
		}
		q.Cursor = q.After(table.Item{Key: key, Index: key})
		last, err = q.Last()
		inside := sk >= q.From && sk <= q.To
		assert.Assert(t, inside == (err == nil) && (!inside || last.SK == sk), "%q: %v, %v", sk, last, err)
	})
}

// pages is a table with these pages of one query; the cursor is the number of the next.
type pages struct {
	table.Table
	items [][]table.Item
}

func (p pages) Query(_ context.Context, q table.Query) (page table.Page, err error) {
	n, _ := strconv.Atoi(q.Cursor)
	if n == len(p.items) {
		return page, table.ErrUnavailable
	}
	return table.Page{Items: p.items[n], Cursor: strconv.Itoa(n + 1)}, nil
}

func TestAllReadsPagesUntilAnError(t *testing.T) {
	item := func(sk string) table.Item { return table.Item{Key: table.Key{PK: "p", SK: sk}} }
	p := pages{items: [][]table.Item{{item("a"), item("b")}, nil, {item("c")}}}
	var got []string
	for i, err := range table.All(t.Context(), p, table.Query{PK: "p"}) {
		got = append(got, i.SK, fmt.Sprint(err))
	}
	assert.DeepEqual(t, got, []string{"a", "<nil>", "b", "<nil>", "c", "<nil>", "", fmt.Sprint(table.ErrUnavailable)})
}

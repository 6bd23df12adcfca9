package tabletest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ordering/shared/table"
)

// storeItems stores n items k00, k01, … in one partition, indexed under "items". Every three of them share a sort key of the index.
func (f fixture) storeItems(n int) []string {
	f.Helper()
	var keys []string
	for i := range n {
		it := item(fmt.Sprintf("k%02d", i), fmt.Sprint(i))
		it.Index = table.Key{PK: "items", SK: fmt.Sprintf("i%02d", i/3)}
		f.ok(table.Put(it))
		keys = append(keys, it.SK)
	}
	f.ok(table.Put(table.Item{Key: table.Key{PK: "test2", SK: "k01"}, Index: table.Key{PK: "items2", SK: "i01"}}))
	f.ok(table.Put(table.Item{Key: table.Key{PK: "tes", SK: "k01"}})) // not in the index
	return keys
}

func reversed(keys []string) []string {
	r := slices.Clone(keys)
	slices.Reverse(r)
	return r
}

var queryChecks = []Check{
	check("a query lists its partition in order", func(f fixture) {
		keys := f.storeItems(20)
		f.lists(table.Query{PK: "test"}, keys...)
		f.lists(table.Query{PK: "test", Descending: true}, reversed(keys)...)
		f.lists(table.Query{PK: "nothing"})
	}),
	check("a query returns all fields", func(f fixture) {
		want := f.expiring("a", "data", 1e12)
		want.Index = table.Key{PK: "by", SK: "x"}
		want.Count = 5
		f.ok(table.Put(want))
		want.Version = 1
		for _, q := range []table.Query{{PK: "test"}, {PK: "by", Index: true}} {
			items, _ := f.all(q)
			if len(items) != 1 {
				f.Fatalf("Query %+v: %d items", q, len(items))
			}
			if d := difference(items[0], want); d != "" {
				f.Fatalf("Query %+v: %s", q, d)
			}
		}
	}),
	check("a range includes both ends", func(f fixture) {
		keys := f.storeItems(20)
		for _, r := range []struct {
			from, to string
			want     []string
		}{
			{"k05", "", keys[5:]},
			{"", "k05", keys[:6]},
			{"k05", "k08", keys[5:9]},
			{"k05", "k05", keys[5:6]},
			{"k055", "k075", keys[6:8]},
			{"k", "k\uffff", keys},
			{"a", "b", nil},
			{"z", "", nil},
			{"k08", "k05", nil},
		} {
			f.lists(table.Query{PK: "test", From: r.from, To: r.to}, r.want...)
			for limit := range 4 {
				f.lists(table.Query{PK: "test", From: r.from, To: r.to, Limit: limit}, r.want...)
				f.lists(table.Query{PK: "test", From: r.from, To: r.to, Limit: limit, Descending: true}, reversed(r.want)...)
			}
		}
	}),
	check("pages of any size list each item once, in both directions", func(f fixture) {
		keys := f.storeItems(11)
		for limit := 1; limit <= 12; limit++ {
			q := table.Query{PK: "test", Limit: limit}
			f.lists(q, keys...)
			if _, pages := f.all(q); pages != len(keys)/limit+1 {
				f.Fatalf("limit %d: %d pages", limit, pages)
			}
			q.Descending = true
			f.lists(q, reversed(keys)...)
		}
	}),
	check("pages of the index list each item once, also with equal sort keys", func(f fixture) {
		keys := f.storeItems(20)
		for limit := 0; limit <= 7; limit++ {
			for _, descending := range []bool{false, true} {
				items, _ := f.all(table.Query{PK: "items", Index: true, Limit: limit, Descending: descending})
				order := func(a, b table.Item) int { return strings.Compare(a.Index.SK, b.Index.SK) }
				if descending {
					order = func(a, b table.Item) int { return strings.Compare(b.Index.SK, a.Index.SK) }
				}
				if !slices.IsSortedFunc(items, order) {
					f.Fatalf("limit %d, descending %v: %q is out of order", limit, descending, sortKeys(items))
				}
				got := sortKeys(items)
				slices.Sort(got)
				if !slices.Equal(got, keys) {
					f.Fatalf("limit %d, descending %v: got %q, want %q", limit, descending, got, keys)
				}
			}
		}
	}),
	check("the index follows changes of an item's Index", func(f fixture) {
		open, done := table.Query{PK: "open", Index: true}, table.Query{PK: "done", Index: true}
		i := item("a", "one")
		i.Index = table.Key{PK: "open", SK: "2"}
		f.ok(table.Create(i))
		other := item("b", "other")
		other.Index = table.Key{PK: "open", SK: "3"}
		f.ok(table.Create(other))
		f.lists(open, "a", "b")
		i.Index.SK = "4"
		f.ok(table.Replace(i, 1))
		f.lists(open, "b", "a")
		i.Index = table.Key{PK: "done", SK: "1"}
		f.ok(table.Put(i))
		f.lists(open, "b")
		f.lists(done, "a")
		f.ok(table.Add(key("a"), 1, 0, 1))
		items, _ := f.all(done)
		if len(items) != 1 || items[0].Count != 1 || items[0].Version != 4 {
			f.Fatalf("index: got %+v, want count 1 at version 4", items)
		}
		i.Index = table.Key{}
		f.ok(table.Replace(i, 4))
		f.lists(done)
		f.ok(table.Delete(other.Key, 0))
		f.lists(open)
	}),
	check("a cursor is valid only for its own query", func(f fixture) {
		f.storeItems(20)
		queries := []table.Query{
			{PK: "test"},
			{PK: "tes"},
			{PK: "test2"},
			{PK: "test", From: "k01"},
			{PK: "test", To: "k09"},
			{PK: "test", From: "k01", To: "k09"},
			{PK: "test", Descending: true},
			{PK: "items", Index: true},
			{PK: "items", Index: true, Descending: true},
			{PK: "test", Index: true},
		}
		for n, q := range queries {
			q.Limit = 1
			page, err := f.Query(ctx, q)
			if err != nil {
				f.Fatalf("Query %+v: %v", q, err)
			}
			if page.Cursor == "" {
				continue
			}
			for m, other := range queries {
				other.Cursor = page.Cursor
				if _, err := f.Query(ctx, other); (n == m) != (err == nil) || err != nil && !errors.Is(err, table.ErrBadCursor) {
					f.Errorf("cursor of %+v used for %+v: got %v", q, other, err)
				}
			}
		}
		for _, made := range []string{"x", "!!!", "e30", "bnVsbA", "eyJxIjoiIn0"} {
			if _, err := f.Query(ctx, table.Query{PK: "test", Cursor: made}); !errors.Is(err, table.ErrBadCursor) {
				f.Errorf("made-up cursor %q: got %v, want ErrBadCursor", made, err)
			}
		}
	}),
	check("a cursor stays valid after its item is deleted, and with another limit", func(f fixture) {
		keys := f.storeItems(9)
		q := table.Query{PK: "test", Limit: 4}
		page, err := f.Query(ctx, q)
		if err != nil {
			f.Fatalf("Query: %v", err)
		}
		f.ok(table.Delete(key(keys[3]), 0))
		f.ok(table.Put(item("k035", "new")))
		q.Cursor, q.Limit = page.Cursor, 3
		f.lists(q, append([]string{"k035"}, keys[4:]...)...)
	}),
	check("a partition larger than a page is listed completely", func(f fixture) {
		var want []string
		for n := range 30 {
			i := item(fmt.Sprintf("k%02d", n), strings.Repeat("x", 100<<10))
			f.ok(table.Put(i))
			want = append(want, i.SK)
		}
		q := table.Query{PK: "test"}
		f.lists(q, want...)
		if _, pages := f.all(q); pages < 2 {
			f.Errorf("got 3 MB on %d page, want more pages", pages)
		}
	}),
}

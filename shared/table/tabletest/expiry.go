package tabletest

import (
	"time"

	"ordering/shared/table"
)

// expiring returns an item that expires after life.
func (f fixture) expiring(sk, data string, life time.Duration) table.Item {
	i := item(sk, data)
	i.Expires = f.clock.Now().Add(life).Truncate(time.Second)
	return i
}

// storeExpired stores an item with a count, an index and version 2, and lets it expire.
func (f fixture) storeExpired(sk string) {
	f.Helper()
	i := f.expiring(sk, "expired", time.Minute)
	i.Index = table.Key{PK: "by", SK: sk}
	i.Count = 9
	f.ok(table.Put(i))
	f.ok(table.Put(i))
	f.clock.Pass(2 * time.Minute)
}

var expiryChecks = []Check{
	check("an item is found until the second in which it expires", func(f fixture) {
		i := f.expiring("a", "fresh", time.Minute)
		f.ok(table.Put(i))
		i.Version = 1
		f.clock.Pass(i.Expires.Sub(f.clock.Now()) - time.Millisecond)
		f.holds(i)
		f.lists(table.Query{PK: "test"}, "a")
		f.clock.Pass(time.Millisecond)
		f.absent(key("a"))
		f.lists(table.Query{PK: "test"})
	}),
	check("an item written with an expiry in the past is absent at once", func(f fixture) {
		f.ok(table.Put(item("a", "one")))
		f.ok(table.Put(f.expiring("a", "late", -time.Hour)))
		f.absent(key("a"))
		f.ok(table.Create(item("a", "two")))
		want := item("a", "two")
		want.Version = 1
		f.holds(want)
	}),
	check("an expired item is not listed, in the table or the index", func(f fixture) {
		f.storeExpired("b")
		for _, sk := range []string{"a", "c"} {
			i := item(sk, "fresh")
			i.Index = table.Key{PK: "by", SK: sk}
			f.ok(table.Put(i))
		}
		for _, q := range []table.Query{
			{PK: "test"}, {PK: "test", Limit: 1}, {PK: "test", Limit: 2}, {PK: "by", Index: true}, {PK: "by", Index: true, Limit: 1},
		} {
			f.lists(q, "a", "c")
			q.Descending = true
			f.lists(q, "c", "a")
		}
	}),
	check("a page is filled past expired items", func(f fixture) {
		for _, sk := range []string{"a", "b", "c", "d"} {
			f.ok(table.Put(f.expiring(sk, "expired", time.Minute)))
		}
		f.clock.Pass(time.Hour)
		f.ok(table.Put(item("e", "fresh")), table.Put(item("f", "fresh")))
		page, err := f.Query(ctx, table.Query{PK: "test", Limit: 2})
		if err != nil || len(page.Items) != 2 {
			f.Fatalf("page has %q, want e and f (%v)", sortKeys(page.Items), err)
		}
	}),
	check("Create replaces an expired item", func(f fixture) {
		f.storeExpired("a")
		f.ok(table.Create(item("a", "fresh")))
		want := item("a", "fresh")
		want.Version = 1
		f.holds(want)
		f.lists(table.Query{PK: "by", Index: true})
	}),
	check("Replace and Delete at a version do not find an expired item", func(f fixture) {
		f.storeExpired("a")
		f.conflicts([]int{0}, table.Replace(item("a", "fresh"), 2))
		f.conflicts([]int{0}, table.Delete(key("a"), 2))
		f.ok(table.Delete(key("a"), 0))
		f.absent(key("a"))
	}),
	check("Add counts an expired item from 0", func(f fixture) {
		f.storeExpired("a")
		f.conflicts([]int{0}, table.Add(key("a"), 11, 0, 10))
		f.conflicts([]int{0}, table.Add(key("a"), -1, 0, 10))
		f.ok(table.Add(key("a"), 2, 0, 10))
		f.holds(table.Item{Key: key("a"), Count: 2, Version: 1})
		f.lists(table.Query{PK: "by", Index: true})
	}),
	check("a set treats expired items as absent and reports real conflicts", func(f fixture) {
		f.storeExpired("a")
		f.storeExpired("b")
		f.storeExpired("c")
		f.ok(table.Create(item("there", "one")))
		f.conflicts([]int{2, 3},
			table.Add(key("a"), 1, 0, 5), table.Put(item("b", "fresh")), table.Add(key("c"), 9, 0, 5), table.Create(item("there", "two")))
		f.absent(key("a"), key("b"), key("c"))
		f.ok(table.Add(key("a"), 1, 0, 5), table.Put(item("b", "fresh")), table.Create(item("c", "fresh")))
		f.holds(table.Item{Key: key("a"), Count: 1, Version: 1})
		f.holds(table.Item{Key: key("b"), Data: []byte("fresh"), Version: 1})
		f.holds(table.Item{Key: key("c"), Data: []byte("fresh"), Version: 1})
	}),
	check("200 concurrent Adds to an expired item stop at the cap", func(f fixture) {
		f.storeExpired("a")
		const top = 50
		if succeeded := f.race(func(int) []table.Op { return []table.Op{table.Add(key("a"), 1, 0, top)} }); succeeded != top {
			f.Errorf("%d succeeded, want %d", succeeded, top)
		}
		f.holds(table.Item{Key: key("a"), Count: top, Version: top})
	}),
}

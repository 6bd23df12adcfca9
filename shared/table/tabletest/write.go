package tabletest

import (
	"context"
	"errors"
	"time"

	"ordering/shared/table"
)

var writeChecks = []Check{
	check("Put replaces every attribute", func(f fixture) {
		full := item("a", "one")
		full.Expires = f.clock.Now().Add(time.Hour).Truncate(time.Second)
		full.Index = table.Key{PK: "by", SK: "a"}
		full.Count = 7
		f.ok(table.Put(full))
		full.Version = 1
		f.holds(full)
		f.ok(table.Put(table.Item{Key: key("a")}))
		f.holds(table.Item{Key: key("a"), Version: 2})
	}),
	check("Create writes only an absent item", func(f fixture) {
		f.ok(table.Create(item("a", "one")))
		f.conflicts([]int{0}, table.Create(item("a", "two")))
		want := item("a", "one")
		want.Version = 1
		f.holds(want)
	}),
	check("Replace writes only at its version", func(f fixture) {
		f.conflicts([]int{0}, table.Replace(item("a", "none"), 1))
		f.conflicts([]int{0}, table.Replace(item("a", "none"), 0))
		f.absent(key("a"))
		f.ok(table.Create(item("a", "one")))
		f.ok(table.Replace(item("a", "two"), 1))
		f.conflicts([]int{0}, table.Replace(item("a", "three"), 1))
		f.conflicts([]int{0}, table.Replace(item("a", "three"), 3))
		f.conflicts([]int{0}, table.Replace(item("a", "three"), 0))
		want := item("a", "two")
		want.Version = 2
		f.holds(want)
	}),
	check("Delete removes at its version, or at any version", func(f fixture) {
		f.ok(table.Delete(key("a"), 0)) // absent: succeeds
		f.conflicts([]int{0}, table.Delete(key("a"), 1))
		f.ok(table.Create(item("a", "one")))
		f.conflicts([]int{0}, table.Delete(key("a"), 2))
		f.ok(table.Delete(key("a"), 1))
		f.absent(key("a"))
		f.ok(table.Create(item("a", "again")))
		f.ok(table.Delete(key("a"), 0))
		f.absent(key("a"))
	}),
	check("Add counts within its bounds", func(f fixture) {
		f.conflicts([]int{0}, table.Add(key("a"), 11, 0, 10))
		f.conflicts([]int{0}, table.Add(key("a"), -1, 0, 10))
		f.absent(key("a"))
		f.ok(table.Add(key("a"), 10, 0, 10))
		f.holds(table.Item{Key: key("a"), Count: 10, Version: 1})
		f.conflicts([]int{0}, table.Add(key("a"), 1, 0, 10))
		f.ok(table.Add(key("a"), -10, 0, 10))
		f.conflicts([]int{0}, table.Add(key("a"), -1, 0, 10))
		f.holds(table.Item{Key: key("a"), Count: 0, Version: 2})
	}),
	check("Add checks the bounds of the result only", func(f fixture) {
		f.ok(table.Add(key("a"), 20, 0, 100))
		f.conflicts([]int{0}, table.Add(key("a"), -1, 0, 10)) // 19 is still too many
		f.ok(table.Add(key("a"), -12, 0, 10))
		f.holds(table.Item{Key: key("a"), Count: 8, Version: 2})
		f.conflicts([]int{0}, table.Add(key("b"), 1, 5, 10))
		f.ok(table.Add(key("b"), 0, 0, 0))
		f.holds(table.Item{Key: key("b"), Version: 1})
		f.conflicts([]int{0}, table.Add(key("a"), 0, 9, 7)) // no number is between these
	}),
	check("Add sets the expiry only of an item that it creates", func(f fixture) {
		soon := f.clock.Now().Add(time.Hour).Truncate(time.Second)
		add := table.Add(key("a"), 1, 0, 10)
		add.Item.Expires = soon
		f.ok(add)
		f.holds(table.Item{Key: key("a"), Count: 1, Version: 1, Expires: soon})
		add.Item.Expires = soon.Add(time.Hour)
		f.ok(add)
		f.holds(table.Item{Key: key("a"), Count: 2, Version: 2, Expires: soon})
		f.ok(table.Add(key("b"), 1, 0, 10))
		add.Item.Key = key("b")
		f.ok(add)
		f.holds(table.Item{Key: key("b"), Count: 2, Version: 2})
	}),
	check("Add reaches the limits of int64 without overflow", func(f fixture) {
		const top, bottom = 1<<63 - 1, -1 << 63
		f.ok(table.Add(key("a"), top, bottom, top))
		f.holds(table.Item{Key: key("a"), Count: top, Version: 1})
		f.conflicts([]int{0}, table.Add(key("a"), 1, bottom, top))
		f.ok(table.Add(key("a"), bottom, bottom, top))
		f.ok(table.Add(key("a"), bottom+1, bottom, top))
		f.holds(table.Item{Key: key("a"), Count: bottom, Version: 3})
		f.conflicts([]int{0}, table.Add(key("a"), -1, bottom, top))
	}),
	check("an ended context neither writes nor reads", func(f fixture) {
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if err := f.Write(ended, table.Put(item("a", "one"))); !errors.Is(err, context.Canceled) {
			f.Fatalf("Write: got %v, want context.Canceled", err)
		}
		f.absent(key("a"))
		f.ok(table.Put(item("a", "one")))
		if _, err := f.Get(ended, key("a")); !errors.Is(err, context.Canceled) {
			f.Fatalf("Get: got %v, want context.Canceled", err)
		}
		if _, err := f.Query(ended, table.Query{PK: "test"}); !errors.Is(err, context.Canceled) {
			f.Fatalf("Query: got %v, want context.Canceled", err)
		}
	}),
}

var setChecks = []Check{
	check("a set is written completely", func(f fixture) {
		f.ok(table.Create(item("replaced", "old")), table.Create(item("deleted", "old")))
		f.ok(
			table.Put(item("put", "p")),
			table.Create(item("created", "c")),
			table.Replace(item("replaced", "r"), 1),
			table.Delete(key("deleted"), 1),
			table.Add(key("added"), 2, 0, 5),
		)
		for sk, want := range map[string]table.Item{
			"put":      {Version: 1, Data: []byte("p")},
			"created":  {Version: 1, Data: []byte("c")},
			"replaced": {Version: 2, Data: []byte("r")},
			"added":    {Version: 1, Count: 2},
		} {
			want.Key = key(sk)
			f.holds(want)
		}
		f.absent(key("deleted"))
	}),
	check("one failed operation at any position rolls back the set", func(f fixture) {
		f.ok(table.Create(item("there", "old")), table.Add(key("full"), 5, 0, 5))
		old := item("there", "old")
		old.Version = 1
		for _, bad := range []table.Op{
			table.Create(item("there", "new")),
			table.Replace(item("there", "new"), 9),
			table.Delete(key("there"), 9),
			table.Add(key("full"), 1, 0, 5),
			table.Delete(key("missing"), 1),
		} {
			good := []table.Op{table.Put(item("x", "x")), table.Create(item("y", "y")), table.Add(key("z"), 1, 0, 5), table.Delete(key("gone"), 0)}
			for at := range len(good) + 1 {
				ops := append([]table.Op{}, good[:at]...)
				ops = append(append(ops, bad), good[at:]...)
				f.conflicts([]int{at}, ops...)
				f.absent(key("x"), key("y"), key("z"))
				f.holds(old)
				f.holds(table.Item{Key: key("full"), Count: 5, Version: 1})
			}
		}
	}),
	check("a Conflict names every operation that failed", func(f fixture) {
		f.ok(table.Create(item("a", "one")), table.Create(item("c", "one")))
		f.conflicts([]int{0, 2, 3},
			table.Create(item("a", "two")), table.Create(item("b", "two")),
			table.Replace(item("c", "two"), 5), table.Delete(key("d"), 1))
		f.absent(key("b"))
		err := f.Write(ctx, table.Create(item("a", "two")), table.Put(item("b", "two")))
		if !table.Failed(err, key("a")) || table.Failed(err, key("b")) {
			f.Fatalf("Failed reports the wrong key for %v", err)
		}
	}),
	check("an empty set succeeds", func(f fixture) { f.ok() }),
}

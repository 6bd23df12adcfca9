package tabletest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ordering/shared/table"
)

// unusualKeys are keys that a careless engine corrupts, in byte order.
var unusualKeys = []string{
	"\x01", " ", " lead", "%", "'; DROP TABLE item; --", "*", "/", "0", "10", "9", "A", "Z", "a", "a\x00", "a\x00b", "a\n", "a ", "a/b",
	"cafe\u0301", "caf\u00e9", "\u00e9", "Ω", "日本", "\ue000", "\uffff", "🍔", "🍔🍟",
}

var dataChecks = []Check{
	check("data is returned unchanged", func(f fixture) {
		every := make([]byte, 256)
		for n := range every {
			every[n] = byte(n)
		}
		for n, data := range [][]byte{every, []byte(`{"a":1}`), {0}, {0xff, 0xfe}, []byte("é🍔"), bytes.Repeat([]byte{0, 0x80}, 5000)} {
			i := table.Item{Key: key(fmt.Sprint(n)), Data: data}
			f.ok(table.Put(i))
			i.Version = 1
			f.holds(i)
		}
	}),
	check("empty data is read as nil", func(f fixture) {
		f.ok(table.Put(table.Item{Key: key("nil")}), table.Put(table.Item{Key: key("empty"), Data: []byte{}}))
		for _, sk := range []string{"nil", "empty"} {
			f.holds(table.Item{Key: key(sk), Version: 1})
			if got, _ := f.Get(ctx, key(sk)); got.Data != nil {
				f.Errorf("%s: data is %#v, want nil", sk, got.Data)
			}
		}
		f.ok(table.Put(item("nil", "some")))
		f.ok(table.Put(table.Item{Key: key("nil")}))
		f.holds(table.Item{Key: key("nil"), Version: 3})
	}),
	check("the table shares no memory with its caller", func(f fixture) {
		data := []byte("mine")
		f.ok(table.Put(table.Item{Key: key("a"), Data: data}))
		copy(data, "gone")
		want := item("a", "mine")
		want.Version = 1
		got, err := f.Get(ctx, key("a"))
		if err != nil {
			f.Fatalf("Get: %v", err)
		}
		copy(got.Data, "gone")
		f.holds(want)
	}),
	check("unusual keys are distinct and in byte order", func(f fixture) {
		if !slices.IsSorted(unusualKeys) {
			f.Fatalf("the check's own keys are out of order")
		}
		for n, sk := range unusualKeys {
			i := item(sk, fmt.Sprint(n))
			i.Index = table.Key{PK: "by", SK: sk}
			f.ok(table.Create(i))
			f.ok(table.Create(table.Item{Key: table.Key{PK: "pk " + sk, SK: sk}, Count: int64(n)}))
		}
		f.lists(table.Query{PK: "test"}, unusualKeys...)
		f.lists(table.Query{PK: "test", Limit: 1}, unusualKeys...)
		f.lists(table.Query{PK: "by", Index: true, Limit: 2}, unusualKeys...)
		f.lists(table.Query{PK: "by", Index: true, Limit: 1, Descending: true}, reversed(unusualKeys)...)
		for n, sk := range unusualKeys {
			want := item(sk, fmt.Sprint(n))
			want.Version, want.Index = 1, table.Key{PK: "by", SK: sk}
			f.holds(want)
			f.holds(table.Item{Key: table.Key{PK: "pk " + sk, SK: sk}, Count: int64(n), Version: 1})
			f.conflicts([]int{0}, table.Create(item(sk, "again")))
		}
	}),
	check("an invalid key is not found", func(f fixture) {
		for _, k := range invalidKeys {
			f.absent(k)
			f.lists(table.Query{PK: k.PK, From: k.SK})
		}
	}),
}

var invalidKeys = []table.Key{
	{}, {PK: "", SK: "a"}, {PK: strings.Repeat("k", 2049), SK: "a"}, {PK: "never", SK: strings.Repeat("k", 1025)},
	{PK: "\xff", SK: "a"}, {PK: "never", SK: "\xc3\x28"},
}

var limitChecks = []Check{
	check("keys of the maximum length are stored", func(f fixture) {
		k := table.Key{PK: strings.Repeat("k", 2048), SK: strings.Repeat("é", 512)}
		i := table.Item{Key: k, Index: k, Data: []byte("long")}
		f.ok(table.Put(i))
		i.Version = 1
		f.holds(i)
		f.lists(table.Query{PK: k.PK, Index: true, Limit: 1}, k.SK)
	}),
	check("invalid keys are rejected", func(f fixture) {
		for _, k := range invalidKeys {
			for _, op := range []table.Op{
				table.Put(table.Item{Key: k}), table.Create(table.Item{Key: k}), table.Replace(table.Item{Key: k}, 1),
				table.Delete(k, 0), table.Add(k, 1, 0, 1),
			} {
				f.rejects(table.ErrInvalid, table.Put(item("a", "one")), op)
			}
		}
		for _, k := range []table.Key{{PK: "by"}, {SK: "a"}, {PK: "by", SK: "\xff"}} {
			f.rejects(table.ErrInvalid, table.Put(item("a", "one")), table.Put(table.Item{Key: key("b"), Index: k}))
		}
		f.absent(key("a"))
	}),
	check("two operations on one key are rejected", func(f fixture) {
		f.rejects(table.ErrInvalid, table.Delete(key("a"), 0), table.Put(item("a", "one")))
		f.rejects(table.ErrInvalid, table.Op{Item: item("a", "one")})
		f.absent(key("a"))
	}),
	check("an item is at most 400 KB", func(f fixture) {
		i := item("a", "")
		i.Index = table.Key{PK: "by", SK: "a"}
		i.Count = 1<<63 - 1
		i.Expires = f.clock.Now().Add(1e15).Truncate(1e9)
		i.Data = bytes.Repeat([]byte("x"), table.MaxItem-table.Size(i))
		for _, write := range []func(table.Item) table.Op{table.Put, table.Create, func(i table.Item) table.Op { return table.Replace(i, 1) }} {
			f.ok(table.Delete(key("a"), 0))
			if write(i).Kind == table.KindReplace {
				f.ok(table.Put(item("a", "old")))
			}
			f.ok(write(i))
			heavy := i
			heavy.Data = append(slices.Clone(i.Data), 'x')
			f.rejects(table.ErrTooLarge, write(heavy))
			f.rejects(table.ErrTooLarge, table.Put(item("b", "light")), write(heavy))
		}
		i.Version = 2
		f.holds(i)
		f.absent(key("b"))
	}),
	check("a set has at most 100 operations", func(f fixture) {
		var ops []table.Op
		for n := range table.MaxSet + 1 {
			ops = append(ops, table.Create(item(fmt.Sprintf("%03d", n), "x")))
		}
		f.rejects(table.ErrTooLarge, ops...)
		f.lists(table.Query{PK: "test"})
		f.ok(ops[:table.MaxSet]...)
		items, _ := f.all(table.Query{PK: "test"})
		if len(items) != table.MaxSet {
			f.Fatalf("%d items, want %d", len(items), table.MaxSet)
		}
		f.conflicts([]int{99}, append(slices.Clone(ops[100:]), append(replacements(98), ops[99])...)...)
	}),
	check("a set is at most 4 MB", func(f fixture) {
		var ops []table.Op
		left := table.MaxSetSize
		for n := 0; left > 0; n++ {
			i := f.expiring(fmt.Sprintf("%03d", n), "", 1e15)
			i.Index = table.Key{PK: "by", SK: i.SK}
			i.Count = -1 << 63
			i.Data = bytes.Repeat([]byte("x"), min(left, table.MaxItem)-table.Size(i))
			left -= table.Size(i)
			ops = append(ops, table.Put(i))
		}
		f.rejects(table.ErrTooLarge, append(slices.Clone(ops), table.Delete(key("missing"), 0))...)
		f.lists(table.Query{PK: "test"})
		f.ok(ops...)
		if items, _ := f.all(table.Query{PK: "test"}); len(items) != len(ops) {
			f.Fatalf("%d items, want %d", len(items), len(ops))
		}
	}),
	check("an invalid cursor is reported even for an empty range", func(f fixture) {
		if _, err := f.Query(ctx, table.Query{PK: "", Cursor: "x"}); !errors.Is(err, table.ErrBadCursor) {
			f.Fatalf("got %v, want ErrBadCursor", err)
		}
	}),
}

func replacements(n int) []table.Op {
	var ops []table.Op
	for i := range n {
		ops = append(ops, table.Replace(item(fmt.Sprintf("%03d", i), "y"), 1))
	}
	return ops
}

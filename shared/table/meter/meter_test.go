package meter_test

import (
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

func document(sk string, size int) table.Item {
	return table.Item{Key: table.Key{PK: "p", SK: sk}, Data: make([]byte, size)}
}

func TestUnits(t *testing.T) {
	indexed := func(i table.Item, at string) table.Item {
		i.Index = table.Key{PK: "by", SK: at}
		return i
	}
	key := func(sk string) table.Key { return table.Key{PK: "p", SK: sk} }
	get := func(sk string) func(*testing.T, table.Table) {
		return func(t *testing.T, m table.Table) {
			_, err := m.Get(t.Context(), key(sk))
			assert.Assert(t, err == nil || errors.Is(err, table.ErrNotFound), err)
		}
	}
	query := func(q table.Query) func(*testing.T, table.Table) {
		return func(t *testing.T, m table.Table) {
			_, err := m.Query(t.Context(), q)
			assert.NilError(t, err)
		}
	}
	write := func(ops ...table.Op) func(*testing.T, table.Table) {
		return func(t *testing.T, m table.Table) {
			err := m.Write(t.Context(), ops...)
			c := (*table.Conflict)(nil)
			assert.Assert(t, err == nil || errors.As(err, &c) || errors.Is(err, table.ErrInvalid), err)
		}
	}
	for name, c := range map[string]struct {
		do   func(*testing.T, table.Table)
		want meter.Tally
	}{
		"read an absent item":        {get("none"), meter.Tally{Gets: 1, ReadUnits: 1}},
		"read a small item":          {get("small"), meter.Tally{Gets: 1, ReadUnits: 1}},
		"read 9 KB":                  {get("large"), meter.Tally{Gets: 1, ReadUnits: 3}},
		"list an empty partition":    {query(table.Query{PK: "q"}), meter.Tally{Queries: 1, ReadUnits: 1}},
		"list all":                   {query(table.Query{PK: "p"}), meter.Tally{Queries: 1, ReadUnits: 3}},
		"list the index":             {query(table.Query{PK: "by", Index: true}), meter.Tally{Queries: 1, ReadUnits: .5}},
		"create a small item":        {write(table.Create(document("a", 100))), meter.Tally{Writes: 1, WriteUnits: 1}},
		"create 2.5 KB":              {write(table.Create(document("a", 2500))), meter.Tally{Writes: 1, WriteUnits: 3}},
		"create an existing item":    {write(table.Create(document("large", 100))), meter.Tally{Writes: 1, WriteUnits: 9}},
		"replace large by small":     {write(table.Replace(document("large", 1), 1)), meter.Tally{Writes: 1, WriteUnits: 9}},
		"delete":                     {write(table.Delete(key("large"), 0)), meter.Tally{Writes: 1, WriteUnits: 9}},
		"delete at a version":        {write(table.Delete(key("large"), 1)), meter.Tally{Writes: 1, WriteUnits: 18}},
		"delete an absent item":      {write(table.Delete(key("none"), 0)), meter.Tally{Writes: 1, WriteUnits: 1}},
		"count":                      {write(table.Add(key("small"), 1, 0, 9)), meter.Tally{Writes: 1, WriteUnits: 2}},
		"a set of two":               {write(table.Put(document("a", 1)), table.Put(document("b", 1500))), meter.Tally{Writes: 1, WriteUnits: 6}},
		"a set that fails":           {write(table.Create(document("a", 1500)), table.Delete(key("small"), 9)), meter.Tally{Writes: 1, WriteUnits: 6}},
		"an item enters the index":   {write(table.Put(indexed(document("a", 1500), "1"))), meter.Tally{Writes: 1, WriteUnits: 4}},
		"an item stays in the index": {write(table.Put(indexed(document("seen", 1), "1"))), meter.Tally{Writes: 1, WriteUnits: 4}},
		"an item moves in the index": {write(table.Put(indexed(document("seen", 1), "2"))), meter.Tally{Writes: 1, WriteUnits: 5}},
		"an item leaves the index":   {write(table.Put(document("seen", 1))), meter.Tally{Writes: 1, WriteUnits: 4}},
		"add to an indexed item":     {write(table.Add(key("seen"), 1, 0, 1)), meter.Tally{Writes: 1, WriteUnits: 6}},
		"a malformed write":          {write(table.Put(table.Item{})), meter.Tally{}},
	} {
		t.Run(name, func(t *testing.T) {
			inner := sqlitetest.Open(t, time.Now)
			err := inner.Write(t.Context(), table.Create(document("small", 100)), table.Create(document("large", 9000)), table.Create(indexed(document("seen", 1500), "1")))
			assert.NilError(t, err)
			m := meter.New(inner)
			before := m.Tally()
			c.do(t, m)
			assert.Equal(t, m.Tally().Sub(before), c.want)
		})
	}
}

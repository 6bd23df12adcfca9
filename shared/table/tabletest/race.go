package tabletest

import (
	"errors"
	"fmt"
	"sync/atomic"

	"ordering/shared/table"
)

// racers is the number of concurrent writers. With fewer, a read between another's read and write can go undetected.
const racers = 200

// race runs op once per racer, all at once, and counts the successes. An error other than Conflict fails the test.
func (f fixture) race(op func(i int) []table.Op) int64 {
	f.Helper()
	var succeeded atomic.Int64
	together(racers, func(i int) {
		err := f.Write(ctx, op(i)...)
		var c *table.Conflict
		switch {
		case err == nil:
			succeeded.Add(1)
		case !errors.As(err, &c):
			f.Errorf("racer %d: %v", i, err)
		}
	})
	return succeeded.Load()
}

var raceChecks = []Check{
	check("one of 200 concurrent Replaces of a version succeeds", func(f fixture) {
		f.ok(table.Create(item("a", "start")))
		for version := int64(1); version <= 3; version++ {
			if succeeded := f.race(func(i int) []table.Op {
				return []table.Op{table.Replace(item("a", fmt.Sprint("racer ", i)), version)}
			}); succeeded != 1 {
				f.Fatalf("got %d successful writes over version %d, want 1", succeeded, version)
			}
		}
		got, err := f.Get(ctx, key("a"))
		if err != nil || got.Version != 4 {
			f.Fatalf("version is %d, want 4 (%v)", got.Version, err)
		}
	}),
	check("one of 200 concurrent Creates succeeds", func(f fixture) {
		if succeeded := f.race(func(i int) []table.Op { return []table.Op{table.Create(item("a", fmt.Sprint(i)))} }); succeeded != 1 {
			f.Fatalf("got %d successful creates, want 1", succeeded)
		}
	}),
	check("one of 200 concurrent Deletes of a version succeeds", func(f fixture) {
		f.ok(table.Create(item("a", "one")))
		if succeeded := f.race(func(int) []table.Op { return []table.Op{table.Delete(key("a"), 1)} }); succeeded != 1 {
			f.Fatalf("got %d successful deletes, want 1", succeeded)
		}
	}),
	check("200 concurrent Puts make 200 versions", func(f fixture) {
		if succeeded := f.race(func(i int) []table.Op { return []table.Op{table.Put(item("a", fmt.Sprint(i)))} }); succeeded != racers {
			f.Fatalf("%d of %d were written", succeeded, racers)
		}
		if got, err := f.Get(ctx, key("a")); err != nil || got.Version != racers {
			f.Fatalf("version is %d, want %d (%v)", got.Version, racers, err)
		}
	}),
	check("200 concurrent Adds stop at the cap", func(f fixture) {
		const top = 70
		if succeeded := f.race(func(int) []table.Op { return []table.Op{table.Add(key("a"), 1, 0, top)} }); succeeded != top {
			f.Errorf("%d succeeded, want %d", succeeded, top)
		}
		f.holds(table.Item{Key: key("a"), Count: top, Version: top})
	}),
	check("200 concurrent negative Adds stop at zero", func(f fixture) {
		f.ok(table.Add(key("a"), 100, 0, 100))
		if succeeded := f.race(func(int) []table.Op { return []table.Op{table.Add(key("a"), -3, 0, 100)} }); succeeded != 33 {
			f.Errorf("%d succeeded, want 33", succeeded)
		}
		f.holds(table.Item{Key: key("a"), Count: 1, Version: 34})
	}),
	check("200 concurrent sets of an Add and a Create are atomic", func(f fixture) {
		const top = 40
		succeeded := f.race(func(i int) []table.Op {
			ops := []table.Op{
				table.Add(key("places"), 2, 0, 2*top+1),
				table.Create(table.Item{Key: table.Key{PK: "guests", SK: fmt.Sprintf("%03d", i)}}),
			}
			if i%2 == 0 { // the order within a set does not matter
				ops[0], ops[1] = ops[1], ops[0]
			}
			return ops
		})
		guests, _ := f.all(table.Query{PK: "guests"})
		if succeeded != top || len(guests) != top {
			f.Errorf("%d succeeded and %d documents were written, want %d", succeeded, len(guests), top)
		}
		f.holds(table.Item{Key: key("places"), Count: 2 * top, Version: top})
	}),
}

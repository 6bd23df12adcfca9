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
	var won atomic.Int64
	together(racers, func(i int) {
		err := f.Write(ctx, op(i)...)
		var c *table.Conflict
		switch {
		case err == nil:
			won.Add(1)
		case !errors.As(err, &c):
			f.Errorf("racer %d: %v", i, err)
		}
	})
	return won.Load()
}

var raceChecks = []Check{
	check("of 200 that Replace one version exactly one wins", func(f fixture) {
		f.ok(table.Create(item("a", "start")))
		for version := int64(1); version <= 3; version++ {
			if won := f.race(func(i int) []table.Op {
				return []table.Op{table.Replace(item("a", fmt.Sprint("racer ", i)), version)}
			}); won != 1 {
				f.Fatalf("%d wrote over version %d", won, version)
			}
		}
		got, err := f.Get(ctx, key("a"))
		if err != nil || got.Version != 4 {
			f.Fatalf("version is %d, want 4 (%v)", got.Version, err)
		}
	}),
	check("of 200 that Create exactly one wins", func(f fixture) {
		if won := f.race(func(i int) []table.Op { return []table.Op{table.Create(item("a", fmt.Sprint(i)))} }); won != 1 {
			f.Fatalf("%d created it", won)
		}
	}),
	check("of 200 that Delete one version exactly one wins", func(f fixture) {
		f.ok(table.Create(item("a", "one")))
		if won := f.race(func(int) []table.Op { return []table.Op{table.Delete(key("a"), 1)} }); won != 1 {
			f.Fatalf("%d deleted it", won)
		}
	}),
	check("200 that Put leave 200 versions", func(f fixture) {
		if won := f.race(func(i int) []table.Op { return []table.Op{table.Put(item("a", fmt.Sprint(i)))} }); won != racers {
			f.Fatalf("%d of %d were written", won, racers)
		}
		if got, err := f.Get(ctx, key("a")); err != nil || got.Version != racers {
			f.Fatalf("version is %d, want %d (%v)", got.Version, racers, err)
		}
	}),
	check("200 that Add up to a cap end at the cap", func(f fixture) {
		const top = 70
		if won := f.race(func(int) []table.Op { return []table.Op{table.Add(key("a"), 1, 0, top)} }); won != top {
			f.Errorf("%d were let in, want %d", won, top)
		}
		f.holds(table.Item{Key: key("a"), Count: top, Version: top})
	}),
	check("200 that Add down to zero end at zero", func(f fixture) {
		f.ok(table.Add(key("a"), 100, 0, 100))
		if won := f.race(func(int) []table.Op { return []table.Op{table.Add(key("a"), -3, 0, 100)} }); won != 33 {
			f.Errorf("%d were taken, want 33", won)
		}
		f.holds(table.Item{Key: key("a"), Count: 1, Version: 34})
	}),
	check("200 that Add with a document each in one set are let in whole", func(f fixture) {
		const top = 40
		won := f.race(func(i int) []table.Op {
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
		if won != top || len(guests) != top {
			f.Errorf("%d were let in and %d documents written, want %d", won, len(guests), top)
		}
		f.holds(table.Item{Key: key("places"), Count: 2 * top, Version: top})
	}),
}

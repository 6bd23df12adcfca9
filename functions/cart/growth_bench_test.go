package cart_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// BenchmarkGrowth measures adding an item to a cart, and the nearest 20 restaurants that serve now, in a table with n restaurants and n
// orders. Run it with -benchtime=1000x: the median of the adds, and the processor time of a search.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			engine := sqlitetest.Open(b, time.Now)
			seed(b, engine)
			listing := location.NewListing(fill(b, engine, n))
			guest := &shopper{handler: api.Handler(cart.New(engine, brand.Default(), naming, time.Now).Operations(), nil)}
			then := location.At(time.Now())
			var adds []float64
			for b.Loop() {
				begun := time.Now()
				assert.NilError(b, guest.add())
				adds = append(adds, float64(time.Since(begun).Microseconds()))
			}
			const searches = 100
			begun := processorTime(b)
			for range searches {
				from := location.Point{Latitude: 25 + 25*rand.Float64(), Longitude: -125 + 55*rand.Float64()}
				listing.Near(from, 20, func(l *location.Location) bool { return then.Serves(l, location.Pickup) })
			}
			b.ReportMetric(median(adds), "µs/add")
			b.ReportMetric(float64((processorTime(b)-begun).Microseconds())/searches, "µs/search")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processorTime returns what this process has used. A search waits for nothing, so other work on the machine does not count.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	assert.NilError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// fill writes n restaurants across North America, which it returns, and n orders of two items each.
func fill(b *testing.B, t table.Table, n int) []location.Location {
	var set []table.Op
	write := func(ops ...table.Op) {
		if set = append(set, ops...); len(set) < table.MaxSet-1 && len(ops) > 0 {
			return
		}
		assert.NilError(b, t.Write(b.Context(), append(set, location.Changed())...))
		set = nil
	}
	all := make([]location.Location, n)
	snapshot, progress := []byte(strings.Repeat("x", 2000)), []byte(strings.Repeat("x", 500))
	for i := range n {
		l := newLocation(fmt.Sprintf("grown-%06d", i), "US", "OK", "America/Chicago", money.USD)
		l.Address.Latitude, l.Address.Longitude = 25+25*rand.Float64(), -125+55*rand.Float64()
		all[i] = l
		restaurant := l.Item()
		order := fmt.Sprintf("order#%06d-%d", i*7919%n, i)
		write(
			table.Put(restaurant), table.Put(table.Item{Key: table.Key{PK: order, SK: "order"}, Data: snapshot}),
			table.Put(table.Item{Key: table.Key{PK: order, SK: "progress"}, Data: progress}),
		)
	}
	write()
	return all
}

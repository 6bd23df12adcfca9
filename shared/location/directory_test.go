package location_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

// scattered returns n restaurants over the continent, some of them at the same point.
func scattered(n int) []location.Location {
	r := rand.New(rand.NewPCG(1941, 650))
	all := make([]location.Location, n)
	for i := range all {
		all[i] = location.Location{ID: fmt.Sprintf("r%05d", i), Slug: fmt.Sprintf("grill-%05d", i), Label: "Grill", Status: location.StatusOpen, OnlineOrdering: true,
			Handoffs: []location.Handoff{location.Pickup}, TimeZone: "America/Chicago",
			Address: location.Address{City: fmt.Sprint("City ", i%700), State: "TX", Country: "US", Latitude: 25 + 25*r.Float64(), Longitude: -125 + 55*r.Float64()}}
		if i%10 == 0 && i > 0 {
			all[i].Address.Latitude, all[i].Address.Longitude = all[i-1].Address.Latitude, all[i-1].Address.Longitude
		}
		if i%3 == 0 {
			all[i].Handoffs = append(all[i].Handoffs, location.Curbside)
		}
	}
	return all
}

func TestNearMatchesSortingAllLocations(t *testing.T) {
	all := scattered(1500)
	listing := location.NewListing(all)
	brings := func(l *location.Location) bool { return l.Offers(location.Curbside) }
	for _, from := range []location.Point{{Latitude: 36.1, Longitude: -95.9}, {Latitude: 25, Longitude: -70}, {Latitude: -80, Longitude: 100}} {
		for _, n := range []int{1, 2, 20, 100, 499, 500, 600} {
			var want []location.Location
			for _, l := range listing.All() {
				if brings(&l) {
					want = append(want, l)
				}
			}
			slices.SortStableFunc(want, func(a, b location.Location) int {
				return cmp.Compare(from.Meters(a.Address.Point()), from.Meters(b.Address.Point()))
			})
			got, total := listing.Near(from, n, brings)
			assert.Check(t, is.Equal(total, len(want)))
			assert.Assert(t, is.Len(got, min(n, len(want))))
			for i := range got {
				d := got[i].Meters - from.Meters(want[i].Address.Point())
				assert.Check(t, math.Abs(d) <= 0.001, "place %d of %d is off by %f m", i, n, d)
			}
		}
	}
}

func TestDistances(t *testing.T) {
	tulsa, austin := location.Point{Latitude: 36.15, Longitude: -95.99}, location.Point{Latitude: 30.27, Longitude: -97.74}
	for name, c := range map[string]struct {
		a, b location.Point
		want float64
	}{
		"Tulsa to Austin":      {tulsa, austin, 673_500},
		"to the same place":    {tulsa, tulsa, 0},
		"over the date line":   {location.Point{Latitude: 52, Longitude: 179.5}, location.Point{Latitude: 52, Longitude: -179.5}, 68_460},
		"to the other side":    {location.Point{}, location.Point{Longitude: 180}, 20_015_115},
		"a hundred metres":     {tulsa, location.Point{Latitude: 36.1509, Longitude: -95.99}, 100},
		"a degree of latitude": {location.Point{Latitude: 45}, location.Point{Latitude: 46}, 111_195},
	} {
		got := c.a.Meters(c.b)
		assert.Check(t, math.Abs(got-c.want) <= c.want*0.005+0.1, "%s: %.0f m, want %.0f", name, got, c.want)
	}
}

func TestDirectoryRereadsOnlyChanges(t *testing.T) {
	b := sqlitetest.New(t, time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	save := func(l location.Location) {
		t.Helper()
		item := l.Item()
		b.Put(table.Put(item), location.Changed())
	}
	metered := meter.New(b.Table)
	directory := location.NewDirectory(metered, b.Now)
	read := func() (*location.Listing, int) {
		t.Helper()
		before := metered.Tally()
		listing, err := directory.Read(t.Context())
		assert.NilError(t, err)
		return listing, metered.Tally().Sub(before).Queries
	}
	save(location.Location{ID: "a", Slug: "brookside", Label: "Brookside"})
	first, _ := read()
	b.Pass(3 * time.Second)
	if again, queries := read(); again != first || queries != 0 {
		t.Errorf("without a change: got %d queries, want none", queries)
	}
	save(location.Location{ID: "b", Slug: "blue-dome", Label: "Blue Dome"})
	b.Pass(3 * time.Second)
	again, _ := read()
	l, ok := again.BySlug("blue-dome")
	assert.Assert(t, ok && l.ID == "b", "the new restaurant is not found")
	_, ok = again.BySlug("c")
	assert.Assert(t, !ok, "an unknown location was found")
}

// 6,000 restaurants, the nearest 20 that are open for a handoff: now, on a day with exceptions, and on the day of a clock change.
func BenchmarkNearest20Of6000(b *testing.B) {
	all := scattered(6000)
	christmas := date("2026-12-25")
	for i := range all {
		all[i].Hours.Regular = location.Daily(10*60+30, location.Minute(i%5)*60)
		all[i].Hours.Exceptions = []location.Exception{{From: christmas, To: christmas, Ranges: []location.Range{{Open: 12 * 60, Close: 20 * 60}}}}
		all[i].TimeZone = zonesInUse[i%len(zonesInUse)]
	}
	listing := location.NewListing(all)
	from := location.Point{Latitude: 36.1, Longitude: -95.9}
	for name, at := range map[string]string{"Friday": "2026-11-20T18:00:00Z", "Christmas": "2026-12-25T20:00:00Z", "ClocksBack": "2026-11-01T19:00:00Z"} {
		b.Run(name, func(b *testing.B) {
			instant, err := time.Parse(time.RFC3339, at)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				then := location.At(instant)
				found, _ := listing.Near(from, 20, func(l *location.Location) bool { return then.Serves(l, location.Curbside) })
				if len(found) != 20 {
					b.Fatal(len(found))
				}
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	listing := location.NewListing(scattered(6000))
	for _, query := range []string{"Tulsa", "springfield", "99950", "M5V 2T6", "san franc"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				if _, ok := listing.Search(query, "US"); !ok {
					b.Fatal("not found")
				}
			}
		})
	}
}

package importer_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/promo"
	"ordering/shared/table/sqlite"
	"ordering/shared/table/sqlite/sqlitetest"
)

var noon = func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }

func open(t *testing.T) *sqlite.Store {
	t.Helper()
	return sqlitetest.Open(t, noon)
}

// byID returns the restaurant with that id.
func byID(listing *location.Listing, id string) (location.Location, bool) {
	for _, l := range listing.All() {
		if l.ID == id {
			return l, true
		}
	}
	return location.Location{}, false
}

// always reports whether the week never closes.
func always(w location.Week) bool {
	return !slices.ContainsFunc(w[:], func(day []location.Range) bool {
		return len(day) != 1 || day[0].Open != 0 || day[0].Close%(24*60) != 0
	})
}

func TestSeedHasTheLocationsThatTheSiteMustShow(t *testing.T) {
	ctx, store := context.Background(), open(t)
	assert.NilError(t, importer.Seed(ctx, store, 0, seed.Files, noon, importer.Seeded))
	listing, err := location.NewDirectory(store, noon).Read(ctx)
	assert.NilError(t, err)
	count, states, streets, phones := map[string]int{}, map[string]bool{}, map[string]string{}, map[string]string{}
	for _, l := range listing.All() {
		_, ok := location.ParseTimezone(l.TimeZone)
		assert.Check(t, ok, "%s: %s", l.ID, l.TimeZone)
		name := location.Fold(l.Label) + " in " + location.Fold(l.Address.City) + ", " + l.Address.State
		other, twice := streets[name]
		assert.Check(t, !twice, "%s and %s share the name %s", l.ID, other, name)
		if other, twice := phones[l.Phone]; twice || !strings.Contains(l.Phone, "55501") {
			t.Errorf("%s and %s have the number %q", l.ID, other, l.Phone)
		}
		streets[name], phones[l.Phone] = l.ID, l.ID
		if l.Status != location.StatusOpen {
			count[string(l.Status)]++
			continue
		}
		count[l.Address.Country]++
		if l.Address.Country == "US" {
			states[l.Address.State] = true
		} else {
			count[l.Address.State]++
		}
		for what, shown := range map[string]bool{
			"no online orders": !l.OnlineOrdering, "by appointment": l.ByAppointment, "social networks": len(l.SocialNetworks) > 0,
			"delivery partner": l.DeliveryPartner != "", "delivery zone": l.DeliveryZone != nil, "a zone with corners": l.DeliveryZone != nil && len(l.DeliveryZone.Polygon) > 0,
			"closed on Mondays": len(l.Hours.Regular[time.Monday]) == 0, "around the clock": always(l.Hours.Regular),
			"curbside": l.Offers(location.Curbside), "curbside hours": len(l.Hours.Handoffs[location.Curbside]) > 0, "a subtitle": l.Subtitle[locale.FrCA] != "",
			"past midnight": slices.ContainsFunc(l.Hours.Regular[:], func(day []location.Range) bool {
				return slices.ContainsFunc(day, func(r location.Range) bool { return r.Close < r.Open && r.Close > 0 })
			}),
		} {
			if shown {
				count[what]++
			}
		}
	}
	if count["US"] != 650 || len(states) != 44 || count["CA"] != 24 || count["ON"]+count["QC"]+count["BC"]+count["AB"] != 24 {
		t.Errorf("got %d locations in %d states and %d in Canada, want 650 in 44 and 24", count["US"], len(states), count["CA"])
	}
	for _, what := range []string{"ON", "QC", "BC", "AB", "coming-soon", "closed", "no online orders", "by appointment", "social networks", "delivery partner", "delivery zone", "a zone with corners",
		"closed on Mondays", "around the clock", "past midnight", "curbside", "curbside hours", "a subtitle"} {
		assert.Check(t, count[what] != 0, "no location has %s", what)
	}
	if l, _ := listing.BySlug("plateau-mont-royal-montreal"); l.ID != "bdb-1020" || l.Address.City != "Montréal" || l.Currency != "cad" {
		t.Errorf("Montréal: got %+v", l)
	}
}

// The promotion of the seed: on Sundays of the restaurant's zone, each meal of an adult makes one box of a child free, the cheapest first.
func TestChildrenEatFreeOnSundays(t *testing.T) {
	ctx, store := t.Context(), open(t)
	assert.NilError(t, importer.Seed(ctx, store, 0, seed.Files, noon, importer.Seeded))
	f, err := promo.Current(ctx, store)
	assert.NilError(t, err)
	catalogue, err := menu.Current(ctx, store)
	assert.NilError(t, err)
	offer := catalogue.Offer("bdb-1001", money.USD)
	const box = "kids-burger-box"
	chicago, err := time.LoadLocation("America/Chicago")
	assert.NilError(t, err)
	sunday := time.Date(2026, 11, 22, 12, 0, 0, 0, chicago)
	saturday, monday := sunday.Add(-12*time.Hour-time.Second), sunday.Add(12*time.Hour)
	for name, c := range map[string]struct {
		at    time.Time
		items map[string]int
		free  []string
	}{
		"a meal and a box":             {sunday, map[string]int{"the-big-deal": 1, box: 1}, []string{box}},
		"a meal and two boxes":         {sunday, map[string]int{"the-big-deal": 1, box: 1, "corn-dog": 1}, []string{"corn-dog"}},
		"two meals and two boxes":      {sunday, map[string]int{"the-big-deal": 2, box: 1, "corn-dog": 1}, []string{"corn-dog", box}},
		"a box alone":                  {sunday, map[string]int{box: 1}, nil},
		"a second before Sunday":       {saturday, map[string]int{"the-big-deal": 1, box: 1}, nil},
		"the first second of Sunday":   {saturday.Add(time.Second), map[string]int{"the-big-deal": 1, "corn-dog": 1}, []string{"corn-dog"}},
		"the last second of Sunday":    {monday.Add(-time.Second), map[string]int{"the-big-deal": 1, "corn-dog": 1}, []string{"corn-dog"}},
		"the first second of a Monday": {monday, map[string]int{"the-big-deal": 1, "corn-dog": 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			cart := promo.Cart{
				Currency: money.USD, Country: "US", Location: "bdb-1001", Handoff: location.Pickup, Category: category.Everyday, At: c.at,
			}
			var want int64
			for id, quantity := range c.items {
				item, ok := offer.Item(id)
				assert.Assert(t, ok, id)
				price := offer.ItemPrice(item).Minor
				cart.Lines = append(cart.Lines, promo.Line{ItemID: id, Sections: item.Sections, Unit: price, Quantity: quantity})
				if slices.Contains(c.free, id) {
					want += price
				}
			}
			var free int64
			for _, a := range promo.NewSet(f.Promotions).Best(cart).Applied {
				if a.ID == "children-eat-free" {
					free += a.Amount
				}
			}
			assert.Equal(t, free, want)
		})
	}
}

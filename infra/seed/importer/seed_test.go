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
	"ordering/shared/locale"
	"ordering/shared/location"
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

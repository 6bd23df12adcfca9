package importer_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/location"
	"ordering/shared/table/sqlite"
)

var noon = func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }

func open(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), noon)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSeedHasTheRestaurantsThatTheSiteMustShow(t *testing.T) {
	ctx, store := context.Background(), open(t)
	if err := importer.Seed(ctx, store, seed.Files, noon); err != nil {
		t.Fatal(err)
	}
	listing, err := location.NewDirectory(store, noon).Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	all := listing.All()
	if len(all) != 24 {
		t.Errorf("%d restaurants, want 24", len(all))
	}
	count := map[string]int{}
	for _, l := range all {
		count[l.Address.Country]++
		if l.Address.Country == "CA" {
			count[l.Address.State]++
		}
		if !l.OnlineOrdering {
			count["no online orders"]++
		}
		if l.ByAppointment {
			count["by appointment"]++
		}
		if len(l.SocialNetworks) > 0 {
			count["social networks"]++
		}
		if l.DeliveryPartner != "" {
			count["delivery partner"]++
		}
		if len(l.Hours.Regular[time.Monday]) == 0 {
			count["closed on Mondays"]++
		}
		if l.Hours.Regular.Always() {
			count["around the clock"]++
		}
		for _, day := range l.Hours.Regular {
			for _, r := range day {
				if r.Close < r.Open {
					count["past midnight"]++
				}
			}
		}
		if _, ok := location.ParseZone(l.TimeZone); !ok {
			t.Errorf("%s: %s", l.ID, l.TimeZone)
		}
	}
	for _, what := range []string{"US", "ON", "QC", "BC", "no online orders", "by appointment", "social networks", "delivery partner", "closed on Mondays", "around the clock", "past midnight"} {
		if count[what] == 0 {
			t.Errorf("no restaurant shows: %s", what)
		}
	}
	if l, _ := listing.BySlug("plateau-mont-royal-montreal"); l.ID != "bdb-1020" || l.Address.City != "Montréal" || l.Currency != "cad" {
		t.Errorf("the restaurant of Montréal reads as %+v", l)
	}
}

package location

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/locale"
)

func TestComplete(t *testing.T) {
	listing := NewListing([]Location{
		{ID: "soco", Address: Address{Street: "1518 S Congress Ave", City: "Austin", State: "TX", Zip: "78704", Country: "US", Latitude: 30.2491, Longitude: -97.7496}},
		{ID: "queen", Address: Address{Street: "1518 Queen St W", City: "Toronto", State: "ON", Zip: "M6R 1A4", Country: "CA", Latitude: 43.64, Longitude: -79.44}},
	})
	for query, want := range map[string]string{
		"aus":                 "Austin, TX",
		"Québ":                "Québec, QC",
		"portland, m":         "Portland, ME",
		"Portland, or":        "Portland, OR",
		"7410":                "Tulsa, OK 74101",
		"h2x":                 "Montréal, QC H2X",
		"1518":                "1518 S Congress Ave, Austin, TX", // the guest is not in Canada, where the other one is
		"1518 South c":        "1518 S Congress Ave, Austin, TX",
		"1518 congress ave":   "1518 S Congress Ave, Austin, TX",
		"1518 s congress, au": "1518 S Congress Ave, Austin, TX",
		"1518 queen":          "1518 Queen St W, Toronto, ON",
		"tulsa o":             "Tulsa, OK",
		"tulsa ok":            "Tulsa, OK",
		"montreal qc":         "Montréal, QC",
		"montréal québ":       "Montréal, QC",
		"san antonio texas":   "San Antonio, TX",
		"kansas city, ks":     "Kansas City, KS",
		"texa":                "Texas",
		"tx":                  "Texas",
		"TX":                  "Texas",
		"qc":                  "Quebec (province)",
		"new york (s":         "New York (state)",
		"flor":                "Florida",
		"9999 Nowhere":        "",
		"a":                   "",
		"xyzzy":               "",
		", ,":                 "",
	} {
		found := listing.Complete(query, "US", 5)
		got := ""
		if len(found) > 0 {
			got = found[0].Label(locale.En)
			if again, ok := listing.Search(got, "US"); !ok || again.Label(locale.En) != got {
				t.Errorf("%q: suggestion %q is found as %q", query, got, again.Label(locale.En))
			}
		}
		assert.Check(t, got == want && len(found) <= 5, "%q: got %d places, %q, want %q", query, len(found), got, want)
	}
}

func TestCompleteOffersStatesAndTowns(t *testing.T) {
	listing := NewListing([]Location{{ID: "soco", Address: Address{City: "Austin", State: "TX", Country: "US"}}})
	for query, want := range map[string]string{
		"quebec":  "Québec, QC; Quebec (province)",
		"new yor": "New York, NY; New York (state)",
		"washing": "Washington, DC; District of Columbia; Washington (state)",
		"te":      "Texas; Tennessee; Terre Haute, IN",
	} {
		var labels []string
		for _, p := range listing.Complete(query, "US", 5) {
			labels = append(labels, p.Label(locale.En))
		}
		got := strings.Join(labels, "; ")
		assert.Check(t, strings.HasPrefix(got, want), "%q: %s, want %s", query, got, want)
	}
}

func BenchmarkComplete(b *testing.B) {
	listing := NewListing(slices.Collect(func(yield func(Location) bool) {
		for i := range 6000 {
			if !yield(Location{ID: fmt.Sprint(i), Address: Address{Street: fmt.Sprintf("%d Main St", i), City: "Tulsa", State: "OK", Country: "US"}}) {
				return
			}
		}
	}))
	for _, query := range []string{"sa", "san fr", "san antonio texas", "ne", "741", "15", "1518 main st"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				listing.Complete(query, "US", 5)
			}
		})
	}
}

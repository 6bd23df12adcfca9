package location

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
)

func TestSuggest(t *testing.T) {
	listing := NewListing([]Location{
		{ID: "tulsa", Address: Address{City: "Tulsa", State: "OK", Country: "US", Latitude: 36.1, Longitude: -95.9}},
		{ID: "austin", Address: Address{City: "Austin", State: "TX", Country: "US", Latitude: 30.3, Longitude: -97.7}},
	})
	for query, want := range map[string]string{
		"Tulza":                          "Tulsa, OK",
		"Tlusa, OK":                      "Tulsa, OK", // swapped neighbours
		"Tulsaa Oklahoma":                "Tulsa, OK",
		"12 Main St, Tulza":              "Tulsa, OK",
		"Austn":                          "Austin, TX", // of all at distance one, the one with a restaurant
		"Filadelphia":                    "Philadelphia, PA",
		"Montrael":                       "Montréal, QC",
		"Oklahmoa":                       "Oklahoma",
		"Xyzzyville":                     "",
		"Tul":                            "", // too short
		"":                               "",
		" , ,":                           "",
		"00000":                          "",
		strings.Repeat("tulsa", 20):      "",
		strings.Repeat("tulsa, ok, ", 9): "Tulsa, OK",
	} {
		got := ""
		if found := listing.Suggest(query, "US", 3); len(found) > 0 {
			got = found[0].Label(locale.En)
		}
		assert.Check(t, is.Equal(got, want), query)
	}
	assert.Assert(t, is.Len(listing.Suggest("Springfeild", "US", 3), 3))
}

// Search finds every suggestion.
func TestSearchFindsEverySuggestion(t *testing.T) {
	listing := NewListing(nil)
	for _, query := range []string{"Torronto", "Quebc", "Saint Jonh's", "Trois Rivieers", "Oklahmoa", "Nouvelle-Ecose"} {
		found := listing.Suggest(query, "CA", 3)
		assert.Check(t, len(found) != 0, "%s: nothing", query)
		for _, p := range found {
			for _, words := range []locale.Locale{locale.En, locale.FrCA} {
				if again, ok := listing.Search(p.Label(words), "CA"); !ok || again.Label(words) != p.Label(words) {
					t.Errorf("%s: suggestion %s is found as %q", query, p.Label(words), again.Label(words))
				}
			}
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"tulsa", "tulsa", 0}, {"tulza", "tulsa", 1}, {"tlusa", "tulsa", 1}, {"tuls", "tulsa", 1}, {"tuulsa", "tulsa", 1},
		{"tlsua", "tulsa", 2}, {"dallas", "tulsa", 3}, {"", "ab", 2}, {"abcdef", "a", 3}, {strings.Repeat("a", 70), strings.Repeat("a", 70), 3},
	} {
		assert.Check(t, is.Equal(distance(c.a, c.b, 2), c.want), "%s %s", c.a, c.b)
	}
}

func BenchmarkSuggest(b *testing.B) {
	listing := NewListing(nil)
	for b.Loop() {
		listing.Suggest("Filadelphia", "US", 3)
	}
}

package location

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
)

func TestSearch(t *testing.T) {
	listing := NewListing([]Location{
		{ID: "dome", Address: Address{City: "Springfield", State: "OR", Country: "US", Latitude: 44.05, Longitude: -123.02}},
		{ID: "lost", Address: Address{City: "Ghost Ranch Crossing", State: "NM", Country: "US", Latitude: 36.3, Longitude: -106.5}},
		{ID: "tulsa", Address: Address{City: "Tulsa", State: "OK", Country: "US", Latitude: 36.1, Longitude: -95.9}},
	})
	for query, want := range map[string]string{
		"Tulsa":                               "Tulsa, OK",
		"  tulsa ,  ok ":                      "Tulsa, OK",
		"TULSA OKLAHOMA":                      "Tulsa, OK",
		"portland, me":                        "Portland, ME",
		"Portland":                            "Portland, OR",
		"Montréal":                            "Montréal, QC",
		"montreal":                            "Montréal, QC",
		"MONTREAL, QUEBEC":                    "Montréal, QC",
		"Québec":                              "Québec, QC",
		"quebec":                              "Québec, QC",
		"St. Louis":                           "Saint Louis, MO",
		"saint louis mo":                      "Saint Louis, MO",
		"St Catharines, ON":                   "St. Catharines, ON",
		"Ste-Foy":                             "Sainte-Foy, QC",
		"Ft. Worth":                           "Fort Worth, TX",
		"trois rivieres":                      "Trois-Rivières, QC",
		"Charlottetown, Prince Edward Island": "Charlottetown, PE",
		"Charlottetown Île-du-Prince-Édouard": "Charlottetown, PE",
		"New York":                            "New York, NY",
		"new york, new york":                  "New York, NY",
		"Washington, DC":                      "Washington, DC",
		"Washington D.C.":                     "Washington, DC",
		"Toronto":                             "Toronto, ON",
		"Vancouver":                           "Vancouver, WA", // for a guest in the United States
		"Kansas City, KS":                     "Kansas City, KS",
		"74105":                               "Tulsa, OK 74105",
		"74105-1234":                          "Tulsa, OK 74105",
		"H2X 1Y4":                             "Montréal, QC H2X",
		"h2x1y4":                              "Montréal, QC H2X",
		"m5v":                                 "Toronto, ON M5V",
		"V6B 1B6":                             "Vancouver, BC V6B",
		"3421 S Peoria Ave, Tulsa, OK 74105":  "Tulsa, OK 74105",
		"1600 Pennsylvania Ave NW, Washington, DC":    "Washington, DC",
		"602 Queen St W, Toronto, ON M6J 1E3, Canada": "Toronto, ON M6J",
		"10001 Main Street, Tulsa, OK":                "Tulsa, OK",
		"Tulsa, OK, USA":                              "Tulsa, OK",
		"Springfield":                                 "Springfield, OR", // of eleven, the one with a restaurant
		"Springfield, IL":                             "Springfield, IL",
		"ghost ranch crossing":                        "Ghost Ranch Crossing, NM",
		"Oklahoma":                                    "Oklahoma",
		"OK":                                          "Oklahoma",
		"san franc":                                   "San Francisco, CA",
		"":                                            "",
		" , ,":                                        "",
		"Xyzzyville":                                  "",
		"00000":                                       "",
		"W0W 0W0":                                     "",
		"Alaska":                                      "Alaska",  // it has no restaurant
		"Tulsa, TX":                                   "Texas",   // no such town: only the state is known
		"florida":                                     "Florida", // not the village in New York
		"Ontario":                                     "Ontario",
		"Washington":                                  "Washington, DC",
		"Washington state":                            "Washington (state)",
		"Quebec province":                             "Quebec (province)",
		"99 Elm St Tulsa":                             "Tulsa, OK",
		"99 Elm Tulsa":                                "Tulsa, OK", // it has a restaurant
		"99 Elm St Congress":                          "Congress, AZ",
		"99 s congress az":                            "Congress, AZ",
		"99 s congress":                               "", // not the end of an address but a whole street
		"99 Nowhere Lane":                             "",
		"99 rue Saint-Hubert":                         "",
		strings.Repeat("a ", 60):                      "",
	} {
		p, ok := listing.Search(query, "US")
		got := p.Label(locale.En)
		assert.Check(t, got == want && ok == (want != ""), "%q: %q, want %q", query, got, want)
	}
}

func TestPlaceNamesFollowTheLanguage(t *testing.T) {
	listing := NewListing(nil)
	for query, want := range map[string]map[locale.Locale]string{
		"montreal":        {locale.En: "Montréal, QC", locale.EnCA: "Montréal, QC", locale.FrCA: "Montréal (Québec)"},
		"H2X 1Y4":         {locale.En: "Montréal, QC H2X", locale.EnCA: "Montréal, QC H2X", locale.FrCA: "Montréal (Québec) H2X"},
		"québec":          {locale.En: "Québec, QC", locale.EnCA: "Québec, QC", locale.FrCA: "Québec (Québec)"},
		"vancouver":       {locale.En: "Vancouver, BC", locale.EnCA: "Vancouver, BC", locale.FrCA: "Vancouver (Colombie-Britannique)"},
		"74105":           {locale.En: "Tulsa, OK 74105", locale.EnCA: "Tulsa, OK 74105", locale.FrCA: "Tulsa (Oklahoma) 74105"},
		"Albuquerque":     {locale.En: "Albuquerque, NM", locale.EnCA: "Albuquerque, NM", locale.FrCA: "Albuquerque (Nouveau-Mexique)"},
		"QC":              {locale.En: "Quebec (province)", locale.EnCA: "Quebec (province)", locale.FrCA: "Québec (province)"},
		"New York (État)": {locale.En: "New York (state)", locale.EnCA: "New York (state)", locale.FrCA: "New York (État)"},
		"pennsylvanie":    {locale.En: "Pennsylvania", locale.EnCA: "Pennsylvania", locale.FrCA: "Pennsylvanie"},
	} {
		p, _ := listing.Search(query, "CA")
		for l, want := range want {
			assert.Check(t, is.Equal(p.Label(l), want), "%q %s", query, l)
		}
	}
}

func TestSearchFindsAnAddress(t *testing.T) {
	listing := NewListing([]Location{
		{ID: "soco", Address: Address{Street: "1518 S Congress Ave", City: "Austin", State: "TX", Zip: "78704", Country: "US", Latitude: 30.2491, Longitude: -97.7496}},
		{ID: "other", Address: Address{Street: "1518 S Congress Ave", City: "Waco", State: "TX", Zip: "76706-1234", Country: "US", Latitude: 31.55, Longitude: -97.15}},
		{ID: "tulsa", Address: Address{Street: "3421 South Peoria Avenue", City: "Tulsa", State: "OK", Zip: "74105", Country: "US", Latitude: 36.1, Longitude: -95.9}},
		{ID: "north", Address: Address{Street: "100 North Ave", City: "Milwaukee", State: "WI", Zip: "53202", Country: "US", Latitude: 43.06, Longitude: -87.9}},
		{ID: "plain", Address: Address{Street: "12 Elm St", City: "Tulsa", State: "OK", Zip: "74103", Country: "US", Latitude: 36.15, Longitude: -95.99}},
		{ID: "west", Address: Address{Street: "12 W Elm St", City: "Tulsa", State: "OK", Zip: "74103", Country: "US", Latitude: 36.16, Longitude: -96}},
		{ID: "denis", Address: Address{Street: "4200, rue Saint-Denis", City: "Montréal", State: "QC", Zip: "H2J 2K8", Country: "CA", Latitude: 45.52, Longitude: -73.58}},
	})
	for query, want := range map[string][2]string{
		"1518 S Congress Ave, Austin":          {"1518 S Congress Ave, Austin, TX", ""},
		"1518 south congress avenue austin tx": {"1518 S Congress Ave, Austin, TX", ""},
		"1518 S. Congress Ave, 76706":          {"1518 S Congress Ave, Waco, TX", ""},
		"3421 S Peoria Ave":                    {"3421 South Peoria Avenue, Tulsa, OK", ""},
		"3421 South Peoria Avenue, Tulsa, OK":  {"3421 South Peoria Avenue, Tulsa, OK", ""},
		"1520 S Congress Ave, Austin":          {"Austin, TX", "1520 S Congress Ave"},
		"99 Nowhere Lane, Tulsa, OK 74105":     {"Tulsa, OK 74105", "99 Nowhere Lane"},
		"99 Nowhere Lane Tulsa OK":             {"Tulsa, OK", "99 Nowhere Lane"},
		"1518 S Congress Ave, Dallas":          {"Dallas, TX", "1518 S Congress Ave"},
		"74105":                                {"Tulsa, OK 74105", ""},
		"99 Nowhere Lane, Xyzzyville":          {"", ""},
		// The street type, the direction and the end of the last word may be missing.
		"1518 s congress":                 {"1518 S Congress Ave, Austin, TX", ""},
		"1518 s cong":                     {"1518 S Congress Ave, Austin, TX", ""},
		"1518 congress ave, austin":       {"1518 S Congress Ave, Austin, TX", ""},
		"1518 congress waco tx":           {"1518 S Congress Ave, Waco, TX", ""},
		"1518 congress 76706":             {"1518 S Congress Ave, Waco, TX", ""},
		"1518 S Congress Ave Ste 4, Waco": {"1518 S Congress Ave, Waco, TX", ""},
		"12 elm":                          {"12 Elm St, Tulsa, OK", ""},
		"12 west elm, tulsa":              {"12 W Elm St, Tulsa, OK", ""},
		"4200 st-denis, montreal":         {"4200, rue Saint-Denis, Montréal, QC", ""},
		// A wrong type or direction is another street.
		"1518 N Congress Ave, Austin":     {"Austin, TX", "1518 N Congress Ave"},
		"1518 Congress St, Austin":        {"Austin, TX", "1518 Congress St"},
		"1518 S Congress, TX 75201":       {"Dallas, TX 75201", "1518 S Congress"},
		"100 N Main St, Milwaukee":        {"Milwaukee, WI", "100 N Main St"},
		"4201, rue Saint-Denis, Montréal": {"Montréal, QC", "4201, rue Saint-Denis"},
		// Without a number, the type identifies a street.
		"main st tulsa ok":            {"Tulsa, OK", "main st"},
		"congress ave austin":         {"Austin, TX", "congress ave"},
		"rue saint-denis montreal":    {"Montréal, QC", "rue saint-denis"},
		"big burger tulsa ok":         {"", ""},
		"Tulsa OK USA":                {"Tulsa, OK", ""},
		"99 Nowhere Lane Tulsa OK US": {"Tulsa, OK", "99 Nowhere Lane"},
	} {
		p, _ := listing.Search(query, "US")
		assert.Check(t, is.Equal([2]string{p.Label(locale.En), p.UnknownStreet}, want), query)
	}
}

func TestPlacesHaveTheirCoordinates(t *testing.T) {
	listing := NewListing(nil)
	for query, want := range map[string]Point{
		"New York": {40.76, -73.98}, "Los Angeles": {34.06, -118.28}, "Chicago": {41.87, -87.66}, "Tulsa, OK": {36.13, -95.94}, "Montréal": {45.53, -73.62}, "Honolulu": {21.32, -157.85}, "Anchorage, AK": {61.2, -149.9},
		"Scarborough, ON": {43.77, -79.25}, "74105": {36.09, -95.97}, "96910": {13.44, 144.79}, "Québec, QC": {46.83, -71.28}, "St. John's, NL": {47.56, -52.72},
		"ME": {44.67, -69.4}, // a state without a restaurant is at the centre of its towns

	} {
		p, ok := listing.Search(query, "US")
		d := p.Point.Meters(want)
		assert.Check(t, ok && d <= 15_000, "%s: got %+v, %.0f m away from %v", query, p, d, want)
	}
}

// Bisection needs the sort order, and the parser the format.
func TestGazetteerIsSortedAndComplete(t *testing.T) {
	last := ""
	all := gazetteer().towns
	for i := range all {
		here := &all[i]
		assert.Check(t, here.folded >= last && here.folded == Fold(here.name), "%q comes after %q", here.folded, last)
		last = here.folded
		_, ok := RegionByCode(here.state)
		assert.Check(t, ok && here.size >= 1, "town %+v", here)
		p := here.point
		assert.Check(t, p.Latitude >= -15 && p.Latitude <= 83 && p.Longitude != 0, "%s, %s: got point %v", here.name, here.state, p)
		assert.Check(t, slices.Contains(townsFrom(here.folded), *here), "%s, %s is not found by its name", here.name, here.state)
	}
	assert.Assert(t, len(all) >= 30_000, "got %d places, want at least 30000", len(all))
}

func TestFoldAndSlug(t *testing.T) {
	for name, want := range map[string][2]string{
		"Plateau-Mont-Royal": {"plateau mont royal", "plateau-mont-royal"},
		"Kakaʻako":           {"kaka ako", "kaka-ako"},
		"L'Île-des-Sœurs":    {"lile des soeurs", "lile-des-soeurs"},
		"Mc Kinley & 8th":    {"mc kinley 8th", "mc-kinley-8th"},
		"Peñasco":            {"penasco", "penasco"},
		"Sault Ste. Marie":   {"sault sainte marie", "sault-ste-marie"},
		"東京":                 {"", ""},
		"Straße Ørsted Łódź": {"strasse orsted lodz", "strasse-orsted-lodz"},
	} {
		assert.Check(t, is.Equal([2]string{Fold(name), Slug(name)}, want), name)
	}
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"Tulsa, OK", "74105", "H2X 1Y4", ",,,", "St.", "\xff", "a|b", "@", "-"} {
		f.Add(s)
	}
	listing := NewListing(nil)
	f.Fuzz(func(t *testing.T, query string) {
		p, ok := listing.Search(query, "US")
		assert.Assert(t, !ok || (p.Label(locale.FrCA) != "" && p.Point != (Point{})), "%q: got %+v without a label or point", query, p)
	})
}

package location

import "ordering/shared/locale"

// Region is a state or territory of the United States, or a province or territory of Canada.
type Region struct {
	Code    string // two postal letters; unique across both countries
	Country string // ISO 3166-1 alpha-2
	en, fr  string // fr is empty if it is the same
}

// Name returns the region's name in the language.
func (r Region) Name(l locale.Locale) string {
	if l == locale.FrCA && r.fr != "" {
		return r.fr
	}
	return r.en
}

// kind returns the region's type in the language.
func (r Region) kind(l locale.Locale) string {
	switch {
	case r.Country == "CA":
		return "province"
	case l.French():
		return "État"
	}
	return "state"
}

// Slug returns the region's part of a URL, the same in every language: texas, quebec.
func (r Region) Slug() string { return Slug(r.en) }

// RegionByCode returns the region with this code of two letters.
func RegionByCode(code string) (Region, bool) {
	for _, r := range regions {
		if r.Code == code {
			return r, true
		}
	}
	return Region{}, false
}

// ParseRegion returns the region with this code, or this name in English or French, after folding.
func ParseRegion(s string) (Region, bool) {
	i, ok := namedRegions()[Fold(s)]
	if !ok {
		return Region{}, false
	}
	return regions[i], true
}

var regionNames lazy[map[string]int]

// namedRegions maps each folded name to its index in regions.
func namedRegions() map[string]int { return regionNames.get(nameRegions) }

func nameRegions() map[string]int {
	m := make(map[string]int, 5*len(regions))
	for i, r := range regions {
		for _, name := range []string{r.Code, r.en, r.fr} {
			if name != "" {
				m[Fold(name)] = i
			}
		}
		for _, l := range []locale.Locale{locale.En, locale.FrCA} {
			m[Fold(r.Name(l)+" "+r.kind(l))] = i // New York (state)
		}
	}
	// Common variants.
	for name, code := range map[string]string{
		"PQ": "QC", "NF": "NL", "Newfoundland": "NL", "Nunavut Territory": "NU", "Northwest Territory": "NT", "PEI": "PE", "NWT": "NT", "Yukon Territory": "YT", "D C": "DC", "Washington DC": "DC",
		"Washington D C": "DC", "US Virgin Islands": "VI", "U S Virgin Islands": "VI",
	} {
		for i, r := range regions {
			if r.Code == code {
				m[Fold(name)] = i
			}
		}
	}
	return m
}

var regions = []Region{
	{"AL", "US", "Alabama", ""}, {"AK", "US", "Alaska", ""}, {"AZ", "US", "Arizona", ""}, {"AR", "US", "Arkansas", ""},
	{"CA", "US", "California", "Californie"}, {"CO", "US", "Colorado", ""}, {"CT", "US", "Connecticut", ""},
	{"DE", "US", "Delaware", ""}, {"DC", "US", "District of Columbia", "District de Columbia"}, {"FL", "US", "Florida", "Floride"},
	{"GA", "US", "Georgia", "Géorgie"}, {"HI", "US", "Hawaii", "Hawaï"}, {"ID", "US", "Idaho", ""}, {"IL", "US", "Illinois", ""},
	{"IN", "US", "Indiana", ""}, {"IA", "US", "Iowa", ""}, {"KS", "US", "Kansas", ""}, {"KY", "US", "Kentucky", ""},
	{"LA", "US", "Louisiana", "Louisiane"}, {"ME", "US", "Maine", ""}, {"MD", "US", "Maryland", ""},
	{"MA", "US", "Massachusetts", ""}, {"MI", "US", "Michigan", ""}, {"MN", "US", "Minnesota", ""}, {"MS", "US", "Mississippi", ""},
	{"MO", "US", "Missouri", ""}, {"MT", "US", "Montana", ""}, {"NE", "US", "Nebraska", ""}, {"NV", "US", "Nevada", ""},
	{"NH", "US", "New Hampshire", ""}, {"NJ", "US", "New Jersey", ""}, {"NM", "US", "New Mexico", "Nouveau-Mexique"},
	{"NY", "US", "New York", ""}, {"NC", "US", "North Carolina", "Caroline du Nord"}, {"ND", "US", "North Dakota", "Dakota du Nord"},
	{"OH", "US", "Ohio", ""}, {"OK", "US", "Oklahoma", ""}, {"OR", "US", "Oregon", ""}, {"PA", "US", "Pennsylvania", "Pennsylvanie"},
	{"RI", "US", "Rhode Island", ""}, {"SC", "US", "South Carolina", "Caroline du Sud"},
	{"SD", "US", "South Dakota", "Dakota du Sud"}, {"TN", "US", "Tennessee", ""}, {"TX", "US", "Texas", ""}, {"UT", "US", "Utah", ""},
	{"VT", "US", "Vermont", ""}, {"VA", "US", "Virginia", "Virginie"}, {"WA", "US", "Washington", ""},
	{"WV", "US", "West Virginia", "Virginie-Occidentale"}, {"WI", "US", "Wisconsin", ""}, {"WY", "US", "Wyoming", ""},
	{"AS", "US", "American Samoa", "Samoa américaines"}, {"GU", "US", "Guam", ""},
	{"MP", "US", "Northern Mariana Islands", "Îles Mariannes du Nord"}, {"PR", "US", "Puerto Rico", "Porto Rico"},
	{"VI", "US", "Virgin Islands", "Îles Vierges américaines"},
	{"AB", "CA", "Alberta", ""}, {"BC", "CA", "British Columbia", "Colombie-Britannique"}, {"MB", "CA", "Manitoba", ""},
	{"NB", "CA", "New Brunswick", "Nouveau-Brunswick"}, {"NL", "CA", "Newfoundland and Labrador", "Terre-Neuve-et-Labrador"},
	{"NS", "CA", "Nova Scotia", "Nouvelle-Écosse"}, {"NT", "CA", "Northwest Territories", "Territoires du Nord-Ouest"},
	{"NU", "CA", "Nunavut", ""}, {"ON", "CA", "Ontario", ""}, {"PE", "CA", "Prince Edward Island", "Île-du-Prince-Édouard"},
	{"QC", "CA", "Quebec", "Québec"}, {"SK", "CA", "Saskatchewan", ""}, {"YT", "CA", "Yukon", ""},
}

package location

import (
	"slices"
	"strings"
	"unicode"

	"ordering/shared/locale"
)

// Place is the interpretation of a search: a town, a ZIP or postal code, or a whole state or province.
type Place struct {
	Town  string // empty for a whole state or province; Point is then the centre of its restaurants, or of its towns if it has none
	State string // two letters
	Code  string // ZIP code or first half of a postal code, if it was found by that
	Point Point

	Namesake      bool   // of a whole state: its English name alone finds a town
	Street        string // of the restaurant at the address in the query
	UnknownStreet string // the street as typed, if only its town or code was found
}

// Label formats the place in the language: Tulsa, OK 74105 and Montréal, QC, or in French Tulsa (Oklahoma) 74105 and
// Montréal (Québec), because French uses codes of two letters only on envelopes.
func (p Place) Label(l locale.Locale) string {
	region, known := RegionByCode(p.State)
	if p.Town == "" {
		name := region.Name(l)
		if p.Namesake && Fold(name) == Fold(region.en) {
			name += " (" + region.kind(l) + ")"
		}
		return name
	}
	state := p.State
	if known && l.French() {
		state = region.Name(l)
	}
	label := p.Town + ", " + state
	if l.French() {
		label = p.Town + " (" + state + ")"
	}
	if p.Code != "" {
		label += " " + p.Code
	}
	if p.Street != "" {
		label = p.Street + ", " + label
	}
	return label
}

// Search interprets a guest's query: a town with or without its state or province, a ZIP code, a postal code or its first half, the address
// of a restaurant, another address that ends in one of these, or a state. It ignores accents and case, and reads "St." as "Saint". Of towns
// with the same name it prefers one in the guest's country (US, CA) or with restaurants to a larger one.
func (l *Listing) Search(query, country string) (Place, bool) {
	if found := l.addresses(query, country, 1); len(found) > 0 && len(strings.Fields(query)) > 1 {
		return found[0], true
	}
	p, ok := l.area(query, country)
	if street := streetOf(query); ok && p.UnknownStreet == "" && startsWithNumber(street) && len(strings.Fields(street)) > 1 {
		p.UnknownStreet = street
	}
	return p, ok
}

func startsWithNumber(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

// streetOf returns the text before the first comma after a letter. In French a comma also follows the number: "1518, rue Rachel, Montréal".
func streetOf(query string) string {
	letter := max(0, strings.IndexFunc(query, unicode.IsLetter))
	street, _, _ := strings.Cut(query[letter:], ",")
	return strings.TrimSpace(query[:letter] + street)
}

// area interprets a query without regard to its street.
func (l *Listing) area(query, country string) (Place, bool) {
	if p, ok := codeIn(query); ok {
		return p, true
	}
	// An address ends with its town: "1600 Pennsylvania Ave NW, Washington, DC".
	parts := strings.Split(query, ",")
	for len(parts) > 1 && Fold(parts[len(parts)-1]) == "" {
		parts = parts[:len(parts)-1]
	}
	if n := len(parts); n > 1 && isCountry(parts[n-1]) {
		parts = parts[:n-1]
	}
	for from := range parts {
		if p, ok := l.town(strings.Join(parts[from:], " "), country); ok {
			return p, true
		}
	}
	words := strings.Fields(strings.Join(parts, " "))
	if n := len(words); n > 1 && isCountry(words[n-1]) {
		if p, ok := l.town(strings.Join(words[:n-1], " "), country); ok {
			return p, true
		}
		words = words[:n-1]
	}
	return l.townAtEnd(words, country)
}

// minEndWeight is the minimum weight of a town at the end of an address without a comma: ten codes in the guest's country, or a restaurant.
const minEndWeight = 10 * ownCountry

// townAtEnd finds the town and the street of an address without commas: "99 Elm St Tulsa OK". A small town must follow a street type
// or precede its state: "1518 S Congress" is not in Congress, AZ. A street without a number must have its type: "Main St Tulsa OK".
func (l *Listing) townAtEnd(words []string, country string) (Place, bool) {
	if len(words) == 0 {
		return Place{}, false
	}
	numbered := startsWithNumber(words[0])
	for from := 2; from < len(words); from++ {
		ended := isStreetWord(words[from-1])
		if !numbered && !ended && !isStreetWord(words[0]) {
			continue
		}
		p, ok := l.town(strings.Join(words[from:], " "), country)
		if !ok {
			continue
		}
		_, inState := ParseRegion(words[len(words)-1])
		town := l.best(Fold(p.Town), country, func(t *town) bool { return t.name == p.Town && t.state == p.State })
		if ended && from > 2 || inState || town != nil && l.weight(town, country) >= minEndWeight {
			p.UnknownStreet = strings.Join(words[:from], " ")
			return p, true
		}
	}
	return Place{}, false
}

// isStreetWord reports whether the word is a street type or a direction.
func isStreetWord(word string) bool {
	_, ok := streetWords[streetKey(word)]
	return ok
}

func isCountry(s string) bool {
	switch Fold(s) {
	case "us", "usa", "united states", "canada":
		return true
	}
	return false
}

// codeIn returns the last ZIP or postal code of the query. A number at the start of a longer query is a house number.
func codeIn(query string) (Place, bool) {
	parts := strings.FieldsFunc(strings.ToUpper(query), func(r rune) bool { return r == ' ' || r == ',' || r == '\u00a0' })
	for i, part := range slices.Backward(parts) {
		zip, _, _ := strings.Cut(part, "-")
		digits := len(zip) == 5 && strings.Trim(zip, "0123456789") == ""
		postal := (len(part) == 6 || len(part) == 3) && postalCode(part) || len(part) == 7 && part[3] == '-' && postalCode(part[:3]+part[4:])
		if digits && (i > 0 || len(parts) == 1) {
			if c, ok := findCode(zip); ok {
				return c.place(), true
			}
		}
		if postal {
			if c, ok := findCode(part[:3]); ok {
				return c.place(), true
			}
		}
	}
	return Place{}, false
}

// postalCode reports whether letters and digits alternate.
func postalCode(s string) bool {
	for i := range len(s) {
		if letter, digit := s[i] >= 'A' && s[i] <= 'Z', s[i] >= '0' && s[i] <= '9'; i%2 == 0 && !letter || i%2 == 1 && !digit {
			return false
		}
	}
	return true
}

// town finds "tulsa ok", "Québec" or "new york". It first tries a name followed by a region, because a region's name may also be a town's.
func (l *Listing) town(query, country string) (Place, bool) {
	name := Fold(query)
	words := strings.Fields(name)
	if len(words) == 0 {
		return Place{}, false
	}
	for n := min(4, len(words)-1); n > 0; n-- { // "île du prince édouard" has four words
		if region, ok := ParseRegion(strings.Join(words[len(words)-n:], " ")); ok {
			if p, ok := l.named(strings.Join(words[:len(words)-n], " "), region.Code, country); ok {
				return p, true
			}
		}
	}
	if region, ok := ParseRegion(name); ok {
		if p := l.whole(region, country); !p.Namesake || name != Fold(region.en) {
			amid, ok := l.PlaceOf(region)
			p.Point = amid.Point
			return p, ok
		}
	}
	if p, ok := l.named(name, "", country); ok {
		return p, true
	}
	return l.byPrefix(name, country)
}

// whole returns the place of a state or province without its point. Namesake is set if a town of that name has a higher
// weight: Washington, DC, but not California, MD.
func (l *Listing) whole(r Region, country string) Place {
	name := Fold(r.en)
	t := l.best(name, country, func(t *town) bool { return t.folded == name })
	return Place{State: r.Code, Namesake: t != nil && l.weight(t, country) > l.regionWeight(r, country)}
}

// PlaceOf returns the place of a whole state, at the centre of its restaurants, or of its towns if it has none.
func (l *Listing) PlaceOf(r Region) (Place, bool) {
	if here := l.In(r.Code, ""); len(here.vectors) > 0 {
		return Place{State: r.Code, Point: here.Middle()}, true
	}
	var towns []vector
	for _, t := range gazetteer().towns {
		if t.state == r.Code {
			towns = append(towns, t.point.vector())
		}
	}
	return Place{State: r.Code, Point: middle(towns)}, len(towns) > 0
}

// Factors of a town's size for the guest's country and for a town with restaurants.
const (
	ownCountry   = 4
	hasLocations = 20
	regionSize   = 20 // in codes, like a town's size
)

// named returns the town with that folded name, in the state if it is given.
func (l *Listing) named(name, state, country string) (Place, bool) {
	if t := l.best(name, country, func(t *town) bool { return t.folded == name && (state == "" || t.state == state) }); t != nil {
		return t.place(), true
	}
	// A town that is not in the gazetteer may have a restaurant.
	if at, ok := l.cities[name+"|"+state]; ok {
		a := &l.locations[at.from].Address
		return Place{Town: a.City, State: a.State, Point: a.Point()}, true
	}
	return Place{}, false
}

// byPrefix returns the town with this prefix of its folded name: "san franc".
func (l *Listing) byPrefix(name, country string) (Place, bool) {
	if len(name) < 4 {
		return Place{}, false
	}
	t := l.best(name, country, func(*town) bool { return true })
	if t == nil {
		return Place{}, false
	}
	return t.place(), true
}

// best returns the town with the highest weight among the towns with this prefix for which fits is true, or nil.
func (l *Listing) best(beginning, country string, fits func(*town) bool) (best *town) {
	most, towns := 0, townsFrom(beginning)
	for i := range towns {
		t := &towns[i]
		if !fits(t) {
			continue
		}
		if score := l.weight(t, country); score > most {
			best, most = t, score
		}
	}
	return best
}

// weight returns the weight of a town for a guest of the country.
func (l *Listing) weight(t *town, country string) int {
	r, _ := RegionByCode(t.state)
	_, here := l.cities[t.folded+"|"+t.state]
	return weight(t.size, r.Country == country, here)
}

// regionWeight returns the weight of a whole state or province, on the scale of towns.
func (l *Listing) regionWeight(r Region, country string) int {
	_, here := l.states[r.Code]
	return weight(regionSize, r.Country == country, here)
}

func weight(size int, inCountry, here bool) int {
	if inCountry {
		size *= ownCountry
	}
	if here {
		size *= hasLocations
	}
	return size
}

package location

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// street is the street address of a restaurant in the form used for comparison with queries.
type street struct {
	key string // see streetKey
	at  int    // index of the restaurant in the listing
}

// streetKey returns a street in comparable form: folded, with types and directions abbreviated.
func streetKey(s string) string {
	words := strings.Fields(Fold(s))
	for i, w := range words {
		if short, ok := streetWords[w]; ok {
			words[i] = short
		}
	}
	return strings.Join(words, " ")
}

// streetWords are street types and directions, which guests abbreviate or omit. Fold has already turned "st" into "saint".
var streetWords = map[string]string{
	"street": "saint", "saint": "saint", "avenue": "ave", "ave": "ave", "av": "ave", "boulevard": "blvd", "blvd": "blvd", "boul": "blvd",
	"road": "rd", "rd": "rd", "drive": "dr", "dr": "dr", "lane": "ln", "ln": "ln", "court": "ct", "ct": "ct", "place": "pl", "pl": "pl",
	"square": "sq", "sq": "sq", "parkway": "pkwy", "pkwy": "pkwy", "highway": "hwy", "hwy": "hwy", "rue": "rue", "chemin": "ch", "ch": "ch",
	"north": "n", "n": "n", "nord": "n", "south": "s", "s": "s", "sud": "s", "east": "e", "e": "e", "est": "e",
	"west": "w", "w": "w", "ouest": "w", "o": "w", "northeast": "ne", "ne": "ne", "northwest": "nw", "nw": "nw",
	"southeast": "se", "se": "se", "southwest": "sw", "sw": "sw",
}

// addresses returns at most n restaurants with an address that the query equals or begins: the number, the street, and
// the town or code. The best match comes first, then those in the guest's country.
func (l *Listing) addresses(query, country string, n int) []Place {
	if !startsWithNumber(query) {
		return nil
	}
	words := strings.Fields(streetKey(query))
	number := words[0]
	if len(words) > 1 {
		number += " "
	}
	type match struct {
		address *Address
		missing int
	}
	var matches []match
	from := sort.Search(len(l.streets), func(i int) bool { return l.streets[i].key >= number })
	for _, s := range l.streets[from:] {
		if !strings.HasPrefix(s.key, number) {
			break
		}
		a := &l.locations[s.at].Address
		if missing, ok := a.missing(words[1:], strings.Fields(s.key)[1:]); ok {
			matches = append(matches, match{a, missing})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.missing, b.missing), preferred(country, a.address.Country, b.address.Country))
	})
	var found []Place
	for _, m := range matches[:min(n, len(matches))] {
		a := m.address
		found = append(found, Place{Town: a.City, State: a.State, Street: a.Street, Point: a.Point()})
	}
	return found
}

// preferred compares two countries for a guest of country guest.
func preferred(guest, a, b string) int {
	switch {
	case a == b:
		return 0
	case a == guest:
		return -1
	case b == guest:
		return 1
	}
	return 0
}

// missing counts the words of the street that the query omits or has not finished. The query may omit types,
// directions, and all words after its last one. ok is false if the query is about another street or town.
func (a *Address) missing(query, street []string) (missing int, ok bool) {
	named := false // a word has matched
	for _, w := range street {
		switch {
		case len(query) == 0:
			missing++
		case query[0] == w:
			query, named = query[1:], true
		case len(query) == 1 && strings.HasPrefix(w, query[0]):
			query, named = nil, true
			missing++
		case streetWords[w] != "":
			missing++
		default:
			return 0, false
		}
	}
	if len(query) == 0 {
		return missing, true
	}
	zip, _, _ := strings.Cut(a.Zip, "-")
	rest, city, code := strings.Join(query, " ")+" ", streetKey(a.City)+" ", Fold(zip)+" "
	region, _ := ParseRegion(rest)
	follows := strings.HasPrefix(rest, city) || strings.HasPrefix(rest, code) || strings.HasPrefix(city, strings.TrimSpace(rest)) || region.Code == a.State
	suite := missing == 0 && (strings.Contains(rest, " "+city) || strings.Contains(rest, " "+code)) // before the town
	return missing, named && (follows || suite)
}

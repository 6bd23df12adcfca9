package location

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// Complete returns at most n completions of a query, the likeliest first: towns (also with a partial state, as in "tulsa o"), states and
// provinces, ZIP and postal codes, and addresses of restaurants. It returns none for less than two characters. Point is not set.
func (l *Listing) Complete(beginning, country string, n int) []Place {
	if len(Fold(beginning)) < 2 {
		return nil
	}
	found := append(l.addresses(beginning, country, n), codesFrom(strings.ToUpper(strings.TrimSpace(beginning)), n)...)
	if len(found) == 0 {
		found = l.namesFrom(beginning, country, n)
	}
	return found[:min(n, len(found))]
}

// code is a ZIP code, or the first three characters of a postal code, with the offset of its line in the gazetteer.
type code struct {
	code string
	at   int
}

var codes lazy[[]code]

// sortCodes returns the codes of the gazetteer, sorted.
func sortCodes() (codes []code) {
	at := 0
	for line := range strings.Lines(gazetteer()) {
		for entry := range strings.SplitSeq(readTown(line).codes, ",") {
			if one, _, _ := strings.Cut(entry, " "); one[0] != '@' {
				codes = append(codes, code{one, at})
			}
		}
		at += len(line)
	}
	slices.SortFunc(codes, func(a, b code) int { return cmp.Compare(a.code, b.code) })
	return codes
}

// codesFrom returns the places of codes with this prefix of at least three characters.
func codesFrom(beginning string, n int) []Place {
	if len(beginning) < 3 {
		return nil
	}
	var found []Place
	codes := codes.get(sortCodes)
	from := sort.Search(len(codes), func(i int) bool { return codes[i].code >= beginning })
	for _, one := range codes[from:] {
		if len(found) == n || !strings.HasPrefix(one.code, beginning) {
			break
		}
		line, _, _ := lineAt(one.at)
		t := readTown(line)
		found = append(found, Place{Town: t.name, State: t.state, Code: one.code})
	}
	return found
}

// likely is a place with its weight.
type likely struct {
	place  Place
	weight int
}

// namesFrom returns the towns, states and provinces with this prefix of their folded names. The last words, or the text
// after a comma, may be a prefix of the town's state.
func (l *Listing) namesFrom(beginning, country string, n int) []Place {
	var all []likely
	if name, state, comma := strings.Cut(beginning, ","); comma {
		all = l.townsIn(Fold(name), Fold(state), country)
	} else {
		name := Fold(beginning)
		all = append(l.regionsFrom(name, country), l.townsFrom(name, country)...)
		words := strings.Fields(name)
		for last := 1; last < len(words) && last <= 4; last++ { // "île du prince édouard" has four words
			at := len(words) - last
			all = append(all, l.townsIn(strings.Join(words[:at], " "), strings.Join(words[at:], " "), country)...)
		}
	}
	slices.SortStableFunc(all, func(a, b likely) int { return -cmp.Compare(a.weight, b.weight) })
	var found []Place
	for _, one := range all[:min(n, len(all))] {
		found = append(found, one.place)
	}
	return found
}

// regionsFrom returns the states and provinces with this name prefix or code. A code has the highest weight.
func (l *Listing) regionsFrom(beginning, country string) []likely {
	begins := map[int]bool{}
	for name, i := range namedRegions() {
		begins[i] = begins[i] || strings.HasPrefix(name, beginning)
	}
	var all []likely
	for i, r := range regions {
		if weight := l.regionWeight(r, country); begins[i] {
			if strings.EqualFold(r.Code, beginning) {
				weight = math.MaxInt
			}
			all = append(all, likely{l.whole(r, country), weight})
		}
	}
	return all
}

// townsFrom returns the towns with this name prefix.
func (l *Listing) townsFrom(beginning, country string) []likely {
	var all []likely
	names := foldedNames()
	from := sort.Search(len(names), func(i int) bool { return names[i].name >= beginning })
	for _, one := range names[from:] {
		if !strings.HasPrefix(one.name, beginning) {
			break
		}
		line, _, _ := lineAt(one.at)
		t := readTown(line)
		all = append(all, likely{Place{Town: t.name, State: t.state}, l.weight(t, one.name, country)})
	}
	return all
}

// townsIn returns the towns of that name in the states and provinces with this prefix of their code or name.
func (l *Listing) townsIn(name, state, country string) []likely {
	return slices.DeleteFunc(l.townsFrom(name, country), func(one likely) bool {
		r, _ := RegionByCode(one.place.State)
		begins := func(name string) bool { return strings.HasPrefix(Fold(name), state) }
		return Fold(one.place.Town) != name || !slices.ContainsFunc([]string{r.Code, r.en, r.fr}, begins)
	})
}

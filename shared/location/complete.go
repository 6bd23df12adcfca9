package location

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Complete returns at most n completions of a query, the likeliest first: towns (also with a partial state, as in "tulsa o"), states and
// provinces, ZIP and postal codes, and addresses of restaurants. It returns none for less than two characters. Point is not set.
func (l *Listing) Complete(beginning, country string, n int) []Place {
	if len(Fold(beginning)) < 2 {
		return nil
	}
	found := append(l.addresses(beginning, country, n), codePlaces(strings.ToUpper(strings.TrimSpace(beginning)), n)...)
	if len(found) == 0 {
		found = l.namesFrom(beginning, country, n)
	}
	return found[:min(n, len(found))]
}

// codePlaces returns the places of codes with this prefix of at least three characters.
func codePlaces(beginning string, n int) []Place {
	if len(beginning) < 3 {
		return nil
	}
	var found []Place
	codes := codesFrom(beginning)
	for _, one := range codes[:min(n, len(codes))] {
		found = append(found, Place{Town: one.town.name, State: one.town.state, Code: one.code})
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
		all = append(l.regionsFrom(name, country), l.likelyTowns(name, country)...)
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

// likelyTowns returns the towns with this name prefix.
func (l *Listing) likelyTowns(beginning, country string) []likely {
	var all []likely
	for _, t := range townsFrom(beginning) {
		all = append(all, likely{Place{Town: t.name, State: t.state}, l.weight(&t, country)})
	}
	return all
}

// townsIn returns the towns of that name in the states and provinces with this prefix of their code or name.
func (l *Listing) townsIn(name, state, country string) []likely {
	return slices.DeleteFunc(l.likelyTowns(name, country), func(one likely) bool {
		r, _ := RegionByCode(one.place.State)
		begins := func(name string) bool { return strings.HasPrefix(Fold(name), state) }
		return Fold(one.place.Town) != name || !slices.ContainsFunc([]string{r.Code, r.en, r.fr}, begins)
	})
}

package location

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Complete returns at most n places that a query may be the beginning of, the likeliest first: towns, "tulsa, o" with their states,
// ZIP and postal codes, and the addresses of restaurants in the guest's country. It returns none for less than two characters.
func (l *Listing) Complete(beginning, country string, n int) []Place {
	if len(Fold(beginning)) < 2 {
		return nil
	}
	found := codesFrom(strings.ToUpper(strings.TrimSpace(beginning)), n)
	if startsWithNumber(beginning) {
		found = append(l.addressesFrom(streetKey(beginning), country, n), found...)
	} else if len(found) == 0 {
		found = l.townsFrom(beginning, country, n)
	}
	return found[:min(n, len(found))]
}

// addressesFrom returns the addresses whose keys begin so.
func (l *Listing) addressesFrom(beginning, country string, n int) []Place {
	var found []Place
	for _, key := range l.streetKeys[sort.SearchStrings(l.streetKeys, beginning):] {
		if len(found) >= n || !strings.HasPrefix(key, beginning) {
			break
		}
		for _, at := range l.streets[key] {
			if a := &l.locations[at].Address; a.Country == country {
				found = append(found, Place{Town: a.City, State: a.State, Street: a.Street, Point: a.Point()})
			}
		}
	}
	return found
}

// codesFrom returns the places of codes that begin so: three characters or more, digits or a postal code's.
func codesFrom(beginning string, n int) []Place {
	if len(beginning) < 3 || len(beginning) > 5 || strings.Trim(beginning, "0123456789") != "" && !(len(beginning) == 3 && postalCode(beginning)) {
		return nil
	}
	var found []Place
	text := gazetteer()
	for at := 0; len(found) < n; at += len(beginning) {
		i := strings.Index(text[at:], beginning)
		if i < 0 {
			break
		}
		at += i
		if before := text[at-1]; before != '|' && before != ',' {
			continue
		}
		code, rest, _ := strings.Cut(text[at:], " ")
		line, _, _ := lineAt(at)
		t := readTown(line)
		entry := rest[:strings.IndexAny(rest, ",\n")]
		found = append(found, Place{Town: t.name, State: t.state, Code: code, Point: readPoint(entry)})
	}
	return found
}

// townsFrom returns the towns whose folded names begin so; behind a comma stands the beginning of the state.
func (l *Listing) townsFrom(beginning, country string, n int) []Place {
	name, state, whole := strings.Cut(beginning, ",")
	name, state = Fold(name), Fold(state)
	type likely struct {
		town   town
		weight int
	}
	var all []likely
	names := foldedNames()
	from := sort.Search(len(names), func(i int) bool { return names[i].name >= name })
	for _, one := range names[from:] {
		if !strings.HasPrefix(one.name, name) {
			break
		}
		line, _, _ := lineAt(one.at)
		t := readTown(line)
		if whole && (one.name != name || !stateBegins(t.state, state)) {
			continue
		}
		all = append(all, likely{t, l.weight(t, one.name, country)})
	}
	slices.SortStableFunc(all, func(a, b likely) int { return -cmp.Compare(a.weight, b.weight) })
	var found []Place
	for _, one := range all[:min(n, len(all))] {
		found = append(found, Place{Town: one.town.name, State: one.town.state, Point: one.town.point()})
	}
	return found
}

// stateBegins says whether the code or a name of the state begins so.
func stateBegins(code, beginning string) bool {
	r, _ := RegionByCode(code)
	return slices.ContainsFunc([]string{code, r.en, r.fr}, func(name string) bool { return strings.HasPrefix(Fold(name), beginning) })
}

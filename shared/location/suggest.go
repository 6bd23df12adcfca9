package location

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Suggest gives at most n places that a query which Search does not know may have meant, the likeliest first: towns, states and
// provinces whose names are a slip or two away. A town is looked for in the state that the query names, if it names one.
func (l *Listing) Suggest(query, country string, n int) []Place {
	parts := strings.Split(query, ",")
	for from := range parts {
		if found := l.alike(Fold(strings.Join(parts[from:], " ")), country, n); len(found) > 0 {
			return found
		}
	}
	return nil
}

// alike gives the places whose names are near the folded one.
func (l *Listing) alike(name, country string, n int) []Place {
	state := ""
	words := strings.Fields(name)
	for last := min(4, len(words)-1); last > 0 && state == ""; last-- {
		if r, ok := ParseRegion(strings.Join(words[len(words)-last:], " ")); ok {
			state, name = r.Code, strings.Join(words[:len(words)-last], " ")
		}
	}
	most := slips(name)
	if most == 0 {
		return nil
	}
	type candidate struct {
		place       Place
		slips, size int
	}
	var all []candidate
	letters := lettersOf(name)
	for _, one := range foldedNames() {
		// A slip changes at most two letters: most names are left out without a look at their order.
		if bits.OnesCount32(letters^one.letters) > 2*most {
			continue
		}
		d := distance(name, one.name, most)
		if d > most {
			continue
		}
		line, _, _ := lineAt(one.at)
		if t := readTown(line); state == "" || t.state == state {
			all = append(all, candidate{Place{Town: t.name, State: t.state, Point: t.point()}, d, l.weight(t, one.name, country)})
		}
	}
	if state == "" {
		for _, r := range regions {
			for _, known := range []string{r.en, r.fr} {
				d := distance(name, Fold(known), most)
				if d > most {
					continue
				}
				all = append(all, candidate{l.whole(r, country), d, l.regionWeight(r, country)})
				break
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.slips, b.slips), -cmp.Compare(a.size, b.size)) })
	var found []Place
	for _, one := range all {
		if len(found) < n && !slices.ContainsFunc(found, func(p Place) bool { return p.Town == one.place.Town && p.State == one.place.State }) {
			found = append(found, one.place)
		}
	}
	return found
}

// foldedName is the name of a line of the gazetteer, as Suggest compares it.
type foldedName struct {
	name    string
	letters uint32
	at      int // where the line begins
}

var foldedOnce struct {
	once  sync.Once
	names []foldedName
}

// foldedNames folds the names of the gazetteer on the first call.
func foldedNames() []foldedName {
	foldedOnce.once.Do(func() {
		at := 0
		for line := range strings.Lines(gazetteer()) {
			name := Fold(readTown(line).name)
			foldedOnce.names = append(foldedOnce.names, foldedName{name, lettersOf(name), at})
			at += len(line)
		}
	})
	return foldedOnce.names
}

// lettersOf has a bit for each letter that a folded name contains.
func lettersOf(name string) uint32 {
	var letters uint32
	for i := range len(name) {
		letters |= 1 << (name[i] % 32)
	}
	return letters
}

// slips is how many a name of that length may have and still be known.
func slips(name string) int {
	switch {
	case len(name) < 4 || len(name) > 60:
		return 0
	case len(name) < 6:
		return 1
	}
	return 2
}

// distance counts the letters that are wrong, missing, too many or in the place of their neighbour; more than most is most+1.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	// Three rows of the table of beginnings, for a swap looks two back.
	var before, last, row [64]int
	if len(b) >= len(row) {
		return most + 1
	}
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		least := row[0]
		for j := range len(b) {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(last[j]+wrong, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > most {
			return most + 1
		}
		before, last = last, row
	}
	return min(last[len(b)], most+1)
}

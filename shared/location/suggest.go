package location

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// Suggest returns at most n corrections of a query without a result, the likeliest first: towns, states and provinces
// within a small edit distance. If the query names a state, it returns towns of that state.
func (l *Listing) Suggest(query, country string, n int) []Place {
	parts := strings.Split(query, ",")
	for from := range parts {
		if found := l.similar(Fold(strings.Join(parts[from:], " ")), country, n); len(found) > 0 {
			return found
		}
	}
	return nil
}

// similar returns the places with names similar to the folded name.
func (l *Listing) similar(name, country string, n int) []Place {
	state := ""
	words := strings.Fields(name)
	for last := min(4, len(words)-1); last > 0 && state == ""; last-- {
		if r, ok := ParseRegion(strings.Join(words[len(words)-last:], " ")); ok {
			state, name = r.Code, strings.Join(words[:len(words)-last], " ")
		}
	}
	most := maxEdits(name)
	if most == 0 {
		return nil
	}
	type candidate struct {
		place       Place
		slips, size int
	}
	var all []candidate
	letters := lettersOf(name)
	towns := gazetteer().towns
	for i := range towns {
		t := &towns[i]
		// An edit changes at most two letters: this skips most names without computing the distance.
		if bits.OnesCount32(letters^t.letters) > 2*most || state != "" && t.state != state {
			continue
		}
		if d := distance(name, t.folded, most); d <= most {
			all = append(all, candidate{t.place(), d, l.weight(t, country)})
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

// lettersOf returns a bit set of the letters in a folded name.
func lettersOf(name string) uint32 {
	var letters uint32
	for i := range len(name) {
		letters |= 1 << (name[i] % 32)
	}
	return letters
}

// maxEdits returns the maximum edit distance for a name of that length.
func maxEdits(name string) int {
	switch {
	case len(name) < 4 || len(name) > 60:
		return 0
	case len(name) < 6:
		return 1
	}
	return 2
}

// distance returns the edit distance, in which swapped neighbours count as one edit. Values above most are returned as most+1.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	// Three rows of the dynamic programming table, because a swap needs the row before the last.
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

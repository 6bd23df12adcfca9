package location

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// recheck is how long a directory is used before its change counter is read again.
const recheck = 2 * time.Second

// Directory caches all restaurants and reloads them only after a change.
type Directory struct {
	listing *cached.Keeper[*Listing]
}

// NewDirectory returns a directory over the table.
func NewDirectory(t table.Table, now func() time.Time) *Directory {
	return &Directory{cached.New(recheck, now, func(ctx context.Context, _, have string) (*Listing, string, error) {
		return readListing(ctx, t, have)
	})}
}

// Read returns the restaurants, at most two seconds behind the table, or older while the table is unavailable.
func (d *Directory) Read(ctx context.Context) (*Listing, error) { return d.listing.Get(ctx, "") }

// readListing reads the change counter before the restaurants: a write between the two is then found at the next check.
func readListing(ctx context.Context, t table.Table, have string) (*Listing, string, error) {
	count, err := Changes(ctx, t)
	if err != nil {
		return nil, "", err
	}
	version := strconv.FormatInt(count, 10)
	if version == have {
		return nil, version, cached.ErrUnchanged
	}
	availability, err := allAvailability(ctx, t)
	if err != nil {
		return nil, "", fmt.Errorf("read the availability of the locations: %w", err)
	}
	items, err := Items(ctx, t)
	if err != nil {
		return nil, "", fmt.Errorf("read the locations: %w", err)
	}
	all := make([]Location, len(items))
	for i, item := range items {
		l, err := FromItem(item)
		if err != nil {
			return nil, "", err
		}
		all[i] = l.With(availability[l.ID])
	}
	return NewListing(all), version, nil
}

// Listing is all restaurants at one moment. It is immutable.
type Listing struct {
	Places  // by country, state, city, label, id
	bySlug  map[string]int
	states  map[string]span // code → its restaurants
	cities  map[string]span // folded name|state → its restaurants; name| alone → those of one such city
	streets []street        // of its restaurants, sorted
}

// span is the range of a region's restaurants in the listing.
type span struct{ from, to int }

// Places is a subset of the restaurants, in the order of the listing.
type Places struct {
	locations []Location
	vectors   []vector // of the locations, in their order
	standings []atomic.Pointer[standing]
}

// standing is the opening state of a restaurant in a period.
type standing struct {
	from, until time.Time
	opening     Opening
}

// NewListing sorts the restaurants and builds the indexes.
func NewListing(all []Location) *Listing {
	type entry struct {
		city, label string // folded once: each comparison would fold four names
		location    *Location
	}
	entries := make([]entry, len(all))
	for i := range all {
		entries[i] = entry{Fold(all[i].Address.City), Fold(all[i].Label), &all[i]}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		x, y := &a.location.Address, &b.location.Address
		return cmp.Or(-cmp.Compare(x.Country, y.Country), cmp.Compare(x.State, y.State), cmp.Compare(a.city, b.city),
			cmp.Compare(a.label, b.label), cmp.Compare(a.location.ID, b.location.ID))
	})
	l := &Listing{Places: Places{make([]Location, len(all)), make([]vector, len(all)), make([]atomic.Pointer[standing], len(all))},
		bySlug: make(map[string]int, len(all)), states: map[string]span{}, cities: map[string]span{}, streets: make([]street, len(all))}
	for i, e := range entries {
		l.locations[i] = *e.location
		l.vectors[i] = e.location.Address.Point().vector()
		l.bySlug[e.location.Slug] = i
		l.streets[i] = street{streetKey(e.location.Address.Street), i}
		state := e.location.Address.State
		l.states[state] = l.states[state].with(i)
		here := l.cities[e.city+"|"+state].with(i)
		l.cities[e.city+"|"+state], l.cities[e.city+"|"] = here, here
	}
	slices.SortStableFunc(l.streets, func(a, b street) int { return cmp.Compare(a.key, b.key) })
	return l
}

func (s span) with(i int) span {
	if s.to == 0 {
		s.from = i
	}
	return span{s.from, i + 1}
}

// All returns the restaurants: the United States first, then by state, city and label. The caller must not change the slice.
func (p Places) All() []Location { return p.locations }

// Opening returns the opening state of the ith restaurant at now. It is cached until the restaurant opens or closes,
// because a page with all restaurants needs every state.
func (p Places) Opening(i int, now time.Time) Opening {
	if known := p.standings[i].Load(); known != nil && !now.Before(known.from) && now.Before(known.until) {
		return known.opening
	}
	o := p.locations[i].Opening(now)
	until := o.ClosesAt
	if o.State == Closed {
		until = o.OpensAt
	}
	if !o.OpensAt.IsZero() { // else a week from now it may have an opening time
		p.standings[i].Store(&standing{now, until, o})
	}
	return o
}

// Middle returns the centre of the restaurants.
func (p Places) Middle() Point { return middle(p.vectors) }

// In returns the restaurants of a state by its code, or of one of its cities by name or slug, ignoring accents.
func (l *Listing) In(state, city string) Places {
	at := l.states[state]
	if city != "" {
		at = l.cities[Fold(city)+"|"+state]
	}
	return l.Part(at.from, at.to)
}

// Part returns the restaurants with indexes from (inclusive) to to (exclusive).
func (p Places) Part(from, to int) Places {
	return Places{p.locations[from:to], p.vectors[from:to], p.standings[from:to]}
}

// BySlug returns the restaurant with the slug.
func (l *Listing) BySlug(slug string) (Location, bool) {
	i, ok := l.bySlug[slug]
	if !ok {
		return Location{}, false
	}
	return l.locations[i], true
}

// Found is a restaurant with its distance from a point.
type Found struct {
	Location *Location
	Meters   float64
}

// Near returns the n nearest restaurants to from for which want is true (nil: all), nearest first, and the number of
// all matches. Restaurants at the same distance are in the order of All.
func (p Places) Near(from Point, n int, want func(*Location) bool) ([]Found, int) {
	type candidate struct {
		chord float64
		at    int
	}
	farther := func(a, b candidate) int { return cmp.Or(cmp.Compare(a.chord, b.chord), cmp.Compare(a.at, b.at)) }
	here := from.vector()
	var (
		best  = make([]candidate, 0, min(2*n, len(p.locations))+1)
		limit = 5.0 // above any squared chord, which is at most 4
		total int
	)
	for i := range p.locations {
		if want != nil && !want(&p.locations[i]) {
			continue
		}
		total++
		c := candidate{chord(here, p.vectors[i]), i}
		if c.chord >= limit {
			continue
		}
		// Sorting only when 2n candidates have gathered keeps the work per restaurant constant.
		if best = append(best, c); len(best) >= 2*n {
			slices.SortFunc(best, farther)
			best = best[:n]
			if n > 0 {
				limit = best[n-1].chord
			}
		}
	}
	slices.SortFunc(best, farther)
	found := make([]Found, min(n, len(best)))
	for i := range found {
		found[i] = Found{&p.locations[best[i].at], arc(best[i].chord)}
	}
	return found, total
}

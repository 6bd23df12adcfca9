package locations

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Locations serves the operations.
type Locations struct {
	directory *location.Directory
	store     *location.Store
	offers    offers
	brand     brand.Brand
	now       func() time.Time
}

// New makes the function over the table.
func New(t table.Table, b brand.Brand, now func() time.Time) *Locations {
	return &Locations{brand: b, directory: location.NewDirectory(t, now), store: location.NewStore(t, now), offers: newOffers(t, now), now: now}
}

func (l *Locations) list(ctx context.Context, in *listInput) (*listOutput, error) {
	offset, err := readCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	words, now := locale.Parse(in.Language), l.now()
	asked, err := filterable(now).Parse(in.Filter)
	if err != nil {
		return nil, err
	}
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	out := new(listOutput)
	state, from := in.State, (*location.Point)(nil)
	switch {
	case in.Query != "":
		p, ok := listing.Search(in.Query, api.Country(ctx))
		if !ok {
			return nil, problem.New(problem.PlaceNotFound, "place", in.Query)
		}
		out.Body.Place = &Place{Label: p.Label, Latitude: p.Point.Latitude, Longitude: p.Point.Longitude}
		if from = &p.Point; p.State != "" {
			state, from = p.State, nil
		}
	case math.IsNaN(in.Latitude) || math.IsNaN(in.Longitude): // no bound of the description keeps it out
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/latitude"))
	case in.Latitude != 0 || in.Longitude != 0: // nobody is at 0, 0: it lies in the ocean
		from = &location.Point{Latitude: in.Latitude, Longitude: in.Longitude}
	}
	handoff, city := location.Handoff(in.Handoff), location.Slug(in.City)
	want := func(r *location.Location) bool {
		return r.Status == location.StatusOpen && (state == "" || r.Address.State == state) &&
			(city == "" || location.Slug(r.Address.City) == city) && (handoff == 0 || r.Offers(handoff)) && asked.Match(r)
	}
	var found []location.Found
	if from != nil {
		found, out.Body.Total = listing.Near(*from, offset+in.Limit, want)
		found = found[min(offset, len(found)):]
	} else {
		found, out.Body.Total = page(listing.All(), offset, in.Limit, want)
	}
	out.Body.Locations = make([]Location, len(found))
	for i, f := range found {
		out.Body.Locations[i] = l.show(f.Location, words, now)
		if from != nil {
			meters := int(f.Meters + 0.5)
			out.Body.Locations[i].DistanceMeters = &meters
		}
	}
	if next := offset + len(found); next < out.Body.Total && len(found) > 0 {
		out.Body.Cursor = strconv.Itoa(next)
	}
	return out, nil
}

// page is one page of those that want lets through, in their order, and how many there are.
func page(all []location.Location, offset, limit int, want func(*location.Location) bool) (found []location.Found, total int) {
	for i := range all {
		if !want(&all[i]) {
			continue
		}
		if total >= offset && total < offset+limit {
			found = append(found, location.Found{Location: &all[i]})
		}
		total++
	}
	return found, total
}

// readCursor reads how many restaurants the guest has seen. It says no more than that: the list is short and hardly changes.
func readCursor(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(cursor, 10, 20)
	if err != nil {
		return 0, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/cursor"))
	}
	return int(n), nil
}

func (l *Locations) byID(ctx context.Context, in *locationInput) (*locationOutput, error) {
	found, err := l.store.Get(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	return &locationOutput{Body: l.show(&found, locale.Parse(in.Language), l.now())}, nil
}

func (l *Locations) bySlug(ctx context.Context, in *slugInput) (*locationOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	found, ok := listing.BySlug(in.Slug)
	if !ok {
		return nil, problem.New(problem.LocationNotFound)
	}
	return &locationOutput{Body: l.show(&found, locale.Parse(in.Language), l.now())}, nil
}

func (l *Locations) states(ctx context.Context, in *regionsInput) (*regionsOutput, error) {
	out, err := l.regions(ctx, in, func(a location.Address, state State) Region {
		region, _ := location.RegionByCode(a.State)
		return Region{Country: a.Country, State: state, Slug: location.Slug(region.Name(locale.En))}
	})
	if err == nil {
		// The directory goes by code, guests by name: Alabama before Alaska, in their language.
		slices.SortStableFunc(out.Body.Regions, func(a, b Region) int {
			return cmp.Or(-cmp.Compare(a.Country, b.Country), cmp.Compare(location.Fold(a.State.Label), location.Fold(b.State.Label)))
		})
	}
	return out, err
}

func (l *Locations) cities(ctx context.Context, in *regionsInput) (*regionsOutput, error) {
	return l.regions(ctx, in, func(a location.Address, state State) Region {
		return Region{Country: a.Country, State: state, City: a.City, Slug: location.Slug(a.City)}
	})
}

// regions counts the restaurants by what region makes of their addresses. The directory keeps those of one state and city
// together, however a city's name is accented.
func (l *Locations) regions(ctx context.Context, in *regionsInput, region func(location.Address, State) Region) (*regionsOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	words := locale.Parse(in.Language)
	regions := []Region{}
	for _, r := range listing.All() {
		a := r.Address
		if r.Status != location.StatusOpen || in.Country != "" && a.Country != in.Country || in.State != "" && a.State != in.State {
			continue
		}
		next := region(a, stateOf(a, words))
		last := len(regions) - 1
		if last < 0 || regions[last].State != next.State || location.Fold(regions[last].City) != location.Fold(next.City) {
			regions = append(regions, next)
			last++
		}
		regions[last].Count++
	}
	out := new(regionsOutput)
	out.Body.Regions = regions
	return out, nil
}

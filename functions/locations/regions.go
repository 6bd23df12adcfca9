package locations

import (
	"cmp"
	"context"
	"slices"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
)

// Region is a state or province, or a city, that has restaurants.
type Region struct {
	Country   string  `json:"country" enum:"US,CA"`
	State     State   `json:"state"`
	City      string  `json:"city,omitempty"`
	Slug      string  `json:"slug" doc:"Of the city, or of the state"`
	Count     int     `json:"count" doc:"Restaurants there"`
	Latitude  float64 `json:"latitude" doc:"Centre of the restaurants there"`
	Longitude float64 `json:"longitude"`
}

type statesInput struct {
	api.CommonHeaders
	Country string `query:"country" enum:"US,CA"`
}

type citiesInput struct {
	statesInput
	State string `query:"state" maxLength:"40" doc:"Code, slug or name of a state or province: QC, quebec"`
}

type regionsOutput struct {
	Body struct {
		Regions []Region `json:"regions"`
	}
}

func (l *Locations) states(ctx context.Context, in *statesInput, want func(*location.Location) bool) (*regionsOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	out := new(regionsOutput)
	out.Body.Regions = regions(listing.Places, locale.Parse(in.Language), in.Country, want, func(a, b location.Address) bool { return a.State == b.State })
	for i := range out.Body.Regions {
		r := &out.Body.Regions[i]
		r.City, r.Slug = "", r.State.Slug
	}
	// The directory sorts by code; guests expect the order of names in their language: Alabama before Alaska.
	slices.SortStableFunc(out.Body.Regions, func(a, b Region) int {
		return cmp.Or(-cmp.Compare(a.Country, b.Country), cmp.Compare(location.Fold(a.State.Label), location.Fold(b.State.Label)))
	})
	return out, nil
}

func (l *Locations) cities(ctx context.Context, in *citiesInput) (*regionsOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	places, err := within(listing, in.State, "")
	if err != nil {
		return nil, err
	}
	out := new(regionsOutput)
	out.Body.Regions = regions(places, locale.Parse(in.Language), in.Country, inBusiness, func(a, b location.Address) bool {
		return a.State == b.State && (a.City == b.City || location.Fold(a.City) == location.Fold(b.City))
	})
	return out, nil
}

func anyLocation(*location.Location) bool { return true }

func inBusiness(r *location.Location) bool { return r.Status == location.StatusOpen }

// regions counts by region the restaurants that pass want. In the listing the restaurants of one state and city are adjacent, however the
// city's name is accented. The first one defines the city's name and slug.
func regions(places location.Places, words locale.Locale, country string, want func(*location.Location) bool, same func(a, b location.Address) bool) []Region {
	regions, all := []Region{}, places.All()
	for from := 0; from < len(all); {
		a, to, count := all[from].Address, from, 0
		for ; to < len(all) && same(a, all[to].Address); to++ {
			if want(&all[to]) {
				count++
			}
		}
		if count > 0 && (country == "" || country == a.Country) {
			middle := places.Part(from, to).Middle()
			regions = append(regions, Region{
				Country: a.Country, State: stateOf(a, words), City: a.City, Slug: location.Slug(a.City), Count: count,
				Latitude: degrees(middle.Latitude), Longitude: degrees(middle.Longitude),
			})
		}
		from = to
	}
	return regions
}

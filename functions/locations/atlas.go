package locations

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"time"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
)

// Atlas is every restaurant, for a map.
type Atlas struct {
	States    []AtlasState `json:"states" doc:"States and provinces of the restaurants"`
	Locations []Pin        `json:"locations" doc:"Sorted by country, state, city and name"`
}

// AtlasState is a state or province, listed once for all its restaurants.
type AtlasState struct {
	State
	Country string `json:"country" enum:"US,CA"`
}

// Pin is a restaurant on a map.
type Pin struct {
	ID        string  `json:"id"`
	Slug      string  `json:"slug"`
	Label     string  `json:"label"`
	City      string  `json:"city"`
	CitySlug  string  `json:"citySlug"`
	State     string  `json:"state" doc:"Code"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Handoffs  []int   `json:"handoffs" doc:"Handoffs for online orders"`
	Opening   Opening `json:"opening"`
}

type allInput struct {
	api.CommonHeaders
	Country     string `query:"country" enum:"US,CA"`
	Filter      string `query:"filter" maxLength:"1000" doc:"property[operator]value, joined with ;"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"200"`
}

type allOutput struct {
	Status  int
	ETag    string `header:"ETag"`
	Caching string `header:"Cache-Control"`
	Vary    string `header:"Vary"`
	Body    *Atlas
}

func (l *Locations) all(ctx context.Context, in *allInput) (*allOutput, error) {
	words, now := locale.Parse(in.Language), l.now()
	asked, err := filterable(now).Parse(in.Filter)
	if err != nil {
		return nil, err
	}
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	atlas := &Atlas{States: []AtlasState{}, Locations: []Pin{}}
	all := listing.All()
	for i := range all {
		r := &all[i]
		if !inBusiness(r) || in.Country != "" && in.Country != r.Address.Country || !asked.Match(r) {
			continue
		}
		if n := len(atlas.States); n == 0 || atlas.States[n-1].Code != r.Address.State {
			atlas.States = append(atlas.States, AtlasState{stateOf(r.Address, words), r.Address.Country})
		}
		atlas.Locations = append(atlas.Locations, pin(r, listing.Opening(i, now)))
	}
	tag, err := tagOf(atlas)
	if err != nil {
		return nil, err
	}
	// A browser may store the list but must revalidate it: a restaurant may have opened or closed.
	out := &allOutput{Status: http.StatusOK, ETag: tag, Caching: "no-cache", Vary: "Accept-Language", Body: atlas}
	if api.Matches(in.IfNoneMatch, tag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}

func pin(r *location.Location, o location.Opening) Pin {
	p := Pin{
		ID: r.ID, Slug: r.Slug, Label: r.Label, City: r.Address.City, CitySlug: location.Slug(r.Address.City), State: r.Address.State,
		Latitude: degrees(r.Address.Latitude), Longitude: degrees(r.Address.Longitude), Handoffs: []int{}, Opening: Opening(o),
	}
	if o.State == location.Open {
		p.Opening.OpensAt = time.Time{} // a map shows how long it is open, not when it opens next
	}
	for _, h := range r.Orderable() {
		p.Handoffs = append(p.Handoffs, int(h))
	}
	return p
}

// degrees rounds to four decimals, about ten metres.
func degrees(d float64) float64 { return math.Round(d*1e4) / 1e4 }

// tagOf returns the ETag of a document: a hash of it.
func tagOf(v any) (string, error) {
	h := fnv.New64a()
	if err := json.NewEncoder(h).Encode(v); err != nil {
		return "", fmt.Errorf("locations: tag of the atlas: %w", err)
	}
	return fmt.Sprintf(`"%016x"`, h.Sum64()), nil
}

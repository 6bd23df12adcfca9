// Package locations serves the restaurants and their menus.
package locations

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Locations serves the operations.
type Locations struct {
	directory *location.Directory
	store     *location.Store
	offers    *menu.Store
	brand     brand.Brand
	now       func() time.Time
}

// New returns the function over the table.
func New(t table.Table, b brand.Brand, now func() time.Time) *Locations {
	return &Locations{brand: b, directory: location.NewDirectory(t, now), store: location.NewStore(t, now), offers: menu.NewStore(t, now), now: now}
}

const base = api.Ordering + "/locations"

// Problems that several operations share.
var (
	finding   = []problem.Code{problem.LocationNotFound}
	placing   = []problem.Code{problem.PlaceNotFound}
	filtering = []problem.Code{problem.FilterInvalid}
	searching = []problem.Code{problem.PlaceNotFound, problem.FilterInvalid}
)

// Operations describes the calls of this function.
func (l *Locations) Operations() []api.Operation {
	all := get("list-all-locations", "/all-locations", "All restaurants in a compact form for a map, with an ETag")
	all.Responses = map[string]*huma.Response{"304": {Description: "The list has not changed"}}
	return api.For(l.brand, append([]api.Operation{
		api.Describe(get("list-locations", "", "Restaurants: all, in a state or city, or near a place or a point"), only(inBusiness, l.list)).
			WithProblems(searching),
		api.Describe(all, l.all).WithProblems(filtering),
		api.Describe(get("list-boss-locations", "/boss", "All restaurants, also closed and coming-soon ones"), only(anyLocation, l.list)).
			WithProblems(searching),
		api.Describe(get("list-boss-states", "/boss/states", "States and provinces of every restaurant"), only(anyLocation, l.states)),
		api.Describe(get("get-location", "/{locationId}", "One restaurant by its id"), l.byID).WithProblems(finding),
		api.Describe(get("get-location-by-slug", "/slug/{slug}", "One restaurant by the slug of its pages"), l.bySlug).WithProblems(finding),
		api.Describe(get("list-states", "/states", "States and provinces that have restaurants"), only(inBusiness, l.states)),
		api.Describe(get("list-cities", "/cities", "Cities that have restaurants"), l.cities).WithProblems(placing),
		api.Describe(get("get-delivery-radius", "/delivery-radius/{locationId}", "Delivery area of a restaurant"), l.deliveryRadius).WithProblems(finding, []problem.Code{problem.HandoffNotOffered}),
		api.Describe(get("suggest-places", "/suggestions", "Completions of a search text"), l.suggest),
	}, l.menuOperations()...)...)
}

// only returns a handler of the restaurants for which want is true: those in business for guests, all for the chain's office.
func only[I, O any](
	want func(*location.Location) bool, handle func(context.Context, *I, func(*location.Location) bool) (*O, error),
) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) { return handle(ctx, in, want) }
}

func get(id, path, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: http.MethodGet, Path: base + path, Summary: summary, Tags: []string{"locations"}}
}

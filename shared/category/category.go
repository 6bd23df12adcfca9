// Package category has the order menu categories of the specification (§3): one record each, in categories.json. The site and the edge
// read the same file (infra/verbs/writeCategories.mjs).
package category

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

// ID identifies a category in menus and navigation.
type ID int

// Slug names a category in addresses, baskets and orders.
type Slug string

// The categories that code names.
const (
	Everyday Slug = "everyday"
	Catering Slug = "catering"
)

// Pool is a kitchen with its own capacity in each timeslot.
type Pool string

// The kitchens of a restaurant.
const (
	Kitchen         Pool = ""
	CateringKitchen Pool = "catering"
)

// Category is one record.
type Category struct {
	ID             ID     `json:"id"`
	Name           string `json:"name"`
	Slug           Slug   `json:"slug"`           // empty: it has no page
	Active         bool   `json:"active"`         // the site takes orders of it; the others with a page are announced there
	Orders         bool   `json:"orders"`         // the API takes orders of it
	OnCanadaStores bool   `json:"onCanadaStores"` // Canadian restaurants offer it, or will
	Menu           string `json:"menu"`           // slug of the menu
	Pool           Pool   `json:"pool"`           // the kitchen that makes its orders
	DaysAhead      string `json:"daysAhead"`      // the brand's setting of the dates that can be ordered for
	NumberPrefix   string `json:"numberPrefix"`   // of the numbers that restaurants call out; each kitchen has its own
}

//go:embed categories.json
var records []byte

// All lists the categories by id. The result is shared: do not change it.
var All = sync.OnceValue(func() (all []Category) {
	if err := json.Unmarshal(records, &all); err != nil {
		panic(fmt.Errorf("categories.json: %w", err)) // embedded
	}
	return all
})

// Of returns the category of a slug, and the everyday category for any other.
func Of(s Slug) Category {
	for _, c := range All() {
		if c.Slug == s && s != "" {
			return c
		}
	}
	return All()[0]
}

// Find returns the category with the id. It returns false for other ids.
func Find(id ID) (Category, bool) {
	for _, c := range All() {
		if c.ID == id {
			return c, true
		}
	}
	return Category{}, false
}

// Ordered lists the slugs of the categories that the API takes orders of.
func Ordered() []Slug {
	var slugs []Slug
	for _, c := range All() {
		if c.Orders {
			slugs = append(slugs, c.Slug)
		}
	}
	return slugs
}

// Pools lists the kitchens.
func Pools() []Pool {
	var pools []Pool
	for _, c := range All() {
		if c.Orders && !slices.Contains(pools, c.Pool) {
			pools = append(pools, c.Pool)
		}
	}
	return pools
}

// Package locations answers which restaurants there are and what they serve.
package locations

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
)

type listInput struct {
	api.Guest
	Query     string  `query:"q" maxLength:"120" doc:"City, city and state, ZIP or postal code"`
	Latitude  float64 `query:"latitude" minimum:"-90" maximum:"90"`
	Longitude float64 `query:"longitude" minimum:"-180" maximum:"180"`
	State     string  `query:"state" maxLength:"2" doc:"Code of a state or province"`
	City      string  `query:"city" maxLength:"80"`
	Handoff   int     `query:"handoff" enum:"1,2,3,4,6" doc:"Only restaurants that take orders this way"`
	Filter    string  `query:"filter" maxLength:"1000" doc:"property[operator]value, joined with ;"`
	Limit     int     `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor    string  `query:"cursor" maxLength:"400"`
}

type listOutput struct {
	Body struct {
		Locations []Location `json:"locations" doc:"Nearest first when a place was searched, else by state, city and name"`
		Place     *Place     `json:"place,omitempty" doc:"What the search was understood as"`
		Total     int        `json:"total"`
		Cursor    string     `json:"cursor,omitempty"`
	}
}

type locationInput struct {
	api.Guest
	LocationID string `path:"locationId" maxLength:"64"`
}

type slugInput struct {
	api.Guest
	Slug string `path:"slug" maxLength:"120"`
}

type locationOutput struct {
	Body Location
}

// Region is a state or province, or a city, that has restaurants.
type Region struct {
	Country string `json:"country"`
	State   State  `json:"state"`
	City    string `json:"city,omitempty"`
	Slug    string `json:"slug"`
	Count   int    `json:"count" doc:"Restaurants there"`
}

type regionsInput struct {
	api.Guest
	Country string `query:"country" enum:"US,CA"`
	State   string `query:"state" maxLength:"2"`
}

type regionsOutput struct {
	Body struct {
		Regions []Region `json:"regions"`
	}
}

// OfferInput asks what a restaurant offers, for a handoff and a time.
type OfferInput struct {
	api.Guest
	LocationID string    `path:"locationId" maxLength:"64"`
	Category   string    `query:"category" enum:"everyday,catering" default:"everyday"`
	Handoff    int       `query:"handoff" enum:"1,2,3,4,6" default:"2"`
	At         time.Time `query:"at" doc:"UTC; when the food is wanted. Default: the earliest time that can be ordered"`
}

type menusOutput struct {
	Body struct {
		Menus []Menu `json:"menus" doc:"The menu of the asked category"`
	}
}

type sectionsOutput struct {
	Body struct {
		Sections []SectionHead `json:"sections"`
	}
}

// SectionHead is a section without its items.
type SectionHead struct {
	ID    string `json:"id"`
	Slug  string `json:"slug"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

type itemsInput struct {
	OfferInput
	Section string `query:"section" maxLength:"64" doc:"Slug; all sections when empty"`
}

type itemsOutput struct {
	Body struct {
		Items []Item `json:"items"`
	}
}

type itemDetailsInput struct {
	OfferInput
	Item string `path:"item" maxLength:"80" doc:"Id or slug"`
}

type itemDetailsOutput struct {
	Body ItemDetails
}

type availabilityOutput struct {
	Body struct {
		Opening   Opening        `json:"opening"`
		Next      *time.Time     `json:"next,omitempty" doc:"UTC; earliest time that can be ordered that way now"`
		Items     []ItemAway     `json:"items" doc:"What cannot be had for that handoff at that time"`
		Modifiers []ModifierAway `json:"modifiers"`
	}
}

// ItemAway is an item that cannot be had.
type ItemAway struct {
	ItemID      string      `json:"itemId"`
	Unavailable Unavailable `json:"unavailable"`
}

// ModifierAway is an option that cannot be had.
type ModifierAway struct {
	ModifierID  string      `json:"modifierId"`
	Unavailable Unavailable `json:"unavailable"`
}

const base = api.Ordering + "/locations"

// Operations describes the calls of this function.
func (l *Locations) Operations() []api.Operation {
	get := func(id, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: base + path, Summary: summary, Tags: []string{"locations"}, Errors: []int{404, 422, 503}}
	}
	return []api.Operation{
		api.Describe(get("list-locations", "", "Restaurants: all, in a state or city, or nearest to a place or a point"), l.list),
		api.Describe(get("get-location", "/{locationId}", "One restaurant by its id"), l.byID),
		api.Describe(get("get-location-by-slug", "/slug/{slug}", "One restaurant by the slug of its pages"), l.bySlug),
		api.Describe(get("list-states", "/states", "States and provinces that have restaurants"), l.states),
		api.Describe(get("list-cities", "/cities", "Cities that have restaurants"), l.cities),
		api.Describe(get("get-menus", "/menus/{locationId}", "A restaurant's menu with its sections and items"), l.menus),
		api.Describe(get("list-sections", "/sections/{locationId}", "Sections of a restaurant's menu"), l.sections),
		api.Describe(get("list-items", "/items/{locationId}", "Items of a restaurant's menu"), l.items),
		api.Describe(get("get-item-details", "/item-details/{locationId}/{item}", "An item with its modifier groups"), l.itemDetails),
		api.Describe(get("get-availability", "/availability/{locationId}", "What cannot be had at a restaurant"), l.availability),
	}
}

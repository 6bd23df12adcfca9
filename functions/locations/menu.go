package locations

import (
	"context"
	"time"

	"ordering/functions/api"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/timeslot"
)

// menuOperations describes the calls about a restaurant's menu.
func (l *Locations) menuOperations() []api.Operation {
	return []api.Operation{
		api.Describe(get("list-brand-menus", "/menus", "The brand's menus, without prices, before a restaurant is chosen"), l.brandMenus),
		api.Describe(get("get-menus", "/menus/{locationId}", "A restaurant's menu with its sections and items"), l.menus).WithProblems(finding),
		api.Describe(get("list-sections", "/sections/{locationId}", "Sections of a restaurant's menu"), l.sections).WithProblems(finding),
		api.Describe(get("list-items", "/items/{locationId}", "Items of a restaurant's menu"), l.items).WithProblems(finding, []problem.Code{problem.NotFound}),
		api.Describe(get("get-item-details", "/item-details/{locationId}/{item}", "An item with its modifier groups"), l.itemDetails).WithProblems(finding, []problem.Code{problem.ItemNotFound}),
		api.Describe(get("list-upsell-items", "/upsell-items/{locationId}/{item}", "Available items that go with an item"), l.upsell).WithProblems(finding, []problem.Code{problem.ItemNotFound}),
		api.Describe(get("list-cross-sell-items", "/cross-sell-items/{locationId}", "Available items that a basket lacks"), l.crossSell).WithProblems(finding),
		api.Describe(get("get-availability", "/availability/{locationId}", "Unavailable items and options of a restaurant"), l.availability).WithProblems(finding),
	}
}

// OfferInput requests a restaurant's offer for a handoff and a time.
type OfferInput struct {
	api.CommonHeaders
	LocationID string       `path:"locationId" maxLength:"64"`
	Category   api.Category `query:"category"`
	Handoff    int          `query:"handoff" enum:"1,2,3,4,6" default:"2"`
	At         time.Time    `query:"at" doc:"UTC; time of the handoff. Default: the earliest time that can be ordered"`
}

// visit is one request for a restaurant's menu: language, handoff and time.
type visit struct {
	location location.Location
	offer    *menu.Offer
	menu     string // slug
	words    locale.Locale
	handoff  location.Handoff
	at       time.Time
}

// visit opens the restaurant's menu, or returns problem.LocationNotFound.
func (l *Locations) visit(ctx context.Context, in *OfferInput) (*visit, error) {
	found, err := l.store.Get(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	offer, err := l.offers.Offer(ctx, found.ID, found.Currency)
	if err != nil {
		return nil, err
	}
	v := &visit{location: found, offer: offer, menu: category.Of(category.Slug(in.Category)).Menu, at: in.At}
	v.words, v.handoff = locale.Parse(in.Language), location.Handoff(in.Handoff)
	if v.at.IsZero() {
		v.at = l.now()
		if slot, ok := timeslot.First(found, v.handoff, v.at, timeslot.Need{}, l.brand.DaysAhead); ok {
			v.at = slot.Start
		}
	} else if err := api.CheckTime(v.at, l.now(), "/query/at"); err != nil {
		return nil, err
	}
	return v, nil
}

// find returns an item of the menu with the slug of its section.
func (v *visit) find(idOrSlug string) (*menu.Item, string, bool) {
	item, ok := v.offer.Item(idOrSlug)
	if !ok {
		return nil, "", false
	}
	section, ok := v.offer.SectionOf(v.menu, item)
	return item, section, ok
}

package basket

import (
	"context"
	"fmt"
	"time"

	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// PricingContext is what a basket is priced and checked with at one moment: the location, its offer, taxes, and the brand's settings.
type PricingContext struct {
	Location location.Location
	Offer    *menu.Offer
	Taxes    tax.Rules
	Brand    brand.Brand
	Now      time.Time
	// Promotions are the brand's; nil for none. SignedIn means that the guest has an account.
	Promotions *promo.Set
	SignedIn   bool
	Charges    []Charge // fees
}

// PricingContexts loads pricing contexts. It caches its reads for a few seconds, so that baskets of a busy location do not read the table.
type PricingContexts struct {
	locations *location.Store
	menus     *menu.Store
	promos    *promo.Store
	brand     brand.Brand
	now       func() time.Time
}

// NewPricingContexts returns a loader that reads locations, menus and promotions from t.
func NewPricingContexts(t table.Table, b brand.Brand, now func() time.Time) *PricingContexts {
	return &PricingContexts{
		locations: location.NewStore(t, now), menus: menu.NewStore(t, now), promos: promo.NewStore(t, now), brand: b, now: now,
	}
}

// Load returns the current pricing context of a location, or problem.LocationNotFound.
func (c *PricingContexts) Load(ctx context.Context, locationID string) (PricingContext, error) {
	l, err := c.locations.Get(ctx, locationID)
	if err != nil {
		return PricingContext{}, err
	}
	offer, err := c.menus.Offer(ctx, locationID, l.Currency)
	if err != nil {
		return PricingContext{}, err
	}
	promotions, err := c.promos.Set(ctx)
	if err != nil {
		return PricingContext{}, err
	}
	now := c.now().UTC()
	rules, err := tax.For(l.Address.Country, l.Address.State, l.TaxRate, now.In(l.Timezone()))
	if err != nil {
		return PricingContext{}, fmt.Errorf("restaurant %s: %w", locationID, err)
	}
	return PricingContext{Location: l, Offer: offer, Taxes: rules, Brand: c.brand, Now: now, Promotions: promotions}, nil
}

// Promotions returns the brand's promotions.
func (c *PricingContexts) Promotions(ctx context.Context) (*promo.Set, error) {
	return c.promos.Set(ctx)
}

// Schedule returns the timeslots of the location for the basket.
func (pc PricingContext) Schedule(t table.Table, b Basket) timeslot.Schedule {
	c := category.Of(b.Category)
	return timeslot.Schedule{
		Table: t, Location: pc.Location, Handoff: b.Handoff, Pool: c.Pool, NumberPrefix: c.NumberPrefix,
		For: b.ID, Now: pc.Now, Days: pc.Days(b.Category),
	}
}

// Days is the number of dates for which the category can be ordered, today included.
func (pc PricingContext) Days(c category.Slug) int {
	return pc.Brand.Days(category.Of(c).DaysAhead)
}

// In rejects a page of another country than the restaurant's (problem.WrongCountry), because it shows other prices.
func (pc PricingContext) In(country string) error {
	if pc.Location.Address.Country != country {
		return problem.New(problem.WrongCountry)
	}
	return nil
}

// Accepts rejects a basket on a page of another country (problem.WrongCountry), and one in another currency than the location sells in
// now (problem.CurrencyMixed), because its prices cannot be added up.
func (pc PricingContext) Accepts(b Basket, country string) error {
	if err := pc.In(country); err != nil {
		return err
	}
	if b.Currency != pc.Location.Currency {
		return problem.New(problem.CurrencyMixed)
	}
	return nil
}

// Sells rejects what the restaurant cannot serve: problem.NoOnlineOrders, problem.HandoffNotOffered, or problem.CategoryNotOffered
// without the kitchen of the category.
func (pc PricingContext) Sells(h location.Handoff, c category.Slug) error {
	switch l := pc.Location; {
	case l.Offers(h) && !l.Has(category.Of(c).Pool):
		return problem.New(problem.CategoryNotOffered)
	case l.Offers(h):
		return nil
	case len(l.Orderable()) > 0:
		return problem.New(problem.HandoffNotOffered)
	}
	return problem.New(problem.NoOnlineOrders)
}

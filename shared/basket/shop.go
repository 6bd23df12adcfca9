package basket

import (
	"context"
	"fmt"
	"time"

	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// Shop is what a basket is judged by at one moment: the restaurant, what it offers, and the brand's settings.
type Shop struct {
	Location location.Location
	Offer    *menu.Offer
	Taxes    tax.Rules
	Brand    brand.Brand
	Now      time.Time
}

// Shops opens the shop of a basket. What it reads is kept in memory for a few seconds, so that a busy restaurant's baskets
// are judged without reading the table.
type Shops struct {
	locations *location.Store
	menus     *menu.Store
	brand     brand.Brand
	now       func() time.Time
}

// NewShops reads restaurants and menus from t.
func NewShops(t table.Table, b brand.Brand, now func() time.Time) *Shops {
	return &Shops{locations: location.NewStore(t, now), menus: menu.NewStore(t, now), brand: b, now: now}
}

// Open gives the shop at a restaurant as it stands now; problem.LocationNotFound when there is no such restaurant.
func (s *Shops) Open(ctx context.Context, locationID string) (Shop, error) {
	l, err := s.locations.Get(ctx, locationID)
	if err != nil {
		return Shop{}, err
	}
	offer, err := s.menus.Offer(ctx, locationID, l.Currency)
	if err != nil {
		return Shop{}, err
	}
	now := s.now().UTC()
	rules, err := tax.For(l.Address.Country, l.Address.State, l.TaxRate, now.In(l.Zone()))
	if err != nil {
		return Shop{}, fmt.Errorf("restaurant %s: %w", locationID, err)
	}
	return Shop{Location: l, Offer: offer, Taxes: rules, Brand: s.brand, Now: now}, nil
}

// Book is the restaurant's book of timeslots for the basket.
func (s Shop) Book(t table.Table, b Basket) timeslot.Book {
	return timeslot.Book{Table: t, Location: s.Location, Handoff: b.Handoff, Catering: b.Category == Catering, For: b.ID, Now: s.Now, Days: s.Days(b.Category)}
}

// Days is for how many dates the category can be ordered, today included.
func (s Shop) Days(c Category) int {
	if c == Catering {
		return s.Brand.CateringDaysAhead
	}
	return s.Brand.DaysAhead
}

// In refuses a page of another country than the restaurant's (problem.WrongCountry): it shows other prices.
func (s Shop) In(country string) error {
	if s.Location.Address.Country != country {
		return problem.New(problem.WrongCountry)
	}
	return nil
}

// Takes refuses a basket that was begun in another currency than the restaurant sells in now: problem.CurrencyMixed. Nothing of it
// could be added up.
func (s Shop) Takes(b Basket) error {
	if b.Currency != s.Location.Currency {
		return problem.New(problem.CurrencyMixed)
	}
	return nil
}

// Sells refuses a basket that the restaurant cannot serve: problem.NoOnlineOrders, problem.HandoffNotOffered, or
// problem.CategoryNotOffered for catering where nobody caters.
func (s Shop) Sells(h location.Handoff, c Category) error {
	switch l := s.Location; {
	case l.Offers(h) && c == Catering && !l.Caters():
		return problem.New(problem.CategoryNotOffered)
	case l.Offers(h):
		return nil
	case len(l.Orderable()) > 0:
		return problem.New(problem.HandoffNotOffered)
	}
	return problem.New(problem.NoOnlineOrders)
}

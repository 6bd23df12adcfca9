// Package ordertest provides a location for tests to place orders at, with a table, a payment provider and a clock.
package ordertest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// Noon is noon of an ordinary day in Texas.
var Noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// Guests is the secret with which the fixture derives the index keys of guests.
var Guests = guest.Secret("of this grill alone")

// Fixture is a restaurant, open from 6 to 22 in Texas, with its table, payments and menu.
type Fixture struct {
	Table    table.Table
	Provider *Provider
	Wallet   *Provider // of tenders of KindWallet
	Location location.Location
	Brand    brand.Brand // with bounds on attempts that tests do not reach
	Menu     menu.File   // call Print after a change
	Checkout *order.Checkout
	Baskets  []string // ids of the filled baskets
	// Charges and Promotions apply to every basket.
	Charges    []basket.Charge
	Promotions *promo.Set

	*clocktest.Clock
	t     *testing.T
	offer *menu.Offer
}

// Print updates the offer after a change of Menu.
func (g *Fixture) Print() { g.offer = menu.New(g.Menu).Offer(g.Location.ID, g.Location.Currency) }

// Load returns the pricing context of the location now.
func (g *Fixture) Load(context.Context, string) (basket.PricingContext, error) {
	rules, err := tax.For("US", "TX", g.Location.TaxRate, g.Now())
	return basket.PricingContext{
		Location: g.Location, Offer: g.offer, Taxes: rules, Brand: g.Brand, Now: g.Now(), Charges: g.Charges,
		Promotions: g.Promotions,
	}, err
}

// New returns a fixture at Noon.
func New(t *testing.T) *Fixture {
	t.Helper()
	return NewOver(t, func(now func() time.Time) table.Table { return sqlitetest.Open(t, now) })
}

// NewOver returns a fixture with the table that open creates.
func NewOver(t *testing.T, open func(now func() time.Time) table.Table) *Fixture {
	t.Helper()
	g := &Fixture{t: t, Clock: clocktest.At(Noon), Brand: brand.Default()}
	g.Brand.AttemptsPerBasket, g.Brand.AttemptsPerEmail, g.Brand.AttemptsPerNetwork = 1000, 1000, 1000
	g.Provider, g.Wallet = NewProvider(g.Now), NewProvider(g.Now)
	g.Wallet.Name = "wallet"
	g.Table = open(g.Now)
	g.Location = location.Location{
		ID: "grill", Slug: "grill", Label: "Grill", TimeZone: "America/Chicago", Currency: money.USD, Status: location.StatusOpen, OnlineOrdering: true,
		Address: location.Address{Country: "US", State: "TX"}, Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15, TaxRate: "0.0825",
		Capacity: location.Capacity{Minutes: 60, Orders: 6}, CateringCapacity: location.Capacity{Minutes: 120, Orders: 2},
	}
	for d := range g.Location.Hours.Regular {
		g.Location.Hours.Regular[d] = []location.Range{{Open: 6 * 60, Close: 22 * 60}}
	}
	price := func(usd int64) menu.Prices { return menu.Prices{money.USD: usd} }
	g.Menu = menu.File{
		Menus: []menu.Menu{{ID: "everyday", Slug: "everyday"}},
		ModifierGroups: []menu.ModifierGroup{
			{ID: "comes-with", MaxSelects: 3, Modifiers: []menu.Modifier{{ID: "onion", Label: locale.Text{"en": "Onion", "fr-ca": "Oignon"}, Default: true}}},
			{ID: "add-ons", MaxSelects: 3, Modifiers: []menu.Modifier{{ID: "bacon", ExternalID: "MOD-7", Label: locale.Text{"en": "Bacon", "fr-ca": "Bacon"}, Prices: price(125), Max: 2}}},
		},
		Sections: []menu.Section{{ID: "all", Slug: "all", Menu: "everyday", Items: []string{"burger", "mint"}}},
		Items: []menu.Item{
			{ID: "burger", Slug: "burger", Label: locale.Text{"en": "Burger", "fr-ca": "Hambourgeois"}, Prices: price(1000), TaxClass: tax.Meal, MakeMinutes: 3, Groups: []string{"comes-with", "add-ons"}},
			{ID: "mint", Slug: "mint", Label: locale.Text{"en": "Mint", "fr-ca": "Menthe"}, Prices: price(0), TaxClass: tax.Meal},
		},
	}
	ctx := context.Background()
	assert.NilError(t, g.Table.Write(ctx, table.Create(g.Location.Item()), location.Changed(), LoadGift()))
	_, err := menu.Save(ctx, g.Table, g.Menu)
	assert.NilError(t, err)
	g.Print()
	g.Checkout = g.Over(g.Service())
	return g
}

// Over returns a checkout that uses svc, without pauses between retries.
func (g *Fixture) Over(svc *order.Service) *order.Checkout {
	return order.NewCheckout(svc, g, Guests, func(context.Context, int) error { return nil })
}

// Place places an order and fails the test on an error. A declined payment is no error.
func (g *Fixture) Place(s order.Submission) order.Order {
	g.t.Helper()
	return g.PlaceBy(g.Service(), s)
}

// PlaceBy is Place by another service.
func (g *Fixture) PlaceBy(svc *order.Service, s order.Submission) order.Order {
	g.t.Helper()
	o, err := g.Over(svc).Place(context.Background(), s)
	return g.done(o, err)
}

// Buy places an order of a burger, paid with a card.
func (g *Fixture) Buy() order.Order {
	g.t.Helper()
	o := g.Place(g.Want(g.Fill("burger", 1), "ok", fmt.Sprintf("key-of-basket-%d", len(g.Baskets))))
	assert.Assert(g.t, o.Status.Placed(), "got order status %s", o.Status)
	return o
}

// Advance moves an order as the kitchen does.
func (g *Fixture) Advance(id string, s order.Status) order.Order {
	g.t.Helper()
	o, err := g.Service().Advance(context.Background(), id, order.Event{Status: s, At: g.Now()})
	return g.done(o, err)
}

// Cancel cancels an order as the guest does.
func (g *Fixture) Cancel(token string) order.Order {
	g.t.Helper()
	o, err := g.Service().Cancel(context.Background(), token)
	return g.done(o, err)
}

func (g *Fixture) done(o order.Order, err error) order.Order {
	g.t.Helper()
	assert.NilError(g.t, err)
	return o
}

// Service returns another service over the same table and provider, such as a reconciler's.
func (g *Fixture) Service() *order.Service {
	return g.With(order.NewService(g.Table, g.Provider, g.Now))
}

// With gives a service the kinds of tenders of the fixture, and no pauses.
func (g *Fixture) With(svc *order.Service) *order.Service {
	svc.Providers[KindWallet], svc.Locals = g.Wallet, map[int]order.LocalKind{KindGift: Gift}
	svc.ClaimPause = func(ctx context.Context, _ int) error { return ctx.Err() }
	return svc
}

// Reaching returns a service that calls f before a point of the saga, or after it.
func (g *Fixture) Reaching(at string, after bool, f func()) *order.Service {
	svc := g.Service()
	svc.Reached = func(point string, done bool) {
		if point == at && done == after {
			f()
		}
	}
	return svc
}

// Fill makes a pickup basket of an item that holds the earliest slot.
func (g *Fixture) Fill(item string, quantity int, choices ...menu.Choice) basket.Basket {
	g.t.Helper()
	return g.FillFor(location.Pickup, item, quantity, choices...)
}

// FillFor is Fill for another handoff.
func (g *Fixture) FillFor(h location.Handoff, item string, quantity int, choices ...menu.Choice) basket.Basket {
	g.t.Helper()
	ctx := context.Background()
	pc, err := g.Load(ctx, "")
	assert.NilError(g.t, err)
	b, err := basket.New(g.Location, h, category.Everyday, locale.En).Add(pc, basket.LineRequest{ItemID: item, Quantity: quantity, Choices: choices})
	assert.NilError(g.t, err)
	empty := b
	assert.NilError(g.t, claim.Write(ctx, g.Table, claim.Pause, func() (ops []table.Op, err error) {
		b, ops, err = empty.HoldTime(ctx, g.Table, pc, "", time.Time{}, true, nil)
		return append(ops, b.Save(g.Now())), err
	}, timeslot.Prefix))
	b.Version = 1
	g.Baskets = append(g.Baskets, b.ID)
	return b
}

// Want returns the submission with which a guest orders the basket.
func (g *Fixture) Want(b basket.Basket, method, key string) order.Submission {
	g.t.Helper()
	pc, err := g.Load(context.Background(), "")
	assert.NilError(g.t, err)
	total := basket.Price(b, pc).Total
	s := order.Submission{
		Basket: b.ID, Version: b.Version, Key: key, Print: order.Fingerprint(method), Request: "request-" + key, Country: "US", Locale: locale.En,
		Contact: guest.Contact{FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", Phone: "+19185550142"},
		Kind:    order.KindCharge, Method: method, Total: &total,
	}
	if total.Minor == 0 {
		s.Kind, s.Method, s.Total = order.KindFree, "", nil
	}
	return s
}

// Order reads an order.
func (g *Fixture) Order(token string) order.Order {
	g.t.Helper()
	o, err := order.Load(context.Background(), g.Table, token)
	assert.NilError(g.t, err)
	return o
}

// Reload reads a basket again.
func (g *Fixture) Reload(b basket.Basket) basket.Basket {
	g.t.Helper()
	b, err := order.LoadBasket(context.Background(), g.Table, b.ID)
	assert.NilError(g.t, err)
	return b
}

// Drained drains the outbox and counts its rows by id.
func (g *Fixture) Drained() map[string]int {
	g.t.Helper()
	rows := map[string]int{}
	var mu sync.Mutex
	count := func(_ context.Context, d outbox.Delivery) error {
		mu.Lock()
		defer mu.Unlock()
		rows[d.ID]++
		return nil
	}
	d := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, map[string]outbox.Handler{
		outbox.KindKitchenOrder: count, outbox.KindKitchenCancel: count, outbox.KindKitchenArrival: count, outbox.KindMail: count,
		outbox.KindKitchenErase: count, outbox.KindAccountMail: count,
	})
	assert.NilError(g.t, d.Drain(context.Background()))
	return rows
}

// Settle advances the clock and reconciles until nothing is due any more.
func (g *Fixture) Settle() {
	g.t.Helper()
	for range 8 {
		_, err := g.Service().Reconcile(context.Background())
		assert.NilError(g.t, err)
		g.Pass(6 * time.Minute)
	}
}

// SettleAndAudit settles all orders, and audits them.
func (g *Fixture) SettleAndAudit(acknowledged ...string) {
	g.t.Helper()
	g.Settle()
	g.Audit(acknowledged...)
}

// Audit fails the test on any finding of audit.Orders, or if the gift card does not match the orders.
func (g *Fixture) Audit(acknowledged ...string) {
	g.t.Helper()
	g.Drained()
	err := audit.Orders(context.Background(), g.Table, audit.Evidence{
		Acknowledged: acknowledged, Baskets: g.Baskets, Ledger: append(g.Provider.Ledger(), g.Wallet.Ledger()...),
		Locations: []location.Location{g.Location}, Now: g.Now(),
	})
	assert.Check(g.t, err)
	tokens := slices.Clone(acknowledged)
	for _, id := range g.Baskets {
		if b := g.Reload(basket.Basket{ID: id}); b.OrderToken != "" && !slices.Contains(tokens, b.OrderToken) {
			tokens = append(tokens, b.OrderToken)
		}
	}
	var orders []order.Order
	for _, token := range tokens {
		orders = append(orders, g.Order(token))
	}
	CheckGift(g.t, g.Table, orders...)
}

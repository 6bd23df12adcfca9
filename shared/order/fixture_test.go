package order_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// noon is an ordinary day's in Texas.
var noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// till is a payment provider in memory. What it does depends on the payment method: ok, declined, asks, or one of the faults.
type till struct {
	mu      sync.Mutex
	intents []*order.Intent
	answers map[string]func() (order.Intent, error)
	down    bool
	lost    map[string]bool // calls whose first answer is lost
	calls   map[string]int
}

func newTill() *till {
	return &till{answers: map[string]func() (order.Intent, error){}, lost: map[string]bool{}, calls: map[string]int{}}
}

// once answers a key as it did before, or does f; the loss of an answer leaves what was done.
func (p *till) once(name, key string, f func() (order.Intent, error)) (order.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[name]++
	if p.down {
		return order.Intent{}, order.ErrPaymentsUnavailable
	}
	answer, again := p.answers[key]
	if !again {
		i, err := f()
		answer = func() (order.Intent, error) { return i, err }
		p.answers[key] = answer
		if p.lost[name] {
			p.lost[name] = false
			return order.Intent{}, order.ErrPaymentsUnavailable
		}
	}
	return answer()
}

func (p *till) Authorise(_ context.Context, key string, a order.Authorisation) (order.Intent, error) {
	return p.once("authorise", key, func() (order.Intent, error) {
		zero := money.Of(0, a.Amount.Currency)
		i := &order.Intent{ID: fmt.Sprintf("pi_%d", len(p.intents)+1), Order: a.Order, State: order.IntentAuthorised, Amount: a.Amount, Captured: zero, Refunded: zero, Brand: "visa", LastFour: "4242"}
		p.intents = append(p.intents, i)
		switch a.Method {
		case "declined":
			i.State = order.IntentOpen
			return *i, &order.Declined{Reason: "insufficient-funds", Intent: i.ID}
		case "asks":
			i.State, i.NextAction = order.IntentWaiting, "/bank"
		case "wrong amount":
			i.Amount.Minor--
		case "wrong currency":
			i.Amount.Currency = money.CAD
		case "wrong order":
			i.Order = "another"
		}
		return *i, nil
	})
}

func (p *till) find(id string) *order.Intent {
	for _, i := range p.intents {
		if i.ID == id {
			return i
		}
	}
	return &order.Intent{}
}

func (p *till) Capture(_ context.Context, key, intent string, amount money.Amount) (order.Intent, error) {
	return p.once("capture", key, func() (order.Intent, error) {
		i := p.find(intent)
		if i.State != order.IntentAuthorised {
			return *i, order.ErrIntentClosed
		}
		i.State, i.Captured = order.IntentCaptured, amount
		return *i, nil
	})
}

func (p *till) Cancel(_ context.Context, key, intent string) (order.Intent, error) {
	return p.once("cancel", key, func() (order.Intent, error) {
		i := p.find(intent)
		if i.State == order.IntentCaptured || i.State == order.IntentCancelled {
			return *i, order.ErrIntentClosed
		}
		i.State = order.IntentCancelled
		return *i, nil
	})
}

func (p *till) Refund(_ context.Context, key, intent string, amount money.Amount) (string, error) {
	i, err := p.once("refund", key, func() (order.Intent, error) {
		i := p.find(intent)
		i.Refunded = i.Refunded.Plus(amount)
		return *i, nil
	})
	return "re_" + i.ID, err
}

func (p *till) Find(_ context.Context, r order.Reference) (order.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return order.Intent{}, order.ErrPaymentsUnavailable
	}
	for _, i := range p.intents {
		if i.ID == r.Intent || r.Intent == "" && i.Order == r.Order {
			return *i, nil
		}
	}
	return order.Intent{}, order.ErrNoIntent
}

// bank lets the guest's bank decide about everything that waits for it.
func (p *till) bank(approve bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.intents {
		if i.State == order.IntentWaiting {
			i.State = order.IntentOpen
			i.Declined = &order.Declined{Reason: "authentication"}
			if approve {
				i.State, i.Declined = order.IntentAuthorised, nil
			}
		}
	}
}

func (p *till) ledger() []order.Intent {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]order.Intent, len(p.intents))
	for n, i := range p.intents {
		all[n] = *i
	}
	return all
}

// grill is a restaurant with its till, a table and a clock, and one guest after another.
type grill struct {
	t       *testing.T
	table   table.Table
	till    *till
	mu      sync.Mutex
	clock   time.Time
	place   location.Location
	file    menu.File
	offer   *menu.Offer
	placer  *order.Placer
	waits   int
	baskets []string
}

func (g *grill) now() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.clock
}

func (g *grill) pass(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.clock = g.clock.Add(d)
}

// print makes the offer of the menu as it is in the file now.
func (g *grill) print() { g.offer = menu.New(g.file).Offer(g.place.ID, g.place.Currency) }

// Open is the shop as the grill sells now.
func (g *grill) Open(context.Context, string) (basket.Shop, error) {
	rules, err := tax.For("US", "TX", g.place.TaxRate, g.now())
	return basket.Shop{Location: g.place, Offer: g.offer, Taxes: rules, Brand: brand.BigDeal, Now: g.now()}, err
}

func newGrill(t *testing.T) *grill {
	t.Helper()
	g := &grill{t: t, till: newTill(), clock: noon}
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), g.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	g.table = store
	g.place = location.Location{
		ID: "grill", Slug: "grill", Label: "Grill", TimeZone: "America/Chicago", Currency: money.USD, Status: location.StatusOpen, OnlineOrdering: true,
		Address: location.Address{Country: "US", State: "TX"}, Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15, TaxRate: "0.0825",
		Capacity: location.Capacity{Minutes: 60, Orders: 6}, CateringCapacity: location.Capacity{Minutes: 120, Orders: 2},
	}
	for d := range g.place.Hours.Regular {
		g.place.Hours.Regular[d] = []location.Range{{Open: 6 * 60, Close: 22 * 60}}
	}
	price := func(usd int64) menu.Prices { return menu.Prices{money.USD: usd} }
	g.file = menu.File{
		Menus: []menu.Menu{{ID: "everyday", Slug: "everyday"}},
		ModifierGroups: []menu.ModifierGroup{
			{ID: "comes-with", MaxSelects: 3, Modifiers: []menu.Modifier{{ID: "onion", Label: locale.Text{"en": "Onion", "fr-ca": "Oignon"}, Default: true}}},
			{ID: "add-ons", MaxSelects: 3, Modifiers: []menu.Modifier{{ID: "bacon", Label: locale.Text{"en": "Bacon", "fr-ca": "Bacon"}, Prices: price(125), Max: 2}}},
		},
		Sections: []menu.Section{{ID: "all", Slug: "all", Menu: "everyday", Items: []string{"burger", "mint"}}},
		Items: []menu.Item{
			{ID: "burger", Slug: "burger", Label: locale.Text{"en": "Burger", "fr-ca": "Hambourgeois"}, Prices: price(1000), TaxClass: tax.Meal, MakeMinutes: 3, Groups: []string{"comes-with", "add-ons"}},
			{ID: "mint", Slug: "mint", Label: locale.Text{"en": "Mint", "fr-ca": "Menthe"}, Prices: price(0), TaxClass: tax.Meal},
		},
	}
	g.print()
	g.placer = order.NewPlacer(order.NewDesk(g.table, g.till, g.now), g, func(context.Context, int) error {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.waits++
		return nil
	})
	return g
}

// desk is another one over the same table and till: a reconciler, another function.
func (g *grill) desk() *order.Desk { return order.NewDesk(g.table, g.till, g.now) }

// basket makes a basket of an item with a held time, at the earliest slot.
func (g *grill) basket(item string, quantity int, choices ...menu.Choice) basket.Basket {
	g.t.Helper()
	ctx := context.Background()
	shop, err := g.Open(ctx, "")
	if err != nil {
		g.t.Fatal(err)
	}
	b, err := basket.New(g.place, location.Pickup, basket.Everyday, locale.En).Add(shop, basket.Order{ItemID: item, Quantity: quantity, Choices: choices})
	if err != nil {
		g.t.Fatal(err)
	}
	need := basket.Price(b, shop).Need
	slot, err := shop.Book(g.table, b).Earliest(ctx, need)
	if err != nil {
		g.t.Fatal(err)
	}
	b.Hold = &basket.Hold{Start: slot.Start, Taken: g.now(), Expires: g.now().Add(brand.BigDeal.HoldFor)}
	if err := timeslot.Settle(ctx, g.table, func() ([]table.Op, error) {
		ops, err := shop.Book(g.table, b).Hold(ctx, slot.Start, b.ID, need, b.Hold.Expires)
		return append(ops, b.Save(g.now())), err
	}); err != nil {
		g.t.Fatal(err)
	}
	b.Version = 1
	g.baskets = append(g.baskets, b.ID)
	return b
}

// want is a submission of a basket as its guest sees it.
func (g *grill) want(b basket.Basket, method, key string) order.Submission {
	g.t.Helper()
	shop, err := g.Open(context.Background(), "")
	if err != nil {
		g.t.Fatal(err)
	}
	total := basket.Price(b, shop).Total
	s := order.Submission{
		Basket: b.ID, Version: b.Version, Key: key, Print: order.Fingerprint(method), Request: "request-" + key, Locale: locale.En,
		Contact: order.Contact{FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", Phone: "+19185550142"},
		Kind:    order.KindCharge, Method: method, Total: &total,
	}
	if total.Minor == 0 {
		s.Kind, s.Method, s.Total = order.KindFree, "", nil
	}
	return s
}

func (g *grill) order(token string) order.Order {
	g.t.Helper()
	o, err := order.Load(context.Background(), g.table, token)
	if err != nil {
		g.t.Fatal(err)
	}
	return o
}

func (g *grill) reload(b basket.Basket) basket.Basket {
	g.t.Helper()
	b, err := basket.Load(context.Background(), g.table, b.ID)
	if err != nil {
		g.t.Fatal(err)
	}
	return b
}

// drained empties the outbox and lists what was in it.
func (g *grill) drained() map[string]int {
	g.t.Helper()
	rows := map[string]int{}
	var mu sync.Mutex
	count := func(_ context.Context, d outbox.Delivery) error {
		mu.Lock()
		defer mu.Unlock()
		rows[d.ID]++
		return nil
	}
	d := outbox.NewDrainer(g.table, g.now, func() float64 { return 0 }, map[string]outbox.Handler{
		outbox.KindKitchenOrder: count, outbox.KindKitchenCancel: count, outbox.KindMail: count,
	})
	if err := d.Drain(context.Background()); err != nil {
		g.t.Fatal(err)
	}
	return rows
}

// settle lets time pass and reconcilers work until nothing is due any more.
func (g *grill) settle() {
	g.t.Helper()
	for range 8 {
		if _, err := g.desk().Reconcile(context.Background()); err != nil {
			g.t.Fatal(err)
		}
		g.pass(6 * time.Minute)
	}
}

// audit demands that everything agrees.
func (g *grill) audit(acknowledged ...string) {
	g.t.Helper()
	g.drained()
	err := audit.Orders(context.Background(), g.table, audit.Evidence{
		Acknowledged: acknowledged, Baskets: g.baskets, Ledger: g.till.ledger(), Locations: []location.Location{g.place}, Now: g.now(),
	})
	if err != nil {
		g.t.Error(err)
	}
}

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

var errLost = errors.New("lost")

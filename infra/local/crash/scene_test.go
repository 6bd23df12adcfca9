// Package crash kills the saga of an order at every point and checks that nothing is lost, duplicated or left over. A real process dies by
// SIGKILL: its state is what is in the files of the table and of the provider's ledger.
package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/claim"
	"ordering/shared/clocktest"
	customers "ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/loyalty/earning"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/promo"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/tax"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
	"ordering/shared/timeslot"
)

// opening is the start time: noon on a Tuesday in Tulsa.
var opening = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// guests is the secret that keys the index of guests.
var guests = guest.Secret("of this scene alone")

// testLocation is the location of the fixture.
var testLocation = location.Location{
	ID: "location", Slug: "location", Label: "Location", TimeZone: "America/Chicago", Currency: money.USD, Status: location.StatusOpen, OnlineOrdering: true,
	Address: location.Address{City: "Tulsa", State: "OK", Country: "US"}, Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15, TaxRate: "0.08517",
	Hours:    location.Hours{Regular: location.Week{1: {{Open: 6 * 60, Close: 22 * 60}}, 2: {{Open: 6 * 60, Close: 22 * 60}}}},
	Capacity: location.Capacity{Minutes: 6, Orders: 2},
}

var card = menu.File{
	Menus:    []menu.Menu{{ID: "everyday", Slug: "everyday"}},
	Sections: []menu.Section{{ID: "all", Slug: "all", Menu: "everyday", Items: []string{"burger", "mint"}}},
	Items: []menu.Item{
		{ID: "burger", Slug: "burger", Label: locale.Text{"en": "Burger", "fr-ca": "Hambourgeois"}, Prices: menu.Prices{money.USD: 1095}, TaxClass: tax.Meal, MakeMinutes: 3},
		{ID: "mint", Slug: "mint", Label: locale.Text{"en": "Mint", "fr-ca": "Menthe"}, Prices: menu.Prices{money.USD: 0}, TaxClass: tax.Meal},
	},
}

// deals are the promotions, which all reduce an order of a burger: one use in all and for each guest, uses spread over the counters,
// the code of a guest, and a reward for points. The first completed order of the customer gets all gifts of the program.
var deals = promo.File{Promotions: []promo.Promotion{
	{
		ID: "deal", Kind: promo.OrderAmount, Label: locale.Text{"en": "Two off", "fr-ca": "Deux de moins"}, Amount: menu.Prices{money.USD: 200},
		Limit: 1, PerCustomer: 1, Stack: "both",
	},
	{
		ID: reward.Promotion, Kind: promo.OrderAmount, Label: locale.Text{"en": "Half a dollar off", "fr-ca": "Cinquante cents de moins"},
		Amount: menu.Prices{money.USD: 50}, SignedIn: true, Points: 15, Stack: "both",
	},
	{
		ID: "spread", Kind: promo.HandoffAmount, Label: locale.Text{"en": "One off", "fr-ca": "Un de moins"}, Amount: menu.Prices{money.USD: 100},
		Handoffs: []location.Handoff{location.Pickup}, Limit: 1000,
	},
	{
		ID: "coded", Kind: promo.ItemAmount, Label: locale.Text{"en": "A dime off", "fr-ca": "Dix cents de moins"},
		Amount: menu.Prices{money.USD: 10},
		Match:  promo.Match{Items: []string{"burger"}}, Serialized: true,
	},
}, Program: &promo.Program{
	Birthday:     &promo.Birthday{DaysBefore: 7, Gift: pointGift(10)},
	Referral:     &promo.Referral{Gift: pointGift(50), Friend: pointGift(25)},
	Mystery:      &promo.Mystery{Steps: 1, Prizes: []promo.Prize{{ID: "rare", Gift: pointGift(3), Weight: 1, Stock: 9}}},
	Achievements: []promo.Achievement{{ID: "first", Orders: 1, Gift: pointGift(5)}, {ID: "second", Orders: 2, Gift: pointGift(7)}},
}}

func pointGift(n int64) promo.Gift {
	return promo.Gift{Label: locale.Text{"en": "Points", "fr-ca": "Des points"}, Points: n}
}

// customer is the guest's account, which has points for two rewards. They entered the code of the referrer.
const customer, referrer, welcome = "customer-ada", "customer-bob", 30

// reward is what the customer pays for with points, coupon is their code.
var reward = promo.Coupon{Promotion: "reward", Kind: promo.LoyaltyItem}

var coupon = promo.Coupon{Promotion: "coded", Kind: promo.SerializedCode, Code: "0123456789ABCDEF"}

// fixture is a folder with a table and the ledgers of two payment providers, opened by this process.
type fixture struct {
	dir      string
	clock    *clocktest.Clock
	table    table.Table
	store    *sqlite.Store
	provider          // of the card
	wallet   provider // of a second remote tender
	pricing  *basket.PricingContexts
}

// provider is a payment provider with its server.
type provider struct {
	sandbox  *payments.Sandbox
	server   *httptest.Server
	payments tender.Payments
}

func openProvider(path string, now func() time.Time) (provider, error) {
	sandbox, err := payments.Open(path, now)
	if err != nil {
		return provider{}, err
	}
	server := httptest.NewServer(sandbox)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	pay := stripe.New(server.URL+payments.Prefix, secret.Fixed(payments.SecretKey)).WithPause(func(context.Context, int) error { return nil })
	return provider{sandbox, server, pay}, nil
}

func (p provider) close() {
	p.server.Close()
	p.sandbox.Close()
}

// openFixture opens the fixture in dir with a clock at the time.
func openFixture(dir string, at time.Time) (*fixture, error) {
	s := &fixture{dir: dir, clock: clocktest.At(at)}
	var err error
	if s.store, err = sqlite.Open(filepath.Join(dir, "table.db"), s.clock.Now); err != nil {
		return nil, err
	}
	s.table = s.store
	if s.provider, err = openProvider(filepath.Join(dir, "payments.db"), s.clock.Now); err != nil {
		return nil, err
	}
	if s.wallet, err = openProvider(filepath.Join(dir, "wallet.db"), s.clock.Now); err != nil {
		return nil, err
	}
	s.pricing = basket.NewPricingContexts(s.table, brand.Default(), s.clock.Now)
	return s, nil
}

func (s *fixture) close() {
	s.provider.close()
	s.wallet.close()
	s.store.Close()
}

// newFixture creates a fixture with its location and menu.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	s, err := openFixture(t.TempDir(), opening)
	assert.NilError(t, err)
	t.Cleanup(s.close)
	_, err = menu.Save(t.Context(), s.table, card)
	if err == nil {
		_, err = promo.Save(t.Context(), s.table, deals)
	}
	if err == nil {
		code := promo.NewCoupon(guests, coupon.Code, promo.CouponRow{Promotion: coupon.Promotion})
		err = s.table.Write(t.Context(), table.Create(testLocation.Item()), location.Changed(), ordertest.LoadGift(), code)
	}
	if err == nil {
		err = s.points().Adjust(t.Context(), customer, welcome, "Welcome", "welcome", opening)
	}
	if err == nil {
		err = s.saveProfiles(t.Context())
	}
	assert.NilError(t, err)
	return s
}

// saveProfiles writes the profiles of the customer and the referrer. The customer's birthday is in five days.
func (s *fixture) saveProfiles(ctx context.Context) error {
	code, err := customers.OfferReferral(ctx, s.table, referrer)
	if err != nil {
		return err
	}
	ada := customers.Customer{Created: opening, Birthday: &customers.Birthday{Day: 2, Month: 8}, Referral: code}
	ada.Email = "ada@example.com"
	bob := customers.Customer{Created: opening}
	bob.Email = "bob@example.com"
	for id, c := range map[string]customers.Customer{customer: ada, referrer: bob} {
		row, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := s.table.Write(ctx, table.Create(table.Item{Key: table.Key{PK: "customer#" + id, SK: "profile"}, Data: row})); err != nil {
			return err
		}
	}
	return nil
}

func (s *fixture) service() *order.Service {
	svc := order.NewService(s.table, s.payments, s.clock.Now)
	svc.Providers[ordertest.KindWallet], svc.Locals = s.wallet.payments, map[int]order.LocalKind{ordertest.KindGift: ordertest.Gift}
	return svc
}

func (s *fixture) earning() *earning.Earning {
	return earning.New(s.table, brand.Default(), s.clock.Now)
}

func (s *fixture) points() loyalty.Ledger {
	programme := s.earning()
	return loyalty.Ledger{Table: s.table, Rules: *programme.Rules, Zone: programme.Zone}
}

// openAndAdjust opens the customer's mystery, and gives them 4 points. A repeated call changes nothing.
func (s *fixture) openAndAdjust(ctx context.Context) error {
	if _, err := s.points().Open(ctx, customer, "mystery-1", s.clock.Now()); err != nil {
		return err
	}
	return s.points().Adjust(ctx, customer, 4, "Test", "adjustment-1", s.clock.Now())
}

func (s *fixture) checkout() *order.Checkout {
	return order.NewCheckout(s.service(), s.pricing, guests, func(context.Context, int) error { return nil })
}

// fill returns a basket with a held time. Its total is 0 if free is set.
func (s *fixture) fill(free bool) (basket.Basket, error) {
	ctx := context.Background()
	pc, err := s.pricing.Load(ctx, testLocation.ID)
	if err != nil {
		return basket.Basket{}, err
	}
	dish := "burger"
	if free {
		dish = "mint"
	}
	b, err := basket.New(pc.Location, location.Pickup, category.Everyday, locale.En).Add(pc, basket.LineRequest{ItemID: dish, Quantity: 1})
	if err != nil {
		return b, err
	}
	b.Coupons = []promo.Coupon{coupon, reward}
	empty := b
	err = claim.Write(ctx, s.table, claim.Pause, func() (ops []table.Op, err error) {
		b, ops, err = empty.HoldTime(ctx, s.table, pc, "", time.Time{}, true, nil)
		return append(ops, b.Save(s.clock.Now())), err
	}, timeslot.Prefix)
	return b, err
}

// submission returns the guest's request to order: the same from every process. If it has a method for the wallet, a gift
// card and the wallet pay a part.
func (s *fixture) submission(basketID, card, wallet string) (order.Submission, error) {
	ctx := context.Background()
	pc, err := s.pricing.Load(ctx, testLocation.ID)
	if err != nil {
		return order.Submission{}, err
	}
	b, err := basket.Load(ctx, s.table, basketID)
	if err != nil {
		return order.Submission{}, err
	}
	pc.SignedIn = true
	total := basket.Price(b, pc).Total
	w := order.Submission{
		Basket: b.ID, Version: 1, Key: "key-of-" + b.ID, Print: order.Fingerprint(card), Request: "request-1", Country: "US", Locale: locale.En,
		Contact: guest.Contact{FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", Phone: "+19185550142"},
		Kind:    order.KindCharge, Method: card, Total: &total, Customer: customer,
	}
	if card == "" {
		w.Kind, w.Total = order.KindFree, nil
	}
	if wallet != "" {
		w.Before = []order.TenderPart{
			{Kind: ordertest.KindGift, Amount: money.Of(300, money.USD)},
			{Kind: ordertest.KindWallet, Amount: money.Of(250, money.USD), Method: wallet},
		}
	}
	return w, nil
}

// tokenize types a test card into the hosted field and returns its token.
func (p provider) tokenize(number string) (string, error) {
	response, err := http.PostForm(p.server.URL+payments.Prefix+"/v1/payment_methods", url.Values{
		"key": {payments.PublishableKey}, "card[number]": {number}, "card[exp_month]": {"12"}, "card[exp_year]": {"30"}, "card[cvc]": {"123"},
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var m struct{ ID string }
	if err := json.NewDecoder(response.Body).Decode(&m); err != nil || m.ID == "" {
		return "", fmt.Errorf("card %s: %v", number, err)
	}
	return m.ID, nil
}

// bank answers the bank's authentication request.
func (s *fixture) bank(o order.Order, answer string) error {
	response, err := http.PostForm(s.server.URL+o.NextAction(), url.Values{"answer": {answer}})
	if err == nil {
		response.Body.Close()
	}
	return err
}

// settle advances time and runs reconcilers and drainers until nothing is due. It returns what was delivered, by kind.
func (s *fixture) settle(t *testing.T) map[string][]string {
	t.Helper()
	ctx := context.Background()
	delivered := map[string][]string{}
	var mu sync.Mutex
	record := func(_ context.Context, d outbox.Delivery) error {
		mu.Lock()
		defer mu.Unlock()
		if token, what, _ := strings.Cut(d.ID, "/"); !slices.Contains(delivered[token], what) {
			delivered[token] = append(delivered[token], what)
		}
		return nil
	}
	drainer := outbox.NewDrainer(s.table, s.clock.Now, func() float64 { return 0 }, map[string]outbox.Handler{
		outbox.KindKitchenOrder: record, outbox.KindKitchenCancel: record, outbox.KindMail: record, outbox.KindAccountMail: record,
	})
	for range 6 {
		s.clock.Pass(31 * time.Second)
		_, err := s.service().Reconcile(ctx)
		assert.NilError(t, err)
		assert.NilError(t, drainer.Drain(ctx))
		s.clock.Pass(3 * time.Minute)
	}
	return delivered
}

// audit checks that all data agrees, and that the guest has received exactly the messages of the order's status.
func (s *fixture) audit(delivered map[string][]string, basketID string, acknowledged []string) error {
	ctx := context.Background()
	ledger, err := s.sandbox.Intents(ctx)
	if err != nil {
		return err
	}
	more, err := s.wallet.sandbox.Intents(ctx)
	if err != nil {
		return err
	}
	ledger = append(ledger, more...)
	if err := audit.Orders(ctx, s.table, audit.Evidence{
		Acknowledged: acknowledged, Baskets: []string{basketID}, Ledger: ledger, Locations: []location.Location{testLocation}, Now: s.clock.Now(),
	}); err != nil {
		return err
	}
	b, err := basket.Load(ctx, s.table, basketID)
	if err != nil || b.OrderToken == "" {
		return err
	}
	o, err := order.Load(ctx, s.table, b.OrderToken)
	if err != nil {
		return err
	}
	want := []string{"kitchen-order", "mail-confirmed"}
	switch o.Status {
	case order.Cancelled:
		want = append(want, "kitchen-cancel", "mail-cancelled")
	case order.NotApproved:
		want = append(want, "mail-not-approved")
	}
	slices.Sort(want)
	got := slices.Sorted(slices.Values(delivered[o.Token]))
	if !slices.Equal(got, want) {
		return fmt.Errorf("order %s is %s: the guest got %v, want %v", o.Token, o.Status, got, want)
	}
	return nil
}

package order_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

const key = "key-of-16-letters"

func TestAnOrderIsPlacedPaidAndSent(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 2, menu.Choice{Group: "add-ons", Modifier: "bacon", Quantity: 1})
	o := g.Place(g.Want(b, "ok", key))
	// 2 × (10.00 + 1.25) = 22.50, 8.25 % = 1.86 (1.85625), together 24.36.
	assert.Assert(t, o.Status == order.Scheduled && o.Total == money.Of(2436, money.USD) && o.Number != "" && len(o.Token) >= 26, "%+v", o)
	stored := g.Order(o.Token)
	if paid := stored.Payment(); paid.State != order.PaymentCaptured || paid.LastFour != "4242" || paid.Method != "" || !stored.Due.IsZero() {
		t.Errorf("payment: %+v", paid)
	}
	line := stored.Lines[0]
	if line.ListPrice.Minor != 1000 || line.UnitPrice.Minor != 1125 || len(line.Modifiers) != 2 || line.Modifiers[0].ID != "onion" || line.Modifiers[0].Quantity != 0 || line.Modifiers[1].ExternalID != "MOD-7" {
		t.Errorf("trace: %+v", line)
	}
	b = g.Reload(b)
	assert.Assert(t, b.State == basket.Placed && b.OrderToken == o.Token, "basket: %+v", b)
	want := map[string]int{o.Token + "/kitchen-order": 1, o.Token + "/mail-confirmed": 1}
	assert.DeepEqual(t, g.Drained(), want)
	g.Audit(o.Token)
}

func TestAFreeOrderNeedsNoCard(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("mint", 1)
	charged := g.Want(b, "ok", key)
	charged.Kind, charged.Method = order.KindCharge, "ok"
	refused(t, g, charged, problem.PaymentNotNeeded)
	o, err := g.Checkout.Place(context.Background(), g.Want(b, "", key))
	if err != nil || o.Status != order.Scheduled || o.Payment().State != order.PaymentNone || len(g.Provider.Ledger()) != 0 {
		t.Fatalf("%+v %v", o, err)
	}
	g.Audit(o.Token)
	burger := g.Want(g.Fill("burger", 1), "", key)
	burger.Kind, burger.Total = order.KindFree, nil
	refused(t, g, burger, problem.PaymentNeeded)
}

// Obstacles leave the basket unchanged: nothing is written, and the guest can go on.
func TestRefusalsLeaveTheBasketUnchanged(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*ordertest.Fixture, *order.Submission)
		want   problem.Code
	}{
		"another total":    {func(_ *ordertest.Fixture, s *order.Submission) { s.Total.Minor-- }, problem.PriceChanged},
		"another currency": {func(_ *ordertest.Fixture, s *order.Submission) { s.Total.Currency = money.CAD }, problem.PriceChanged},
		"a stale version":  {func(_ *ordertest.Fixture, s *order.Submission) { s.Version = 7 }, problem.BasketChanged},
		"price went up":    {func(g *ordertest.Fixture, _ *order.Submission) { g.Menu.Items[0].Prices[money.USD] = 1100 }, problem.PriceChanged},
		"price went down":  {func(g *ordertest.Fixture, _ *order.Submission) { g.Menu.Items[0].Prices[money.USD] = 900 }, problem.PriceChanged},
		"another price, though the sum is right": {func(g *ordertest.Fixture, s *order.Submission) {
			g.Menu.Items[0].Prices[money.USD] = 1100
			s.Total.Minor = 1191
		}, problem.PriceChanged},
		"left the menu": {func(g *ordertest.Fixture, _ *order.Submission) {
			g.Menu.Sections[0].Items = []string{"mint"}
			g.Menu.Items = g.Menu.Items[1:]
		}, problem.ItemNotFound},
		"a restaurant of another currency": {func(g *ordertest.Fixture, _ *order.Submission) {
			g.Location.Currency = money.CAD
			g.Menu.Items[0].Prices[money.CAD] = 1000
		}, problem.CurrencyMixed},
		"a page of another country": {func(_ *ordertest.Fixture, s *order.Submission) { s.Country = "CA" }, problem.WrongCountry},
		"no online orders":          {func(g *ordertest.Fixture, _ *order.Submission) { g.Location.OnlineOrdering = false }, problem.NoOnlineOrders},
		"closed since then":         {func(g *ordertest.Fixture, _ *order.Submission) { g.Location.Hours = location.Hours{} }, problem.ClosedMeanwhile},
		"an unknown basket":         {func(_ *ordertest.Fixture, s *order.Submission) { s.Basket = "unknown" }, problem.BasketNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			b := g.Fill("burger", 1)
			s := g.Want(b, "ok", key)
			c.change(g, &s)
			g.Print()
			refused(t, g, s, c.want)
			after := g.Reload(b)
			assert.Equal(t, after.State, basket.Open)
			assert.Equal(t, after.Version, b.Version)
			assert.Assert(t, is.Len(g.Provider.Ledger(), 0), "the provider was called")
		})
	}
}

func TestPlacingAStaleBasketReturnsItsCurrentState(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	s := g.Want(b, "ok", key)
	s.Version++
	_, err := g.Checkout.Place(context.Background(), s)
	var p *problem.Problem
	assert.Assert(t, errors.As(err, &p), err)
	now, ok := p.Current.(basket.Assessment)
	assert.Check(t, ok && now.Basket.ID == b.ID && now.Basket.Version == b.Version && now.Total == *s.Total, "got current %+v", p.Current)
}

// Another tab changes the basket while the order is made from it: the error carries the basket of that tab.
func TestPlacingAfterAConcurrentChangeIsRefused(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	svc := g.Reaching(order.PointReserve, false, func() {
		b.Instructions = "No bag"
		assert.Check(t, g.Table.Write(context.Background(), b.Save(g.Now())))
	})
	_, err := order.NewCheckout(svc, g, ordertest.Guests, order.Pause).Place(context.Background(), g.Want(b, "ok", key))
	var p *problem.Problem
	assert.Assert(t, errors.As(err, &p) && p.Code == problem.BasketChanged, err)
	now, ok := p.Current.(basket.Assessment)
	assert.Check(t, ok && now.Basket.Version == b.Version+1 && now.Basket.Instructions == "No bag", "got current %+v", p.Current)
}

func TestAnEndedHoldIsTakenAgainWhileThereIsRoom(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	b.Hold.Start = b.Hold.Start.Add(time.Hour) // a slot that can still be made when the hold has expired
	assert.NilError(t, g.Table.Write(context.Background(), b.Save(g.Now())))
	b.Version++
	g.Pass(11 * time.Minute)
	o := g.Place(g.Want(b, "ok", key))
	g.Audit(o.Token)

	late := g.Fill("burger", 1)
	g.Pass(11 * time.Minute)
	rival := g.Location
	rival.Capacity.Orders = 0
	g.Location = rival
	_, err := g.Checkout.Place(context.Background(), g.Want(late, "ok", key))
	assert.Check(t, problem.Is(err, problem.HoldEnded) || problem.Is(err, problem.LocationClosed), "full timeslot: got %v", err)
	after := g.Reload(late)
	assert.Assert(t, after.State == basket.Open && len(after.Lines) == 1, "the basket was lost: %+v", after)
}

// Two hundred concurrent requests with one key: one order, and the same answer to all.
func TestTwoHundredRequestsWithOneKeyAreOneOrder(t *testing.T) {
	g := newWithDeals(t, twoOff(1, 1))
	s := g.Want(g.Fill("burger", 1), "ok", key)
	orders := make([]order.Order, 200)
	together(len(orders), func(n int) {
		// A request that waits too long gets InFlight, and retries.
		for {
			o, err := g.Checkout.Place(context.Background(), s)
			if problem.Is(err, problem.InFlight) {
				continue
			}
			assert.Check(t, err)
			orders[n] = o
			return
		}
	})
	for _, o := range orders {
		assert.Check(t, is.Equal(o.Token, orders[0].Token))
		assert.Check(t, is.Equal(o.Number, orders[0].Number))
		assert.Check(t, o.Status.Placed())
	}
	assert.Assert(t, is.Len(g.Provider.Ledger(), 1))
	g.SettleAndAudit(orders[0].Token)
}

// While one request works on an order, a concurrent one waits and does not call the provider; in the end it gets InFlight.
func TestAConcurrentRequestWaits(t *testing.T) {
	g := ordertest.New(t)
	s := g.Want(g.Fill("burger", 1), "ok", key)
	working, proceed, done := make(chan struct{}), make(chan struct{}), make(chan order.Order)
	svc := g.Reaching(order.PointAuthorise, false, func() {
		close(working)
		<-proceed
	})
	go func() {
		o, err := order.NewCheckout(svc, g, ordertest.Guests, order.Pause).Place(context.Background(), s)
		assert.Check(t, err)
		done <- o
	}()
	<-working
	refused(t, g, s, problem.InFlight)
	n, err := g.Service().Reconcile(context.Background())
	assert.Assert(t, n == 0 && err == nil && len(g.Provider.Ledger()) == 0, "a reconciler: %d %v", n, err)
	close(proceed)
	first := <-done
	again := g.Place(s)
	assert.Equal(t, again.Token, first.Token)
	g.Audit(first.Token)
}

// After a client disconnect the order is still placed.
func TestPlacingContinuesAfterAClientDisconnect(t *testing.T) {
	g := ordertest.New(t)
	s := g.Want(g.Fill("burger", 1), "ok", key)
	ctx, disconnect := context.WithCancel(context.Background())
	svc := g.Service()
	svc.Reached = func(string, bool) { disconnect() }
	o, err := g.Over(svc).Place(ctx, s)
	assert.NilError(t, err)
	assert.Assert(t, o.Status.Placed() && ctx.Err() != nil, o.Status)
	g.Audit(o.Token)
}

func TestTwoTabsWithTwoKeysAreOneOrder(t *testing.T) {
	for seed := range 10 {
		g := newWithDeals(t, twoOff(1, 1))
		b := g.Fill("burger", 1)
		var mu sync.Mutex
		var tokens []string
		together(4, func(n int) {
			o, err := g.Checkout.Place(context.Background(), g.Want(b, "ok", fmt.Sprintf("tab-%d-of-four-%d", n, seed)))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				tokens = append(tokens, o.Token)
			case !problem.Is(err, problem.InFlight) && !problem.Is(err, problem.BasketClosed) && !problem.Is(err, problem.BasketChanged):
				t.Error(err)
			}
		})
		assert.Check(t, is.Len(tokens, 1))
		assert.Check(t, is.Len(g.Provider.Ledger(), 1))
		g.Audit(tokens...)
	}
}

// Two hundred guests with expired holds submit at once for a timeslot with six places: six orders, and all others keep the basket and
// are offered other times.
func TestTwoHundredGuestsForSixPlaces(t *testing.T) {
	g := ordertest.New(t)
	ctx := context.Background()
	first := g.Fill("burger", 1)
	start := first.Hold.Start.Add(2 * time.Hour)
	guests := make([]basket.Basket, 200)
	for n := range guests {
		b := first
		b.ID, b.Version = fmt.Sprintf("guest-%03d", n), 0
		b.Hold = &basket.Hold{Start: start, Taken: g.Now(), Expires: g.Now()} // expired, and its place is free
		assert.NilError(t, g.Table.Write(ctx, b.Save(g.Now())))
		b.Version = 1
		guests[n] = b
		g.Baskets = append(g.Baskets, b.ID)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var tokens []string
	for _, b := range guests {
		s := g.Want(b, "ok", key)
		wg.Go(func() {
			o, err := g.Checkout.Place(ctx, s)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				tokens = append(tokens, o.Token)
			case !problem.Is(err, problem.HoldEnded):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	assert.Assert(t, is.Len(tokens, g.Location.Capacity.Orders))
	g.SettleAndAudit(tokens...)
}

func TestAKeyBelongsToItsBody(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	s := g.Want(b, "ok", key)
	g.Place(s)
	s.Print = order.Fingerprint("another body")
	refused(t, g, s, problem.IdempotencyKeyReused)
	other := g.Fill("burger", 1)
	o := g.Place(g.Want(other, "ok", key))
	assert.Equal(t, o.Basket, other.ID)
}

// An idempotency key belongs to one request, either a change of the basket or a submission.
func TestAKeyIsOfAChangeOrOfAPayment(t *testing.T) {
	g := ordertest.New(t)
	ctx := context.Background()
	b := g.Fill("burger", 1)
	err := g.Table.Write(ctx, b.Remember("key-of-a-change-0001", order.Fingerprint("a change")).Save(g.Now()))
	assert.NilError(t, err)
	b = g.Reload(b)
	refused(t, g, g.Want(b, "ok", "key-of-a-change-0001"), problem.IdempotencyKeyReused)
	assert.Assert(t, is.Len(g.Provider.Ledger(), 0))
	assert.Equal(t, g.Reload(b).Version, b.Version)
	o := g.Place(g.Want(b, "declined", key))
	assert.Equal(t, o.Status, order.NotPaid)
	_, err = g.Reload(b).Repeats(key, order.Fingerprint("a change"))
	assert.Assert(t, problem.Is(err, problem.IdempotencyKeyReused), "change with the key of a payment: got %v", err)
}

func TestValidCardAfterADeclinedOne(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	declined := g.Want(b, "declined", key)
	first, err := g.Checkout.Place(context.Background(), declined)
	if err != nil || first.Status != order.NotPaid || first.Failure == nil || first.Failure.Code != problem.PaymentDeclined || first.Failure.Reason != "insufficient-funds" {
		t.Fatalf("%+v %v", first, err)
	}
	again, err := g.Checkout.Place(context.Background(), declined)
	if err != nil || again.Token != first.Token || *again.Failure != *first.Failure || again.Request != first.Request {
		t.Errorf("same key: got %+v (%v)", again, err)
	}
	b = g.Reload(b)
	assert.Assert(t, b.State == basket.Open && b.Hold.Alive(g.Now()), "basket: %+v", b)
	second := g.Place(g.Want(b, "ok", "another-key-of-16"))
	assert.Assert(t, second.Status.Placed() && second.Token != first.Token, "%+v", second)
	g.Audit(second.Token)
}

// A key is known after the basket has forgotten it, because it keeps the last ones, and after the basket has expired.
func TestAKeyOutlivesItsBasket(t *testing.T) {
	g := ordertest.New(t)
	ctx := context.Background()
	b := g.Fill("burger", 1)
	declined := g.Want(b, "declined", key)
	first := g.Place(declined)
	changed := g.Reload(b)
	for n := range 20 {
		changed = changed.Remember(fmt.Sprintf("key-of-change-%04d", n), order.Fingerprint(n))
	}
	assert.NilError(t, g.Table.Write(ctx, changed.Save(g.Now())))
	again := g.Want(g.Reload(b), "ok", key)
	paid := g.Want(g.Fill("burger", 1), "ok", key)
	placed := g.Place(paid)
	for what, c := range map[string]struct {
		request order.Submission
		days    int
		want    order.Order
	}{
		"forgotten":                       {declined, 0, first},
		"forgotten, with another version": {again, 0, first},
		"expired":                         {declined, 8, first},
		"expired, placed":                 {paid, 60, placed},
	} {
		g.Pass(time.Duration(c.days) * 24 * time.Hour)
		o, err := g.Checkout.Place(ctx, c.request)
		assert.Check(t, err, what)
		assert.Check(t, is.Equal(o.ID, c.want.ID), what)
		assert.Check(t, is.Equal(o.Status, c.want.Status), what)
		g.Pass(-time.Duration(c.days) * 24 * time.Hour)
	}
	assert.Assert(t, is.Len(g.Provider.Ledger(), 2))
}

// The guest's data of an order that was never placed expires with the idempotency key of its request.
func TestAnUnpaidOrderExpires(t *testing.T) {
	g := ordertest.New(t)
	o := g.Place(g.Want(g.Fill("burger", 1), "declined", key))
	kept := g.Buy()
	for days, want := range map[int]int{29: 2, 31: 0} {
		g.Pass(time.Duration(days) * 24 * time.Hour)
		page, err := g.Table.Query(context.Background(), table.Query{PK: "order#" + o.Token})
		assert.Check(t, err == nil && len(page.Items) == want, "after %d days: got %d items (%v)", days, len(page.Items), err)
		g.Order(kept.Token)
		g.Pass(time.Duration(-days) * 24 * time.Hour)
	}
}

package order_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/tender"
)

// asked places an order that waits for authentication at the bank.
func asked(g *ordertest.Fixture, t *testing.T) (order.Order, basket.Basket) {
	t.Helper()
	b := g.Fill("burger", 1)
	o, err := g.Checkout.Place(context.Background(), g.Want(b, "asks", key))
	if err != nil || o.Status != order.Authentication || o.NextAction() == "" {
		t.Fatalf("%+v %v", o, err)
	}
	return o, b
}

func TestTheBankApproves(t *testing.T) {
	g := ordertest.New(t)
	o, b := asked(g, t)
	if still, err := g.Service().Authenticated(context.Background(), o.Token); err != nil || still.Status != order.Authentication {
		t.Fatalf("before the bank has answered: %s %v", still.Status, err)
	}
	g.Provider.Down = true
	if still, err := g.Service().Authenticated(context.Background(), o.Token); !problem.Is(err, problem.PaymentUnavailable) {
		t.Fatalf("while the provider is away: %s %v", still.Status, err)
	}
	g.Provider.Down = false
	g.Provider.Bank(true)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if o, err := g.Service().Authenticated(context.Background(), o.Token); err != nil || o.Status != order.Scheduled {
				t.Errorf("%s %v", o.Status, err)
			}
		})
	}
	wg.Wait()
	again, err := g.Checkout.Place(context.Background(), g.Want(b, "asks", key))
	if err != nil || again.Token != o.Token || again.NextAction() != o.NextAction() {
		t.Errorf("the first request's answer is another: %+v %v", again.Payment(), err)
	}
	g.Settle()
	g.Audit(o.Token)
}

func TestTheBankRefuses(t *testing.T) {
	g := ordertest.New(t)
	o, b := asked(g, t)
	g.Provider.Bank(false)
	o, err := g.Service().Authenticated(context.Background(), o.Token)
	if err != nil || o.Status != order.NotPaid || o.Failure.Code != problem.PaymentAuthentication {
		t.Fatalf("%+v %v", o.Progress, err)
	}
	if b = g.Reload(b); b.State != basket.Open || !b.Hold.Alive(g.Now()) {
		t.Errorf("basket: %+v", b)
	}
	g.Settle()
	g.Audit()
}

// An abandoned authentication is rolled back after a while, but an order that the bank approved is placed.
func TestAnAuthenticationIsAbandoned(t *testing.T) {
	for name, c := range map[string]struct {
		bank func(*ordertest.Provider)
		want order.Status
	}{
		"unanswered": {func(*ordertest.Provider) {}, order.NotPaid},
		"refused":    {func(p *ordertest.Provider) { p.Bank(false) }, order.NotPaid},
		"approved":   {func(p *ordertest.Provider) { p.Bank(true) }, order.Scheduled},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			o, b := asked(g, t)
			c.bank(g.Provider)
			g.Pass(9 * time.Minute)
			if n, err := g.Service().Reconcile(context.Background()); n != 0 || err != nil {
				t.Fatalf("too early: %d %v", n, err)
			}
			g.Pass(2 * time.Minute)
			if n, err := g.Service().Reconcile(context.Background()); n != 1 || err != nil {
				t.Fatalf("%d %v", n, err)
			}
			if got := g.Order(o.Token); got.Status != c.want {
				t.Errorf("it is %s", got.Status)
			}
			if b := g.Reload(b); (b.State == basket.Open) != (c.want == order.NotPaid) {
				t.Errorf("the basket is %s", b.State)
			}
			g.Settle()
			g.Audit()
		})
	}
}

// The provider did the call and its answer was lost: a retry with the same key gets the answer, and nothing is captured twice.
func TestAnAnswerOfTheProviderIsLost(t *testing.T) {
	for _, call := range []string{"authorise", "capture"} {
		g := ordertest.New(t)
		g.Provider.Lost[call] = true
		s := g.Want(g.Fill("burger", 1), "ok", key)
		o, err := g.Checkout.Place(context.Background(), s)
		if call == "authorise" {
			if !problem.Is(err, problem.PaymentUnavailable) {
				t.Fatalf("%s: %v", call, err)
			}
			o, err = g.Checkout.Place(context.Background(), s)
		}
		if err != nil || !o.Status.Placed() {
			t.Fatalf("%s: %s %v", call, o.Status, err)
		}
		g.Settle()
		g.Audit(o.Token)
		if l := g.Provider.Ledger(); len(l) != 1 || l[0].Captured != o.Total {
			t.Errorf("%s: %+v", call, l)
		}
	}
}

// The first answer is lost, and the provider does not accept the second attempt: the guest may pay again, and the authorisation is voided.
func TestALostAuthorisationIsVoided(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	s := g.Want(b, "ok", key)
	g.Provider.Lost["authorise"] = true
	if _, err := g.Checkout.Place(context.Background(), s); !problem.Is(err, problem.PaymentUnavailable) {
		t.Fatal(err)
	}
	g.Provider.Unread = true
	o, err := g.Checkout.Place(context.Background(), s)
	if err != nil || o.Failure == nil || o.Failure.Code != problem.PaymentDeclined || g.Reload(b).State != basket.Open {
		t.Fatalf("%+v %v", o.Failure, err)
	}
	g.Settle()
	g.Audit()
	if l := g.Provider.Ledger(); len(l) != 1 || l[0].State != tender.IntentCancelled {
		t.Errorf("%+v", l)
	}
}

// During an outage of the provider nothing is decided; afterwards the order is placed. If the outage is too long, the basket opens
// again, and a possible authorisation is voided when the provider is back.
func TestTheProviderIsUnavailable(t *testing.T) {
	t.Run("for a while", func(t *testing.T) {
		g := ordertest.New(t)
		b := g.Fill("burger", 1)
		g.Provider.Down = true
		if _, err := g.Checkout.Place(context.Background(), g.Want(b, "ok", key)); !problem.Is(err, problem.PaymentUnavailable) {
			t.Fatal(err)
		}
		g.Pass(time.Minute)
		if n, err := g.Service().Reconcile(context.Background()); n != 0 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		g.Provider.Down = false
		g.Pass(time.Minute)
		if n, err := g.Service().Reconcile(context.Background()); n != 1 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		g.Audit(g.Reload(b).OrderToken)
	})
	t.Run("too long", func(t *testing.T) {
		g := ordertest.New(t)
		b := g.Fill("burger", 1)
		g.Provider.Lost["authorise"] = true
		s := g.Want(b, "ok", key)
		if _, err := g.Checkout.Place(context.Background(), s); !problem.Is(err, problem.PaymentUnavailable) {
			t.Fatal(err)
		}
		g.Provider.Down = true
		g.Pass(11 * time.Minute)
		if _, err := g.Service().Reconcile(context.Background()); err != nil {
			t.Fatal(err)
		}
		if open := g.Reload(b); open.State != basket.Open {
			t.Fatalf("the guest is kept waiting: %s", open.State)
		}
		o, err := g.Checkout.Place(context.Background(), s)
		if err != nil || o.Failure == nil || o.Failure.Code != problem.PaymentExpired {
			t.Fatalf("the same key: %+v %v", o.Failure, err)
		}
		g.Provider.Down = false
		g.Settle()
		g.Audit()
		if l := g.Provider.Ledger(); l[0].State != tender.IntentCancelled {
			t.Errorf("%+v", l)
		}
	})
}

// Guests, kitchens and reconcilers work concurrently on orders that a flaky provider left in any state.
func TestReconcilersRaceWithRequests(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Capacity.Orders, g.Location.Capacity.Minutes = 40, 400
	var acknowledged []string
	for n := range 12 {
		g.Provider.Lost[[]string{"authorise", "capture", "none"}[n%3]] = true
		b := g.Fill("burger", 1)
		o, err := g.Checkout.Place(context.Background(), g.Want(b, []string{"ok", "declined", "asks"}[n%4%3], fmt.Sprintf("key-of-guest-%04d", n)))
		if err == nil && o.Status.Placed() {
			acknowledged = append(acknowledged, o.Token)
		}
	}
	g.Provider.Bank(true)
	g.Pass(11 * time.Minute)
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			if _, err := g.Service().Reconcile(context.Background()); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			for m, token := range acknowledged {
				if m%4 != n {
					continue
				}
				if m%2 == 0 {
					_, _ = g.Service().Cancel(context.Background(), token)
				} else {
					_, _ = g.Service().Advance(context.Background(), g.Order(token).ID, order.Event{Status: order.NotApproved, At: g.Now()})
				}
			}
		})
	}
	wg.Wait()
	g.Settle()
	g.Audit(acknowledged...)
}

// Halves round to the even cent, whatever the size, as with big decimals.
func TestAmountsStayWhole(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Capacity.Minutes = 1000
	b := g.Fill("burger", 199)
	o, err := g.Checkout.Place(context.Background(), g.Want(b, "ok", key))
	if err != nil || o.Total != money.Of(199*1000+16418, money.USD) { // 8.25 % of 1990.00 is 164.175, half up
		t.Fatalf("%s %v", o.Total, err)
	}
	g.Audit(o.Token)
}

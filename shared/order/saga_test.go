package order_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/tender"
)

// placeAwaitingBank places an order that waits for authentication at the bank.
func placeAwaitingBank(g *ordertest.Fixture, t *testing.T) (order.Order, basket.Basket) {
	t.Helper()
	b := g.Fill("burger", 1)
	o := g.Place(g.Want(b, "asks", key))
	assert.Assert(t, o.Status == order.Authentication && o.NextAction() != "", "%+v", o)
	return o, b
}

func TestTheBankApproves(t *testing.T) {
	g := ordertest.New(t)
	o, b := placeAwaitingBank(g, t)
	still, err := g.Service().Authenticated(context.Background(), o.Token)
	assert.NilError(t, err)
	assert.Equal(t, still.Status, order.Authentication)
	g.Provider.Down = true
	if still, err := g.Service().Authenticated(context.Background(), o.Token); !problem.Is(err, problem.PaymentUnavailable) {
		t.Fatalf("while the provider is unavailable: got %s (%v)", still.Status, err)
	}
	g.Provider.Down = false
	g.Provider.Bank(true)
	together(8, func(int) {
		o, err := g.Service().Authenticated(context.Background(), o.Token)
		assert.Check(t, err == nil && o.Status == order.Scheduled, "%s %v", o.Status, err)
	})
	again := g.Place(g.Want(b, "asks", key))
	assert.Assert(t, again.Token == o.Token && again.NextAction() == o.NextAction(), "%+v", again.Payment())
	g.SettleAndAudit(o.Token)
}

func TestTheBankRefuses(t *testing.T) {
	g := ordertest.New(t)
	o, b := placeAwaitingBank(g, t)
	g.Provider.Bank(false)
	o, err := g.Service().Authenticated(context.Background(), o.Token)
	assert.NilError(t, err)
	assert.Assert(t, o.Status == order.NotPaid && o.Failure.Code == problem.PaymentAuthentication, "%+v", o.Progress)
	b = g.Reload(b)
	assert.Assert(t, b.State == basket.Open && b.Hold.Alive(g.Now()), "basket: %+v", b)
	g.SettleAndAudit()
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
			o, b := placeAwaitingBank(g, t)
			c.bank(g.Provider)
			g.Pass(9 * time.Minute)
			assert.Equal(t, reconcile(t, g), 0, "too early")
			g.Pass(2 * time.Minute)
			assert.Equal(t, reconcile(t, g), 1)
			assert.Equal(t, g.Order(o.Token).Status, c.want)
			b = g.Reload(b)
			assert.Equal(t, (b.State == basket.Open), (c.want == order.NotPaid), "got basket state %s", b.State)
			g.SettleAndAudit()
		})
	}
}

// The provider did the call and its answer was lost: a retry with the same key gets the answer, and nothing is captured twice.
func TestLostAnswerOfTheProvider(t *testing.T) {
	for _, call := range []string{"authorise", "capture"} {
		g := ordertest.New(t)
		g.Provider.Lost[call] = true
		s := g.Want(g.Fill("burger", 1), "ok", key)
		o, err := g.Checkout.Place(context.Background(), s)
		if call == "authorise" {
			assert.Assert(t, problem.Is(err, problem.PaymentUnavailable), "%s: %v", call, err)
			o, err = g.Checkout.Place(context.Background(), s)
		}
		assert.NilError(t, err)
		assert.Check(t, o.Status.Placed(), "%s %s", call, o.Status)
		g.SettleAndAudit(o.Token)
		l := g.Provider.Ledger()
		assert.Check(t, len(l) == 1 && l[0].Captured == o.Total, "%s: %+v", call, l)
	}
}

// The first answer is lost, and the provider does not accept the second attempt: the guest may pay again, and the authorisation is voided.
func TestALostAuthorisationIsVoided(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	s := g.Want(b, "ok", key)
	g.Provider.Lost["authorise"] = true
	refused(t, g, s, problem.PaymentUnavailable)
	g.Provider.Unread = true
	o, err := g.Checkout.Place(context.Background(), s)
	if err != nil || o.Failure == nil || o.Failure.Code != problem.PaymentDeclined || g.Reload(b).State != basket.Open {
		t.Fatalf("%+v %v", o.Failure, err)
	}
	g.SettleAndAudit()
	l := g.Provider.Ledger()
	assert.Assert(t, len(l) == 1 && l[0].State == tender.IntentCancelled, "%+v", l)
}

// During an outage of the provider nothing is decided; afterwards the order is placed. If the outage is too long, the basket opens
// again, and a possible authorisation is voided when the provider is back.
func TestTheProviderIsUnavailable(t *testing.T) {
	t.Run("for a while", func(t *testing.T) {
		g := ordertest.New(t)
		b := g.Fill("burger", 1)
		g.Provider.Down = true
		refused(t, g, g.Want(b, "ok", key), problem.PaymentUnavailable)
		g.Pass(time.Minute)
		assert.Equal(t, reconcile(t, g), 0)
		g.Provider.Down = false
		g.Pass(time.Minute)
		assert.Equal(t, reconcile(t, g), 1)
		g.Audit(g.Reload(b).OrderToken)
	})
	t.Run("too long", func(t *testing.T) {
		g := ordertest.New(t)
		b := g.Fill("burger", 1)
		g.Provider.Lost["authorise"] = true
		s := g.Want(b, "ok", key)
		refused(t, g, s, problem.PaymentUnavailable)
		g.Provider.Down = true
		g.Pass(11 * time.Minute)
		reconcile(t, g)
		assert.Equal(t, g.Reload(b).State, basket.Open)
		o := g.Place(s)
		assert.Assert(t, o.Failure != nil && o.Failure.Code == problem.PaymentExpired, "%+v", o.Failure)
		g.Provider.Down = false
		g.SettleAndAudit()
		l := g.Provider.Ledger()
		assert.Equal(t, l[0].State, tender.IntentCancelled, "%+v", l)
	})
}

// Guests, kitchens and reconcilers work concurrently on orders that a flaky provider left in any state.
func TestReconcilersRaceWithRequests(t *testing.T) {
	g := newWithDeals(t, twoOff(200, 100))
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
		wg.Go(func() { reconcile(t, g) })
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
	g.SettleAndAudit(acknowledged...)
}

// Half cents round to the even cent, also in large amounts.
func TestTotalRoundsHalvesToEven(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Capacity.Minutes = 1000
	b := g.Fill("burger", 199)
	o, err := g.Checkout.Place(context.Background(), g.Want(b, "ok", key))
	// 8.25 % of 1990.00 is 164.175
	assert.NilError(t, err)
	assert.Equal(t, o.Total, money.Of(199*1000+16418, money.USD))
	g.Audit(o.Token)
}

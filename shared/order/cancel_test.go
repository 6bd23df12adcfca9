package order_test

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/tender"
)

func TestRepeatedCancelsRefundOnce(t *testing.T) {
	g := ordertest.New(t)
	o := g.Buy()
	g.Drained()
	together(200, func(int) {
		o, err := g.Service().Cancel(context.Background(), o.Token)
		assert.Check(t, err == nil && o.Status == order.Cancelled, "%s %v", o.Status, err)
	})
	g.Settle()
	want := map[string]int{o.Token + "/kitchen-cancel": 1, o.Token + "/mail-cancelled": 1}
	assert.DeepEqual(t, g.Drained(), want)
	l := g.Provider.Ledger()
	assert.Assert(t, len(l) == 1 && l[0].Refunded == o.Total, "refunded: %+v", l)
	got := g.Order(o.Token)
	assert.Assert(t, got.Final() && got.Refunded() && !got.Cancellable(got.PlacedAt), "%+v", got.Progress)
	g.Audit(o.Token)
}

func TestCancelUntilTheKitchenBegins(t *testing.T) {
	for status, want := range map[order.Status]problem.Code{
		order.Scheduled: "", order.Accepted: "", order.InPreparation: problem.OrderTooLate, order.Ready: problem.OrderTooLate,
		order.Completed: problem.OrderTooLate, order.NotApproved: problem.OrderTransition,
	} {
		g := ordertest.New(t)
		o := g.Buy()
		if status != order.Scheduled {
			g.Advance(o.ID, status)
		}
		_, err := g.Service().Cancel(context.Background(), o.Token)
		assert.Check(t, (want == "") == (err == nil) && (err == nil || problem.Is(err, want)), "%s: %v", status, err)
		g.SettleAndAudit(o.Token)
	}
	for late, want := range map[time.Duration]problem.Code{time.Hour - time.Second: "", time.Hour: problem.OrderTooLate} {
		g := ordertest.New(t)
		o := g.Order(g.Buy().Token)
		g.Pass(o.Promised.Add(late).Sub(g.Now()))
		assert.Check(t, o.Cancellable(g.Now()) == (want == ""))
		_, err := g.Service().Cancel(context.Background(), o.Token)
		assert.Check(t, (want == "") == (err == nil) && (err == nil || problem.Is(err, want)), "%s: %v", late, err)
	}
	g := ordertest.New(t)
	_, err := g.Service().Cancel(context.Background(), "unknown")
	assert.Assert(t, problem.Is(err, problem.OrderNotFound), "unknown order: got %v", err)
}

// A guest cancels during the authentication: no money is kept, whatever the bank answered meanwhile, and another card can be tried.
func TestGuestAbandonsTheAuthentication(t *testing.T) {
	for name, answer := range map[string]func(*ordertest.Provider){
		"unanswered":                       func(*ordertest.Provider) {},
		"refused":                          func(p *ordertest.Provider) { p.Bank(false) },
		"approved during the cancellation": func(p *ordertest.Provider) { p.Bank(true) },
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			o, b := placeAwaitingBank(g, t)
			answer(g.Provider)
			together(8, func(int) {
				o, err := g.Service().Cancel(context.Background(), o.Token)
				assert.Check(t, err == nil && o.Status == order.NotPaid, "%s %v", o.Status, err)
			})
			after, err := g.Service().Authenticated(context.Background(), o.Token)
			assert.NilError(t, err)
			assert.Assert(t, after.Failure != nil)
			assert.Equal(t, after.Failure.Code, problem.PaymentAuthentication)
			b = g.Reload(b)
			assert.Assert(t, b.State == basket.Open && b.Hold.Alive(g.Now()), "basket: %+v", b)
			again := g.Place(g.Want(b, "ok", key+"-another"))
			assert.Assert(t, again.Status.Placed(), again.Status)
			g.SettleAndAudit(again.Token)
		})
	}
}

// A refund that the provider does not answer is retried, and made once.
func TestARefundIsRetriedUntilTheProviderAnswers(t *testing.T) {
	g := ordertest.New(t)
	o := g.Buy()
	g.Provider.Lost["refund"] = true
	cancelled := g.Cancel(o.Token)
	assert.Equal(t, cancelled.Status, order.Cancelled)
	assert.Equal(t, cancelled.Payment().State, order.PaymentRefunding)
	g.SettleAndAudit(o.Token)
	l := g.Provider.Ledger()
	assert.Equal(t, l[0].Refunded, o.Total, "%+v", l)
}

// The guest cancels during a capture by another worker: no money is kept, whichever call reaches the provider first.
func TestCancelRacesWithCapture(t *testing.T) {
	g := ordertest.New(t)
	g.Provider.Lost["capture"] = true // captured, but the answer is lost: our record still says authorised
	o := g.Buy()
	if o := g.Order(o.Token); o.Payment().State != order.PaymentAuthorised {
		t.Fatalf("%+v", o.Payment())
	}
	g.Cancel(o.Token)
	g.SettleAndAudit(o.Token)
	l := g.Provider.Ledger()
	assert.Assert(t, l[0].Captured == o.Total && l[0].Refunded == o.Total, "%+v", l)
}

// racingProvider is a provider at which another worker captures just before each void.
type racingProvider struct {
	*ordertest.Provider
	capture func()
}

func (p racingProvider) Cancel(ctx context.Context, key, intent string) (tender.Intent, error) {
	p.capture()
	return p.Provider.Cancel(ctx, key, intent)
}

// If the payment is captured between the read and the void, all of it is refunded.
func TestCaptureDuringCancelIsRefunded(t *testing.T) {
	g := ordertest.New(t)
	o := uncaptured(g)
	racing := racingProvider{g.Provider, func() {
		_, err := g.Provider.Capture(context.Background(), o.ID+"-capture", o.Payment().Intent, o.Total)
		assert.Check(t, err)
	}}
	_, err := order.NewService(g.Table, racing, g.Now).Cancel(context.Background(), o.Token)
	assert.NilError(t, err)
	g.SettleAndAudit(o.Token)
	l := g.Provider.Ledger()
	assert.Equal(t, l[0].Captured, o.Total)
	assert.Equal(t, l[0].Refunded, o.Total)
}

// The kitchen's events, each twice and in every order, lead to the same order.
func TestTheKitchensEventsInEveryOrder(t *testing.T) {
	for name, c := range map[string]struct {
		events []order.Status
		want   order.Status
		reason string
	}{
		"made":    {[]order.Status{order.Accepted, order.InPreparation, order.Ready, order.Completed}, order.Completed, ""},
		"refused": {[]order.Status{order.Accepted, order.NotApproved}, order.NotApproved, "No buns"},
		"ran out": {[]order.Status{order.Accepted, order.InPreparation, order.NotApproved}, order.NotApproved, "No buns"},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			g.Location.Capacity.Orders, g.Location.Capacity.Minutes = 30, 300
			ways := permutations(c.events)
			orders, ids := make([]string, len(ways)), make([]string, len(ways))
			for n := range ways {
				o := g.Buy()
				orders[n], ids[n] = o.Token, o.ID
			}
			g.Drained()
			g.Pass(time.Hour)
			for n, events := range ways {
				for _, s := range append(events, events...) {
					at := ordertest.Noon.Add(time.Duration(slices.Index(c.events, s)+1) * time.Minute)
					_, err := g.Service().Advance(context.Background(), ids[n], order.Event{Status: s, At: at, Reason: " No\u0000 buns\n"})
					assert.NilError(t, err, events)
				}
				got, first := g.Order(orders[n]), g.Order(orders[0])
				assert.Check(t, got.Status == c.want && got.Reason == c.reason, "%v ends %s, %q", events, got.Status, got.Reason)
				assert.Check(t, reflect.DeepEqual(got.Steps, first.Steps), "events %v: got steps %v, want %v", events, got.Steps, first.Steps)
			}
			g.SettleAndAudit(orders...)
		})
	}
}

func permutations(s []order.Status) [][]order.Status {
	if len(s) == 0 {
		return [][]order.Status{nil}
	}
	var all [][]order.Status
	for n := range s {
		rest := append(slices.Clone(s[:n]), s[n+1:]...)
		for _, p := range permutations(rest) {
			all = append(all, append([]order.Status{s[n]}, p...))
		}
	}
	return all
}

func TestAKitchenCannotSetOtherStatuses(t *testing.T) {
	g := ordertest.New(t)
	o := g.Buy()
	for _, s := range []order.Status{order.Pending, order.Authentication, order.Scheduled, order.Cancelled, order.NotPaid, "eaten"} {
		_, err := g.Service().Advance(context.Background(), o.ID, order.Event{Status: s, At: g.Now()})
		assert.Check(t, problem.Is(err, problem.OrderTransition), "%s: %v", s, err)
	}
	_, err := g.Service().Advance(context.Background(), "unknown", order.Event{Status: order.Ready})
	assert.Assert(t, problem.Is(err, problem.OrderNotFound), "unknown order: got %v", err)
	_, err = g.Service().Advance(context.Background(), o.Token, order.Event{Status: order.Ready})
	assert.Assert(t, problem.Is(err, problem.OrderNotFound), "the guest's token as an id: got %v", err)
	waiting, _ := placeAwaitingBank(g, t)
	_, err = g.Service().Advance(context.Background(), waiting.ID, order.Event{Status: order.Accepted})
	assert.Assert(t, problem.Is(err, problem.OrderTransition), "order that is not placed: got %v", err)
}

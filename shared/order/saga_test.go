package order_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
)

// placed is an order that stands.
func (g *grill) placed() order.Order {
	g.t.Helper()
	n := len(g.baskets)
	o, err := g.placer.Place(context.Background(), g.want(g.basket("burger", 1), "ok", fmt.Sprintf("key-of-basket-%d", n)))
	if err != nil || !o.Status.Placed() {
		g.t.Fatalf("%s %v", o.Status, err)
	}
	return o
}

// asked is an order whose guest's bank asks the guest.
func (g *grill) asked() (order.Order, basket.Basket) {
	g.t.Helper()
	b := g.basket("burger", 1)
	o, err := g.placer.Place(context.Background(), g.want(b, "asks", key))
	if err != nil || o.Status != order.Authentication || o.Payment.NextAction == "" {
		g.t.Fatalf("%+v %v", o, err)
	}
	return o, b
}

func TestTheBankApproves(t *testing.T) {
	g := newGrill(t)
	o, b := g.asked()
	if still, err := g.desk().Authenticated(context.Background(), o.Token); err != nil || still.Status != order.Authentication {
		t.Fatalf("before the bank has answered: %s %v", still.Status, err)
	}
	g.till.bank(true)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if o, err := g.desk().Authenticated(context.Background(), o.Token); err != nil || o.Status != order.Scheduled {
				t.Errorf("%s %v", o.Status, err)
			}
		})
	}
	wg.Wait()
	again, err := g.placer.Place(context.Background(), g.want(b, "asks", key))
	if err != nil || again.Token != o.Token || again.Payment.NextAction != o.Payment.NextAction {
		t.Errorf("the first request's answer is another: %+v %v", again.Payment, err)
	}
	g.settle()
	g.audit(o.Token)
}

func TestTheBankRefuses(t *testing.T) {
	g := newGrill(t)
	o, b := g.asked()
	g.till.bank(false)
	o, err := g.desk().Authenticated(context.Background(), o.Token)
	if err != nil || o.Status != order.NotPaid || o.Failure.Code != problem.PaymentAuthentication {
		t.Fatalf("%+v %v", o.Progress, err)
	}
	if b = g.reload(b); b.State != basket.Open || !b.Hold.Alive(g.now()) {
		t.Errorf("basket: %+v", b)
	}
	g.settle()
	g.audit()
}

// A guest who leaves at the bank's question gets everything back after a while, but an order that the bank approved is made.
func TestAnAuthenticationIsAbandoned(t *testing.T) {
	for name, c := range map[string]struct {
		bank func(*till)
		want order.Status
	}{
		"unanswered": {func(*till) {}, order.NotPaid},
		"refused":    {func(p *till) { p.bank(false) }, order.NotPaid},
		"approved":   {func(p *till) { p.bank(true) }, order.Scheduled},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGrill(t)
			o, b := g.asked()
			c.bank(g.till)
			g.pass(9 * time.Minute)
			if n, err := g.desk().Reconcile(context.Background()); n != 0 || err != nil {
				t.Fatalf("too early: %d %v", n, err)
			}
			g.pass(2 * time.Minute)
			if n, err := g.desk().Reconcile(context.Background()); n != 1 || err != nil {
				t.Fatalf("%d %v", n, err)
			}
			if got := g.order(o.Token); got.Status != c.want {
				t.Errorf("it is %s", got.Status)
			}
			if b := g.reload(b); (b.State == basket.Open) != (c.want == order.NotPaid) {
				t.Errorf("the basket is %s", b.State)
			}
			g.settle()
			g.audit()
		})
	}
}

// The provider did what was asked and its answer was lost: the same key hears of it, and nothing is taken twice.
func TestAnAnswerOfTheProviderIsLost(t *testing.T) {
	for _, call := range []string{"authorise", "capture"} {
		g := newGrill(t)
		g.till.lost[call] = true
		s := g.want(g.basket("burger", 1), "ok", key)
		o, err := g.placer.Place(context.Background(), s)
		if call == "authorise" {
			if !problem.Is(err, problem.PaymentUnavailable) {
				t.Fatalf("%s: %v", call, err)
			}
			o, err = g.placer.Place(context.Background(), s)
		}
		if err != nil || !o.Status.Placed() {
			t.Fatalf("%s: %s %v", call, o.Status, err)
		}
		g.settle()
		g.audit(o.Token)
		if l := g.till.ledger(); len(l) != 1 || l[0].Captured != o.Total {
			t.Errorf("%s: %+v", call, l)
		}
	}
}

// While the provider is away nothing is decided; once it is back the order is made. If it stays away too long, the basket
// opens again, and what the provider may have set aside is given up when it is back.
func TestTheProviderIsAway(t *testing.T) {
	t.Run("for a while", func(t *testing.T) {
		g := newGrill(t)
		b := g.basket("burger", 1)
		g.till.down = true
		if _, err := g.placer.Place(context.Background(), g.want(b, "ok", key)); !problem.Is(err, problem.PaymentUnavailable) {
			t.Fatal(err)
		}
		g.pass(time.Minute)
		if n, err := g.desk().Reconcile(context.Background()); n != 0 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		g.till.down = false
		g.pass(time.Minute)
		if n, err := g.desk().Reconcile(context.Background()); n != 1 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		g.audit(g.reload(b).OrderToken)
	})
	t.Run("too long", func(t *testing.T) {
		g := newGrill(t)
		b := g.basket("burger", 1)
		g.till.lost["authorise"] = true
		s := g.want(b, "ok", key)
		if _, err := g.placer.Place(context.Background(), s); !problem.Is(err, problem.PaymentUnavailable) {
			t.Fatal(err)
		}
		g.till.down = true
		g.pass(11 * time.Minute)
		if _, err := g.desk().Reconcile(context.Background()); err != nil {
			t.Fatal(err)
		}
		if open := g.reload(b); open.State != basket.Open {
			t.Fatalf("the guest is kept waiting: %s", open.State)
		}
		o, err := g.placer.Place(context.Background(), s)
		if err != nil || o.Failure == nil || o.Failure.Code != problem.PaymentExpired {
			t.Fatalf("the same key: %+v %v", o.Failure, err)
		}
		g.till.down = false
		g.settle()
		g.audit()
		if l := g.till.ledger(); l[0].State != order.IntentCancelled {
			t.Errorf("%+v", l)
		}
	})
}

func TestAGuestCancelsOnceHoweverOften(t *testing.T) {
	g := newGrill(t)
	o := g.placed()
	g.drained()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if o, err := g.desk().Cancel(context.Background(), o.Token); err != nil || o.Status != order.Cancelled {
				t.Errorf("%s %v", o.Status, err)
			}
		})
	}
	wg.Wait()
	g.settle()
	want := map[string]int{o.Token + "/kitchen-cancel": 1, o.Token + "/mail-cancelled": 1}
	if rows := g.drained(); !reflect.DeepEqual(rows, want) {
		t.Errorf("told: %v", rows)
	}
	if l := g.till.ledger(); len(l) != 1 || l[0].Refunded != o.Total {
		t.Errorf("given back: %+v", l)
	}
	if got := g.order(o.Token); !got.Final() || !got.Refunded() || got.Cancellable() {
		t.Errorf("%+v", got.Progress)
	}
	g.audit(o.Token)
}

func TestCancelUntilTheKitchenBegins(t *testing.T) {
	for status, want := range map[order.Status]problem.Code{
		order.Scheduled: "", order.Accepted: "", order.InPreparation: problem.OrderTooLate, order.Ready: problem.OrderTooLate,
		order.Completed: problem.OrderTooLate, order.NotApproved: problem.OrderTransition,
	} {
		g := newGrill(t)
		o := g.placed()
		if status != order.Scheduled {
			if _, err := g.desk().Advance(context.Background(), o.Token, order.Event{Status: status, At: g.now()}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := g.desk().Cancel(context.Background(), o.Token)
		if (want == "") != (err == nil) || err != nil && !problem.Is(err, want) {
			t.Errorf("%s: %v", status, err)
		}
		g.settle()
		g.audit(o.Token)
	}
	g := newGrill(t)
	if _, err := g.desk().Cancel(context.Background(), "nobodys"); !problem.Is(err, problem.OrderNotFound) {
		t.Errorf("an unknown order: %v", err)
	}
	asked, _ := g.asked()
	if _, err := g.desk().Cancel(context.Background(), asked.Token); !problem.Is(err, problem.OrderTransition) {
		t.Errorf("an order that never was: %v", err)
	}
}

// A refund that the provider does not answer is made later, once.
func TestARefundOutlivesTheProvidersAbsence(t *testing.T) {
	g := newGrill(t)
	o := g.placed()
	g.till.lost["refund"] = true
	cancelled, err := g.desk().Cancel(context.Background(), o.Token)
	if err != nil || cancelled.Status != order.Cancelled || cancelled.Payment.State != order.PaymentReturning {
		t.Fatalf("%+v %v", cancelled.Payment, err)
	}
	g.settle()
	g.audit(o.Token)
	if l := g.till.ledger(); l[0].Refunded != o.Total {
		t.Errorf("%+v", l)
	}
}

// The guest cancels while the capture is under way elsewhere: whoever is first at the provider, nothing is kept.
func TestCancelMeetsCapture(t *testing.T) {
	g := newGrill(t)
	g.till.lost["capture"] = true // taken, but not known here: our record still says authorised
	o := g.placed()
	if o := g.order(o.Token); o.Payment.State != order.PaymentAuthorised {
		t.Fatalf("%+v", o.Payment)
	}
	if _, err := g.desk().Cancel(context.Background(), o.Token); err != nil {
		t.Fatal(err)
	}
	g.settle()
	g.audit(o.Token)
	if l := g.till.ledger(); l[0].Captured != o.Total || l[0].Refunded != o.Total {
		t.Errorf("%+v", l)
	}
}

// An authorisation that the provider gave up is not an order that the kitchen makes for nothing.
func TestAnAuthorisationRunsOut(t *testing.T) {
	for _, fired := range []bool{false, true} {
		g := newGrill(t)
		g.till.down = false
		b := g.basket("burger", 1)
		d := order.NewDesk(g.table, g.till, g.now)
		p := order.NewPlacer(d, g, func(context.Context, int) error { return nil })
		d.Reached = func(point string, done bool) {
			if point == order.PointConfirm && done {
				g.till.down = true // the capture has to wait
			}
		}
		o, err := p.Place(context.Background(), g.want(b, "ok", key))
		if err != nil || !o.Status.Placed() {
			t.Fatal(err)
		}
		g.till.down = false
		g.till.intents[0].State = order.IntentCancelled
		if fired {
			if _, err := g.desk().Advance(context.Background(), o.Token, order.Event{Status: order.InPreparation, At: g.now()}); err != nil {
				t.Fatal(err)
			}
		}
		g.settle()
		want := map[bool]order.Status{false: order.Cancelled, true: order.InPreparation}[fired]
		if got := g.order(o.Token); got.Status != want || got.Payment.State != order.PaymentLost || !got.Due.IsZero() {
			t.Errorf("fired %v: %s, payment %s", fired, got.Status, got.Payment.State)
		}
	}
}

// The kitchen's events, each twice and in every order, leave the same order.
func TestTheKitchensEventsInEveryOrder(t *testing.T) {
	for name, c := range map[string]struct {
		events []order.Status
		want   order.Status
		mails  int
	}{
		"made":    {[]order.Status{order.Accepted, order.InPreparation, order.Ready, order.Completed}, order.Completed, 1},
		"refused": {[]order.Status{order.Accepted, order.NotApproved}, order.NotApproved, 1},
		"ran out": {[]order.Status{order.Accepted, order.InPreparation, order.NotApproved}, order.NotApproved, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var first *order.Order
			for _, events := range permutations(c.events) {
				g := newGrill(t)
				o := g.placed()
				g.drained()
				g.pass(time.Hour)
				for _, s := range append(events, events...) {
					at := noon.Add(time.Duration(slices.Index(c.events, s)+1) * time.Minute)
					if _, err := g.desk().Advance(context.Background(), o.Token, order.Event{Status: s, At: at, Reason: "No\u0000 buns"}); err != nil {
						t.Fatalf("%v: %v", events, err)
					}
				}
				got := g.order(o.Token)
				if got.Status != c.want {
					t.Fatalf("%v ends %s", events, got.Status)
				}
				if first == nil {
					first = &got
				}
				if !reflect.DeepEqual(got.Steps, first.Steps) {
					t.Errorf("%v: steps %v, and %v", events, got.Steps, first.Steps)
				}
				g.settle()
				g.audit(o.Token)
			}
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

func TestAKitchenCannotMoveWhatIsNotItsOwn(t *testing.T) {
	g := newGrill(t)
	o := g.placed()
	for _, s := range []order.Status{order.Pending, order.Authentication, order.Scheduled, order.Cancelled, order.NotPaid, "eaten"} {
		if _, err := g.desk().Advance(context.Background(), o.Token, order.Event{Status: s, At: g.now()}); !problem.Is(err, problem.OrderTransition) {
			t.Errorf("%s: %v", s, err)
		}
	}
	if _, err := g.desk().Advance(context.Background(), "nobodys", order.Event{Status: order.Ready}); !problem.Is(err, problem.OrderNotFound) {
		t.Errorf("an unknown order: %v", err)
	}
	asked, _ := g.asked()
	if _, err := g.desk().Advance(context.Background(), asked.Token, order.Event{Status: order.Accepted}); !problem.Is(err, problem.OrderTransition) {
		t.Errorf("an order that never was: %v", err)
	}
}

// Guests, kitchens and reconcilers at once, on orders that a flaky provider left anywhere.
func TestReconcilersMeetEverybodyElse(t *testing.T) {
	g := newGrill(t)
	g.place.Capacity.Orders, g.place.Capacity.Minutes = 40, 400
	var acknowledged []string
	for n := range 12 {
		g.till.lost[[]string{"authorise", "capture", "none"}[n%3]] = true
		b := g.basket("burger", 1)
		o, err := g.placer.Place(context.Background(), g.want(b, []string{"ok", "declined", "asks"}[n%4%3], fmt.Sprintf("key-of-guest-%04d", n)))
		if err == nil && o.Status.Placed() {
			acknowledged = append(acknowledged, o.Token)
		}
	}
	g.till.bank(true)
	g.pass(11 * time.Minute)
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			if _, err := g.desk().Reconcile(context.Background()); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			for m, token := range acknowledged {
				if m%4 != n {
					continue
				}
				if m%2 == 0 {
					_, _ = g.desk().Cancel(context.Background(), token)
				} else {
					_, _ = g.desk().Advance(context.Background(), token, order.Event{Status: order.NotApproved, At: g.now()})
				}
			}
		})
	}
	wg.Wait()
	g.settle()
	g.audit(acknowledged...)
}

// Halves round to the even cent, whatever the size, as big decimals say.
func TestAmountsStayWhole(t *testing.T) {
	g := newGrill(t)
	g.place.Capacity.Minutes = 1000
	b := g.basket("burger", 199)
	o, err := g.placer.Place(context.Background(), g.want(b, "ok", key))
	if err != nil || o.Total != money.Of(199*1000+16418, money.USD) { // 8.25 % of 1990.00 is 164.175, half up
		t.Fatalf("%s %v", o.Total, err)
	}
	g.audit(o.Token)
}

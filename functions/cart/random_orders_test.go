package cart_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// till is the ordering half of a world: guests place orders, the provider and the bank fail at random, kitchens cook, and clocks jump.
type till struct {
	*ordertest.Provider
	desk   *order.Service
	placer *order.Checkout
	bought []order.Order // as guests saw them confirmed
	carts  []string      // carts that were submitted
	latest time.Time
}

func newTill(s *site) *till {
	t := &till{Provider: ordertest.NewProvider(s.clock.Now)}
	t.desk = order.NewService(s.table, t.Provider, s.clock.Now)
	t.placer = order.NewCheckout(t.desk, basket.NewPricingContexts(s.table, brand.Default(), s.clock.Now), naming, func(context.Context, int) error { return nil })
	return t
}

// order prepares the guest's cart as far as possible, and pays.
func (w *world) order(g int) {
	for range 2 {
		if w.guests[g] = w.read(w.guests[g]); len(w.guests[g].Lines) == 0 {
			w.add(g)
		}
	}
	if len(w.guests[g].Changes) > 0 {
		w.accept(g)
	}
	if w.guests[g].Hold == nil {
		w.send(g, "hold", "PUT", "/timeslots/"+w.guests[g].OrderID, map[string]any{"asap": true})
	}
	b := w.read(w.guests[g])
	w.guests[g] = b
	method := pick(w, "ok", "ok", "ok", "declined", "asks")
	s := order.Submission{
		Basket: b.OrderID, Version: b.Version, Key: fmt.Sprintf("key-of-the-order-%d", len(w.story)), Print: method, Request: "request", Country: "US", Locale: locale.En,
		Contact: guest.Contact{FirstName: "Ada", LastName: "Byron", Email: fmt.Sprintf("guest-%d@example.com", len(w.story)), Phone: "+19185550142"},
		Vehicle: &guest.Vehicle{Make: "Honda", Model: "Civic", Colour: "red"}, Kind: order.KindCharge, Method: method, Total: &b.Totals.Total,
	}
	o, err := w.till.placer.Place(context.Background(), s)
	w.tell("guest %d orders, the card is %s, the provider away %v: %s %v", g, method, w.till.Down, o.Status, err)
	free := len(b.Problems) == 0 && len(b.Changes) == 0
	switch {
	case problem.Is(err, problem.PaymentUnavailable): // the guest gives up; the reconciler finishes it
		w.leave(g)
	case problem.Is(err, problem.PriceChanged) && len(b.Changes) == 0: // the guest has used a deal before
		after := w.read(b)
		lost := after.Deals != nil && len(after.Deals.Lost) == 1
		if chosen := b.Deals != nil && len(b.Deals.Chosen) > 0; lost && !chosen { // without a deal that the guest chose, a better one may apply
			lost = after.Totals.Total.Minor > b.Totals.Total.Minor
		}
		assert.Check(w.t, lost && after.Version == b.Version+1, "%+v", after)
		w.guests[g] = after
		w.done["lost deal"]++
	case err != nil:
		// The cart may no longer fit its held timeslot when others have the remaining capacity.
		assert.Check(w.t, !free || w.turned || problem.Is(err, problem.TimeslotFull), "got %v, want the order to be placed", err)
		after := w.read(b)
		if problem.Is(err, problem.PriceChanged) && after.Version == b.Version+1 { // a deal that another contact lost is judged again
			assert.Check(w.t, is.Equal(fmt.Sprint(contents(after)), fmt.Sprint(contents(b))))
			w.guests[g] = after
			break
		}
		w.same("a refused order", b, after)
	case o.Status == order.Authentication:
		w.till.carts = append(w.till.carts, b.OrderID)
		w.guests[g], w.lines[g] = basketview.Basket{}, nil
		if w.rng.IntN(2) == 0 { // else the guest has left
			w.till.Bank(w.rng.IntN(3) > 0)
			o, err = w.till.desk.Authenticated(context.Background(), o.Token)
			assert.Check(w.t, err)
			w.recordConfirmed(o)
		}
	case o.Status == order.NotPaid:
		after := w.read(b)
		if fmt.Sprint(contents(b)) != fmt.Sprint(contents(after)) || b.Hold != nil && after.Hold == nil && !w.turned {
			w.t.Errorf("after a declined card: got lines %v, hold %v, want %v, %v", contents(after), after.Hold, contents(b), b.Hold)
		}
		w.guests[g] = after
		w.till.carts = append(w.till.carts, b.OrderID)
		w.done["declined"]++
	default:
		w.recordConfirmed(o)
		if again, err := w.till.placer.Place(context.Background(), s); err != nil || again.Token != o.Token {
			w.t.Errorf("the repeated request: got order %[2]s, want %[1]s (%[3]v)", o.Token, again.Token, err)
		}
		w.leave(g)
	}
}

func (w *world) leave(g int) {
	w.till.carts = append(w.till.carts, w.guests[g].OrderID)
	w.guests[g], w.lines[g] = basketview.Basket{}, nil
}

// recordConfirmed records a confirmation that a guest received.
func (w *world) recordConfirmed(o order.Order) {
	if o.Status.Placed() {
		w.till.bought = append(w.till.bought, o)
		w.done["order"]++
	}
}

// aftermath changes placed orders: kitchens, cancelling guests, provider outages, the reconciler.
func (w *world) aftermath() {
	ctx := context.Background()
	if len(w.till.bought) > 0 && w.rng.IntN(3) > 0 {
		b := pick(w, w.till.bought...)
		o, err := order.Load(ctx, w.table, b.Token)
		if err != nil {
			w.t.Errorf("read a confirmed order: %v", err)
			return
		}
		if w.rng.IntN(4) == 0 {
			o, err = w.till.desk.Cancel(ctx, b.Token)
			w.tell("order %s is cancelled: %s %v", o.Number, o.Status, err)
		} else {
			to := pick(w, order.Accepted, order.InPreparation, order.Ready, order.Completed, order.NotApproved)
			at := w.clock.Now().Add(time.Duration(w.rng.IntN(120)-60) * time.Minute)
			o, err = w.till.desk.Advance(ctx, o.ID, order.Event{Status: to, At: at})
			w.tell("the kitchen says that order %s is %s: %s %v", o.Number, to, o.Status, err)
		}
		assert.Check(w.t, err == nil || problem.From(err).Status() < 500, err)
		return
	}
	if w.rng.IntN(3) == 0 {
		w.till.Down = !w.till.Down && w.rng.IntN(3) == 0
		w.tell("the provider is away: %v", w.till.Down)
		return
	}
	n, err := w.till.desk.Reconcile(ctx)
	w.tell("%d are reconciled", n)
	assert.Check(w.t, err)
}

// orders checks that confirmed orders stay the same, whatever the clocks show.
func (w *world) orders() {
	if now := w.clock.Now(); now.After(w.till.latest) {
		w.till.latest = now
	}
	for _, b := range w.till.bought {
		o, err := order.Load(context.Background(), w.table, b.Token)
		if err != nil || !o.Status.Placed() || o.Total != b.Total || !o.Start.Equal(b.Start) || !slices.IsSortedFunc(o.Steps, func(a, b order.Step) int {
			return slices.Index(order.Statuses, a.Status) - slices.Index(order.Statuses, b.Status)
		}) {
			w.t.Errorf("order %s of %v for %v: got status %s, %v for %v (%v)", b.Token, b.Total, b.Start, o.Status, o.Total, o.Start, err)
		}
	}
}

// settle finishes all work after the latest time that any clock has shown, and compares guests, carts, orders, the provider's ledger, the
// timeslots and the outbox. Occupancies are deleted after thirty days, so it ignores older ones.
func (w *world) settle() {
	ctx := context.Background()
	w.till.Down = false
	if ahead := w.till.latest.Sub(w.clock.Now()); ahead > 0 {
		w.clock.Pass(ahead)
	}
	heard := func(context.Context, outbox.Delivery) error { return nil }
	drainer := outbox.NewDrainer(w.table, w.clock.Now, w.rng.Float64, map[string]outbox.Handler{
		outbox.KindKitchenOrder: heard, outbox.KindKitchenCancel: heard, outbox.KindKitchenArrival: heard, outbox.KindMail: heard,
	})
	for range 12 {
		w.clock.Pass(6 * time.Minute)
		_, err := w.till.desk.Reconcile(ctx)
		assert.NilError(w.t, err)
		assert.NilError(w.t, drainer.Drain(ctx))
	}
	e := audit.Evidence{Locations: w.stores, Now: w.clock.Now()}
	recent := func(storeID string, start time.Time) bool {
		at := slices.IndexFunc(w.stores, func(l location.Location) bool { return l.ID == storeID })
		zone := w.stores[at].Timezone()
		return !location.DateOf(start.In(zone)).Before(location.DateOf(e.Now.AddDate(0, 0, -28).In(zone)))
	}
	for _, b := range w.till.bought {
		if recent(b.Location.ID, b.Start) {
			e.Acknowledged = append(e.Acknowledged, b.Token)
		}
	}
	for _, i := range w.till.Ledger() {
		token, err := order.Of(ctx, w.table, i.Order)
		if problem.Is(err, problem.OrderNotFound) && i.Captured == i.Refunded && i.State != tender.IntentAuthorised {
			continue // never paid, and deleted after a month
		}
		o, err := order.Load(ctx, w.table, token)
		if err != nil {
			w.t.Errorf("the ledger has %+v, but its order does not exist: %v", i, err)
		} else if recent(o.Location.ID, o.Start) {
			e.Ledger = append(e.Ledger, i)
		}
	}
	for _, id := range w.till.carts {
		if b, err := basket.Load(ctx, w.table, id); err == nil && (b.Hold == nil || recent(b.LocationID, b.Hold.Start)) {
			e.Baskets = append(e.Baskets, id)
		}
	}
	assert.Check(w.t, audit.Orders(ctx, table.Table(w.table), e))
}

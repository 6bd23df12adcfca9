package order_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

func TestErasureOnSQLite(t *testing.T) { ordertest.RunErasure(t, ordertest.New(t)) }

// known is all guest data in an order of erasureFixture. The four digits are in quotes because random names sometimes contain them.
var known = []string{
	"Canaryfirst", "Canarylast", "canary.guest", "9185550188", "Canarymake", "Canarymodel", "canary-of-a-line", "canary-of-the-order",
	"Canary reason", `"4242"`, "CANARYCODE",
	ordertest.Guests.Mailbox("canary.guest@example.com"), ordertest.Guests.Phone("+19185550188"),
}

// erasureFixture is a fixture with orders of a guest to erase, and with another system that holds the guest's data.
type erasureFixture struct {
	*ordertest.Fixture
	*testing.T
	asked []string // orders that the other system was asked to forget
	fault error
}

func (e *erasureFixture) Holds() string { return "the other system" }

func (e *erasureFixture) Forget(_ context.Context, o order.Order) error {
	if e.fault == nil {
		e.asked = append(e.asked, o.Token)
	}
	return e.fault
}

func newErasureFixture(t *testing.T) *erasureFixture {
	e := &erasureFixture{Fixture: ordertest.New(t), T: t}
	e.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
	deal := twoOff(0, 100)
	deal.Code = "CANARYCODE"
	e.Promotions = promo.NewSet([]promo.Promotion{deal})
	return e
}

// order places an order of three tenders with a canary in each of its fields.
func (e *erasureFixture) order(method string, n int) order.Order {
	e.Helper()
	ctx := context.Background()
	b := e.FillFor(location.Curbside, "burger", 2)
	b.Instructions, b.Lines[0].Instructions = "canary-of-the-order", "canary-of-a-line"
	b.Coupons = []promo.Coupon{{Promotion: "deal", Kind: promo.SharedCode, Code: "CANARYCODE"}}
	assert.NilError(e, e.Table.Write(ctx, b.Save(e.Now())))
	s := e.Want(e.Reload(b), method, fmt.Sprintf("key-of-the-order-%03d", n))
	s.Contact = guest.Contact{FirstName: "Canaryfirst", LastName: "Canarylast", Email: "Canary.Guest@example.com", Phone: "+19185550188"}
	s.Vehicle = &guest.Vehicle{Make: "Canarymake", Model: "Canarymodel", Colour: "yellow"}
	return e.Place(e.Split(s, 300, 250, "ok"))
}

// advance moves an order by events of the kitchen.
func (e *erasureFixture) advance(o order.Order, statuses ...order.Status) order.Order {
	e.Helper()
	for _, s := range statuses {
		var err error
		o, err = e.Service().Advance(context.Background(), o.ID, order.Event{Status: s, At: e.Now(), Reason: "Canary reason"})
		assert.NilError(e, err)
	}
	return o
}

func (e *erasureFixture) erase(t table.Table) (reported []order.Erasure, err error) {
	err = order.NewEraser(t, ordertest.Guests, e.Now, e).Erase(context.Background(), "canary.guest@example.com", func(d order.Erasure) { reported = append(reported, d) })
	return reported, err
}

// canaries lists the guest data that is left in an order and its basket.
func (e *erasureFixture) canaries(o order.Order) (found []string) {
	e.Helper()
	text := ""
	partitions := []string{"order#" + o.Token, "basket#" + o.Basket}
	for _, use := range o.Promos {
		for _, who := range use.Customers {
			partitions = append(partitions, promo.CustomerKey(who, "").PK)
		}
	}
	for _, pk := range partitions {
		page, err := e.Table.Query(context.Background(), table.Query{PK: pk})
		assert.NilError(e, err)
		for _, i := range page.Items {
			text += i.PK + " " + i.SK + " " + string(i.Data)
		}
	}
	for _, c := range known {
		if strings.Contains(text, c) {
			found = append(found, c)
		}
	}
	return found
}

// bookkeeping returns the fields of an order that an erasure keeps.
func bookkeeping(t *testing.T, o order.Order) string {
	t.Helper()
	o.Lines = slices.Clone(o.Lines)
	for n := range o.Lines {
		o.Lines[n].Instructions = ""
	}
	o.Adjustments = slices.Clone(o.Adjustments)
	for n := range o.Adjustments {
		o.Adjustments[n].Coupon = ""
	}
	var paid []any
	for _, t := range o.Tenders {
		paid = append(paid, t.Kind, t.Amount, t.State, t.Intent, t.Calls, t.Captured, t.Refund, t.Refunds)
	}
	raw, err := json.Marshal([]any{
		o.Token, o.ID, o.Number, o.Locale, o.Location, o.Handoff, o.Category, o.Start, o.End, o.Minutes, o.Lines, o.Cutlery, o.Totals, o.PlacedAt,
		o.Status, o.Steps, o.Promised, o.Failure, paid,
	})
	assert.NilError(t, err)
	return string(raw)
}

// finishedOrders makes an order and brings it to one of its final states.
var finishedOrders = map[string]func(e *erasureFixture, n int) order.Order{
	"completed": func(e *erasureFixture, n int) order.Order {
		o := e.advance(e.order("ok", n), order.Accepted)
		_, err := e.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Canarymake", Model: "Canarymodel", Colour: "red"})
		assert.NilError(e, err)
		return e.advance(o, order.InPreparation, order.Ready, order.Completed)
	},
	"cancelled": func(e *erasureFixture, n int) order.Order {
		return e.Cancel(e.order("ok", n).Token)
	},
	"refused by the kitchen": func(e *erasureFixture, n int) order.Order { return e.advance(e.order("ok", n), order.NotApproved) },
	"not paid":               func(e *erasureFixture, n int) order.Order { return e.order("declined", n) },
	"not authenticated": func(e *erasureFixture, n int) order.Order {
		o := e.order("asks", n)
		e.Provider.Bank(false)
		o, err := e.Service().Authenticated(context.Background(), o.Token)
		assert.NilError(e, err)
		return o
	},
}

// Fault 34: an erasure leaves no canary in an order of any final state, and keeps its books. The guest's page still works with it.
func TestErasureLeavesNoCanaryAndKeepsTheBooks(t *testing.T) {
	for name, end := range finishedOrders {
		t.Run(name, func(t *testing.T) {
			e := newErasureFixture(t)
			token := end(e, 1).Token
			e.Drained()
			before := e.Order(token)
			found := e.canaries(before)
			assert.Assert(t, len(found) >= 6, "test setup: only %v are stored", found)
			assert.Assert(t, name != "completed" || slices.Contains(e.canaries(before), "Canarymake"), "test setup: the order has no vehicle")
			reported, err := e.erase(e.Table)
			if err != nil || len(reported) != 1 || reported[0].Wait != "" || !slices.Equal(e.asked, []string{token}) {
				t.Fatalf("got reports %+v, requested erasures %v (%v)", reported, e.asked, err)
			}
			after := e.Order(token)
			after.Promos = before.Promos
			assert.Assert(t, is.Nil(e.canaries(after)))
			assert.Equal(t, bookkeeping(t, before), bookkeeping(t, after))
			assert.Check(t, after.Version() != before.Version(), "the version is unchanged, so an open page would keep the erased data")
			text := fmt.Sprint(reported[0].Order)
			assert.Assert(t, !strings.Contains(text, "Canary"), "the report contains the guest's data: %s", text)

			pc, err := e.Load(context.Background(), "")
			assert.NilError(t, err)
			again, err := after.Reorder(pc, "a-key-of-the-guest", after.Locale)
			assert.Check(t, !after.Status.Placed() || err == nil && again.Count() == 2, "reordered basket: got %+v (%v)", again, err)
			if _, err := e.Service().Advance(context.Background(), after.ID, order.Event{Status: order.Ready, At: e.Now()}); err != nil && !problem.Is(err, problem.OrderTransition) {
				t.Errorf("late event of the kitchen: got %v", err)
			}
			e.Settle()
			e.Baskets = nil // they are deleted
			var placed []string
			if after.Status.Placed() {
				placed = append(placed, after.Token)
			}
			e.Audit(placed...)
		})
	}
}

// The guest's notes are copied when the restaurant is switched and when an order is repeated. They are erased in the old basket, in
// the new ones, and in those made from these. A basket that became another order stays with that order.
func TestErasureFollowsTheNotesThroughEveryBasket(t *testing.T) {
	ctx := context.Background()
	for n := 0; ; n++ {
		e := newErasureFixture(t)
		pc, err := e.Load(ctx, "")
		assert.NilError(t, err)
		begin := func(b basket.Basket, err error) basket.Basket {
			t.Helper()
			if err == nil {
				err = e.Table.Write(ctx, b.Begin(e.Now())...)
			}
			assert.NilError(t, err)
			return e.Reload(b)
		}
		left := e.FillFor(location.Curbside, "burger", 2)
		left.Instructions, left.Lines[0].Instructions = "canary-of-the-order", "canary-of-a-line"
		assert.NilError(t, e.Table.Write(ctx, left.Save(e.Now())))
		left = e.Reload(left)
		ordered := begin(left.MovedTo(pc, location.Curbside, category.Everyday, left.Locale))
		if held, ops, err := ordered.HoldTime(ctx, e.Table, pc, "", left.Hold.Start, false, nil); err != nil {
			t.Fatal(err)
		} else if err := e.Table.Write(ctx, append(ops, held.Save(e.Now()))...); err != nil {
			t.Fatal(err)
		}
		ordered = e.Reload(ordered)
		s := e.Want(ordered, "ok", "key-of-the-order-001")
		s.Contact.Email, s.Vehicle = "canary.guest@example.com", &guest.Vehicle{Make: "Canarymake", Model: "Canarymodel", Colour: "yellow"}
		o := e.Place(s)
		o = e.advance(o, order.Completed)
		e.Drained()
		again := begin(e.Order(o.Token).Reorder(pc, "a-key-of-the-guest", o.Locale))
		elsewhere := begin(again.MovedTo(pc, location.Pickup, category.Everyday, again.Locale))
		all := []basket.Basket{left, ordered, again, elsewhere}
		for _, b := range all {
			if o.Basket = b.ID; !slices.Contains(e.canaries(o), "canary-of-a-line") {
				t.Fatalf("test setup: a basket has no instructions: %+v", e.Reload(b))
			}
		}
		reached := false
		if n > 0 { // crash at each write
			_, err := e.erase(&failingTable{Table: e.Table, left: n})
			reached = err != nil
		}
		reported, err := e.erase(e.Table)
		assert.NilError(t, err)
		assert.Assert(t, !reached || (len(reported) == 1 && reported[0].Wait == ""), "%+v", reported)
		for i, b := range all {
			o.Basket = b.ID
			assert.Check(t, is.Nil(e.canaries(o)), "%d %d", n, i)
		}
		if n > 0 && !reached {
			return
		}
	}
}

// An unfinished order is left whole, with the reason, and erased once it is finished.
func TestAnOrderWaitsForItsErasure(t *testing.T) {
	finish := func(e *erasureFixture, o order.Order) { e.advance(o, order.Completed); e.Drained() }
	finished := func(e *erasureFixture) order.Order {
		o := e.order("ok", 1)
		finish(e, o)
		return o
	}
	report := func(e *erasureFixture, id string) {
		e.Pass(time.Second)
		event := webhook.Event{ID: id, Subject: "pi_1", At: e.Now().Truncate(time.Second)}
		assert.NilError(e, e.Service().Report(e.Context(), e.Provider, hooks, event))
	}
	for name, c := range map[string]struct {
		want   order.Wait
		before func(e *erasureFixture) order.Order
		then   func(e *erasureFixture, o order.Order)
	}{
		"scheduled":                   {order.WaitOpen, func(e *erasureFixture) order.Order { return e.order("ok", 1) }, finish},
		"being made":                  {order.WaitOpen, func(e *erasureFixture) order.Order { return e.advance(e.order("ok", 1), order.InPreparation) }, finish},
		"ready and not picked up":     {order.WaitOpen, func(e *erasureFixture) order.Order { return e.advance(e.order("ok", 1), order.Ready) }, finish},
		"the bank asks":               {order.WaitOpen, func(e *erasureFixture) order.Order { return e.order("asks", 1) }, func(e *erasureFixture, _ order.Order) { e.Pass(11 * time.Minute); e.Settle() }},
		"a mail is not delivered yet": {order.WaitNews, func(e *erasureFixture) order.Order { return e.advance(e.order("ok", 1), order.Completed) }, func(e *erasureFixture, _ order.Order) { e.Drained() }},
		"the refund is not answered": {order.WaitPayment, func(e *erasureFixture) order.Order {
			o := e.order("ok", 1)
			e.Provider.Down = true
			return e.Cancel(o.Token)
		}, func(e *erasureFixture, _ order.Order) {
			e.Provider.Down = false
			e.Pass(time.Hour)
			e.Settle()
			e.Drained()
		}},
		// The operator needs the guest's data.
		"a refund failed": {order.WaitPayment, func(e *erasureFixture) order.Order {
			o := finished(e)
			refund := e.Provider.RefundByHand("pi_1", usd(300))
			report(e, "evt_1")
			e.Provider.FailRefund("pi_1", refund)
			report(e, "evt_2")
			return o
		}, func(e *erasureFixture, _ order.Order) {
			all, err := order.Notices(e.Context(), e.Table)
			assert.NilError(e, err)
			assert.Assert(e, is.Len(all, 1))
			assert.NilError(e, e.Service().SettleNotice(e.Context(), all[0], order.Elsewhere))
		}},
		"a dispute is open": {order.WaitPayment, func(e *erasureFixture) order.Order {
			o := finished(e)
			e.Provider.Dispute("pi_1", tender.DisputeOpen)
			report(e, "evt_1")
			return o
		}, func(e *erasureFixture, _ order.Order) {
			e.Provider.Dispute("pi_1", tender.DisputeLost)
			report(e, "evt_2")
		}},
		"another system is unavailable": {order.WaitHolder, func(e *erasureFixture) order.Order {
			e.fault = errors.New("it is stopped")
			return finished(e)
		}, func(e *erasureFixture, _ order.Order) { e.fault = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			e := newErasureFixture(t)
			token := c.before(e).Token
			before := e.Order(token)
			reported, err := e.erase(e.Table)
			assert.NilError(t, err)
			assert.Assert(t, len(reported) == 1 && reported[0].Wait == c.want, "%+v", reported)
			after := e.Order(token)
			assert.Assert(t, reflect.DeepEqual(before, after))
			assert.Assert(t, is.Nil(e.asked))
			c.then(e, before)
			reported, err = e.erase(e.Table)
			if err != nil || len(reported) != 1 || reported[0].Wait != "" || e.canaries(e.Order(token)) != nil {
				t.Errorf("second call: got report %+v, remaining canaries %v (%v)", reported, e.canaries(e.Order(token)), err)
			}
		})
	}
}

// An erasure that crashes at any of its writes is completed by the next call: every order once, and nothing is left over.
func TestErasureSurvivesACrashAtEachWrite(t *testing.T) {
	for n := 1; ; n++ {
		reached := false
		for _, after := range []bool{false, true} {
			e := newErasureFixture(t)
			var orders []order.Order
			for _, end := range []string{"completed", "not paid", "cancelled"} {
				orders = append(orders, finishedOrders[end](e, len(orders)))
			}
			e.Drained()
			first, err := e.erase(&failingTable{Table: e.Table, left: n, after: after})
			reached = err != nil
			assert.Assert(t, !reached || errors.Is(err, table.ErrUnavailable), err)
			second, err := e.erase(e.Table)
			assert.NilError(t, err)
			for _, o := range orders {
				assert.Check(t, is.Nil(e.canaries(o)), "%d %v %s", n, after, o.Status)
				assert.Check(t, slices.Contains(e.asked, o.Token), "write %d, after %v: the other system still has an order %s", n, after, o.Status)
			}
			if len(first)+len(second) > len(orders) || !reached && len(second) > 0 {
				t.Errorf("write %d, after %v: got %d and then %d reports", n, after, len(first), len(second))
			}
			page, err := e.Table.Query(context.Background(), table.Query{PK: "guest#" + ordertest.Guests.Name("canary.guest@example.com")})
			if err != nil || len(page.Items) != 0 {
				t.Errorf("write %d, after %v: got %d orders left in the guest's index (%v)", n, after, len(page.Items), err)
			}
		}
		if !reached {
			assert.Check(t, n >= 6, "got %d failed writes, want at least 6", n-1)
			return
		}
	}
}

// A basket that became another order is left to that order, which is not finished yet.
func TestErasureLeavesTheBasketOfAnotherOrder(t *testing.T) {
	e := newErasureFixture(t)
	refused := e.order("declined", 1)
	b, err := basket.Load(context.Background(), e.Table, refused.Basket)
	assert.NilError(t, err)
	s := e.Want(b, "ok", "key-of-the-order-002")
	s.Contact.Email, s.Vehicle = "canary.guest@example.com", &guest.Vehicle{Make: "Canarymake", Model: "Canarymodel", Colour: "yellow"}
	second := e.Place(s)
	e.Drained()
	reported, err := e.erase(e.Table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(reported, 2))
	got := e.Reload(b)
	assert.Equal(t, got.OrderToken, second.Token, "got basket %+v", got)
	assert.Assert(t, !e.Order(refused.Token).Erased.IsZero())
	assert.Assert(t, e.Order(second.Token).Erased.IsZero())
	// The repeated request finds its order.
	o, err := e.Checkout.Place(context.Background(), s)
	assert.NilError(t, err)
	assert.Equal(t, o.Token, second.Token)
}

// provider is a payment provider that answers an erasure with err.
type provider struct {
	asked []tender.Reference
	err   error
}

func (p *provider) Holds() string { return "the provider" }

func (p *provider) Forget(_ context.Context, r tender.Reference) error {
	p.asked = append(p.asked, r)
	return p.err
}

func TestProviderErasesThePayment(t *testing.T) {
	var free, paid order.Order
	paid.ID, paid.Tenders = "w2xq", []order.Tender{{Kind: 9, Intent: "other"}, {Kind: order.KindCharge, Intent: "pi_1"}}
	down := errors.New("unavailable")
	for name, c := range map[string]struct {
		o         order.Order
		answer    error
		asked     []tender.Reference
		is, isNot error
	}{
		"paid":     {paid, nil, []tender.Reference{{Intent: "pi_1", Order: "w2xq"}}, nil, order.ErrRefused},
		"free":     {free, down, nil, nil, down},
		"down":     {paid, down, []tender.Reference{{Intent: "pi_1", Order: "w2xq"}}, down, order.ErrRefused},
		"refusing": {paid, tender.ErrRefused, []tender.Reference{{Intent: "pi_1", Order: "w2xq"}}, order.ErrRefused, nil},
	} {
		p := &provider{err: c.answer}
		err := order.HeldBy(p, order.KindCharge).Forget(t.Context(), c.o)
		if !slices.Equal(p.asked, c.asked) || !errors.Is(err, c.is) || c.isNot != nil && errors.Is(err, c.isNot) {
			t.Errorf("%s: asked %v, %v", name, p.asked, err)
		}
	}
}

// An undeliverable row does not block the erasure. When it is sent again, it contains no guest data.
func TestUndeliverableRowDoesNotBlockTheErasure(t *testing.T) {
	e := newErasureFixture(t)
	o := e.advance(e.order("ok", 1), order.Completed)
	for range 10 {
		d := outbox.NewDrainer(e.Table, e.Now, func() float64 { return 0 }, map[string]outbox.Handler{})
		assert.NilError(t, d.Drain(context.Background()))
		e.Pass(time.Hour)
	}
	reported, err := e.erase(e.Table)
	assert.NilError(t, err)
	assert.Assert(t, len(reported) == 1 && reported[0].Wait == "" && e.canaries(o) == nil, "%+v", reported)
}

// Our data is erased although another system refuses the erasure. Each call retries it there and reports the refusal.
func TestHolderRefusesTheErasure(t *testing.T) {
	e := newErasureFixture(t)
	o := e.advance(e.order("ok", 1), order.Completed)
	e.Drained()
	e.fault = fmt.Errorf("unknown message: %w", order.ErrRefused)
	var erased order.Order
	for n := range 3 {
		reported, err := e.erase(e.Table)
		if err != nil || len(reported) != 1 || reported[0].Wait != order.WaitRefused || reported[0].Holder != e.Holds() || !errors.Is(reported[0].Cause, order.ErrRefused) {
			t.Fatalf("reported %+v: %v", reported, err)
		}
		after := e.Order(o.Token)
		found := e.canaries(o)
		assert.Assert(t, found == nil && !after.Erased.IsZero(), "the stored items still contain %v", found)
		assert.Check(t, n <= 0 || reflect.DeepEqual(after, erased), "it is erased again: %+v", after)
		erased = after
		e.Pass(time.Minute)
	}
	e.fault = nil
	if reported, err := e.erase(e.Table); err != nil || len(reported) != 1 || reported[0].Wait != "" || !slices.Equal(e.asked, []string{o.Token}) {
		t.Errorf("got reports %+v, requested erasures %v (%v)", reported, e.asked, err)
	}
	if reported, err := e.erase(e.Table); err != nil || len(reported) != 0 {
		t.Errorf("afterwards: %+v, %v", reported, err)
	}
}

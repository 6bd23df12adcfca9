// Package audit compares orders with the provider's ledger, the timeslots, the baskets, the outbox, and the acknowledgements to
// guests. Tests run it after every crash and every race.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/timeslot"
)

// Evidence is what the test knows from outside of the table.
type Evidence struct {
	Acknowledged []string // tokens of the orders that were confirmed to guests
	Baskets      []string // ids of the baskets that were submitted
	Ledger       []tender.Intent
	Locations    []location.Location
	Now          time.Time
}

// audit collects the findings.
type audit struct {
	Evidence
	table    table.Table
	orders   map[string]order.Order
	findings []error
}

func (a *audit) find(format string, args ...any) {
	a.findings = append(a.findings, fmt.Errorf(format, args...))
}

// Orders checks, after all reconcilers and drainers have finished: each acknowledged order exists once and is placed; nothing is half
// done; captures less refunds in the ledger equal the amount due for each order, and no authorisation is left over; a placed order has
// one place in its timeslot unless it was ended, and any other has none; no timeslot is over capacity; the uses of limited promotions
// and the points that were spent are those of the placed orders that were not ended; the outbox is drained. It returns all findings.
func Orders(ctx context.Context, t table.Table, e Evidence) error {
	a := &audit{Evidence: e, table: t, orders: map[string]order.Order{}}
	if err := a.collect(ctx); err != nil {
		return err
	}
	for _, token := range e.Acknowledged {
		if o, ok := a.orders[token]; !ok || !o.Status.Placed() {
			a.find("order %s was acknowledged and is %q", token, o.Status)
		}
	}
	for _, o := range a.orders {
		a.sums(o)
		a.money(o)
		a.finished(o)
	}
	if err := errors.Join(a.baskets(ctx), a.slots(ctx), a.promotions(ctx), a.points(ctx), a.outbox(ctx)); err != nil {
		return err
	}
	return errors.Join(a.findings...)
}

// collect loads every order that the evidence refers to.
func (a *audit) collect(ctx context.Context) error {
	tokens := slices.Clone(a.Acknowledged)
	for _, i := range a.Ledger {
		token, err := order.Of(ctx, a.table, i.Order)
		switch {
		case problem.Is(err, problem.OrderNotFound):
			a.find("payment %s is for order %q, which does not exist", i.ID, i.Order)
		case err != nil:
			return err
		default:
			tokens = append(tokens, token)
		}
	}
	for _, id := range a.Baskets {
		b, err := order.LoadBasket(ctx, a.table, id)
		if err != nil {
			return err
		}
		if b.OrderToken != "" {
			tokens = append(tokens, b.OrderToken)
		}
	}
	for _, token := range tokens {
		o, err := order.Load(ctx, a.table, token)
		switch {
		case problem.Is(err, problem.OrderNotFound):
		case err != nil:
			return err
		default:
			a.orders[token] = o
		}
	}
	return nil
}

// stands reports whether an order is to be made and paid for.
func stands(o order.Order) bool {
	return o.Status.Placed() && o.Status != order.Cancelled && o.Status != order.NotApproved
}

// sums checks the sums that the guest sees.
func (a *audit) sums(o order.Order) {
	zero := money.Of(0, o.Total.Currency)
	subtotal := zero
	for _, l := range o.Lines {
		unit := l.ListPrice
		for _, m := range l.Modifiers {
			unit = unit.Plus(m.Price)
		}
		if unit != l.UnitPrice || unit.Times(int64(l.Quantity)) != l.Price {
			a.find("order %s: line %s costs %s, its trace %s each", o.Token, l.ID, l.Price, unit)
		}
		subtotal = subtotal.Plus(l.Price)
	}
	shares := zero
	for _, s := range o.Shares() {
		shares = shares.Plus(s.Net).Plus(s.Tax)
	}
	if subtotal != o.Subtotal || o.Sum() != o.Total || shares != o.Total {
		a.find("order %s: its lines add up to %s, its parts to %s and its shares to %s; it says %s and %s",
			o.Token, subtotal, o.Sum(), shares, o.Subtotal, o.Total)
	}
}

// money compares an order with the ledger.
func (a *audit) money(o order.Order) {
	zero := money.Of(0, o.Total.Currency)
	paid, captures := zero, 0
	for _, i := range a.Ledger {
		if i.Order != o.ID {
			continue
		}
		if !slices.ContainsFunc(o.Tenders, func(t order.Tender) bool { return t.Amount == i.Amount }) {
			a.find("order %s has no tender for %s, which the ledger was asked for as %s", o.Token, i.Amount, i.ID)
			continue
		}
		if i.State == tender.IntentAuthorised || i.State == tender.IntentWaiting {
			a.find("order %s is %q and the ledger keeps %s set aside for it", o.Token, o.Status, i.Amount)
		}
		if i.Captured.Minor > 0 {
			captures++
			if !slices.ContainsFunc(o.Tenders, func(t order.Tender) bool { return t.Intent == i.ID }) {
				a.find("order %s does not know of the payment %s", o.Token, i.ID)
			}
		}
		if i.Refunded.Minor > i.Captured.Minor {
			a.find("order %s: the ledger has refunded %s of %s", o.Token, i.Refunded, i.Captured)
		}
		paid = paid.Plus(i.Captured).Plus(i.Refunded.Times(-1))
	}
	want, due, remote := zero, zero, 0
	for _, t := range o.Tenders {
		due = due.Plus(t.Amount)
		if t.Remote() {
			remote++
		}
		switch {
		case t.State == order.PaymentSettled:
			return // settled by an operator outside of the ledger
		case !stands(o) && !t.Remote() && t.State != order.PaymentRefunded:
			a.find("order %s is %q and its tender %d is %q", o.Token, o.Status, t.Kind, t.State)
		case stands(o) && t.State != order.PaymentCaptured:
			a.find("order %s is %q and its tender %d is %q", o.Token, o.Status, t.Kind, t.State)
		case stands(o) && t.Remote():
			want = want.Plus(t.Amount).Plus(refundedThere(t).Times(-1))
		}
	}
	if captures > remote {
		a.find("order %s was charged %d times", o.Token, captures)
	}
	if due != o.Total {
		a.find("order %s costs %s and its tenders pay %s", o.Token, o.Total, due)
	}
	if paid != want {
		a.find("order %s is %q and costs %s, the ledger has taken %s, want %s", o.Token, o.Status, o.Total, paid, want)
	}
}

// refundedThere is the sum of a tender's refunds that its provider made.
func refundedThere(t order.Tender) money.Amount {
	sum := money.Of(0, t.Amount.Currency)
	for _, r := range t.Refunds {
		if !r.At.IsZero() && !r.Failed && (r.ID != "" || !r.Elsewhere) {
			sum = sum.Plus(r.Amount)
		}
	}
	return sum
}

// finished checks that no work is left for the order.
func (a *audit) finished(o order.Order) {
	if !o.Due.IsZero() || o.Status == order.Pending || o.Status == order.Authentication {
		a.find("order %s is left %q", o.Token, o.Status)
	}
	for _, t := range o.Tenders {
		unmade := slices.ContainsFunc(t.Refunds, func(r order.Refund) bool { return r.At.IsZero() && !r.Failed })
		if t.State == order.PaymentRefunding || unmade && !t.Stuck() {
			a.find("order %s is left %q with a tender %q", o.Token, o.Status, t.State)
		}
	}
}

func (a *audit) baskets(ctx context.Context) error {
	made := map[string][]string{}
	for token, o := range a.orders {
		if o.Status.Placed() {
			made[o.Basket] = append(made[o.Basket], token)
		}
	}
	for _, id := range a.Baskets {
		b, err := order.LoadBasket(ctx, a.table, id)
		if err != nil {
			return err
		}
		switch orders := made[id]; {
		case len(orders) > 1:
			a.find("basket %s became %d orders", id, len(orders))
		case b.State == basket.Placing:
			a.find("basket %s is left being placed", id)
		case b.State == basket.Placed && !slices.Contains(orders, b.OrderToken):
			a.find("basket %s became order %s, which does not stand", id, b.OrderToken)
		case b.State == basket.Open && len(orders) > 0:
			a.find("basket %s became order %s and is open", id, orders[0])
		}
	}
	return nil
}

func (a *audit) slots(ctx context.Context) error {
	places := map[string]int{}
	for _, l := range a.Locations {
		days := map[location.Date]bool{}
		for _, o := range a.orders {
			if o.Location.ID == l.ID {
				days[location.DateOf(o.Start.In(l.Timezone()))] = true
			}
		}
		for day := range days {
			for _, pool := range category.Pools() {
				occupancies, err := timeslot.Schedule{Table: a.table, Location: l, Pool: pool, Now: a.Now}.Occupancies(ctx, day)
				if err != nil {
					return err
				}
				capacity := l.CapacityOn(day, pool)
				for start, o := range occupancies {
					if minutes, orders := o.Taken(a.Now, ""); minutes > capacity.Minutes || orders > capacity.Orders {
						a.find("timeslot %s of %s has %d minutes and %d orders, it can take %d and %d", start, l.ID, minutes, orders, capacity.Minutes, capacity.Orders)
					}
					for _, r := range o.Places {
						if r.Claimed() {
							places[r.ID]++
						}
					}
				}
			}
		}
	}
	for token, o := range a.orders {
		want := 0
		if stands(o) {
			want = 1
		}
		if places[token] != want {
			a.find("order %s is %q and has %d places in its timeslot", token, o.Status, places[token])
		}
		delete(places, token)
	}
	for id := range places {
		a.find("a timeslot keeps a place for %s, which is no order", id)
	}
	return nil
}

// promotions compares the counters and the serialized codes of the orders' promotions with the orders that use them.
func (a *audit) promotions(ctx context.Context) error {
	counts := map[table.Key]int64{}
	for _, o := range a.orders {
		held := int64(0)
		if stands(o) {
			held = 1
		}
		for _, use := range o.Promos {
			for i, err := range table.All(ctx, a.table, promo.UsesQuery(use.Promotion)) {
				if err != nil {
					return err
				}
				counts[i.Key] += 0 // also those that no order names
			}
			if use.Counter != "" {
				counts[table.Key{PK: promo.UsesQuery(use.Promotion).PK, SK: use.Counter}] += held
			}
			for _, who := range use.Customers {
				counts[promo.CustomerKey(who, use.Promotion)] += held
			}
			if use.Code == "" {
				continue
			}
			i, err := a.table.Get(ctx, use.CouponKey())
			if err != nil {
				return err
			}
			var row promo.CouponRow
			if err := json.Unmarshal(i.Data, &row); err != nil {
				return err
			}
			if stands(o) != (row.Order == o.ID) {
				a.find("order %s is %q and its coupon is used by order %q", o.Token, o.Status, row.Order)
			}
		}
	}
	for key, want := range counts {
		i, err := table.Find(ctx, a.table, key, nil)
		if err != nil {
			return err
		}
		if i.Count != want {
			a.find("%s counts %d uses, %d orders have one", key, i.Count, want)
		}
	}
	return nil
}

// points compares the accounts of points with their entries, and the entries with the orders that have rewards.
func (a *audit) points(ctx context.Context) error {
	for _, o := range a.orders {
		if o.Rewards == nil {
			continue
		}
		wrong, err := loyalty.Check(ctx, a.table, o.Rewards.Customer)
		if err != nil {
			return err
		}
		account, err := loyalty.Load(ctx, a.table, o.Rewards.Customer)
		if err != nil {
			return err
		}
		statement, err := loyalty.ReadStatement(ctx, a.table, o.Rewards.Customer, 1000, "")
		if err != nil {
			return err
		}
		spent, want := int64(0), int64(0)
		for _, e := range statement.Entries {
			if e.Source == o.ID && e.Kind != loyalty.Earn {
				spent -= e.Points()
			}
		}
		for _, l := range o.Rewards.Lots {
			if stands(o) {
				want += l.Points
			}
		}
		if wrong != "" || account.Held != 0 || spent != want {
			a.find("order %s is %q and spent %d points, want %d; its customer's account holds %d: %s",
				o.Token, o.Status, spent, want, account.Held, wrong)
		}
	}
	return nil
}

func (a *audit) outbox(ctx context.Context) error {
	pending, err := outbox.Pending(ctx, a.table)
	if err != nil {
		return err
	}
	aside, err := outbox.Aside(ctx, a.table)
	if err != nil {
		return err
	}
	for _, row := range append(pending, aside...) {
		a.find("the outbox still has %s", row.ID)
	}
	return nil
}

package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Eraser erases guests' data on request. It removes the guest from each of the guest's orders: the contact, the car, the texts to and
// from the kitchen, and the card's brand and digits. What bookkeeping needs stays: number, restaurant, lines, amounts, taxes,
// captures, refunds and their times.
//
// One write erases an order and removes it from the guest's file. The file therefore lists the orders that are left: after a crash the
// next call continues, and no order is erased twice.
type Eraser struct {
	table   table.Table
	guests  guest.Secret
	holders []Holder
	now     func() time.Time
}

// Holder is another system that holds data of the orders' guests.
type Holder interface {
	// Holds names what the system holds, for the report of an erasure: the kitchen's ticket.
	Holds() string
	// Forget makes the system remove the data of an order's guest. Data that is gone already is no error. ErrRefused if it will
	// never do it: our data is erased anyway. Later calls then pass the erased order, which has only its ids left.
	Forget(ctx context.Context, o Order) error
}

// ErrRefused says that a Holder will never forget a guest.
var ErrRefused = errors.New("order: refused by the other system")

// paymentHolder is a provider of the orders' payments as a Holder.
type paymentHolder struct {
	tender.Records
	kinds []int
}

// HeldBy returns the Holder for the guests' data at the provider of these kinds of tenders.
func HeldBy(provider tender.Records, kinds ...int) Holder { return paymentHolder{provider, kinds} }

// Forget makes the provider forget the guest of the order's tenders.
func (h paymentHolder) Forget(ctx context.Context, o Order) error {
	for _, t := range o.Tenders {
		if t.Intent == "" || !slices.Contains(h.kinds, t.Kind) {
			continue
		}
		err := h.Records.Forget(ctx, tender.Reference{Intent: t.Intent, Order: o.ID})
		if errors.Is(err, tender.ErrRefused) {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// kitchenHolder implements Holder for the kitchens: it writes rows of the outbox.
type kitchenHolder struct {
	table table.Table
	now   func() time.Time
}

// HeldByKitchen returns the Holder for the guests' data in the kitchens. Forget writes a row of the outbox, which is delivered later: it is
// for functions that do not speak to kitchens.
func HeldByKitchen(t table.Table, now func() time.Time) Holder { return kitchenHolder{t, now} }

func (h kitchenHolder) Holds() string { return "the kitchen's ticket" }

func (h kitchenHolder) Forget(ctx context.Context, o Order) error {
	if !o.Status.Placed() {
		return nil // the kitchen does not have it
	}
	return h.table.Write(ctx, outbox.KitchenErase(o.Token, h.now()))
}

// NewEraser returns an eraser. The secret must be the one that the orders were placed under.
func NewEraser(t table.Table, guests guest.Secret, now func() time.Time, holders ...Holder) *Eraser {
	return &Eraser{table: t, guests: guests, holders: holders, now: func() time.Time { return now().UTC() }}
}

// Erasure is the result for one order. Order is the order without its guest.
type Erasure struct {
	Order Order
	// Wait is why the order has to wait and was not changed, except with WaitRefused; empty when it is erased.
	Wait Wait
	// Holder is the system that failed or refused, and Cause its error, for WaitHolder and WaitRefused.
	Holder string
	Cause  error
}

// Wait is why an order cannot be erased yet.
type Wait string

const (
	WaitOpen    Wait = "open"    // it is not finished: the kitchen still needs the guest's name
	WaitPayment Wait = "payment" // its payment is not settled, is stuck or disputed, or a refund failed and an operator has not looked at it
	WaitNews    Wait = "news"    // a message about it to the guest or the kitchen is pending
	WaitHolder  Wait = "holder"  // another system has not forgotten it
	WaitRefused Wait = "refused" // it is erased here, but another system refuses: it stays in the guest's file for a retry
)

// Erase erases the data of the guest with this e-mail address and reports each order to tell. Repeat it for orders that had to wait.
// An error is the table's: the reported results are valid, and the next call does the rest.
func (e *Eraser) Erase(ctx context.Context, email string, tell func(Erasure)) error {
	return e.eraseAll(ctx, table.Query{PK: fileKey(e.guests.Name(email), "").PK, Limit: filePage}, tell)
}

// EraseCustomer is Erase for the orders of a customer, which may have been placed with several addresses.
func (e *Eraser) EraseCustomer(ctx context.Context, customer string, tell func(Erasure)) error {
	return e.eraseAll(ctx, table.Query{PK: customerKey(customer, time.Time{}, "").PK, Index: true, Limit: filePage}, tell)
}

func (e *Eraser) eraseAll(ctx context.Context, q table.Query, tell func(Erasure)) error {
	for filed, err := range table.All(ctx, e.table, q) {
		if err != nil {
			return fmt.Errorf("order: erase: %w", err)
		}
		done, err := e.erase(ctx, strings.TrimPrefix(filed.PK, fileKey("", "").PK), filed.SK)
		if err != nil {
			return fmt.Errorf("order: erase: %w", err)
		}
		if done != nil {
			tell(*done)
		}
	}
	return nil
}

// filePage is how many orders are read at a time.
const filePage = 10

// erase erases one order and retries after a write conflict. Nil when the order no longer exists.
func (e *Eraser) erase(ctx context.Context, name, token string) (*Erasure, error) {
	var conflict *table.Conflict
	for range maxConflicts {
		o, err := Load(ctx, e.table, token)
		if problem.Is(err, problem.OrderNotFound) {
			return nil, e.table.Write(ctx, table.Delete(fileKey(name, token), 0))
		}
		if err != nil {
			return nil, err
		}
		done := &Erasure{Order: o.without(e.now())}
		if done.Wait, err = e.wait(ctx, o); err != nil || done.Wait != "" {
			return done, err
		}
		for _, h := range e.holders {
			err := h.Forget(ctx, o)
			if err == nil {
				continue
			}
			done.Holder, done.Cause = h.Holds(), err
			if done.Wait = WaitRefused; !errors.Is(err, ErrRefused) {
				done.Wait = WaitHolder
				return done, ctx.Err()
			}
		}
		var ops []table.Op
		if o.Erased.IsZero() {
			if err = e.forgetBaskets(ctx, o); err == nil {
				ops = append(ops, done.Order.save(), table.Put(done.Order.snapshot()))
			}
		} else {
			done.Order = o // erased by an earlier call, after which another system refused
		}
		if done.Wait == "" {
			ops = append(ops, table.Delete(fileKey(name, token), 0))
		}
		for _, use := range o.Promos {
			for _, who := range use.Customers {
				ops = append(ops, table.Delete(promo.CustomerKey(who, use.Promotion), 0))
			}
		}
		if err == nil && len(ops) > 0 {
			err = e.table.Write(ctx, ops...)
		}
		if !errors.As(err, &conflict) {
			return done, err
		}
	}
	return nil, fmt.Errorf("%d write conflicts: %w", maxConflicts, table.ErrUnavailable)
}

// wait returns why an order cannot be erased yet. A final order without pending messages stays so: no other system is sent its guest's
// data again.
func (e *Eraser) wait(ctx context.Context, o Order) (Wait, error) {
	switch _, stuck := o.StuckTender(); {
	case !o.Status.Final():
		return WaitOpen, nil
	case !o.Final() || stuck || o.disputed():
		return WaitPayment, nil
	}
	notices, err := Notices(ctx, e.table)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(notices, func(n Notice) bool { return n.Order == o.ID && n.Kind == NoticeFailedRefund }) {
		return WaitPayment, nil
	}
	rows, err := outbox.Pending(ctx, e.table)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(rows, func(d outbox.Delivery) bool { return d.Lane() == o.Token }) {
		return WaitNews, nil
	}
	return "", nil
}

// without returns the order without its guest.
func (o Order) without(at time.Time) Order {
	o.Guest, o.Contact, o.Vehicle, o.Instructions = "", guest.Contact{}, nil, ""
	o.Lines = slices.Clone(o.Lines)
	for n := range o.Lines {
		o.Lines[n].Instructions = ""
	}
	if o.Arrival != nil {
		there := *o.Arrival
		there.Vehicle = nil
		o.Arrival = &there
	}
	o.Adjustments = slices.Clone(o.Adjustments)
	for n := range o.Adjustments {
		o.Adjustments[n].Coupon = "" // some codes belong to one guest
		if o.Adjustments[n].Grant != "" {
			o.Adjustments[n].Grant, o.Adjustments[n].Label = "", nil // they name a birthday
		}
	}
	o.Promos = slices.Clone(o.Promos)
	for n := range o.Promos {
		o.Promos[n].Customers = nil
	}
	for n, t := range o.Tenders {
		t.Brand, t.LastFour, t.Card, t.NextAction, t.Method = "", "", "", "", ""
		o.set(n, t)
	}
	// The kitchen's reason may contain a name; the request's id leads to its log lines.
	o.Reason, o.Request = "", ""
	o.Erased = at.Truncate(time.Second)
	return o
}

// forgetBaskets deletes the order's basket, the baskets it was made from and those made from it, with the idempotency keys of their
// requests, because of the texts that the guest wrote there. A basket that became another order is left to that order's erasure, with
// the baskets connected through it.
func (e *Eraser) forgetBaskets(ctx context.Context, o Order) error {
	family := []string{o.Basket}
	met := map[string]bool{o.Basket: true}
	meet := func(id string) {
		if id != "" && !met[id] {
			met[id] = true
			family = append(family, id)
		}
	}
	var rows [][]table.Item
	for n := 0; n < len(family); n++ {
		items, from, next, err := e.basketOf(ctx, o, family[n])
		if err != nil {
			return err
		}
		rows = append(rows, items)
		meet(from)
		for _, id := range next {
			meet(id)
		}
	}
	// The farthest first: after a crash the next run finds them through the nearer ones.
	for _, items := range slices.Backward(rows) {
		for _, i := range items {
			if err := e.table.Write(ctx, table.Delete(i.Key, i.Version)); err != nil {
				return err
			}
		}
	}
	return nil
}

// basketOf lists the items of a basket of the order, the basket it was made from and those made from it. It returns nothing when the
// basket became another order.
func (e *Eraser) basketOf(ctx context.Context, o Order, id string) (items []table.Item, from string, next []string, err error) {
	for i, err := range table.All(ctx, e.table, table.Query{PK: basket.Key(id).PK}) {
		if err != nil {
			return nil, "", nil, err
		}
		items = append(items, i)
		if made, ok := basket.Next(i.Key); ok {
			next = append(next, made)
		}
		if i.Key != basket.Key(id) {
			continue
		}
		b, err := basket.Read(i)
		if err != nil || b.OrderToken != "" && b.OrderToken != o.Token {
			return nil, "", nil, err
		}
		from = b.From
	}
	return items, from, next, nil
}

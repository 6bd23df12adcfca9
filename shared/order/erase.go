package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Eraser answers guests who want to be forgotten. What tells of the guest is taken out of each of the guest's orders: the contact,
// the car, what was written to the kitchen and by it, what names the card. The books stay: number, restaurant, lines, amounts, taxes,
// what was taken and given back, and when.
//
// Every order is erased by one write, which takes it out of the guest's file too: what is left in the file is what is left to do, so
// that a process that dies in the middle is followed by another one which goes on, and an order is not erased twice.
type Eraser struct {
	table   table.Table
	guests  guest.Secret
	holders []Holder
	now     func() time.Time
}

// Holder is another system that was told of the guests of orders.
type Holder interface {
	// Holds names what it has, for whoever reads what was erased: the kitchen's ticket.
	Holds() string
	// Forget has it remove what tells of an order's guest. Whatever has gone already is no error. ErrRefused when it will not, however
	// often it is asked: what is kept here does not wait for that. It is asked for an order that is erased here then: the ids are left.
	Forget(ctx context.Context, o Order) error
}

// ErrRefused says that a Holder will not forget a guest, however often it is asked.
var ErrRefused = errors.New("order: refused by the other system")

// paymentHolder is the provider of the orders' payments as a Holder.
type paymentHolder struct{ tender.Records }

// HeldBy returns the Holder of what the payment provider keeps of guests.
func HeldBy(provider tender.Records) Holder { return paymentHolder{provider} }

// Forget has the provider forget the guest of the order's payment.
func (h paymentHolder) Forget(ctx context.Context, o Order) error {
	if o.Payment.Intent == "" {
		return nil
	}
	err := h.Records.Forget(ctx, tender.Reference{Intent: o.Payment.Intent, Order: o.ID})
	if errors.Is(err, tender.ErrRefused) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// NewEraser makes an eraser. The secret is the one that the guests' orders were placed under.
func NewEraser(t table.Table, guests guest.Secret, now func() time.Time, holders ...Holder) *Eraser {
	return &Eraser{table: t, guests: guests, holders: holders, now: func() time.Time { return now().UTC() }}
}

// Erasure is what became of one order. Order is as it stood before, but tells of no guest.
type Erasure struct {
	Order Order
	// Wait is why the order has to wait and was left as it is, but for WaitRefused; empty when it is erased.
	Wait Wait
	// Holder is which system kept it waiting, and Cause its error, for WaitHolder and WaitRefused.
	Holder string
	Cause  error
}

// Wait is why an order cannot be erased yet.
type Wait string

const (
	WaitOpen    Wait = "open"    // it is not finished: the kitchen still has to know for whom it is
	WaitPayment Wait = "payment" // its payment is not settled, or a person has to look at it
	WaitNews    Wait = "news"    // the guest or the kitchen is still to hear of it
	WaitHolder  Wait = "holder"  // another system has not forgotten it
	WaitRefused Wait = "refused" // it is erased here, and another system refuses to: it stays in the guest's file, to be asked again
)

// Erase erases what is kept of the guest with this e-mail address and tells of each order. It may be called again at any time, for
// what had to wait. An error is the table's: what was told is so, and the rest is done by the next call.
func (e *Eraser) Erase(ctx context.Context, email string, tell func(Erasure)) error {
	name := e.guests.Name(email)
	q := table.Query{PK: fileKey(name, "").PK, Limit: filePage}
	for {
		page, err := e.table.Query(ctx, q)
		if err != nil {
			return fmt.Errorf("order: erase: %w", err)
		}
		for _, filed := range page.Items {
			done, err := e.erase(ctx, name, filed.SK)
			if err != nil {
				return fmt.Errorf("order: erase: %w", err)
			}
			if done != nil {
				tell(*done)
			}
		}
		if page.Cursor == "" {
			return nil
		}
		q.Cursor = page.Cursor
	}
}

// filePage is how many orders are looked up at a time.
const filePage = 10

// erase erases one order, again when somebody else moved it in between. Nil when the order has ceased to exist.
func (e *Eraser) erase(ctx context.Context, name, token string) (*Erasure, error) {
	var conflict *table.Conflict
	for range turns {
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
			done.Order = o // before, and another system refused
		}
		if done.Wait == "" {
			ops = append(ops, table.Delete(fileKey(name, token), 0))
		}
		if err == nil && len(ops) > 0 {
			err = e.table.Write(ctx, ops...)
		}
		if !errors.As(err, &conflict) {
			return done, err
		}
	}
	return nil, fmt.Errorf("moved by others %d times: %w", turns, table.ErrUnavailable)
}

// wait says why an order cannot be erased yet. One that is final and of which nobody is still to hear stays so: nothing tells
// another system of its guest any more.
func (e *Eraser) wait(ctx context.Context, o Order) (Wait, error) {
	switch {
	case !o.Status.final():
		return WaitOpen, nil
	case !o.Final() || o.Payment.Stuck():
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

// without is the order without its guest.
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
	o.Payment.Brand, o.Payment.LastFour, o.Payment.NextAction, o.Payment.Method = "", "", "", ""
	// The kitchen wrote the reason, perhaps with a name in it; the request's id leads to its line in a log.
	o.Reason, o.Request = "", ""
	o.Erased = at.Truncate(time.Second)
	return o
}

// forgetBaskets removes the basket that the order came from, those that it was made of and those that were made of it, for what the guest
// wrote there, with the keys of their requests. One that has become another order is left to that order's turn, and what hangs on it.
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
	// The farthest first: whoever goes on after a crash finds them by the nearer ones.
	for _, items := range slices.Backward(rows) {
		for _, i := range items {
			if err := e.table.Write(ctx, table.Delete(i.Key, i.Version)); err != nil {
				return err
			}
		}
	}
	return nil
}

// basketOf lists what is kept of a basket of the order, the one that it was made of and those that were made of it: nothing when it
// has become another order.
func (e *Eraser) basketOf(ctx context.Context, o Order, id string) (items []table.Item, from string, next []string, err error) {
	q := table.Query{PK: basket.Key(id).PK}
	for {
		page, err := e.table.Query(ctx, q)
		if err != nil {
			return nil, "", nil, err
		}
		for _, i := range page.Items {
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
		if q.Cursor = page.Cursor; q.Cursor == "" {
			return items, from, next, nil
		}
	}
}

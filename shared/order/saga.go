package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

const (
	// leaseFor is how long whoever works on an order keeps others from it: longer than a request may last.
	leaseFor = 30 * time.Second
	// payWithin is how long a placing is finished after a crash. After it the guest has long given up: everything is given back.
	payWithin = 10 * time.Minute
	// authenticateWithin is how long the guest's bank may take to ask the guest.
	authenticateWithin = 10 * time.Minute
	// graceAfterRefusal is how long a guest whose card was refused keeps the timeslot at least.
	graceAfterRefusal = 5 * time.Minute
	// turns bounds how often the saga starts over because somebody else moved the order in between.
	turns = 16
)

// Names of the calls to the provider.
const (
	callAuthorise = "authorise"
	callCapture   = "capture"
	callCancel    = "cancel"
	callRefund    = "refund"
)

// Points of the saga, where a crash is worth a test: before and after everything that leaves a trace outside of the process.
const (
	PointReserve   = "reserve"   // write: order, reservations, the key of the request
	PointAuthorise = "authorise" // call
	PointWait      = "wait"      // write: the bank asks the guest
	PointConfirm   = "confirm"   // write: the order stands, the kitchen and the guest are told
	PointRelease   = "release"   // write: the order was not paid, everything reserved is given back
	PointCapture   = "capture"   // call
	PointCaptured  = "captured"  // write
	PointWithdraw  = "withdraw"  // write: cancelled or not approved
	PointGiveBack  = "give-back" // call: what was set aside is given up, or what was taken is refunded
	PointReturned  = "returned"  // write
)

// Points lists them.
var Points = []string{
	PointReserve, PointAuthorise, PointWait, PointConfirm, PointRelease, PointCapture, PointCaptured, PointWithdraw, PointGiveBack, PointReturned,
}

// Desk takes orders and sees them through.
type Desk struct {
	table    table.Table
	payments Payments
	now      func() time.Time
	// Reached is called before and after each point of the saga, for a test that ends the process there. Nil otherwise.
	Reached func(point string, done bool)
}

// NewDesk makes a desk.
func NewDesk(t table.Table, p Payments, now func() time.Time) *Desk {
	return &Desk{table: t, payments: p, now: func() time.Time { return now().UTC() }}
}

// at does f between the two sides of a point.
func (d *Desk) at(point string, f func() error) error {
	if d.Reached != nil {
		d.Reached(point, false)
	}
	if err := f(); err != nil {
		return err
	}
	if d.Reached != nil {
		d.Reached(point, true)
	}
	return nil
}

// sagaIndex is the partition of the index that lists the orders which are not finished, by when they are due.
const sagaIndex = "saga"

// save is the operation that writes the progress if nobody has written it since it was read.
func (o Order) save() table.Op {
	o.Promised = o.Start
	raw, err := json.Marshal(o.Progress)
	if err != nil {
		panic(err) // strings, numbers and times: it cannot fail
	}
	i := table.Item{Key: progressKey(o.Token), Data: raw, Expires: o.keep()}
	if !o.Due.IsZero() {
		i.Index = table.Key{PK: sagaIndex, SK: o.Due.Format(time.RFC3339) + "#" + o.Token}
	}
	if o.version == 0 {
		return table.Create(i)
	}
	return table.Replace(i, o.version)
}

// snapshot is the item that holds what was ordered.
func (o Order) snapshot() table.Item {
	raw, err := json.Marshal(o.Snapshot)
	if err != nil {
		panic(err) // strings, numbers and times: it cannot fail
	}
	return table.Item{Key: snapshotKey(o.Token), Data: raw, Expires: o.keep()}
}

// keep is when an order stops to exist: one that was never placed holds a guest's data for nothing, once the key of its
// request is forgotten.
func (o Order) keep() time.Time {
	if o.Status == NotPaid {
		return o.PlacedAt.Add(rememberFor).Truncate(time.Second)
	}
	return time.Time{}
}

// plan stores a call to be made, with the key that makes repeating it harmless.
func (o *Order) plan(call string) {
	if _, ok := o.Payment.call(call); !ok {
		o.Payment.Calls = append(o.Payment.Calls[:len(o.Payment.Calls):len(o.Payment.Calls)], Call{Name: call, Key: o.Token + "-" + call})
	}
}

func (p Payment) call(name string) (Call, bool) {
	for _, c := range p.Calls {
		if c.Name == name {
			return c, true
		}
	}
	return Call{}, false
}

// done notes that the provider has answered a call.
func (o *Order) done(name string, at time.Time) {
	calls := make([]Call, len(o.Payment.Calls))
	copy(calls, o.Payment.Calls)
	for n := range calls {
		if calls[n].Name == name && calls[n].Done.IsZero() {
			calls[n].Done = at.Truncate(time.Millisecond)
		}
	}
	o.Payment.Calls = calls
}

// lease keeps others from the order while it is worked on. It ends by itself, for a crash cannot give it back.
func (o *Order) lease(now time.Time) {
	o.Leased = now.Add(leaseFor).Truncate(time.Second)
	o.Due = o.Leased
}

func (o *Order) rest() { o.Due, o.Leased, o.Tries = time.Time{}, time.Time{}, 0 }

// drive takes the saga forward until nothing is left to do, or until it waits for the guest. Whoever else does the same at the
// same time does no harm: calls repeat with their keys, and of two writes one wins and the other reads again.
func (d *Desk) drive(ctx context.Context, o Order) (Order, error) {
	for range turns {
		next := d.step(o)
		if next == nil {
			return o, nil
		}
		after, err := next(ctx, o)
		var conflict *table.Conflict
		switch {
		case errors.As(err, &conflict):
			if after, err = Load(ctx, d.table, o.Token); err != nil {
				return o, err
			}
		case err != nil:
			d.putOff(ctx, o)
			return o, err
		}
		o = after
	}
	return o, fmt.Errorf("order: moved by others %d times: %w", turns, table.ErrUnavailable)
}

// step is what is to be done next.
func (d *Desk) step(o Order) func(context.Context, Order) (Order, error) {
	switch {
	case o.Payment.State == PaymentReturning:
		return d.giveBack
	case o.Status == Pending && d.now().After(o.PlacedAt.Add(payWithin)):
		return func(ctx context.Context, o Order) (Order, error) {
			return d.release(ctx, o, Failure{Code: problem.PaymentExpired}, false)
		}
	case o.Status == Pending && o.Payment.State == PaymentNone:
		return d.confirm
	case o.Status == Pending:
		return d.authorise
	case o.Status.Placed() && o.Payment.State == PaymentAuthorised:
		return d.capture
	}
	return nil
}

// putOff gives the order back after a fruitless try, for the Reconciler or a repetition of the guest. When even that cannot be
// written, the lease ends by itself.
func (d *Desk) putOff(ctx context.Context, o Order) {
	if o.Due.IsZero() {
		return
	}
	o.Tries++
	o.Leased = time.Time{}
	o.Due = d.now().Add(min(time.Second<<min(o.Tries, 10), 5*time.Minute)).Truncate(time.Second)
	if err := d.table.Write(context.WithoutCancel(ctx), o.save()); err != nil {
		slog.WarnContext(ctx, "order could not be put off", "request", o.Request, "error", err)
	}
}

// authorise asks the provider to set the money aside, and acts on its answer.
func (d *Desk) authorise(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callAuthorise)
	ask := Authorisation{Order: o.Token, Number: o.Number, Amount: o.Total, Method: o.Payment.Method}
	var got Intent
	var declined *Declined
	err := d.at(PointAuthorise, func() (err error) {
		got, err = d.payments.Authorise(ctx, call.Key, ask)
		if errors.As(err, &declined) {
			return nil
		}
		return err
	})
	if err != nil {
		return o, fmt.Errorf("order: authorise: %w", err)
	}
	o.done(callAuthorise, d.now())
	if declined != nil {
		o.Payment.Intent = declined.Intent
		return d.release(ctx, o, Failure{Code: problem.PaymentDeclined, Reason: declined.Reason}, true)
	}
	return d.accept(ctx, o, got)
}

// accept goes on with an intent: it must be for this order and for exactly what it costs.
func (d *Desk) accept(ctx context.Context, o Order, i Intent) (Order, error) {
	o.Payment.Intent, o.Payment.Brand, o.Payment.LastFour = i.ID, i.Brand, i.LastFour
	o.Payment.Method = ""
	if i.Order != o.Token || i.Amount != o.Total {
		slog.ErrorContext(ctx, "payment does not match the order", "request", o.Request, "asked", o.Total.String(), "got", i.Amount.String())
		return d.release(ctx, o, Failure{Code: problem.PaymentMismatch}, true)
	}
	switch i.State {
	case IntentAuthorised, IntentCaptured:
		return d.confirm(ctx, o)
	case IntentWaiting:
		return d.wait(ctx, o, i.NextAction)
	}
	reason := "declined"
	if i.Declined != nil {
		reason = i.Declined.Reason
	}
	code := problem.PaymentDeclined
	if o.Status == Authentication {
		code = problem.PaymentAuthentication
	}
	return d.release(ctx, o, Failure{Code: code, Reason: reason}, true)
}

// wait stores that the bank asks the guest.
func (d *Desk) wait(ctx context.Context, o Order, action string) (Order, error) {
	now := d.now()
	o.Status, o.Payment.State, o.Payment.NextAction = Authentication, PaymentWaiting, action
	o.reach(Authentication, now)
	o.rest()
	o.Due = now.Add(authenticateWithin).Truncate(time.Second)
	return d.write(ctx, PointWait, o)
}

// confirm makes the order stand: one write with the basket's end and with what the kitchen and the guest are told.
func (d *Desk) confirm(ctx context.Context, o Order) (Order, error) {
	now := d.now()
	b, err := d.basket(ctx, o)
	if err != nil {
		return o, err
	}
	ops := []table.Op{outbox.KitchenOrder(o.Token, now), outbox.OrderMail(o.Token, outbox.MailConfirmed, now)}
	if b != nil {
		ops = append(ops, b.Placed().Save(now))
	}
	o.Status = Scheduled
	o.reach(Scheduled, now)
	o.rest()
	if o.Payment.Kind != KindFree {
		o.Payment.State = PaymentAuthorised
		o.plan(callCapture)
		o.lease(now)
	}
	return d.write(ctx, PointConfirm, o, ops...)
}

// release undoes a placing: the order was not paid, the basket opens again. A guest who is still there keeps the timeslot for
// a while. What the provider may have set aside is given up next.
func (d *Desk) release(ctx context.Context, o Order, why Failure, keepSlot bool) (Order, error) {
	now := d.now()
	o.Status, o.Failure = NotPaid, &why
	o.reach(NotPaid, now)
	o.Payment.Method = ""
	o.rest()
	switch {
	case o.Payment.Kind == KindFree:
	case why.Code == problem.PaymentDeclined:
		o.Payment.State = PaymentRefused
	default:
		o.Payment.State = PaymentReturning
		o.plan(callCancel)
		o.lease(now)
	}
	b, err := d.basket(ctx, o)
	if err != nil {
		return o, err
	}
	err = d.at(PointRelease, func() error {
		return timeslot.Settle(ctx, d.table, func() ([]table.Op, error) {
			var hold *basket.Hold
			if b != nil && b.Hold != nil && keepSlot {
				h := *b.Hold
				if least := now.Add(graceAfterRefusal); h.Expires.Before(least) {
					h.Expires = least
				}
				hold = &h
			}
			ops := []table.Op{o.save(), table.Put(o.snapshot())}
			if b != nil {
				ops = append(ops, b.Reopen(hold).Save(now))
			}
			slots, err := d.giveSlot(ctx, o, hold)
			return append(ops, slots...), err
		})
	})
	if err != nil {
		return o, err
	}
	o.version++
	return o, nil
}

// giveSlot frees the order's place in its timeslot, or turns it back into the basket's hold.
func (d *Desk) giveSlot(ctx context.Context, o Order, hold *basket.Hold) ([]table.Op, error) {
	book := timeslot.Book{
		Table: d.table, Location: location.Location{ID: o.Store.ID, TimeZone: o.Store.TimeZone},
		Handoff: o.Handoff, Catering: o.Category == "catering", Now: d.now(),
	}
	if hold != nil {
		return book.Return(ctx, o.Start, o.Token, o.Basket, hold.Expires)
	}
	return book.Release(ctx, o.Start, o.Token)
}

// basket reads the basket that the order is being made of; nil when it is gone or has become something else.
func (d *Desk) basket(ctx context.Context, o Order) (*basket.Basket, error) {
	b, err := basket.Load(ctx, d.table, o.Basket)
	if problem.Is(err, problem.BasketNotFound) || err == nil && (b.State != basket.Placing || b.OrderToken != o.Token) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// capture takes the money that was set aside.
func (d *Desk) capture(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callCapture)
	err := d.at(PointCapture, func() error {
		_, err := d.payments.Capture(ctx, call.Key, o.Payment.Intent, o.Total)
		return err
	})
	if errors.Is(err, ErrIntentClosed) {
		got, err := d.payments.Find(ctx, Reference{Intent: o.Payment.Intent})
		if err != nil {
			return o, fmt.Errorf("order: capture: %w", err)
		}
		if got.State != IntentCaptured {
			return d.uncollected(ctx, o)
		}
	} else if err != nil {
		return o, fmt.Errorf("order: capture: %w", err)
	}
	o.done(callCapture, d.now())
	o.Payment.State = PaymentCaptured
	o.rest()
	return d.write(ctx, PointCaptured, o)
}

// uncollected ends an order whose money the provider gave up, such as an authorisation that ran out: it is cancelled while the
// kitchen can still be stopped. Otherwise a person must look.
func (d *Desk) uncollected(ctx context.Context, o Order) (Order, error) {
	slog.ErrorContext(ctx, "an order's payment cannot be collected", "request", o.Request, "status", o.Status)
	o.Payment.State = PaymentLost
	if Allowed(o.Status, Cancelled, System) {
		return d.withdraw(ctx, o, Cancelled, d.now())
	}
	o.rest()
	return d.write(ctx, PointCaptured, o)
}

// giveBack gives up what was set aside, or refunds what was taken.
func (d *Desk) giveBack(ctx context.Context, o Order) (Order, error) {
	if refund, ok := o.Payment.call(callRefund); ok {
		err := d.at(PointGiveBack, func() (err error) {
			o.Payment.Refund, err = d.payments.Refund(ctx, refund.Key, o.Payment.Intent, o.Total)
			return err
		})
		if err != nil {
			return o, fmt.Errorf("order: refund: %w", err)
		}
		return d.returned(ctx, o, callRefund)
	}
	found, err := d.payments.Find(ctx, Reference{Intent: o.Payment.Intent, Order: o.Token, Since: o.PlacedAt.Add(-time.Minute)})
	switch {
	case errors.Is(err, ErrNoIntent):
		return d.returned(ctx, o, callCancel) // the provider was never reached
	case err != nil:
		return o, fmt.Errorf("order: give back: %w", err)
	case found.State == IntentCancelled:
		return d.returned(ctx, o, callCancel)
	}
	o.Payment.Intent = found.ID
	if found.State != IntentCaptured {
		call, _ := o.Payment.call(callCancel)
		err := d.at(PointGiveBack, func() error {
			_, err := d.payments.Cancel(ctx, call.Key, found.ID)
			return err
		})
		if err == nil {
			return d.returned(ctx, o, callCancel)
		}
		if !errors.Is(err, ErrIntentClosed) {
			return o, fmt.Errorf("order: give up: %w", err)
		}
	}
	// It was taken after all, by a capture that was under way: the refund is stored with its key before it is asked for.
	o.plan(callRefund)
	return d.write(ctx, "", o)
}

func (d *Desk) returned(ctx context.Context, o Order, call string) (Order, error) {
	o.done(call, d.now())
	o.Payment.State = PaymentReturned
	o.rest()
	return d.write(ctx, PointReturned, o)
}

// withdraw ends a placed order that is not made: its timeslot is free again, kitchen and guest are told, the payment is given back.
func (d *Desk) withdraw(ctx context.Context, o Order, to Status, at time.Time) (Order, error) {
	now := d.now()
	o.Status = to
	o.reach(to, at)
	o.rest()
	switch o.Payment.State {
	case PaymentAuthorised:
		o.Payment.State = PaymentReturning
		o.plan(callCancel)
		o.lease(now)
	case PaymentCaptured:
		o.Payment.State = PaymentReturning
		o.plan(callRefund)
		o.lease(now)
	}
	tell := []table.Op{outbox.OrderMail(o.Token, outbox.MailNotApproved, now)}
	if to == Cancelled {
		tell = []table.Op{outbox.KitchenCancel(o.Token, now), outbox.OrderMail(o.Token, outbox.MailCancelled, now)}
	}
	err := d.at(PointWithdraw, func() error {
		return timeslot.Settle(ctx, d.table, func() ([]table.Op, error) {
			slots, err := d.giveSlot(ctx, o, nil)
			return append(append([]table.Op{o.save()}, tell...), slots...), err
		})
	})
	if err != nil {
		return o, err
	}
	o.version++
	return o, nil
}

// write stores the progress together with more operations, at a point of the saga.
func (d *Desk) write(ctx context.Context, point string, o Order, more ...table.Op) (Order, error) {
	store := func() error { return d.table.Write(ctx, append([]table.Op{o.save()}, more...)...) }
	var err error
	if point == "" {
		err = store()
	} else {
		err = d.at(point, store)
	}
	if err != nil {
		return o, err
	}
	o.version++
	return o, nil
}

package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
	"ordering/shared/timeslot"
)

// authorise asks the provider to set the money aside, and acts on its answer.
func (d *Desk) authorise(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callAuthorise)
	ask := tender.Authorisation{Order: o.ID, Number: o.Number, Amount: o.Total, Method: o.Payment.Method}
	var got tender.Intent
	var declined *tender.Declined
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
		return d.release(ctx, o, Failure{Code: problem.PaymentDeclined, Reason: declined.Reason, unsure: declined.Unread}, true)
	}
	return d.accept(ctx, o, got)
}

// accept goes on with an intent: it must be for this order and for exactly what it costs.
func (d *Desk) accept(ctx context.Context, o Order, i tender.Intent) (Order, error) {
	o.Payment.Intent, o.Payment.Brand, o.Payment.LastFour = i.ID, i.Brand, i.LastFour
	o.Payment.Method = ""
	if i.Order != o.ID || i.Amount != o.Total {
		telemetry.Count(ctx, telemetry.PaymentsFailed)
		slog.ErrorContext(ctx, "payment does not match the order", "request", o.Request, "asked", o.Total.String(), "got", i.Amount.String())
		return d.release(ctx, o, Failure{Code: problem.PaymentMismatch}, true)
	}
	if o.passed(d.now()) {
		return d.release(ctx, o, Failure{Code: problem.TimeslotPassed}, false)
	}
	switch i.State {
	case tender.IntentAuthorised, tender.IntentCaptured:
		return d.confirm(ctx, o)
	case tender.IntentWaiting:
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
	ops = append(ops, d.book(o).Uncount(o.Counted)...)
	o.Counted = nil
	o.Status = Scheduled
	o.reach(Scheduled, now)
	o.rest()
	if o.Payment.Kind != KindFree {
		o.Payment.State = PaymentAuthorised
		o.plan(callCapture)
		o.lease(now)
	}
	if o, err = d.write(ctx, PointConfirm, o, ops...); err == nil {
		telemetry.Count(ctx, telemetry.OrdersPlaced)
	}
	return o, err
}

// release undoes a placing: the order is not paid, the basket opens again. With keepSlot the basket gets its hold of the timeslot back, and
// the hold is renewed, within its bounds, if there was a payment. The next step voids what the provider may have authorised.
func (d *Desk) release(ctx context.Context, o Order, why Failure, keepSlot bool) (Order, error) {
	now := d.now()
	o.Status, o.Failure = NotPaid, &why
	o.reach(NotPaid, now)
	o.Payment.Method = ""
	o.rest()
	switch {
	case o.Payment.Kind == KindFree:
	case why.Code == problem.PaymentDeclined && !why.unsure:
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
	counted := o.Counted
	o.Counted = nil
	var hold *basket.Hold
	if keepSlot && b != nil && b.Hold.Alive(o.PlacedAt) {
		h := *b.Hold
		if o.Payment.Intent != "" { // an invalid payment method renews nothing
			h = h.Renewed(now.Add(graceAfterRefusal).Truncate(time.Second))
		}
		if h.Alive(now) {
			hold = &h
		}
	}
	err = d.at(PointRelease, func() error {
		return timeslot.Settle(ctx, d.table, func() ([]table.Op, error) {
			ops := []table.Op{o.save(), table.Put(o.snapshot()), table.Put(o.called()), table.Put(o.filed())}
			if b != nil {
				ops = append(ops, b.Reopen(hold).Save(now))
			}
			slots, err := d.giveSlot(ctx, o, counted, hold)
			return append(ops, slots...), err
		})
	})
	if err != nil {
		return o, err
	}
	if (why.Code == problem.PaymentDeclined || why.Code == problem.PaymentAuthentication) && !why.unsure {
		telemetry.Count(ctx, telemetry.PaymentsDeclined)
	}
	o.version++
	return o, nil
}

// giveSlot releases the order's place in its timeslot, or returns it to the basket as a hold, which counts as before.
func (d *Desk) giveSlot(ctx context.Context, o Order, counted *timeslot.Counted, hold *basket.Hold) ([]table.Op, error) {
	book := d.book(o)
	if hold != nil {
		return book.Return(ctx, o.Start, o.Token, o.Basket, counted, hold.Expires)
	}
	ops, err := book.Release(ctx, o.Start, o.Token)
	return append(ops, book.Uncount(counted)...), err
}

// book is the location's book of timeslots, with the fields that releasing a place needs.
func (d *Desk) book(o Order) timeslot.Book {
	return timeslot.Book{
		Table: d.table, Location: location.Location{ID: o.Store.ID, TimeZone: o.Store.TimeZone},
		Handoff: o.Handoff, Catering: o.Category == "catering", Now: d.now(),
	}
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

// capture takes the money that was set aside, and believes only what the provider says it took.
func (d *Desk) capture(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callCapture)
	var got tender.Intent
	refused := false
	err := d.at(PointCapture, func() (err error) {
		got, err = d.payments.Capture(ctx, call.Key, o.Payment.Intent, o.Total)
		refused = errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent)
		if refused || errors.Is(err, tender.ErrIntentClosed) { // taken already, given up, or never to be taken: it says how it stands
			got, err = d.payments.Find(ctx, tender.Reference{Intent: o.Payment.Intent})
		}
		if errors.Is(err, tender.ErrNoIntent) {
			err = nil
		}
		return err
	})
	if err != nil {
		return o, fmt.Errorf("order: capture: %w", err)
	}
	if got.State == tender.IntentAuthorised && !refused {
		return o, fmt.Errorf("order: capture: nothing was taken: %w", tender.ErrUnavailable)
	}
	o.Payment.Captured = got.Captured
	if got.State != tender.IntentCaptured || got.Order != o.ID || got.Captured != o.Total {
		return d.uncollected(ctx, o)
	}
	o.done(callCapture, d.now())
	o.Payment.State = PaymentCaptured
	o.rest()
	return d.write(ctx, PointCaptured, o)
}

// uncollected ends the collecting of an order's money that the provider refuses to take or gave up, as when an authorisation ran out,
// or of which it took another sum: the order is cancelled while the kitchen can still be stopped, and whatever the provider has of
// it is given back. Otherwise a person must look. Not when somebody else ended the order meanwhile and gave its money up: the write tells.
func (d *Desk) uncollected(ctx context.Context, o Order) (after Order, err error) {
	o.Payment.State = PaymentLost
	if Allowed(o.Status, Cancelled, System) {
		after, err = d.withdraw(ctx, o, Cancelled, d.now())
	} else {
		o.rest()
		after, err = d.write(ctx, PointCaptured, o)
	}
	if err == nil {
		telemetry.Count(ctx, telemetry.PaymentsUncollected)
		slog.ErrorContext(ctx, "an order's payment cannot be collected", "request", o.Request, "order", o.ID, "status", o.Status,
			"asked", o.Total.String(), "got", o.Payment.Captured.String())
	}
	return after, err
}

// giveBack gives up what was set aside, or refunds what was taken.
func (d *Desk) giveBack(ctx context.Context, o Order) (Order, error) {
	if refund, ok := o.Payment.call(callRefund); ok {
		err := d.at(PointGiveBack, func() (err error) {
			o.Payment.Refund, err = d.payments.Refund(ctx, refund.Key, o.Payment.Intent, o.Payment.Captured)
			return err
		})
		if errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent) {
			return d.owed(ctx, o)
		}
		if err != nil {
			return o, fmt.Errorf("order: refund: %w", err)
		}
		return d.returned(ctx, o, callRefund)
	}
	found, err := d.payments.Find(ctx, o.reference())
	switch {
	case errors.Is(err, tender.ErrNoIntent):
		return d.returned(ctx, o, callCancel) // the provider was never reached
	case err != nil:
		return o, fmt.Errorf("order: give back: %w", err)
	case found.State == tender.IntentCancelled:
		return d.returned(ctx, o, callCancel)
	}
	o.Payment.Intent = found.ID
	if found.State != tender.IntentCaptured {
		call, _ := o.Payment.call(callCancel)
		err := d.at(PointGiveBack, func() error {
			_, err := d.payments.Cancel(ctx, call.Key, found.ID)
			return err
		})
		if err == nil {
			return d.returned(ctx, o, callCancel)
		}
		if errors.Is(err, tender.ErrRefused) {
			return d.owed(ctx, o)
		}
		if !errors.Is(err, tender.ErrIntentClosed) {
			return o, fmt.Errorf("order: give up: %w", err)
		}
		// Somebody was faster. How much was taken, only the payment as it stands now can say.
		found, err = d.payments.Find(ctx, tender.Reference{Intent: found.ID})
		switch {
		case err != nil:
			return o, fmt.Errorf("order: give back: %w", err)
		case found.State == tender.IntentCancelled:
			return d.returned(ctx, o, callCancel)
		case found.State != tender.IntentCaptured:
			return o, fmt.Errorf("order: give up: neither taken nor given up: %w", tender.ErrUnavailable)
		}
	}
	// It was taken after all, by a capture that was under way: the refund is stored with its key before it is asked for.
	o.Payment.Captured = found.Captured
	o.plan(callRefund)
	return d.write(ctx, "", o)
}

// owed ends the giving back of what the provider refuses to give back: a person must look.
func (d *Desk) owed(ctx context.Context, o Order) (Order, error) {
	telemetry.Count(ctx, telemetry.PaymentsUnreturned)
	slog.ErrorContext(ctx, "an order's payment cannot be given back", "request", o.Request, "order", o.ID, "status", o.Status, "taken", o.Payment.Captured.String())
	o.Payment.State = PaymentOwed
	o.rest()
	return d.write(ctx, PointReturned, o)
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
	switch {
	case o.Payment.State == PaymentAuthorised || o.Payment.State == PaymentLost && o.Payment.Captured.Minor == 0:
		o.Payment.State = PaymentReturning
		o.plan(callCancel)
		o.lease(now)
	case o.Payment.Captured.Minor > 0: // all of it, even when it was not what the order costs
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
			slots, err := d.giveSlot(ctx, o, nil, nil)
			return append(append([]table.Op{o.save()}, tell...), slots...), err
		})
	})
	if err != nil {
		return o, err
	}
	telemetry.Count(ctx, telemetry.OrdersWithdrawn)
	o.version++
	return o, nil
}

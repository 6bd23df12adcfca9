package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ordering/shared/basket"
	"ordering/shared/claim"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

// authorise asks the provider for an authorisation and acts on its answer.
func (svc *Service) authorise(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callAuthorise)
	ask := tender.Authorisation{Order: o.ID, Number: o.Number, Amount: o.Total, Method: o.Payment.Method}
	var got tender.Intent
	var declined *tender.Declined
	err := svc.at(PointAuthorise, func() (err error) {
		got, err = svc.payments.Authorise(ctx, call.Key, ask)
		if errors.As(err, &declined) {
			return nil
		}
		return err
	})
	if err != nil {
		return o, fmt.Errorf("order: authorise: %w", err)
	}
	o.done(callAuthorise, svc.now())
	if declined != nil {
		o.Payment.Intent = declined.Intent
		return svc.release(ctx, o, Failure{Code: problem.PaymentDeclined, Reason: declined.Reason, unsure: declined.Unread}, true)
	}
	return svc.accept(ctx, o, got)
}

// accept continues with an intent. It must be for this order and for exactly its total.
func (svc *Service) accept(ctx context.Context, o Order, i tender.Intent) (Order, error) {
	o.Payment.Intent, o.Payment.Brand, o.Payment.LastFour = i.ID, i.Brand, i.LastFour
	o.Payment.Method = ""
	if i.Order != o.ID || i.Amount != o.Total {
		telemetry.Count(ctx, telemetry.PaymentsFailed)
		slog.ErrorContext(ctx, "payment does not match the order", "request", o.Request, "asked", o.Total.String(), "got", i.Amount.String())
		return svc.release(ctx, o, Failure{Code: problem.PaymentMismatch}, true)
	}
	if o.pastOrderBy(svc.now()) {
		return svc.release(ctx, o, Failure{Code: problem.TimeslotPassed}, false)
	}
	switch i.State {
	case tender.IntentAuthorised, tender.IntentCaptured:
		return svc.confirm(ctx, o)
	case tender.IntentWaiting:
		return svc.wait(ctx, o, i.NextAction)
	}
	reason := "declined"
	if i.Declined != nil {
		reason = i.Declined.Reason
	}
	code := problem.PaymentDeclined
	if o.Status == Authentication {
		code = problem.PaymentAuthentication
	}
	return svc.release(ctx, o, Failure{Code: code, Reason: reason}, true)
}

// wait stores that the bank requires an authentication.
func (svc *Service) wait(ctx context.Context, o Order, action string) (Order, error) {
	now := svc.now()
	o.Status, o.Payment.State, o.Payment.NextAction = Authentication, PaymentWaiting, action
	o.reach(Authentication, now)
	o.clearLease()
	o.Due = now.Add(authenticateWithin).Truncate(time.Second)
	return svc.write(ctx, PointWait, o)
}

// confirm places the order: one write with the end of the basket and the messages to the kitchen and the guest.
func (svc *Service) confirm(ctx context.Context, o Order) (Order, error) {
	now := svc.now()
	b, err := svc.loadBasket(ctx, o)
	if err != nil {
		return o, err
	}
	more := []table.Op{outbox.KitchenOrder(o.Token, now), outbox.OrderMail(o.Token, outbox.MailConfirmed, now)}
	if b != nil {
		more = append(more, b.Placed().Save(now))
	}
	o.Status = Scheduled
	o.reach(Scheduled, now)
	o.clearLease()
	if o.Payment.Kind != KindFree {
		o.Payment.State = PaymentAuthorised
		o.recordCall(callCapture)
		o.lease(now)
	}
	o, err = svc.commit(ctx, PointConfirm, o, nil, func(_ *Order, c claim.Claim) ([]table.Op, error) {
		ops, err := c.Confirm(ctx, now)
		return append(ops, more...), err
	})
	if err == nil {
		telemetry.Count(ctx, telemetry.OrdersPlaced)
	}
	return o, err
}

// release rolls back a placing: the order is not paid, the basket opens again. With keepSlot the basket gets its hold of the timeslot
// back, and the hold is renewed, within its bounds, if there was a payment. The next step voids a possible authorisation.
func (svc *Service) release(ctx context.Context, o Order, why Failure, keepSlot bool) (Order, error) {
	now := svc.now()
	o.Status, o.Failure = NotPaid, &why
	o.reach(NotPaid, now)
	o.Payment.Method = ""
	o.clearLease()
	switch {
	case o.Payment.Kind == KindFree:
	case why.Code == problem.PaymentDeclined && !why.unsure:
		o.Payment.State = PaymentRefused
	default:
		o.Payment.State = PaymentRefunding
		o.recordCall(callCancel)
		o.lease(now)
	}
	b, err := svc.loadBasket(ctx, o)
	if err != nil {
		return o, err
	}
	var hold *basket.Hold
	var until time.Time
	if keepSlot && b != nil && b.Hold.Alive(o.PlacedAt) {
		h := *b.Hold
		if o.Payment.Intent != "" { // an invalid payment method renews nothing
			h = h.Renewed(now.Add(graceAfterRefusal).Truncate(time.Second))
		}
		if h.Alive(now) {
			hold, until = &h, h.Expires
		}
	}
	o, err = svc.commit(ctx, PointRelease, o, nil, func(o *Order, c claim.Claim) ([]table.Op, error) {
		ops, err := c.Release(ctx, now, until)
		ops = append(ops, table.Put(o.snapshot()), table.Put(o.idItem()), table.Put(o.guestItem()))
		if b != nil {
			ops = append(ops, b.Reopen(hold).Save(now))
		}
		return ops, err
	})
	if err == nil && (why.Code == problem.PaymentDeclined || why.Code == problem.PaymentAuthentication) && !why.unsure {
		telemetry.Count(ctx, telemetry.PaymentsDeclined)
	}
	return o, err
}

// loadBasket reads the basket that the order is being made from; nil when it is gone or belongs to another order.
func (svc *Service) loadBasket(ctx context.Context, o Order) (*basket.Basket, error) {
	b, err := basket.Load(ctx, svc.table, o.Basket)
	if problem.Is(err, problem.BasketNotFound) || err == nil && (b.State != basket.Placing || b.OrderToken != o.Token) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// capture captures the authorised payment. Only the amount that the provider reports counts.
func (svc *Service) capture(ctx context.Context, o Order) (Order, error) {
	call, _ := o.Payment.call(callCapture)
	var got tender.Intent
	refused := false
	err := svc.at(PointCapture, func() (err error) {
		got, err = svc.payments.Capture(ctx, call.Key, o.Payment.Intent, o.Total)
		refused = errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent)
		if refused || errors.Is(err, tender.ErrIntentClosed) { // captured already, voided, or never capturable: Find returns its state
			got, err = svc.payments.Find(ctx, tender.Reference{Intent: o.Payment.Intent})
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
		return svc.captureFailed(ctx, o)
	}
	o.done(callCapture, svc.now())
	o.Payment.State = PaymentCaptured
	o.clearLease()
	return svc.write(ctx, PointCaptured, o)
}

// captureFailed handles an authorisation that the provider refuses to capture or has voided, as when it expired, or of which it
// captured another sum. It cancels the order while the kitchen can still be stopped, and refunds whatever was captured. Otherwise an
// operator must look. If another worker ended the order meanwhile and voided the payment, the write conflicts.
func (svc *Service) captureFailed(ctx context.Context, o Order) (after Order, err error) {
	o.Payment.State = PaymentCaptureFailed
	if Allowed(o.Status, Cancelled, System) {
		after, err = svc.end(ctx, o, Cancelled, svc.now())
	} else {
		o.clearLease()
		after, err = svc.write(ctx, PointCaptured, o)
	}
	if err == nil {
		telemetry.Count(ctx, telemetry.PaymentsUncollected)
		slog.ErrorContext(ctx, "an order's payment cannot be collected", "request", o.Request, "order", o.ID, "status", o.Status,
			"asked", o.Total.String(), "got", o.Payment.Captured.String())
	}
	return after, err
}

// refund voids an authorisation, or refunds a captured payment.
func (svc *Service) refund(ctx context.Context, o Order) (Order, error) {
	if refund, ok := o.Payment.call(callRefund); ok {
		err := svc.at(PointRefund, func() (err error) {
			o.Payment.Refund, err = svc.payments.Refund(ctx, refund.Key, o.Payment.Intent, o.Payment.Captured)
			return err
		})
		if errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent) {
			return svc.refundFailed(ctx, o)
		}
		if err != nil {
			return o, fmt.Errorf("order: refund: %w", err)
		}
		return svc.recordRefund(ctx, o, callRefund)
	}
	found, err := svc.payments.Find(ctx, o.reference())
	switch {
	case errors.Is(err, tender.ErrNoIntent):
		return svc.recordRefund(ctx, o, callCancel) // the authorisation never reached the provider
	case err != nil:
		return o, fmt.Errorf("order: give back: %w", err)
	case found.State == tender.IntentCancelled:
		return svc.recordRefund(ctx, o, callCancel)
	}
	o.Payment.Intent = found.ID
	if found.State != tender.IntentCaptured {
		call, _ := o.Payment.call(callCancel)
		err := svc.at(PointRefund, func() error {
			_, err := svc.payments.Cancel(ctx, call.Key, found.ID)
			return err
		})
		if err == nil {
			return svc.recordRefund(ctx, o, callCancel)
		}
		if errors.Is(err, tender.ErrRefused) {
			return svc.refundFailed(ctx, o)
		}
		if !errors.Is(err, tender.ErrIntentClosed) {
			return o, fmt.Errorf("order: give up: %w", err)
		}
		// The state changed meanwhile. Only a new read shows how much was captured.
		found, err = svc.payments.Find(ctx, tender.Reference{Intent: found.ID})
		switch {
		case err != nil:
			return o, fmt.Errorf("order: give back: %w", err)
		case found.State == tender.IntentCancelled:
			return svc.recordRefund(ctx, o, callCancel)
		case found.State != tender.IntentCaptured:
			return o, fmt.Errorf("order: give up: neither taken nor given up: %w", tender.ErrUnavailable)
		}
	}
	// A concurrent capture succeeded. Store the refund with its key before the call.
	o.Payment.Captured = found.Captured
	o.recordCall(callRefund)
	return svc.write(ctx, "", o)
}

// refundFailed stores that the provider refuses the refund, so that an operator looks at it.
func (svc *Service) refundFailed(ctx context.Context, o Order) (Order, error) {
	telemetry.Count(ctx, telemetry.PaymentsUnreturned)
	slog.ErrorContext(ctx, "an order's payment cannot be given back", "request", o.Request, "order", o.ID, "status", o.Status, "taken", o.Payment.Captured.String())
	o.Payment.State = PaymentRefundFailed
	o.clearLease()
	return svc.write(ctx, PointRefunded, o)
}

func (svc *Service) recordRefund(ctx context.Context, o Order, call string) (Order, error) {
	o.done(call, svc.now())
	o.Payment.State = PaymentRefunded
	o.clearLease()
	return svc.write(ctx, PointRefunded, o)
}

// end ends a placed order that will not be made: it frees the timeslot, notifies kitchen and guest, and refunds the payment.
func (svc *Service) end(ctx context.Context, o Order, to Status, at time.Time) (Order, error) {
	now := svc.now()
	o.Status = to
	o.reach(to, at)
	o.clearLease()
	switch {
	case o.Payment.State == PaymentAuthorised || o.Payment.State == PaymentCaptureFailed && o.Payment.Captured.Minor == 0:
		o.Payment.State = PaymentRefunding
		o.recordCall(callCancel)
		o.lease(now)
	case o.Payment.Captured.Minor > 0: // all of it, even when it differs from the order's total
		o.Payment.State = PaymentRefunding
		o.recordCall(callRefund)
		o.lease(now)
	}
	tell := []table.Op{outbox.OrderMail(o.Token, outbox.MailNotApproved, now)}
	if to == Cancelled {
		tell = []table.Op{outbox.KitchenCancel(o.Token, now), outbox.OrderMail(o.Token, outbox.MailCancelled, now)}
	}
	o, err := svc.commit(ctx, PointEnd, o, nil, func(_ *Order, c claim.Claim) ([]table.Op, error) {
		ops, err := c.Release(ctx, now, time.Time{})
		return append(ops, tell...), err
	})
	if err == nil {
		telemetry.Count(ctx, telemetry.OrdersWithdrawn)
	}
	return o, err
}

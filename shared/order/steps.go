package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"ordering/shared/basket"
	"ordering/shared/claim"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

// authorise asks for the authorisation of a tender and acts on the answer.
func (svc *Service) authorise(ctx context.Context, o Order, n int) (Order, error) {
	t := o.Tenders[n]
	provider, err := svc.provider(t)
	if err != nil {
		return o, err
	}
	call, _ := t.call(callAuthorise)
	ask := tender.Authorisation{Order: o.ID, Number: o.Number, Amount: t.Amount, Method: t.Method}
	var got tender.Intent
	var declined *tender.Declined
	err = svc.at(PointAuthorise, func() (err error) {
		got, err = provider.Authorise(ctx, call.Key, ask)
		if errors.As(err, &declined) {
			return nil
		}
		return err
	})
	if err != nil {
		return o, fmt.Errorf("order: authorise: %w", err)
	}
	o.done(n, callAuthorise, svc.now())
	if declined != nil {
		o.edit(n).Intent = declined.Intent
		return svc.release(ctx, o, Failure{Code: problem.PaymentDeclined, Reason: declined.Reason, unsure: declined.Unread}, true)
	}
	return svc.accept(ctx, o, n, got)
}

// accept continues with a tender's intent. It must be for this order and for exactly the tender's amount.
func (svc *Service) accept(ctx context.Context, o Order, n int, i tender.Intent) (Order, error) {
	t := o.edit(n)
	waited := t.State == PaymentWaiting
	t.Intent, t.Brand, t.LastFour, t.Card, t.Method = i.ID, i.Brand, i.LastFour, i.Fingerprint, ""
	if i.Order != o.ID || i.Amount != t.Amount {
		telemetry.Count(ctx, telemetry.PaymentsFailed)
		slog.ErrorContext(ctx, "payment does not match the order", "request", o.Request, "asked", t.Amount.String(), "got", i.Amount.String())
		return svc.release(ctx, o, Failure{Code: problem.PaymentMismatch}, true)
	}
	if o.pastOrderBy(svc.now()) {
		return svc.release(ctx, o, Failure{Code: problem.TimeslotPassed}, false)
	}
	switch i.State {
	case tender.IntentAuthorised, tender.IntentCaptured:
		return svc.authorised(ctx, o, n)
	case tender.IntentWaiting:
		return svc.wait(ctx, o, n, i.NextAction)
	}
	reason := "declined"
	if i.Declined != nil {
		reason = i.Declined.Reason
	}
	code := problem.PaymentDeclined
	if waited {
		code = problem.PaymentAuthentication
	}
	return svc.release(ctx, o, Failure{Code: code, Reason: reason}, true)
}

// authorised stores an authorisation. That of the last tender places the order in the same write.
func (svc *Service) authorised(ctx context.Context, o Order, n int) (Order, error) {
	o.edit(n).State = PaymentAuthorised
	if o.first(PaymentRequested) < 0 {
		return svc.confirm(ctx, o)
	}
	o.lease(svc.now())
	return svc.write(ctx, PointAuthorised, o)
}

// wait stores that the bank requires an authentication.
func (svc *Service) wait(ctx context.Context, o Order, n int, action string) (Order, error) {
	now := svc.now()
	t := o.edit(n)
	t.State, t.NextAction = PaymentWaiting, action
	o.Status = Authentication
	o.reach(Authentication, now)
	o.clearLease()
	o.Due = now.Add(authenticateWithin).Truncate(time.Second)
	counts := o.extend(now)
	return svc.write(ctx, PointWait, o, counts...)
}

// confirm places the order: one write with the messages to the kitchen and the guest. It does not write the basket: see LoadBasket.
func (svc *Service) confirm(ctx context.Context, o Order) (Order, error) {
	now := svc.now()
	o.Status = Scheduled
	o.reach(Scheduled, now)
	for n, t := range o.Tenders {
		if t.Remote() {
			o.recordCall(n, callCapture)
		}
	}
	svc.releaseLease(&o)
	o, err := svc.commit(ctx, PointConfirm, o, nil, func(_ *Order, c claim.Claim) ([]table.Op, error) {
		ops, err := c.Confirm(ctx, now)
		return append(ops, outbox.OrderPlaced(o.Token, now)), err
	})
	if err == nil {
		telemetry.Count(ctx, telemetry.OrdersPlaced)
	}
	return o, err
}

// release rolls back a placing: the order is not paid, the basket opens again. With keepSlot the basket gets its hold of the timeslot
// back, and the hold is renewed, within its bounds, if there was a payment. The next steps void possible authorisations.
func (svc *Service) release(ctx context.Context, o Order, why Failure, keepSlot bool) (Order, error) {
	now := svc.now()
	o.Status, o.Failure = NotPaid, &why
	o.reach(NotPaid, now)
	asked, paid := false, false // the first tender without an answer was asked for: those after it were not
	for n, t := range o.Tenders {
		if !t.Remote() {
			continue
		}
		unanswered := t.in(PaymentRequested, PaymentWaiting)
		paid = paid || t.Intent != ""
		t.Method = ""
		switch {
		case unanswered && asked:
			t.State = PaymentNone
		case t.State == PaymentRequested && why.Code == problem.PaymentDeclined && !why.unsure:
			t.State = PaymentRefused
		}
		o.set(n, t)
		if !t.in(PaymentNone, PaymentRefused) {
			o.refundTender(n, callCancel)
		}
		asked = asked || unanswered
	}
	svc.releaseLease(&o)
	b, err := svc.loadBasket(ctx, o)
	if err != nil {
		return o, err
	}
	var hold *basket.Hold
	var until time.Time
	if keepSlot && b != nil && b.Hold.Alive(o.PlacedAt) {
		h := *b.Hold
		if paid { // an invalid payment method renews nothing
			h = h.Renewed(now.Add(graceAfterRefusal).Truncate(time.Second))
		}
		if h.Alive(now) {
			hold, until = &h, h.Expires
		}
	}
	o, err = svc.commit(ctx, PointRelease, o, nil, func(o *Order, c claim.Claim) ([]table.Op, error) {
		ops, err := c.Release(ctx, now, until)
		ops = append(ops, table.Put(o.snapshot()), table.Put(o.idItem()), table.Put(o.guestItem("")))
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

// LoadBasket is basket.Load, but a basket of which the order is placed has the state basket.Placed. The saga stores the state
// basket.Placing when it locks a basket, and writes the basket again only to open it after a rollback.
func LoadBasket(ctx context.Context, t table.Table, id string) (basket.Basket, error) {
	b, err := basket.Load(ctx, t, id)
	if err != nil {
		return b, err
	}
	return settled(ctx, t, b)
}

// settled returns a basket with the state that its order gives it.
func settled(ctx context.Context, t table.Table, b basket.Basket) (basket.Basket, error) {
	if b.State != basket.Placing {
		return b, nil
	}
	p, err := LoadProgress(ctx, t, b.OrderToken)
	if err == nil && p.Status.Placed() {
		b = b.Placed()
	}
	if problem.Is(err, problem.OrderNotFound) {
		err = nil
	}
	return b, err
}

// loadBasket returns the basket that the order is being made from; nil when it is gone or belongs to another order. The
// placing does not read its basket again: while it is locked, only the saga changes it.
func (svc *Service) loadBasket(ctx context.Context, o Order) (*basket.Basket, error) {
	if o.locked != nil {
		return o.locked, nil
	}
	b, err := basket.Load(ctx, svc.table, o.Basket)
	if problem.Is(err, problem.BasketNotFound) || err == nil && (b.State != basket.Placing || b.OrderToken != o.Token) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// capture captures an authorised tender. Only the amount that the provider reports counts.
func (svc *Service) capture(ctx context.Context, o Order, n int) (Order, error) {
	t := o.Tenders[n]
	provider, err := svc.provider(t)
	if err != nil {
		return o, err
	}
	call, _ := t.call(callCapture)
	var got tender.Intent
	refused := false
	err = svc.at(PointCapture, func() (err error) {
		got, err = provider.Capture(ctx, call.Key, t.Intent, t.Amount)
		refused = errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent)
		if refused || errors.Is(err, tender.ErrIntentClosed) { // captured already, voided, or never capturable: Find returns its state
			got, err = provider.Find(ctx, tender.Reference{Intent: t.Intent})
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
	t.Captured = got.Captured
	if got.State != tender.IntentCaptured || got.Order != o.ID || got.Captured != t.Amount {
		t.State = PaymentCaptureFailed
		o.set(n, t)
		return svc.captureFailed(ctx, o, t)
	}
	t.State = PaymentCaptured
	o.set(n, t)
	o.done(n, callCapture, svc.now())
	svc.releaseLease(&o)
	return svc.write(ctx, PointCaptured, o)
}

// captureFailed handles an authorisation that the provider refuses to capture or has voided, as when it expired, or of which it
// captured another sum. It cancels the order while the kitchen can still be stopped, and refunds whatever was captured. Otherwise an
// operator must look. If another worker ended the order meanwhile and voided the payment, the write conflicts.
func (svc *Service) captureFailed(ctx context.Context, o Order, t Tender) (after Order, err error) {
	if Allowed(o.Status, Cancelled, System) {
		after, err = svc.end(ctx, o, Cancelled, svc.now())
	} else {
		svc.releaseLease(&o)
		after, err = svc.write(ctx, PointCaptured, o)
	}
	if err == nil {
		telemetry.Count(ctx, telemetry.PaymentsUncollected)
		slog.ErrorContext(ctx, "an order's payment cannot be captured", "request", o.Request, "order", o.ID, "status", o.Status,
			"asked", t.Amount.String(), "got", t.Captured.String())
	}
	return after, err
}

// refund voids an authorisation, or refunds the remaining amount of a captured tender.
func (svc *Service) refund(ctx context.Context, o Order, n int) (Order, error) {
	t := o.Tenders[n]
	provider, err := svc.provider(t)
	if err != nil {
		return o, err
	}
	if call, ok := t.call(callRefund); ok {
		amount := call.Amount
		if amount.Minor == 0 {
			amount = t.Captured
		}
		err := svc.at(PointRefund, func() (err error) {
			t.Refund, err = provider.Refund(ctx, call.Key, t.Intent, amount)
			return err
		})
		nothing := err == nil && t.Refund == "" && t.refundFailed() // the provider still counts the failed refund, and made no new one
		if nothing || errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent) {
			return svc.refundFailed(ctx, o, n)
		}
		if err != nil {
			return o, fmt.Errorf("order: refund: %w", err)
		}
		at := svc.now().Truncate(time.Millisecond)
		t.Refunds = append(slices.Clone(t.Refunds), Refund{ID: t.Refund, Key: callRefund, Amount: amount, At: at})
		o.set(n, t)
		return svc.recordRefund(ctx, o, n, callRefund, at)
	}
	voided := func() (Order, error) { return svc.recordRefund(ctx, o, n, callCancel, svc.now()) }
	found, err := provider.Find(ctx, o.reference(t))
	switch {
	case errors.Is(err, tender.ErrNoIntent):
		return voided() // the authorisation never reached the provider
	case err != nil:
		return o, fmt.Errorf("order: refund: %w", err)
	case found.State == tender.IntentCancelled:
		return voided()
	}
	t.Intent = found.ID
	o.set(n, t)
	if found.State != tender.IntentCaptured {
		call, _ := t.call(callCancel)
		err := svc.at(PointRefund, func() error {
			_, err := provider.Cancel(ctx, call.Key, found.ID)
			return err
		})
		if err == nil {
			return voided()
		}
		if errors.Is(err, tender.ErrRefused) {
			return svc.refundFailed(ctx, o, n)
		}
		if !errors.Is(err, tender.ErrIntentClosed) {
			return o, fmt.Errorf("order: void: %w", err)
		}
		// The state changed meanwhile. Only a new read shows how much was captured.
		found, err = provider.Find(ctx, tender.Reference{Intent: found.ID})
		switch {
		case err != nil:
			return o, fmt.Errorf("order: refund: %w", err)
		case found.State == tender.IntentCancelled:
			return voided()
		case found.State != tender.IntentCaptured:
			return o, fmt.Errorf("order: void: payment neither captured nor voided: %w", tender.ErrUnavailable)
		}
	}
	// A concurrent capture succeeded. Store the refund with its key before the call.
	t.Captured = found.Captured
	o.set(n, t)
	o.recordCall(n, callRefund)
	return svc.write(ctx, "", o)
}

// refundFailed stores that the provider refuses the refund, so that an operator looks at it.
func (svc *Service) refundFailed(ctx context.Context, o Order, n int) (Order, error) {
	svc.setRefundFailed(ctx, &o, n)
	svc.releaseLease(&o)
	return svc.write(ctx, PointRefunded, o)
}

func (svc *Service) setRefundFailed(ctx context.Context, o *Order, n int) {
	t := o.edit(n)
	telemetry.Count(ctx, telemetry.PaymentsUnreturned)
	slog.ErrorContext(ctx, "an order's payment cannot be refunded", "request", o.Request, "order", o.ID, "status", o.Status,
		"taken", t.Captured.String())
	t.State = PaymentRefundFailed
}

func (svc *Service) recordRefund(ctx context.Context, o Order, n int, call string, at time.Time) (Order, error) {
	o.done(n, call, at)
	o.edit(n).State = PaymentRefunded
	svc.checkReturned(ctx, &o, n)
	svc.releaseLease(&o)
	return svc.write(ctx, PointRefunded, o)
}

// end ends a placed order that will not be made: it frees the timeslot, notifies kitchen and guest, and refunds the tenders.
func (svc *Service) end(ctx context.Context, o Order, to Status, at time.Time) (Order, error) {
	now := svc.now()
	o.Status = to
	o.reach(to, at)
	for n, t := range o.Tenders {
		switch {
		case !t.Remote():
		case t.State == PaymentAuthorised || t.State == PaymentCaptureFailed && t.Captured.Minor == 0:
			o.refundTender(n, callCancel)
		case t.Left().Minor > 0: // all of it, even when it differs from the tender's amount, or a part was waived while the order stood
			t.Refunds = slices.Clone(t.Refunds)
			for part := range t.Refunds {
				if t.Refunds[part].waived() {
					t.Refunds[part].Elsewhere = false
				}
			}
			o.set(n, t)
			o.refundTender(n, callRefund)
		}
	}
	svc.releaseLease(&o)
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

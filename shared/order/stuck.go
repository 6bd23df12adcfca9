package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"ordering/shared/table"
	"ordering/shared/tender"
)

// Stuck lists the orders with a stuck payment, the oldest first.
func Stuck(ctx context.Context, t table.Table) ([]Order, error) {
	var orders []Order
	for i, err := range table.All(ctx, t, table.Query{Index: true, PK: stuckIndex}) {
		if err != nil {
			return nil, fmt.Errorf("order: stuck: %w", err)
		}
		o, err := Load(ctx, t, i.PK[len(partition("")):])
		if err != nil {
			return nil, err
		}
		if _, stuck := o.StuckTender(); stuck { // the index may be behind
			orders = append(orders, o)
		}
	}
	return orders, nil
}

// RetryStuck retries what the provider refused, after an operator removed the cause or did it by hand there. It detects captures and
// refunds that were made meanwhile and does not repeat them. An order that is not stuck is returned unchanged.
func (svc *Service) RetryStuck(ctx context.Context, token string) (Order, error) {
	o, err := svc.move(ctx, token, func(o Order) (Order, error) {
		if _, stuck := o.StuckTender(); !stuck {
			return o, nil
		}
		for n, t := range o.Tenders {
			_, refund := t.call(callRefund)
			part := t.unmade()
			switch {
			case !t.Stuck():
			case t.State == PaymentCaptureFailed:
				o.edit(n).State = PaymentAuthorised
				o.recordCallAgain(n, callCapture)
			case part >= 0:
				o.resume(n)
				o.recordCallAgain(n, callOf(t.Refunds[part]))
			case refund:
				o.refundTender(n, callRefund)
				o.recordCallAgain(n, callRefund)
			default:
				o.refundTender(n, callCancel)
				o.recordCallAgain(n, callCancel)
			}
		}
		o.lease(svc.now())
		return svc.write(ctx, "", o)
	})
	if err != nil {
		return o, err
	}
	return svc.drive(ctx, o)
}

// resume continues with a tender of which the refund of a part had failed: all that is left is refunded if that was begun.
func (o *Order) resume(n int) {
	t := o.edit(n)
	t.State = PaymentCaptured
	call, whole := t.call(callRefund)
	whole = whole && t.unreturned().Minor > 0
	if whole {
		t.State = PaymentRefunding
	}
	if whole && call.Amount != t.part(callRefund) { // a person refunded a part at the provider meanwhile
		o.recordCallAgain(n, callRefund)
	}
}

// ErrAlreadyDone means that an operator already did it at the provider: RetryStuck finds it.
var ErrAlreadyDone = errors.New("order: the provider has already done it")

// Settle ends a stuck payment that an operator settled outside of the provider. It voids a remaining authorisation first, so that it
// cannot be captured as well. ErrAlreadyDone when the provider already has the wanted state: then there is nothing to settle.
// tender.ErrUnavailable when the provider does not answer. An order that is not stuck is returned unchanged.
func (svc *Service) Settle(ctx context.Context, token string, how Settling) (Order, error) {
	return svc.move(ctx, token, func(o Order) (Order, error) {
		found := make([]tender.Intent, len(o.Tenders))
		for n, t := range o.Tenders {
			if !t.Stuck() {
				continue
			}
			var err error
			if found[n], err = svc.find(ctx, t, o.reference(t)); err != nil && !errors.Is(err, tender.ErrNoIntent) {
				return o, fmt.Errorf("order: settle: %w", err)
			}
			if err == nil && t.done(found[n]) {
				return o, ErrAlreadyDone
			}
		}
		if _, stuck := o.StuckTender(); !stuck {
			return o, nil
		}
		for n, t := range o.Tenders {
			if t.Stuck() {
				if err := svc.settle(ctx, &o, n, found[n], how); err != nil {
					return o, err
				}
			}
		}
		svc.releaseLease(&o)
		slog.InfoContext(ctx, "an order's payment was settled by a person", "order", o.ID, "how", string(how))
		return svc.write(ctx, "", o)
	})
}

// settle ends a stuck tender, or its stuck refund of a part. An intent without an id does not exist.
func (svc *Service) settle(ctx context.Context, o *Order, n int, found tender.Intent, how Settling) error {
	t := o.Tenders[n]
	now := svc.now().Truncate(time.Second)
	t.Settled = &Settlement{At: now, How: how}
	if part := t.unmade(); part >= 0 {
		t.Refunds = slices.Clone(t.Refunds)
		if t.Refunds[part].At, t.Refunds[part].Elsewhere = now, true; how == Waived {
			t.Refunds[part] = t.Refunds[part].unneeded()
		}
		o.set(n, t)
		o.resume(n)
		svc.checkReturned(ctx, o, n)
		return nil
	}
	if found.ID != "" && found.State != tender.IntentCaptured && found.State != tender.IntentCancelled {
		provider, err := svc.provider(t)
		if err == nil {
			_, err = provider.Cancel(ctx, o.key(n, "settle"), found.ID)
		}
		if err != nil && !errors.Is(err, tender.ErrRefused) { // an authorisation that it refuses to void expires there
			return fmt.Errorf("order: settle: %w", err)
		}
	}
	t.State = PaymentSettled
	o.set(n, t)
	return nil
}

// done reports whether the provider has the state that a stuck tender waits for: captured, voided, or refunded.
func (t Tender) done(i tender.Intent) bool {
	part, reliable := t.unmade(), !t.refundFailed() // a provider may still count a refund that failed
	switch {
	case t.State == PaymentCaptureFailed:
		return i.State == tender.IntentCaptured && i.Captured == i.Amount && i.Refunded.Minor == 0
	case part >= 0:
		return reliable && i.Refunded.Minor >= t.sum(refundedThere).Plus(t.Refunds[part].Amount).Minor
	}
	return i.State == tender.IntentCancelled || i.State == tender.IntentCaptured && i.Refunded == i.Captured && reliable
}

// refundFailed reports whether a refund failed after it was made.
func (t Tender) refundFailed() bool {
	return slices.ContainsFunc(t.Refunds, func(r Refund) bool { return r.Failed && !r.At.IsZero() })
}

// refundedThere reports whether the provider made a refund.
func refundedThere(r Refund) bool { return !r.At.IsZero() && (r.ID != "" || !r.Elsewhere) }

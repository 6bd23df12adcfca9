package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ordering/shared/table"
	"ordering/shared/tender"
)

// Stuck lists the orders with a stuck payment, the oldest first.
func Stuck(ctx context.Context, t table.Table) ([]Order, error) {
	q := table.Query{Index: true, PK: stuckIndex}
	var orders []Order
	for {
		page, err := t.Query(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("order: stuck: %w", err)
		}
		for _, i := range page.Items {
			o, err := Load(ctx, t, i.PK[len(partition("")):])
			if err != nil {
				return nil, err
			}
			if o.Payment.Stuck() { // the index may be behind
				orders = append(orders, o)
			}
		}
		if page.Cursor == "" {
			return orders, nil
		}
		q.Cursor = page.Cursor
	}
}

// TryAgain retries what the provider refused, after an operator removed the cause or did it by hand there. It detects captures and
// refunds that were made meanwhile and does not repeat them. An order that is not stuck is returned unchanged.
func (svc *Service) TryAgain(ctx context.Context, token string) (Order, error) {
	o, err := svc.move(ctx, token, func(o Order) (Order, error) {
		if !o.Payment.Stuck() {
			return o, nil
		}
		_, refund := o.Payment.call(callRefund)
		switch {
		case o.Payment.State == PaymentCaptureFailed:
			o.Payment.State = PaymentAuthorised
			o.recordCallAgain(callCapture)
		case refund:
			o.Payment.State = PaymentRefunding
			o.recordCallAgain(callRefund)
		default:
			o.Payment.State = PaymentRefunding
			o.recordCallAgain(callCancel)
		}
		o.lease(svc.now())
		return svc.write(ctx, "", o)
	})
	if err != nil {
		return o, err
	}
	return svc.drive(ctx, o)
}

// ErrDoneThere says that the provider meanwhile did what it had refused, by an operator's hand: TryAgain finds it.
var ErrDoneThere = errors.New("order: the provider has done it meanwhile")

// Settle ends a stuck payment that an operator settled outside of the provider. It voids a remaining authorisation first, so that it
// cannot be captured as well. ErrDoneThere when the provider already has the wanted state: then there is nothing to settle.
// tender.ErrUnavailable when the provider does not answer. An order that is not stuck is returned unchanged.
func (svc *Service) Settle(ctx context.Context, token string, how Settling) (Order, error) {
	return svc.move(ctx, token, func(o Order) (Order, error) {
		if !o.Payment.Stuck() {
			return o, nil
		}
		found, err := svc.payments.Find(ctx, o.reference())
		if err != nil && !errors.Is(err, tender.ErrNoIntent) {
			return o, fmt.Errorf("order: settle: %w", err)
		}
		if err == nil && o.Payment.done(found) {
			return o, ErrDoneThere
		}
		if err == nil && found.State != tender.IntentCaptured && found.State != tender.IntentCancelled {
			_, err := svc.payments.Cancel(ctx, o.ID+"-settle", found.ID)
			if err != nil && !errors.Is(err, tender.ErrRefused) { // an authorisation that it refuses to void expires there
				return o, fmt.Errorf("order: settle: %w", err)
			}
		}
		o.Payment.State, o.Payment.Settled = PaymentSettled, &Settlement{At: svc.now().Truncate(time.Second), How: how}
		o.clearLease()
		slog.InfoContext(ctx, "an order's payment was settled by a person", "order", o.ID, "how", string(how))
		return svc.write(ctx, "", o)
	})
}

// done reports whether the provider has the state that a stuck payment waits for: captured, or voided or refunded.
func (p Payment) done(i tender.Intent) bool {
	if p.State == PaymentCaptureFailed {
		return i.State == tender.IntentCaptured && i.Captured == i.Amount && i.Refunded.Minor == 0
	}
	return i.State == tender.IntentCancelled || i.State == tender.IntentCaptured && i.Refunded == i.Captured
}

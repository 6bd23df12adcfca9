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

// Stuck lists the orders whose payment the provider refused for good, the longest placed first.
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

// TryAgain asks the provider anew for what it refused, once a person has mended the reason, or has done it by hand there: what was
// taken or given back meanwhile is found and not done twice. An order that is not stuck is returned as it stands.
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

// ErrDoneThere says that the provider did what it had refused after all, by a person's hand: TryAgain finds it.
var ErrDoneThere = errors.New("order: the provider has done it meanwhile")

// Settle ends what the provider will not do and a person did past it. What the provider still has set aside is given up first, so that
// it cannot be taken beside that. ErrDoneThere when the provider has what the order wants: then there is nothing to settle.
// tender.ErrUnavailable when it does not say. An order that is not stuck is returned as it stands.
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
			if err != nil && !errors.Is(err, tender.ErrRefused) { // what it refuses to give up lapses there by itself
				return o, fmt.Errorf("order: settle: %w", err)
			}
		}
		o.Payment.State, o.Payment.Settled = PaymentSettled, &Settlement{At: svc.now().Truncate(time.Second), How: how}
		o.clearLease()
		slog.InfoContext(ctx, "an order's payment was settled by a person", "order", o.ID, "how", string(how))
		return svc.write(ctx, "", o)
	})
}

// done says whether the provider has what a stuck payment waits for: the money, or none of it any more.
func (p Payment) done(i tender.Intent) bool {
	if p.State == PaymentCaptureFailed {
		return i.State == tender.IntentCaptured && i.Captured == i.Amount && i.Refunded.Minor == 0
	}
	return i.State == tender.IntentCancelled || i.State == tender.IntentCaptured && i.Refunded == i.Captured
}

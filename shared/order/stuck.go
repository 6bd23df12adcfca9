package order

import (
	"context"
	"fmt"

	"ordering/shared/table"
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
func (d *Desk) TryAgain(ctx context.Context, token string) (Order, error) {
	o, err := d.move(ctx, token, func(o Order) (Order, error) {
		if !o.Payment.Stuck() {
			return o, nil
		}
		_, refund := o.Payment.call(callRefund)
		switch {
		case o.Payment.State == PaymentLost:
			o.Payment.State = PaymentAuthorised
			o.planAnew(callCapture)
		case refund:
			o.Payment.State = PaymentReturning
			o.planAnew(callRefund)
		default:
			o.Payment.State = PaymentReturning
			o.planAnew(callCancel)
		}
		o.lease(d.now())
		return d.write(ctx, "", o)
	})
	if err != nil {
		return o, err
	}
	return d.drive(ctx, o)
}

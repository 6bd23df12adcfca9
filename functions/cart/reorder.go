package cart

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/table"
)

type reorderInput struct {
	api.CommonHeaders
	OrderToken     string `path:"orderToken" maxLength:"64"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64" doc:"A repeated key returns the same basket"`
}

// reorder makes a new basket of an order. The order's token authorises it. The basket's id derives from the token and the idempotency key.
func (c *Cart) reorder(ctx context.Context, in *reorderInput) (*basketOutput, error) {
	if err := order.CheckKey(in.IdempotencyKey); err != nil {
		return nil, err
	}
	o, err := order.Load(ctx, c.table, in.OrderToken)
	if err != nil {
		return nil, err
	}
	pc, err := c.contextAt(ctx, o.Location.ID)
	if err != nil {
		return nil, err
	}
	l := locale.Parse(in.Language)
	b, err := o.Reorder(pc, in.IdempotencyKey, l)
	if err != nil {
		return nil, err
	}
	err = c.table.Write(ctx, begin(ctx, b, pc)...)
	if table.Failed(err, basket.Key(b.ID)) { // a retry: return the basket in its current state
		if b, pc, err = c.load(ctx, b.ID); err != nil {
			return nil, err
		}
		return answer(b, pc, l), nil
	}
	if err != nil {
		return nil, err
	}
	b.Version++
	return answer(b, pc, l), nil
}

package cart

import (
	"context"
	"time"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/limit"
)

// limitCodes bounds the wrong codes of a basket and of a network in a day.
var limitCodes = limit.Limit{Kind: "coupons", Free: 10, OfNetwork: 20, First: time.Minute, Longest: time.Hour}

// applyCoupon adds a coupon to the basket. Unknown, used and ended codes get the same answer after the same reads, and count as guesses.
func (c *Cart) applyCoupon(ctx context.Context, in *couponInput) (*basketOutput, error) {
	guests, err := c.guests.Current(ctx)
	if err != nil {
		return nil, err
	}
	guesses := []limit.Attempt{limitCodes.Of(in.Body.OrderID)}
	if network := api.Network(ctx); network != "" {
		guesses = append(guesses, limitCodes.From(guests.Network(network)))
	}
	counted := false
	request := in.Mutation.asking("apply-coupon", in.Body)
	out, err := c.mutate(ctx, in.Body.OrderID, request, func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		if err := b.RoomForCoupon(); err != nil {
			return b, err
		}
		// Counted before the code is looked up: concurrent guesses cannot exceed the limit. A retry after a conflict counts no second guess.
		if !counted {
			if err := c.guesses.Count(ctx, guesses...); err != nil {
				return b, err
			}
			counted = true
		}
		coupon, known, err := pc.Promotions.Lookup(ctx, c.table, guests, in.Body.Code)
		if err != nil {
			return b, err
		}
		if !known {
			return b, basket.CouponRefused()
		}
		return b.AddCoupon(pc, coupon)
	})
	if err != nil || !counted {
		return out, err
	}
	for _, guess := range guesses {
		if err := c.guesses.Uncount(ctx, guess); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// removeCoupon removes a coupon from the basket.
func (c *Cart) removeCoupon(ctx context.Context, in *couponInput) (*basketOutput, error) {
	request := in.Mutation.asking("remove-coupon", in.Body)
	return c.mutate(ctx, in.Body.OrderID, request, func(b basket.Basket, _ basket.PricingContext) (basket.Basket, error) {
		return b.RemoveCoupon(in.Body.Code)
	})
}

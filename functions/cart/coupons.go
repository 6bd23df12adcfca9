package cart

import (
	"context"

	"ordering/shared/basket"
	"ordering/shared/problem"
)

// applyCoupon adds a coupon to the basket.
func (c *Cart) applyCoupon(ctx context.Context, in *couponInput) (*basketOutput, error) {
	return c.mutate(ctx, in.Body.OrderID, in.Mutation.asking("apply-coupon", in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		if err := b.Changeable(); err != nil {
			return b, err
		}
		return b, problem.New(problem.CouponConditions).With(problem.Finding(problem.CouponConditions, "/code"))
	})
}

// removeCoupon removes a coupon from the basket.
func (c *Cart) removeCoupon(ctx context.Context, in *couponInput) (*basketOutput, error) {
	return c.mutate(ctx, in.Body.OrderID, in.Mutation.asking("remove-coupon", in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		return b, b.Changeable()
	})
}

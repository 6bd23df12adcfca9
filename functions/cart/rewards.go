package cart

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
	"ordering/shared/promo"
)

// applyReward adds a reward that the customer can pay with their points, together with the other rewards of the basket. Placing the order
// judges it again.
func (c *Cart) applyReward(ctx context.Context, in *rewardInput) (*basketOutput, error) {
	who, _ := api.PrincipalOf(ctx)
	request := in.Mutation.asking("apply-reward", in.Body)
	return c.mutate(ctx, in.Body.OrderID, request, func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		p, ok := pc.Promotions.Find(in.Body.Reward)
		if !ok || p.Points == 0 || c.brand.Loyalty == nil {
			return b, problem.New(problem.RewardNotFound)
		}
		account, err := loyalty.Load(ctx, c.table, who.CustomerID)
		if err != nil {
			return b, err
		}
		next, err := b.AddCoupon(pc, promo.Coupon{Promotion: p.ID, Kind: promo.LoyaltyItem})
		if err != nil {
			return b, err
		}
		if missing := int64(next.RewardPoints(pc)) - account.Spendable(pc.Now); missing > 0 {
			return b, problem.New(problem.PointsShort, "missing", missing)
		}
		return next, nil
	})
}

// removeReward removes a reward from the basket.
func (c *Cart) removeReward(ctx context.Context, in *rewardInput) (*basketOutput, error) {
	request := in.Mutation.asking("remove-reward", in.Body)
	return c.mutate(ctx, in.Body.OrderID, request, func(b basket.Basket, _ basket.PricingContext) (basket.Basket, error) {
		return b.RemoveReward(in.Body.Reward)
	})
}

func (c *Cart) suggest(ctx context.Context, in *suggestionInput) (*suggestionOutput, error) {
	if c.brand.Loyalty == nil {
		return nil, problem.New(problem.NotFound)
	}
	_, _, err := c.load(ctx, in.BasketToken)
	return new(suggestionOutput), err
}

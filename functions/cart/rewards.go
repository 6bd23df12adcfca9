package cart

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// applyReward adds a reward that the customer can pay with their points, together with the other rewards of the basket. Placing the order
// judges it again.
func (c *Cart) applyReward(ctx context.Context, in *rewardInput) (*basketOutput, error) {
	who, _ := api.PrincipalOf(ctx)
	request := in.Mutation.asking("apply-reward", in.Body)
	return c.write(ctx, in.Body.OrderID, request, func(b basket.Basket, pc basket.PricingContext) (basket.Basket, []table.Op, error) {
		if c.brand.Loyalty == nil {
			return b, nil, problem.New(problem.RewardNotFound)
		}
		p, ok := pc.Promotions.Find(in.Body.Reward)
		if !ok || p.Points == 0 {
			return c.applyGrant(ctx, b, pc, who.CustomerID, in.Body.Reward)
		}
		if p.Ended(pc.Now.In(pc.Location.Timezone())) {
			return b, nil, problem.New(problem.RewardNotFound)
		}
		account, err := loyalty.Load(ctx, c.table, who.CustomerID)
		if err != nil {
			return b, nil, err
		}
		next, err := b.AddCoupon(pc, promo.Coupon{Promotion: p.ID, Kind: promo.LoyaltyItem, Points: p.Points})
		if err != nil {
			return b, nil, err
		}
		if missing := int64(next.RewardPoints(pc)) - account.Spendable(pc.Now); missing > 0 {
			return b, nil, problem.New(problem.PointsShort, "missing", missing)
		}
		return next, nil, nil
	})
}

// applyGrant adds the coupon that the customer was given. Its serialized code is made the first time.
func (c *Cart) applyGrant(
	ctx context.Context, b basket.Basket, pc basket.PricingContext, customer, id string,
) (basket.Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil {
		return b, nil, err
	}
	g, err := loyalty.FindGrant(ctx, c.table, customer, id)
	if err != nil && !errors.Is(err, loyalty.ErrNoGrant) {
		return b, nil, err
	}
	guests, failed := c.guests.Current(ctx)
	if failed != nil {
		return b, nil, failed
	}
	coupon, made, lost, failed := c.couponOf(ctx, pc, guests, customer, g)
	switch {
	case failed != nil:
		return b, nil, failed
	case lost == promo.CouponUsed:
		return b, nil, problem.New(problem.RewardUsed)
	case err != nil || lost != "":
		return b, nil, problem.New(problem.RewardNotFound)
	}
	next, err := b.AddCoupon(pc, coupon)
	if err != nil || made {
		return next, nil, err
	}
	return next, []table.Op{promo.NewCoupon(guests, coupon.Code, promo.CouponRow{Promotion: g.Gift.Promotion, Expires: g.Expires})}, nil
}

// couponOf returns the coupon of a grant, whether its code is made, and why no order can use it: CouponUsed, Ended, or "" if one can.
func (c *Cart) couponOf(
	ctx context.Context, pc basket.PricingContext, guests guest.Secret, customer string, g loyalty.Grant,
) (coupon promo.Coupon, made bool, lost promo.Reason, err error) {
	p, ok := pc.Promotions.Find(g.Gift.Promotion)
	if !ok || !p.Serialized || g.Wrapped || p.Ended(pc.Now.In(pc.Location.Timezone())) {
		return coupon, false, promo.Ended, nil
	}
	coupon = promo.Coupon{
		Promotion: g.Gift.Promotion, Kind: promo.SerializedCode, Code: promo.GrantCode(guests, customer, g.ID()), Grant: g.ID(),
		Name: g.Gift.Label, Owner: customer,
	}
	row, made, err := promo.FindCoupon(ctx, c.table, guests, coupon.Code)
	if !made {
		row.Expires = g.Expires
	}
	switch {
	case row.Order != "":
		lost = promo.CouponUsed
	case row.Ended(pc.Now):
		lost = promo.Ended
	}
	return coupon, made, lost, err
}

// removeReward removes a reward from the basket.
func (c *Cart) removeReward(ctx context.Context, in *rewardInput) (*basketOutput, error) {
	request := in.Mutation.asking("remove-reward", in.Body)
	return c.mutate(ctx, in.Body.OrderID, request, func(b basket.Basket, _ basket.PricingContext) (basket.Basket, error) {
		return b.RemoveReward(in.Body.Reward)
	})
}

// mostGrants is how many of a customer's grants suggest considers, the newest.
const mostGrants = 50

// suggest returns the reward or grant that reduces the basket most, of those that the customer can use. Of equal ones it is the one with
// fewer points.
func (c *Cart) suggest(ctx context.Context, in *suggestionInput) (*suggestionOutput, error) {
	if c.brand.Loyalty == nil {
		return nil, problem.New(problem.NotFound)
	}
	b, pc, err := c.load(ctx, in.BasketToken)
	out := new(suggestionOutput)
	if err != nil || b.RoomForCoupon() != nil {
		return out, err
	}
	who, _ := api.PrincipalOf(ctx)
	account, err := loyalty.Load(ctx, c.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	grants, err := loyalty.Grants(ctx, c.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	grants = slices.DeleteFunc(grants, func(g loyalty.Grant) bool { return g.Gift.Points > 0 || g.Wrapped })
	grants = grants[:min(len(grants), mostGrants)]
	guests, err := c.guests.Current(ctx)
	if err != nil {
		return nil, err
	}
	words, now := locale.Parse(in.Language), basket.Price(b, pc).Discounted()
	try := func(coupon promo.Coupon, s Suggestion) {
		if slices.ContainsFunc(b.Coupons, func(had promo.Coupon) bool { return had.Promotion == coupon.Promotion }) {
			return
		}
		next, err := b.AddCoupon(pc, coupon)
		if err != nil {
			return
		}
		priced := basket.Price(next, pc)
		s.Saves = now.Minus(priced.Discounted())
		best := out.Body.Suggestion
		better := best == nil || cmp.Or(cmp.Compare(s.Saves.Minor, best.Saves.Minor), best.Points-s.Points) > 0
		if priced.Deals.Applies(coupon) && s.Saves.Minor > 0 && better {
			out.Body.Suggestion = &s
		}
	}
	left := account.Spendable(pc.Now) - int64(b.RewardPoints(pc))
	for _, p := range pc.Promotions.Rewards(api.Country(ctx), pc.Now) {
		if int64(p.Points) <= left {
			coupon := promo.Coupon{Promotion: p.ID, Kind: promo.LoyaltyItem}
			try(coupon, Suggestion{ID: p.ID, Label: p.Label.In(words), Points: p.Points, Kind: "reward"})
		}
	}
	coupons, lost, errs := make([]promo.Coupon, len(grants)), make([]promo.Reason, len(grants)), make([]error, len(grants))
	var all sync.WaitGroup
	for n, g := range grants {
		all.Go(func() { coupons[n], _, lost[n], errs[n] = c.couponOf(ctx, pc, guests, who.CustomerID, g) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	tried := map[string]bool{} // coupons of one promotion save the same: the oldest is used first
	for n, g := range slices.Backward(grants) {
		if lost[n] == "" && !tried[g.Gift.Promotion] {
			tried[g.Gift.Promotion] = true
			try(coupons[n], Suggestion{ID: g.ID(), Label: g.Gift.Label.In(words), Kind: "grant"})
		}
	}
	return out, nil
}

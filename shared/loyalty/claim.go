package loyalty

import (
	"context"
	"fmt"
	"time"

	"ordering/shared/location"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

// Use is the points that an order takes for its rewards, stored with it.
type Use struct {
	Customer string `json:"customer"`
	Lots     []Lot  `json:"lots"`
	// ReturnedDays is brand.Loyalty's when the order was placed.
	ReturnedDays int `json:"returnedDays"`
	// Day is Today's when the points were taken: a return on another day frees nothing of its limit.
	Day string `json:"day,omitempty"`
}

// Claim is an order's claim of the points of its rewards, a claim.Claim. The account holds them until the order is confirmed. Then they are
// spent, with an entry.
type Claim struct {
	Table table.Table
	Order Order
	Use   **Use // what the order takes, stored with it. Claim sets it

	// The rest is for Claim.
	Customer     string // who pays; empty for a guest
	Applied      []promo.Applied
	ReturnedDays int
	MaxRedeemed  int64 // of the customer in a day; 0: no limit
}

// Claim holds the points of the rewards. The error is a *promo.ExceededError with the rewards for which the points do not suffice, or that
// exceed the limit of the day: such a redemption is unusual, and counted.
func (c Claim) Claim(ctx context.Context, now time.Time) ([]table.Op, error) {
	a, err := Load(ctx, c.Table, c.Customer)
	if err != nil {
		return nil, err
	}
	a.expire(now)
	left, price := total(a.Lots), int64(0)
	var exceeded promo.ExceededError
	redeemed := a.on(c.local(now), 0, 0).Redeemed
	for _, reward := range c.Applied {
		points := int64(reward.Coupon.Price(reward.Promotion))
		lost := promo.Lost{Promotion: reward.ID, Until: now.Add(promo.LostFor).Truncate(time.Second)}
		switch {
		case price+points > left:
			lost.Reason = promo.PointsShort
		case c.MaxRedeemed > 0 && redeemed+price+points > c.MaxRedeemed:
			telemetry.Count(ctx, telemetry.PointsUnusual)
			lost.Reason = promo.LimitReached
		default:
			price += points
			continue
		}
		exceeded.Lost = append(exceeded.Lost, lost)
	}
	if len(exceeded.Lost) > 0 {
		return nil, &exceeded
	}
	day := a.on(c.local(now), price, 0).Day
	*c.Use = &Use{Customer: c.Customer, Lots: a.take(price), ReturnedDays: c.ReturnedDays, Day: day}
	a.Held += price
	return a.ops(), nil
}

// Confirm spends the held points.
func (c Claim) Confirm(ctx context.Context, now time.Time) ([]table.Op, error) {
	use := *c.Use
	a, err := Load(ctx, c.Table, use.Customer)
	if err != nil || a.version == 0 {
		return nil, err
	}
	points := total(use.Lots)
	a.expire(now)
	a.Held -= points
	a.post(c.redemption(now), postings{spendable: -points, redeemed: points}, nothing)
	return a.ops(), nil
}

// Release returns the points, which pay a debt first, with an entry if they were spent or paid a debt. Those that have expired since
// live some days more.
func (c Claim) Release(ctx context.Context, now, _ time.Time) ([]table.Op, error) {
	use := *c.Use
	a, err := Load(ctx, c.Table, use.Customer)
	if err != nil || a.version == 0 {
		return nil, err
	}
	e := c.redemption(now)
	once, err := table.Find(ctx, c.Table, e.onceKey(use.Customer), nil)
	if err != nil {
		return nil, fmt.Errorf("loyalty: release points: %w", err)
	}
	spent := once.Version > 0
	a.expire(now)
	lots := make([]Lot, len(use.Lots))
	for i, l := range use.Lots {
		if lots[i] = l; !l.Expires.After(now) {
			lots[i].Expires = now.AddDate(0, 0, use.ReturnedDays).UTC().Truncate(time.Second)
		}
	}
	points := total(lots)
	if a.Today != nil && a.Today.Day == use.Day {
		a.Today = &Today{Day: use.Day, Redeemed: max(0, a.Today.Redeemed-points), Adjusted: a.Today.Adjusted}
	}
	if !spent {
		a.Held -= points
	}
	added, paid := a.credit(lots...)
	e.Kind = Reverse
	switch {
	case spent:
		a.post(e, postings{redeemed: -points, spendable: added, debt: paid}, nothing)
	case paid > 0:
		a.post(e, postings{spendable: -paid, debt: paid}, nothing)
	}
	return a.ops(), nil
}

// Contended lists the partitions that other orders of the customer change.
func (c Claim) Contended() []string { return []string{Prefix} }

// local returns now in the zone of the order: its days count before the customer's first order.
func (c Claim) local(now time.Time) time.Time { return now.In(location.Timezone(c.Order.TimeZone)) }

// redemption is the entry of the order's rewards.
func (c Claim) redemption(now time.Time) Entry {
	return Entry{Kind: Redeem, Source: c.Order.ID, At: now, Order: &c.Order}
}

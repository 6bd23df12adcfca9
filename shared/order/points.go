package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/claim"
	"ordering/shared/loyalty"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// Points returns what the order earns its customer by now: nothing until it is completed or overdue, and nothing if it was
// cancelled or refused. Refunds reduce it.
func (o Order) Points(rules brand.Loyalty, now time.Time) int64 {
	if !o.Done(rules, now) {
		return 0
	}
	units, shares := o.Returned(), o.Shares()
	excluded := map[string]bool{}
	for _, l := range o.Lines {
		excluded[l.ID] = l.EarnsNothing
	}
	spend := shares.Earning(o.Rate.Earning, excluded, units)
	// A refund of an amount names no line: it counts as a part of each.
	ofUnits, err := shares.Refund(nil, units)
	if err != nil {
		return 0 // more units than the order has: all are refunded
	}
	left := o.Total.Minor - ofUnits.Minor
	if other := o.RefundedAmount().Minor - ofUnits.Minor; other > 0 && left > 0 {
		spend.Minor = spend.Minor * max(0, left-other) / left
	}
	return o.Rate.Points(spend)
}

// Done reports whether the order is completed or overdue, and was not cancelled or refused.
func (o Order) Done(rules brand.Loyalty, now time.Time) bool {
	return o.Status == Completed || o.Status.Placed() && !o.ended() && !now.Before(o.Overdue(rules))
}

// Completed is what counts of the order for achievements.
func (o Order) Completed() loyalty.Completed {
	c := loyalty.Completed{Order: o.ID, Location: o.Location.ID}
	for _, l := range o.Lines {
		c.Items, c.Layers = append(c.Items, l.ItemID), max(c.Layers, len(l.Stack))
	}
	return c
}

// SharesCard reports whether a card paid both orders.
func (o Order) SharesCard(other Order) bool {
	return slices.ContainsFunc(o.Tenders, func(t Tender) bool {
		return t.Card != "" && slices.ContainsFunc(other.Tenders, func(u Tender) bool { return u.Card == t.Card })
	})
}

// Overdue is when an order counts as completed that the kitchen neither completed nor ended.
func (o Progress) Overdue(rules brand.Loyalty) time.Time {
	return o.Promised.Add(time.Duration(rules.OverdueHours) * time.Hour)
}

// Entry is the order as a statement of points names it.
func (o Order) Entry() loyalty.Order {
	return loyalty.Order{ID: o.ID, Token: o.Token, Number: o.Number, Location: o.Location.Label, TimeZone: o.Location.TimeZone}
}

// CustomerOf returns the id of the customer to whom the order belongs; empty for a guest's order and after an erasure.
func CustomerOf(ctx context.Context, t table.Table, o Order) (string, error) {
	if o.Guest == "" {
		return "", nil
	}
	i, err := table.Find(ctx, t, fileKey(o.Guest, o.Token), nil)
	if err != nil {
		return "", fmt.Errorf("order: find its customer: %w", err)
	}
	return strings.TrimPrefix(i.Index.PK, customerOrders), nil
}

// claimPoints claims the points of the order's rewards; nil if it has none.
func claimPoints(t table.Table, o *Order, p *Placing) claim.Claim {
	c := loyalty.Claim{Table: t, Order: o.Entry(), Use: &o.Rewards}
	if p != nil && p.Context.Brand.Loyalty != nil {
		c.Applied = slices.Clone(p.Deals.Applied)
		c.Applied = slices.DeleteFunc(c.Applied, func(a promo.Applied) bool { return a.Points == 0 })
		c.Customer, c.ReturnedDays = p.Customer, p.Context.Brand.Loyalty.ReturnedDays
		c.MaxRedeemed = p.Context.Promotions.Program().MaxRedeemed
	}
	if len(c.Applied) == 0 && o.Rewards == nil {
		return nil
	}
	return c
}

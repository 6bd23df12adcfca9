package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// Placing is what the claims of an order need to be taken.
type Placing struct {
	basket.Assessment
	Client timeslot.Client // of the guest
	Guests guest.Secret
	// Customer is the id of the signed-in customer who places the order; empty for a guest.
	Customer string
}

// LocalTender is the claim of a tender without a provider, such as a gift card. Claim takes its Amount. Release returns the Amount; after
// the capture it returns Left, which may be zero.
type LocalTender interface {
	claim.Claim
	// Refund returns a part of the confirmed amount to the guest.
	Refund(ctx context.Context, now time.Time, part money.Amount) ([]table.Op, error)
}

// LocalKind makes the claim of a local tender from its order.
type LocalKind func(t table.Table, o *Order, tender Tender) LocalTender

// claims lists the claims of an order, then its local tenders. A claim keeps its state in the order, saved by the same write. Placing is
// set only while the order is being placed: to confirm or release a claim, the order is enough.
func (svc *Service) claims(o *Order, p *Placing) (list claim.List, err error) {
	for _, kind := range []func(table.Table, *Order, *Placing) claim.Claim{claimSlot, claimPromotions, claimPoints} {
		if c := kind(svc.table, o, p); c != nil {
			list = append(list, c)
		}
	}
	for n, t := range o.Tenders {
		if t.Remote() {
			continue
		}
		local, err := svc.local(o, n)
		if err != nil {
			return nil, err
		}
		list = append(list, localClaim{local, o, n})
	}
	return list, nil
}

func (svc *Service) local(o *Order, n int) (LocalTender, error) {
	t := o.Tenders[n]
	if kind := svc.Locals[t.Kind]; kind != nil {
		return kind(svc.table, o, t), nil
	}
	return nil, fmt.Errorf("order: no claim for tenders of kind %d", t.Kind)
}

// localClaim is the claim of a local tender, with which the tender's state moves.
type localClaim struct {
	LocalTender
	order *Order
	n     int
}

// Claim takes the tender's amount.
func (c localClaim) Claim(ctx context.Context, now time.Time) ([]table.Op, error) {
	ops, err := c.LocalTender.Claim(ctx, now)
	c.order.edit(c.n).State = PaymentAuthorised
	return ops, err
}

// Confirm spends the tender and marks it as captured.
func (c localClaim) Confirm(ctx context.Context, now time.Time) ([]table.Op, error) {
	ops, err := c.LocalTender.Confirm(ctx, now)
	t := c.order.edit(c.n)
	t.State, t.Captured = PaymentCaptured, t.Amount
	return ops, err
}

// Release returns the amount that was not refunded yet.
func (c localClaim) Release(ctx context.Context, now, until time.Time) ([]table.Op, error) {
	ops, err := c.LocalTender.Release(ctx, now, until)
	t := c.order.edit(c.n)
	if left := t.Left(); left.Minor > 0 {
		t.Refunds = append(slices.Clone(t.Refunds), Refund{Key: callRefund, Amount: left, At: now.Truncate(time.Millisecond)})
	}
	t.State = PaymentRefunded
	return ops, err
}

// proposal returns the operations of a write of an order with its claims.
type proposal func(o *Order, c claim.Claim) ([]table.Op, error)

// commit writes an order with its claims at a point of the saga. It calls propose with a copy of the order, and again with another copy
// when a claim of another order was faster.
func (svc *Service) commit(ctx context.Context, point string, o Order, p *Placing, propose proposal) (Order, error) {
	next := o
	all, err := svc.claims(&o, p)
	if err != nil {
		return o, err
	}
	err = svc.at(point, func() error {
		return claim.Write(ctx, svc.table, svc.ClaimPause, func() ([]table.Op, error) {
			next = o
			claims, err := svc.claims(&next, p)
			if err != nil {
				return nil, err
			}
			ops, err := propose(&next, claims)
			return append(ops, next.save()), err
		}, all.Contended()...)
	})
	if err == nil {
		next.version++
	}
	return next, err
}

// slotClaim is an order's place in its timeslot.
type slotClaim struct {
	timeslot.Schedule
	order *Order
	need  timeslot.Need
}

func claimSlot(t table.Table, o *Order, p *Placing) claim.Claim {
	if p == nil { // with the fields that releasing a place needs
		l := location.Location{ID: o.Location.ID, TimeZone: o.Location.TimeZone}
		return slotClaim{timeslot.Schedule{Table: t, Location: l, Handoff: o.Handoff, Pool: category.Of(o.Category).Pool}, o, timeslot.Need{}}
	}
	c := slotClaim{p.Context.Schedule(t, p.Basket), o, p.Need}
	c.Client = p.Client
	return c
}

// Claim takes the place and gives the order its number. Until the order is confirmed the place counts among the holds of its client.
func (c slotClaim) Claim(ctx context.Context, now time.Time) ([]table.Op, error) {
	c.Now = now
	o := c.order
	ops, claimed, err := c.Schedule.Claim(ctx, o.Start, o.Basket, o.Token, c.need, now.Add(maxDelay).Truncate(time.Second))
	o.Number, o.Counted = claimed.Number, claimed.Counted
	return ops, err
}

// Confirm stops counting the place for its client.
func (c slotClaim) Confirm(_ context.Context, now time.Time) ([]table.Op, error) {
	c.Now = now
	ops := c.Uncount(c.order.Counted)
	c.order.Counted = nil
	return ops, nil
}

// Release frees the place, or turns it back into the basket's hold, which counts as before.
func (c slotClaim) Release(ctx context.Context, now, until time.Time) ([]table.Op, error) {
	c.Now = now
	o := c.order
	counted := o.Counted
	o.Counted = nil
	if !until.IsZero() {
		return c.Return(ctx, o.Start, o.Token, o.Basket, counted, until)
	}
	ops, err := c.Schedule.Release(ctx, o.Start, o.Token)
	return append(ops, c.Uncount(counted)...), err
}

// extend counts the place for its client as long as the order may wait.
func (o *Order) extend(now time.Time) (ops []table.Op) {
	slots := timeslot.Schedule{Location: location.Location{ID: o.Location.ID}, Now: now}
	o.Counted, ops = slots.Extend(o.Counted, o.Basket, now.Add(maxDelay).Truncate(time.Second))
	return ops
}

// Contended is the slots of all locations.
func (c slotClaim) Contended() []string { return []string{timeslot.Prefix} }

// claimPromotions claims the order's uses of promotions with a limit; nil if it has none.
func claimPromotions(t table.Table, o *Order, p *Placing) claim.Claim {
	c := promo.Claim{Table: t, Order: o.ID, Uses: &o.Promos}
	if p != nil && slices.ContainsFunc(p.Deals.Applied, promo.Applied.Limited) {
		c.Applied, c.Guests = p.Deals.Applied, p.Guests
		c.Customer, c.Customers = p.Customer, customersOf(p.Guests, o.Contact, p.Customer)
		if rules := p.Context.Brand.Loyalty; rules != nil {
			c.ReturnedDays = rules.ReturnedDays
		}
	}
	if len(c.Applied)+len(o.Promos) == 0 {
		return nil
	}
	return c
}

// customersOf returns the pseudonyms under which a guest's uses of promotions are counted: of the contact, and of a customer also of the
// account.
func customersOf(guests guest.Secret, c guest.Contact, customer string) []string {
	all := []string{guests.Mailbox(c.Email), guests.Phone(c.Phone)}
	if customer != "" {
		all = append(all, guests.Subject("account", customer))
	}
	return all
}

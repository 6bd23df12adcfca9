package order

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ordering/shared/basket"
	"ordering/shared/claim"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// ErrRefundTooLarge means that a refund is not positive, or more than the order's tenders have captured and not refunded.
var ErrRefundTooLarge = errors.New("order: refund exceeds what was captured and not refunded")

// RefundRequest is what to refund of an order: units of its parts, or an amount.
type RefundRequest struct {
	Units  basket.Units
	Amount money.Amount // if there are no Units
}

// Refund refunds a part of a placed order, once for a key: from the last tender first, and from each at most what it has left. The calls
// to the providers follow at once, or later by the Reconciler. ErrRefundTooLarge, basket.ErrUnits, problem.IdempotencyKeyMissing (see
// CheckKey), problem.IdempotencyKeyReused for a known key with another request, problem.OrderNotFound, and the error of a provider that
// does not answer before the payment is captured.
func (svc *Service) Refund(ctx context.Context, token string, want RefundRequest, key string) (Order, error) {
	if err := CheckKey(key); err != nil {
		return Order{}, err
	}
	o, err := Load(ctx, svc.table, token)
	if err == nil && o.Status.Placed() && o.first(PaymentAuthorised) >= 0 {
		_, err = svc.drive(ctx, o) // captures it
	}
	if err != nil {
		return o, err
	}
	o, err = svc.move(ctx, token, func(o Order) (Order, error) {
		known := int64(0) // also if it failed later
		for _, t := range o.Tenders {
			for _, r := range t.Refunds {
				if r.Key == key {
					known += r.Amount.Minor
				}
			}
		}
		byUnits := len(want.Units) > 0
		switch {
		case known > 0 && maps.Equal(o.RefundedUnits[key], want.Units) && (byUnits || known == want.Amount.Minor):
			return o, nil
		case known > 0:
			return o, problem.New(problem.IdempotencyKeyReused)
		}
		amount := want.Amount
		if byUnits {
			var err error
			if amount, err = o.Shares().Refund(o.Returned(), want.Units); err != nil {
				return o, err
			}
			all := map[string]basket.Units{}
			maps.Copy(all, o.RefundedUnits)
			all[key] = want.Units
			o.RefundedUnits = all
		}
		return svc.commit(ctx, "", o, nil, func(o *Order, _ claim.Claim) ([]table.Op, error) { return svc.refundFrom(ctx, o, amount, key) })
	})
	if err != nil {
		return o, err
	}
	if after, err := svc.drive(ctx, o); err == nil {
		return after, nil
	}
	return o, nil // stored: the Reconciler makes it
}

// Returned sums the units of all refunds of units, except of those that failed or were waived.
func (o Progress) Returned() basket.Units {
	sum := basket.Units{}
	for key, units := range o.RefundedUnits {
		counts := func(r Refund) bool { return r.Key == key && !r.Failed }
		if slices.ContainsFunc(o.Tenders, func(t Tender) bool { return slices.ContainsFunc(t.Refunds, counts) }) {
			for part, n := range units {
				sum[part] += n
			}
		}
	}
	return sum
}

// refundFrom divides a refund over the tenders, the last first. It returns the operations of local ones.
func (svc *Service) refundFrom(ctx context.Context, o *Order, amount money.Amount, key string) (ops []table.Op, err error) {
	now := svc.now()
	rest := amount.Minor
	for n, t := range slices.Backward(o.Tenders) {
		part := money.Of(min(rest, t.Left().Minor), amount.Currency)
		if t.State != PaymentCaptured || part.Minor <= 0 || t.Captured.Currency != amount.Currency {
			continue
		}
		rest -= part.Minor
		r := Refund{Key: key, Amount: part}
		if !t.Remote() {
			local, err := svc.local(o, n)
			if err != nil {
				return nil, err
			}
			more, err := local.Refund(ctx, now, part)
			if err != nil {
				return nil, err
			}
			ops, r.At = append(ops, more...), now.Truncate(time.Millisecond)
		}
		o.edit(n).Refunds = append(slices.Clone(t.Refunds), r)
		if t.Remote() {
			o.recordCall(n, callOf(r))
		}
	}
	if amount.Minor <= 0 || rest > 0 {
		return nil, ErrRefundTooLarge
	}
	if svc.step(*o) != nil {
		o.lease(now)
	}
	return ops, nil
}

// callOf is the name of the call that makes a refund of a part.
func callOf(r Refund) string { return callRefund + "-" + r.Key }

// refundPart makes a stored refund of a part. If the provider refused it before, a person may have made it there meanwhile.
func (svc *Service) refundPart(ctx context.Context, o Order, n, part int) (Order, error) {
	t := o.Tenders[n]
	provider, err := svc.provider(t)
	if err != nil {
		return o, err
	}
	t.Refunds = slices.Clone(t.Refunds)
	r := &t.Refunds[part]
	call, _ := t.call(callOf(*r))
	err = svc.at(PointRefund, func() (err error) {
		if strings.HasSuffix(call.Key, again) {
			found, err := provider.Find(ctx, tender.Reference{Intent: t.Intent})
			if err != nil || t.done(found) {
				return err
			}
		}
		r.ID, err = provider.Refund(ctx, call.Key, t.Intent, r.Amount)
		return err
	})
	if errors.Is(err, tender.ErrRefused) || errors.Is(err, tender.ErrNoIntent) {
		return svc.refundFailed(ctx, o, n)
	}
	if err != nil {
		return o, fmt.Errorf("order: refund: %w", err)
	}
	r.At = svc.now().Truncate(time.Millisecond)
	o.set(n, t)
	o.done(n, call.Name, r.At)
	svc.checkReturned(ctx, &o, n)
	svc.releaseLease(&o)
	return svc.write(ctx, PointRefunded, o)
}

// madeBefore reports whether the provider had already refunded the money when we asked, so that we know no id.
func (r Refund) madeBefore() bool { return r.ID == "" && !r.At.IsZero() && !r.Elsewhere && !r.Failed }

// isFor reports whether a refund at the provider with an unknown id is this one.
func (r Refund) isFor(there tender.Refund) bool {
	return r.ID == "" && !r.Failed && r.Amount == there.Amount && (r.madeBefore() || r.At.IsZero() && !there.Failed)
}

// unneeded is a refund that will not be made. It is kept, so that a repeated request for it does not make another one.
func (r Refund) unneeded() Refund {
	r.At, r.Failed = time.Time{}, true
	return r
}

// waived reports whether an operator decided that the refund is not made.
func (r Refund) waived() bool { return r.Elsewhere && r.ID == "" && r.Failed }

// ended reports whether the order was cancelled, refused by the kitchen, or never paid.
func (o Order) ended() bool { return o.Status.Final() && o.Status != Completed }

// checkReturned ends the tender of an order that will not be made once no refund of it is to be made: it waits for an operator if money of
// the guest is left that was not waived, and is settled if the guest did not get all of it from the provider.
func (svc *Service) checkReturned(ctx context.Context, o *Order, n int) {
	t := o.Tenders[n]
	if !o.ended() || !t.Remote() || !t.in(PaymentCaptured, PaymentRefunded) || t.unmade() >= 0 {
		return
	}
	switch {
	case t.unreturned().Minor > 0:
		svc.setRefundFailed(ctx, o, n)
	case t.sum(refundedThere).Minor < t.Captured.Minor:
		o.edit(n).State = PaymentSettled
	}
}

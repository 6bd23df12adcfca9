package order

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// Report applies an event of a payment provider. The event only names the payment: Report reads the payment's statement, and stores its
// changes in the order. So events have the same effect in any sequence, and a repeated event has no effect.
//
// A refund that was made at the provider is added to the order. A refund of a standing order that failed later becomes a Notice, that of a
// cancelled one a stuck payment. A lost authorisation cancels the order, or is stuck once the kitchen has begun. A dispute is stored, and
// noted for an operator: see Notices. Events about payments of no order have no effect. tender.ErrUnavailable when the provider does not
// answer: the event has to be sent again.
func (svc *Service) Report(ctx context.Context, p tender.Provider, from webhook.System, e webhook.Event) error {
	found, err := p.Find(ctx, tender.Reference{Intent: e.Subject})
	if errors.Is(err, tender.ErrNoIntent) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("order: event: %w", err)
	}
	token, err := svc.paidBy(ctx, found)
	if err != nil || token == "" {
		return err
	}
	o, err := svc.update(ctx, p, token, found, func() ([]table.Op, error) { return from.Record(ctx, svc.table, e, svc.now()) })
	switch {
	case errors.Is(err, webhook.ErrApplied):
		return nil
	case err != nil:
		return fmt.Errorf("order: event: %w", err)
	case o.Status == Authentication: // the guest failed at the bank, and may never come back to tell
		_, err = svc.Authenticated(ctx, token)
	case o.Status.Placed():
		_, err = svc.drive(ctx, o) // the capture notices a lost authorisation
	}
	return err
}

// update stores the changes in the statement of an order's payment, together with the operations of record.
func (svc *Service) update(
	ctx context.Context, ledger tender.Ledger, token string, i tender.Intent, record func() ([]table.Op, error),
) (o Order, err error) {
	var news []Notice
	o, err = svc.move(ctx, token, func(o Order) (Order, error) {
		ops, err := record()
		if err != nil {
			return o, err
		}
		if o.refunding() { // finish our own refund, so that its id is known when the statement lists it
			if o, err = svc.drive(ctx, o); err != nil {
				return o, err
			}
		}
		// Read after the order: after a conflict the statement is newer than the one that the other worker stored.
		s, err := ledger.Statement(ctx, i)
		if err != nil {
			return o, err
		}
		known := o.Tenders
		o, news = o.applyStatement(s)
		if n := o.tenderOf(i.ID); n >= 0 {
			svc.checkReturned(ctx, &o, n)
		}
		for _, n := range news {
			if op, err := svc.noticeOp(ctx, n); err != nil {
				return o, err
			} else if op != nil {
				ops = append(ops, *op)
			}
		}
		if !reflect.DeepEqual(o.Tenders, known) {
			svc.releaseLease(&o)
			return svc.write(ctx, "", o, ops...)
		}
		if len(ops) > 0 {
			err = svc.table.Write(ctx, ops...)
		}
		return o, err
	})
	if err == nil {
		for _, n := range news {
			n.log(ctx)
		}
	}
	return o, err
}

// Reread stores the changes in the statements of an order's payments for which no event has arrived yet.
func (svc *Service) Reread(ctx context.Context, ledger tender.Ledger, token string) error {
	p, err := LoadProgress(ctx, svc.table, token)
	for _, t := range p.Tenders {
		if err == nil && t.Intent != "" {
			err = svc.reread(ctx, ledger, token, t)
		}
	}
	return err
}

// reread stores the changes in the statement of a tender's payment.
func (svc *Service) reread(ctx context.Context, ledger tender.Ledger, token string, t Tender) error {
	i, err := svc.find(ctx, t, tender.Reference{Intent: t.Intent})
	if err != nil {
		return err
	}
	_, err = svc.update(ctx, ledger, token, i, noRecord)
	return err
}

// noRecord is the record of a look at the provider that no event caused.
func noRecord() ([]table.Op, error) { return nil, nil }

// disputed reports whether a dispute is open: its answer needs the guest's data.
func (o Progress) disputed() bool {
	return slices.ContainsFunc(o.Tenders, func(t Tender) bool {
		return slices.ContainsFunc(t.Disputes, func(d tender.Dispute) bool { return d.State == tender.DisputeOpen })
	})
}

// refunding reports whether a refund of our own is still to be made.
func (o Progress) refunding() bool {
	return slices.ContainsFunc(o.Tenders, func(t Tender) bool { return t.State == PaymentRefunding || t.Remote() && t.unmade() >= 0 })
}

// applyStatement adds refunds and disputes that the order does not have yet, and returns them as notices.
func (o Order) applyStatement(s tender.Statement) (Order, []Notice) {
	at := o.tenderOf(s.ID)
	if at < 0 {
		return o, nil // the saga does not know the payment yet, or has voided it
	}
	t := o.Tenders[at]
	captured := t.State == PaymentCaptured
	unseen := captured || t.State == PaymentSettled || !o.ended() // no stuck payment shows that a refund failed
	var news []Notice
	t.Refunds = slices.Clone(t.Refunds)
	resume, added := false, false
	for _, r := range s.Refunds {
		n := slices.IndexFunc(t.Refunds, func(known Refund) bool { return known.ID == r.ID })
		if n < 0 && r.Failed && !slices.ContainsFunc(t.Refunds, Refund.madeBefore) {
			continue // it moved no money
		}
		if n < 0 {
			n = slices.IndexFunc(t.Refunds, func(known Refund) bool { return known.isFor(r) })
			ours := n >= 0
			if !ours {
				n = len(t.Refunds)
				t.Refunds = append(t.Refunds, Refund{Amount: r.Amount})
				added = added || !r.Failed
			} else if t.Refunds[n].At.IsZero() { // an operator made one that the provider had refused
				resume = t.State == PaymentRefundFailed
			}
			t.Refunds[n].ID, t.Refunds[n].At, t.Refunds[n].Elsewhere = r.ID, r.At, true
			if !r.Failed {
				news = append(news, Notice{ID: r.ID, Kind: NoticeRefund, Amount: r.Amount, Made: r.At, needsOperator: captured && !ours})
			}
		}
		if r.Failed && !t.Refunds[n].Failed {
			t.Refunds[n].Failed = true
			news = append(news, Notice{ID: r.ID, Kind: NoticeFailedRefund, Amount: r.Amount, Made: r.At, needsOperator: unseen})
		}
	}
	for n, r := range t.Refunds { // the provider's list is complete
		if r.madeBefore() {
			t.Refunds[n] = r.unneeded()
		}
	}
	t.Disputes = slices.Clone(t.Disputes)
	for _, d := range s.Disputes {
		n := slices.IndexFunc(t.Disputes, func(known tender.Dispute) bool { return known.ID == d.ID })
		if n < 0 {
			n = len(t.Disputes)
			t.Disputes = append(t.Disputes, tender.Dispute{})
		}
		if t.Disputes[n] != d {
			t.Disputes[n] = d
			news = append(news, Notice{
				ID: d.ID, Kind: NoticeDispute, Amount: d.Amount, Made: d.At, State: d.State, Due: d.Due, needsOperator: d.State != tender.DisputeWon,
			})
		}
	}
	o.set(at, t)
	switch _, begun := t.call(callRefund); {
	case t.State != PaymentRefundFailed || t.Captured.Minor == 0:
	case t.Refunded().Minor >= t.Captured.Minor || o.ended() && t.unmade() < 0 && t.unreturned().Minor == 0: // a person refunded it there
		for n, r := range t.Refunds {
			if r.At.IsZero() {
				t.Refunds[n] = r.unneeded()
			}
		}
		if t.State = PaymentCaptured; o.ended() {
			t.State = PaymentRefunded
		}
		o.set(at, t)
	case begun && added && t.unmade() < 0: // a person refunded a part: refund the rest
		o.refundTender(at, callRefund)
		o.recordCallAgain(at, callRefund)
	case resume:
		o.resume(at)
	}
	for n := range news {
		news[n].Order, news[n].Intent = o.ID, s.ID
	}
	return o, news
}

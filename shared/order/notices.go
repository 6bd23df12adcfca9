package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

// Notice is something that a payment provider did to an order's payment without being asked: an operator must look.
type Notice struct {
	ID      string              `json:"id"` // of the refund or the dispute at the provider
	Kind    NoticeKind          `json:"kind"`
	Order   string              `json:"order"` // id
	Intent  string              `json:"intent"`
	Amount  money.Amount        `json:"amount"`
	Made    time.Time           `json:"made"`
	State   tender.DisputeState `json:"state,omitempty"` // of a dispute
	Due     time.Time           `json:"due,omitzero"`    // last moment to answer a dispute
	Settled *Settlement         `json:"settled,omitempty"`

	needsOperator bool
}

// NoticeKind is what happened.
type NoticeKind string

const (
	NoticeRefund       NoticeKind = "refund"        // made at the provider, of an order that is not cancelled
	NoticeFailedRefund NoticeKind = "failed-refund" // it did not reach the guest, and no stuck payment shows it
	NoticeDispute      NoticeKind = "dispute"       // open, or lost
)

// Resolved says that the provider ended what an operator waited for: a dispute was won.
const Resolved Settling = "resolved"

const noticePrefix = "notice#"

func (n Notice) key() table.Key { return table.Key{PK: comparisonPartition, SK: noticePrefix + n.ID} }

// item does not expire while a dispute is open, even if it is settled: only with it updateDisputes finds the order that waits for its end.
func (n Notice) item() table.Item {
	i := finding(n.key(), n, n.Settled)
	if n.State == tender.DisputeOpen {
		i.Expires = time.Time{}
	}
	return i
}

// noticeOp is the operation that stores a notice for an operator, or removes it from the operator's list. Nil if there is nothing to
// store: a settled notice reopens only for a new event.
func (svc *Service) noticeOp(ctx context.Context, n Notice) (*table.Op, error) {
	var known Notice
	i, err := table.Find(ctx, svc.table, n.key(), &known)
	if err != nil {
		return nil, fmt.Errorf("order: notice: %w", err)
	}
	if n.needsOperator && known.same(n) || !n.needsOperator && (i.Version == 0 || known.Settled != nil && known.State == n.State) {
		return nil, nil
	}
	if !n.needsOperator {
		n.Settled = &Settlement{At: svc.now().Truncate(time.Second), How: Resolved}
	}
	op := table.Put(n.item())
	return &op, nil
}

// log logs and counts a notice.
func (n Notice) log(ctx context.Context) {
	attributes := []any{"kind", string(n.Kind), "id", n.ID, "order", n.Order, "intent", n.Intent, "amount", n.Amount.String()}
	switch {
	case n.Kind == NoticeDispute && n.needsOperator:
		telemetry.Count(ctx, telemetry.PaymentsDisputed)
		slog.ErrorContext(ctx, "an order's payment is disputed", append(attributes, "state", string(n.State), "due", n.Due)...)
	case n.Kind == NoticeFailedRefund:
		telemetry.Count(ctx, telemetry.PaymentsUnreturned)
		slog.ErrorContext(ctx, "a refund did not reach the guest", attributes...)
	default:
		slog.InfoContext(ctx, "the payment provider changed an order's payment", attributes...)
	}
}

// Notices lists the notices that are not settled, the oldest first.
func Notices(ctx context.Context, t table.Table) ([]Notice, error) {
	all, err := findings(ctx, t, noticePrefix, func(n Notice) bool { return n.Settled == nil })
	slices.SortFunc(all, func(a, b Notice) int { return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.ID, b.ID)) })
	return all, err
}

// updateDisputes reads the payments of notices of open disputes, also of settled ones: some disputes are closed, and the event was lost. It
// stops when the provider does not answer, or at the bound of time, and continues there. Other errors do not keep it from the rest.
func (svc *Service) updateDisputes(ctx context.Context, ledger tender.Ledger, c *Comparison) error {
	open, err := findings(ctx, svc.table, noticePrefix, func(n Notice) bool { return n.State == tender.DisputeOpen && n.ID > c.Dispute })
	if err != nil {
		return err
	}
	for _, n := range open {
		if _, failed := svc.ReadNotice(ctx, ledger, n); failed != nil {
			err = errors.Join(err, failed)
			if errors.Is(failed, tender.ErrUnavailable) || ctx.Err() != nil {
				return err
			}
		}
		c.Dispute = n.ID
	}
	c.Ended = true
	return err
}

// ErrNoticeChanged means that the refund or dispute of a notice has changed since an operator saw it.
var ErrNoticeChanged = errors.New("order: the notice has changed")

// SettleNotice ends a notice that an operator has dealt with. If the guest got the money of a failed refund elsewhere, the order stores
// that, and a later cancel does not refund it again. ErrNoticeChanged when the stored notice is not the same as n any more, or is settled.
func (svc *Service) SettleNotice(ctx context.Context, n Notice, how Settling) error {
	var now Notice
	stored, err := table.Find(ctx, svc.table, n.key(), &now)
	if err != nil {
		return fmt.Errorf("order: settle: %w", err)
	}
	if !now.same(n) || now.Settled != nil {
		return ErrNoticeChanged
	}
	n.Settled = &Settlement{At: svc.now().Truncate(time.Second), How: how}
	write := func(ops ...table.Op) error {
		err := svc.table.Write(ctx, append(ops, table.Replace(n.item(), stored.Version))...)
		if table.Failed(err, n.key()) {
			return ErrNoticeChanged
		}
		return err
	}
	if n.Kind != NoticeFailedRefund || how != Elsewhere {
		return write()
	}
	token, err := Of(ctx, svc.table, n.Order)
	if err != nil {
		return err
	}
	_, err = svc.move(ctx, token, func(o Order) (Order, error) {
		at := o.tenderOf(n.Intent)
		if at < 0 || o.ended() { // no later cancel
			return o, write()
		}
		t := o.edit(at)
		t.Refunds = append(slices.Clone(t.Refunds), Refund{Amount: n.Amount, At: n.Settled.At, Elsewhere: true})
		return o, write(o.save())
	})
	return err
}

// same reports whether two notices about one refund or dispute are in the same state.
func (n Notice) same(other Notice) bool {
	return n.Kind == other.Kind && n.State == other.State && n.Due.Equal(other.Due)
}

// ReadNotice reads a notice's payment at the provider again, and returns the notice; Settled is set if it is resolved.
func (svc *Service) ReadNotice(ctx context.Context, ledger tender.Ledger, n Notice) (Notice, error) {
	token, err := Of(ctx, svc.table, n.Order)
	if err == nil {
		err = svc.reread(ctx, ledger, token, Tender{Kind: KindCharge, Intent: n.Intent})
	}
	if err != nil {
		return n, err
	}
	i, err := table.Find(ctx, svc.table, n.key(), &n)
	if err == nil && i.Version == 0 {
		err = ErrNoticeChanged
	}
	return n, err
}

package order

import (
	"cmp"
	"context"
	"encoding/json"
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
	NoticeRefund       NoticeKind = "refund"        // made at the provider, of an order that stands
	NoticeFailedRefund NoticeKind = "failed-refund" // it did not reach the guest; the order stands
	NoticeDispute      NoticeKind = "dispute"       // open, or lost
)

// Resolved says that the provider ended what an operator waited for: a dispute was won.
const Resolved Settling = "resolved"

const noticePrefix = "notice#"

func (n Notice) key() table.Key { return table.Key{PK: comparisonPartition, SK: noticePrefix + n.ID} }

func (n Notice) item() table.Item { return finding(n.key(), n, n.Settled) }

// noticeOp is the operation that stores a notice for an operator, or removes it from the operator's list. Nil if there is nothing to store: a
// notice that was settled does not return with the same news.
func (svc *Service) noticeOp(ctx context.Context, n Notice) (*table.Op, error) {
	var known Notice
	i, err := svc.table.Get(ctx, n.key())
	exists := err == nil
	if exists {
		err = json.Unmarshal(i.Data, &known)
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, fmt.Errorf("order: notice: %w", err)
	}
	same := known.Kind == n.Kind && known.State == n.State && known.Due.Equal(n.Due)
	if n.needsOperator && same || !n.needsOperator && (!exists || known.Settled != nil) {
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

// updateDisputes reads the payments with disputes that an operator has to look at: some are closed, and the event was lost.
func (svc *Service) updateDisputes(ctx context.Context, ledger tender.Ledger) error {
	all, err := Notices(ctx, svc.table)
	for _, n := range all {
		if n.Kind == NoticeDispute && err == nil {
			_, err = svc.ReadNotice(ctx, ledger, n)
		}
	}
	return err
}

// SettleNotice ends a notice that an operator has dealt with.
func (svc *Service) SettleNotice(ctx context.Context, n Notice, how Settling) error {
	n.Settled = &Settlement{At: svc.now().Truncate(time.Second), How: how}
	return svc.table.Write(ctx, table.Put(n.item()))
}

// ReadNotice reads a notice's payment at the provider again, and returns the notice; Settled is set if it is resolved.
func (svc *Service) ReadNotice(ctx context.Context, ledger tender.Ledger, n Notice) (Notice, error) {
	token, err := Of(ctx, svc.table, n.Order)
	if err == nil {
		_, err = svc.reread(ctx, ledger, token, Tender{Kind: KindCharge, Intent: n.Intent})
	}
	if err != nil {
		return n, err
	}
	i, err := svc.table.Get(ctx, n.key())
	if err == nil {
		err = json.Unmarshal(i.Data, &n)
	}
	return n, err
}

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
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

// Bounds limit a comparison of the orders with the provider's payments.
type Bounds struct {
	Days   int           // length of the window
	Pages  int           // pages of the provider's list that one call reads
	Within time.Duration // time that one call takes
}

// Comparison is the progress of comparing a window of time, from To back to From.
type Comparison struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Cursor string    `json:"cursor,omitempty"` // of the provider's next page
	Above  time.Time `json:"above"`            // payments and orders from here to To are compared
	// Progress within the provider's next page: orders are compared up to SK of Shard in the index, then Payments of the page.
	Shard    int       `json:"shard,omitempty"`
	SK       string    `json:"sk,omitempty"`
	Payments int       `json:"payments,omitempty"`
	Listed   bool      `json:"listed,omitempty"`  // all pages are compared: the open disputes follow
	Dispute  string    `json:"dispute,omitempty"` // ID of the last open dispute that was read
	Moved    time.Time `json:"moved"`             // last progress
	Ended    bool      `json:"ended,omitempty"`
}

// Unmatched is a payment without an order, or an order without its payment: an operator must look.
type Unmatched struct {
	Intent  string       `json:"intent"`
	Order   string       `json:"order"` // id; for a payment the one that the provider has, which may be empty
	Missing string       `json:"missing"`
	Amount  money.Amount `json:"amount"` // what the provider has, or the order's total
	Made    time.Time    `json:"made"`
	Settled *Settlement  `json:"settled,omitempty"`
}

// Values of Unmatched.Missing.
const (
	MissingOrder   = "order"
	MissingPayment = "payment"
)

// One partition has the progress of the last comparison and all findings.
const (
	comparisonPartition = "comparison"
	foundPrefix         = "found#"
)

var comparisonKey = table.Key{PK: comparisonPartition, SK: "progress"}

// settledFor is how long a settled finding is kept: longer than any window, so that the next comparison does not report it again.
const settledFor = 90 * 24 * time.Hour

func (u Unmatched) key() table.Key {
	return table.Key{PK: comparisonPartition, SK: foundPrefix + u.Name()}
}

// Name is the id of the payment or order that exists.
func (u Unmatched) Name() string {
	if u.Missing == MissingOrder {
		return u.Intent
	}
	return u.Order
}

func (u Unmatched) item() table.Item { return finding(u.key(), u, u.Settled) }

// finding is the item of a finding for an operator. A settled one expires.
func finding(key table.Key, of any, settled *Settlement) table.Item {
	i := table.Item{Key: key, Data: table.Encode(of)}
	if settled != nil {
		i.Expires = settled.At.Add(settledFor)
	}
	return i
}

// findings lists the findings with a prefix that keep accepts.
func findings[T any](ctx context.Context, t table.Table, prefix string, keep func(T) bool) ([]T, error) {
	q := table.Query{PK: comparisonPartition, From: prefix, To: prefix + "~"}
	var all []T
	for i, err := range table.All(ctx, t, q) {
		var one T
		if err == nil {
			err = json.Unmarshal(i.Data, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("order: findings: %w", err)
		}
		if keep(one) {
			all = append(all, one)
		}
	}
	return all, nil
}

// RestartComparison makes the next Compare begin a new comparison, even if there was one today.
func RestartComparison(ctx context.Context, t table.Table) error {
	return t.Write(ctx, table.Delete(comparisonKey, 0))
}

// Compare compares the orders with the payments at the provider of the cards, once a day, and reports each payment without an order and
// each order without its payment. Then it reads the payments with an open dispute again. A call stops at its bounds or at an error, and the
// next one continues. A comparison that has not ended a day after its start is logged and counted.
func (svc *Service) Compare(ctx context.Context, ledger tender.Ledger, b Bounds) (Comparison, error) {
	c, err := svc.comparison(ctx)
	if err != nil {
		return c, err
	}
	now := svc.now().Truncate(time.Second)
	if c.Ended && c.To.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return c, nil
	}
	if !c.Ended && !c.To.IsZero() && now.Sub(c.To) > 24*time.Hour {
		telemetry.Count(ctx, telemetry.PaymentsUnmatched)
		slog.ErrorContext(ctx, "the comparison of payments has not ended within a day", "from", c.From, "to", c.To, "done", c.Above, "moved", c.Moved)
	}
	// Restart a comparison without progress for a day: its cursor may name a payment that the provider does not know any more.
	if c.Ended || now.Sub(c.Moved) > 24*time.Hour {
		c = Comparison{From: now.AddDate(0, 0, -b.Days), To: now, Above: now.Add(time.Second), Moved: now}
	}
	bounded, cancel := context.WithTimeout(ctx, b.Within)
	defer cancel()
	for n := 0; !c.Ended && (n < b.Pages || c.Listed); n++ {
		before, compare := c, svc.comparePage
		if c.Listed {
			compare = svc.updateDisputes
		}
		err := compare(bounded, ledger, &c)
		if c != before {
			c.Moved = now
		}
		if stored := svc.storeComparison(ctx, c); stored != nil {
			return c, stored
		}
		if err != nil {
			return c, unlessBounded(bounded, err)
		}
	}
	return c, nil
}

func (svc *Service) storeComparison(ctx context.Context, c Comparison) error {
	if err := svc.table.Write(ctx, table.Put(table.Item{Key: comparisonKey, Data: table.Encode(c)})); err != nil {
		return fmt.Errorf("order: compare: %w", err)
	}
	return nil
}

// unlessBounded wraps the error of a call; nil if the call reached its bound of time.
func unlessBounded(ctx context.Context, err error) error {
	if err == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil
	}
	return fmt.Errorf("order: compare: %w", err)
}

func (svc *Service) comparison(ctx context.Context) (c Comparison, err error) {
	if _, err = table.Find(ctx, svc.table, comparisonKey, &c); err != nil {
		err = fmt.Errorf("order: compare: %w", err)
	}
	return c, err
}

// comparePage compares the payments on the provider's next page, and the orders of that time. After an error c has the progress so far.
func (svc *Service) comparePage(ctx context.Context, ledger tender.Ledger, c *Comparison) error {
	page, next, err := ledger.List(ctx, c.From, c.To, c.Cursor)
	if err != nil {
		return err
	}
	down := c.From
	if next != "" {
		down = slices.MinFunc(append(page, tender.Intent{Created: c.Above}), func(a, b tender.Intent) int { return a.Created.Compare(b.Created) }).Created
	}
	seen, explained := map[string]tender.Intent{}, map[string]bool{}
	for _, i := range page {
		seen[i.ID] = i
	}
	for ; c.Shard < Shards; c.Shard, c.SK = c.Shard+1, "" {
		err := Placed(ctx, svc.table, c.Shard, max(c.SK, down.Format(time.RFC3339)), c.Above, func(sk, token string, p Progress, err error) (bool, error) {
			if err != nil {
				return false, err
			}
			for _, t := range p.Tenders {
				explained[t.Intent] = p.explains(t.Intent)
			}
			if sk == c.SK {
				return true, nil // compared before
			}
			if err = svc.compareOrder(ctx, ledger, token, p, seen); err == nil {
				c.SK = sk
			}
			return true, err
		})
		if err != nil {
			return err
		}
	}
	for ; c.Payments < len(page); c.Payments++ {
		if i := page[c.Payments]; !explained[i.ID] {
			if err := svc.comparePayment(ctx, i); err != nil {
				return err
			}
		}
	}
	c.Cursor, c.Above, c.Shard, c.Payments, c.Listed = next, down, 0, 0, next == ""
	return nil
}

// Placed calls each with the orders of one of the Shards, from a sort key in the index up to a time, until each returns false.
// If an order cannot be read, each gets the error.
func Placed(
	ctx context.Context, t table.Table, shard int, from string, to time.Time,
	each func(sk, token string, p Progress, unreadable error) (more bool, err error),
) error {
	q := table.Query{Index: true, PK: placedShard(shard), From: from, To: to.Format(time.RFC3339)}
	for i, err := range table.All(ctx, t, q) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		token, p, err := orderOfItem(ctx, t, i)
		if more, err := each(i.Index.SK, token, p, err); err != nil || !more {
			return err
		}
	}
	return nil
}

// explains reports whether the order accounts for the money of the payment, or its saga still works on it.
func (o Progress) explains(intent string) bool {
	if !o.Due.IsZero() {
		return true
	}
	return slices.ContainsFunc(o.Tenders, func(t Tender) bool {
		return t.Intent == intent && t.in(PaymentCaptured, PaymentCaptureFailed, PaymentRefundFailed, PaymentSettled)
	})
}

// comparePayment reports a payment with money that no order explains.
func (svc *Service) comparePayment(ctx context.Context, i tender.Intent) error {
	matched, err := svc.matched(ctx, i)
	if err == nil && !matched { // the list may be older than the order
		i, err = svc.find(ctx, Tender{Kind: KindCharge}, tender.Reference{Intent: i.ID})
		if errors.Is(err, tender.ErrNoIntent) {
			return nil
		}
	}
	if err != nil || matched || !i.HasMoney() {
		return err
	}
	return svc.report(ctx, Unmatched{Intent: i.ID, Order: i.Order, Missing: MissingOrder, Amount: i.Money(), Made: i.Created})
}

func (svc *Service) matched(ctx context.Context, i tender.Intent) (bool, error) {
	if !i.HasMoney() {
		return true, nil
	}
	token, err := svc.paidBy(ctx, i)
	if err != nil || token == "" {
		return false, err
	}
	p, err := LoadProgress(ctx, svc.table, token)
	if problem.Is(err, problem.OrderNotFound) {
		return false, nil
	}
	return p.explains(i.ID), err
}

// paidBy returns the token of the order that a payment is for; empty if it is for none. The provider loses the order's id when the guest is
// erased: then it searches the orders of that time.
func (svc *Service) paidBy(ctx context.Context, i tender.Intent) (token string, err error) {
	if i.Order != "" {
		token, err = Of(ctx, svc.table, i.Order)
		if problem.Is(err, problem.OrderNotFound) {
			return "", nil
		}
		return token, err
	}
	for n := 0; n < Shards && err == nil && token == ""; n++ {
		from := i.Created.Add(-payWithin).UTC().Format(time.RFC3339)
		err = Placed(ctx, svc.table, n, from, i.Created.Add(time.Minute).UTC(), func(_, of string, p Progress, err error) (bool, error) {
			if p.tenderOf(i.ID) >= 0 {
				token = of
			}
			return token == "", err
		})
	}
	return token, err
}

// orderOfItem reads the order of an item of Order.idItem. Progress is zero when the index is behind and the order does not exist.
func orderOfItem(ctx context.Context, t table.Table, item table.Item) (token string, p Progress, err error) {
	if err := json.Unmarshal(item.Data, &token); err != nil {
		return "", p, err
	}
	p, err = LoadProgress(ctx, t, token)
	if problem.Is(err, problem.OrderNotFound) {
		return token, Progress{}, nil
	}
	return token, p, err
}

// compareOrder reports a paid order that has no payment at its provider. It also finds refunds, failed refunds and disputes of which no
// event arrived.
func (svc *Service) compareOrder(ctx context.Context, ledger tender.Ledger, token string, p Progress, seen map[string]tender.Intent) error {
	for _, t := range p.Tenders {
		i := seen[t.Intent]
		// A refund can fail later. The provider may still count it, so equal amounts do not mean that nothing has changed.
		refunds := i.Refunded.Minor > 0 || t.Refunded().Minor > 0
		disputed := i.Disputed && len(t.Disputes) == 0
		if i.State == tender.IntentCaptured && p.Due.IsZero() && (refunds || disputed) {
			if _, err := svc.update(ctx, ledger, token, i, noRecord); err != nil && !errors.Is(err, tender.ErrNoIntent) {
				return err
			}
		}
	}
	n, err := svc.unpaid(ctx, p, seen)
	if err != nil || n < 0 {
		return err
	}
	o, err := Load(ctx, svc.table, token)
	if err != nil {
		return err
	}
	t := o.Tenders[n]
	return svc.report(ctx, Unmatched{Intent: t.Intent, Order: o.ID, Missing: MissingPayment, Amount: t.Amount, Made: o.PlacedAt})
}

// unpaid returns the index of the first captured tender that its provider has not captured, or -1. It asks for those that
// are not in seen.
func (svc *Service) unpaid(ctx context.Context, p Progress, seen map[string]tender.Intent) (int, error) {
	for n, t := range p.Tenders {
		if t.State != PaymentCaptured || !t.Remote() || seen[t.Intent].State == tender.IntentCaptured {
			continue
		}
		i, err := svc.find(ctx, t, tender.Reference{Intent: t.Intent})
		if errors.Is(err, tender.ErrNoIntent) || err == nil && i.State != tender.IntentCaptured {
			return n, nil
		}
		if err != nil {
			return -1, err
		}
	}
	return -1, nil
}

// report stores a finding, logs and counts it. A known finding is not reported again.
func (svc *Service) report(ctx context.Context, u Unmatched) error {
	err := svc.table.Write(ctx, table.Create(u.item()))
	if table.Failed(err, u.key()) {
		return nil
	}
	if err == nil {
		telemetry.Count(ctx, telemetry.PaymentsUnmatched)
		slog.ErrorContext(ctx, "a payment and the orders do not match", "missing", u.Missing, "order", u.Order, "intent", u.Intent, "amount", u.Amount.String())
	}
	return err
}

// UnmatchedPayments lists the findings that are not settled, the oldest first.
func UnmatchedPayments(ctx context.Context, t table.Table) ([]Unmatched, error) {
	all, err := findings(ctx, t, foundPrefix, func(u Unmatched) bool { return u.Settled == nil })
	slices.SortFunc(all, func(a, b Unmatched) int { return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.Name(), b.Name())) })
	return all, err
}

// MatchAgain compares the payment and the order of a finding again, and deletes the finding if they match now.
func (svc *Service) MatchAgain(ctx context.Context, u Unmatched) (matched bool, err error) {
	if u.Missing == MissingOrder {
		var i tender.Intent
		i, err = svc.find(ctx, Tender{Kind: KindCharge}, tender.Reference{Intent: u.Intent})
		if matched = errors.Is(err, tender.ErrNoIntent); err == nil {
			matched, err = svc.matched(ctx, i)
		}
	} else {
		var token string
		var p Progress
		if token, err = Of(ctx, svc.table, u.Order); err == nil {
			p, err = LoadProgress(ctx, svc.table, token)
		}
		if err == nil {
			var n int
			n, err = svc.unpaid(ctx, p, nil)
			matched = err == nil && n < 0
		}
	}
	if matched {
		err = svc.table.Write(ctx, table.Delete(u.key(), 0))
	}
	return matched, err
}

// SettleUnmatched ends a finding that an operator settled outside of the provider.
func (svc *Service) SettleUnmatched(ctx context.Context, u Unmatched, how Settling) error {
	u.Settled = &Settlement{At: svc.now().Truncate(time.Second), How: how}
	return svc.table.Write(ctx, table.Put(u.item()))
}

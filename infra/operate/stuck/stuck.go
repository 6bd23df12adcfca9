// Package stuck lists the cases that wait for an operator: payments with a capture or refund that the provider refuses permanently,
// payments and orders that do not match, refunds and disputes that the provider reported, and undeliverable messages. It retries a case
// once the operator has repaired its cause, and ends one that the operator settled. npm run stuck and the sandbox's outbox page are its
// screens.
package stuck

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/form"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Service lists and settles the cases that wait for an operator.
type Service struct {
	Table  table.Table
	Orders *order.Service
	Ledger tender.Ledger // of the payment provider
	Now    func() time.Time
}

// Case is one payment, order or message that waits for a person.
type Case struct {
	Name  string // begins with the id of an order or a payment, or the reference of a form. They give no access to the guest's data
	About string // what waits, and why
	Todo  string // what the operator does about it

	retry  func(context.Context) (string, error)       // nil: it can only be settled
	settle func(context.Context, order.Settling) error // nil: it can only be retried
}

// StillStuck is the error of a case that stays stuck. Its text is for the operator.
type StillStuck string

func (s StillStuck) Error() string { return string(s) }

// Cases lists all cases.
func (s Service) Cases(ctx context.Context) ([]Case, error) {
	var all []Case
	refused, err := order.Stuck(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	for _, o := range refused {
		all = append(all, s.payment(o))
	}
	unmatched, err := order.UnmatchedPayments(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	for _, u := range unmatched {
		all = append(all, s.unmatched(u))
	}
	notices, err := order.Notices(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	for _, n := range notices {
		all = append(all, s.notice(n))
	}
	aside, err := outbox.Aside(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	messages, err := s.Messages(ctx, aside)
	return append(all, messages...), err
}

// payment is a capture or refund that the provider refuses permanently.
func (s Service) payment(o order.Order) Case {
	t, _ := o.StuckTender()
	amount := t.Amount
	if owed := t.Owed(); t.State == order.PaymentRefundFailed && owed.Minor > 0 {
		amount = owed
	}
	placed := o.PlacedAt.Format(time.DateOnly)
	return Case{
		Name:  o.ID + "/payment",
		About: fmt.Sprintf("order %s of %s, %s, %s: %s, Stripe %s", o.Number, placed, o.Location.Label, amount, t.State, t.Intent),
		Todo:  "Stripe refuses permanently: repair the cause there, or do it by hand, then try again.",
		retry: func(ctx context.Context) (string, error) {
			// A person may have refunded it by hand.
			err := s.Orders.Reread(ctx, s.Ledger, o.Token)
			if err != nil && !errors.Is(err, tender.ErrUnavailable) && !errors.Is(err, tender.ErrNoIntent) {
				return "", err
			}
			after, err := s.Orders.RetryStuck(ctx, o.Token)
			if errors.Is(err, tender.ErrUnavailable) {
				return "Stripe does not answer: the retry continues automatically.", nil
			}
			still, refused := after.StuckTender()
			if err == nil && refused {
				return "", StillStuck(fmt.Sprintf("Stripe refuses again: it is still %s", still.State))
			}
			return fmt.Sprintf("It is %s.", after.Payment().State), err
		},
		settle: func(ctx context.Context, how order.Settling) error {
			_, err := s.Orders.Settle(ctx, o.Token, how)
			return err
		},
	}
}

// unmatched is a payment without an order, or an order without its payment.
func (s Service) unmatched(u order.Unmatched) Case {
	made, named := u.Made.Format(time.DateOnly), cmp.Or(u.Order, "unknown")
	todo := "Stripe has money of a guest, and no order explains it: refund it there, then try again."
	if u.Missing != "order" {
		todo = "The order counts as paid, and Stripe has not captured its payment: capture it there, then try again."
	}
	return Case{
		Todo:  todo,
		Name:  u.Name() + "/unmatched",
		About: fmt.Sprintf("of %s, %s: the %s is missing. Order %s, Stripe %s", made, u.Amount, u.Missing, named, u.Intent),
		retry: func(ctx context.Context) (string, error) {
			matched, err := s.Orders.MatchAgain(ctx, u)
			if err == nil && !matched {
				return "", StillStuck("the " + u.Missing + " is still missing")
			}
			return "The payment and the order match.", err
		},
		settle: func(ctx context.Context, how order.Settling) error { return s.Orders.SettleUnmatched(ctx, u, how) },
	}
}

// notice is a refund or a dispute that the provider reported.
func (s Service) notice(n order.Notice) Case {
	state := string(n.Kind)
	c := Case{
		Name:   n.ID + "/" + string(n.Kind),
		settle: func(ctx context.Context, how order.Settling) error { return s.Orders.SettleNotice(ctx, n, how) },
	}
	switch n.Kind {
	case order.NoticeDispute:
		state += ", " + string(n.State)
		if !n.Due.IsZero() {
			state += ", to be answered by " + n.Due.Format(time.RFC3339)
		}
		c.Todo = "The cardholder objects to the payment: answer it in Stripe's dashboard, then try again."
		c.retry = func(ctx context.Context) (string, error) {
			n, err := s.Orders.ReadNotice(ctx, s.Ledger, n)
			if err == nil && n.Settled == nil {
				return "", StillStuck(fmt.Sprintf("the dispute is still %s: answer it in Stripe's dashboard. "+
					"Close it with waived or elsewhere once nothing is left to do", n.State))
			}
			return "Stripe closed the dispute in our favour.", err
		}
	case order.NoticeRefund:
		c.Todo = "A part was refunded at Stripe, and the order stands: waive it once it is in the books."
	default:
		c.Todo = "A refund did not reach the guest: refund the guest another way."
	}
	c.About = fmt.Sprintf("of %s, %s: %s. Order %s, Stripe %s", n.Made.Format(time.DateOnly), n.Amount, state, n.Order, n.Intent)
	return c
}

// Messages returns rows of the outbox as cases, with the numbers of their orders or forms, the oldest first.
func (s Service) Messages(ctx context.Context, rows []outbox.Delivery) ([]Case, error) {
	slices.SortStableFunc(rows, func(a, b outbox.Delivery) int { return a.Since.Compare(b.Since) })
	var all []Case
	for _, row := range rows {
		var o order.Order
		var c form.Case
		var err error
		if row.Kind == outbox.KindFormMail || row.Kind == outbox.KindFormEvent {
			c, err = form.Load(ctx, s.Table, row.Lane())
		} else {
			o, err = order.Load(ctx, s.Table, row.Lane())
		}
		if err != nil && !problem.Is(err, problem.OrderNotFound) && !problem.Is(err, problem.NotFound) {
			return nil, err
		}
		about := "order " + cmp.Or(o.Number, "unknown")
		if c.Reference != "" {
			about = "form " + c.Reference
		}
		_, what, _ := strings.Cut(row.ID, "/")
		name := cmp.Or(o.ID, c.Reference, fmt.Sprintf("%.8x", sha256.Sum256([]byte(row.ID)))) + "/" + what
		all = append(all, Case{
			Name:  name,
			About: fmt.Sprintf("%s, since %s, tries: %d. %s", about, row.Since.Format(time.RFC3339), row.Tries, row.Error),
			Todo:  "Repair the receiver, then try again.",
			retry: func(ctx context.Context) (string, error) {
				err := outbox.Again(ctx, s.Table, row.ID, s.Now())
				if errors.Is(err, table.ErrNotFound) || errors.As(err, new(*table.Conflict)) {
					return "", StillStuck(name + " is already being delivered")
				}
				return "It is queued for delivery.", err
			},
		})
	}
	return all, nil
}

// Find returns the case with a name, or StillStuck if it does not exist.
func (s Service) Find(ctx context.Context, name string) (Case, error) {
	all, err := s.Cases(ctx)
	for _, m := range all {
		if m.Name == name {
			return m, nil
		}
	}
	if err == nil {
		err = StillStuck(name + " is not waiting (any more). Nothing was changed")
	}
	return Case{}, err
}

// Retry retries a case. It returns the result as text, or StillStuck.
func (m Case) Retry(ctx context.Context) (string, error) {
	if !m.CanRetry() {
		return "", StillStuck("it cannot be retried: close it with waived or elsewhere once it is in the books")
	}
	said, err := m.retry(ctx)
	if errors.Is(err, tender.ErrUnavailable) {
		return "", StillStuck("Stripe does not answer: try again later. Nothing was changed")
	}
	return said, err
}

// Settle ends a payment that an operator settled outside Stripe, or returns StillStuck.
func (m Case) Settle(ctx context.Context, how order.Settling) error {
	if !m.IsPayment() {
		return StillStuck(m.Name + " is a message: it can only be retried. Nothing was changed")
	}
	err := m.settle(ctx, how)
	switch {
	case errors.Is(err, order.ErrAlreadyDone):
		return StillStuck("Stripe has completed it in the meantime: retry it, with its name alone. Nothing was changed")
	case errors.Is(err, order.ErrNoticeChanged):
		return StillStuck("it has changed: list all cases and look at it again. Nothing was changed")
	case errors.Is(err, tender.ErrUnavailable):
		return StillStuck("Stripe does not report its state: try again later. Nothing was changed")
	}
	return err
}

// CanRetry reports whether a retry can end the case.
func (m Case) CanRetry() bool { return m.retry != nil }

// IsPayment reports whether the case can be settled. A message can only be retried.
func (m Case) IsPayment() bool { return m.settle != nil }

// Settling parses how a payment was settled.
func Settling(text string) (order.Settling, error) {
	how := order.Settling(text)
	if how != order.Elsewhere && how != order.Waived {
		return "", fmt.Errorf("unknown settlement %q: use %s or %s. Nothing was changed", text, order.Elsewhere, order.Waived)
	}
	return how, nil
}

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
	"strings"
	"time"

	"ordering/shared/form"
	"ordering/shared/money"
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

// Case is one payment, order or message. Its name begins with the id of an order or a payment, or the reference of a
// form. They give no access to the guest's data.
type Case struct {
	Name      string
	Order     order.Order      // empty if unknown
	Form      string           // reference of the form that a message is about
	Message   *outbox.Delivery // set for a message; with Unmatched and Notice nil too, the case is a refused payment
	Unmatched *order.Unmatched // set for a payment without an order, or an order without its payment
	Notice    *order.Notice    // set for a refund or a dispute that the provider reported
}

// IsRefund reports whether the refused operation is a refund. Otherwise it is a capture.
func (m Case) IsRefund() bool { return m.Tender().State == order.PaymentRefundFailed }

// Tender returns the refused payment.
func (m Case) Tender() order.Tender {
	t, _ := m.Order.StuckTender()
	return t
}

// Amount returns the amount of a refused payment.
func (m Case) Amount() money.Amount {
	t := m.Tender()
	if owed := t.Owed(); m.IsRefund() && owed.Minor > 0 {
		return owed
	}
	return t.Amount
}

// What returns the kind of a message, such as mail-confirmed.
func (m Case) What() string {
	_, what, _ := strings.Cut(m.Message.ID, "/")
	return what
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
		all = append(all, Case{Name: o.ID + "/payment", Order: o})
	}
	unmatched, err := order.UnmatchedPayments(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	for _, u := range unmatched {
		all = append(all, Case{Name: u.Name() + "/unmatched", Unmatched: &u})
	}
	notices, err := order.Notices(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	for _, n := range notices {
		all = append(all, Case{Name: n.ID + "/" + string(n.Kind), Notice: &n})
	}
	aside, err := outbox.Aside(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	messages, err := s.Messages(ctx, aside)
	return append(all, messages...), err
}

// Messages returns outbox rows with their orders or forms.
func (s Service) Messages(ctx context.Context, rows []outbox.Delivery) ([]Case, error) {
	var all []Case
	for _, row := range rows {
		m := Case{Message: &row}
		var err error
		if row.Kind == outbox.KindFormMail || row.Kind == outbox.KindFormEvent {
			var c form.Case
			c, err = form.Load(ctx, s.Table, row.Lane())
			m.Form = c.Reference
		} else {
			m.Order, err = order.Load(ctx, s.Table, row.Lane())
		}
		if err != nil && !problem.Is(err, problem.OrderNotFound) && !problem.Is(err, problem.NotFound) {
			return nil, err
		}
		m.Name = cmp.Or(m.Order.ID, m.Form, fmt.Sprintf("%.8x", sha256.Sum256([]byte(row.ID)))) + "/" + m.What()
		all = append(all, m)
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
func (s Service) Retry(ctx context.Context, m Case) (string, error) {
	switch {
	case m.Message != nil:
		err := outbox.Again(ctx, s.Table, m.Message.ID, s.Now())
		if errors.Is(err, table.ErrNotFound) || errors.As(err, new(*table.Conflict)) {
			return "", StillStuck(m.Name + " is already being delivered")
		}
		return "It is queued for delivery.", err
	case m.Unmatched != nil:
		matched, err := s.Orders.MatchAgain(ctx, *m.Unmatched)
		switch {
		case errors.Is(err, tender.ErrUnavailable):
			return "", StillStuck("Stripe does not answer: try again later. Nothing was changed")
		case err == nil && !matched:
			return "", StillStuck("the " + m.Unmatched.Missing + " is still missing")
		}
		return "The payment and the order match.", err
	}
	if m.Notice != nil {
		n, err := s.Orders.ReadNotice(ctx, s.Ledger, *m.Notice)
		switch {
		case errors.Is(err, tender.ErrUnavailable):
			return "", StillStuck("Stripe does not answer: try again later. Nothing was changed")
		case err == nil && n.Settled == nil && n.Kind == order.NoticeDispute:
			return "", StillStuck(fmt.Sprintf("the dispute is still %s: answer it in Stripe's dashboard. "+
				"Close it with waived or elsewhere once nothing is left to do", n.State))
		case err == nil && n.Settled == nil:
			return "", StillStuck("it cannot be retried: close it with waived or elsewhere once it is in the books")
		}
		return "Stripe closed the dispute in our favour.", err
	}
	// A person may have refunded it by hand.
	err := s.Orders.Reread(ctx, s.Ledger, m.Order.Token)
	if err != nil && !errors.Is(err, tender.ErrUnavailable) && !errors.Is(err, tender.ErrNoIntent) {
		return "", err
	}
	after, err := s.Orders.RetryStuck(ctx, m.Order.Token)
	switch {
	case errors.Is(err, tender.ErrUnavailable):
		return "Stripe does not answer: the retry continues automatically.", nil
	}
	still, refused := after.StuckTender()
	if err == nil && refused {
		return "", StillStuck(fmt.Sprintf("Stripe refuses again: it is still %s", still.State))
	}
	return fmt.Sprintf("It is %s.", after.Payment().State), err
}

// Settle ends a payment that an operator settled outside Stripe, or returns StillStuck.
func (s Service) Settle(ctx context.Context, m Case, how order.Settling) error {
	var err error
	switch {
	case m.Message != nil:
		return StillStuck(m.Name + " is a message: it can only be retried. Nothing was changed")
	case m.Unmatched != nil:
		err = s.Orders.SettleUnmatched(ctx, *m.Unmatched, how)
	case m.Notice != nil:
		err = s.Orders.SettleNotice(ctx, *m.Notice, how)
	default:
		_, err = s.Orders.Settle(ctx, m.Order.Token, how)
	}
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

// Settling parses how a payment was settled.
func Settling(text string) (order.Settling, error) {
	how := order.Settling(text)
	if how != order.Elsewhere && how != order.Waived {
		return "", fmt.Errorf("unknown settlement %q: use %s or %s. Nothing was changed", text, order.Elsewhere, order.Waived)
	}
	return how, nil
}

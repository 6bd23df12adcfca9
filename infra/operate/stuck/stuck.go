// Package stuck lists what waits for a person: payments that the provider refuses for good to take or to give back, payments and orders
// that do not match, and messages that could not be delivered. It tries each again once the person has repaired its reason, and ends a
// payment that the person settled past the provider. The command attention and the sandbox's outbox page are its screens.
package stuck

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Desk is where a person decides.
type Desk struct {
	Table  table.Table
	Orders *order.Service
	Now    func() time.Time
}

// Matter is one thing that waits. Its name begins with the id of an order or a payment, which gives no access to the guest's data.
type Matter struct {
	Name      string
	Order     order.Order      // empty when none is kept
	Message   *outbox.Delivery // of a message; neither this nor Unmatched: of a payment that was refused for good
	Unmatched *order.Unmatched // a payment without an order, or an order without its payment
}

// Owed reports whether a refused payment is to be given back; else it is to be taken.
func (m Matter) Owed() bool { return m.Order.Payment.State == order.PaymentRefundFailed }

// Amount is what a refused payment is about.
func (m Matter) Amount() money.Amount {
	if m.Owed() && m.Order.Payment.Captured.Minor > 0 {
		return m.Order.Payment.Captured
	}
	return m.Order.Total
}

// What is the kind of a message, such as mail-confirmed.
func (m Matter) What() string {
	_, what, _ := strings.Cut(m.Message.ID, "/")
	return what
}

// Stays is the error of a matter that goes on to wait, in words for the person.
type Stays string

func (s Stays) Error() string { return string(s) }

// Matters lists what waits.
func (d Desk) Matters(ctx context.Context) ([]Matter, error) {
	var all []Matter
	refused, err := order.Stuck(ctx, d.Table)
	if err != nil {
		return nil, err
	}
	for _, o := range refused {
		all = append(all, Matter{Name: o.ID + "/payment", Order: o})
	}
	unmatched, err := order.UnmatchedPayments(ctx, d.Table)
	if err != nil {
		return nil, err
	}
	for _, u := range unmatched {
		all = append(all, Matter{Name: u.Name() + "/unmatched", Unmatched: &u})
	}
	aside, err := outbox.Aside(ctx, d.Table)
	if err != nil {
		return nil, err
	}
	messages, err := d.Messages(ctx, aside)
	return append(all, messages...), err
}

// Messages gives rows of the outbox with their orders.
func (d Desk) Messages(ctx context.Context, rows []outbox.Delivery) ([]Matter, error) {
	var all []Matter
	for _, row := range rows {
		o, err := order.Load(ctx, d.Table, row.Lane())
		id := o.ID
		if problem.Is(err, problem.OrderNotFound) {
			id = fmt.Sprintf("%.8x", sha256.Sum256([]byte(row.ID)))
		} else if err != nil {
			return nil, err
		}
		m := Matter{Order: o, Message: &row}
		m.Name = id + "/" + m.What()
		all = append(all, m)
	}
	return all, nil
}

// Find gives what waits under a name; Stays when nothing does.
func (d Desk) Find(ctx context.Context, name string) (Matter, error) {
	all, err := d.Matters(ctx)
	for _, m := range all {
		if m.Name == name {
			return m, nil
		}
	}
	if err == nil {
		err = Stays(name + " does not wait, or not any more. Nothing was changed")
	}
	return Matter{}, err
}

// Again tries a matter again. It returns the result in words, or Stays.
func (d Desk) Again(ctx context.Context, m Matter) (string, error) {
	switch {
	case m.Message != nil:
		err := outbox.Again(ctx, d.Table, m.Message.ID, d.Now())
		if errors.Is(err, table.ErrNotFound) || errors.As(err, new(*table.Conflict)) {
			return "", Stays(m.Name + " is on its way already")
		}
		return "It is on its way.", err
	case m.Unmatched != nil:
		matched, err := d.Orders.MatchAgain(ctx, *m.Unmatched)
		switch {
		case errors.Is(err, tender.ErrUnavailable):
			return "", Stays("Stripe does not answer: try again later. Nothing was changed")
		case err == nil && !matched:
			return "", Stays("the " + m.Unmatched.Missing + " is still missing")
		}
		return "The payment and the order match.", err
	}
	after, err := d.Orders.TryAgain(ctx, m.Order.Token)
	switch {
	case errors.Is(err, tender.ErrUnavailable):
		return "Stripe does not answer now: it is tried again by itself.", nil
	case err == nil && after.Payment.Stuck():
		return "", Stays(fmt.Sprintf("Stripe refuses again: it is still %s", after.Payment.State))
	}
	return fmt.Sprintf("It is %s.", after.Payment.State), err
}

// Settle ends a payment that a person settled past Stripe, or says why it Stays.
func (d Desk) Settle(ctx context.Context, m Matter, how order.Settling) error {
	var err error
	switch {
	case m.Message != nil:
		return Stays(m.Name + " is a message: it can only be tried again. Nothing was changed")
	case m.Unmatched != nil:
		err = d.Orders.SettleUnmatched(ctx, *m.Unmatched, how)
	default:
		_, err = d.Orders.Settle(ctx, m.Order.Token, how)
	}
	switch {
	case errors.Is(err, order.ErrDoneThere):
		return Stays("Stripe has done it meanwhile: have it tried again, without a word behind its name. Nothing was changed")
	case errors.Is(err, tender.ErrUnavailable):
		return Stays("Stripe does not say how it stands: try again later. Nothing was changed")
	}
	return err
}

// Settling reads how a payment was settled.
func Settling(text string) (order.Settling, error) {
	how := order.Settling(text)
	if how != order.Elsewhere && how != order.Waived {
		return "", fmt.Errorf("%q is no way to settle a payment: say %s or %s. Nothing was changed", text, order.Elsewhere, order.Waived)
	}
	return how, nil
}

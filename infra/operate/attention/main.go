// Command attention lists what waits for a person in the table of DynamoDB that TABLE names, tries it again once the person has mended
// its reason, and ends a payment that the person settled past Stripe: payments that the provider refuses for good to take or to give back,
// payments and orders that do not match, and rows of the outbox that nobody could deliver.
// The environment is that of a function: AWS_REGION, AWS_ACCESS_KEY_ID, …, STRIPE_SECRET_KEY. On one machine the page /sandbox/outbox
// does the same.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ordering/infra/operate"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, _ io.Reader, out io.Writer) error {
	if err := operate.Need(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "STRIPE_SECRET_KEY"); err != nil {
		return err
	}
	operate.Table(out, getenv)
	t := dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now)
	d := desk{t, order.NewService(t, stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY"))), time.Now), time.Now, out}
	switch len(args) {
	case 0:
		return d.list(ctx)
	case 1:
		return d.again(ctx, args[0])
	case 2:
		return d.settle(ctx, args[0], order.Settling(args[1]))
	}
	return errors.New("say the one that is to be tried again, or nothing to list all: npm run attention -- NAME")
}

// desk is where a person looks.
type desk struct {
	table  table.Table
	orders *order.Service
	now    func() time.Time
	out    io.Writer
}

// matter is one thing that waits. Its name begins with the id of an order or a payment, which gives no access to the guest's data.
type matter struct {
	name, what string
	again      func(context.Context) error
	settle     func(context.Context, order.Settling) error // nil for what is no payment
}

func (d desk) matters(ctx context.Context) ([]matter, error) {
	stuck, err := order.Stuck(ctx, d.table)
	if err != nil {
		return nil, err
	}
	aside, err := outbox.Aside(ctx, d.table)
	if err != nil {
		return nil, err
	}
	unmatched, err := order.UnmatchedPayments(ctx, d.table)
	if err != nil {
		return nil, err
	}
	var all []matter
	for _, o := range stuck {
		all = append(all, d.payment(o))
	}
	for _, u := range unmatched {
		all = append(all, d.unmatched(u))
	}
	for _, row := range aside {
		m, err := d.message(ctx, row)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// payment is a payment that Stripe refused for good.
func (d desk) payment(o order.Order) matter {
	return matter{
		name: o.ID + "/payment",
		what: fmt.Sprintf("order %s of %s, %s, %s: %s, Stripe %s", o.Number, o.PlacedAt.Format(time.DateOnly), o.Store.Label, o.Total, o.Payment.State, o.Payment.Intent),
		again: func(ctx context.Context) error {
			after, err := d.orders.TryAgain(ctx, o.Token)
			switch {
			case errors.Is(err, tender.ErrUnavailable):
				fmt.Fprintln(d.out, "  Stripe does not answer now: it is tried again by itself.")
				return nil
			case err != nil:
				return err
			case after.Payment.Stuck():
				return fmt.Errorf("Stripe refuses again: it is still %s", after.Payment.State)
			}
			fmt.Fprintf(d.out, "  It is %s.\n", after.Payment.State)
			return nil
		},
		settle: func(ctx context.Context, how order.Settling) error {
			_, err := d.orders.Settle(ctx, o.Token, how)
			switch {
			case errors.Is(err, order.ErrDoneThere):
				return errors.New("Stripe has done it meanwhile: have it tried again, without a word behind its name. Nothing was changed")
			case errors.Is(err, tender.ErrUnavailable):
				return errors.New("Stripe does not say how it stands: try again later. Nothing was changed")
			case err != nil:
				return err
			}
			fmt.Fprintf(d.out, "  It is settled: %s.\n", how)
			return nil
		},
	}
}

// unmatched is a payment without an order, or an order without its payment.
func (d desk) unmatched(u order.Unmatched) matter {
	return matter{
		name: u.Name() + "/unmatched",
		what: fmt.Sprintf("of %s, %s: the %s is missing. Order %s, Stripe %s", u.Made.Format(time.DateOnly), u.Amount, u.Missing, cmp.Or(u.Order, "unknown"), u.Intent),
		again: func(ctx context.Context) error {
			matched, err := d.orders.MatchAgain(ctx, u)
			switch {
			case errors.Is(err, tender.ErrUnavailable):
				return errors.New("Stripe does not answer: try again later. Nothing was changed")
			case err != nil:
				return err
			case !matched:
				return fmt.Errorf("the %s is still missing", u.Missing)
			}
			fmt.Fprintln(d.out, "  The payment and the order match.")
			return nil
		},
		settle: func(ctx context.Context, how order.Settling) error {
			if err := d.orders.SettleUnmatched(ctx, u, how); err != nil {
				return err
			}
			fmt.Fprintf(d.out, "  It is settled: %s.\n", how)
			return nil
		},
	}
}

// message is a row of the outbox that was set aside.
func (d desk) message(ctx context.Context, row outbox.Delivery) (matter, error) {
	o, err := order.Load(ctx, d.table, row.Lane())
	if err != nil && !problem.Is(err, problem.OrderNotFound) {
		return matter{}, err
	}
	_, what, _ := strings.Cut(row.ID, "/")
	name := o.ID
	if err != nil { // of no order that is kept
		name = fmt.Sprintf("%.8x", sha256.Sum256([]byte(row.ID)))
	}
	return matter{
		name: name + "/" + what,
		what: fmt.Sprintf("order %s, since %s, tried %d times: %s", o.Number, row.Since.Format(time.RFC3339), row.Tries, row.Error),
		again: func(ctx context.Context) error {
			if err := outbox.Again(ctx, d.table, row.ID, d.now()); err != nil {
				return err
			}
			fmt.Fprintln(d.out, "  It is on its way.")
			return nil
		},
	}, nil
}

func (d desk) list(ctx context.Context) error {
	all, err := d.matters(ctx)
	for _, m := range all {
		fmt.Fprintf(d.out, "  %s\n    %s\n", m.name, m.what)
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		fmt.Fprintln(d.out, "Nothing waits for a person.")
	default:
		fmt.Fprintf(d.out, "Waiting for a person: %d. Once the reason is mended: npm run attention -- NAME\n", len(all))
	}
	return nil
}

func (d desk) again(ctx context.Context, name string) error {
	m, err := d.called(ctx, name)
	if err != nil {
		return err
	}
	return m.again(ctx)
}

// settle ends a payment that a person settled past Stripe.
func (d desk) settle(ctx context.Context, name string, how order.Settling) error {
	if how != order.Elsewhere && how != order.Waived {
		return fmt.Errorf("%q is no way to settle a payment: say %s or %s. Nothing was changed", how, order.Elsewhere, order.Waived)
	}
	m, err := d.called(ctx, name)
	if err == nil && m.settle == nil {
		err = fmt.Errorf("%s is a message: it can only be tried again. Nothing was changed", name)
	}
	if err != nil {
		return err
	}
	return m.settle(ctx, how)
}

func (d desk) called(ctx context.Context, name string) (matter, error) {
	all, err := d.matters(ctx)
	if err != nil {
		return matter{}, err
	}
	for _, m := range all {
		if m.name == name {
			return m, nil
		}
	}
	return matter{}, fmt.Errorf("%s does not wait, or not any more. Nothing was changed", name)
}

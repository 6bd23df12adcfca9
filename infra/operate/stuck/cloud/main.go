// Command cloud lists the cases that wait for an operator in the DynamoDB table that TABLE names: payments with a capture or refund that
// the provider refuses permanently, payments and orders that do not match, and undeliverable outbox rows. It retries a case once the
// operator has repaired its cause, and ends a payment that the operator settled outside Stripe. The environment is that of a function:
// AWS_REGION, AWS_ACCESS_KEY_ID, …, STRIPE_SECRET_KEY. On one machine the page /sandbox/outbox does the same.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/stuck"
	"ordering/shared/order"
	"ordering/shared/secret"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, _ io.Reader, out io.Writer) error {
	if err := operate.Need(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "STRIPE_SECRET_KEY"); err != nil {
		return err
	}
	operate.Table(out, getenv)
	t := dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now)
	pay := stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY")))
	return execute(ctx, stuck.Service{Table: t, Orders: order.NewService(t, pay, time.Now), Ledger: pay, Now: time.Now}, args, out)
}

// execute lists the cases, retries the named one, or ends a settled payment.
func execute(ctx context.Context, s stuck.Service, args []string, out io.Writer) error {
	if len(args) == 0 {
		return list(ctx, s, out)
	}
	var how order.Settling
	var err error
	switch len(args) {
	case 1:
	case 2:
		how, err = stuck.Settling(args[1])
	default:
		err = errors.New("say the one that is to be tried again, or nothing to list all: npm run stuck -- NAME")
	}
	if err != nil {
		return err
	}
	m, err := s.Find(ctx, args[0])
	if err != nil {
		return err
	}
	said := fmt.Sprintf("It is settled: %s.", how)
	if how == "" {
		said, err = s.Retry(ctx, m)
	} else {
		err = s.Settle(ctx, m, how)
	}
	if err == nil {
		fmt.Fprintln(out, "  "+said)
	}
	return err
}

func list(ctx context.Context, s stuck.Service, out io.Writer) error {
	all, err := s.Cases(ctx)
	for _, m := range all {
		fmt.Fprintf(out, "  %s\n    %s\n", m.Name, about(m))
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		fmt.Fprintln(out, "Nothing waits for a person.")
	default:
		fmt.Fprintf(out, "Waiting for a person: %d. Once the reason is mended: npm run stuck -- NAME\n", len(all))
	}
	return nil
}

// about describes a case.
func about(m stuck.Case) string {
	o := m.Order
	switch {
	case m.Message != nil:
		d := m.Message
		return fmt.Sprintf("order %s, since %s, tried %d times: %s", o.Number, d.Since.Format(time.RFC3339), d.Tries, d.Error)
	case m.Unmatched != nil:
		u := m.Unmatched
		return fmt.Sprintf("of %s, %s: the %s is missing. Order %s, Stripe %s", u.Made.Format(time.DateOnly), u.Amount, u.Missing, cmp.Or(u.Order, "unknown"), u.Intent)
	}
	if n := m.Notice; n != nil {
		state := string(n.Kind)
		if n.Kind == order.NoticeDispute {
			state += ", " + string(n.State)
			if !n.Due.IsZero() {
				state += ", to be answered by " + n.Due.Format(time.RFC3339)
			}
		}
		return fmt.Sprintf("of %s, %s: %s. Order %s, Stripe %s", n.Made.Format(time.DateOnly), n.Amount, state, n.Order, n.Intent)
	}
	placed := o.PlacedAt.Format(time.DateOnly)
	t := m.Tender()
	return fmt.Sprintf("order %s of %s, %s, %s: %s, Stripe %s", o.Number, placed, o.Location.Label, m.Amount(), t.State, t.Intent)
}

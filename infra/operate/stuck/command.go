package stuck

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"ordering/shared/order"
)

// Run is the command stuck, which an operator calls as program: it lists the cases, retries the named one, or ends a settled payment.
func (s Service) Run(ctx context.Context, program string, args []string, out io.Writer) error {
	if len(args) == 0 {
		return s.list(ctx, program, out)
	}
	var how order.Settling
	var err error
	switch len(args) {
	case 1:
	case 2:
		how, err = Settling(args[1])
	default:
		err = fmt.Errorf("give one NAME to retry it, or none to list all: %s NAME", program)
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

func (s Service) list(ctx context.Context, program string, out io.Writer) error {
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
		fmt.Fprintf(out, "Waiting for a person: %d. To retry one after a repair: %s NAME\n", len(all), program)
	}
	return nil
}

// about describes a case.
func about(m Case) string {
	o := m.Order
	switch {
	case m.Message != nil:
		d := m.Message
		what := "order " + o.Number
		if m.Form != "" {
			what = "form " + m.Form
		}
		return fmt.Sprintf("%s, since %s, tried %d times: %s", what, d.Since.Format(time.RFC3339), d.Tries, d.Error)
	case m.Unmatched != nil:
		u := m.Unmatched
		made, named := u.Made.Format(time.DateOnly), cmp.Or(u.Order, "unknown")
		return fmt.Sprintf("of %s, %s: the %s is missing. Order %s, Stripe %s", made, u.Amount, u.Missing, named, u.Intent)
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

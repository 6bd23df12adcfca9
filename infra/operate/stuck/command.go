package stuck

import (
	"context"
	"fmt"
	"io"

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
		said, err = m.Retry(ctx)
	} else {
		err = m.Settle(ctx, how)
	}
	if err == nil {
		fmt.Fprintln(out, "  "+said)
	}
	return err
}

func (s Service) list(ctx context.Context, program string, out io.Writer) error {
	all, err := s.Cases(ctx)
	for _, m := range all {
		fmt.Fprintf(out, "  %s\n    %s\n    %s\n", m.Name, m.About, m.Todo)
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

// Package erasure is the dialogue with an operator who handles a guest's erasure request, on one machine and in the cloud. It never prints
// the address.
package erasure

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"

	"ordering/functions/notify"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// Ask returns the address from args, or prompts for it, because npm logs command lines.
func Ask(args []string, in io.Reader, out io.Writer) (string, error) {
	var typed string
	switch len(args) {
	case 0:
		fmt.Fprint(out, "E-mail address of the guest: ")
		line, err := bufio.NewReader(in).ReadString('\n')
		if err != nil && line == "" {
			return "", errors.New("no address was given")
		}
		typed = line
	case 1:
		typed = args[0]
	default:
		return "", errors.New("say one address: npm run erase -- EMAIL")
	}
	typed = strings.TrimSpace(typed)
	if a, err := mail.ParseAddress(typed); err != nil || a.Address != typed {
		return "", errors.New("that is no e-mail address. Nothing was changed")
	}
	return typed, nil
}

// Stores are those of a system that mails through another's service.
type Stores struct {
	Table    table.Table
	Guests   guest.Secret
	Kitchen  webhook.System
	Payments tender.Records
}

// Run is the command erase: it erases a guest's data and prints the result to out. The guest's address is in args, or is read from in.
func Run(ctx context.Context, s Stores, args []string, in io.Reader, out io.Writer) error {
	email, err := Ask(args, in, out)
	if err != nil {
		return err
	}
	report := Report{Out: out}
	kitchen := notify.Kitchen{System: s.Kitchen, Now: time.Now}
	eraser := order.NewEraser(s.Table, s.Guests, time.Now, kitchen, order.HeldBy(s.Payments, order.KindCharge))
	if err := eraser.Erase(ctx, email, report.Tell); err != nil {
		return err
	}
	return report.End()
}

// Report prints the result for each order.
type Report struct {
	Out            io.Writer
	erased, waited int
	unplaced       int // of erased, those that were never paid
}

// Tell prints one result. An attempt that was never paid, as with a declined card, has an order number and an amount; it is printed as an
// attempt, not as an order.
func (r *Report) Tell(e order.Erasure) {
	o := e.Order
	when := fmt.Sprintf("%s of %s, %s", o.Number, o.PlacedAt.Format(time.DateOnly), o.Location.Label)
	if o.Status == order.NotPaid {
		fmt.Fprintf(r.Out, "  Attempt %s, %s asked and never paid, so no order was placed: ", when, o.Total)
	} else {
		fmt.Fprintf(r.Out, "  Order %s, %s: ", when, o.Total)
	}
	if e.Wait == "" {
		r.erased++
		if o.Status == order.NotPaid {
			r.unplaced++
		}
		fmt.Fprintln(r.Out, "erased")
		return
	}
	r.waited++
	if e.Wait == order.WaitRefused {
		r.erased++
		fmt.Fprintf(r.Out, "erased here, but %s was not (%v): have it erased there\n", e.Holder, e.Cause)
		return
	}
	fmt.Fprintln(r.Out, "left as it is, because "+because(e))
}

func because(e order.Erasure) string {
	switch e.Wait {
	case order.WaitOpen:
		return fmt.Sprintf("it is not finished (%s): its kitchen must know for whom it is", e.Order.Status)
	case order.WaitPayment:
		t, stuck := e.Order.StuckTender()
		if !stuck {
			t = e.Order.Payment()
		}
		return fmt.Sprintf("its payment is not settled (%s)", t.State)
	case order.WaitNews:
		return "somebody is still to hear of it: see the outbox"
	}
	return fmt.Sprintf("%s cannot be erased now (%v)", e.Holder, e.Cause)
}

// from returns what was erased: "3 orders and 1 attempt that was never paid".
func (r *Report) from() string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{r.erased - r.unplaced, "order", "orders"}, {r.unplaced, "attempt that was never paid", "attempts that were never paid"},
	} {
		switch {
		case c.n == 1:
			parts = append(parts, "1 "+c.one)
		case c.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.many))
		}
	}
	return strings.Join(parts, " and ")
}

// End prints the summary. It returns an error if an order must wait, so that a script detects it.
func (r *Report) End() error {
	switch {
	case r.erased > 0:
		fmt.Fprintf(r.Out, `Erased from %s: name, e-mail address, phone, car, notes, what the kitchen wrote, what names the card; the baskets that each
came from and those that were filled from it, its mails, what its kitchen and the payment provider had of the guest,
unless an order above says that it was not erased there.
Kept, for the books: number, restaurant, what was ordered, amounts, taxes, what was taken and given back, and when.
`, r.from())
	case r.waited == 0:
		fmt.Fprintln(r.Out, "No order is filed under this address: either there was none, or all are erased.")
	}
	fmt.Fprintln(r.Out, "Other carts that were never ordered hold no name or address, and end by themselves within a week.")
	if r.waited > 0 {
		return fmt.Errorf("%d wait: run this again once they can be erased", r.waited)
	}
	return nil
}

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
	"ordering/infra/operate"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/person"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/upload"
	"ordering/shared/webhook"
)

// Ask returns the address from args, or prompts for it, because npm logs command lines. command is the command that the operator runs, for
// the error.
func Ask(command string, args []string, in io.Reader, out io.Writer) (string, error) {
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
		return "", fmt.Errorf("give one address: %s EMAIL", command)
	}
	typed = strings.TrimSpace(typed)
	if a, err := mail.ParseAddress(typed); err != nil || a.Address != typed {
		return "", errors.New("this is not an e-mail address. Nothing was changed")
	}
	return typed, nil
}

// Stores holds the stores with data of persons. It has no mails: in the cloud SES keeps no copy.
type Stores struct {
	Table    table.Table
	Guests   guest.Secret
	Kitchen  webhook.System
	Payments tender.Records
	Files    upload.Files
}

// Records returns the stored data of persons.
func (s Stores) Records() *person.Records {
	return &person.Records{Table: s.Table, Guests: s.Guests, Files: s.Files, Now: time.Now, Holders: []order.Holder{
		notify.Kitchen{System: s.Kitchen, Now: time.Now}, order.HeldBy(s.Payments, order.KindCharge),
	}}
}

// Run erases a guest's data and account, and prints the result to out. The guest's address is in args, or is read from in. See Ask for
// command.
func Run(ctx context.Context, open operate.Open, command string, args []string, in io.Reader, out io.Writer) error {
	email, err := Ask(command, args, in, out)
	if err != nil {
		return err
	}
	records, end, err := open(ctx)
	if err != nil {
		return err
	}
	report := Report{Out: out}
	report.Found, err = records.EraseEmail(ctx, email, report.Add)
	if err != nil {
		return errors.Join(err, end())
	}
	return errors.Join(report.End(), end())
}

// Report prints the result for each order.
type Report struct {
	Out io.Writer
	person.Found
	erased, waited int
	unplaced       int // of erased, those that were never paid
}

// Add prints one result. An attempt that was never paid, as with a declined card, has an order number and an amount; it is printed as an
// attempt, not as an order.
func (r *Report) Add(e order.Erasure) {
	o := e.Order
	when := fmt.Sprintf("%s of %s, %s", o.Number, o.PlacedAt.Format(time.DateOnly), o.Location.Label)
	if o.Status == order.NotPaid {
		fmt.Fprintf(r.Out, "  Attempt %s, %s, never paid (no order was placed): ", when, o.Total)
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
	fmt.Fprintln(r.Out, "not erased: "+reason(e))
}

func reason(e order.Erasure) string {
	switch e.Wait {
	case order.WaitOpen:
		return fmt.Sprintf("it is not finished (%s), and its kitchen needs the guest's name", e.Order.Status)
	case order.WaitPayment:
		t, stuck := e.Order.StuckTender()
		if !stuck {
			t = e.Order.Payment()
		}
		return fmt.Sprintf("its payment is not settled (%s)", t.State)
	case order.WaitNews:
		return "a message about it is not delivered yet: see the outbox"
	}
	return fmt.Sprintf("%s cannot be erased now (%v)", e.Holder, e.Cause)
}

// End prints the summary. It returns an error if an order must wait, so that a script detects it.
func (r *Report) End() error {
	if r.Account {
		fmt.Fprintln(r.Out, "Erased the account: its profile, its ways to sign in, its sessions and its rewards.")
	}
	if r.Forms > 0 {
		fmt.Fprintf(r.Out, "Erased forms: %d, with their files. Of privacy requests the kind, the dates and the outcome are kept.\n", r.Forms)
	}
	switch {
	case r.erased > 0:
		fmt.Fprintf(r.Out, `Erased orders: %d, attempts that were never paid: %d. This removed name, e-mail address, phone, car, notes, the
kitchen's texts, the card's brand and digits; the baskets before the order and those that repeat it; its mails; the guest's data
at the kitchen and the payment provider, unless a line above says that it was not erased there.
Kept for the books: number, restaurant, items, amounts, taxes, payments and refunds with their times; the entries of points.
`, r.erased-r.unplaced, r.unplaced)
	case r.waited == 0:
		fmt.Fprintln(r.Out, "No order has this address: there was none, or all are erased.")
	}
	fmt.Fprintln(r.Out, "Carts that were never ordered contain no name or address and expire within a week.")
	if r.waited > 0 {
		return fmt.Errorf("%d not erased yet: run this again later. Until then open privacy requests of the guest stay open", r.waited)
	}
	return nil
}

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ordering/functions/notify"
	"ordering/infra/local/kitchen"
	mailbox "ordering/infra/local/mail"
	"ordering/infra/local/sandbox"
	"ordering/shared/order"
	"ordering/shared/secret"
	"ordering/shared/stripe"
	"ordering/shared/table/sqlite"
)

// erase answers a guest who wants to be forgotten: in the table, in the kitchen's tickets, in the mails that were kept and at the
// payment provider, whether or not the server runs. It says what it erased and what it kept, and never the address.
func erase(ctx context.Context, s settings, args []string, in io.Reader, out io.Writer) error {
	email, err := addressFrom(args, in, out)
	if err != nil {
		return err
	}
	table := filepath.Join(s.dataDir, "table.db")
	if _, err := os.Stat(table); err != nil {
		return fmt.Errorf("there is no store in %s: nothing was ever kept there", s.dataDir)
	}
	time0, err := clockOf(s, map[string]http.Handler{})
	if err != nil {
		return err
	}
	report := report{out: out}
	if err := eraseIn(ctx, s, time0.Now, email, report.tell); err != nil {
		return err
	}
	for _, file := range []string{table, filepath.Join(s.dataDir, "payments.db")} {
		if err := sqlite.Scrub(ctx, file); err != nil {
			return fmt.Errorf("what was erased may still stand in the free places of a file: run this again. %w", err)
		}
	}
	return report.end()
}

// addressFrom takes the address from the command, or asks for it: npm keeps what is said on a command line.
func addressFrom(args []string, in io.Reader, out io.Writer) (string, error) {
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

// eraseIn erases in everything that keeps something in the data folder.
func eraseIn(ctx context.Context, s settings, now func() time.Time, email string, tell func(order.Erasure)) error {
	secrets, err := secretsOf(s.dataDir)
	if err != nil {
		return err
	}
	address, leave, err := simulators(s, secrets, now)
	if err != nil {
		return err
	}
	defer leave()
	store, err := sqlite.Open(filepath.Join(s.dataDir, "table.db"), now)
	if err != nil {
		return fmt.Errorf("the table in %s cannot be opened: %w", s.dataDir, err)
	}
	defer store.Close()
	return order.NewEraser(store, secrets.guests, now,
		notify.Kitchen{URL: address + kitchen.OrdersPath, Secrets: secrets.webhook, Now: now},
		stripe.New(address+sandbox.Prefix, secret.Fixed(sandbox.SecretKey)),
		mailbox.New(filepath.Join(s.dataDir, "mail")),
	).Erase(ctx, email, tell)
}

// simulators says where the kitchen and the payment provider of the data folder answer: at the server while it runs, else here, for as
// long as it takes. Leave ends that, and keeps a server out until then.
func simulators(s settings, secrets secrets, now func() time.Time) (address string, leave func(), err error) {
	f, err := lock(s.dataDir)
	if errors.Is(err, errRunning) {
		address, err := announced(s.dataDir)
		if err != nil {
			return "", nil, fmt.Errorf("the server that is running on %s cannot be asked: %w", s.dataDir, err)
		}
		return address, func() {}, nil
	}
	if err != nil {
		return "", nil, err
	}
	closers := []io.Closer{f}
	leave = func() {
		for _, c := range closers {
			_ = c.Close()
		}
	}
	ledger, err := sandbox.Open(filepath.Join(s.dataDir, "payments.db"), now)
	if err != nil {
		leave()
		return "", nil, fmt.Errorf("the payments sandbox cannot open its ledger: %w", err)
	}
	closers = append([]io.Closer{ledger}, closers...)
	pos, err := kitchen.Open(s.dataDir, kitchen.Settings{Secrets: secrets.webhook, Pace: s.pace, Now: now})
	if err != nil {
		leave()
		return "", nil, fmt.Errorf("the kitchen simulator cannot open its state: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		leave()
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(sandbox.Prefix+"/", ledger)
	mux.Handle(kitchen.Prefix+"/", pos)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	closers = append([]io.Closer{server}, closers...)
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), leave, nil
}

// report tells an operator what became of each order.
type report struct {
	out            io.Writer
	erased, waited int
}

func (r *report) tell(e order.Erasure) {
	o := e.Order
	fmt.Fprintf(r.out, "  Order %s of %s, %s, %s: ", o.Number, o.PlacedAt.Format(time.DateOnly), o.Store.Label, o.Total)
	if e.Wait == "" {
		r.erased++
		fmt.Fprintln(r.out, "erased")
		return
	}
	r.waited++
	fmt.Fprintln(r.out, "left as it is, because "+because(e))
}

func because(e order.Erasure) string {
	switch e.Wait {
	case order.WaitOpen:
		return fmt.Sprintf("it is not finished (%s): its kitchen must know for whom it is", e.Order.Status)
	case order.WaitPayment:
		return fmt.Sprintf("its payment is not settled (%s)", e.Order.Payment.State)
	case order.WaitNews:
		return "somebody is still to hear of it: see the outbox"
	}
	return fmt.Sprintf("%s cannot be erased now (%v)", e.Holder, e.Cause)
}

// end sums up. What had to wait is an error, so that whoever calls this from a script hears of it.
func (r *report) end() error {
	switch {
	case r.erased > 0:
		fmt.Fprintf(r.out, `
Erased from %d: name, e-mail address, phone, car, notes, what the kitchen wrote, what names the card; the basket that each
came from, its mails, what its kitchen and the payment provider had of the guest.
Kept, for the books: number, restaurant, what was ordered, amounts, taxes, what was taken and given back, and when.
`, r.erased)
	case r.waited == 0:
		fmt.Fprintln(r.out, "No order is filed under this address: either there was none, or all are erased.")
	}
	fmt.Fprintln(r.out, "Carts that were never ordered hold no name or address, and end by themselves within a week.")
	if r.waited > 0 {
		return fmt.Errorf("%d wait: run this again once they can be erased", r.waited)
	}
	return nil
}

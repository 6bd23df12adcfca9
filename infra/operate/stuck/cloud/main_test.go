package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"ordering/infra/operate/stuck"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

func TestMissingEnvironmentIsNamed(t *testing.T) {
	env := map[string]string{"TABLE": "ordering", "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "key", "STRIPE_SECRET_KEY": "sk_test"}
	for name := range env {
		err := run(t.Context(), func(asked string) string {
			if asked == name {
				return ""
			}
			return env[asked]
		}, nil, nil, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "missing in the environment: "+name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if err := run(t.Context(), func(name string) string { return env[name] }, []string{"a", "b", "c"}, nil, io.Discard); err == nil || !strings.Contains(err.Error(), "give one NAME") {
		t.Errorf("with three words: %v", err)
	}
}

// desk returns a function that runs the command over a table.
func desk(t *testing.T, g *ordertest.Fixture, out io.Writer) func(args ...string) error {
	s := stuck.Service{Table: g.Table, Orders: g.Service(), Ledger: g.Provider, Now: g.Now}
	return func(args ...string) error { return s.Run(t.Context(), "npm run stuck --", args, out) }
}

// setAside drains the outbox until the mails are set aside after failed attempts.
func setAside(t *testing.T, g *ordertest.Fixture) {
	t.Helper()
	broken := func(context.Context, outbox.Delivery) error { return errors.New("it has no words") }
	for range 9 {
		if err := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, map[string]outbox.Handler{outbox.KindMail: broken}).Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		g.Pass(5 * time.Minute)
	}
}

// A refused refund and undeliverable messages are listed without tokens, and retried by name.
func TestStuckOrdersAreListedAndRetried(t *testing.T) {
	ctx := t.Context()
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	if err := d(); err != nil || !strings.Contains(out.String(), "Nothing waits") {
		t.Errorf("%v: %s", err, &out)
	}
	o, err := g.Checkout.Place(ctx, g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	if err != nil {
		t.Fatal(err)
	}
	g.Provider.Refuses["refund"] = true
	if o, err = g.Service().Cancel(ctx, o.Token); err != nil {
		t.Fatal(err)
	}
	g.Settle()
	setAside(t, g)
	out.Reset()
	if err := d(); err != nil {
		t.Fatal(err)
	}
	payment, mail := o.ID+"/payment", o.ID+"/mail-cancelled"
	for _, want := range []string{payment + "\n", mail + "\n", "order " + o.Number, "unreturned, Stripe pi_1", "it has no words"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), o.Token) || strings.Contains(out.String(), "@") {
		t.Errorf("it tells what opens the guest's page, or of the guest:\n%s", &out)
	}

	if err := d(payment); err == nil || !strings.Contains(err.Error(), "unreturned") {
		t.Errorf("refused again: %v", err)
	}
	g.Provider.Refuses["refund"] = false
	if err := d(payment); err != nil || g.Order(o.Token).Payment().State != order.PaymentRefunded {
		t.Errorf("mended: %v, %s", err, g.Order(o.Token).Payment().State)
	}
	if err := d(mail); err != nil || g.Drained()[o.Token+"/mail-cancelled"] != 1 {
		t.Errorf("sent again: %v", err)
	}
	for _, name := range []string{payment, mail, "", o.Token} {
		if err := d(name); err == nil {
			t.Errorf("%q waits", name)
		}
	}
}

// A refund that Stripe refuses and that the guest got by another way is settled by its name. A case that is no payment cannot be settled.
func TestOperatorSettlesCases(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	if err != nil {
		t.Fatal(err)
	}
	g.Provider.Refuses["refund"] = true
	if o, err = g.Service().Cancel(t.Context(), o.Token); err != nil {
		t.Fatal(err)
	}
	setAside(t, g)
	payment := o.ID + "/payment"
	for _, c := range []struct {
		name string
		how  order.Settling
		want string
	}{{payment, "by hand", "unknown settlement"}, {o.ID + "/mail-cancelled", order.Waived, "is a message"}, {"nobody", order.Waived, "is not waiting"}} {
		if err := d(c.name, string(c.how)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v", c.name, c.how, err)
		}
	}
	g.Provider.Down = true
	if err := d(payment, string(order.Elsewhere)); err == nil || !strings.Contains(err.Error(), "does not report") {
		t.Errorf("while Stripe is away: %v", err)
	}
	g.Provider.Down = false
	if err := d(payment, string(order.Elsewhere)); err != nil || g.Order(o.Token).Payment().State != order.PaymentSettled || !strings.Contains(out.String(), "settled: elsewhere") {
		t.Errorf("%v, %s: %s", err, g.Order(o.Token).Payment().State, &out)
	}
	if err := d(payment, string(order.Elsewhere)); err == nil {
		t.Error("it waits still")
	}
}

// A dispute is listed with the time to answer it until it is won, and a refund by hand until a person has it in the books.
func TestRefundsAndDisputesAreListed(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	o := g.Buy()
	refund := g.Provider.RefundByHand("pi_1", money.Of(100, money.USD))
	g.Provider.Dispute("pi_1", tender.DisputeOpen)
	event := webhook.Event{ID: "evt_1", Subject: "pi_1", At: g.Now()}
	if err := g.Service().Report(t.Context(), g.Provider, webhook.System{Name: "provider"}, event); err != nil {
		t.Fatal(err)
	}
	if err := d(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		refund + "/refund\n    of 2026-07-28, $1.00: refund. Order " + o.ID + ", Stripe pi_1",
		"dp_pi_1/dispute\n    of 2026-07-28, $10.83: dispute, open, to be answered by 2026-08-04T17:00:00Z. Order " + o.ID,
	} {
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), o.Token) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
	if err := d(refund + "/refund"); err == nil || !strings.Contains(err.Error(), "cannot be retried") {
		t.Errorf("a refund: %v", err)
	}
	if err := d("dp_pi_1/dispute"); err == nil || !strings.Contains(err.Error(), "still open") {
		t.Errorf("a dispute: %v", err)
	}
	g.Provider.Down = true
	if err := d("dp_pi_1/dispute"); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("while Stripe is away: %v", err)
	}
	g.Provider.Down = false
	g.Provider.Dispute("pi_1", tender.DisputeWon)
	if err := errors.Join(d("dp_pi_1/dispute"), d(refund+"/refund", string(order.Waived))); err != nil {
		t.Error(err)
	}
	out.Reset()
	if err := d(); err != nil || !strings.Contains(out.String(), "Nothing waits") {
		t.Errorf("%v: %s", err, &out)
	}
}

// A payment without an order is listed until a repeated comparison finds it matched or a person settles it.
func TestAPaymentWithoutAnOrderIsListed(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	for _, key := range []string{"one", "two"} {
		o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters-"+key))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Table.Write(t.Context(), table.Delete(table.Key{PK: "order-id#" + o.ID, SK: "token"}, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Service().Compare(t.Context(), g.Provider, order.Bounds{Days: 1, Pages: 9, Within: time.Minute}); err != nil {
		t.Fatal(err)
	}
	if err := d(); err != nil || !strings.Contains(out.String(), "pi_1/unmatched\n    of 2026-07-28, $10.83: the order is missing. Order "+g.Provider.Intents[0].Order+", Stripe pi_1") {
		t.Errorf("%v: %s", err, &out)
	}
	if err := d("pi_1/unmatched"); err == nil || !strings.Contains(err.Error(), "still missing") {
		t.Errorf("nothing was done: %v", err)
	}
	g.Provider.Down = true
	if err := d("pi_1/unmatched"); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("while Stripe is away: %v", err)
	}
	g.Provider.Down = false
	g.Provider.Intents[0].Refunded = g.Provider.Intents[0].Captured
	if err := d("pi_1/unmatched"); err != nil {
		t.Errorf("given back: %v", err)
	}
	if err := d("pi_2/unmatched", string(order.Waived)); err != nil {
		t.Errorf("settled: %v", err)
	}
	out.Reset()
	if err := d(); err != nil || !strings.Contains(out.String(), "Nothing waits") {
		t.Errorf("%v: %s", err, &out)
	}
}

package stuck_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
		err := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, map[string]outbox.Handler{outbox.KindMail: broken}).Drain(t.Context())
		assert.NilError(t, err)
		g.Pass(5 * time.Minute)
	}
}

// A refused refund and undeliverable messages are listed without tokens, and retried by name.
func TestStuckOrdersAreListedAndRetried(t *testing.T) {
	ctx := t.Context()
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	err := d()
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(out.String(), "Nothing waits"))
	o, err := g.Checkout.Place(ctx, g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	assert.NilError(t, err)
	g.Provider.Refuses["refund"] = true
	o, err = g.Service().Cancel(ctx, o.Token)
	assert.NilError(t, err)
	g.Settle()
	setAside(t, g)
	out.Reset()
	assert.NilError(t, d())
	payment, mail := o.ID+"/payment", o.ID+"/mail-cancelled"
	for _, want := range []string{payment + "\n", mail + "\n", "order " + o.Number, "unreturned, Stripe pi_1", "it has no words"} {
		assert.Check(t, is.Contains(out.String(), want))
	}
	assert.Assert(t, !strings.Contains(out.String(), o.Token))
	assert.Assert(t, !strings.Contains(out.String(), "@"))

	err = d(payment)
	assert.ErrorContains(t, err, "unreturned")
	g.Provider.Refuses["refund"] = false
	err = d(payment)
	assert.NilError(t, err)
	assert.Equal(t, g.Order(o.Token).Payment().State, order.PaymentRefunded)
	err = d(mail)
	assert.NilError(t, err)
	assert.Equal(t, g.Drained()[o.Token+"/mail-cancelled"], 1)
	for _, name := range []string{payment, mail, "", o.Token} {
		assert.Check(t, d(name) != nil, "%q waits", name)
	}
}

// A refund that Stripe refuses and that the guest got by another way is settled by its name. A case that is no payment cannot be settled.
func TestOperatorSettlesCases(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	assert.NilError(t, err)
	g.Provider.Refuses["refund"] = true
	o, err = g.Service().Cancel(t.Context(), o.Token)
	assert.NilError(t, err)
	setAside(t, g)
	payment := o.ID + "/payment"
	for _, c := range []struct {
		name string
		how  order.Settling
		want string
	}{{payment, "by hand", "unknown settlement"}, {o.ID + "/mail-cancelled", order.Waived, "is a message"}, {"nobody", order.Waived, "is not waiting"}} {
		err := d(c.name, string(c.how))
		assert.Check(t, err != nil && strings.Contains(err.Error(), c.want), "%s, %s: %v", c.name, c.how, err)
	}
	g.Provider.Down = true
	err = d(payment, string(order.Elsewhere))
	assert.ErrorContains(t, err, "does not report")
	g.Provider.Down = false
	if err := d(payment, string(order.Elsewhere)); err != nil || g.Order(o.Token).Payment().State != order.PaymentSettled || !strings.Contains(out.String(), "settled: elsewhere") {
		t.Errorf("%v, %s: %s", err, g.Order(o.Token).Payment().State, &out)
	}
	assert.Assert(t, d(payment, string(order.Elsewhere)) != nil, "a settled payment was settled again")
}

// A dispute is listed with the time to answer it until it is won, and a refund by hand until a person settles it.
func TestRefundsAndDisputesAreListed(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	o := g.Buy()
	refund := g.Provider.RefundByHand("pi_1", money.Of(100, money.USD))
	g.Provider.Dispute("pi_1", tender.DisputeOpen)
	event := webhook.Event{ID: "evt_1", Subject: "pi_1", At: g.Now()}
	assert.NilError(t, g.Service().Report(t.Context(), g.Provider, webhook.System{Name: "provider"}, event))
	assert.NilError(t, d())
	for _, want := range []string{
		refund + "/refund\n    of 2026-07-28, $1.00: refund. Order " + o.ID + ", Stripe pi_1",
		"dp_pi_1/dispute\n    of 2026-07-28, $10.83: dispute, open, to be answered by 2026-08-04T17:00:00Z. Order " + o.ID,
	} {
		assert.Check(t, strings.Contains(out.String(), want) && !strings.Contains(out.String(), o.Token), "%q is missing from\n%s", want, &out)
	}
	err := d(refund + "/refund")
	assert.ErrorContains(t, err, "cannot be retried")
	err = d("dp_pi_1/dispute")
	assert.ErrorContains(t, err, "still open")
	g.Provider.Down = true
	err = d("dp_pi_1/dispute")
	assert.ErrorContains(t, err, "does not answer")
	g.Provider.Down = false
	g.Provider.Dispute("pi_1", tender.DisputeWon)
	assert.NilError(t, errors.Join(d("dp_pi_1/dispute"), d(refund+"/refund", string(order.Waived))))
	out.Reset()
	err = d()
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(out.String(), "Nothing waits"))
}

// A payment without an order is listed until a repeated comparison finds it matched or a person settles it.
func TestAPaymentWithoutAnOrderIsListed(t *testing.T) {
	g := ordertest.New(t)
	var out strings.Builder
	d := desk(t, g, &out)
	for _, key := range []string{"one", "two"} {
		o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters-"+key))
		assert.NilError(t, err)
		assert.NilError(t, g.Table.Write(t.Context(), table.Delete(table.Key{PK: "order-id#" + o.ID, SK: "token"}, 0)))
	}
	_, err := g.Service().Compare(t.Context(), g.Provider, order.Bounds{Days: 1, Pages: 9, Within: time.Minute})
	assert.NilError(t, err)
	if err := d(); err != nil || !strings.Contains(out.String(), "pi_1/unmatched\n    of 2026-07-28, $10.83: the order is missing. Order "+g.Provider.Intents[0].Order+", Stripe pi_1") {
		t.Errorf("%v: %s", err, &out)
	}
	err = d("pi_1/unmatched")
	assert.ErrorContains(t, err, "still missing")
	g.Provider.Down = true
	err = d("pi_1/unmatched")
	assert.ErrorContains(t, err, "does not answer")
	g.Provider.Down = false
	g.Provider.Intents[0].Refunded = g.Provider.Intents[0].Captured
	assert.NilError(t, d("pi_1/unmatched"))
	assert.NilError(t, d("pi_2/unmatched", string(order.Waived)))
	out.Reset()
	err = d()
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(out.String(), "Nothing waits"))
}

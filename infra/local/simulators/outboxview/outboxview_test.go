package outboxview

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/form"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/table"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// send presses a button of the page.
func send(s http.Handler, path string) int {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("POST", "http://localhost"+path, nil))
	return w.Code
}

func shown(s http.Handler) string {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", Prefix, nil))
	return w.Body.String()
}

// An undeliverable mail is set aside and retried by hand; a message for an unavailable kitchen waits. The page shows the order's number and
// never its token.
func TestRowsSetAsideAreShownAndRetried(t *testing.T) {
	g := ordertest.New(t)
	o, err := g.Checkout.Place(context.Background(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	assert.NilError(t, err)
	s := New(g.Table, g.Service(), g.Provider, g.Now)
	if page := shown(s); strings.Count(page, "<li>") != 0 || !strings.Contains(page, "Everything could be delivered") {
		t.Errorf("a row that was never tried is listed as undeliverable:\n%s", page)
	}
	broken := true
	mails := 0
	d := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, map[string]outbox.Handler{
		outbox.KindKitchenOrder: func(context.Context, outbox.Delivery) error {
			return outbox.Unreachable(errors.New("the kitchen is unavailable"))
		},
		outbox.KindMail: func(context.Context, outbox.Delivery) error {
			if broken {
				return errors.New("the <mail> has no text")
			}
			mails++
			return nil
		},
	})
	drain := func() {
		t.Helper()
		assert.NilError(t, d.Drain(context.Background()))
		g.Pass(5 * time.Minute)
	}
	for range 9 {
		drain()
	}
	page := shown(s)
	aside, waiting, _ := strings.Cut(page, "Waiting <span")
	for _, want := range []string{"Order " + o.Number, "mail-confirmed", "tried 8 times", "the &lt;mail&gt; has no text", "Send again"} {
		assert.Check(t, is.Contains(aside, want))
	}
	for _, want := range []string{"Order " + o.Number, "kitchen-order", "the kitchen is unavailable"} {
		if !strings.Contains(waiting, want) || strings.Contains(waiting, "Send again") {
			t.Errorf("%q is not listed as waiting:\n%s", want, waiting)
		}
	}
	assert.Assert(t, !strings.Contains(page, o.Token))
	assert.Assert(t, !strings.Contains(page, "ada@"))

	_, button, _ := strings.Cut(page, `action="`)
	button, _, _ = strings.Cut(button, `"`)
	broken = false
	code := send(s, Prefix+"/0000000000000000")
	assert.Assert(t, code == http.StatusSeeOther, "a deleted row: %d", code)
	drain()
	assert.Equal(t, mails, 0, "it was sent before the operator retried it")
	for range 2 { // a second press sends nothing
		code := send(s, button)
		assert.Check(t, code == http.StatusSeeOther, "retry button: got %d, want 303", code)
	}
	drain()
	page = shown(s)
	assert.Assert(t, mails == 1 && !strings.Contains(page, "Send again"), "got %d mails, want 1:\n%s", mails, page)
}

// A row about a form is shown by the form's reference, which gives no access to it, and retried.
func TestRowOfAFormIsShownAndRetried(t *testing.T) {
	g := ordertest.New(t)
	const id = "b7k2m9qxz4vhr3wya5pdnc6jtu"
	kept := table.Item{Key: table.Key{PK: "case#" + id, SK: "case"}, Data: []byte(`{"reference":"R7K2-M9QX","entry":{"email":"ada@example.com"}}`)}
	assert.NilError(t, g.Table.Write(t.Context(), table.Put(kept), form.SendMail(id, form.MailDesk, 1, g.Now())))
	d := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, nil)
	for range 9 {
		assert.NilError(t, d.Drain(t.Context()))
		g.Pass(5 * time.Minute)
	}
	s := New(g.Table, g.Service(), g.Provider, g.Now)
	page := shown(s)
	assert.Check(t, is.Contains(page, "Form R7K2-M9QX <span>form-mail-desk-1"))
	assert.Check(t, !strings.Contains(page, id) && !strings.Contains(page, "ada@"), page)
	assert.Equal(t, send(s, Prefix+"/R7K2-M9QX/form-mail-desk-1"), http.StatusSeeOther)
	assert.Check(t, !strings.Contains(shown(s), "Send again"))
}

func TestRowWithoutAnOrderIsShown(t *testing.T) {
	g := ordertest.New(t)
	assert.NilError(t, g.Table.Write(context.Background(), outbox.Row("unknown-kind", "gone/mail-lost", "x", g.Now())))
	d := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, nil)
	assert.NilError(t, d.Drain(context.Background()))
	if page := shown(New(g.Table, g.Service(), g.Provider, g.Now)); !strings.Contains(page, "No such order") || !strings.Contains(page, "mail-lost") || !strings.Contains(page, "tried 1 time<") {
		t.Errorf("page:\n%s", page)
	}
}

// Payments that need an operator are shown with their details and without the token of the guest's page, and their buttons retry or settle
// them. The tests of the command stuck check the results.
func TestStuckPaymentsAreShownAndSettled(t *testing.T) {
	g := ordertest.New(t)
	s := New(g.Table, g.Service(), g.Provider, g.Now)
	var orders []order.Order
	for _, key := range []string{"refused", "unmatched", "settled"} {
		o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters-"+key))
		assert.NilError(t, err)
		orders = append(orders, o)
	}
	none := []string{"None. Every payment is", "None. Every payment of the last"}
	for _, want := range none {
		assert.Check(t, is.Contains(shown(s), want))
	}
	g.Provider.Refuses["refund"] = true
	_, err := g.Service().Cancel(t.Context(), orders[0].Token)
	assert.NilError(t, err)
	for _, o := range orders[1:] {
		assert.NilError(t, g.Table.Write(t.Context(), table.Delete(table.Key{PK: "order-id#" + o.ID, SK: "token"}, 0)))
	}
	_, err = g.Service().Compare(t.Context(), g.Provider, order.Bounds{Days: 1, Pages: 9, Within: time.Minute})
	assert.NilError(t, err)
	refused, unmatched, settled := Prefix+"/"+orders[0].ID+"/payment", Prefix+"/pi_2/unmatched", Prefix+"/pi_3/unmatched"
	page := shown(s)
	for _, want := range []string{
		"Order " + orders[0].Number, "Grill, $10.83 to be refunded", "pi_1", "Try again", "Refunded another way", "$10.83, the order is missing",
		`action="` + refused + `"`, `action="` + unmatched + `"`, `action="` + settled + `"`,
	} {
		assert.Check(t, is.Contains(page, want))
	}
	assert.Assert(t, !strings.Contains(page, orders[0].Token))
	assert.Assert(t, !strings.Contains(page, "ada@"))
	for _, button := range []string{refused, unmatched} { // their causes remain
		code := send(s, button)
		assert.Check(t, code == http.StatusSeeOther && strings.Contains(shown(s), button), "%s: %d", button, code)
	}
	g.Provider.Refuses["refund"], g.Provider.Intents[1].Refunded = false, g.Provider.Intents[1].Captured
	for _, button := range []string{refused, unmatched, settled + "?how=elsewhere", refused} { // the last one is already settled
		if code := send(s, button); code != http.StatusSeeOther || strings.Contains(shown(s), strings.TrimSuffix(button, "?how=elsewhere")) {
			t.Errorf("%s: %d", button, code)
		}
	}
	l := g.Provider.Ledger()
	assert.Assert(t, l[0].Refunded == orders[0].Total && l[2].Refunded.Minor == 0, "got ledger %+v", l)
}

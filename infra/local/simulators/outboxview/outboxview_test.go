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

// Undeliverable rows are set aside and sent again by hand; a message for an unavailable kitchen waits. The page shows the order's number or
// the form's reference, which give no access to them. The tests of the command stuck check the results of a retry.
func TestRowsAreShownAndSentAgain(t *testing.T) {
	g := ordertest.New(t)
	o, err := g.Checkout.Place(t.Context(), g.Want(g.Fill("burger", 1), "ok", "key-of-16-letters"))
	assert.NilError(t, err)
	const id = "b7k2m9qxz4vhr3wya5pdnc6jtu"
	sent := table.Item{Key: table.Key{PK: "case#" + id, SK: "case"}, Data: []byte(`{"reference":"R7K2-M9QX","entry":{"email":"ada@example.com"}}`)}
	assert.NilError(t, g.Table.Write(
		t.Context(), table.Put(sent), form.SendMail(id, form.MailDesk, 1, g.Now()), outbox.Row("unknown-kind", "gone/mail-lost", "x", g.Now()),
	))
	s := New(g.Table, g.Service(), g.Provider, g.Now)
	page := shown(s)
	assert.Equal(t, strings.Count(page, "<h3>"), 0, "a row that was never tried is listed:\n%s", page)
	assert.Assert(t, is.Contains(page, "Everything could be delivered"))
	mails, broken := 0, true
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
		assert.NilError(t, d.Drain(t.Context()))
		g.Pass(5 * time.Minute)
	}
	drain()
	assert.Assert(t, is.Contains(shown(s), "tries: 1"))
	for range 8 {
		drain()
	}
	page = shown(s)
	mail, formMail := Prefix+"/"+o.ID+"/mail-confirmed", Prefix+"/R7K2-M9QX/form-mail-desk-1"
	aside, waiting, _ := strings.Cut(page, "Waiting for a receiver")
	for _, want := range []string{
		"order " + o.Number, "mail-confirmed", "tries: 8", "the &lt;mail&gt; has no text", "Try again", `action="` + mail + `"`,
		"form R7K2-M9QX", `action="` + formMail + `"`, "order unknown", "mail-lost",
	} {
		assert.Check(t, is.Contains(aside, want))
	}
	for _, want := range []string{"order " + o.Number, "kitchen-order", "the kitchen is unavailable"} {
		assert.Check(t, is.Contains(waiting, want))
	}
	for _, never := range []string{o.Token, id, "ada@"} {
		assert.Check(t, !strings.Contains(page, never), page)
	}
	assert.Check(t, !strings.Contains(waiting, "<button"))

	broken = false
	assert.Equal(t, send(s, Prefix+"/0000000000000000"), http.StatusSeeOther, "a deleted row")
	drain()
	assert.Equal(t, mails, 0, "it was sent before the operator retried it")
	for _, button := range []string{mail, mail, formMail} { // a second press sends nothing
		assert.Equal(t, send(s, button), http.StatusSeeOther, button)
	}
	page = shown(s)
	assert.Check(t, !strings.Contains(page, mail) && !strings.Contains(page, formMail), page)
	drain()
	assert.Equal(t, mails, 1)
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
	assert.Check(t, is.Contains(shown(s), "every payment is as it should be"))
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
		"order " + orders[0].Number, "Grill, $10.83: unreturned", "pi_1", "Try again", "Settled another way", "$10.83: the order is missing",
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

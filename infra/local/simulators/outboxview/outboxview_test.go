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
	if err != nil {
		t.Fatal(err)
	}
	s := New(g.Table, g.Service(), g.Provider, g.Now)
	if page := shown(s); strings.Count(page, "<li>") != 0 || !strings.Contains(page, "Everything could be delivered") {
		t.Errorf("what is on its way was not tried yet:\n%s", page)
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
		if err := d.Drain(context.Background()); err != nil {
			t.Fatal(err)
		}
		g.Pass(5 * time.Minute)
	}
	for range 9 {
		drain()
	}
	page := shown(s)
	aside, waiting, _ := strings.Cut(page, "Waiting <span")
	for _, want := range []string{"Order " + o.Number, "mail-confirmed", "tried 8 times", "the &lt;mail&gt; has no text", "Send again"} {
		if !strings.Contains(aside, want) {
			t.Errorf("%q is not among what is set aside:\n%s", want, aside)
		}
	}
	for _, want := range []string{"Order " + o.Number, "kitchen-order", "the kitchen is unavailable"} {
		if !strings.Contains(waiting, want) || strings.Contains(waiting, "Send again") {
			t.Errorf("%q is not among what waits:\n%s", want, waiting)
		}
	}
	if strings.Contains(page, o.Token) || strings.Contains(page, "ada@") {
		t.Error("the page tells what opens the guest's")
	}

	_, button, _ := strings.Cut(page, `action="`)
	button, _, _ = strings.Cut(button, `"`)
	broken = false
	if code := send(s, Prefix+"/0000000000000000"); code != http.StatusSeeOther {
		t.Errorf("a row that is gone: %d", code)
	}
	drain()
	if mails != 0 {
		t.Fatal("it was sent before anybody asked")
	}
	for range 2 { // a second press sends nothing
		if code := send(s, button); code != http.StatusSeeOther {
			t.Errorf("the button was answered %d", code)
		}
	}
	drain()
	if page := shown(s); mails != 1 || strings.Contains(page, "Send again") {
		t.Errorf("%d mails were sent:\n%s", mails, page)
	}
}

func TestRowWithoutAnOrderIsShown(t *testing.T) {
	g := ordertest.New(t)
	if err := g.Table.Write(context.Background(), outbox.Row("nobody's", "gone/mail-lost", "x", g.Now())); err != nil {
		t.Fatal(err)
	}
	d := outbox.NewDrainer(g.Table, g.Now, func() float64 { return 0 }, nil)
	if err := d.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, o)
	}
	none := []string{"None. Every payment is", "None. Every payment of the last"}
	for _, want := range none {
		if page := shown(s); !strings.Contains(page, want) {
			t.Errorf("%q is not on the page:\n%s", want, page)
		}
	}
	g.Provider.Refuses["refund"] = true
	if _, err := g.Service().Cancel(t.Context(), orders[0].Token); err != nil {
		t.Fatal(err)
	}
	for _, o := range orders[1:] {
		if err := g.Table.Write(t.Context(), table.Delete(table.Key{PK: "order-id#" + o.ID, SK: "token"}, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Service().Compare(t.Context(), g.Provider, order.Bounds{Days: 1, Pages: 9, Within: time.Minute}); err != nil {
		t.Fatal(err)
	}
	refused, unmatched, settled := Prefix+"/"+orders[0].ID+"/payment", Prefix+"/pi_2/unmatched", Prefix+"/pi_3/unmatched"
	page := shown(s)
	for _, want := range []string{
		"Order " + orders[0].Number, "Grill, $10.83 to be refunded", "pi_1", "Try again", "Refunded another way", "$10.83, the order is missing",
		`action="` + refused + `"`, `action="` + unmatched + `"`, `action="` + settled + `"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page:\n%s", want, page)
		}
	}
	if strings.Contains(page, orders[0].Token) || strings.Contains(page, "ada@") {
		t.Error("the page tells what opens the guest's")
	}
	for _, button := range []string{refused, unmatched} { // their causes remain
		if code := send(s, button); code != http.StatusSeeOther || !strings.Contains(shown(s), button) {
			t.Errorf("%s: %d", button, code)
		}
	}
	g.Provider.Refuses["refund"], g.Provider.Intents[1].Refunded = false, g.Provider.Intents[1].Captured
	for _, button := range []string{refused, unmatched, settled + "?how=elsewhere", refused} { // the last is already gone
		if code := send(s, button); code != http.StatusSeeOther || strings.Contains(shown(s), strings.TrimSuffix(button, "?how=elsewhere")) {
			t.Errorf("%s: %d", button, code)
		}
	}
	if l := g.Provider.Ledger(); l[0].Refunded != orders[0].Total || l[2].Refunded.Minor != 0 {
		t.Errorf("the ledger has %+v", l)
	}
}

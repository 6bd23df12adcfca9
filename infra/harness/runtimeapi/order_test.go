package runtimeapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"ordering/functions/orders"
	"ordering/infra/seed"
	"ordering/shared/order"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// A pickup order over the deployed functions: from the search to the confirmation, through the kitchen, with the mails and messages
// of the stream. Then a schedule finishes an order after the guest did not return from the bank.
func TestAnOrderOverTheBootstraps(t *testing.T) {
	d := deploy(t, seed.Files)
	placed := d.guest.Pickup("Tulsa, OK", "4242424242424242")
	if placed.State != "placed" || placed.Number == "" {
		t.Fatalf("%+v", placed)
	}
	d.feed()
	if len(d.kitchen) != 1 || d.kitchen[0].Type != "order.placed" || len(d.mails) != 1 {
		t.Fatalf("the kitchen was told %+v, and %d mails were sent", d.kitchen, len(d.mails))
	}
	for n, step := range []order.Status{order.Accepted, order.InPreparation, order.Ready, order.Completed} {
		d.step(n, step)
		d.feed()
	}
	var status orders.OrderStatus
	d.guest.Ask("GET", "/orders/status/"+placed.OrderToken, nil, nil, &status)
	if status.Status != string(order.Completed) || !status.Final || len(d.mails) != 2 {
		t.Errorf("at its end the order is %+v, and %d mails were sent", status, len(d.mails))
	}
	var steps []order.Status
	for _, e := range d.told {
		steps = append(steps, e.Status)
	}
	if !slices.Equal(steps, []order.Status{order.Scheduled, order.Accepted, order.InPreparation, order.Ready, order.Completed}) {
		t.Errorf("the bus was told %v", steps)
	}
	if paid := d.paid(placed.OrderToken); paid != order.PaymentCaptured {
		t.Errorf("its payment is %s", paid)
	}

	left := d.guest.Pickup("Tulsa, OK", "4000002760003184")
	if left.State != "authentication" || !strings.HasPrefix(left.NextAction, "/sandbox/payments/authenticate/") {
		t.Fatalf("with a bank that asks: %+v", left)
	}
	stays := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := stays.PostForm(d.bank.URL+left.NextAction, url.Values{"answer": {"approve"}})
	if err != nil || !strings.HasPrefix(answer.Header.Get("Location"), site+"/pay/back.html?") {
		t.Fatalf("the bank leads back to %v: %v", answer, err)
	}
	d.byTheClock("reconcile", "reconcile")
	if d.guest.Ask("GET", "/orders/status/"+left.OrderToken, nil, nil, &status); status.Status != string(order.Authentication) {
		t.Errorf("before its time is over the order is %s", status.Status)
	}
	d.overdue(left.OrderToken)
	d.byTheClock("reconcile", "reconcile")
	d.feed()
	if d.guest.Ask("GET", "/orders/status/"+left.OrderToken, nil, nil, &status); status.Status != string(order.Scheduled) || d.paid(left.OrderToken) != order.PaymentCaptured {
		t.Errorf("what the guest left is %s, its payment %s", status.Status, d.paid(left.OrderToken))
	}
	if len(d.kitchen) != 2 || len(d.mails) != 3 || len(d.told) != 6 {
		t.Errorf("%d messages to the kitchen, %d mails and %d events for two orders", len(d.kitchen), len(d.mails), len(d.told))
	}
	for _, p := range d.functions {
		for _, s := range p.Schedules {
			d.byTheClock(p.Name, s.Job)
		}
	}
	if fed := d.feed(); fed != 0 {
		t.Errorf("when all is done %d records are left", fed)
	}
	d.logsTell(placed.OrderToken, left.OrderToken)
}

// logsTell checks the logs of all functions: they contain the guest's request id and count the orders, and contain no guest data, no order
// token and no secret.
func (d *deployed) logsTell(tokens ...string) {
	d.Helper()
	var all strings.Builder
	for _, p := range d.functions {
		all.WriteString(p.proc.Log())
	}
	for _, metric := range []string{"OrdersPlaced", "HoldsTaken"} {
		if n := strings.Count(all.String(), fmt.Sprintf(`"%s":1`, metric)); n != 2 {
			d.Errorf("%s is counted %d times for two orders", metric, n)
		}
	}
	if !strings.Contains(all.String(), `"requestId":"request-of-the-guest"`) {
		d.Error("no line names the guest's request")
	}
	canaries := append(tokens, "Dolores", "Whitaker", "dolores@example.com", "555-0141", "9185550141", "1 Main St", "4242424242424242", "4000002760003184", gateKey)
	for _, secret := range secrets {
		canaries = append(canaries, secret)
	}
	for _, canary := range canaries {
		if at := strings.Index(all.String(), canary); at >= 0 {
			d.Errorf("a log tells %q: %s", canary, all.String()[max(0, at-200):min(all.Len(), at+100)])
		}
	}
}

// step sends a kitchen event for the first order.
func (d *deployed) step(n int, to order.Status) {
	d.Helper()
	said, err := json.Marshal(map[string]any{"id": fmt.Sprintf("event-%04d", n), "order": d.kitchen[0].Order.ID, "status": to, "at": time.Now()})
	if err != nil {
		d.Fatal(err)
	}
	signature := webhook.Secrets{[]byte(kitchenSecret)}.Sign(append(said, '\n'), time.Now())
	d.guest.Ask("POST", "/orders/kitchen-events", json.RawMessage(said), map[string]string{webhook.KitchenHeader: signature}, nil)
}

// byTheClock calls a job of a function as a schedule does.
func (d *deployed) byTheClock(name, job string) {
	d.Helper()
	event, _ := json.Marshal(map[string]string{"job": job, "zone": "America/Chicago"}) // two strings
	if answer := d.invoke(name, event); string(answer) != "null" {
		d.Errorf("%s, %s: %s", name, job, answer)
	}
}

// paid returns the payment state of an order.
func (d *deployed) paid(token string) order.PaymentState {
	d.Helper()
	o, err := order.Load(d.ctx, d.store, token)
	if err != nil {
		d.Fatal(err)
	}
	return o.Payment().State
}

// overdue moves the order's deadline for the guest into the past: the processes use the machine's clock.
func (d *deployed) overdue(token string) {
	d.Helper()
	key := table.Key{PK: "order#" + token, SK: "progress"}
	item, err := d.store.Get(d.ctx, key)
	if err != nil {
		d.Fatal(err)
	}
	var progress map[string]any
	if err := json.Unmarshal(item.Data, &progress); err != nil || progress["due"] == nil {
		d.Fatalf("%v: %s", err, item.Data)
	}
	due := time.Now().UTC().Add(-time.Second).Format(time.RFC3339)
	progress["due"], item.Index.SK = due, due+"#"+token
	if item.Data, err = json.Marshal(progress); err != nil {
		d.Fatal(err)
	}
	if err := d.store.Write(d.ctx, table.Replace(item, item.Version)); err != nil {
		d.Fatal(err)
	}
}

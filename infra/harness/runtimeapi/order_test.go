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

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// A pickup order over the deployed functions: from the search to the confirmation, through the kitchen, with the mails and messages
// of the stream. Then a schedule finishes an order after the guest did not return from the bank.
func TestAnOrderOverTheBootstraps(t *testing.T) {
	d := deploy(t, seed.Files)
	placed := d.guest.Pickup("Tulsa, OK", "4242424242424242")
	assert.Assert(t, placed.State == "placed" && placed.Number != "", "%+v", placed)
	d.feed()
	assert.Assert(t, is.Len(d.kitchen, 1))
	assert.Equal(t, d.kitchen[0].Type, "order.placed")
	assert.Assert(t, is.Len(d.mails, 1))
	for n, step := range []order.Status{order.Accepted, order.InPreparation, order.Ready, order.Completed} {
		d.step(n, step)
		d.feed()
	}
	var status orderview.OrderStatus
	d.guest.Ask("GET", "/orders/status/"+placed.OrderToken, nil, nil, &status)
	assert.Equal(t, status.Status, string(order.Completed))
	assert.Assert(t, status.Final)
	assert.Assert(t, is.Len(d.mails, 2))
	var steps []order.Status
	for _, e := range d.published {
		steps = append(steps, e.Status)
	}
	if !slices.Equal(steps, []order.Status{order.Scheduled, order.Accepted, order.InPreparation, order.Ready, order.Completed}) {
		t.Errorf("got events %v", steps)
	}
	assert.Equal(t, d.paid(placed.OrderToken), order.PaymentCaptured)

	left := d.guest.Pickup("Tulsa, OK", "4000002760003184")
	assert.Equal(t, left.State, "authentication")
	assert.Assert(t, strings.HasPrefix(left.NextAction, "/sandbox/payments/authenticate/"))
	stays := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := stays.PostForm(d.bank.URL+left.NextAction, url.Values{"answer": {"approve"}})
	assert.NilError(t, err)
	assert.Assert(t, strings.HasPrefix(answer.Header.Get("Location"), site+"/pay/back.html?"), answer)
	d.byTheClock("reconcile", "reconcile")
	d.guest.Ask("GET", "/orders/status/"+left.OrderToken, nil, nil, &status)
	assert.Equal(t, status.Status, string(order.Authentication))
	d.overdue(left.OrderToken)
	d.byTheClock("reconcile", "reconcile")
	d.feed()
	d.guest.Ask("GET", "/orders/status/"+left.OrderToken, nil, nil, &status)
	assert.Equal(t, status.Status, string(order.Scheduled))
	assert.Equal(t, d.paid(left.OrderToken), order.PaymentCaptured)
	assert.Assert(t, is.Len(d.kitchen, 2))
	assert.Assert(t, is.Len(d.mails, 3))
	assert.Assert(t, is.Len(d.published, 6))
	for _, p := range d.functions {
		for _, s := range p.Schedules {
			d.byTheClock(p.Name, s.Job)
		}
	}
	assert.Equal(t, d.feed(), 0)
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
		n := strings.Count(all.String(), fmt.Sprintf(`"%s":1`, metric))
		assert.Check(d, n == 2, "metric %s: got %d for two orders, want 2", metric, n)
	}
	if !strings.Contains(all.String(), `"requestId":"request-of-the-guest"`) {
		d.Error("no log line has the request id of the guest's request")
	}
	canaries := append(tokens, "Dolores", "Whitaker", "dolores@example.com", "555-0141", "9185550141", "1 Main St", "4242424242424242", "4000002760003184", gateKey)
	for _, secret := range secrets {
		canaries = append(canaries, secret)
	}
	for _, canary := range canaries {
		if at := strings.Index(all.String(), canary); at >= 0 {
			d.Errorf("a log contains %q: %s", canary, all.String()[max(0, at-200):min(all.Len(), at+100)])
		}
	}
}

// step sends a kitchen event for the first order.
func (d *deployed) step(n int, to order.Status) {
	d.Helper()
	said, err := json.Marshal(map[string]any{"id": fmt.Sprintf("event-%04d", n), "order": d.kitchen[0].Order.ID, "status": to, "at": time.Now()})
	assert.NilError(d, err)
	signature := webhook.Secrets{[]byte(kitchenSecret)}.Sign(append(said, '\n'), time.Now())
	d.guest.Ask("POST", "/orders/kitchen-events", json.RawMessage(said), map[string]string{webhook.KitchenHeader: signature}, nil)
}

// byTheClock calls a job of a function as a schedule does.
func (d *deployed) byTheClock(name, job string) {
	d.Helper()
	event, _ := json.Marshal(map[string]string{"job": job, "zone": "America/Chicago"}) // two strings
	answer := d.invoke(name, event)
	assert.Check(d, string(answer) == "null", "%s, %s: %s", name, job, answer)
}

// paid returns the payment state of an order.
func (d *deployed) paid(token string) order.PaymentState {
	d.Helper()
	o, err := order.Load(d.ctx, d.store, token)
	assert.NilError(d, err)
	return o.Payment().State
}

// overdue moves the order's deadline for the guest into the past: the processes use the machine's clock.
func (d *deployed) overdue(token string) {
	d.Helper()
	key := table.Key{PK: "order#" + token, SK: "progress"}
	item, err := d.store.Get(d.ctx, key)
	assert.NilError(d, err)
	var progress map[string]any
	if err := json.Unmarshal(item.Data, &progress); err != nil || progress["due"] == nil {
		d.Fatalf("%v: %s", err, item.Data)
	}
	due := time.Now().UTC().Add(-time.Second).Format(time.RFC3339)
	progress["due"], item.Index.SK = due, due+"#"+token
	if item.Data, err = json.Marshal(progress); err != nil {
		d.Fatal(err)
	}
	assert.NilError(d, d.store.Write(d.ctx, table.Replace(item, item.Version)))
}

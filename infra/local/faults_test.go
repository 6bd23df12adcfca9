package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/payment"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/mail"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket/basketview"
	"ordering/shared/outbox"
	"ordering/shared/table/sqlite"
	"ordering/shared/telemetry"
)

// canaries are data that only the guest knows. They are entered into every text field.
var canaries = []string{
	"Canaryfirst", "Canarylast", "canary.guest", "918-555-0188", "9185550188", "555 0188", "Cardholder Canary", "77 Canary Street", "Canaryville", "74199-0188",
	"canary-of-a-line", "canary-of-the-order", "Canary reason", "Canarymake", "Canarymodel", "Canarycolour", "Canary build", "12 Canary Lane", testPassword, "4242424242424242", "4242 4242", "4000000000000002", "9173",
}

// Fault 34: in success and in failure of the whole stack, the log contains no data of guests and customers, no card, and no token of a
// basket, an order, a session or a bank's authentication.
func TestLogHasNoGuestData(t *testing.T) {
	log := captureLog(t)
	m := startIn(t, newFolder(t))
	secret, tokens := append([]string{}, canaries...), []string(nil)
	guest := map[string]any{"firstName": "Canaryfirst", "lastName": "Canarylast", "email": "canary.guest@example.com", "phone": "918-555-0188"}
	line := map[string]any{"itemId": "the-big-deal", "quantity": 1, "instructions": "canary-of-a-line"}
	fill := func() basketview.Basket {
		b := m.fillBasket(line)
		m.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": "canary-of-the-order"}, "If-Match", fmt.Sprint(b.Version)).into(m, &b)
		secret, tokens = append(secret, b.OrderID), append(tokens, b.OrderID)
		return b
	}
	place := func(number string) (basketview.Basket, payment.Placement) {
		b := fill()
		card := m.tokenize(number, "9173")
		secret = append(secret, card)
		r := m.pay(b, guest, card, "key-of-"+b.OrderID)
		var p payment.Placement
		if r.status == 200 {
			r.into(t, &p)
			secret, tokens = append(secret, p.OrderToken), append(tokens, p.OrderToken)
		}
		return b, p
	}

	// Success.
	_, p := place("4242424242424242")
	m.waitForStatus(p.OrderToken, "completed")
	m.until("the receipt is in the mailbox", func() bool { return strings.Contains(m.page(mail.Prefix), "canary.guest@example.com") })
	place("4000000000000002") // declined
	_, p = place("4000002760003184")
	_, opens, _ := strings.Cut(p.NextAction, "_secret_")
	secret = append(secret, opens)
	m.form(p.NextAction, "answer", "approve")
	m.call("POST", "/payment-management/authentication/"+p.OrderToken, nil, "Idempotency-Key", "key-of-a-bank-0001").into(t, &p)

	// The kitchen refuses; a guest cancels.
	m.form(kitchen.Prefix+"/switches", "switch", "byItself", "state", "off")
	_, p = place("4242424242424242")
	m.until("the kitchen has the ticket", func() bool { return strings.Contains(m.page(kitchen.Prefix), "Order "+p.Number) })
	seq := lastTicket(t, m)
	m.form(fmt.Sprintf("%s/tickets/%d", kitchen.Prefix, seq), "to", "not-approved", "reason", "Canary reason")
	m.waitForStatus(p.OrderToken, "not-approved")
	_, p = place("4242424242424242")
	m.call("POST", "/orders/cancel/"+p.OrderToken, nil, "Idempotency-Key", "key-of-a-cancel-01")
	m.form(kitchen.Prefix+"/switches", "switch", "open", "state", "off")
	_, p = place("4242424242424242") // its kitchen is stopped

	// A customer, of whom an operation has the address in its path.
	who := m.openCanaryAccount()
	signed := []string{"Authorization", "Bearer " + who.token}
	_, session, _ := strings.Cut(who.session, "=")
	secret = append(secret, who.token, session)
	graph := append([]string{"brandId", "3", "countryalpha2", "US"}, signed...)
	var saved struct{ Version int64 }
	m.call("GET", "/../my-profile", nil, signed...).into(t, &saved)
	names := map[string]any{"firstName": "Canaryfirst", "lastName": "Canarylast", "phone": "918-555-0188"}
	m.call("PUT", "/../my-profile", names, append(signed, "If-Match", quoted(saved.Version))...).into(t, &saved)
	m.call("GET", "/../my-profile/export", nil, signed...).into(t, &map[string]any{})
	m.call("POST", "/orders/login", map[string]any{}, signed...).into(t, &map[string]any{})
	m.call("POST", "/../../graphql", map[string]any{"query": "{ me { firstName } orders(first: 20) { nodes { id } } }"}, graph...).into(t, &map[string]any{})
	m.call("GET", "/orders/customer/"+email, nil, signed...).into(t, &map[string]any{})
	refused := func() {
		for _, address := range []string{email, "other." + email, "canary.guest"} {
			m.call("GET", "/orders/customer/"+address, nil, signed...)
			m.call("GET", "/orders/customer/"+address, nil)
			m.call("PATCH", "/orders/customer/"+address, nil, signed...)
		}
		m.call("PUT", "/../my-profile", guest, append(signed, "If-Match", "canary.guest")...)
		m.call("PUT", "/../my-profile", `{"firstName":"Canaryfirst","canary.guest":`, append(signed, "If-Match", "1")...)
		m.call("POST", "/../my-profile/vehicles", map[string]any{"make": "Canarymake", "Canarymodel": 1}, signed...)
		m.call("POST", "/../../graphql", map[string]any{"query": `{ order(id: "Canaryfirst") { Canarylast } }`}, graph...)
		m.call("GET", "/../my-profile/export", nil, signed...)
		m.auth("/login/customer", map[string]any{"email": email, "password": "Canaryfirst"})
	}
	refused()

	// Tokens in other systems' files open no guest's page and no basket.
	for _, kept := range []string{"kitchen.db-wal", "payments.db", "payments.db-wal"} {
		raw, err := os.ReadFile(filepath.Join(m.dir, kept))
		assert.Check(t, err == nil && len(raw) != 0, "%s: %d bytes, %v", kept, len(raw), err)
		for _, opens := range tokens {
			assert.Check(t, !strings.Contains(string(raw), opens), "%s contains a guest's token", kept)
		}
	}

	// Invalid input in bodies, addresses and headers.
	b := fill()
	for _, body := range []string{
		`{"contact":{"firstName":"Canaryfirst","lastName":"Canarylast","email":"canary.guest@example.com","phone":"9185550188","canary.guest":1}}`,
		`{"contact":"Canaryfirst","paymentMethod":["4242424242424242"]}`, `{"contact":{"firstName":"Canaryfirst"`, "Canaryfirst", "\"\xff Canaryfirst\"",
		strings.Repeat(`{"Canaryfirst":`, 2000), strings.Repeat("Canaryfirst", 10_000),
	} {
		m.call("POST", "/payment-management/card/"+b.OrderID, body, "If-Match", "canary.guest", "Idempotency-Key", "canary.guest@example.com")
		m.call("POST", "/orders/kitchen-events", body, "X-Kitchen-Signature", "t=1,v1=Canaryfirst")
	}
	for _, path := range []string{"/orders/" + p.OrderToken + "/Canaryfirst", "/orders/" + b.OrderID + "?q=Canaryfirst", "/timeslots/" + b.OrderID + "?date=Canaryfirst", "/locations?q=77+Canary+Street"} {
		m.call("GET", path, nil)
		m.call("PATCH", path, nil)
	}

	// Failures: the provider, the mail folder, the kitchen's file, an outbox row, the store.
	card := m.tokenize("4242424242424242", "9173")
	m.form(payments.Prefix+"/switches", "switch", "down", "state", "on")
	r := m.pay(b, guest, card, "key-of-"+b.OrderID)
	assert.Equal(t, r.code(), "payment-unavailable", "without a provider: got %d %s", r.status, r.body)
	secret = append(secret, card)
	m.form(payments.Prefix+"/switches", "switch", "down", "state", "off")
	box := filepath.Join(m.dir, "mail")
	// 2: the kitchen
	assert.NilError(t, errors.Join(os.RemoveAll(box), os.WriteFile(box, nil, 0o600), m.stack.Closers[2].Close()))
	place("4242424242424242")
	assert.Equal(t, m.auth("/confirm/code", nil, signed...).status, 202)
	m.until("the mail of the code fails", func() bool { return strings.Contains(log(), `"kind":"account-mail"`) })
	m.form(kitchen.Prefix+"/switches", "switch", "open", "state", "on")
	other, err := sqlite.Open(filepath.Join(m.dir, "table.db"), time.Now)
	assert.NilError(t, err)
	defer other.Close()
	due := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for _, kind := range []string{outbox.KindMail, outbox.KindAccountMail, outbox.KindKitchenOrder, "unknown-kind"} {
		err := other.Write(context.Background(), outbox.Row(kind, p.OrderToken+"/poison-"+kind, "Canaryfirst", due))
		assert.NilError(t, err)
	}
	m.form("/sandbox/clock", "by", "1m") // the rows were not in the stream: the sweep finds them
	for _, trouble := range []string{"handler for kind", "mail:", "kitchen: state not written", "kitchen: answered 503", "is not what"} {
		m.until("the log contains "+trouble, func() bool { return strings.Contains(log(), trouble) })
	}
	// the store
	assert.NilError(t, m.stack.Closers[0].Close())
	refused()
	for _, r := range []reply{m.call("GET", "/orders/"+b.OrderID, nil), m.call("GET", "/orders/thank-you/"+p.OrderToken, nil), m.pay(b, guest, "pm_none", "key-of-"+b.OrderID)} {
		if r.status != 503 || r.code() != "store-unavailable" || r.header.Get("Retry-After") == "" {
			t.Errorf("without a store: got %d %s", r.status, r.body)
		}
		var answer struct{ RequestID string }
		if err := json.Unmarshal([]byte(r.body), &answer); err != nil || len(answer.RequestID) < 8 || !strings.Contains(log(), `"requestId":"`+answer.RequestID+`"`) {
			t.Errorf("the log has no request id %q", answer.RequestID)
		}
	}

	text := log()
	for _, m := range []telemetry.Metric{telemetry.OrdersPlaced, telemetry.PaymentsDeclined, telemetry.PaymentsFailed, telemetry.HoldsTaken, telemetry.RowsPutOff} {
		assert.Check(t, is.Contains(text, fmt.Sprintf("%q:1", m)), "metric %s was not written", m)
	}
	// Times have arbitrary digits, which may equal a canary.
	text = regexp.MustCompile(`"time":"[^"]*"|"Timestamp":\d+`).ReplaceAllString(strings.ReplaceAll(text, m.dir, ""), "")
	for _, c := range secret {
		assert.Assert(t, c != "", "test setup: empty canary")
		if at := strings.Index(text, c); at >= 0 {
			t.Errorf("the log contains %q: …%s…", c, text[max(0, at-200):min(len(text), at+100)])
		}
	}
}

// lastTicket returns the number of the last ticket on the kitchen's rail.
func lastTicket(t *testing.T, m *machine) int {
	t.Helper()
	last := 0
	for _, part := range strings.Split(m.page(kitchen.Prefix), kitchen.Prefix+"/tickets/")[1:] {
		n := 0
		_, err := fmt.Sscanf(part, "%d", &n)
		assert.NilError(t, err)
		last = max(last, n)
	}
	return last
}

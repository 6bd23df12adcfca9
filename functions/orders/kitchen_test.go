package orders

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/webhook"
)

// Fault 8: a forged, stale or unsigned event is refused and changes nothing.
func TestForgedKitchenEventIsRefused(t *testing.T) {
	b := newBench(t)
	before := b.state().Version()
	body := fmt.Sprintf(`{"id":"event-0001","order":%q,"status":"not-approved","at":%q}`, id, b.clock.Format(time.RFC3339))
	sign := func(s webhook.Secrets, body string, at time.Time) string { return s.Sign([]byte(body), at) }
	forged, stale := sign(webhook.Secrets{[]byte("guess")}, body, b.clock), sign(secrets, body, b.clock.Add(-webhook.Tolerance-time.Second))
	for _, signature := range []string{"", forged, stale, sign(secrets, strings.Replace(body, "not-approved", "ready", 1), b.clock)} {
		b.refused(b.ask("POST", hookURL, body, webhook.KitchenHeader, signature), 401, problem.BadSignature)
	}
	// Only a signed message gets the reason of its refusal.
	for what, wrong := range map[string]string{
		"not JSON": `{"id":`, "no event": `{}`, "a field too much": strings.Replace(body, `{"id"`, `{"refund":true,"id"`, 1), "nothing": "",
		"a status that kitchens may not set": strings.Replace(body, "not-approved", "cancelled", 1), "not even an order": `[]`,
		"no status": strings.Replace(body, `"status":"not-approved",`, "", 1),
	} {
		for _, signature := range []string{"", sign(webhook.Secrets{[]byte("guess")}, wrong, b.clock), strings.Repeat("v1=00,", 100)} {
			b.refused(b.ask("POST", hookURL, wrong, webhook.KitchenHeader, signature), 401, problem.BadSignature)
		}
		r := b.ask("POST", hookURL, wrong, webhook.KitchenHeader, sign(secrets, wrong, b.clock))
		if r.StatusCode != http.StatusUnprocessableEntity && r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s with a signature: got %d", what, r.StatusCode)
		}
	}
	b.refused(b.ask("POST", hookURL, strings.Repeat("x", 100<<10), webhook.KitchenHeader, ""), 413, problem.TooLarge)
	rows, err := outbox.Pending(t.Context(), b.Table)
	if b.state().Version() != before || len(b.bank.refunds) != 0 || err != nil || len(rows) != 0 {
		t.Errorf("version changed from %d to %d; got %d refunds, rows %v", before, b.state().Version(), len(b.bank.refunds), rows)
	}
	old := secrets[1:].Sign([]byte(body), b.clock)
	r := b.ask("POST", hookURL, body, webhook.KitchenHeader, old)
	assert.Assert(t, r.StatusCode == http.StatusNoContent)
	assert.Equal(t, b.state().Status, order.NotApproved)
}

func TestKitchenEventOfAnUnknownOrderIsRefused(t *testing.T) {
	b := newBench(t)
	// No other system has the guest's token, so it does not identify an order here.
	for _, other := range []string{"somebody-elses", token, "", "4127", "order-id#" + id, strings.ToUpper(id)} {
		b.refused(b.say(other, "ready", "event-0001"), 404, problem.OrderNotFound)
	}
	// The kitchen's id gives no access to the guest's page.
	for _, path := range []string{"thank-you", "status"} {
		b.refused(b.ask("GET", "/api/online-ordering/orders/"+path+"/"+id, ""), 404, problem.OrderNotFound)
	}
	b.refused(b.ask("POST", "/api/online-ordering/orders/cancel/"+id, "", "Idempotency-Key", "a-key-of-the-guest"), 404, problem.OrderNotFound)
	assert.Equal(t, b.state().Status, order.Scheduled)
}

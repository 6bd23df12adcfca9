package payment_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

var hookSecrets = webhook.Secrets{[]byte("whsec_of_this_desk"), []byte("whsec_the_one_before")}

// report is Stripe's event about a refund of the first payment.
func (d fixture) report(id string) string {
	return fmt.Sprintf(`{"id":%q,"object":"event","api_version":"2020-08-27","created":%d,"livemode":false,"pending_webhooks":1,
		"type":"refund.created","data":{"object":{"id":"re_1","object":"refund","amount":1,"charge":"ch_1","payment_intent":"pi_1"}},
		"request":{"id":null,"idempotency_key":null}}`, id, d.Now().Unix())
}

// receive sends an event with a signature.
func (d fixture) receive(body, signature string) answer {
	r := httptest.NewRequest("POST", "/api/webhooks/stripe", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set(stripe.SignatureHeader, signature)
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return answer{w.Code, w.Body.String(), w.Header()}
}

func (d fixture) signed(body string) string { return hookSecrets.Sign([]byte(body), d.Now()) }

func TestForgedStripeEventIsRefused(t *testing.T) {
	d := open(t)
	o := d.Buy()
	d.Provider.RefundByHand("pi_1", money.Of(100, money.USD))
	body := d.report("evt_1")
	forged := webhook.Secrets{[]byte("whsec_guess")}.Sign([]byte(body), d.Now())
	stale := hookSecrets.Sign([]byte(body), d.Now().Add(-webhook.Tolerance-time.Second))
	for _, signature := range []string{"", forged, stale, d.signed(d.report("evt_2"))} {
		a := d.receive(body, signature)
		assert.Check(t, a.status == http.StatusUnauthorized && a.problem(t).Code == problem.BadSignature, "%q: %d %s", signature, a.status, a.raw)
	}
	changed := func(from, to string) string { return strings.Replace(body, from, to, 1) }
	for _, wrong := range []string{"", "[]", "{}", `{"id":`, changed(`"evt_1"`, "7"), changed(`"type"`, `"kind"`)} {
		a := d.receive(wrong, d.signed("else"))
		assert.Check(t, a.status == http.StatusUnauthorized, "%s, unsigned: %d %s", wrong, a.status, a.raw)
		if a := d.receive(wrong, d.signed(wrong)); a.status != http.StatusUnprocessableEntity && a.status != http.StatusBadRequest {
			t.Errorf("%s, signed: %d %s", wrong, a.status, a.raw)
		}
	}
	long := strings.Repeat(" ", 600<<10) + body
	a := d.receive(long, d.signed(long))
	assert.Assert(t, a.status == http.StatusRequestEntityTooLarge, "too long a body: got %d, want 413", a.status)
	assert.Equal(t, d.Order(o.Token).Version(), o.Version())
}

func TestStripeEvent(t *testing.T) {
	d := open(t)
	o := d.Buy()
	d.Provider.RefundByHand("pi_1", money.Of(100, money.USD))
	d.Pass(time.Second)
	padded := strings.Replace(d.report("evt_9"), `"amount":1`, `"evidence":"`+strings.Repeat("x", 150_000)+`"`, 1)
	other := strings.Replace(d.report("evt_8"), "refund.created", "customer.created", 1)
	elsewhere := strings.Replace(d.report("evt_7"), "pi_1", "pi_of_another_account", 1)
	nothing := strings.Replace(d.report("evt_6"), `"pi_1"`, "null", 1)
	for _, c := range []struct {
		name, body, signature string
		refunds               int
	}{
		{"another type", other, d.signed(other), 0},
		{"another account's", elsewhere, d.signed(elsewhere), 0},
		{"about no payment", nothing, d.signed(nothing), 0},
		{"a refund", d.report("evt_1"), d.signed(d.report("evt_1")), 1},
		{"a duplicate", d.report("evt_1"), d.signed(d.report("evt_1")), 1},
		{"signed with the older secret", d.report("evt_2"), hookSecrets[1:].Sign([]byte(d.report("evt_2")), d.Now()), 1},
		{"a long event", padded, d.signed(padded), 1},
	} {
		a := d.receive(c.body, c.signature)
		got := d.Order(o.Token).Payment().Refunds
		assert.Check(t, a.status == http.StatusNoContent && len(got) == c.refunds, "%s: %d %s, refunds %+v", c.name, a.status, a.raw, got)
	}
	d.Provider.Down = true
	d.Provider.Dispute("pi_1", tender.DisputeOpen)
	a := d.receive(d.report("evt_3"), d.signed(d.report("evt_3")))
	assert.Assert(t, a.status == http.StatusServiceUnavailable, "while Stripe is unavailable: got %d %s, want 503", a.status, a.raw)
	d.Provider.Down = false
	a = d.receive(d.report("evt_3"), d.signed(d.report("evt_3")))
	assert.Assert(t, a.status == http.StatusNoContent, "retried: got %d %s, want 204", a.status, a.raw)
	all, err := order.Notices(context.Background(), d.Table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(all, 2))
}

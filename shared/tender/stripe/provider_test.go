package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/secret"
	"ordering/shared/tender"
)

// double gives the test's answers in turn, and records the requests.
type double struct {
	*httptest.Server
	mu      sync.Mutex
	asked   []string // method, path and key
	bodies  []string
	answers []func(http.ResponseWriter)
}

// requests returns the requests so far.
func (s *double) requests() (asked, bodies []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked), slices.Clone(s.bodies)
}

func says(status int, body string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func hangsUp(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func open(t *testing.T, answers ...func(http.ResponseWriter)) (*double, *Client) {
	s := &double{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.Path+" "+r.Header.Get("Idempotency-Key"))
		s.bodies = append(s.bodies, r.Form.Encode())
		answer := s.answers[min(len(s.asked), len(s.answers))-1]
		s.mu.Unlock()
		want := version
		if strings.HasPrefix(r.URL.Path, "/v1/privacy/") {
			want = preview
		}
		assert.Check(t, is.Equal(r.Header.Get("Stripe-Version"), want))
		assert.Check(t, is.Equal(r.Header.Get("Authorization"), "Bearer sk_test"))
		answer(w)
	}))
	t.Cleanup(s.Close)
	s.Config.SetKeepAlivesEnabled(false) // on a reused connection Go itself repeats a request that has a key
	return s, New(s.URL+"/", secret.Fixed("sk_test")).WithPause(func(context.Context, int) error { return nil })
}

var ask = tender.Authorisation{Order: "token", Number: "7301", Amount: money.Of(1250, money.CAD), Method: "pm_1"}

const authorised = `{"id":"pi_1","status":"requires_capture","amount":1250,"currency":"cad","amount_received":0,"metadata":{"order":"token"},
	"payment_method":{"card":{"brand":"visa","last4":"4242"}},"latest_charge":{"amount_refunded":0},"next_action":null,"last_payment_error":null}`

func TestAuthoriseAsksForExactlyTheOrder(t *testing.T) {
	s, c := open(t, says(200, authorised))
	got, err := c.Authorise(context.Background(), "key-1", ask)
	zero := money.Of(0, money.CAD)
	want := tender.Intent{ID: "pi_1", Order: "token", State: tender.IntentAuthorised, Amount: ask.Amount, Captured: zero, Refunded: zero, Brand: "visa", LastFour: "4242"}
	assert.NilError(t, err)
	assert.Equal(t, got, want)
	asked, bodies := s.requests()
	assert.Assert(t, len(asked) == 1 && asked[0] == "POST /v1/payment_intents key-1", "got requests %v", asked)
	for _, field := range []string{"amount=1250", "currency=cad", "capture_method=manual", "confirm=true", "payment_method=pm_1", "metadata%5Border%5D=token"} {
		assert.Check(t, is.Contains(bodies[0], field))
	}
}

// The return address after an authentication is on the site; without a site it is only a path.
func TestBankRedirectsBackToTheSite(t *testing.T) {
	for site, want := range map[string]string{"": "return_url=%2Fpay%2Fback.html&", "https://order.example": "return_url=https%3A%2F%2Forder.example%2Fpay%2Fback.html&"} {
		s, c := open(t, says(200, strings.Replace(authorised, "null", `{"redirect_to_url":{"url":"https://hooks.stripe.com/1"}}`, 1)))
		got, err := c.Returning(site).Authorise(t.Context(), "key-1", ask)
		if _, bodies := s.requests(); err != nil || got.NextAction != "https://hooks.stripe.com/1" || !strings.Contains(bodies[0]+"&", want) {
			t.Errorf("%q: %+v %v, asked %s", site, got, err, bodies)
		}
	}
	s, c := open(t, says(200, authorised))
	_, err := c.Authorise(t.Context(), "key-1", ask)
	assert.NilError(t, err)
	_, bodies := s.requests()
	assert.Assert(t, !strings.Contains(bodies[0], "return_url"), "got requests %s", bodies)
}

// A call with an unknown outcome is retried with the same key, a limited number of times.
func TestUnknownOutcomeIsRetried(t *testing.T) {
	for name, trouble := range map[string]func(http.ResponseWriter){
		"hangs up":                 hangsUp,
		"no gateway":               says(502, "<html>Bad gateway</html>"),
		"the provider's fault":     says(500, `{"error":{"type":"api_error"}}`),
		"too many":                 says(429, `{"error":{"type":"invalid_request_error","code":"rate_limit"}}`),
		"still processing the key": says(409, `{"error":{"type":"idempotency_error"}}`),
		"half an answer":           says(200, authorised[:40]),
	} {
		s, c := open(t, trouble, says(200, authorised))
		if got, err := c.Authorise(context.Background(), "key-1", ask); err != nil || got.ID != "pi_1" {
			t.Errorf("%s: %v", name, err)
		}
		asked, bodies := s.requests()
		assert.Check(t, len(asked) == 2 && asked[0] == asked[1] && bodies[0] == bodies[1], "%s: asked %v", name, asked)
		s, c = open(t, trouble)
		_, err := c.Authorise(context.Background(), "key-1", ask)
		if asked, _ := s.requests(); !errors.Is(err, tender.ErrUnavailable) || len(asked) != attempts {
			t.Errorf("%s, permanent: got %v after %d requests", name, err, len(asked))
		}
	}
}

func TestRefusalsAreNotRetried(t *testing.T) {
	card := func(code, reason string) string {
		return fmt.Sprintf(`{"error":{"type":"card_error","code":%q,"decline_code":%q,"payment_intent":{"id":"pi_9"}}}`, code, reason)
	}
	for body, want := range map[string]string{
		card("card_declined", "generic_decline"):    "declined",
		card("card_declined", "insufficient_funds"): "insufficient-funds",
		card("expired_card", ""):                    "expired",
		card("incorrect_cvc", ""):                   "incorrect",
		card("processing_error", ""):                "processing",
		card("authentication_required", ""):         "authentication",
	} {
		s, c := open(t, says(402, body))
		_, err := c.Authorise(context.Background(), "key-1", ask)
		var d *tender.Declined
		if asked, _ := s.requests(); !errors.As(err, &d) || d.Reason != want || d.Intent != "pi_9" || len(asked) != 1 {
			t.Errorf("%s: got %v after %d requests", body, err, len(asked))
		}
	}
	// A field that is not expanded is an id.
	_, c := open(t, says(402, `{"error":{"type":"card_error","code":"expired_card","payment_intent":{"id":"pi_9","payment_method":"pm_1","latest_charge":"ch_1"}}}`))
	var expired *tender.Declined
	_, err := c.Authorise(context.Background(), "key-1", ask)
	assert.Assert(t, errors.As(err, &expired) && expired.Reason == "expired", "decline with ids: got %v", err)
	_, c = open(t, says(400, `{"error":{"type":"invalid_request_error","code":"payment_intent_unexpected_state"}}`))
	_, err = c.Capture(context.Background(), "key-1", "pi_1", ask.Amount)
	assert.ErrorIs(t, err, tender.ErrIntentClosed)
	_, c = open(t, says(400, `{"error":{"type":"invalid_request_error","code":"charge_already_refunded"}}`))
	_, err = c.Refund(context.Background(), "key-1", "pi_1", ask.Amount)
	assert.NilError(t, err)
	// A request that it does not process: the guest may try again, and an authorisation of an earlier attempt is searched for.
	_, c = open(t, says(401, `{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}`))
	var d *tender.Declined
	_, err = c.Authorise(context.Background(), "key-1", ask)
	assert.Assert(t, errors.As(err, &d) && d.Unread, "invalid API key: got %v", err)
	_, c = open(t, says(404, `{"error":{"type":"invalid_request_error","code":"resource_missing","param":"intent"}}`))
	_, err = c.Find(context.Background(), tender.Reference{Intent: "pi_0"})
	assert.ErrorIs(t, err, tender.ErrNoIntent)
}

// The captured amount is that of the answer, not of the request; the refunded amount is that of the request.
func TestAmountsComeFromTheProvider(t *testing.T) {
	took := func(minor int, currency string) string {
		return fmt.Sprintf(`{"id":"pi_1","status":"succeeded","amount":1250,"currency":%q,"amount_received":%d,"metadata":{"order":"id"}}`, currency, minor)
	}
	for body, want := range map[string]money.Amount{
		took(1250, "cad"): money.Of(1250, money.CAD), took(1249, "cad"): money.Of(1249, money.CAD), took(1250, "usd"): money.Of(1250, money.USD),
	} {
		s, c := open(t, says(200, body))
		got, err := c.Capture(context.Background(), "key-2", "pi_1", ask.Amount)
		if err != nil || got.Captured != want || got.State != tender.IntentCaptured || got.Order != "id" {
			t.Errorf("%s: %+v %v", body, got, err)
		}
		asked, bodies := s.requests()
		if asked[0] != "POST /v1/payment_intents/pi_1/capture key-2" || !strings.Contains(bodies[0], "amount_to_capture=1250") {
			t.Errorf("asked %v %v", asked, bodies)
		}
	}
	s, c := open(t, says(200, `{"id":"re_1"}`))
	id, err := c.Refund(context.Background(), "key-3", "pi_1", money.Of(1249, money.CAD))
	asked, bodies := s.requests()
	if err != nil || id != "re_1" || asked[0] != "POST /v1/refunds key-3" || bodies[0] != "amount=1249&payment_intent=pi_1" {
		t.Errorf("%s %v, asked %v %v", id, err, asked, bodies)
	}
}

// The order's intent is searched page by page.
func TestFindReadsAllPages(t *testing.T) {
	page := func(more bool, intents ...string) func(http.ResponseWriter) {
		return says(200, fmt.Sprintf(`{"data":[%s],"has_more":%v}`, strings.Join(intents, ","), more))
	}
	another := strings.Replace(strings.Replace(authorised, `"token"`, `"another"`, 1), "pi_1", "pi_7", 1)
	s, c := open(t, page(true, another, another), page(false, authorised))
	got, err := c.Find(context.Background(), tender.Reference{Order: "token"})
	if _, bodies := s.requests(); err != nil || got.ID != "pi_1" || len(bodies) != 2 || !strings.Contains(bodies[1], "starting_after=pi_7") {
		t.Errorf("%+v %v, asked %v", got, err, bodies)
	}
	_, c = open(t, page(false, another))
	_, err = c.Find(context.Background(), tender.Reference{Order: "token"})
	assert.ErrorIs(t, err, tender.ErrNoIntent)
}

// A search covers only the time in which the payment can have been made, and stops after a number of pages.
func TestFindIsBounded(t *testing.T) {
	since, until := time.Unix(1_700_000_000, 0), time.Unix(1_700_007_800, 0)
	s, c := open(t, says(200, `{"data":[{"id":"pi_7","currency":"cad","metadata":{"order":"another"}}],"has_more":true}`))
	_, err := c.Find(t.Context(), tender.Reference{Order: "token", Since: since, Until: until})
	_, bodies := s.requests()
	assert.Assert(t, errors.Is(err, tender.ErrUnavailable) && len(bodies) == searched, "%d pages, %v", len(bodies), err)
	for _, field := range []string{"created%5Bgte%5D=1700000000", "created%5Blte%5D=1700007800", "limit=100"} {
		assert.Check(t, is.Contains(bodies[0], field))
	}
}

// Request data must not get into an error: errors are logged.
func TestErrorsHaveNoProviderTexts(t *testing.T) {
	s, c := open(t, hangsUp)
	s.Close()
	_, err := c.Authorise(context.Background(), "key-secret", ask)
	assert.ErrorIs(t, err, tender.ErrUnavailable)
	for _, secret := range []string{"pm_1", "token", "key-secret", "sk_test", s.URL} {
		assert.Check(t, !strings.Contains(err.Error(), secret), "%v names %s", err, secret)
	}
}

// ErrRefused only for refusals that a retry or another API key cannot change.
func TestAFinalRefusal(t *testing.T) {
	refusal := `{"error":{"type":"invalid_request_error","code":"charge_expired_for_capture"}}`
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   bool
	}{
		"an expired authorisation":   {says(400, refusal), true},
		"the bank declines":          {says(402, `{"error":{"type":"card_error","code":"capture_charge_authorization_expired"}}`), true},
		"our key is invalid":         {says(401, refusal), false},
		"our key lacks a permission": {says(403, refusal), false},
		"the provider's fault":       {says(500, refusal), false},
		"captured or cancelled":      {says(400, `{"error":{"type":"invalid_request_error","code":"payment_intent_unexpected_state"}}`), false},
	} {
		_, client := open(t, c.answer)
		_, err := client.Capture(context.Background(), "key-1", "pi_1", ask.Amount)
		assert.Check(t, err != nil && errors.Is(err, tender.ErrRefused) == c.want, "%s: %v", name, err)
	}
}

package payments

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// receiver is an ordering system that gets the webhooks, and answers with status.
type receiver struct {
	status int
	types  []string
	ids    []string
}

func (b testSandbox) sendHooksTo(h *receiver) {
	b.Secrets = webhook.Secrets{[]byte("whsec_of_this_test")}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		assert.Check(b.t, b.Secrets.Verify(r.Header.Get(stripe.SignatureHeader), body, b.now()))
		var e stripe.Event
		err := json.Unmarshal(body, &e)
		assert.Check(b.t, err == nil && e.Report().Subject != "", "%s: %v", body, err)
		h.types, h.ids = append(h.types, e.Type), append(h.ids, e.ID)
		w.WriteHeader(h.status)
	}))
	b.t.Cleanup(server.Close)
	b.Callback = server.URL
}

// press presses a button of the page.
func (b testSandbox) press(intent, do string) int {
	b.t.Helper()
	r, err := plain.PostForm(b.url+"/intents/"+intent, url.Values{"do": {do}})
	assert.NilError(b.t, err)
	r.Body.Close()
	return r.StatusCode
}

// Changes by hand and by the ordering system are sent as Stripe's events.
func TestChangesAreSentAsWebhooks(t *testing.T) {
	const capture = "capture"
	refunded, disputed := []string{"refund.created", "charge.refunded"}, []string{"charge.dispute.created"}
	closed := append(disputed, "charge.dispute.closed")
	for name, c := range map[string]struct {
		acts             []string
		want             []string
		status           string
		refunded, listed int
		dispute          string
	}{
		"captured, nothing else": {[]string{capture}, nil, succeeded, 0, 0, ""},
		"voided":                 {[]string{"void"}, []string{"payment_intent.canceled"}, canceled, 0, 0, ""},
		"refunded":               {[]string{capture, "refund"}, refunded, succeeded, 900, 1, ""},
		"refunded by halves":     {[]string{capture, "refund-half", "refund-half"}, slices.Concat(refunded, refunded), succeeded, 675, 2, ""},
		"a failed refund":        {[]string{capture, "refund", "fail-refund"}, append(refunded, "refund.updated", "refund.failed"), succeeded, 0, 1, ""},
		"disputed":               {[]string{capture, "dispute"}, disputed, succeeded, 0, 0, needsResponse},
		"disputed, won":          {[]string{capture, "dispute", "win"}, closed, succeeded, 0, 0, won},
		"disputed, lost":         {[]string{capture, "dispute", "lose"}, closed, succeeded, 0, 0, lost},
		"a forbidden button":     {[]string{"refund"}, nil, needsCapture, 0, 0, ""},
		"won without a dispute":  {[]string{capture, "win"}, nil, succeeded, 0, 0, ""},
		"an unknown button":      {[]string{capture, "steal"}, nil, succeeded, 0, 0, ""},
	} {
		b := open(t)
		h := &receiver{status: http.StatusNoContent}
		b.sendHooksTo(h)
		id := b.ask("POST", "/payment_intents", "", payment(b.method("4242 4242 4242 4242"), "900")).at("id").(string)
		for _, act := range c.acts {
			if act == capture {
				b.ask("POST", "/payment_intents/"+id+"/capture", "", nil)
			} else {
				b.press(id, act)
			}
			assert.Check(t, b.Deliver(t.Context()), name)
		}
		if err := b.Deliver(t.Context()); err != nil || !slices.Equal(h.types, c.want) {
			t.Errorf("%s: sent %v, want %v (%v)", name, h.types, c.want, err)
		}
		i := b.ask("GET", "/payment_intents/"+id, "", nil)
		refunds := b.ask("GET", "/refunds?payment_intent="+id, "", nil).at("data").([]any)
		disputes := b.ask("GET", "/disputes?payment_intent="+id, "", nil).at("data").([]any)
		dispute := ""
		if len(disputes) > 0 {
			dispute = disputes[0].(map[string]any)["status"].(string)
		}
		entries, err := b.Intents(t.Context())
		back := int(entries[0].Refunded.Minor)
		if err != nil || i.at("status") != c.status || back != c.refunded || len(refunds) != c.listed || dispute != c.dispute {
			t.Errorf("%s: %s, refunds %v, disputes %v, %v", name, i.raw, refunds, disputes, err)
		}
	}
}

// An event that is not accepted is sent again after a pause, with the same id.
func TestWebhookIsSentAgain(t *testing.T) {
	b := open(t)
	now := noon
	b.now = func() time.Time { return now }
	h := &receiver{status: http.StatusServiceUnavailable}
	b.sendHooksTo(h)
	id := b.ask("POST", "/payment_intents", "", payment(b.method("4242 4242 4242 4242"), "900")).at("id").(string)
	b.press(id, "void")
	assert.Assert(t, b.Deliver(t.Context()) != nil, "a rejected event is no error")
	assert.NilError(t, b.Deliver(t.Context()))
	assert.Assert(t, is.Len(h.ids, 1))
	h.status, now = http.StatusNoContent, now.Add(time.Minute)
	for range 2 {
		assert.Check(t, b.Deliver(t.Context()))
	}
	assert.Assert(t, len(h.ids) == 2 && h.ids[0] == h.ids[1], "sent %v", h.ids)
}

package stripe

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

func TestStatementHasRefundsAndDisputes(t *testing.T) {
	s, c := open(t, says(200, `{"data":[
		{"id":"re_3","amount":100,"currency":"cad","status":"failed","created":1700000300},
		{"id":"re_2","amount":200,"currency":"cad","status":"pending","created":1700000200},
		{"id":"re_1","amount":300,"currency":"cad","status":"succeeded","created":1700000100}]}`), says(200, `{"data":[
		{"id":"dp_2","amount":1250,"currency":"cad","status":"a_new_one","reason":"fraudulent","created":1700000400,
			"evidence_details":{"due_by":1700600000}},
		{"id":"dp_1","amount":1250,"currency":"cad","status":"warning_closed","reason":"general","created":1700000000,
			"evidence_details":{"due_by":null}}]}`))
	got, err := c.Statement(t.Context(), tender.Intent{ID: "pi_1", State: tender.IntentCaptured})
	at := func(seconds int64) time.Time { return time.Unix(1_700_000_000+seconds, 0).UTC() }
	cad := func(minor int64) money.Amount { return money.Of(minor, money.CAD) }
	refunds := []tender.Refund{
		{ID: "re_1", Amount: cad(300), At: at(100)}, {ID: "re_2", Amount: cad(200), At: at(200)},
		{ID: "re_3", Amount: cad(100), At: at(300), Failed: true},
	}
	disputes := []tender.Dispute{
		{ID: "dp_1", State: tender.DisputeWon, Reason: "general", Amount: cad(1250), At: at(0)},
		{ID: "dp_2", State: tender.DisputeOpen, Reason: "fraudulent", Amount: cad(1250), At: at(400), Due: at(600_000)},
	}
	if err != nil || got.ID != "pi_1" || !reflect.DeepEqual(got.Refunds, refunds) || !reflect.DeepEqual(got.Disputes, disputes) {
		t.Errorf("%+v %v", got, err)
	}
	asked, bodies := s.requests()
	want := []string{"GET /v1/refunds ", "GET /v1/disputes "}
	assert.DeepEqual(t, asked, want)
	assert.Assert(t, is.Contains(bodies[0], "payment_intent=pi_1"))
}

// Stripe lists the end of an authorisation as a refund, which refunded nothing.
func TestStatementOfAVoidedAuthorisationHasNoRefunds(t *testing.T) {
	s, c := open(t)
	got, err := c.Statement(t.Context(), tender.Intent{ID: "pi_1", State: tender.IntentCancelled})
	asked, _ := s.requests()
	assert.NilError(t, err)
	assert.Assert(t, len(got.Refunds) == 0 && len(asked) == 0, "%+v %q", got, asked)
}

func TestEventNamesItsPayment(t *testing.T) {
	for name, c := range map[string]struct{ object, subject string }{
		"a refund":                 {`{"id":"re_1","object":"refund","charge":"ch_1","payment_intent":"pi_1","amount":100}`, "pi_1"},
		"an intent":                {`{"id":"pi_1","object":"payment_intent","amount":"of another version"}`, "pi_1"},
		"a whole intent":           {`{"id":"dp_1","object":"dispute","payment_intent":{"id":"pi_1","object":"payment_intent"}}`, "pi_1"},
		"a charge without intent":  {`{"id":"ch_1","object":"charge","payment_intent":null}`, ""},
		"another object":           {`{"id":"cus_1","object":"customer"}`, ""},
		"an object without an id":  {`{"object":"dispute","payment_intent":{"id":7}}`, ""},
		"more fields than today's": {`{"id":"re_1","object":"refund","payment_intent":"pi_1","new":{"id":"pi_2"}}`, "pi_1"},
	} {
		var e Event
		err := json.Unmarshal([]byte(`{"id":"evt_1","object":"event","api_version":"2019-02-19","created":1700000000,
			"livemode":true,"pending_webhooks":1,"type":"refund.created","data":{"object":`+c.object+`,"previous_attributes":{}}}`), &e)
		want := webhook.Event{ID: "evt_1", Type: "refund.created", Subject: c.subject, At: time.Unix(1_700_000_000, 0).UTC()}
		got := e.Report()
		assert.Check(t, err == nil && got == want, "%s: %+v %v", name, got, err)
	}
}

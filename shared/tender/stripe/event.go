package stripe

import (
	"time"

	"ordering/shared/webhook"
)

// SignatureHeader is the header of Stripe's webhooks.
const SignatureHeader = "Stripe-Signature"

// Webhooks returns Stripe as a sender of webhooks. The types are those after which a payment can have another state than the one that our
// own calls gave it.
func Webhooks(keys webhook.Keys) webhook.System {
	return webhook.System{Name: "stripe", Header: SignatureHeader, Keys: keys, Types: []string{
		"charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
		"charge.refunded", "charge.refund.updated", "refund.created", "refund.updated", "refund.failed",
		"payment_intent.payment_failed", "payment_intent.canceled", "charge.failed", "charge.expired",
	}}
}

// Event is the body of a webhook.
//
// It has the version of Stripe's API that its endpoint was registered with, and the state of its object at the time of the event. So only
// ids are read, which all versions share: Client.Statement has the current state in our version.
type Event struct {
	_       struct{}  `additionalProperties:"true"`
	ID      string    `json:"id" minLength:"1" maxLength:"255"`
	Type    string    `json:"type" doc:"Such as charge.dispute.created; types that are not about payments have no effect"`
	Created int64     `json:"created" minimum:"1" doc:"Unix seconds"`
	Data    EventData `json:"data"`
}

// EventData is the part of an event about its object.
type EventData struct {
	_      struct{}    `additionalProperties:"true"`
	Object EventObject `json:"object"`
}

// EventObject is what an event is about: a payment intent, or an object with a payment intent.
type EventObject struct {
	_      struct{} `additionalProperties:"true"`
	ID     string   `json:"id,omitempty"`
	Kind   string   `json:"object,omitempty"`
	Intent any      `json:"payment_intent,omitempty" doc:"The payment intent's id, or the whole object"`
}

// Report returns the event with the id of its payment intent as the subject; empty if it is about something else.
func (e Event) Report() webhook.Event {
	o := e.Data.Object
	subject := ""
	switch intent := o.Intent.(type) {
	case string:
		subject = intent
	case map[string]any:
		subject, _ = intent["id"].(string)
	}
	if o.Kind == "payment_intent" {
		subject = o.ID
	}
	return webhook.Event{ID: e.ID, Type: e.Type, Subject: subject, At: time.Unix(e.Created, 0).UTC()}
}

package stripe

import (
	"encoding/json"
	"fmt"
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

// ReadEvent reads the verified body of a webhook. The event's subject is the id of a payment intent; it is empty for an event about
// something else.
//
// An event has the version of Stripe's API that its endpoint was registered with, and the state of its object at the time of the event.
// So ReadEvent reads only ids, which all versions share: Client.Statement has the current state in our version.
func ReadEvent(body []byte) (webhook.Event, error) {
	var e struct {
		ID      string
		Type    string
		Created int64
		Data    struct {
			Object struct {
				ID     string
				Kind   string    `json:"object"`
				Intent reference `json:"payment_intent"`
			}
		}
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return webhook.Event{}, fmt.Errorf("stripe: event: %w", err)
	}
	if e.ID == "" || e.Type == "" || e.Created <= 0 {
		return webhook.Event{}, fmt.Errorf("stripe: event without an id, a type or a time")
	}
	subject := string(e.Data.Object.Intent)
	if e.Data.Object.Kind == "payment_intent" {
		subject = e.Data.Object.ID
	}
	return webhook.Event{ID: e.ID, Type: e.Type, Subject: subject, At: time.Unix(e.Created, 0).UTC()}, nil
}

// reference is the id of an object, which Stripe gives alone or in the whole object.
type reference string

func (r *reference) UnmarshalJSON(raw []byte) error {
	var whole struct{ ID string }
	if raw[0] == '{' {
		err := json.Unmarshal(raw, &whole)
		*r = reference(whole.ID)
		return err
	}
	return json.Unmarshal(raw, (*string)(r))
}

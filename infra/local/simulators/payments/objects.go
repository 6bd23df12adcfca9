package payments

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// object is a JSON object of the API.
type object map[string]any

func (m method) object() object {
	return object{"id": m.ID, "object": "payment_method", "type": "card", "card": object{
		"brand": m.Brand, "last4": m.LastFour, "exp_month": m.Month, "exp_year": m.Year,
	}}
}

// object renders an intent. Objects named in expand are rendered whole instead of as an id.
func (i intent) object(expand []string) object {
	o := object{
		"id": i.ID, "object": "payment_intent", "created": i.Created, "amount": i.Amount, "currency": i.Currency, "status": i.Status,
		"amount_received": i.Captured, "amount_capturable": int64(0), "capture_method": "manual", "client_secret": i.Secret,
		"metadata": i.Metadata, "payment_method": nil, "latest_charge": nil, "next_action": nil, "last_payment_error": nil, "livemode": false,
	}
	part := func(name, id string, whole object) {
		o[name] = id
		if slices.Contains(expand, name) {
			o[name] = whole
		}
	}
	if i.Method.ID != "" {
		part("payment_method", i.Method.ID, i.Method.object())
	}
	if i.Status == needsCapture || i.Captured > 0 {
		id := "ch_" + strings.TrimPrefix(i.ID, "pi_")
		part("latest_charge", id, object{
			"id": id, "object": "charge", "amount": i.Amount, "amount_captured": i.Captured, "amount_refunded": i.Refunded,
			"captured": i.Captured > 0, "refunded": i.Captured > 0 && i.Refunded == i.Captured,
		})
	}
	switch i.Status {
	case needsCapture:
		o["amount_capturable"] = i.Amount
	case needsAction:
		address := object{"url": Prefix + "/authenticate/" + i.Secret, "return_url": i.Return}
		o["next_action"] = object{"type": "redirect_to_url", "redirect_to_url": address}
	}
	if i.Declined != "" {
		o["last_payment_error"] = cardError(i.Declined)
	}
	return o
}

// redaction renders Stripe's redaction job, which erases the card of a payment. Its id contains the payment's id, so no job is stored. It
// fails while the payment can still change.
func (i intent) redaction() object {
	status := "ready"
	switch {
	case i.Status == needsAction || i.Status == needsCapture:
		status = "failed"
	case i.Method.ID == "":
		status = "succeeded"
	}
	id := jobPrefix + strings.TrimPrefix(i.ID, "pi_")
	return object{"id": id, "object": "privacy.redaction_job", "status": status, "created": i.Created, "livemode": false}
}

const jobPrefix = "prj_"

// cardError renders a decline as Stripe does: some have their own code, others are card_declined with a decline_code.
func cardError(code string) object {
	e := object{"type": "card_error", "code": code, "message": "Your card was declined."}
	if code == "generic_decline" || code == "insufficient_funds" {
		e["code"], e["decline_code"] = "card_declined", code
	}
	return e
}

func invalid(code, message string) answer {
	return failure(http.StatusBadRequest, object{"type": "invalid_request_error", "code": code, "message": message})
}

func failure(status int, e object) answer { return render(status, object{"error": e}) }

func render(status int, o object) answer {
	body, err := json.Marshal(o)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return answer{Status: status, Body: body}
}

func ok(o object) answer { return render(http.StatusOK, o) }

func (a answer) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body)
}

package payments

import (
	"net/http"
	"slices"
	"strings"
)

// object is a JSON object of the API.
type object map[string]any

func (o object) with(name string, value any) object {
	o[name] = value
	return o
}

// Prefixes of ids. A redaction job and a charge have the id of their intent with another prefix.
const (
	intentPrefix = "pi_"
	jobPrefix    = "prj_"
	chargePrefix = "ch_"
)

func (m method) object() object {
	return object{"id": m.ID, "object": "payment_method", "type": "card", "card": object{
		"brand": m.Brand, "last4": m.LastFour, "exp_month": m.Month, "exp_year": m.Year,
	}}
}

// object renders an intent. Objects that expand names after the prefix within are rendered whole instead of as an id.
func (i intent) object(expand []string, within string) object {
	o := object{
		"id": i.ID, "object": "payment_intent", "created": i.Created, "amount": i.Amount, "currency": i.Currency, "status": i.Status,
		"amount_received": i.Captured, "amount_capturable": int64(0), "capture_method": "manual", "client_secret": i.Secret,
		"metadata": i.Metadata, "payment_method": nil, "latest_charge": nil, "next_action": nil, "last_payment_error": nil, "livemode": false,
	}
	part := func(name string, whole object) {
		o[name] = whole["id"]
		if slices.Contains(expand, within+name) {
			o[name] = whole
		}
	}
	if i.Method.ID != "" {
		part("payment_method", i.Method.object())
	}
	if i.Status == needsCapture || i.Captured > 0 {
		part("latest_charge", i.charge())
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

func (i intent) charge() object {
	return object{
		"id": i.chargeID(), "object": "charge", "amount": i.Amount, "currency": i.Currency, "payment_intent": i.ID,
		"amount_captured": i.Captured, "amount_refunded": i.Refunded, "disputed": i.Dispute != nil,
		"captured": i.Captured > 0, "refunded": i.Captured > 0 && i.Refunded == i.Captured,
	}
}

func (i intent) chargeID() string { return chargePrefix + strings.TrimPrefix(i.ID, intentPrefix) }

func (i intent) refund(r refundEntry) object {
	return object{
		"id": r.ID, "object": "refund", "amount": r.Amount, "currency": i.Currency, "charge": i.chargeID(),
		"payment_intent": i.ID, "status": r.Status, "created": r.Created,
	}
}

// answerWithin is how long a dispute can be answered, in seconds.
const answerWithin = 7 * 24 * 3600

func (i intent) dispute() object {
	d := i.Dispute
	return object{
		"id": d.ID, "object": "dispute", "amount": i.Captured, "currency": i.Currency, "charge": i.chargeID(), "payment_intent": i.ID,
		"reason": "fraudulent", "status": d.Status, "created": d.Created, "evidence_details": object{"due_by": d.Created + answerWithin},
	}
}

// redaction renders Stripe's redaction job, which erases the card of a payment. It follows from the payment, so no job is stored. It fails
// while the payment can still change.
func (i intent) redaction() object {
	status := "ready"
	switch {
	case i.Status == needsAction || i.Status == needsCapture:
		status = "failed"
	case i.Method.ID == "":
		status = "succeeded"
	}
	id := jobPrefix + strings.TrimPrefix(i.ID, intentPrefix)
	return object{"id": id, "object": "privacy.redaction_job", "status": status, "created": i.Created, "livemode": false}
}

func apiError(kind, code, message string) object {
	return object{"type": kind, "code": code, "message": message}
}

// cardError renders a decline as Stripe does: some have their own code, others are card_declined with a decline_code.
func cardError(code string) object {
	if code == "generic_decline" || code == "insufficient_funds" {
		return cardError("card_declined").with("decline_code", code)
	}
	return apiError("card_error", code, "Your card was declined.")
}

func invalid(code, message string) answer {
	return failure(http.StatusBadRequest, "invalid_request_error", code, message)
}

func failure(status int, kind, code, message string) answer {
	return render(status, object{"error": apiError(kind, code, message)})
}

func render(status int, o object) answer { return answer{Status: status, Body: encode(o)} }

func ok(o object) answer { return render(http.StatusOK, o) }

// object renders the intent that the call is about.
func (c *call) object() object { return c.intent.object(c.form["expand[]"], "") }

// answer is the usual answer: the intent.
func (c *call) answer() (answer, error) { return ok(c.object()), nil }

func (a answer) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body)
}

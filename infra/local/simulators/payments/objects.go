package payments

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// object is a JSON object of the API.
type object map[string]any

func (m method) object() object {
	return object{"id": m.ID, "object": "payment_method", "type": "card", "card": object{"brand": m.Brand, "last4": m.LastFour, "exp_month": m.Month, "exp_year": m.Year}}
}

// object renders an intent; what expand names is given whole instead of by its id.
func (i intent) object(expand []string) object {
	o := object{
		"id": i.ID, "object": "payment_intent", "created": i.Created, "amount": i.Amount, "currency": i.Currency, "status": i.Status,
		"amount_received": i.Captured, "amount_capturable": int64(0), "capture_method": "automatic", "client_secret": i.Secret,
		"metadata": i.Metadata, "payment_method": nil, "latest_charge": nil, "next_action": nil, "last_payment_error": nil, "livemode": false,
	}
	if i.Manual {
		o["capture_method"] = "manual"
	}
	if i.Status == needsCapture {
		o["amount_capturable"] = i.Amount
	}
	if i.Method.ID != "" {
		o["payment_method"] = i.Method.ID
		if slices.Contains(expand, "payment_method") {
			o["payment_method"] = i.Method.object()
		}
	}
	if i.Status == needsCapture || i.Captured > 0 {
		id := "ch_" + strings.TrimPrefix(i.ID, "pi_")
		o["latest_charge"] = id
		if slices.Contains(expand, "latest_charge") {
			o["latest_charge"] = object{"id": id, "object": "charge", "amount": i.Amount, "amount_captured": i.Captured, "amount_refunded": i.Refunded, "captured": i.Captured > 0, "refunded": i.Captured > 0 && i.Refunded == i.Captured}
		}
	}
	if i.Status == needsAction {
		o["next_action"] = object{"type": "redirect_to_url", "redirect_to_url": object{"url": Prefix + "/authenticate/" + i.Secret, "return_url": i.Return}}
	}
	if i.Declined != "" {
		o["last_payment_error"] = cardError(i.Declined)
	}
	return o
}

// cardError is a refusal as Stripe words it: some have a code of their own, others are a card_declined with a reason.
func cardError(code string) object {
	e := object{"type": "card_error", "code": code, "message": "Your card was declined."}
	if code == "generic_decline" || code == "insufficient_funds" {
		e["code"], e["decline_code"] = "card_declined", code
	}
	return e
}

func (i intent) refusal(expand []string) answer {
	e := cardError(i.Declined)
	e["payment_intent"] = i.object(expand)
	return with(http.StatusPaymentRequired, object{"error": e})
}

func failure(status int, kind, code, message string) answer {
	e := object{"type": kind, "message": message}
	if code != "" {
		e["code"] = code
	}
	return with(status, object{"error": e})
}

func render(o object) answer { return with(http.StatusOK, o) }

func with(status int, o object) answer {
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(o); err != nil {
		panic(err) // strings and numbers
	}
	return answer{status: status, body: body.Bytes()}
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

package payments

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// A redaction job takes out of a payment what tells of the guest, as Stripe's does: whose card it was. What was asked for, taken and
// given back stays. A job here is about one payment, whose id it carries, and needs no memory of its own.

const redactionPrefix = "prj_"

func makeRedaction(t tx, c call) (answer, error) {
	i, err := t.intent(c.form.Get("objects[payment_intents][]"))
	return render(i.redaction()), err
}

func readRedaction(t tx, c call) (answer, error) {
	i, err := t.intent("pi_" + strings.TrimPrefix(c.id, redactionPrefix))
	return render(i.redaction()), err
}

func runRedaction(t tx, c call) (answer, error) {
	i, err := t.intent("pi_" + strings.TrimPrefix(c.id, redactionPrefix))
	if err != nil {
		return answer{}, err
	}
	if i.redaction()["status"] == "failed" {
		return failure(http.StatusBadRequest, "invalid_request_error", "", "The job is not ready to run."), nil
	}
	if err := t.redact(&i); err != nil {
		return answer{}, err
	}
	return render(i.redaction()), nil
}

// redaction is the job about a payment: a payment that can still move is not ready for it.
func (i intent) redaction() object {
	status := "ready"
	switch {
	case i.Status == needsAction || i.Status == needsCapture:
		status = "failed"
	case i.Method.ID == "":
		status = "succeeded"
	}
	return object{"id": redactionPrefix + strings.TrimPrefix(i.ID, "pi_"), "object": "privacy.redaction_job", "status": status, "created": i.Created, "livemode": false}
}

// redact forgets the card of a payment: in the payment, among the cards, and in the answers that are kept for repetitions.
func (t tx) redact(i *intent) error {
	if err := t.exec(`DELETE FROM method WHERE id = ?`, i.Method.ID); err != nil {
		return err
	}
	i.Method = method{}
	if err := t.save(*i); err != nil {
		return err
	}
	answers := map[string][]byte{}
	rows, err := t.query(`SELECT key, body FROM answer WHERE instr(CAST(body AS TEXT), ?) > 0`, i.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var body []byte
		if err := rows.Scan(&key, &body); err != nil {
			return err
		}
		answers[key] = body
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for key, body := range answers {
		var told any
		if err := json.Unmarshal(body, &told); err != nil {
			return err
		}
		withoutCard(told)
		var redacted bytes.Buffer
		if err := json.NewEncoder(&redacted).Encode(told); err != nil {
			return err
		}
		if err := t.exec(`UPDATE answer SET body = ? WHERE key = ?`, redacted.Bytes(), key); err != nil {
			return err
		}
	}
	return nil
}

// withoutCard empties every card in what was told, however deep.
func withoutCard(told any) {
	switch told := told.(type) {
	case map[string]any:
		if _, ok := told["last4"]; ok {
			told["brand"], told["last4"], told["exp_month"], told["exp_year"] = "", "", 0, 0
		}
		for _, inner := range told {
			withoutCard(inner)
		}
	case []any:
		for _, inner := range told {
			withoutCard(inner)
		}
	}
}

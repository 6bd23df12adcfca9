package payments

import (
	"crypto/rand"
	"strings"
	"time"

	"ordering/shared/locale"
	"ordering/shared/money"
)

// Statuses of an intent, as Stripe spells them.
const (
	needsMethod  = "requires_payment_method"
	needsAction  = "requires_action"
	needsCapture = "requires_capture"
	succeeded    = "succeeded"
	canceled     = "canceled"
)

// intent is one payment: money asked for, set aside, taken, given back.
type intent struct {
	ID       string            `json:"id"`
	Secret   string            `json:"secret"` // the guest's browser shows it to authenticate
	Created  int64             `json:"created"`
	Amount   int64             `json:"amount"`
	Currency string            `json:"currency"`
	Manual   bool              `json:"manual"` // capture_method
	Status   string            `json:"status"`
	Captured int64             `json:"captured"`
	Refunded int64             `json:"refunded"`
	Method   method            `json:"method,omitzero"`
	Return   string            `json:"return,omitempty"`
	Declined string            `json:"declined,omitempty"` // code of the last refusal
	Metadata map[string]string `json:"metadata,omitempty"`
}

func newIntent(now time.Time) intent {
	id := "pi_" + text()
	return intent{ID: id, Secret: id + "_secret_" + text(), Created: now.Unix(), Status: needsMethod}
}

// text is an id nobody can guess.
func text() string { return strings.ToLower(rand.Text()) }

// confirm tries the card: the money is set aside, refused, or the guest is asked first. It returns the code of a refusal.
func (i *intent) confirm(m method) string {
	i.Method, i.Declined = m, ""
	switch c := m.card(); {
	case c.decline != "":
		return i.refuse(c.decline)
	case c.asks:
		i.Status = needsAction
	default:
		i.authorise()
	}
	return ""
}

func (i *intent) refuse(code string) string {
	i.Status, i.Declined = needsMethod, code
	return code
}

func (i *intent) authorise() {
	i.Status = needsCapture
	if !i.Manual {
		i.capture(i.Amount)
	}
}

func (i *intent) capture(amount int64) { i.Status, i.Captured = succeeded, amount }

func (i intent) entry() Entry {
	of := func(minor int64) money.Amount { return money.Of(minor, money.Currency(i.Currency)) }
	e := Entry{
		Intent: i.ID, Order: i.Metadata["order"], Status: i.Status, Amount: of(i.Amount), Captured: of(i.Captured), Refunded: of(i.Refunded),
		Declined: i.Declined, Created: time.Unix(i.Created, 0).UTC(),
	}
	if i.Method.ID != "" {
		e.Card = i.Method.called(locale.En)
	}
	return e
}

package order

import (
	"time"

	"ordering/shared/money"
)

// Kinds of payment (specification §3) that a placing can have.
const (
	KindFree   = 0 // nothing to pay
	KindCharge = 2 // a card
)

// PaymentState is how the payment of an order stands.
type PaymentState string

const (
	PaymentNone          PaymentState = "none"       // a free order
	PaymentRequested     PaymentState = "asked"      // the provider was asked to authorise; its answer is not known here yet
	PaymentWaiting       PaymentState = "waiting"    // for the guest to authenticate
	PaymentAuthorised    PaymentState = "authorised" // the money is set aside; to be captured
	PaymentCaptured      PaymentState = "captured"
	PaymentRefunding     PaymentState = "returning" // to be given back: voided, or refunded when it was captured
	PaymentRefunded      PaymentState = "returned"
	PaymentRefused       PaymentState = "refused"     // declined: there is nothing to give back
	PaymentCaptureFailed PaymentState = "uncollected" // the order is made, but the provider will not take what it costs: a person must look
	PaymentSettled       PaymentState = "settled"     // a person came to an agreement with the guest past the provider: see Service.Settle
	PaymentRefundFailed  PaymentState = "unreturned"  // the order is not made, but the provider will not give back what it has: a person must look
)

// Payment is the payment of an order, and the calls to the provider that it took. Each call is stored with its key before
// it is made, so that whoever repeats it after a crash gets the answer of the first.
type Payment struct {
	Kind     int          `json:"kind"`
	State    PaymentState `json:"state"`
	Intent   string       `json:"intent,omitempty"` // the provider's id
	Brand    string       `json:"brand,omitempty"`
	LastFour string       `json:"lastFour,omitempty"`
	// NextAction is the hosted document of an authentication.
	NextAction string `json:"nextAction,omitempty"`
	Calls      []Call `json:"calls,omitempty"`
	// Method is kept until the provider has answered, for a repetition must be equal to the letter.
	Method string `json:"method,omitempty"`
	// Captured is what the provider says it took: a refund asks for that, whatever the order costs.
	Captured money.Amount `json:"captured,omitzero"`
	// Refund is the provider's id of what was given back.
	Refund  string      `json:"refund,omitempty"`
	Settled *Settlement `json:"settled,omitempty"`
}

// Settlement is how a person ended what the provider would not do.
type Settlement struct {
	At  time.Time `json:"at"`
	How Settling  `json:"how"`
}

// Settling is whether the money went another way, or not at all: the books are kept by it.
type Settling string

const (
	Elsewhere Settling = "elsewhere" // the guest paid at the counter, or has the money back by another way
	Waived    Settling = "waived"    // nobody pays it
)

// Stuck says that the provider refused for good to take or to give back what it should: the saga has done what it can, and a person
// must look. See Stuck and Service.TryAgain.
func (p Payment) Stuck() bool {
	return p.State == PaymentCaptureFailed || p.State == PaymentRefundFailed
}

// Call is a call to the provider, by what it does.
type Call struct {
	Name string    `json:"name"` // authorise, capture, cancel, refund
	Key  string    `json:"key"`
	Done time.Time `json:"done,omitzero"`
}

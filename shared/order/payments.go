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

// PaymentState is the state of an order's payment.
type PaymentState string

const (
	PaymentNone          PaymentState = "none"       // a free order
	PaymentRequested     PaymentState = "asked"      // authorisation requested; no answer yet
	PaymentWaiting       PaymentState = "waiting"    // for the guest to authenticate
	PaymentAuthorised    PaymentState = "authorised" // authorised; to be captured
	PaymentCaptured      PaymentState = "captured"
	PaymentRefunding     PaymentState = "returning" // to be voided, or refunded if captured
	PaymentRefunded      PaymentState = "returned"
	PaymentRefused       PaymentState = "refused"     // declined: nothing to void or refund
	PaymentCaptureFailed PaymentState = "uncollected" // the order is made, but the provider refuses the capture: an operator must look
	PaymentSettled       PaymentState = "settled"     // an operator settled it with the guest outside of the provider: see Service.Settle
	PaymentRefundFailed  PaymentState = "unreturned"  // not made, but the provider refuses to void or refund: an operator must look
)

// Payment is the payment of an order, with its calls to the provider. Each call is stored with its idempotency key before it is made,
// so that a retry after a crash gets the answer of the first call.
type Payment struct {
	Kind     int          `json:"kind"`
	State    PaymentState `json:"state"`
	Intent   string       `json:"intent,omitempty"` // the provider's id
	Brand    string       `json:"brand,omitempty"`
	LastFour string       `json:"lastFour,omitempty"`
	// NextAction is the URL of the provider's hosted authentication page.
	NextAction string `json:"nextAction,omitempty"`
	Calls      []Call `json:"calls,omitempty"`
	// Method is kept until the provider has answered, because a retry with the same key must be identical.
	Method string `json:"method,omitempty"`
	// Captured is the amount that the provider reports as captured. A refund returns this amount, not the order's total.
	Captured money.Amount `json:"captured,omitzero"`
	// Refund is the provider's id of the refund.
	Refund  string      `json:"refund,omitempty"`
	Settled *Settlement `json:"settled,omitempty"`
}

// Settlement is how an operator ended a stuck payment.
type Settlement struct {
	At  time.Time `json:"at"`
	How Settling  `json:"how"`
}

// Settling tells bookkeeping whether the money took another way or was waived.
type Settling string

const (
	Elsewhere Settling = "elsewhere" // the guest paid at the counter, or got the money back another way
	Waived    Settling = "waived"    // no money moves
)

// Stuck reports that the provider finally refused a capture or a refund: the saga can do no more, and an operator must look. See the
// function Stuck and Service.TryAgain.
func (p Payment) Stuck() bool {
	return p.State == PaymentCaptureFailed || p.State == PaymentRefundFailed
}

// Call is a call to the provider.
type Call struct {
	Name string    `json:"name"` // authorise, capture, cancel, refund
	Key  string    `json:"key"`
	Done time.Time `json:"done,omitzero"`
}

package order

import (
	"context"
	"errors"
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
	PaymentNone       PaymentState = "none"       // a free order
	PaymentAsked      PaymentState = "asked"      // the provider was asked to authorise; its answer is not known here yet
	PaymentWaiting    PaymentState = "waiting"    // for the guest to authenticate
	PaymentAuthorised PaymentState = "authorised" // the money is set aside; to be captured
	PaymentCaptured   PaymentState = "captured"
	PaymentReturning  PaymentState = "returning" // to be given back: voided, or refunded when it was captured
	PaymentReturned   PaymentState = "returned"
	PaymentRefused    PaymentState = "refused"     // declined: there is nothing to give back
	PaymentLost       PaymentState = "uncollected" // the order is made, but the provider will not take what it costs: a person must look
	PaymentSettled    PaymentState = "settled"     // a person came to an agreement with the guest past the provider: see Desk.Settle
	PaymentOwed       PaymentState = "unreturned"  // the order is not made, but the provider will not give back what it has: a person must look
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
// must look. See Stuck and Desk.TryAgain.
func (p Payment) Stuck() bool { return p.State == PaymentLost || p.State == PaymentOwed }

// Call is a call to the provider, by what it does.
type Call struct {
	Name string    `json:"name"` // authorise, capture, cancel, refund
	Key  string    `json:"key"`
	Done time.Time `json:"done,omitzero"`
}

// Payments is the payment provider. A call with a key that it has seen does nothing and answers as it did. Besides the errors
// named, a call returns ErrPaymentsUnavailable when its outcome is not known, and ErrRefused when it was read and will never be done.
type Payments interface {
	// Authorise sets the amount aside. *Declined when the bank refuses.
	Authorise(ctx context.Context, key string, a Authorisation) (Intent, error)
	// Capture takes what was set aside. ErrIntentClosed when it was given up or taken already.
	Capture(ctx context.Context, key string, intent string, amount money.Amount) (Intent, error)
	// Cancel gives up what was set aside. ErrIntentClosed when it was taken or given up already.
	Cancel(ctx context.Context, key string, intent string) (Intent, error)
	// Refund gives back what was taken and returns the refund's id.
	Refund(ctx context.Context, key string, intent string, amount money.Amount) (string, error)
	// Find reads an intent. With an empty id it looks for the intent of the order among those made from Since to Until. ErrNoIntent when there is none.
	Find(ctx context.Context, r Reference) (Intent, error)
}

// Authorisation asks for money.
type Authorisation struct {
	Order  string // id
	Number string // what the restaurant calls out, for the provider's own pages
	Amount money.Amount
	Method string // the provider's token for the card; the hosted field gave it the guest's billing address too
}

// Reference names an intent by its id, or by its order.
type Reference struct {
	Intent string
	Order  string
	Since  time.Time
	Until  time.Time
}

// Intent is a payment as the provider sees it.
type Intent struct {
	ID         string
	Order      string // id
	State      IntentState
	Created    time.Time
	Amount     money.Amount // asked for
	Captured   money.Amount
	Refunded   money.Amount
	Brand      string
	LastFour   string
	NextAction string    // while it waits for the guest
	Declined   *Declined // why the last attempt failed
}

// IntentState is how an intent stands.
type IntentState string

const (
	IntentOpen       IntentState = "open"    // no money was set aside
	IntentWaiting    IntentState = "waiting" // for the guest to authenticate
	IntentAuthorised IntentState = "authorised"
	IntentCaptured   IntentState = "captured"
	IntentCancelled  IntentState = "cancelled"
)

// Declined is a refusal: the call set nothing aside.
type Declined struct {
	Reason string // declined, insufficient-funds, expired, incorrect, processing, authentication
	Intent string // the provider's id, when there is one
	Unread bool   // the provider did not read what was asked: an attempt before, whose answer was lost, may have set money aside
}

// Is says that a bank's refusal is one.
func (d *Declined) Is(target error) bool { return target == ErrRefused }

func (d *Declined) Error() string { return "payment declined: " + d.Reason }

var (
	// ErrPaymentsUnavailable says that the provider did not answer, or not in time: what was asked for may have happened.
	ErrPaymentsUnavailable = errors.New("order: the payment provider does not answer")
	// ErrRefused says that another system, mostly the provider, read what it was asked and will not do it, however often it is asked so.
	ErrRefused = errors.New("order: refused by the other system")
	// ErrIntentClosed says that an intent is past the step that was asked for.
	ErrIntentClosed = errors.New("order: the payment is past that step")
	// ErrNoIntent says that the provider knows no such intent.
	ErrNoIntent = errors.New("order: no such payment")
)

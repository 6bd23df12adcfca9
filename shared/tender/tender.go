// Package tender defines the interface of a payment provider: its calls, its payments and its errors. Each provider is an adapter in a
// subfolder.
package tender

import (
	"context"
	"errors"
	"time"

	"ordering/shared/money"
)

// Payments is the payment provider. A call with a known idempotency key does nothing and repeats its answer. Besides the errors named,
// a call returns ErrUnavailable when its outcome is not known, and ErrRefused when the provider read it and will never do it.
type Payments interface {
	// Authorise authorises the amount. *Declined when the bank declines.
	Authorise(ctx context.Context, key string, a Authorisation) (Intent, error)
	// Capture captures an authorisation. ErrIntentClosed when it was voided or captured already.
	Capture(ctx context.Context, key string, intent string, amount money.Amount) (Intent, error)
	// Cancel voids an authorisation. ErrIntentClosed when it was captured or voided already.
	Cancel(ctx context.Context, key string, intent string) (Intent, error)
	// Refund refunds a capture and returns the refund's id.
	Refund(ctx context.Context, key string, intent string, amount money.Amount) (string, error)
	// Find reads an intent. With an empty id it searches the intents made from Since to Until for the order's. ErrNoIntent if there is
	// no such intent.
	Find(ctx context.Context, r Reference) (Intent, error)
	// Minimum is the least amount that it charges.
	Minimum(c money.Currency) money.Amount
}

// Ledger is the provider's own books.
type Ledger interface {
	// List returns a page of the payments made from one time to another, the newest first, and the cursor of the next page, which is
	// empty after the last. ErrUnavailable when the provider does not answer.
	List(ctx context.Context, from, to time.Time, cursor string) (page []Intent, next string, err error)
	// Statement reads the refunds and disputes of a payment that Find or List returned.
	Statement(ctx context.Context, i Intent) (Statement, error)
}

// Provider takes payments and shows its books.
type Provider interface {
	Payments
	Ledger
}

// Records is the guest data that a provider stores.
type Records interface {
	// Holds names it, for the report of an erasure.
	Holds() string
	// Forget removes from a payment what identifies its guest. The reference has both ids. A payment that does not exist is no error.
	Forget(ctx context.Context, r Reference) error
}

// Authorisation is a request to authorise an amount.
type Authorisation struct {
	Order  string // id
	Number string // number that the restaurant calls out, for the provider's own pages
	Amount money.Amount
	Method string // the provider's token for the card; the hosted field added the billing address to it
}

// Reference names an intent by its id, or by its order.
type Reference struct {
	Intent string
	Order  string
	Since  time.Time
	Until  time.Time
}

// Intent is a payment at the provider.
type Intent struct {
	ID       string
	Order    string // id
	State    IntentState
	Created  time.Time
	Amount   money.Amount // requested
	Captured money.Amount
	Refunded money.Amount
	Disputed bool // there is or was a dispute
	Brand    string
	// Fingerprint is the same for each payment with one card; empty if the provider has none.
	Fingerprint string
	LastFour    string
	NextAction  string    // URL, while it waits for the guest
	Declined    *Declined // why the last attempt failed
}

// HasMoney reports whether the provider has money of the guest.
func (i Intent) HasMoney() bool {
	return i.State == IntentAuthorised || i.State == IntentCaptured && i.Refunded.Minor < i.Captured.Minor
}

// Money is the amount of the guest that the provider has.
func (i Intent) Money() money.Amount {
	if i.State == IntentAuthorised {
		return i.Amount
	}
	return i.Captured.Plus(i.Refunded.Times(-1))
}

// Statement is all that a provider has of a payment.
type Statement struct {
	Intent
	Refunds  []Refund
	Disputes []Dispute
}

// Refund is a refund at the provider.
type Refund struct {
	ID     string
	Amount money.Amount
	At     time.Time
	Failed bool // it did not reach the guest: the bank refused it, or it was cancelled
}

// Dispute is an objection of the cardholder to a payment: the bank takes the money back, or tries to. Orders store it.
type Dispute struct {
	ID     string       `json:"id"`
	State  DisputeState `json:"state"`
	Reason string       `json:"reason,omitempty"` // a word of the provider, such as fraudulent
	Amount money.Amount `json:"amount"`
	At     time.Time    `json:"at"`
	Due    time.Time    `json:"due,omitzero"` // last moment to answer it; zero if no answer is awaited
}

// DisputeState is the state of a dispute.
type DisputeState string

const (
	DisputeOpen DisputeState = "open" // to be answered, or the bank decides
	DisputeWon  DisputeState = "won"  // it took no money, or returned it
	DisputeLost DisputeState = "lost" // the money is gone
)

// IntentState is the state of an intent.
type IntentState string

const (
	IntentOpen       IntentState = "open"    // nothing authorised
	IntentWaiting    IntentState = "waiting" // for the guest to authenticate
	IntentAuthorised IntentState = "authorised"
	IntentCaptured   IntentState = "captured"
	IntentCancelled  IntentState = "cancelled"
)

// Declined is a declined authorisation.
type Declined struct {
	Reason string // declined, insufficient-funds, expired, incorrect, processing, authentication
	Intent string // the provider's id, if any
	Unread bool   // the provider did not process the request: an earlier attempt with a lost answer may have an authorisation
}

// Is makes Declined an ErrRefused.
func (d *Declined) Is(target error) bool { return target == ErrRefused }

func (d *Declined) Error() string { return "payment declined: " + d.Reason }

var (
	// ErrUnavailable says that the provider did not answer, or not in time: the call may have had its effect.
	ErrUnavailable = errors.New("tender: the payment provider does not answer")
	// ErrRefused says that the provider read the request and will never do it.
	ErrRefused = errors.New("tender: refused by the provider")
	// ErrIntentClosed says that an intent is past the requested step.
	ErrIntentClosed = errors.New("tender: the payment is past that step")
	// ErrNoIntent says that the provider has no such intent.
	ErrNoIntent = errors.New("tender: no such payment")
)

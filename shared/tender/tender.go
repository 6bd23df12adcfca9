// Package tender describes a payment provider to those who take money for orders: its calls, its payments and its errors. Each
// provider is an adapter in a folder of this one.
package tender

import (
	"context"
	"errors"
	"time"

	"ordering/shared/money"
)

// Payments is the payment provider. A call with a key that it has seen does nothing and answers as it did. Besides the errors
// named, a call returns ErrUnavailable when its outcome is not known, and ErrRefused when it was read and will never be done.
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

// Ledger is the provider's own list of payments.
type Ledger interface {
	// List returns a page of the payments that were made from one time to another, the newest first, and the cursor of the next page,
	// which is empty after the last. ErrUnavailable when the provider does not answer.
	List(ctx context.Context, from, to time.Time, cursor string) (page []Intent, next string, err error)
}

// Records is what a provider keeps of guests.
type Records interface {
	// Holds names it, for the report of an erasure.
	Holds() string
	// Forget removes from a payment what identifies its guest. The reference has both ids. A payment that does not exist is no error.
	Forget(ctx context.Context, r Reference) error
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

// HasMoney reports whether the provider has money of the guest.
func (i Intent) HasMoney() bool {
	return i.State == IntentAuthorised || i.State == IntentCaptured && i.Refunded.Minor < i.Captured.Minor
}

// Money is the money of the guest that the provider has.
func (i Intent) Money() money.Amount {
	if i.State == IntentAuthorised {
		return i.Amount
	}
	return i.Captured.Plus(i.Refunded.Times(-1))
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
	// ErrUnavailable says that the provider did not answer, or not in time: what was asked for may have happened.
	ErrUnavailable = errors.New("tender: the payment provider does not answer")
	// ErrRefused says that the provider read the request and will not do it, however often it is repeated.
	ErrRefused = errors.New("tender: refused by the provider")
	// ErrIntentClosed says that an intent is past the step that was asked for.
	ErrIntentClosed = errors.New("tender: the payment is past that step")
	// ErrNoIntent says that the provider knows no such intent.
	ErrNoIntent = errors.New("tender: no such payment")
)

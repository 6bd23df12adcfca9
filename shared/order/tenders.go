package order

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// Kinds of payment (specification §3) that a placing can have.
const (
	KindFree   = 0 // nothing to pay
	KindCharge = 2 // a card
)

// PaymentState is the state of a tender.
type PaymentState string

const (
	PaymentNone          PaymentState = "none"       // a free order, or a tender that was never asked for
	PaymentRequested     PaymentState = "asked"      // authorisation requested; no answer yet
	PaymentWaiting       PaymentState = "waiting"    // for the guest to authenticate
	PaymentAuthorised    PaymentState = "authorised" // authorised; to be captured once the order is placed
	PaymentCaptured      PaymentState = "captured"
	PaymentRefunding     PaymentState = "returning" // to be voided, or refunded if captured
	PaymentRefunded      PaymentState = "returned"
	PaymentRefused       PaymentState = "refused"     // declined: nothing to void or refund
	PaymentCaptureFailed PaymentState = "uncollected" // the order is made, but the provider refuses the capture: an operator must look
	PaymentSettled       PaymentState = "settled"     // an operator settled it, or a part, outside of the provider: see Service.Settle
	PaymentRefundFailed  PaymentState = "unreturned"  // the provider refuses to void or refund: an operator must look
)

// Tender pays a part of an order, or all of it. A remote tender has calls to its provider: each call is stored with its idempotency key
// before it is made, so that a retry after a crash gets the answer of the first call. A local tender (see LocalTender) has none.
type Tender struct {
	Kind int `json:"kind"`
	// Amount is its part of the total. That of an order's only tender is the total, and is not stored.
	Amount   money.Amount `json:"amount,omitzero"`
	State    PaymentState `json:"state"`
	Intent   string       `json:"intent,omitempty"` // the provider's id
	Brand    string       `json:"brand,omitempty"`
	LastFour string       `json:"lastFour,omitempty"`
	Card     string       `json:"card,omitempty"` // the provider's fingerprint of the card
	// NextAction is the URL of the provider's hosted authentication page.
	NextAction string `json:"nextAction,omitempty"`
	Calls      []Call `json:"calls,omitempty"`
	// Method is kept until the provider has answered, because a retry with the same key must be identical.
	Method string `json:"method,omitempty"`
	// Captured is the amount that the provider reports as captured. Refunds return this amount, not the tender's.
	Captured money.Amount `json:"captured,omitzero"`
	// Refund is the provider's id of the refund of all that was left.
	Refund string `json:"refund,omitempty"`
	// Refunds are all refunds, of parts too. A refund of the whole that Refund and Calls describe is not stored again.
	Refunds  []Refund         `json:"refunds,omitempty"`
	Disputes []tender.Dispute `json:"disputes,omitempty"`
	Settled  *Settlement      `json:"settled,omitempty"`
}

// Refund returns captured money to the guest.
type Refund struct {
	ID     string       `json:"id,omitempty"`  // the provider's; empty until it is made, and for a local tender
	Key    string       `json:"key,omitempty"` // of the request for it; empty for one that was made at the provider
	Amount money.Amount `json:"amount"`
	At     time.Time    `json:"at,omitzero"` // zero until it is made
	// Elsewhere is a refund that a person made at the provider, or settled without it (no ID; waived if Failed). Without Elsewhere and ID
	// it is local, or the provider had already refunded the money when we asked.
	Elsewhere bool `json:"elsewhere,omitempty"`
	Failed    bool `json:"failed,omitempty"` // it did not reach the guest; with a zero At it was never made and will not be
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

// Call is a call to the provider.
type Call struct {
	Name string    `json:"name"` // authorise, capture, cancel, refund, refund-KEY
	Key  string    `json:"key"`
	Done time.Time `json:"done,omitzero"`
	// Amount is that of a refund if it is not all that was captured.
	Amount money.Amount `json:"amount,omitzero"`
}

// Stuck reports that the provider finally refused a capture or a refund: the saga can do no more, and an operator must look. See the
// function Stuck and Service.RetryStuck.
func (t Tender) Stuck() bool { return t.in(PaymentCaptureFailed, PaymentRefundFailed) }

func (t Tender) in(states ...PaymentState) bool { return slices.Contains(states, t.State) }

// Remote reports whether a provider has the money. Otherwise it is ours: see LocalTender.
func (t Tender) Remote() bool {
	_, asked := t.call(callAuthorise)
	return asked || t.Intent != ""
}

// Refunded is the sum of the refunds that reached the guest.
func (t Tender) Refunded() money.Amount {
	return t.sum(func(r Refund) bool { return !r.At.IsZero() })
}

// Left is the captured amount that no refund returns.
func (t Tender) Left() money.Amount {
	left := t.Captured.Plus(t.sum(func(Refund) bool { return true }).Times(-1))
	left.Minor = max(0, left.Minor) // more may have been refunded at the provider while a refund of ours was to be made
	return left
}

// unreturned is Left without its waived parts.
func (t Tender) unreturned() money.Amount {
	left := t.Left()
	for _, r := range t.Refunds {
		if r.waived() {
			left.Minor -= r.Amount.Minor
		}
	}
	left.Minor = max(0, left.Minor)
	return left
}

// Owed is what the tender still has to return.
func (t Tender) Owed() money.Amount {
	if part := t.unmade(); part >= 0 {
		return t.Refunds[part].Amount
	}
	return t.unreturned()
}

func (t Tender) sum(counts func(Refund) bool) money.Amount {
	sum := money.Of(0, t.Captured.Currency)
	for _, r := range t.Refunds {
		if counts(r) && !r.Failed {
			sum.Minor += r.Amount.Minor
		}
	}
	return sum
}

// unmade returns the index of the first refund that is still to be made, or -1.
func (t Tender) unmade() int {
	return slices.IndexFunc(t.Refunds, func(r Refund) bool { return r.At.IsZero() && !r.Failed })
}

func (t Tender) call(name string) (Call, bool) {
	for _, c := range t.Calls {
		if c.Name == name {
			return c, true
		}
	}
	return Call{}, false
}

// whole is the refund of all that was captured, as Refund and Calls describe it.
func (t Tender) whole() (r Refund, made bool) {
	c, _ := t.call(callRefund)
	return Refund{ID: t.Refund, Key: callRefund, Amount: t.Captured, At: c.Done}, !c.Done.IsZero()
}

// Payment is the order's last tender: the card, if one pays. Its kind is KindFree if there is nothing to pay.
func (o Progress) Payment() Tender {
	if len(o.Tenders) == 0 {
		return Tender{Kind: KindFree, State: PaymentNone}
	}
	return o.Tenders[len(o.Tenders)-1]
}

// NextAction is the URL of the authentication that the order waits for, or last waited for.
func (o Progress) NextAction() (url string) {
	for _, t := range o.Tenders {
		if t.NextAction != "" {
			url = t.NextAction
		}
		if t.State == PaymentWaiting {
			break
		}
	}
	return url
}

// StuckTender returns the first stuck tender.
func (o Progress) StuckTender() (Tender, bool) {
	if n := o.first(PaymentCaptureFailed, PaymentRefundFailed); n >= 0 {
		return o.Tenders[n], true
	}
	return Tender{}, false
}

// tenderOf returns the index of the tender with a payment at its provider, or -1.
func (o Progress) tenderOf(intent string) int {
	return slices.IndexFunc(o.Tenders, func(t Tender) bool { return t.Intent == intent })
}

// first returns the index of the first tender in one of the states, or -1.
func (o Progress) first(states ...PaymentState) int {
	return slices.IndexFunc(o.Tenders, func(t Tender) bool { return t.in(states...) })
}

// set replaces a tender. Copies of the progress keep theirs.
func (o *Progress) set(n int, t Tender) { *o.edit(n) = t }

// edit returns a tender to change. Copies of the progress keep theirs; lists of the tender are shared with them.
func (o *Progress) edit(n int) *Tender {
	o.Tenders = slices.Clone(o.Tenders)
	return &o.Tenders[n]
}

// progressData is the stored form of the tenders: releases that know one payment per order read the last one as that.
type progressData struct {
	plainProgress
	Payment Tender   `json:"payment"`
	Earlier []Tender `json:"tenders,omitempty"`
}

type plainProgress Progress

// MarshalJSON stores the progress.
func (o Progress) MarshalJSON() ([]byte, error) {
	stored := progressData{plainProgress: plainProgress(o), Payment: o.Payment()}
	if whole, made := stored.Payment.whole(); made && slices.Equal(stored.Payment.Refunds, []Refund{whole}) {
		stored.Payment.Refunds = nil
	}
	stored.Earlier = o.Tenders[:max(0, len(o.Tenders)-1)]
	return json.Marshal(stored)
}

// UnmarshalJSON reads the progress of this release and of those before.
func (o *Progress) UnmarshalJSON(raw []byte) error {
	stored := progressData{plainProgress: plainProgress(*o)}
	if err := json.Unmarshal(raw, &stored); err != nil {
		return err
	}
	*o = Progress(stored.plainProgress)
	o.Tenders = nil
	if stored.Payment.Kind != KindFree {
		if whole, made := stored.Payment.whole(); made && len(stored.Payment.Refunds) == 0 {
			stored.Payment.Refunds = []Refund{whole}
		}
		o.Tenders = append(stored.Earlier, stored.Payment)
	}
	return nil
}

// recordCall stores a call to be made, with its idempotency key.
func (o *Order) recordCall(n int, name string) {
	t := o.Tenders[n]
	if _, ok := t.call(name); !ok {
		o.edit(n).Calls = append(slices.Clone(t.Calls), Call{Name: name, Key: o.key(n, name), Amount: t.part(name)})
	}
}

// part is the amount of a refund of the rest; zero if nothing was refunded before, and for other calls.
func (t Tender) part(call string) money.Amount {
	if left := t.unreturned(); call == callRefund && left != t.Captured {
		return left
	}
	return money.Amount{}
}

// key is the idempotency key of a call. The last tender has the keys of the releases that knew one payment per order.
func (o *Order) key(n int, name string) string {
	if n < len(o.Tenders)-1 {
		name += "-" + strconv.Itoa(n+1)
	}
	return o.ID + "-" + name
}

// again ends the key of a call that is retried after a refusal: for the old key the provider repeats its old answer.
const again = "-again"

// recordCallAgain stores a refused call for a retry under another key.
func (o *Order) recordCallAgain(n int, name string) {
	t := o.edit(n)
	t.Calls = slices.Clone(t.Calls)
	for c := range t.Calls {
		if t.Calls[c].Name == name {
			t.Calls[c].Key, t.Calls[c].Amount = t.Calls[c].Key+again, t.part(name)
		}
	}
	o.recordCall(n, name)
}

// done records that the provider has answered a call.
func (o *Order) done(n int, name string, at time.Time) {
	t := o.edit(n)
	t.Calls = slices.Clone(t.Calls)
	for c := range t.Calls {
		if t.Calls[c].Name == name && t.Calls[c].Done.IsZero() {
			t.Calls[c].Done = at.Truncate(time.Millisecond)
		}
	}
}

// refundTender makes the saga void a tender, or refund it if it was captured.
func (o *Order) refundTender(n int, call string) {
	o.edit(n).State = PaymentRefunding
	o.recordCall(n, call)
}

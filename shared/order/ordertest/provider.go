package ordertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// Provider is an in-memory payment provider. The payment method selects the result: "ok", "declined", "asks" (the bank waits for the
// guest's authentication, see Bank), "no card" (an invalid method), or an authorisation that does not match: "wrong amount", "wrong
// currency" and "wrong order".
type Provider struct {
	Card    string // fingerprint of the card of new payments
	Name    string // prefix of the ids of its intents; pi if empty
	Intents []*tender.Intent
	Down    bool             // every call fails with tender.ErrUnavailable
	Lost    map[string]bool  // authorise, capture, cancel, refund: the first answer of the next such call is lost
	Unread  bool             // it rejects authorisation requests before it reads them, as with a changed API key
	Now     func() time.Time // its own clock
	// Refuses names the calls that it refuses: capture, cancel, refund.
	Refuses map[string]bool
	// Takes is what a capture takes of the requested amount; nil takes all.
	Takes func(money.Amount) money.Amount

	Asked  int // number of calls that move money, repeated calls included
	Listed int // number of listed pages

	mu      sync.Mutex
	answers map[string]func() (tender.Intent, error)

	refunded   map[string]string // ids of refunds, by idempotency key
	statements map[string]*tender.Statement
}

// NewProvider returns a provider with a clock.
func NewProvider(now func() time.Time) *Provider {
	return &Provider{Now: now, Lost: map[string]bool{}, Refuses: map[string]bool{}, answers: map[string]func() (tender.Intent, error){},
		refunded: map[string]string{}, statements: map[string]*tender.Statement{}}
}

// once repeats the answer of a known idempotency key, or does f. When the answer is lost, the effect of f remains.
func (p *Provider) once(name, key string, f func() (tender.Intent, error)) (tender.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Asked++
	if p.Down {
		return tender.Intent{}, tender.ErrUnavailable
	}
	answer, again := p.answers[key]
	if !again && p.Refuses[name] {
		answer, again = func() (tender.Intent, error) { return tender.Intent{}, tender.ErrRefused }, true
		p.answers[key] = answer
	}
	if !again {
		i, err := f()
		answer = func() (tender.Intent, error) { return i, err }
		p.answers[key] = answer
		if p.Lost[name] {
			p.Lost[name] = false
			return tender.Intent{}, tender.ErrUnavailable
		}
	}
	return answer()
}

// Authorise authorises the amount, or does what the payment method selects.
func (p *Provider) Authorise(_ context.Context, key string, a tender.Authorisation) (tender.Intent, error) {
	if p.Unread {
		return tender.Intent{}, &tender.Declined{Reason: "processing", Unread: true}
	}
	return p.once("authorise", key, func() (tender.Intent, error) {
		if a.Method == "no card" {
			return tender.Intent{}, &tender.Declined{Reason: "incorrect"}
		}
		zero := money.Of(0, a.Amount.Currency)
		i := &tender.Intent{
			ID: fmt.Sprintf("%s_%d", cmp.Or(p.Name, "pi"), len(p.Intents)+1), Order: a.Order, State: tender.IntentAuthorised,
			Amount: a.Amount, Captured: zero, Refunded: zero, Brand: "visa", LastFour: "4242", Fingerprint: p.Card, Created: p.Now(),
		}
		p.Intents = append(p.Intents, i)
		switch a.Method {
		case "declined":
			i.State = tender.IntentOpen
			return *i, &tender.Declined{Reason: "insufficient-funds", Intent: i.ID}
		case "asks":
			i.State, i.NextAction = tender.IntentWaiting, "/bank"
		case "wrong amount":
			i.Amount.Minor--
		case "wrong currency":
			i.Amount.Currency = money.CAD
		case "wrong order":
			i.Order = "another"
		}
		return *i, nil
	})
}

func (p *Provider) find(id string) *tender.Intent {
	for _, i := range p.Intents {
		if i.ID == id {
			return i
		}
	}
	return &tender.Intent{}
}

// Capture captures an authorisation.
func (p *Provider) Capture(_ context.Context, key, intent string, amount money.Amount) (tender.Intent, error) {
	return p.once("capture", key, func() (tender.Intent, error) {
		i := p.find(intent)
		if i.State != tender.IntentAuthorised {
			return *i, tender.ErrIntentClosed
		}
		i.State, i.Captured = tender.IntentCaptured, amount
		if p.Takes != nil {
			i.Captured = p.Takes(amount)
			i.Refunded.Currency = i.Captured.Currency
		}
		return *i, nil
	})
}

// Cancel voids an authorisation.
func (p *Provider) Cancel(_ context.Context, key, intent string) (tender.Intent, error) {
	return p.once("cancel", key, func() (tender.Intent, error) {
		i := p.find(intent)
		if i.State == tender.IntentCaptured || i.State == tender.IntentCancelled {
			return *i, tender.ErrIntentClosed
		}
		i.State = tender.IntentCancelled
		return *i, nil
	})
}

// Refund refunds a capture.
func (p *Provider) Refund(_ context.Context, key, intent string, amount money.Amount) (string, error) {
	var id string
	_, err := p.once("refund", key, func() (tender.Intent, error) {
		i := p.find(intent)
		if i.Refunded == i.Captured {
			return *i, nil // all was refunded before
		}
		if amount.Minor > i.Captured.Minor-i.Refunded.Minor {
			return *i, tender.ErrRefused
		}
		p.refunded[key] = p.refund(i, amount)
		return *i, nil
	})
	if err == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		id = p.refunded[key]
	}
	return id, err
}

// Minimum is 50 cents.
func (p *Provider) Minimum(c money.Currency) money.Amount { return money.Of(50, c) }

// List returns the intents from one time to another, two to a page.
func (p *Provider) List(_ context.Context, from, to time.Time, cursor string) (page []tender.Intent, next string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return nil, "", tender.ErrUnavailable
	}
	p.Listed++
	for _, i := range slices.Backward(p.Intents) {
		if i.Created.Before(from) || i.Created.After(to) {
			continue
		}
		if cursor != "" {
			if i.ID == cursor {
				cursor = ""
			}
			continue
		}
		if len(page) == 2 {
			return page, page[1].ID, nil
		}
		page = append(page, *i)
	}
	return page, "", nil
}

// Find reads an intent.
func (p *Provider) Find(_ context.Context, r tender.Reference) (tender.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return tender.Intent{}, tender.ErrUnavailable
	}
	for _, i := range p.Intents {
		if i.ID == r.Intent || r.Intent == "" && i.Order == r.Order && !i.Created.Before(r.Since) && !i.Created.After(r.Until) {
			return *i, nil
		}
	}
	return tender.Intent{}, tender.ErrNoIntent
}

// Bank ends all waiting authentications: the guest approves, or fails.
func (p *Provider) Bank(approve bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.Intents {
		if i.State == tender.IntentWaiting {
			i.State = tender.IntentOpen
			i.Declined = &tender.Declined{Reason: "authentication"}
			if approve {
				i.State, i.Declined = tender.IntentAuthorised, nil
			}
		}
	}
}

// Ledger returns copies of all intents.
func (p *Provider) Ledger() []tender.Intent {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]tender.Intent, len(p.Intents))
	for n, i := range p.Intents {
		all[n] = *i
	}
	return all
}

package ordertest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// Provider is a payment provider in memory. What it does depends on the payment method: ok, declined, asks, no card, or one of the faults.
type Provider struct {
	Intents []*tender.Intent
	Down    bool             // it answers nothing
	Lost    map[string]bool  // authorise, capture, cancel, refund: the next first answer of these is lost on the way
	Unread  bool             // it refuses to read what it is asked to set aside, as with a key of ours that has been changed
	Now     func() time.Time // its own clock
	// Refuses: capture, cancel, refund: these it reads and will not do.
	Refuses map[string]bool
	// Takes is what a capture takes of what it is asked for; nil takes that.
	Takes func(money.Amount) money.Amount

	Asked  int // calls that move money, repetitions too
	Listed int // pages

	mu      sync.Mutex
	answers map[string]func() (tender.Intent, error)
}

// NewProvider makes a provider with a clock.
func NewProvider(now func() time.Time) *Provider {
	return &Provider{Now: now, Lost: map[string]bool{}, Refuses: map[string]bool{}, answers: map[string]func() (tender.Intent, error){}}
}

// once answers a key as it did before, or does f; the loss of an answer leaves what was done.
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

// Authorise sets the money aside, or does what the payment method says.
func (p *Provider) Authorise(_ context.Context, key string, a tender.Authorisation) (tender.Intent, error) {
	if p.Unread {
		return tender.Intent{}, &tender.Declined{Reason: "processing", Unread: true}
	}
	return p.once("authorise", key, func() (tender.Intent, error) {
		if a.Method == "no card" {
			return tender.Intent{}, &tender.Declined{Reason: "incorrect"}
		}
		zero := money.Of(0, a.Amount.Currency)
		i := &tender.Intent{ID: fmt.Sprintf("pi_%d", len(p.Intents)+1), Order: a.Order, State: tender.IntentAuthorised, Amount: a.Amount, Captured: zero, Refunded: zero, Brand: "visa", LastFour: "4242", Created: p.Now()}
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

// Capture takes what was set aside.
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

// Cancel gives up what was set aside.
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

// Refund gives back what was taken.
func (p *Provider) Refund(_ context.Context, key, intent string, amount money.Amount) (string, error) {
	i, err := p.once("refund", key, func() (tender.Intent, error) {
		i := p.find(intent)
		i.Refunded = i.Refunded.Plus(amount)
		return *i, nil
	})
	return "re_" + i.ID, err
}

// List gives the intents from one time to another, two to a page.
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

// Bank lets the guest's bank decide about everything that waits for it.
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

// Ledger is what the till would be audited with.
func (p *Provider) Ledger() []tender.Intent {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]tender.Intent, len(p.Intents))
	for n, i := range p.Intents {
		all[n] = *i
	}
	return all
}

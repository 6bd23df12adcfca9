package ordertest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ordering/shared/money"
	"ordering/shared/order"
)

// Till is a payment provider in memory. What it does depends on the payment method: ok, declined, asks, no card, or one of the faults.
type Till struct {
	Intents []*order.Intent
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
	answers map[string]func() (order.Intent, error)
}

// NewTill makes a till with a clock.
func NewTill(now func() time.Time) *Till {
	return &Till{Now: now, Lost: map[string]bool{}, Refuses: map[string]bool{}, answers: map[string]func() (order.Intent, error){}}
}

// once answers a key as it did before, or does f; the loss of an answer leaves what was done.
func (p *Till) once(name, key string, f func() (order.Intent, error)) (order.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Asked++
	if p.Down {
		return order.Intent{}, order.ErrPaymentsUnavailable
	}
	answer, again := p.answers[key]
	if !again && p.Refuses[name] {
		answer, again = func() (order.Intent, error) { return order.Intent{}, order.ErrRefused }, true
		p.answers[key] = answer
	}
	if !again {
		i, err := f()
		answer = func() (order.Intent, error) { return i, err }
		p.answers[key] = answer
		if p.Lost[name] {
			p.Lost[name] = false
			return order.Intent{}, order.ErrPaymentsUnavailable
		}
	}
	return answer()
}

// Authorise sets the money aside, or does what the payment method says.
func (p *Till) Authorise(_ context.Context, key string, a order.Authorisation) (order.Intent, error) {
	if p.Unread {
		return order.Intent{}, &order.Declined{Reason: "processing", Unread: true}
	}
	return p.once("authorise", key, func() (order.Intent, error) {
		if a.Method == "no card" {
			return order.Intent{}, &order.Declined{Reason: "incorrect"}
		}
		zero := money.Of(0, a.Amount.Currency)
		i := &order.Intent{ID: fmt.Sprintf("pi_%d", len(p.Intents)+1), Order: a.Order, State: order.IntentAuthorised, Amount: a.Amount, Captured: zero, Refunded: zero, Brand: "visa", LastFour: "4242", Created: p.Now()}
		p.Intents = append(p.Intents, i)
		switch a.Method {
		case "declined":
			i.State = order.IntentOpen
			return *i, &order.Declined{Reason: "insufficient-funds", Intent: i.ID}
		case "asks":
			i.State, i.NextAction = order.IntentWaiting, "/bank"
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

func (p *Till) find(id string) *order.Intent {
	for _, i := range p.Intents {
		if i.ID == id {
			return i
		}
	}
	return &order.Intent{}
}

// Capture takes what was set aside.
func (p *Till) Capture(_ context.Context, key, intent string, amount money.Amount) (order.Intent, error) {
	return p.once("capture", key, func() (order.Intent, error) {
		i := p.find(intent)
		if i.State != order.IntentAuthorised {
			return *i, order.ErrIntentClosed
		}
		i.State, i.Captured = order.IntentCaptured, amount
		if p.Takes != nil {
			i.Captured = p.Takes(amount)
			i.Refunded.Currency = i.Captured.Currency
		}
		return *i, nil
	})
}

// Cancel gives up what was set aside.
func (p *Till) Cancel(_ context.Context, key, intent string) (order.Intent, error) {
	return p.once("cancel", key, func() (order.Intent, error) {
		i := p.find(intent)
		if i.State == order.IntentCaptured || i.State == order.IntentCancelled {
			return *i, order.ErrIntentClosed
		}
		i.State = order.IntentCancelled
		return *i, nil
	})
}

// Refund gives back what was taken.
func (p *Till) Refund(_ context.Context, key, intent string, amount money.Amount) (string, error) {
	i, err := p.once("refund", key, func() (order.Intent, error) {
		i := p.find(intent)
		i.Refunded = i.Refunded.Plus(amount)
		return *i, nil
	})
	return "re_" + i.ID, err
}

// List gives the intents from one time to another, two to a page.
func (p *Till) List(_ context.Context, from, to time.Time, cursor string) (page []order.Intent, next string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return nil, "", order.ErrPaymentsUnavailable
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
func (p *Till) Find(_ context.Context, r order.Reference) (order.Intent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.Intent{}, order.ErrPaymentsUnavailable
	}
	for _, i := range p.Intents {
		if i.ID == r.Intent || r.Intent == "" && i.Order == r.Order && !i.Created.Before(r.Since) && !i.Created.After(r.Until) {
			return *i, nil
		}
	}
	return order.Intent{}, order.ErrNoIntent
}

// Bank lets the guest's bank decide about everything that waits for it.
func (p *Till) Bank(approve bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.Intents {
		if i.State == order.IntentWaiting {
			i.State = order.IntentOpen
			i.Declined = &order.Declined{Reason: "authentication"}
			if approve {
				i.State, i.Declined = order.IntentAuthorised, nil
			}
		}
	}
}

// Ledger is what the till would be audited with.
func (p *Till) Ledger() []order.Intent {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]order.Intent, len(p.Intents))
	for n, i := range p.Intents {
		all[n] = *i
	}
	return all
}

package ordertest

import (
	"context"
	"fmt"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// Statement returns the refunds and disputes of a payment.
func (p *Provider) Statement(_ context.Context, i tender.Intent) (tender.Statement, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return tender.Statement{}, tender.ErrUnavailable
	}
	s := *p.statement(i.ID)
	s.Intent = i
	s.Refunds, s.Disputes = append([]tender.Refund{}, s.Refunds...), append([]tender.Dispute{}, s.Disputes...)
	return s, nil
}

func (p *Provider) statement(intent string) *tender.Statement {
	if p.statements[intent] == nil {
		p.statements[intent] = new(tender.Statement)
	}
	return p.statements[intent]
}

// refund refunds a part of a payment and returns the refund's id.
func (p *Provider) refund(i *tender.Intent, amount money.Amount) string {
	s := p.statement(i.ID)
	id := fmt.Sprintf("re_%s_%d", i.ID, len(s.Refunds)+1)
	i.Refunded = i.Refunded.Plus(amount)
	s.Refunds = append(s.Refunds, tender.Refund{ID: id, Amount: amount, At: p.Now().UTC()})
	return id
}

// RefundByHand refunds a part of a payment as a person does in the provider's dashboard, and returns the refund's id.
func (p *Provider) RefundByHand(intent string, amount money.Amount) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.find(intent); amount.Minor > i.Captured.Minor-i.Refunded.Minor {
		return ""
	}
	return p.refund(p.find(intent), amount)
}

// FailRefund makes a refund fail after it was made.
func (p *Provider) FailRefund(intent, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.statement(intent)
	for n, r := range s.Refunds {
		if r.ID == id && !r.Failed {
			s.Refunds[n].Failed = true
			i := p.find(intent)
			i.Refunded = i.Refunded.Plus(r.Amount.Times(-1))
		}
	}
}

// Dispute makes a payment's dispute, or moves it to a state.
func (p *Provider) Dispute(intent string, state tender.DisputeState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i, s := p.find(intent), p.statement(intent)
	d := tender.Dispute{ID: "dp_" + intent, State: state, Reason: "fraudulent", Amount: i.Captured, At: p.Now().UTC()}
	if state == tender.DisputeOpen {
		d.Due = d.At.AddDate(0, 0, 7)
	}
	if len(s.Disputes) > 0 {
		d.At = s.Disputes[0].At
	}
	s.Disputes = []tender.Dispute{d}
	i.Disputed = true
}

// VoidByHand voids an authorisation as a person does in the provider's dashboard.
func (p *Provider) VoidByHand(intent string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.find(intent).State = tender.IntentCancelled
}

package payments

import (
	"fmt"
	"io/fs"
	"net/http"
	"slices"
)

// act is something that a person does in the provider's dashboard, or a cardholder at the bank.
type act struct {
	Name, Label string
	can         func(intent) bool
	do          func(*call)
}

// Statuses of a dispute and of a refund, in Stripe's spelling.
const (
	needsResponse = "needs_response"
	won           = "won"
	lost          = "lost"
	failed        = "failed"
)

var acts = []act{
	{"void", "Void", func(i intent) bool { return i.Status == needsCapture }, func(c *call) { c.intent.Status = canceled }},
	{"refund", "Refund all", func(i intent) bool { return i.left() > 0 }, func(c *call) { c.addRefund(c.intent.left()) }},
	{"refund-half", "Refund half", func(i intent) bool { return i.left() > 1 }, func(c *call) { c.addRefund(c.intent.left() / 2) }},
	{"fail-refund", "Fail the refund", func(i intent) bool { return i.lastRefund() >= 0 }, failRefund},
	{"dispute", "Dispute", func(i intent) bool { return i.Captured > 0 && i.Dispute == nil }, func(c *call) {
		c.intent.Dispute = &dispute{ID: "dp_" + text(), Status: needsResponse, Created: c.now.Unix()}
	}},
	{"win", "Win", intent.disputed, func(c *call) { c.close(won) }},
	{"lose", "Lose", intent.disputed, func(c *call) { c.close(lost) }},
}

// left is what was captured and not refunded.
func (i intent) left() int64 { return i.Captured - i.Refunded }

// lastRefund returns the index of the last refund that has not failed; -1 if all have.
func (i intent) lastRefund() int {
	for n, r := range slices.Backward(i.Refunds) {
		if r.Status == succeeded {
			return n
		}
	}
	return -1
}

func (i intent) disputed() bool { return i.Dispute != nil && i.Dispute.Status == needsResponse }

func failRefund(c *call) {
	n := c.intent.lastRefund()
	c.intent.Refunds = slices.Clone(c.intent.Refunds)
	c.intent.Refunds[n].Status = failed
	c.intent.Refunded -= c.intent.Refunds[n].Amount
}

func (c *call) close(status string) {
	d := *c.intent.Dispute
	d.Status = status
	c.intent.Dispute = &d
}

// Acts lists what can be done to the payment.
func (i intent) Acts() (can []act) {
	for _, a := range acts {
		if a.can(i) {
			can = append(can, a)
		}
	}
	return can
}

// act does what a button of the page says. It is an error if the payment does not allow it any more.
func (s *Sandbox) act(r *http.Request) error {
	return s.do(r.Context(), func(c *call) error {
		if err := c.find(r.PathValue("id")); err != nil {
			return err
		}
		for _, a := range c.intent.Acts() {
			if a.Name == r.FormValue("do") {
				a.do(c)
				return nil
			}
		}
		return fmt.Errorf("%q with a payment that is %s: %w", r.FormValue("do"), c.intent.Status, fs.ErrNotExist)
	})
}

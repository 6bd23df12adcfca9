package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"ordering/functions"
	"ordering/functions/notify"
	"ordering/shared/money"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Latency and quotas of the external systems in a burst.
const (
	paymentLatency    = 300 * time.Millisecond // latency of a payment call
	stripeQuota       = 100                    // payment calls a second, Stripe's limit in live mode
	raisedStripeQuota = 4 * stripeQuota        // after a quota increase
	mailQuota         = 14                     // mails a second, SES's initial quota
)

// streamedTable sends the keys of new outbox rows to a channel, as the table's stream does.
type streamedTable struct {
	table.Table
	rows chan table.Key
}

func (s streamedTable) Write(ctx context.Context, ops ...table.Op) error {
	err := s.Table.Write(ctx, ops...)
	if err == nil {
		for _, op := range ops {
			if op.Kind == table.KindCreate && outbox.IsRow(op.Item.Key) {
				s.rows <- op.Item.Key
			}
		}
	}
	return err
}

// quota is a limit for each second.
type quota struct {
	second int64
	used   int
}

func (q *quota) take(now time.Time, most int) bool {
	if second := now.Unix(); second != q.second {
		*q = quota{second: second}
	}
	q.used++
	return q.used <= most
}

// tokenBucket is API Gateway's token bucket: a rate and a burst.
type tokenBucket struct {
	left float64
	last time.Time
}

func (d *tokenBucket) allow(now time.Time) bool {
	if d.last.IsZero() {
		d.left = functions.CallsAtOnce
	} else {
		d.left = min(functions.CallsAtOnce, d.left+now.Sub(d.last).Seconds()*functions.CallsASecond)
	}
	if d.last = now; d.left < 1 {
		return false
	}
	d.left--
	return true
}

// provider is the payment provider with a latency and a rate limit.
type provider struct {
	*ordertest.Provider
	of *rush
}

func (p provider) busy() error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if p.of.pay.take(p.of.now(), p.of.paymentLimit) {
		return nil
	}
	p.of.refused++
	return fmt.Errorf("stripe: status 429: %w", tender.ErrUnavailable)
}

func (p provider) Authorise(ctx context.Context, key string, a tender.Authorisation) (tender.Intent, error) {
	if err := p.busy(); err != nil {
		return tender.Intent{}, err
	}
	time.Sleep(paymentLatency) // synctest time
	return p.Provider.Authorise(ctx, key, a)
}

func (p provider) Capture(ctx context.Context, key, intent string, amount money.Amount) (tender.Intent, error) {
	if err := p.busy(); err != nil {
		return tender.Intent{}, err
	}
	time.Sleep(paymentLatency)
	return p.Provider.Capture(ctx, key, intent, amount)
}

// Send accepts mails up to SES's rate limit.
func (r *rush) Send(_ context.Context, m notify.Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.mail.take(r.now(), mailQuota) {
		r.mailsBusy++
		return outbox.Unreachable(fmt.Errorf("ses: %w", notify.ErrBusy))
	}
	r.mails[m.ID]++
	return nil
}

// RoundTrip is the kitchens' system: it records each message.
func (r *rush) RoundTrip(q *http.Request) (*http.Response, error) {
	var m notify.KitchenMessage
	if err := json.NewDecoder(q.Body).Decode(&m); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kitchen[m.ID]++
	return &http.Response{StatusCode: http.StatusNoContent, Body: io.NopCloser(strings.NewReader("")), Request: q}, nil
}

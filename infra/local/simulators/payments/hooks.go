package payments

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"ordering/functions/notify"
	"ordering/shared/table"
	"ordering/shared/tender/stripe"
)

// kindHook is the partition of the events that wait to be sent, in the order of their sort keys.
const kindHook = "hook"

// hook is an event that waits to be sent.
type hook struct {
	Body  json.RawMessage `json:"body"`
	Tries int             `json:"tries,omitempty"`
	After time.Time       `json:"after,omitzero"`
}

// events are the writes of the events about what the call changed, in Stripe's types and shapes.
func (c *call) events() (ops []table.Op) {
	var was intent
	if c.stored.Version > 0 {
		if err := json.Unmarshal(c.stored.Data, &was); err != nil {
			panic(err) // it was read before
		}
	}
	i := c.intent
	tell := func(kind string, about object) {
		body := encode(object{
			"id": "evt_" + text(), "object": "event", "api_version": "2019-02-19", "created": c.now.Unix(), "livemode": false, "pending_webhooks": 1,
			"type": kind, "data": object{"object": about}, "request": object{"id": nil, "idempotency_key": nil},
		})
		key := table.Key{PK: kindHook, SK: place(c.now.Unix(), time.Now().UnixNano()) + fmt.Sprintf("-%02d", len(ops))}
		ops = append(ops, table.Create(table.Item{Key: key, Data: encode(hook{Body: body})}))
	}
	if was.Status != canceled && i.Status == canceled {
		tell("payment_intent.canceled", i.object(nil, ""))
	}
	if was.Declined == "" && i.Declined != "" {
		tell("payment_intent.payment_failed", i.object(nil, ""))
	}
	for n, r := range i.Refunds {
		switch {
		case n >= len(was.Refunds):
			tell("refund.created", i.refund(r))
			tell("charge.refunded", i.charge())
		case was.Refunds[n].Status != r.Status:
			tell("refund.updated", i.refund(r))
			tell("refund.failed", i.refund(r))
		}
	}
	switch {
	case i.Dispute == nil:
	case was.Dispute == nil:
		tell("charge.dispute.created", i.dispute())
	case was.Dispute.Status != i.Dispute.Status:
		tell("charge.dispute.closed", i.dispute())
	}
	return ops
}

// Run sends the events until ctx ends.
func (s *Sandbox) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := s.Deliver(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "payments sandbox: event not delivered", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Deliver sends the events that are due. One that is not accepted is sent again later, with a growing pause, like Stripe's. Later events do
// not wait for it, so they arrive out of order.
func (s *Sandbox) Deliver(ctx context.Context) error {
	if s.Down.Load() || s.Callback == "" {
		return nil
	}
	system := stripe.Webhooks(s.Secrets)
	system.URL = s.Callback
	var last error
	for item, err := range table.All(ctx, s.table, table.Query{PK: kindHook}) {
		var h hook
		if err == nil {
			err = json.Unmarshal(item.Data, &h)
		}
		if err != nil {
			return err
		}
		now := s.now()
		if now.Before(h.After) {
			continue
		}
		op := table.Delete(item.Key, 0)
		if err := notify.Send(ctx, system, h.Body, s.now); err != nil {
			last = err
			h.Tries++
			h.After = now.Add(min(time.Second<<min(h.Tries, 12), time.Hour)).Truncate(time.Second)
			item.Data = encode(h)
			op = table.Put(item)
		}
		if err := s.table.Write(ctx, op); err != nil {
			return err
		}
	}
	return last
}

package kitchen

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"

	"ordering/functions/notify"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// OrdersPath receives the webhooks of the ordering system.
const OrdersPath = Prefix + "/orders"

// maxMessage limits an order's size in bytes. The ordering system also stores an order in one table item.
const maxMessage = table.MaxItem

// receive handles a webhook of the ordering system.
func (k *Kitchen) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if k.Secrets.Verify(r.Header.Get(webhook.KitchenHeader), body, k.Now()) != nil {
		http.Error(w, "the signature is missing, stale or wrong", http.StatusUnauthorized)
		return
	}
	if s, _ := k.look(); !s.Open {
		http.Error(w, "the kitchen is stopped", http.StatusServiceUnavailable)
		return
	}
	var m notify.KitchenMessage
	if err := json.Unmarshal(body, &m); err != nil || m.Order == nil || m.Order.ID == "" {
		http.Error(w, "not a message about an order", http.StatusBadRequest)
		return
	}
	switch m.Type {
	case webhook.OrderPlaced:
		err = k.add(*m.Order, received)
	case webhook.OrderCancelled:
		err = k.cancel(*m.Order)
	case webhook.OrderArrived: // a repeated message replaces the car
		err = k.change(m.Order.ID, func(t *ticket) bool {
			order := *t.Order
			order.Vehicle = m.Order.Vehicle
			t.Here, t.Order = m.At, &order
			return true
		})
	case webhook.OrderErased:
		err = k.change(m.Order.ID, func(t *ticket) bool { t.forget(); return true })
	default:
		http.Error(w, "unknown kind of message", http.StatusBadRequest)
		return
	}
	if err != nil {
		http.Error(w, "the kitchen could not store the message", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// cancel cancels an order. An order that has not arrived yet is added as cancelled: the two messages may arrive out of order.
func (k *Kitchen) cancel(o notify.KitchenOrder) error {
	if err := k.add(o, cancelled); err != nil {
		return err
	}
	return k.change(o.ID, func(t *ticket) bool {
		if t.Status != received && t.Status != accepted {
			return false
		}
		t.set(cancelled, k.Now().UTC())
		return true
	})
}

// deliver sends pending events. If the ordering system is unavailable, the event is retried with backoff; later ones of its order wait.
func (k *Kitchen) deliver(ctx context.Context) {
	now := k.Now()
	s, tickets := k.look()
	if !s.Open {
		return
	}
	for _, t := range tickets {
		for _, e := range t.Events {
			if ctx.Err() != nil {
				return
			}
			if now.Before(e.After) {
				break
			}
			err := notify.Send(ctx, webhook.Kitchen(k.Callback, k.Secrets), e.KitchenEvent, k.Now)
			done := !outbox.IsUnreachable(err) // accepted or refused
			if err != nil {
				slog.Warn("kitchen: event not delivered", "error", err)
			}
			_ = k.change(e.Order, func(t *ticket) bool { return t.sent(e, done, now) })
			if !done {
				break
			}
		}
	}
}

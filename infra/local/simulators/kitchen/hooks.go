package kitchen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"ordering/functions/notify"
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
	if !k.look().Open {
		http.Error(w, "the kitchen is stopped", http.StatusServiceUnavailable)
		return
	}
	var m notify.KitchenMessage
	if err := json.Unmarshal(body, &m); err != nil || m.Order == nil || m.Order.ID == "" {
		http.Error(w, "not a message about an order", http.StatusBadRequest)
		return
	}
	apply, known := messages[m.Type]
	if !known {
		http.Error(w, "unknown kind of message", http.StatusBadRequest)
		return
	}
	if k.change(func(s *state) bool { return apply(s, m, k.Now().UTC()) }) != nil {
		http.Error(w, "the kitchen could not store the message", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// deliver sends pending events. If the ordering system is unavailable, the event is retried with backoff; later ones of its order wait.
func (k *Kitchen) deliver(ctx context.Context) {
	s, now := k.look(), k.Now()
	if !s.Open {
		return
	}
	for _, t := range s.Tickets {
		for _, e := range t.Events {
			if ctx.Err() != nil {
				return
			}
			if now.Before(e.After) {
				break
			}
			err := k.send(ctx, e)
			if err != nil {
				slog.Warn("kitchen: event not delivered", "error", err)
			}
			delivered := err == nil || errors.As(err, new(refusal))
			_ = k.change(func(s *state) bool { return s.sent(e, delivered, now) })
			if !delivered {
				break
			}
		}
	}
}

// refusal is an answer status that a retry would not change.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("the ordering system answered %d", int(r)) }

func (k *Kitchen) send(ctx context.Context, e event) error {
	body, err := json.Marshal(e.KitchenEvent)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, k.Callback, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(webhook.KitchenHeader, k.Secrets.Sign(body, k.Now()))
	answer, err := k.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	switch c := answer.StatusCode; {
	case c < 300:
		return nil
	case c >= 500 || c == http.StatusTooManyRequests || c == http.StatusRequestTimeout || c == http.StatusUnauthorized: // 401: clock skew
		return fmt.Errorf("the ordering system answered %d", c)
	default:
		return refusal(c)
	}
}

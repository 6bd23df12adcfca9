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
	"slices"
	"time"

	"ordering/functions/notify"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// OrdersPath receives the webhooks of the ordering system.
const OrdersPath = Prefix + "/orders"

// maxMessage limits an order's size in bytes. The ordering system also stores an order in one table item.
const maxMessage = table.MaxItem

// hear handles a webhook of the ordering system.
func (k *Kitchen) hear(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if k.Secrets.Verify(r.Header.Get(webhook.KitchenHeader), body, k.Now()) != nil {
		http.Error(w, "the signature is missing, stale or wrong", http.StatusUnauthorized)
		return
	}
	if !k.open() {
		http.Error(w, "the kitchen is stopped", http.StatusServiceUnavailable)
		return
	}
	var m notify.KitchenMessage
	if err := json.Unmarshal(body, &m); err != nil || m.Order == nil || m.Order.ID == "" {
		http.Error(w, "not a message about an order", http.StatusBadRequest)
		return
	}
	now := k.Now().UTC()
	switch m.Type {
	case "order.placed":
		err = k.change(func(s *state) bool { return s.take(*m.Order, now) })
	case "order.cancelled":
		err = k.change(func(s *state) bool { return s.callOff(*m.Order, now) })
	case "order.arrived":
		err = k.change(func(s *state) bool { return s.arrive(*m.Order, m.At) })
	case "order.erased":
		err = k.change(func(s *state) bool { return s.forget(m.Order.ID) })
	default:
		http.Error(w, "a kind of message that this kitchen does not know", http.StatusBadRequest)
		return
	}
	if err != nil {
		http.Error(w, "the kitchen could not write it down", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// deliver sends pending events. If the ordering system is unavailable, the event is retried with backoff; later ones of its order wait.
func (k *Kitchen) deliver(ctx context.Context) {
	var telling []ticket
	k.mu.Lock()
	for _, t := range k.state.Tickets {
		if k.state.Open && len(t.Events) > 0 {
			telling = append(telling, t)
		}
	}
	k.mu.Unlock()
	now := k.Now()
	for _, t := range telling {
		for _, e := range t.Events {
			if ctx.Err() != nil {
				return
			}
			if now.Before(e.After) {
				break
			}
			err := k.tell(ctx, e)
			var refused refusal
			away := err != nil && !errors.As(err, &refused)
			if err != nil {
				k.fault("event not delivered", err)
			}
			_ = k.change(func(s *state) bool {
				t := s.find(e.Order)
				if t == nil || len(t.Events) == 0 || t.Events[0].ID != e.ID {
					return false
				}
				t.changed = true
				if !away {
					t.Events = t.Events[1:]
					return true
				}
				t.Events = slices.Clone(t.Events)
				t.Events[0].Tries++
				t.Events[0].After = now.Add(min(time.Second<<min(e.Tries, 6), 30*time.Second))
				return true
			})
			if away {
				break
			}
		}
	}
}

// refusal is an answer status that a retry would not change.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("the ordering system answered %d", int(r)) }

func (k *Kitchen) tell(ctx context.Context, e event) error {
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

func (k *Kitchen) fault(what string, err error) { slog.Warn("kitchen: "+what, "error", err) }

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
	"ordering/shared/webhook"
)

// OrdersPath is where the ordering system's webhooks come in.
const OrdersPath = Prefix + "/orders"

// maxMessage bounds an order: the largest basket has 200 lines.
const maxMessage = 1 << 20

// hear takes a webhook of the ordering system.
func (k *Kitchen) hear(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if k.Secrets.Verify(r.Header.Get(webhook.Header), body, k.Now()) != nil {
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
		err = k.keep(func(s *state) bool { return s.take(*m.Order, now) })
	case "order.cancelled":
		err = k.keep(func(s *state) bool { return s.callOff(*m.Order, now) })
	case "order.arrived":
		err = k.keep(func(s *state) bool { return s.arrive(*m.Order, m.At) })
	case "order.erased":
		err = k.forget(m.Order.ID)
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

// keep does f and tells a change that could not be kept from one that there was no need for.
func (k *Kitchen) keep(f func(*state) bool) error {
	needed := false
	kept := k.change(func(s *state) bool { needed = f(s); return needed })
	if needed && !kept {
		return errors.New("kitchen: not kept")
	}
	return nil
}

// forget takes the guest out of an order, and out of the file: what hung on the rail before stands there, line by line, until the
// file is written anew.
func (k *Kitchen) forget(order string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	after := k.state.clone()
	after.forget(order)
	if err := k.file.rewrite(after); err != nil {
		return err
	}
	k.state = after
	return nil
}

// deliver sends what the ordering system is still to hear, in order. An event that finds nobody waits, and those of the same
// order wait behind it.
func (k *Kitchen) deliver(ctx context.Context) {
	now := k.Now()
	k.mu.Lock()
	open, events := k.state.Open, slices.Clone(k.state.Events)
	k.mu.Unlock()
	if !open {
		return
	}
	waiting := map[string]bool{}
	for _, e := range events {
		if ctx.Err() != nil {
			return
		}
		if waiting[e.Order] || now.Before(e.After) {
			waiting[e.Order] = true
			continue
		}
		err := k.tell(ctx, e)
		var refused refusal
		away := err != nil && !errors.As(err, &refused)
		if err != nil {
			k.fault("event not delivered", err)
		}
		waiting[e.Order] = away
		k.change(func(s *state) bool {
			i := slices.IndexFunc(s.Events, func(o event) bool { return o.ID == e.ID })
			switch {
			case i < 0:
				return false
			case away:
				s.Events[i].Tries++
				s.Events[i].After = now.Add(min(time.Second<<min(e.Tries, 6), 30*time.Second))
			default:
				s.Events = slices.Delete(s.Events, i, i+1)
			}
			return true
		})
	}
}

// refusal is an answer that telling again would not change.
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
	r.Header.Set(webhook.Header, k.Secrets.Sign(body, k.Now()))
	answer, err := k.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	switch c := answer.StatusCode; {
	case c < 300:
		return nil
	case c >= 500 || c == http.StatusTooManyRequests || c == http.StatusRequestTimeout || c == http.StatusUnauthorized: // of a clock that is wrong
		return fmt.Errorf("the ordering system answered %d", c)
	default:
		return refusal(c)
	}
}

func (k *Kitchen) fault(what string, err error) { slog.Warn("kitchen: "+what, "error", err) }

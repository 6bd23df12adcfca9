package notify

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/webhook"
)

// Kitchen is the restaurants' point of sale. It finds the restaurant of a message by the restaurant's ids.
type Kitchen struct {
	webhook.System
	Client *http.Client // nil means a default client
	Now    func() time.Time
}

// kitchenTimeout is short, because a point of sale only has to store the message.
const kitchenTimeout = 5 * time.Second

// ready returns k with a client that follows no redirects, so that a signed order goes to no other address.
func (k Kitchen) ready() Kitchen {
	c := http.Client{Timeout: kitchenTimeout}
	if k.Client != nil {
		c = *k.Client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	k.Client = &c
	return k
}

// toKitchen delivers a row as the message that about makes of its order, or drops the row if about returns nil.
func (n *Notify) toKitchen(about func(order.Order) *KitchenMessage) outbox.Handler {
	return func(ctx context.Context, d outbox.Delivery) error {
		var row outbox.OrderRow
		if err := d.Into(&row); err != nil {
			return err
		}
		o, err := order.Load(ctx, n.table, row.Order)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Kind, err)
		}
		m := about(o)
		if m == nil {
			return nil
		}
		m.ID = messageID(d.ID)
		if m.At.IsZero() {
			m.At = d.Since
		}
		return n.kitchen.post(ctx, *m)
	}
}

// orderPlaced returns nil if the order was cancelled in the meantime, or the kitchen has already sent an event about it.
func orderPlaced(o order.Order) *KitchenMessage {
	if o.Status != order.Scheduled {
		return nil
	}
	return &KitchenMessage{Type: webhook.OrderPlaced, Order: forKitchen(o)}
}

// orderCancelled is sent even if the kitchen may not know the order: the two messages can overtake each other.
func orderCancelled(o order.Order) *KitchenMessage {
	return &KitchenMessage{Type: webhook.OrderCancelled, Order: &KitchenOrder{ID: o.ID, Number: o.Number}}
}

// orderArrived returns nil if the kitchen no longer has the curbside order.
func orderArrived(o order.Order) *KitchenMessage {
	if !o.Awaited() {
		return nil
	}
	return &KitchenMessage{
		Type: webhook.OrderArrived, At: o.Arrival.At, Order: &KitchenOrder{ID: o.ID, Number: o.Number, Vehicle: o.Car()},
	}
}

// Holds names the guest's data that a kitchen has.
func (k Kitchen) Holds() string { return "the kitchen's ticket" }

// Forget asks the kitchen to erase the guest's data from an order: name, phone, car and notes. A kitchen that does not know the order
// has nothing to erase. Kitchen is an order.Holder.
func (k Kitchen) Forget(ctx context.Context, o order.Order) error {
	if !o.Status.Placed() {
		return nil // the kitchen does not have it
	}
	err := k.ready().post(ctx, KitchenMessage{
		ID: messageID(o.Token + "/kitchen-erase"), Type: webhook.OrderErased, At: k.Now().UTC(), Order: &KitchenOrder{ID: o.ID, Number: o.Number},
	})
	var refused refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case refused == http.StatusNotFound || refused == http.StatusGone:
		return nil
	}
	return fmt.Errorf("%w: %w", order.ErrRefused, err)
}

// refusal is the HTTP status of a kitchen that does not accept the message itself.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("kitchen: refused the message with %d", int(r)) }

// Ping checks the address and the secrets: it sends the erasure of an order that does not exist, which changes nothing.
func (k Kitchen) Ping(ctx context.Context) error {
	nothing := &KitchenOrder{ID: rand.Text(), Number: "0"}
	return k.ready().post(ctx, KitchenMessage{ID: rand.Text(), Type: webhook.OrderErased, At: k.Now().UTC(), Order: nothing})
}

// post sends a signed message. It returns an outbox.Unreachable error if a retry can succeed, and a refusal if not.
func (k Kitchen) post(ctx context.Context, m KitchenMessage) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("kitchen: message: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, kitchenTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, k.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("kitchen: request: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	signature, err := k.Sign(ctx, body, k.Now())
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("kitchen: %w", err))
	}
	r.Header.Set(k.Header, signature)
	answer, err := k.Client.Do(r)
	var failed *url.Error
	if errors.As(err, &failed) { // it quotes KITCHEN_URL, which may have a password
		err = failed.Err
	}
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("kitchen: %w", err))
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // to reuse the connection
	switch s := answer.StatusCode; {
	case s >= 200 && s < 300:
		return nil
	case s == http.StatusUnauthorized: // a clock or a secret is wrong, not the message
		return outbox.Unreachable(fmt.Errorf("kitchen: does not accept our signature"))
	case s >= 500 || s == http.StatusTooManyRequests || s == http.StatusRequestTimeout:
		return outbox.Unreachable(fmt.Errorf("kitchen: answered %d", s))
	default:
		return refusal(s)
	}
}

package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/webhook"
)

// Kitchen is where the restaurants' point of sale listens. It routes a message to its restaurant by the restaurant's ids.
type Kitchen struct {
	URL     string
	Secrets webhook.Keys
	Client  *http.Client // nil means one of its own
	Now     func() time.Time
}

// answerWithin is how long a point of sale may take: it only has to note the message down.
const answerWithin = 5 * time.Second

// ready gives the kitchen a client that follows no redirect: a signed order goes where it was addressed, nowhere else.
func (k Kitchen) ready() Kitchen {
	if k.Client == nil {
		k.Client = &http.Client{Timeout: answerWithin}
	}
	c := *k.Client
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	k.Client = &c
	return k
}

// kitchenOrder tells the kitchen of an order, unless it was called off before the kitchen heard of it.
func (n *Notify) kitchenOrder(ctx context.Context, d outbox.Delivery) error {
	o, err := n.orderOf(ctx, d)
	if err != nil {
		return err
	}
	if o.Status != order.Scheduled {
		return nil // cancelled, or the kitchen has spoken of it already
	}
	return n.kitchen.post(ctx, KitchenMessage{ID: messageID(d.ID), Type: "order.placed", At: d.Since, Order: forKitchen(o)})
}

// kitchenCancel calls an order off. It is sent even when the kitchen may not know the order: the two messages can cross.
func (n *Notify) kitchenCancel(ctx context.Context, d outbox.Delivery) error {
	o, err := n.orderOf(ctx, d)
	if err != nil {
		return err
	}
	return n.kitchen.post(ctx, KitchenMessage{
		ID: messageID(d.ID), Type: "order.cancelled", At: d.Since, Order: &KitchenOrder{ID: o.ID, Number: o.Number},
	})
}

// kitchenArrival tells the kitchen that the guest of a curbside order is there, and in which car, while it still has the order.
func (n *Notify) kitchenArrival(ctx context.Context, d outbox.Delivery) error {
	o, err := n.orderOf(ctx, d)
	if err != nil {
		return err
	}
	if !o.Awaited() {
		return nil
	}
	return n.kitchen.post(ctx, KitchenMessage{
		ID: messageID(d.ID), Type: "order.arrived", At: o.Arrival.At, Order: &KitchenOrder{ID: o.ID, Number: o.Number, Vehicle: o.Car()},
	})
}

// Holds names what a kitchen has of a guest.
func (k Kitchen) Holds() string { return "the kitchen's ticket" }

// Forget has the kitchen of an order take out of it what tells of the guest: name, phone, car and notes. One that does not know the
// order, or not any more, has forgotten it. It is an order.Holder.
func (k Kitchen) Forget(ctx context.Context, o order.Order) error {
	if !o.Status.Placed() {
		return nil // the kitchen never heard of it
	}
	err := k.ready().post(ctx, KitchenMessage{
		ID: messageID(o.Token + "/kitchen-erase"), Type: "order.erased", At: k.Now().UTC(), Order: &KitchenOrder{ID: o.ID, Number: o.Number},
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

func (n *Notify) orderOf(ctx context.Context, d outbox.Delivery) (order.Order, error) {
	var row outbox.OrderRow
	if err := d.Into(&row); err != nil {
		return order.Order{}, err
	}
	o, err := order.Load(ctx, n.table, row.Order)
	if err != nil {
		return order.Order{}, fmt.Errorf("%s: %w", d.Kind, err)
	}
	return o, nil
}

// refusal is the status with which a kitchen refused a message itself.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("kitchen: refused the message with %d", int(r)) }

// post sends a signed message. Whatever says "not now" is an outbox.Unreachable error: the order waits for its kitchen. A
// refusal of the message itself is a fault of the row.
func (k Kitchen) post(ctx context.Context, m KitchenMessage) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("kitchen: message: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, k.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("kitchen: request: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	secrets, err := k.Secrets.Current(ctx)
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("kitchen: %w", err))
	}
	r.Header.Set(webhook.Header, secrets.Sign(body, k.Now()))
	answer, err := k.Client.Do(r)
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("kitchen: %w", err))
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection can be used again
	switch s := answer.StatusCode; {
	case s >= 200 && s < 300:
		return nil
	case s == http.StatusUnauthorized: // one of the clocks or secrets is wrong, not the message: it will be put right
		return outbox.Unreachable(fmt.Errorf("kitchen: does not accept our signature"))
	case s >= 500 || s == http.StatusTooManyRequests || s == http.StatusRequestTimeout:
		return outbox.Unreachable(fmt.Errorf("kitchen: answered %d", s))
	default:
		return refusal(s)
	}
}

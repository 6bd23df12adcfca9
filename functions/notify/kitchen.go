package notify

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/webhook"
)

// Kitchen is the restaurants' point of sale. It finds the restaurant of a message by the restaurant's ids.
type Kitchen sender

// withOrder returns a handler that delivers a row with its order.
func (n *Notify) withOrder(deliver func(context.Context, outbox.Delivery, order.Order) error) outbox.Handler {
	return func(ctx context.Context, d outbox.Delivery) error {
		var row outbox.OrderRow
		if err := d.Into(&row); err != nil {
			return err
		}
		o, err := order.Load(ctx, n.table, row.Order)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Kind, err)
		}
		return deliver(ctx, d, o)
	}
}

// toKitchen delivers a row as the message that about makes of its order, or drops the row if about returns nil.
func (n *Notify) toKitchen(about func(order.Order) *KitchenMessage) outbox.Handler {
	return n.withOrder(func(ctx context.Context, d outbox.Delivery, o order.Order) error {
		m := about(o)
		if m == nil {
			return nil
		}
		m.ID = messageID(d.ID)
		if m.At.IsZero() {
			m.At = d.Since
		}
		return sender(n.kitchen).post(ctx, *m)
	})
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
	err := sender(k).erase(ctx, KitchenMessage{
		ID: messageID(o.Token + "/kitchen-erase"), Type: webhook.OrderErased, At: k.Now().UTC(), Order: &KitchenOrder{ID: o.ID, Number: o.Number},
	})
	if errors.As(err, new(refusal)) {
		return fmt.Errorf("%w: %w", order.ErrRefused, err)
	}
	return err
}

// Ping checks the address and the secrets: it sends the erasure of an order that does not exist, which changes nothing.
func (k Kitchen) Ping(ctx context.Context) error {
	nothing := &KitchenOrder{ID: rand.Text(), Number: "0"}
	return sender(k).post(ctx, KitchenMessage{ID: rand.Text(), Type: webhook.OrderErased, At: k.Now().UTC(), Order: nothing})
}

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

	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/money"
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

// KitchenMessage is the body of a webhook to the point of sale, signed in the header webhook.Header.
type KitchenMessage struct {
	ID    string        `json:"id"`   // the same for every delivery of this message
	Type  string        `json:"type"` // order.placed, order.cancelled, order.arrived or order.erased
	At    time.Time     `json:"at"`
	Order *KitchenOrder `json:"order"`
}

// KitchenOrder is an order as a kitchen needs it. Of a cancelled one only ID and Number are there, as of one whose guest wants to be
// forgotten, and the Vehicle of one whose guest has arrived.
type KitchenOrder struct {
	ID         string        `json:"id"`     // to be named in every event about it
	Number     string        `json:"number"` // what is called out
	Location   *KitchenStore `json:"location,omitempty"`
	Handoff    string        `json:"handoff,omitempty"`
	PromisedAt time.Time     `json:"promisedAt,omitzero"`
	PlacedAt   time.Time     `json:"placedAt,omitzero"`
	Guest      *KitchenGuest `json:"guest,omitempty"`
	// Vehicle is the car that a curbside order is brought out to. The last message says it as it is.
	Vehicle      *guest.Vehicle `json:"vehicle,omitempty"`
	Lines        []KitchenLine  `json:"lines,omitempty"`
	Instructions string         `json:"instructions,omitempty"`
	Cutlery      bool           `json:"cutlery,omitempty"`
	Subtotal     *money.Amount  `json:"subtotal,omitempty"`
	Taxes        []KitchenTax   `json:"taxes,omitempty"`
	Tip          *money.Amount  `json:"tip,omitempty"`
	Total        *money.Amount  `json:"total,omitempty"` // paid
}

// KitchenStore names the restaurant, by our id and by its own.
type KitchenStore struct {
	ID         string `json:"id"`
	ExternalID string `json:"externalId,omitempty"`
	Label      string `json:"label"`
	TimeZone   string `json:"timeZone"`
}

// KitchenGuest is who will ask for the order. A kitchen calls, it does not write: the address stays here.
type KitchenGuest struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Phone     string `json:"phone"`
}

// KitchenLine is a dish, by our id and by the restaurant's own.
type KitchenLine struct {
	ID           string            `json:"id"`
	ItemID       string            `json:"itemId"`
	ExternalID   string            `json:"externalId,omitempty"`
	Label        locale.Text       `json:"label"`
	Quantity     int               `json:"quantity"`
	Price        money.Amount      `json:"price"`
	Modifiers    []KitchenModifier `json:"modifiers,omitempty"`
	Instructions string            `json:"instructions,omitempty"`
}

// KitchenModifier is a choice, by our id and by the restaurant's own. Quantity 0 leaves out what the dish has by default.
type KitchenModifier struct {
	ID         string      `json:"id"`
	ExternalID string      `json:"externalId,omitempty"`
	Group      string      `json:"group"`
	Label      locale.Text `json:"label"`
	Quantity   int         `json:"quantity"`
	Depth      int         `json:"depth,omitempty"`
}

// KitchenTax is one component of the taxes, rate in percent.
type KitchenTax struct {
	Tax    string       `json:"tax"`
	Rate   string       `json:"rate"`
	Amount money.Amount `json:"amount"`
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

func forKitchen(o order.Order) *KitchenOrder {
	k := &KitchenOrder{
		ID: o.ID, Number: o.Number,
		Location: &KitchenStore{o.Store.ID, o.Store.ExternalID, o.Store.Label, o.Store.TimeZone},
		Handoff:  o.Handoff.String(), PromisedAt: o.Start, PlacedAt: o.PlacedAt,
		Guest:        &KitchenGuest{o.Contact.FirstName, o.Contact.LastName, o.Contact.Phone},
		Vehicle:      o.Car(),
		Instructions: o.Instructions, Cutlery: o.Cutlery, Subtotal: &o.Subtotal, Tip: &o.Tip, Total: &o.Total,
	}
	for _, line := range o.Lines {
		kl := KitchenLine{
			ID: line.ID, ItemID: line.ItemID, ExternalID: line.ExternalID, Label: line.Label, Quantity: line.Quantity,
			Price: line.Price, Instructions: line.Instructions,
		}
		for _, m := range line.Modifiers {
			kl.Modifiers = append(kl.Modifiers, KitchenModifier{m.ID, m.ExternalID, m.Group, m.Label, m.Quantity, m.Depth})
		}
		k.Lines = append(k.Lines, kl)
	}
	for _, t := range o.Taxes {
		k.Taxes = append(k.Taxes, KitchenTax{t.Tax, t.Rate, t.Amount})
	}
	return k
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

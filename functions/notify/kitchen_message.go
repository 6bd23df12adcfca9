package notify

import (
	"time"

	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/order"
)

// KitchenMessage is the body of a webhook to the point of sale. The header webhook.KitchenHeader has its signature.
type KitchenMessage struct {
	ID    string        `json:"id"`   // the same for every delivery of this message
	Type  string        `json:"type"` // order.placed, order.cancelled, order.arrived or order.erased
	At    time.Time     `json:"at"`
	Order *KitchenOrder `json:"order"`
}

// KitchenOrder is an order as a kitchen needs it. A cancelled or erased order has only ID and Number, an arrival has also Vehicle.
type KitchenOrder struct {
	ID         string        `json:"id"`     // events about the order have it
	Number     string        `json:"number"` // for calling the guest
	Location   *KitchenStore `json:"location,omitempty"`
	Handoff    string        `json:"handoff,omitempty"`
	PromisedAt time.Time     `json:"promisedAt,omitzero"`
	PlacedAt   time.Time     `json:"placedAt,omitzero"`
	Guest      *KitchenGuest `json:"guest,omitempty"`
	// Vehicle is the car of a curbside order. The latest message overrides earlier ones.
	Vehicle      *guest.Vehicle `json:"vehicle,omitempty"`
	Lines        []KitchenLine  `json:"lines,omitempty"`
	Instructions string         `json:"instructions,omitempty"`
	Cutlery      bool           `json:"cutlery,omitempty"`
	Subtotal     *money.Amount  `json:"subtotal,omitempty"`
	// Adjustments are taken off the subtotal, Charges are added.
	Adjustments []KitchenAmount `json:"adjustments,omitempty"`
	Charges     []KitchenAmount `json:"charges,omitempty"`
	Taxes       []KitchenTax    `json:"taxes,omitempty"`
	Tip         *money.Amount   `json:"tip,omitempty"`
	Total       *money.Amount   `json:"total,omitempty"` // paid
}

// KitchenStore names the restaurant, by our id and by its own.
type KitchenStore struct {
	ID         string `json:"id"`
	ExternalID string `json:"externalId,omitempty"`
	Label      string `json:"label"`
	TimeZone   string `json:"timeZone"`
}

// KitchenGuest is the guest. A kitchen has no use for the e-mail address.
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

// KitchenModifier is a modifier, by our id and by the restaurant's own. Quantity 0 removes one that the dish has by default.
type KitchenModifier struct {
	ID         string      `json:"id"`
	ExternalID string      `json:"externalId,omitempty"`
	Group      string      `json:"group"`
	Label      locale.Text `json:"label"`
	Quantity   int         `json:"quantity"`
	Depth      int         `json:"depth,omitempty"`
}

// KitchenAmount is an adjustment or a charge. Kind and ID name its source, for an adjustment with the code, the points or the gift that
// unlocked it. Amount is positive. Lines are an adjustment's parts by line.
type KitchenAmount struct {
	Kind   string        `json:"kind"`
	ID     string        `json:"id"`
	Label  locale.Text   `json:"label"`
	Coupon string        `json:"coupon,omitempty"` // the end of a code of one guest
	Points int           `json:"points,omitempty"`
	Grant  string        `json:"grant,omitempty"` // id of the customer's gift
	Amount money.Amount  `json:"amount"`
	Lines  []KitchenPart `json:"lines,omitempty"`
}

// KitchenPart is what an adjustment takes off a line.
type KitchenPart struct {
	Line   string       `json:"line"`
	Amount money.Amount `json:"amount"`
}

// KitchenTax is one component of the taxes, rate in percent.
type KitchenTax struct {
	Tax    string       `json:"tax"`
	Rate   string       `json:"rate"`
	Amount money.Amount `json:"amount"`
}

func forKitchen(o order.Order) *KitchenOrder {
	k := &KitchenOrder{
		ID: o.ID, Number: o.Number,
		Location: &KitchenStore{o.Location.ID, o.Location.ExternalID, o.Location.Label, o.Location.TimeZone},
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
	for _, a := range o.Adjustments {
		ka := KitchenAmount{Kind: a.Kind, ID: a.ID, Label: a.Label, Coupon: a.Coupon, Points: a.Points, Grant: a.Grant, Amount: a.Amount}
		for _, part := range a.Allocation {
			ka.Lines = append(ka.Lines, KitchenPart(part))
		}
		k.Adjustments = append(k.Adjustments, ka)
	}
	for _, c := range o.Charges {
		k.Charges = append(k.Charges, KitchenAmount{Kind: c.Kind, ID: c.ID, Label: c.Label, Amount: c.Amount})
	}
	for _, t := range o.Taxes {
		k.Taxes = append(k.Taxes, KitchenTax{t.Tax, t.Rate, t.Amount})
	}
	return k
}

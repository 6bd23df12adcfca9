// Package order is what a guest has bought: what was ordered and promised, how it stands, and the saga that takes it from a
// basket to a paid order, or back, whatever crashes in between.
//
// An order is two items of the table. The Snapshot is written once: what was ordered, at which price, for whom and when.
// The Progress is small and changes: it is what a following guest asks for every few seconds.
package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// Order is an order whole.
type Order struct {
	Snapshot
	Progress
}

// Snapshot is what was ordered and promised. It never changes, whatever becomes of the menu, the prices or the restaurant: only
// the guest can be taken out of it, see Eraser.
type Snapshot struct {
	Token  string        `json:"token"`  // unguessable: whoever has it reaches the order
	ID     string        `json:"id"`     // what other systems, the kitchen and the payment provider, call it: it opens nothing
	Number string        `json:"number"` // what the restaurant calls out
	Basket string        `json:"basket"` // id of the basket that it came from
	Guest  string        `json:"guest"`  // guest.Secret's name of who ordered, under which the order is filed; empty once it is erased
	Locale locale.Locale `json:"locale"` // the guest's, for mails

	Location Location         `json:"store"`
	Handoff  location.Handoff `json:"handoff"`
	Category string           `json:"category"`
	Start    time.Time        `json:"start"` // of the timeslot: when the order is promised, UTC
	End      time.Time        `json:"end"`
	OrderBy  time.Time        `json:"orderBy,omitzero"` // from then on it is too late for that timeslot: timeslot.OrderBy, UTC
	Contact  guest.Contact    `json:"contact"`
	// Vehicle is the car that a curbside order is brought out to, as it was said with the order: see Car.
	Vehicle *guest.Vehicle `json:"vehicle,omitempty"`
	Minutes int            `json:"minutes"` // make-minutes that it takes of its timeslot

	Lines        []Line       `json:"lines"`
	Instructions string       `json:"instructions,omitempty"`
	Cutlery      bool         `json:"cutlery,omitempty"`
	Subtotal     money.Amount `json:"subtotal"`
	Taxes        []Tax        `json:"taxes"`
	Tip          money.Amount `json:"tip"`
	Total        money.Amount `json:"total"` // the sum of Subtotal, Taxes and Tip
	PlacedAt     time.Time    `json:"placedAt"`
}

// Location is the restaurant as it was when the order was placed.
type Location struct {
	ID         string           `json:"id"`
	ExternalID string           `json:"externalId,omitempty"`
	Slug       string           `json:"slug"`
	Label      string           `json:"label"`
	Address    location.Address `json:"address"`
	Phone      string           `json:"phone,omitempty"`
	TimeZone   string           `json:"timeZone"`
}

// Line is one line with the trace of its price: UnitPrice is ListPrice and the prices of the modifiers, Price is UnitPrice
// times Quantity.
type Line struct {
	ID           string       `json:"id"`
	ItemID       string       `json:"itemId"`
	ExternalID   string       `json:"externalId,omitempty"`
	Slug         string       `json:"slug"`
	Label        locale.Text  `json:"label"`
	Quantity     int          `json:"quantity"`
	ListPrice    money.Amount `json:"listPrice"` // one, as it comes
	UnitPrice    money.Amount `json:"unitPrice"` // one, with its modifiers
	Price        money.Amount `json:"price"`
	TaxClass     string       `json:"taxClass"`
	Modifiers    []Modifier   `json:"modifiers,omitempty"`
	Instructions string       `json:"instructions,omitempty"`
	// Choices are all that was chosen, nil for the item as it comes, and Seen what the guest saw of it: to order it again.
	Choices []menu.Choice `json:"choices,omitzero"`
	Seen    basket.Seen   `json:"seen"`
	Picture string        `json:"picture,omitempty"`
	Stack   []string      `json:"stack,omitempty"` // layers of the drawing, bottom first
}

// Modifier is a choice of a line. Quantity 0 is a removed default.
type Modifier struct {
	Group      string       `json:"group"`
	ID         string       `json:"id"`
	ExternalID string       `json:"externalId,omitempty"`
	Label      locale.Text  `json:"label"`
	Quantity   int          `json:"quantity"`
	Price      money.Amount `json:"price"` // for one of the line, all of Quantity together
	Depth      int          `json:"depth,omitempty"`
}

// Tax is one component of the taxes.
type Tax struct {
	Tax          string       `json:"tax"`  // GST, QST, sales-tax …
	Rate         string       `json:"rate"` // percent as decimal text: 9.975
	Base         money.Amount `json:"base"`
	Amount       money.Amount `json:"amount"`
	Registration string       `json:"registration,omitempty"` // the brand's number for this tax
}

// Progress is how an order stands.
type Progress struct {
	Status Status `json:"status"`
	Steps  []Step `json:"steps"` // the statuses that it reached, in their order
	// Promised is the Snapshot's Start once more, so that who follows the order reads one small item.
	Promised time.Time `json:"promised"`
	Payment  Payment   `json:"payment"`
	// Arrival is how the guest comes to a curbside order; nil for any other.
	Arrival *Arrival `json:"arrival,omitempty"`
	// Reason is the kitchen's, when it refused; plain text.
	Reason string `json:"reason,omitempty"`

	// Request names the request that placed the order, and Failure is what that request was told when it came to nothing:
	// a repetition of it gets the same answer.
	Request string   `json:"request,omitempty"`
	Failure *Failure `json:"failure,omitempty"`

	// Counted is the count of holds that includes the place in the timeslot; nil once the order is confirmed or undone.
	Counted *timeslot.Counted `json:"counted,omitempty"`

	// Due is when the Reconciler looks after the order; zero when nothing is left to do. Leased is until when somebody is at
	// work on it. Tries counts the fruitless ones.
	Due    time.Time `json:"due,omitzero"`
	Leased time.Time `json:"leased,omitzero"`
	Tries  int       `json:"tries,omitempty"`

	// Erased is when everything that tells of the guest was taken out of the order, at the guest's wish.
	Erased time.Time `json:"erased,omitzero"`

	version int64
}

// Step is when an order reached a status (UTC).
type Step struct {
	Status Status    `json:"status"`
	At     time.Time `json:"at"`
}

// Failure is why an order was not paid.
type Failure struct {
	Code   problem.Code `json:"code"`
	Reason string       `json:"reason,omitempty"` // of a decline: declined, insufficient-funds, expired, incorrect, processing

	unsure bool // of a decline: money may have been set aside all the same, and is looked for
}

// Cancellable says whether the guest may still cancel.
func (o Progress) Cancellable() bool { return Allowed(o.Status, Cancelled, Guest) }

// pastOrderBy reports whether it is too late to place the order for its timeslot.
func (o Order) pastOrderBy(now time.Time) bool { return !o.OrderBy.IsZero() && !now.Before(o.OrderBy) }

// Final says that the order will not change any more.
func (o Progress) Final() bool { return o.Status.final() && o.Due.IsZero() }

// Refunded says that the guest pays nothing: what was charged is given back, or is being given back.
func (o Progress) Refunded() bool {
	return (o.Status == Cancelled || o.Status == NotApproved) && o.Payment.Kind != KindFree
}

// Version numbers the writes of the progress: a tag for whoever follows the order.
func (o Progress) Version() int64 { return o.version }

func partition(token string) string  { return "order#" + token }
func snapshotKey(t string) table.Key { return table.Key{PK: partition(t), SK: "order"} }
func progressKey(t string) table.Key { return table.Key{PK: partition(t), SK: "progress"} }
func idKey(id string) table.Key      { return table.Key{PK: "order-id#" + id, SK: "token"} }

// fileKey is where an order is filed under its guest's name: the key says all that there is to say.
func fileKey(guest, token string) table.Key { return table.Key{PK: "guest#" + guest, SK: token} }

// Of finds the token of the order that another system speaks of by its id. problem.OrderNotFound when there is none: a guest's
// token is no id.
func Of(ctx context.Context, t table.Table, id string) (token string, err error) {
	i, err := t.Get(ctx, idKey(id))
	if errors.Is(err, table.ErrNotFound) {
		return "", problem.New(problem.OrderNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("order: of an id: %w", err)
	}
	if err := json.Unmarshal(i.Data, &token); err != nil {
		return "", fmt.Errorf("order: of an id: %w", err)
	}
	return token, nil
}

// Load reads an order. problem.OrderNotFound when there is none with this token.
func Load(ctx context.Context, t table.Table, token string) (Order, error) {
	page, err := t.Query(ctx, table.Query{PK: partition(token), From: "order", To: "progress"})
	if err != nil {
		return Order{}, fmt.Errorf("order: load: %w", err)
	}
	var o Order
	for _, i := range page.Items {
		var into any = &o.Snapshot
		if i.Key == progressKey(token) {
			into, o.version = &o.Progress, i.Version
		}
		if err := json.Unmarshal(i.Data, into); err != nil {
			return Order{}, fmt.Errorf("order: load: %w", err)
		}
	}
	if o.Token == "" || o.version == 0 {
		return Order{}, problem.New(problem.OrderNotFound)
	}
	return o, nil
}

// LoadProgress reads only how an order stands: at most one read unit. problem.OrderNotFound when there is none with this token.
func LoadProgress(ctx context.Context, t table.Table, token string) (Progress, error) {
	i, err := t.Get(ctx, progressKey(token))
	if errors.Is(err, table.ErrNotFound) {
		return Progress{}, problem.New(problem.OrderNotFound)
	}
	if err != nil {
		return Progress{}, fmt.Errorf("order: load progress: %w", err)
	}
	p := Progress{version: i.Version}
	if err := json.Unmarshal(i.Data, &p); err != nil {
		return Progress{}, fmt.Errorf("order: load progress: %w", err)
	}
	return p, nil
}

// Package order holds placed orders, and the saga that takes a basket to a paid order, or rolls it back, after a crash too.
//
// An order is two items of the table. The Snapshot is written once: lines, prices, guest and timeslot. The Progress is small and
// changes: a guest's page polls it every few seconds.
package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// Order is a complete order.
type Order struct {
	Snapshot
	Progress

	locked *basket.Basket // the basket as the placing wrote it; nil if the order was read from the table
}

// Snapshot is what was ordered and promised. It never changes with the menu, the prices or the restaurant. Only Eraser removes the
// guest from it.
type Snapshot struct {
	Token  string        `json:"token"`  // unguessable: the token alone gives access to the order
	ID     string        `json:"id"`     // id for other systems: kitchen and payment provider; gives no access
	Number string        `json:"number"` // number that the restaurant calls out
	Basket string        `json:"basket"` // id of the basket
	Guest  string        `json:"guest"`  // guest.Secret's name of the guest, under which the order is filed; empty once it is erased
	Locale locale.Locale `json:"locale"` // locale of the guest's mails

	Location Location         `json:"store"`
	Handoff  location.Handoff `json:"handoff"`
	Category category.Slug    `json:"category"`
	Start    time.Time        `json:"start"` // start of the timeslot, UTC
	End      time.Time        `json:"end"`
	OrderBy  time.Time        `json:"orderBy,omitzero"` // the last moment to order for that timeslot: timeslot.OrderBy, UTC
	Contact  guest.Contact    `json:"contact"`
	// Vehicle is the car of a curbside order as the guest entered it with the order: see Car.
	Vehicle *guest.Vehicle `json:"vehicle,omitempty"`
	Minutes int            `json:"minutes"` // make-minutes that the order takes of its timeslot

	Lines        []Line `json:"lines"`
	Instructions string `json:"instructions,omitempty"`
	Cutlery      bool   `json:"cutlery,omitempty"`
	basket.Totals
	// Promos is what the order took of the limits of its promotions. It is returned when the order is not paid, cancelled or refused.
	Promos []promo.Use `json:"promos,omitempty"`
	// Rewards is the points that the order takes for rewards; nil for none. They are returned in the same cases.
	Rewards *loyalty.Use `json:"rewards,omitempty"`
	// Rate is what the order earns, by the rules of the time of placing.
	promo.Rate
	PlacedAt time.Time `json:"placedAt"`
}

// Shares returns what each line, each charge and the tip contribute to the total.
func (s Snapshot) Shares() basket.Shares { return s.Totals.Shares(s.lineTotals()) }

func (s Snapshot) lineTotals() []basket.LineTotals {
	lines := make([]basket.LineTotals, len(s.Lines))
	for i, l := range s.Lines {
		lines[i] = basket.LineTotals{ID: l.ID, Quantity: l.Quantity, Price: l.Price, Discount: l.Discount, Tax: l.Tax}
	}
	return lines
}

// Reversed returns what the refunds of units took back of the discounts.
func (o Order) Reversed() []basket.Adjustment {
	return o.Totals.Reversed(o.lineTotals(), nil, o.Returned())
}

// omitDerivedTaxes removes the taxes of the lines and charges if Shares derives the same ones: the snapshot is smaller without them.
func (s *Snapshot) omitDerivedTaxes() {
	derived := *s
	derived.Lines, derived.Charges = slices.Clone(s.Lines), slices.Clone(s.Charges)
	for i := range derived.Lines {
		derived.Lines[i].Tax = money.Amount{}
	}
	for i := range derived.Charges {
		derived.Charges[i].Tax = money.Amount{}
	}
	if slices.Equal(derived.Shares(), s.Shares()) {
		*s = derived
	}
}

// Location is the restaurant at the time of the order.
type Location struct {
	ID         string           `json:"id"`
	ExternalID string           `json:"externalId,omitempty"`
	Slug       string           `json:"slug"`
	Label      string           `json:"label"`
	Address    location.Address `json:"address"`
	Phone      string           `json:"phone,omitempty"`
	TimeZone   string           `json:"timeZone"`
}

// Line is one line of an order. UnitPrice is ListPrice plus the prices of the modifiers; Price is UnitPrice times Quantity. Discount is
// its part of the order's adjustments. Tax is its part of the taxes; it is zero in all lines of most orders, see Snapshot.Shares.
type Line struct {
	ID           string       `json:"id"`
	ItemID       string       `json:"itemId"`
	ExternalID   string       `json:"externalId,omitempty"`
	Slug         string       `json:"slug"`
	Label        locale.Text  `json:"label"`
	Quantity     int          `json:"quantity"`
	ListPrice    money.Amount `json:"listPrice"` // one, without its modifiers
	UnitPrice    money.Amount `json:"unitPrice"` // one, with its modifiers
	Price        money.Amount `json:"price"`
	Discount     money.Amount `json:"discount,omitzero"`
	Tax          money.Amount `json:"tax,omitzero"`
	TaxClass     string       `json:"taxClass"`
	Modifiers    []Modifier   `json:"modifiers,omitempty"`
	Instructions string       `json:"instructions,omitempty"`
	// Choices are all choices of the guest, nil for the default item. Seen is what the guest saw of the item: to order it again.
	Choices []menu.Choice `json:"choices,omitzero"`
	Seen    basket.Seen   `json:"seen"`
	Picture string        `json:"picture,omitempty"`
	Stack   []string      `json:"stack,omitempty"` // layers of the drawing, bottom first
	// EarnsNothing is set if the rules of the time of placing exclude the item from points.
	EarnsNothing bool `json:"earnsNothing,omitempty"`
}

// Modifier is a choice of a line. Quantity 0 is a removed default.
type Modifier struct {
	Group      string       `json:"group"`
	ID         string       `json:"id"`
	ExternalID string       `json:"externalId,omitempty"`
	Label      locale.Text  `json:"label"`
	Quantity   int          `json:"quantity"`
	Price      money.Amount `json:"price"` // for one of the line: all of Quantity together
	Depth      int          `json:"depth,omitempty"`
}

// Progress is the state of an order.
type Progress struct {
	Status Status `json:"status"`
	Steps  []Step `json:"steps"` // the statuses that the order reached, in order
	// Promised repeats the Snapshot's Start, so that a poll reads only one small item.
	Promised time.Time `json:"promised"`
	// Tenders pay the order, in the order in which they are authorised; none if there is nothing to pay. See progressData.
	Tenders []Tender `json:"-"`
	// RefundedUnits are the units that refunds of units return, by the keys of the refunds.
	RefundedUnits map[string]basket.Units `json:"refundedUnits,omitempty"`
	// Arrival is the arrival of the guest of a curbside order; nil for any other order.
	Arrival *Arrival `json:"arrival,omitempty"`
	// Reason is the kitchen's reason for a refusal; plain text.
	Reason string `json:"reason,omitempty"`

	// Request is the id of the request that placed the order. Failure is the error of that request if the placing failed: a retry gets
	// the same answer.
	Request string   `json:"request,omitempty"`
	Failure *Failure `json:"failure,omitempty"`

	// Counted is the count of holds that includes the place in the timeslot; nil once the order is confirmed or rolled back.
	Counted *timeslot.Counted `json:"counted,omitempty"`

	// Due is when the Reconciler processes the order; zero when nothing is left to do. Leased is the end of the worker's lease. Tries
	// counts the failed tries.
	Due    time.Time `json:"due,omitzero"`
	Leased time.Time `json:"leased,omitzero"`
	Tries  int       `json:"tries,omitempty"`

	// Erased is when the guest's data was removed from the order at the guest's request.
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

	unsure bool // of a decline: an authorisation may exist and must be searched
}

// cancelWithin is how long after the promised time a guest may cancel an order that the kitchen has not begun. A kitchen that reports
// nothing has handed it out by then.
const cancelWithin = time.Hour

// Cancellable reports whether the guest may still cancel.
func (o Progress) Cancellable(now time.Time) bool {
	return Allowed(o.Status, Cancelled, Guest) && now.Before(o.Promised.Add(cancelWithin))
}

// pastOrderBy reports whether it is too late to place the order for its timeslot.
func (o Order) pastOrderBy(now time.Time) bool { return !o.OrderBy.IsZero() && !now.Before(o.OrderBy) }

// Final reports that the order will not change any more.
func (o Progress) Final() bool { return o.Status.Final() && o.Due.IsZero() }

// Refunded reports that the guest pays nothing: the payment is voided or refunded, or will be.
func (o Progress) Refunded() bool {
	return (o.Status == Cancelled || o.Status == NotApproved) && len(o.Tenders) > 0
}

// RefundedAmount is the sum of the refunds that reached the guest.
func (o Progress) RefundedAmount() (sum money.Amount) {
	for _, t := range o.Tenders {
		if given := t.Refunded(); given.Minor > 0 {
			sum = money.Of(sum.Minor+given.Minor, given.Currency)
		}
	}
	return sum
}

// HasRefunds reports whether a refund was asked for, also if it failed.
func (o Progress) HasRefunds() bool {
	return slices.ContainsFunc(o.Tenders, func(t Tender) bool { return len(t.Refunds) > 0 })
}

// Version numbers the writes of the progress: the ETag of the polled order.
func (o Progress) Version() int64 { return o.version }

func partition(token string) string  { return "order#" + token }
func snapshotKey(t string) table.Key { return table.Key{PK: partition(t), SK: "order"} }
func progressKey(t string) table.Key { return table.Key{PK: partition(t), SK: "progress"} }
func idKey(id string) table.Key      { return table.Key{PK: "order-id#" + id, SK: "token"} }

// ProgressOf returns the token of the order that has its progress under the key; false for any other key.
func ProgressOf(k table.Key) (token string, ok bool) {
	token, ok = strings.CutPrefix(k.PK, partition(""))
	return token, ok && k == progressKey(token)
}

// fileKey is the key under which an order is filed for its guest.
func fileKey(guest, token string) table.Key { return table.Key{PK: "guest#" + guest, SK: token} }

// Of returns the token of the order with this id. problem.OrderNotFound if no order has it: a guest's token is not an id.
func Of(ctx context.Context, t table.Table, id string) (token string, err error) {
	i, err := table.Find(ctx, t, idKey(id), &token)
	if err != nil {
		return "", fmt.Errorf("order: find by id: %w", err)
	}
	if i.Version == 0 {
		return "", problem.New(problem.OrderNotFound)
	}
	return token, nil
}

// Load reads an order. problem.OrderNotFound if no order has this token.
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
	if len(o.Tenders) == 1 {
		o.Tenders[0].Amount = o.Total
	}
	return o, nil
}

// LoadProgress reads only the progress of an order: at most one read unit. problem.OrderNotFound if no order has this token.
func LoadProgress(ctx context.Context, t table.Table, token string) (Progress, error) {
	var p Progress
	i, err := table.Find(ctx, t, progressKey(token), &p)
	if err != nil {
		return Progress{}, fmt.Errorf("order: load progress: %w", err)
	}
	if i.Version == 0 {
		return Progress{}, problem.New(problem.OrderNotFound)
	}
	p.version = i.Version
	return p, nil
}

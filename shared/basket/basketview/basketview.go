// Package basketview is the API's representation of a basket, in every response of the cart and in problems that carry the current
// basket. It formats the result of basket.Assess.
package basketview

import (
	"time"

	"ordering/shared/category"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// BasketStore is the restaurant of a basket, with the fields that a cart shows.
type BasketStore struct {
	ID       string         `json:"id"`
	Slug     string         `json:"slug"`
	Label    string         `json:"label"`
	Address  string         `json:"address" doc:"One line, as the language writes it"`
	City     string         `json:"city"`
	State    string         `json:"state" doc:"Code of the state or province"`
	Phone    string         `json:"phone,omitempty"`
	TimeZone string         `json:"timeZone"`
	Country  string         `json:"country"`
	Currency money.Currency `json:"currency" enum:"usd,cad"`
	Handoffs []int          `json:"handoffs" doc:"Ways that can be ordered online"`
}

// ChosenModifier is a choice of a line in words. Removed defaults have quantity 0.
type ChosenModifier struct {
	Label    string       `json:"label"`
	Quantity int          `json:"quantity"`
	Price    money.Amount `json:"price" doc:"For one unit of the line, beyond what is included"`
	Depth    int          `json:"depth" doc:"0 for a choice of the item, 1 for a choice of that choice"`
}

// Line is an item in the basket.
type Line struct {
	LineID       string           `json:"lineId"`
	ItemID       string           `json:"itemId"`
	Slug         string           `json:"slug"`
	Section      string           `json:"section"`
	Label        string           `json:"label"`
	Picture      string           `json:"picture,omitempty"`
	Stack        []string         `json:"stack,omitempty" doc:"Layers of the drawing as chosen, bottom first"`
	Quantity     int              `json:"quantity"`
	Minimum      int              `json:"minimum"`
	Maximum      int              `json:"maximum"`
	Increment    int              `json:"increment"`
	UnitPrice    money.Amount     `json:"unitPrice" doc:"One, with its modifiers"`
	Price        money.Amount     `json:"price" doc:"UnitPrice times quantity"`
	Modifiers    []ChosenModifier `json:"modifiers" doc:"What differs from the item as it comes, and the parts of a combo in any case"`
	Choices      []menu.Choice    `json:"choices" doc:"To preset an edit"`
	Instructions string           `json:"instructions,omitempty"`
}

// Tax is one component of the taxes.
type Tax struct {
	Tax          string       `json:"tax" enum:"GST,HST,QST,PST,sales-tax" doc:"Which one; the words for it are the site's"`
	Rate         string       `json:"rate" doc:"Percent, decimal text: 9.975"`
	Base         money.Amount `json:"base"`
	Amount       money.Amount `json:"amount"`
	Registration string       `json:"registration,omitempty" doc:"The brand's registration number for this tax"`
}

// Adjustment is what a discount takes off the subtotal.
type Adjustment struct {
	Kind   string       `json:"kind" doc:"Of its source"`
	ID     string       `json:"id" doc:"Of its source"`
	Label  string       `json:"label"`
	Amount money.Amount `json:"amount" doc:"What is taken off: positive"`
}

// Charge is an amount beside the lines.
type Charge struct {
	Kind   string       `json:"kind" doc:"Of its source"`
	ID     string       `json:"id" doc:"Of its source"`
	Label  string       `json:"label"`
	Amount money.Amount `json:"amount"`
}

// Totals is the price breakdown of a basket or an order.
type Totals struct {
	Subtotal    money.Amount `json:"subtotal"`
	Adjustments []Adjustment `json:"adjustments"`
	Charges     []Charge     `json:"charges"`
	Taxes       []Tax        `json:"taxes"`
	Tip         money.Amount `json:"tip"`
	Total       money.Amount `json:"total" doc:"The subtotal less the adjustments, plus charges, taxes and tip"`
}

// Tip is the guest's choice.
type Tip struct {
	Kind    string        `json:"kind" enum:"none,percent,amount"`
	Percent int           `json:"percent,omitempty" minimum:"0" maximum:"100"`
	Amount  *money.Amount `json:"amount,omitempty"`
}

// TipOption is a preset: a share of the subtotal.
type TipOption struct {
	Percent int          `json:"percent"`
	Amount  money.Amount `json:"amount"`
}

// Timeslot is a time to hand the order over.
type Timeslot struct {
	Start time.Time `json:"start" doc:"UTC"`
	End   time.Time `json:"end" doc:"UTC"`
	ASAP  bool      `json:"asap,omitempty" doc:"The earliest that can be had"`
}

// Hold is a timeslot kept for this basket.
type Hold struct {
	Timeslot
	Expires time.Time `json:"expires" doc:"UTC; when the place is given up"`
}

// Basket is a draft order.
type Basket struct {
	OrderID      string        `json:"orderId" doc:"The basket's secret token"`
	Version      int64         `json:"version"`
	State        string        `json:"state" enum:"open,placing,placed"`
	OrderToken   string        `json:"orderToken,omitempty" doc:"Of the order that this basket became"`
	Location     BasketStore   `json:"store"`
	Category     category.Slug `json:"category"`
	Handoff      int           `json:"handoff" enum:"1,2,3,4,6"`
	Lines        []Line        `json:"lines"`
	Count        int           `json:"count" doc:"Items: the sum of the quantities"`
	Instructions string        `json:"instructions,omitempty"`
	Cutlery      bool          `json:"cutlery"`
	CutleryOffer bool          `json:"cutleryOffer" doc:"The brand offers a cutlery kit"`
	Tip          *Tip          `json:"tip,omitempty" doc:"Absent until the guest chose"`
	TipOptions   []TipOption   `json:"tipOptions"`

	Hold     *Hold      `json:"hold,omitempty"`
	Wanted   *time.Time `json:"wanted,omitempty" doc:"UTC; the time that the guest chose, whether or not it is held any more: what can be had is judged at it"`
	Totals   Totals     `json:"totals"`
	Problems []Obstacle `json:"problems" doc:"What stands between this basket and an order; pointers /lines/{lineId}, /timeslot, /tip, /"`
	Changes  []Change   `json:"changes" doc:"What changed since the guest last saw it; seen when the guest accepts"`
}

// Change is a difference between the basket as the guest saw it and the current offer.
type Change struct {
	Kind   string        `json:"kind" enum:"price,sold-out,not-served,not-handed-over,removed,modifier-price,modifier-sold-out,modifier-removed"`
	LineID string        `json:"lineId"`
	Label  string        `json:"label"`
	Was    *money.Amount `json:"was,omitempty" doc:"For one unit"`
	Now    *money.Amount `json:"now,omitempty"`
	Served *Served       `json:"served,omitempty" doc:"When it is served, if it is not at the time of the basket"`
}

// Served is a part of the day in the restaurant's local time.
type Served struct {
	From string `json:"from" doc:"HH:MM"`
	To   string `json:"to" doc:"HH:MM; not after from: on the next day"`

	Next time.Time `json:"next" doc:"UTC; when it begins next, maybe days later"`
}

// Obstacle prevents an order.
type Obstacle struct {
	problem.Detail
	Fixes []Fix `json:"fixes" doc:"What would mend it, the least first"`
}

// Fix is a possible remedy.
type Fix struct {
	Kind     string `json:"kind" enum:"add-items,quantity,remove,edit,time,tip,store"`
	LineID   string `json:"lineId,omitempty" doc:"The line to change"`
	Quantity int    `json:"quantity,omitempty" doc:"How many there should be of it"`
}

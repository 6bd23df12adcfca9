// Package basketview is the API's representation of a basket, in every response of the cart and in problems that carry the current
// basket. It formats the result of basket.Assess.
package basketview

import (
	"time"

	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/menu"
	"ordering/shared/money"
)

// BasketStore is the restaurant of a basket, with the fields that a cart shows.
type BasketStore struct {
	ID       string         `json:"id"`
	Slug     string         `json:"slug"`
	Label    string         `json:"label"`
	Address  string         `json:"address" doc:"On one line, in the format of the language"`
	City     string         `json:"city"`
	State    string         `json:"state" doc:"Code of the state or province"`
	Phone    string         `json:"phone,omitempty"`
	TimeZone string         `json:"timeZone"`
	Country  string         `json:"country"`
	Currency money.Currency `json:"currency" enum:"usd,cad"`
	Handoffs []int          `json:"handoffs" doc:"Handoffs for online orders"`
}

// ChosenModifier is a choice of a line in words. Removed defaults have quantity 0.
type ChosenModifier struct {
	Label    string       `json:"label"`
	Quantity int          `json:"quantity"`
	Price    money.Amount `json:"price" doc:"Price in one unit of the line, beyond the included ones"`
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
	UnitPrice    money.Amount     `json:"unitPrice" doc:"Price of one with its modifiers"`
	Price        money.Amount     `json:"price" doc:"UnitPrice times quantity"`
	Modifiers    []ChosenModifier `json:"modifiers" doc:"Differences from the default item, and always the parts of a combo"`
	Choices      []menu.Choice    `json:"choices" doc:"Choices for editing the line"`
	Instructions string           `json:"instructions,omitempty"`
}

// Adjustment is what a discount takes off the subtotal.
type Adjustment struct {
	Kind   string           `json:"kind" doc:"Kind of the discount or charge"`
	ID     string           `json:"id" doc:"Id of the discount or charge"`
	Label  string           `json:"label"`
	Coupon string           `json:"coupon,omitempty" doc:"The code that unlocked it; the end of a code of one guest"`
	Points int              `json:"points,omitempty" doc:"The price of a reward in points"`
	Grant  string           `json:"grant,omitempty" doc:"Id of the reward that the customer was given, of which it is the coupon"`
	Amount money.Amount     `json:"amount" doc:"Reduction, positive"`
	Lines  []AdjustmentLine `json:"lines" doc:"Its parts by line; they sum to the amount"`
}

// AdjustmentLine is the part of an adjustment that reduces one line.
type AdjustmentLine struct {
	LineID string       `json:"lineId"`
	Amount money.Amount `json:"amount"`
}

// Charge is an amount beside the lines.
type Charge struct {
	Kind   string       `json:"kind" doc:"Kind of the discount or charge"`
	ID     string       `json:"id" doc:"Id of the discount or charge"`
	Label  string       `json:"label"`
	Amount money.Amount `json:"amount"`
}

// Totals is the price breakdown of a basket or an order.
type Totals struct {
	Subtotal    money.Amount `json:"subtotal"`
	Adjustments []Adjustment `json:"adjustments"`
	Charges     []Charge     `json:"charges"`
	Taxes       []basket.Tax `json:"taxes"`
	Tip         money.Amount `json:"tip"`
	Total       money.Amount `json:"total" doc:"The subtotal less the adjustments, plus charges, taxes and tip"`
}

// Timeslot is a time to hand the order over.
type Timeslot struct {
	Start time.Time `json:"start" doc:"UTC"`
	End   time.Time `json:"end" doc:"UTC"`
	ASAP  bool      `json:"asap,omitempty" doc:"The earliest available time"`
}

// Hold is a timeslot kept for this basket.
type Hold struct {
	Timeslot
	Expires time.Time `json:"expires" doc:"UTC; when the hold expires"`
}

// Basket is a draft order.
type Basket struct {
	OrderID      string             `json:"orderId" doc:"The basket's secret token"`
	Version      int64              `json:"version"`
	State        string             `json:"state" enum:"open,placing,placed"`
	OrderToken   string             `json:"orderToken,omitempty" doc:"Token of the order made from this basket"`
	Location     BasketStore        `json:"store"`
	Category     category.Slug      `json:"category"`
	Handoff      int                `json:"handoff" enum:"1,2,3,4,6"`
	Lines        []Line             `json:"lines"`
	Count        int                `json:"count" doc:"Number of items: the sum of the quantities"`
	Instructions string             `json:"instructions,omitempty"`
	Cutlery      bool               `json:"cutlery"`
	CutleryOffer bool               `json:"cutleryOffer" doc:"The brand offers a cutlery kit"`
	Tip          *basket.Tip        `json:"tip,omitempty" doc:"Absent until the guest chooses"`
	TipOptions   []basket.TipOption `json:"tipOptions"`

	Hold     *Hold             `json:"hold,omitempty"`
	Wanted   time.Time         `json:"wanted,omitzero" doc:"UTC; the chosen time, held or expired: availability is checked at this time"`
	Totals   Totals            `json:"totals"`
	Problems []basket.Obstacle `json:"problems" doc:"Obstacles to an order; pointers /lines/{lineId}, /timeslot, /tip, /"`
	Changes  []basket.Change   `json:"changes" doc:"Changes since the guest last saw the basket, until the guest accepts them"`

	Earns *int64 `json:"earns,omitempty" doc:"Points that the order would earn for a customer. Absent without a loyalty programme"`
	Deals *Deals `json:"deals,omitempty" doc:"Coupons and deals; those that apply are in the adjustments. Absent without any"`
}

// Package orderview is the API's representation of a placed order.
package orderview

import (
	"time"

	"ordering/shared/basket/basketview"
	"ordering/shared/guest"
	"ordering/shared/menu"
	"ordering/shared/money"
)

// OrderStore is the restaurant of an order.
type OrderStore struct {
	ID        string  `json:"id"`
	Slug      string  `json:"slug"`
	Label     string  `json:"label"`
	Address   string  `json:"address" doc:"One line"`
	Phone     string  `json:"phone,omitempty"`
	TimeZone  string  `json:"timeZone"`
	Country   string  `json:"country"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// OrderModifier is a choice of a line with its label; quantity 0 is a removed default.
type OrderModifier struct {
	Label    string `json:"label"`
	Quantity int    `json:"quantity"`
	Depth    int    `json:"depth"`
}

// OrderLine is a line of the order at its price.
type OrderLine struct {
	LineID       string          `json:"lineId" doc:"Adjustments name it"`
	ItemID       string          `json:"itemId"`
	Choices      []menu.Choice   `json:"choices,omitzero" doc:"All choices including the defaults; absent: the defaults"`
	Label        string          `json:"label"`
	Quantity     int             `json:"quantity"`
	Price        money.Amount    `json:"price"`
	Refunded     int             `json:"refunded,omitempty" doc:"How many of quantity were refunded one by one"`
	Modifiers    []OrderModifier `json:"modifiers"`
	Instructions string          `json:"instructions,omitempty"`
	Picture      string          `json:"picture,omitempty"`
	Stack        []string        `json:"stack,omitempty" doc:"Layers of the drawing, bottom first"`
}

// Step is when the order reached a status.
type Step struct {
	Status string    `json:"status" enum:"scheduled,accepted,in-preparation,ready,completed,cancelled,not-approved"`
	At     time.Time `json:"at"`
}

// OrderStatus is the small document that a guest's page polls while the order can change.
type OrderStatus struct {
	Status         string        `json:"status" enum:"pending,authentication,scheduled,accepted,in-preparation,ready,completed,cancelled,not-approved,not-paid"`
	Steps          []Step        `json:"steps"`
	PromisedAt     time.Time     `json:"promisedAt" doc:"UTC"`
	Cancellable    bool          `json:"cancellable"`
	Refunded       bool          `json:"refunded" doc:"The payment was refunded"`
	RefundedAmount *money.Amount `json:"refundedAmount,omitempty" doc:"Refunded part of the payment of an order that is not cancelled"`
	Final          bool          `json:"final" doc:"The order will not change any more"`
	RefreshAfter   int           `json:"refreshAfter" doc:"Seconds"`
	Arrival        *Arrival      `json:"arrival,omitempty" doc:"Only for a curbside order"`
}

// Arrival is the guest's arrival for a curbside order.
type Arrival struct {
	State   string    `json:"state" enum:"placed,arrived,picked-up"`
	At      time.Time `json:"at,omitzero" doc:"UTC; when the guest arrived"`
	From    time.Time `json:"from" doc:"UTC; earliest time to report the arrival, once the kitchen has the order"`
	Awaited bool      `json:"awaited" doc:"The guest can report the arrival, or correct the car afterwards"`
}

// Order is a placed order.
type Order struct {
	OrderToken   string         `json:"orderToken"`
	Number       string         `json:"number"`
	Location     OrderStore     `json:"store"`
	Handoff      int            `json:"handoff"`
	FirstName    string         `json:"firstName"`
	Vehicle      *guest.Vehicle `json:"vehicle,omitempty" doc:"Only for a curbside order; the latest that the guest named"`
	Email        string         `json:"email" doc:"Address of the receipt, mostly hidden"`
	Lines        []OrderLine    `json:"lines"`
	Instructions string         `json:"instructions,omitempty"`
	Cutlery      bool           `json:"cutlery"`
	basketview.Totals
	Reversed    []basketview.Adjustment `json:"reversed,omitempty" doc:"What the refunds of lines took back of the adjustments"`
	Earned      int64                   `json:"earned,omitempty" doc:"Points of a customer's completed order, less those of refunds"`
	PaymentKind int                     `json:"paymentKind" doc:"Charge 2; 0 for a free order"`
	LastFour    string                  `json:"lastFour,omitempty"`
	PlacedAt    time.Time               `json:"placedAt"`
	Erased      bool                    `json:"erased" doc:"The guest's data was erased on request: no name, no email, no lastFour, no notes"`
	Status      OrderStatus             `json:"status"`
}

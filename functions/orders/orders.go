// Package orders shows a placed order by its token, cancels it, and receives events from the kitchen.
package orders

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/basket/basketview"
	"ordering/shared/guest"
	"ordering/shared/money"
	"ordering/shared/problem"
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
	Label        string          `json:"label"`
	Quantity     int             `json:"quantity"`
	Price        money.Amount    `json:"price"`
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
	State   string     `json:"state" enum:"placed,arrived,picked-up"`
	At      *time.Time `json:"at,omitempty" doc:"UTC; when the guest arrived"`
	From    time.Time  `json:"from" doc:"UTC; earliest time to report the arrival, once the kitchen has the order"`
	Awaited bool       `json:"awaited" doc:"The guest can report the arrival, or correct the car afterwards"`
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
	PaymentKind int         `json:"paymentKind" doc:"Charge 2; 0 for a free order"`
	LastFour    string      `json:"lastFour,omitempty"`
	PlacedAt    time.Time   `json:"placedAt"`
	Erased      bool        `json:"erased" doc:"The guest's data was erased on request: no name, no email, no lastFour, no notes"`
	Status      OrderStatus `json:"status"`
}

type tokenInput struct {
	api.CommonHeaders
	OrderToken string `path:"orderToken" maxLength:"64"`
}

type orderOutput struct {
	Body Order
}

type statusInput struct {
	StatusID    string `path:"statusId" maxLength:"64" doc:"The order's token"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"80"`
}

type statusOutput struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *OrderStatus
}

type cancelInput struct {
	api.CommonHeaders
	OrderToken     string `path:"orderToken" maxLength:"64"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64"`
}

type arrivalInput struct {
	api.CommonHeaders
	OrderToken string `path:"orderToken" maxLength:"64"`
	Body       struct {
		Vehicle *guest.Vehicle `json:"vehicle,omitempty" doc:"Absent: the one named before"`
	}
}

type kitchenInput struct {
	Signature string `header:"X-Kitchen-Signature" maxLength:"200" doc:"t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>"`
	Body      KitchenEvent
}

// KitchenEvent is a status update of an order from the restaurant's point of sale.
type KitchenEvent struct {
	ID     string    `json:"id" minLength:"8" maxLength:"64" doc:"The same for every delivery of this event"`
	Order  string    `json:"order" maxLength:"64" doc:"The order's id that the kitchen received"`
	Status string    `json:"status" enum:"accepted,in-preparation,ready,completed,not-approved"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty" maxLength:"200"`
}

var (
	looking    = []problem.Code{problem.OrderNotFound}
	cancelling = []problem.Code{problem.IdempotencyKeyMissing, problem.OrderTooLate, problem.OrderTransition, problem.InFlight, problem.PaymentUnavailable}
	arriving   = []problem.Code{problem.NotCurbside, problem.ArrivalEarly, problem.ArrivalTooSoon, problem.ArrivalLate, problem.VehicleFixed}
)

// Operations describes the calls of this function.
func (o *Orders) Operations() []api.Operation {
	op := func(id, method, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: api.Ordering + "/orders" + path, Summary: summary, Tags: []string{"order"}}
	}
	hook := op("post-kitchen-event", http.MethodPost, "/kitchen-events", "Webhook of the restaurant's point of sale")
	hook.DefaultStatus = http.StatusNoContent
	event := op("get-order-event", http.MethodGet, "/calendar/{orderToken}", "A placed order as an event for a calendar (RFC 5545)")
	event.Responses = map[string]*huma.Response{"200": {Content: map[string]*huma.MediaType{"text/calendar": {Schema: &huma.Schema{Type: huma.TypeString}}}}}
	status := op("get-order-status", http.MethodGet, "/status/{statusId}", "Status of an order; small, with an ETag")
	status.Responses = map[string]*huma.Response{"304": {Description: "The status has not changed"}}
	return api.For(o.brand,
		api.Describe(op("get-order", http.MethodGet, "/thank-you/{orderToken}", "A placed order"), o.order).WithProblems(looking),
		api.Describe(status, o.status).WithProblems(looking),
		api.Describe(event, o.calendar).WithProblems(looking),
		api.Describe(op("cancel-order", http.MethodPost, "/cancel/{orderToken}", "Cancel an order before the kitchen begins"), o.cancel).WithProblems(looking, cancelling),
		api.Describe(op("arrive", http.MethodPost, "/arrival/{orderToken}", "Report the arrival for a curbside order; a repeated call may correct the car"), o.arrive).WithProblems(looking, arriving),
		api.Describe(hook, o.kitchen).AuthenticatedBy(api.Signed(o.pos, o.now)).
			WithProblems(looking, []problem.Code{problem.BadSignature, problem.OrderTransition, problem.InFlight}),
	)
}

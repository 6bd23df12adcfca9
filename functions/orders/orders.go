// Package orders shows a placed order by its token, cancels it, and receives events from the kitchen.
package orders

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/guest"
	"ordering/shared/order/orderview"
	"ordering/shared/problem"
)

type tokenInput struct {
	api.CommonHeaders
	OrderToken string `path:"orderToken" maxLength:"64"`
}

type orderOutput struct {
	Body orderview.Order
}

type statusInput struct {
	StatusID    string `path:"statusId" maxLength:"64" doc:"The order's token"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"80"`
}

type statusOutput struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *orderview.OrderStatus
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
	own := op("list-own-orders", http.MethodGet, "", "The customer's orders")
	own.Path = api.Main + "/my-profile/orders"
	status := op("get-order-status", http.MethodGet, "/status/{statusId}", "Status of an order; small, with an ETag")
	status.Responses = map[string]*huma.Response{"304": {Description: "The status has not changed"}}
	return api.For(o.brand,
		api.Describe(op("get-order", http.MethodGet, "/thank-you/{orderToken}", "A placed order"), o.order).WithProblems(looking),
		api.Describe(status, o.status).WithProblems(looking),
		api.Describe(event, o.calendar).WithProblems(looking),
		api.Describe(op("cancel-order", http.MethodPost, "/cancel/{orderToken}", "Cancel an order before the kitchen begins"), o.cancel).WithProblems(looking, cancelling),
		api.Describe(op("arrive", http.MethodPost, "/arrival/{orderToken}", "Report the arrival for a curbside order; a repeated call may correct the car"), o.arrive).WithProblems(looking, arriving),
		api.Describe(op("sign-in-orders", http.MethodPost, "/login", "Hand a guest's basket and orders over to the customer who signed in"), o.signedIn).
			RequireLevel(api.Fresh),
		api.Describe(op("list-customer-orders", http.MethodGet, "/customer/{email}", "The customer's orders"), o.ofCustomer).
			RequireLevel(api.Fresh).WithProblems(looking),
		api.Describe(own, o.mine).RequireLevel(api.Fresh),
		api.Describe(hook, o.kitchen).AuthenticatedBy(api.Signed(o.pos, o.now)).
			WithProblems(looking, []problem.Code{problem.BadSignature, problem.OrderTransition, problem.InFlight}),
	)
}

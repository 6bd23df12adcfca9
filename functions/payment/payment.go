// Package payment places an order: it reserves, authorises the guest's payment, and sends the order to the kitchen. It also receives the
// events of the payment provider.
package payment

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/guest"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/tender/stripe"
)

// Contact is the guest of an order (specification §3, guest; package guest has the rules). The schema makes every field optional, so that
// package guest reports a missing field like an empty one (specification §5).
type Contact struct {
	FirstName string `json:"firstName" maxLength:"80" required:"false" doc:"Required"`
	LastName  string `json:"lastName" maxLength:"80" required:"false" doc:"Required"`
	Email     string `json:"email" maxLength:"254" required:"false" doc:"Required"`
	Phone     string `json:"phone" maxLength:"40" required:"false" doc:"Required. In any usual form of the restaurant's country, or with +"`
}

// Billing is the payment form of the specification (§3): all required with a card; see Contact.
type Billing struct {
	Cardholder string `json:"cardholder" maxLength:"120" required:"false" doc:"Required"`
	Address    string `json:"address" maxLength:"200" required:"false" doc:"Required"`
	City       string `json:"city" maxLength:"100" required:"false" doc:"Required"`
	State      string `json:"state" maxLength:"80" required:"false" doc:"Required. State or province"`
	Zip        string `json:"zip" maxLength:"16" required:"false" doc:"Required. ZIP or postal code"`
}

// Method is a way to pay, by the payment type of the specification (§3).
type Method struct {
	Kind int `json:"kind" enum:"2" doc:"Charge 2"`
	// Field is the hosted page in which the guest types the card; card data never reaches our servers.
	Field          string `json:"field" doc:"Address of the hosted card field; its parameter key is the publishable key"`
	PublishableKey string `json:"publishableKey"`
	Provider       string `json:"provider" enum:"sandbox,stripe"`
}

type methodsInput struct {
	api.CommonHeaders
	OrderID string `path:"orderId" maxLength:"64"`
}

type methodsOutput struct {
	Body struct {
		Methods []Method     `json:"methods" doc:"Empty for a free order"`
		Total   money.Amount `json:"total"`
	}
}

// Place is the common input of all placings.
type Place struct {
	api.CommonHeaders
	OrderID        string `path:"orderId" maxLength:"64"`
	IfMatch        string `header:"If-Match" maxLength:"40" doc:"Version of the basket that the guest saw"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64" doc:"A repeated key and body get the same answer"`
}

type cardInput struct {
	Place
	Body struct {
		Contact       Contact        `json:"contact" required:"false" doc:"Required"`
		Vehicle       *guest.Vehicle `json:"vehicle,omitempty" doc:"Required for curbside"`
		Billing       Billing        `json:"billing" required:"false" doc:"Required"`
		PaymentMethod string         `json:"paymentMethod" maxLength:"120" required:"false" doc:"Required. Token of the card from the hosted field"`
		Total         money.Amount   `json:"total" doc:"Total that the guest saw; refused if it differs from the server's"`
	}
}

type freeInput struct {
	Place
	Body struct {
		Contact Contact        `json:"contact" required:"false" doc:"Required"`
		Vehicle *guest.Vehicle `json:"vehicle,omitempty" doc:"Required for curbside"`
	}
}

type authenticationInput struct {
	api.CommonHeaders
	OrderToken     string `path:"orderToken" maxLength:"64"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64"`
}

// Placement is the state of a placing.
type Placement struct {
	State      string `json:"state" enum:"placed,authentication"`
	OrderToken string `json:"orderToken" doc:"Unguessable; it gives access to the order"`
	Number     string `json:"number,omitempty" doc:"Number that the restaurant calls out, once placed"`
	NextAction string `json:"nextAction,omitempty" doc:"URL of the bank's authentication page; call confirm-authentication afterwards"`
}

type placementOutput struct {
	Body Placement
}

// maxEvent is the limit of an event in bytes: a dispute has the evidence of both sides, at most 150,000 characters.
const maxEvent = 512 << 10

type eventInput struct {
	Signature string `header:"Stripe-Signature" maxLength:"1000" doc:"t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>"`
	Body      StripeEvent
}

// StripeEvent is an event of Stripe, in any version of its API.
type StripeEvent stripe.Event

// Problems that several operations share.
var (
	loading = []problem.Code{problem.BasketNotFound, problem.LocationNotFound, problem.WrongCountry, problem.CurrencyMixed}
	placing = []problem.Code{
		problem.BasketChanged, problem.BasketClosed, problem.InFlight, problem.VersionMissing, problem.IdempotencyKeyMissing, problem.IdempotencyKeyReused,
		problem.PriceChanged, problem.PaymentNeeded, problem.PaymentNotNeeded, problem.PaymentUnavailable,
		problem.NoOnlineOrders, problem.HandoffNotOffered, problem.CategoryNotOffered, problem.BasketEmpty, problem.BasketTooFewItems, problem.BasketTooManyItems,
		problem.ItemNotFound, problem.ItemSoldOut, problem.ItemNotServedNow, problem.ItemNotHandedOver, problem.ItemMinimum, problem.QuantityIncrement, problem.QuantityTooHigh,
		problem.ModifierNotFound, problem.ModifierSoldOut, problem.ChooseAtLeast, problem.ChooseAtMost, problem.ModifierQuantity, problem.AmountTooLow, problem.TipInvalid,
		problem.TimeslotMissing, problem.TimeslotTooSoon, problem.TimeslotUnavailable, problem.TimeslotFull, problem.ClosedMeanwhile, problem.LocationClosed, problem.HoldEnded,
		problem.TimeslotPassed, problem.TooManyHolds, problem.TooManyAttempts,
	}
	paying = []problem.Code{problem.PaymentDeclined, problem.PaymentAuthentication, problem.PaymentMismatch, problem.PaymentExpired}
)

// Operations describes the calls of this function.
func (p *Payment) Operations() []api.Operation {
	op := func(id, method, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: api.Ordering + "/payment-management" + path, Summary: summary, Tags: []string{"payment"}}
	}
	hook := huma.Operation{
		OperationID: "post-stripe-event", Method: http.MethodPost, Path: api.Main + "/webhooks/stripe", Tags: []string{"payment"},
		MaxBodyBytes: maxEvent,
		Summary:      "Webhook of the payment provider: disputes, refunds, and late failures of payments", DefaultStatus: http.StatusNoContent,
	}
	return api.For(p.brand,
		api.Describe(hook, p.event).AuthenticatedBy(api.Signed(p.hooks, p.now)).
			WithProblems([]problem.Code{problem.BadSignature, problem.PaymentUnavailable}),
		api.Describe(op("list-payment-methods", http.MethodGet, "/payment-methods/{orderId}", "Payment methods for a basket"), p.methods).
			WithProblems(loading),
		api.Describe(op("pay-by-card", http.MethodPost, "/card/{orderId}", "Place the order and pay by card"), p.charge).
			RequireLiveSession().WithProblems(loading, placing, paying),
		api.Describe(op("pay-nothing", http.MethodPost, "/free/{orderId}", "Place an order without a payment"), p.free).
			RequireLiveSession().WithProblems(loading, placing),
		api.Describe(op("confirm-authentication", http.MethodPost, "/authentication/{orderToken}",
			"Continue after the guest's authentication at the bank"), p.authentication).
			WithProblems(paying, []problem.Code{problem.TimeslotPassed, problem.OrderNotFound, problem.IdempotencyKeyMissing, problem.InFlight,
				problem.PaymentUnavailable, problem.TooManyAttempts}),
	)
}

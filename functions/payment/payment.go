// Package payment places an order: it reserves, has the guest's payment authorised, and hands the order to the kitchen.
package payment

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/guest"
	"ordering/shared/money"
)

// Contact is who a guest order is for (specification §3, guest; the rules are package guest's).
type Contact struct {
	FirstName string `json:"firstName" maxLength:"80"`
	LastName  string `json:"lastName" maxLength:"80"`
	Email     string `json:"email" maxLength:"254"`
	Phone     string `json:"phone" maxLength:"40" doc:"In any usual form of the restaurant's country, or with +"`
}

// Billing is the payment form of the specification (§3): all required with a card.
type Billing struct {
	Cardholder string `json:"cardholder" maxLength:"120"`
	Address    string `json:"address" maxLength:"200"`
	City       string `json:"city" maxLength:"100"`
	State      string `json:"state" maxLength:"80" doc:"State or province"`
	Zip        string `json:"zip" maxLength:"16" doc:"ZIP or postal code"`
}

// Method is a way to pay, by the payment type of the specification (§3).
type Method struct {
	Kind int `json:"kind" enum:"2" doc:"Charge 2"`
	// Field is the hosted document in which the guest types the card; card data never reaches our servers.
	Field          string `json:"field" doc:"Address of the hosted card field; it is told the publishable key as its parameter key"`
	PublishableKey string `json:"publishableKey"`
	Provider       string `json:"provider" enum:"sandbox,stripe"`
}

type methodsInput struct {
	api.Guest
	OrderID string `path:"orderId" maxLength:"64"`
}

type methodsOutput struct {
	Body struct {
		Methods []Method     `json:"methods" doc:"Empty when the order is free"`
		Total   money.Amount `json:"total"`
	}
}

// Place is what every placing carries.
type Place struct {
	api.Guest
	OrderID        string `path:"orderId" maxLength:"64"`
	IfMatch        string `header:"If-Match" maxLength:"40" doc:"Version of the basket that the guest saw"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64" doc:"The same key and body get the same answer"`
}

type cardInput struct {
	Place
	Body struct {
		Contact       Contact        `json:"contact"`
		Vehicle       *guest.Vehicle `json:"vehicle,omitempty" doc:"Needed for curbside"`
		Billing       Billing        `json:"billing"`
		PaymentMethod string         `json:"paymentMethod" maxLength:"120" doc:"Token that the hosted field gave for the card"`
		Total         money.Amount   `json:"total" doc:"What the guest saw; another total than the server's is refused"`
	}
}

type freeInput struct {
	Place
	Body struct {
		Contact Contact        `json:"contact"`
		Vehicle *guest.Vehicle `json:"vehicle,omitempty" doc:"Needed for curbside"`
	}
}

type authenticationInput struct {
	api.Guest
	OrderToken     string `path:"orderToken" maxLength:"64"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64"`
}

// Placement is how the placing stands.
type Placement struct {
	State      string `json:"state" enum:"placed,authentication"`
	OrderToken string `json:"orderToken" doc:"Unguessable: whoever has it reaches the order"`
	Number     string `json:"number,omitempty" doc:"What the restaurant calls out; once placed"`
	NextAction string `json:"nextAction,omitempty" doc:"Hosted document in which the bank asks the guest; then confirm"`
}

type placementOutput struct {
	Body Placement
}

// Operations describes the calls of this function.
func (p *Payment) Operations() []api.Operation {
	op := func(id, method, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: api.Ordering + "/payment-management" + path, Summary: summary, Tags: []string{"payment"}, Errors: []int{400, 402, 404, 409, 422, 428, 503}}
	}
	return api.For(p.brand,
		api.Describe(op("list-payment-methods", http.MethodGet, "/payment-methods/{orderId}", "Ways to pay for a basket"), p.methods),
		api.Describe(op("pay-by-card", http.MethodPost, "/card/{orderId}", "Place the order and pay by card"), p.charge),
		api.Describe(op("pay-nothing", http.MethodPost, "/free/{orderId}", "Place an order that costs nothing"), p.free),
		api.Describe(op("confirm-authentication", http.MethodPost, "/authentication/{orderToken}", "Go on after the bank asked the guest"), p.authentication),
	)
}

package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// Payment serves the operations. Make it with New.
type Payment struct {
	table    table.Table
	brand    brand.Brand
	contexts *basket.PricingContexts
	card     Method
	checkout *order.Checkout
	service  *order.Service
	provider tender.Provider
	hooks    webhook.System
	now      func() time.Time
}

// New returns the function over a table. Card is the payment method for guests; secrets sign the provider's webhooks; guests derives the
// ids that orders are filed under.
func New(
	t table.Table, b brand.Brand, p tender.Provider, card Method, secrets webhook.Keys, guests guest.Keeper, now func() time.Time,
) *Payment {
	contexts, service := basket.NewPricingContexts(t, b, now), order.NewService(t, p, now)
	card.Kind = order.KindCharge
	return &Payment{
		table: t, brand: b, contexts: contexts, card: card, checkout: order.NewCheckout(service, contexts, guests, order.Pause),
		service: service, provider: p, hooks: stripe.Webhooks(secrets), now: now,
	}
}

// Answering answers guests as soon as their order is placed, and passes the remaining work to later. Use it in a process that continues
// after an answer, which a Lambda function does not.
func (p *Payment) Answering(later func(func())) *Payment {
	p.checkout.Later = later
	return p
}

func (p *Payment) methods(ctx context.Context, in *methodsInput) (*methodsOutput, error) {
	b, err := basket.Load(ctx, p.table, in.OrderID)
	if err != nil {
		return nil, err
	}
	pc, err := p.contexts.Load(ctx, b.LocationID)
	if err == nil {
		err = pc.Accepts(b, api.Country(ctx))
	}
	if err != nil {
		return nil, err
	}
	_, pc.SignedIn = api.PrincipalOf(ctx)
	out := new(methodsOutput)
	out.Body.Total = basket.Price(b, pc).Total
	out.Body.Methods = []Method{}
	if out.Body.Total.Minor > 0 {
		out.Body.Methods = append(out.Body.Methods, p.card)
	}
	return out, nil
}

func (p *Payment) charge(ctx context.Context, in *cardInput) (*placementOutput, error) {
	contact, found := guest.Contact(in.Body.Contact).Check("/contact")
	found = append(found, guest.Billing(in.Body.Billing).Check("/billing")...)
	if strings.TrimSpace(in.Body.PaymentMethod) == "" {
		found = append(found, problem.Finding(problem.FieldRequired, "/paymentMethod"))
	}
	total := in.Body.Total
	return p.place(ctx, in.Place, found, order.Submission{
		Contact: contact, Vehicle: in.Body.Vehicle, Kind: order.KindCharge, Method: in.Body.PaymentMethod, Total: &total, Print: order.Fingerprint(in.Body),
	})
}

func (p *Payment) free(ctx context.Context, in *freeInput) (*placementOutput, error) {
	contact, found := guest.Contact(in.Body.Contact).Check("/contact")
	return p.place(ctx, in.Place, found, order.Submission{
		Contact: contact, Vehicle: in.Body.Vehicle, Kind: order.KindFree, Print: order.Fingerprint(in.Body),
	})
}

// place submits an order, completed with the data that both payment methods share.
func (p *Payment) place(ctx context.Context, in Place, found []problem.Detail, s order.Submission) (*placementOutput, error) {
	if err := order.CheckKey(in.IdempotencyKey); err != nil {
		return nil, err
	}
	version, err := api.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		return nil, problem.New(problem.Invalid).With(found...)
	}
	s.Basket, s.Version, s.Key = in.OrderID, version, in.IdempotencyKey
	s.Network = api.Network(ctx)
	if p, ok := api.PrincipalOf(ctx); ok {
		s.Customer = p.CustomerID
	}
	s.Request, s.Country, s.Locale = api.RequestID(ctx), api.Country(ctx), locale.Parse(in.Language)
	o, err := p.checkout.Place(ctx, s)
	if err != nil {
		return nil, rendered(err)
	}
	if o.NextAction() != "" {
		// The answer to this key stays the same after the bank's authentication: the guest continues with confirm-authentication.
		return &placementOutput{Body: Placement{State: "authentication", OrderToken: o.Token, NextAction: o.NextAction()}}, nil
	}
	return placed(o)
}

// rendered converts the current basket in a refusal to its API form.
func rendered(err error) error {
	var refused *problem.Problem
	if errors.As(err, &refused) {
		if now, ok := refused.Current.(basket.Assessment); ok {
			refused.Current = basketview.Of(now)
		}
	}
	return err
}

func (p *Payment) authentication(ctx context.Context, in *authenticationInput) (*placementOutput, error) {
	if err := order.CheckKey(in.IdempotencyKey); err != nil {
		return nil, err
	}
	o, err := p.checkout.Confirm(ctx, in.OrderToken, api.Network(ctx), p.brand)
	if err != nil {
		return nil, err
	}
	if o.Status == order.Authentication {
		return &placementOutput{Body: Placement{State: "authentication", OrderToken: o.Token, NextAction: o.NextAction()}}, nil
	}
	return placed(o)
}

// event applies an event of the provider. Events of other types, and those about payments that are not of our orders, have no effect.
func (p *Payment) event(ctx context.Context, in *eventInput) (*struct{}, error) {
	e := stripe.Event(in.Body).Report()
	if !p.hooks.Takes(e.Type) || e.Subject == "" {
		return &struct{}{}, nil
	}
	err := p.service.Report(ctx, p.provider, p.hooks, e)
	if errors.Is(err, tender.ErrUnavailable) {
		return nil, problem.New(problem.PaymentUnavailable).Because(err)
	}
	return &struct{}{}, err
}

// placed returns the answer to a finished placing. A failure has the id of the request that failed, so that a retry gets the same bytes.
func placed(o order.Order) (*placementOutput, error) {
	switch {
	case o.Failure != nil:
		failed := problem.New(o.Failure.Code)
		if o.Failure.Reason != "" {
			failed.Params = map[string]any{"reason": o.Failure.Reason}
		}
		return nil, &api.Problem{Body: failed.Body(o.Request)}
	case !o.Status.Placed():
		return nil, problem.New(problem.InFlight)
	}
	return &placementOutput{Body: Placement{State: "placed", OrderToken: o.Token, Number: o.Number}}, nil
}

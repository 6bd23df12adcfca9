package orders

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// refreshAfter is how often a page polls the status of an order.
const refreshAfter = 10 * time.Second

// Orders serves the operations.
type Orders struct {
	table  table.Table
	orders *order.Service
	pos    webhook.System
	brand  brand.Brand
	site   string
	now    func() time.Time
}

// New returns the function. The secrets sign the kitchens' webhooks; site is the site's scheme and host.
func New(t table.Table, b brand.Brand, p tender.Payments, secrets webhook.Keys, site string, now func() time.Time) *Orders {
	return &Orders{
		table: t, brand: b, orders: order.NewService(t, p, now), pos: webhook.Kitchen("", secrets), site: strings.TrimSuffix(site, "/"), now: now,
	}
}

func (o *Orders) order(ctx context.Context, in *tokenInput) (*orderOutput, error) {
	found, err := order.Load(ctx, o.table, in.OrderToken)
	if err != nil {
		return nil, err
	}
	return &orderOutput{shown(found, locale.Parse(in.Language), o.now())}, nil
}

func (o *Orders) status(ctx context.Context, in *statusInput) (*statusOutput, error) {
	p, err := order.LoadProgress(ctx, o.table, in.StatusID)
	if err != nil {
		return nil, err
	}
	s := standing(p, o.now())
	tag := strconv.FormatInt(p.Version(), 10)
	if s.Arrival != nil && s.Arrival.Awaited {
		tag += "-awaited" // changes with time, without a write
	}
	tag = `"` + tag + `"`
	if api.Matches(in.IfNoneMatch, tag) {
		return &statusOutput{Status: http.StatusNotModified, ETag: tag}, nil
	}
	return &statusOutput{Status: http.StatusOK, ETag: tag, Body: &s}, nil
}

func (o *Orders) cancel(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	if err := order.CheckKey(in.IdempotencyKey); err != nil {
		return nil, err
	}
	// The key is not stored: cancelling is idempotent, and each call returns the order.
	cancelled, err := o.orders.Cancel(ctx, in.OrderToken)
	if err != nil {
		return nil, err
	}
	return &orderOutput{shown(cancelled, locale.Parse(in.Language), o.now())}, nil
}

// arrive needs no idempotency key: an order has one arrival, and a repeated call changes nothing.
func (o *Orders) arrive(ctx context.Context, in *arrivalInput) (*orderOutput, error) {
	var car *guest.Vehicle
	if said := in.Body.Vehicle; said != nil {
		checked, found := said.Check("/vehicle")
		if len(found) > 0 {
			return nil, problem.New(problem.Invalid).With(found...)
		}
		car = &checked
	}
	there, err := o.orders.Arrive(ctx, in.OrderToken, car)
	if err != nil {
		return nil, err
	}
	return &orderOutput{shown(there, locale.Parse(in.Language), o.now())}, nil
}

func (o *Orders) kitchen(ctx context.Context, in *kitchenInput) (*struct{}, error) {
	_, err := o.orders.Advance(ctx, in.Body.Order, order.Event{Status: order.Status(in.Body.Status), At: in.Body.At, Reason: in.Body.Reason})
	if err != nil {
		return nil, err
	}
	return &struct{}{}, nil
}

// shown returns the order as its guest may see it, in the request's language.
func shown(o order.Order, l locale.Locale, now time.Time) Order {
	s := Order{
		OrderToken: o.Token, Number: o.Number, Handoff: int(o.Handoff), FirstName: o.Contact.FirstName, Email: mask(o.Contact.Email),
		Location: OrderStore{
			ID: o.Location.ID, Slug: o.Location.Slug, Label: o.Location.Label, Address: o.Location.Address.Line(l),
			Phone: o.Location.Phone, TimeZone: o.Location.TimeZone, Country: o.Location.Address.Country,
			Latitude: o.Location.Address.Latitude, Longitude: o.Location.Address.Longitude,
		},
		Lines: make([]OrderLine, len(o.Lines)), Instructions: o.Instructions, Cutlery: o.Cutlery,
		Totals:      basketview.TotalsOf(o.Totals, l),
		PaymentKind: o.Payment().Kind, LastFour: o.Payment().LastFour, PlacedAt: o.PlacedAt, Erased: !o.Erased.IsZero(),
		Status: standing(o.Progress, now),
	}
	s.Vehicle = o.Car()
	for i, line := range o.Lines {
		s.Lines[i] = OrderLine{
			Label: line.Label.In(l), Quantity: line.Quantity, Price: line.Price, Instructions: line.Instructions,
			Picture: line.Picture, Stack: line.Stack, Modifiers: make([]OrderModifier, len(line.Modifiers)),
		}
		for j, m := range line.Modifiers {
			s.Lines[i].Modifiers[j] = OrderModifier{Label: m.Label.In(l), Quantity: m.Quantity, Depth: m.Depth}
		}
	}
	return s
}

func standing(p order.Progress, now time.Time) OrderStatus {
	s := OrderStatus{
		Status: string(p.Status), Steps: make([]Step, 0, len(p.Steps)), PromisedAt: p.Promised,
		Cancellable: p.Cancellable(), Refunded: p.Refunded(), Final: p.Final(),
	}
	for _, step := range p.Steps {
		if step.Status.Placed() {
			s.Steps = append(s.Steps, Step{Status: string(step.Status), At: step.At})
		}
	}
	if a := p.Arrival; a != nil {
		s.Arrival = &Arrival{State: string(a.State), From: p.ArriveFrom(), Awaited: p.CanArrive(now)}
		if !a.At.IsZero() {
			s.Arrival.At = &a.At
		}
	}
	if given := p.RefundedAmount(); !s.Refunded && given.Minor > 0 {
		s.RefundedAmount = &given
	}
	if !s.Final {
		s.RefreshAfter = int(refreshAfter / time.Second)
	}
	return s
}

// mask hides most of an e-mail address; its owner still recognises it.
func mask(email string) string {
	name, domain, ok := strings.Cut(email, "@")
	if !ok || name == "" {
		return ""
	}
	first := []rune(name)[0]
	return string(first) + "•••@" + domain
}

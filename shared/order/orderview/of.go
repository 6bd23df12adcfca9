package orderview

import (
	"strings"
	"time"

	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/locale"
	"ordering/shared/order"
)

// refreshAfter is how often a page polls the status of an order.
const refreshAfter = 10 * time.Second

// Of returns the order as its guest may see it, in the request's language.
func Of(o order.Order, l locale.Locale, now time.Time) Order {
	s := Order{
		OrderToken: o.Token, Number: o.Number, Handoff: int(o.Handoff), FirstName: o.Contact.FirstName, Email: mask(o.Contact.Email),
		Location: OrderStore{
			ID: o.Location.ID, Slug: o.Location.Slug, Label: o.Location.Label, Address: o.Location.Address.Line(l),
			Phone: o.Location.Phone, TimeZone: o.Location.TimeZone, Country: o.Location.Address.Country,
			Latitude: o.Location.Address.Latitude, Longitude: o.Location.Address.Longitude,
		},
		Lines: make([]OrderLine, len(o.Lines)), Instructions: o.Instructions, Cutlery: o.Cutlery,
		Totals:      basketview.TotalsOf(o.Totals, l),
		Reversed:    basketview.AdjustmentsOf(o.Reversed(), l),
		PaymentKind: o.Payment().Kind, LastFour: o.Payment().LastFour, PlacedAt: o.PlacedAt, Erased: !o.Erased.IsZero(),
		Status: StatusOf(o.Progress, now),
	}
	s.Vehicle = o.Car()
	for i, line := range o.Lines {
		s.Lines[i] = OrderLine{
			LineID: line.ID, ItemID: line.ItemID, Choices: line.Choices,
			Label: line.Label.In(l), Quantity: line.Quantity, Price: line.Price,
			Refunded: o.Returned()[basket.Part{Kind: basket.PartLine, ID: line.ID}], Instructions: line.Instructions,
			Picture: line.Picture, Stack: line.Stack, Modifiers: make([]OrderModifier, len(line.Modifiers)),
		}
		for j, m := range line.Modifiers {
			s.Lines[i].Modifiers[j] = OrderModifier{Label: m.Label.In(l), Quantity: m.Quantity, Depth: m.Depth}
		}
	}
	return s
}

// StatusOf returns the status of an order.
func StatusOf(p order.Progress, now time.Time) OrderStatus {
	s := OrderStatus{
		Status: string(p.Status), Steps: make([]Step, 0, len(p.Steps)), PromisedAt: p.Promised,
		Cancellable: p.Cancellable(now), Refunded: p.Refunded(), Final: p.Final(),
	}
	for _, step := range p.Steps {
		if step.Status.Placed() {
			s.Steps = append(s.Steps, Step{Status: string(step.Status), At: step.At})
		}
	}
	if a := p.Arrival; a != nil {
		s.Arrival = &Arrival{State: string(a.State), At: a.At, From: p.ArriveFrom(), Awaited: p.CanArrive(now)}
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

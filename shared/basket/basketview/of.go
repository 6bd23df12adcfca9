package basketview

import (
	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/timeslot"
)

// Of returns the API's representation of an assessed basket, in the basket's language.
func Of(a basket.Assessment) Basket {
	b, pc, l := a.Basket, a.Context, a.Basket.Locale
	w := Basket{
		OrderID: b.ID, Version: b.Version, State: string(b.State), OrderToken: b.OrderToken, Location: store(pc.Location, l),
		Category: b.Category, Handoff: int(b.Handoff), Count: b.Count(), Instructions: b.Instructions,
		Cutlery: b.Cutlery, CutleryOffer: pc.Brand.CutleryKit, Totals: TotalsOf(a.Totals, l),
		Lines: make([]Line, len(a.Lines)), Tip: b.Tip, TipOptions: a.TipOptions, Problems: list(a.Obstacles), Changes: list(a.Changes),
	}
	for i, p := range a.Lines {
		w.Lines[i] = line(p, pc, l)
	}
	if pc.Brand.Loyalty != nil {
		at, _ := b.FulfilmentTime(pc)
		program := pc.Promotions.Program()
		rate := program.Rate(at.In(pc.Location.Timezone()))
		earns := rate.Points(a.Earning(program, rate))
		w.Earns = &earns
	}
	w.Deals = deals(a, l)
	if b.State == basket.Placed {
		return w // the time belongs to the order now
	}
	if h := b.Hold; h.Alive(pc.Now) {
		w.Hold = &Hold{Timeslot: Timeslot{Start: h.Start, End: h.Start.Add(timeslot.Length), ASAP: h.ASAP}, Expires: h.Expires}
	}
	if at, chosen := b.FulfilmentTime(pc); chosen {
		w.Wanted = at
	}
	return w
}

// list returns an empty list for nil, so that JSON has no null.
func list[T any](of []T) []T { return append([]T{}, of...) }

func store(at location.Location, l locale.Locale) BasketStore {
	s := BasketStore{
		ID: at.ID, Slug: at.Slug, Label: at.Label, Address: at.Address.Line(l), Phone: at.Phone, TimeZone: at.TimeZone,
		City: at.Address.City, State: at.Address.State, Country: at.Address.Country, Currency: at.Currency, Handoffs: []int{},
	}
	for _, h := range at.Orderable() {
		s.Handoffs = append(s.Handoffs, int(h))
	}
	return s
}

// TotalsOf returns the API's representation of the totals of a basket or an order.
func TotalsOf(t basket.Totals, l locale.Locale) Totals {
	w := Totals{
		Subtotal: t.Subtotal, Adjustments: AdjustmentsOf(t.Adjustments, l), Charges: make([]Charge, len(t.Charges)),
		Taxes: list(t.Taxes), Tip: t.Tip, Total: t.Total,
	}
	for i, c := range t.Charges {
		w.Charges[i] = Charge{Kind: c.Kind, ID: c.ID, Label: c.Label.In(l), Amount: c.Amount}
	}
	return w
}

// AdjustmentsOf returns the API's representation of adjustments.
func AdjustmentsOf(list []basket.Adjustment, l locale.Locale) []Adjustment {
	w := make([]Adjustment, len(list))
	for i, a := range list {
		w[i] = Adjustment{Kind: a.Kind, ID: a.ID, Label: a.Label.In(l), Coupon: a.Coupon, Points: a.Points, Grant: a.Grant, Amount: a.Amount}
		w[i].Lines = make([]AdjustmentLine, len(a.Allocation))
		for n, part := range a.Allocation {
			w[i].Lines[n] = AdjustmentLine{LineID: part.Line, Amount: part.Amount}
		}
	}
	return w
}

func line(p basket.PricedLine, pc basket.PricingContext, l locale.Locale) Line {
	w := Line{
		LineID: p.ID, ItemID: p.ItemID, Label: p.Seen.Label, Quantity: p.Quantity, Minimum: 1, Maximum: p.Quantity, Increment: 1,
		UnitPrice: p.Chosen.Unit, Price: p.Price, Instructions: p.Instructions,
		Modifiers: []ChosenModifier{}, Choices: p.Choices,
	}
	for _, m := range p.Chosen.Listed() {
		w.Modifiers = append(w.Modifiers, ChosenModifier{Label: m.Label.In(l), Quantity: m.Quantity, Price: m.Price, Depth: m.Depth})
	}
	if w.Choices == nil {
		w.Choices = []menu.Choice{}
	}
	item := p.Item
	if item == nil {
		return w // no longer on the menu: only Seen is left
	}
	w.Slug, w.Section, w.Label, w.Picture, w.Stack = item.Slug, item.Section, item.Label.In(l), item.Picture, p.Chosen.Stack
	w.Choices = p.Explicit(pc.Offer, item)
	w.Minimum, w.Increment = max(item.MinimumQuantity, 1), max(item.QuantityIncrement, 1)
	w.Maximum = pc.Brand.MaxItems
	if most := item.MaximumQuantity; most > 0 {
		w.Maximum = min(w.Maximum, most)
	}
	return w
}

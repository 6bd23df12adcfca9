package basket

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// Priced is a basket with its price breakdown.
type Priced struct {
	Lines []PricedLine // as in the basket, one for one
	Totals
	// Need is what the lines need from the kitchen.
	Need timeslot.Need
	// Deals are the promotions; what they take off is in Adjustments.
	Deals promo.Result
}

// PricedLine is a line with its price. If the item has left the menu, Item is nil and the price is zero.
type PricedLine struct {
	Line
	Item *menu.Item
	// Chosen is one unit with its modifiers; Chosen.Unit is its price.
	Chosen menu.Priced
	// Price is Chosen.Unit times the quantity. Discount is the line's part of all adjustments, Tax its part of all taxes.
	Price, Discount, Tax money.Amount
	// Findings are the problems of the choices in the current menu.
	Findings []problem.Detail
}

// Price returns the price of the basket in pc. Only the choices and quantities come from the guest. The order of calculation is lines,
// promotions, charges, taxes on what is left of the lines and on taxable charges, tip. The tip is a share of the subtotal before
// adjustments and is not taxed.
func Price(b Basket, pc PricingContext) Priced {
	p := Priced{Lines: make([]PricedLine, len(b.Lines)), Totals: Totals{Subtotal: money.Of(0, b.Currency)}}
	for i, l := range b.Lines {
		line := b.priceLine(l, pc)
		p.Lines[i] = line
		p.Subtotal = p.Subtotal.Plus(line.Price)
		if line.Item == nil {
			continue
		}
		p.Need.Minutes += (line.Item.MakeMinutes + line.Chosen.AddedMinutes) * l.Quantity
		p.Need.Lead = max(p.Need.Lead, time.Duration(line.Item.LeadMinutes)*time.Minute)
	}
	today := location.DateOf(pc.Now.In(pc.Location.Timezone()))
	p.Need.Lead += overflow(p.Need.Minutes, pc.Location.CapacityOn(today, category.Of(b.Category).Pool).Minutes)
	p.promote(b, pc)
	p.Charges = slices.Clone(pc.Charges)
	p.addTaxes(pc)
	p.Tip = tipOf(b.Tip, p.Subtotal)
	p.Total = p.Sum()
	return p
}

// Earning returns the amount that earns points at the rate of the programme.
func (p Priced) Earning(program promo.Program, r promo.Rate) money.Amount {
	lines, excluded := make([]LineTotals, len(p.Lines)), map[string]bool{}
	for i, l := range p.Lines {
		lines[i] = LineTotals{ID: l.ID, Quantity: l.Quantity, Price: l.Price, Discount: l.Discount, Tax: l.Tax}
		excluded[l.ID] = l.Item != nil && program.EarnsNothing(l.ItemID, l.Item.Sections)
	}
	return p.Shares(lines).Earning(r.Earning, excluded, nil)
}

// addTaxes adds the taxes and allocates each to the lines and charges that it is levied on.
func (p *Priced) addTaxes(pc PricingContext) {
	var taxed []tax.Line
	var taxOf []*money.Amount
	for i, l := range p.Lines {
		if l.Item != nil {
			taxed = append(taxed, tax.Line{Class: l.Item.TaxClass, Amount: l.discounted()})
			taxOf = append(taxOf, &p.Lines[i].Tax)
		}
	}
	for i, c := range p.Charges {
		taxed = append(taxed, tax.Line{Class: c.TaxClass, Amount: c.Amount})
		taxOf = append(taxOf, &p.Charges[i].Tax)
	}
	for _, c := range pc.Taxes.Compute(taxed) {
		p.Taxes = append(p.Taxes, Tax{
			Tax: c.Tax, Rate: c.Rate.String(), Base: c.Base, Amount: c.Amount, Registration: pc.Brand.Registrations[c.Tax],
		})
		for i, part := range c.Parts {
			*taxOf[i] = taxOf[i].Plus(part)
		}
	}
}

// discounted returns the price after adjustments.
func (l PricedLine) discounted() money.Amount { return l.Price.Minus(l.Discount) }

func (b Basket) priceLine(l Line, pc PricingContext) PricedLine {
	line := PricedLine{Line: l, Price: money.Of(0, b.Currency)}
	item, ok := b.find(pc, l.ItemID)
	if !ok {
		line.Chosen.Unit = line.Price
		return line
	}
	line.Item = item
	line.Chosen, line.Findings = pc.Offer.Price(item, l.Choices)
	line.Price = line.Chosen.Unit.Times(int64(l.Quantity))
	return line
}

// overflow is the additional time for an order that exceeds the kitchen's capacity of one slot.
func overflow(minutes, capacity int) time.Duration {
	if capacity <= 0 || minutes <= capacity {
		return 0
	}
	return time.Duration((minutes-1)/capacity) * timeslot.Length
}

// TipShare returns a share of a subtotal in percent, rounded half to even like all conversions of money.
func TipShare(percent int, subtotal money.Amount) money.Amount {
	share := subtotal.Decimal().Mul(decimal.New(int64(percent), -2))
	return money.FromDecimal(share, subtotal.Currency)
}

func tipOf(t *Tip, subtotal money.Amount) money.Amount {
	switch {
	case t == nil:
	case t.Kind == TipPercent:
		return TipShare(t.Percent, subtotal)
	case t.Kind == TipAmount && t.Amount != nil:
		return *t.Amount
	}
	return money.Of(0, subtotal.Currency)
}

package basket

import (
	"time"

	"github.com/shopspring/decimal"

	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

// Priced is a basket with its price breakdown. Total is the sum of Subtotal, Taxes and Tip, and Subtotal the sum of the lines. The
// order of calculation is the lines, their taxes, then the tip, which is not taxed.
type Priced struct {
	Lines    []PricedLine // as in the basket, one for one
	Subtotal money.Amount
	Taxes    []tax.Component
	Tip      money.Amount
	Total    money.Amount
	// Need is what the lines need from the kitchen.
	Need timeslot.Need
}

// PricedLine is a line with its price. If the item has left the menu, Item is nil and the price is zero.
type PricedLine struct {
	Line
	Item *menu.Item
	// Chosen is one unit with its modifiers; Chosen.Unit is its price.
	Chosen menu.Priced
	// Price is Chosen.Unit times the quantity.
	Price money.Amount
	// Findings are the problems of the choices in the current menu.
	Findings []problem.Detail
}

// Price returns the price of the basket in pc. Only the choices and quantities come from the guest.
func Price(b Basket, pc PricingContext) Priced {
	p := Priced{Subtotal: money.Of(0, b.Currency), Lines: make([]PricedLine, len(b.Lines))}
	var taxed []tax.Line
	for i, l := range b.Lines {
		line := b.priceLine(l, pc)
		p.Lines[i] = line
		p.Subtotal = p.Subtotal.Plus(line.Price)
		if line.Item == nil {
			continue
		}
		taxed = append(taxed, tax.Line{Class: line.Item.TaxClass, Amount: line.Price})
		p.Need.Minutes += (line.Item.MakeMinutes + line.Chosen.AddedMinutes) * l.Quantity
		p.Need.Lead = max(p.Need.Lead, time.Duration(line.Item.LeadMinutes)*time.Minute)
	}
	today := location.DateOf(pc.Now.In(pc.Location.Timezone()))
	p.Need.Lead += overflow(p.Need.Minutes, pc.Location.CapacityOn(today, b.Category == Catering).Minutes)
	p.Taxes = pc.Taxes.Compute(taxed)
	p.Tip = tipOf(b.Tip, p.Subtotal)
	p.Total = p.Subtotal.Plus(p.Tip)
	for _, c := range p.Taxes {
		p.Total = p.Total.Plus(c.Amount)
	}
	return p
}

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

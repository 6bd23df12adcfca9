package basket

import (
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/tax"
)

// Totals is the price breakdown of a basket or an order. Total is Subtotal less Adjustments, plus Charges, Taxes and Tip. Orders store it.
type Totals struct {
	Subtotal    money.Amount `json:"subtotal"` // the sum of the lines before adjustments
	Adjustments []Adjustment `json:"adjustments,omitempty"`
	Charges     []Charge     `json:"charges,omitempty"`
	Taxes       []Tax        `json:"taxes,omitempty"`
	Tip         money.Amount `json:"tip"`
	Total       money.Amount `json:"total"`
}

// Adjustment is what a discount took off the lines. Kind and ID name its source.
type Adjustment struct {
	Kind   string       `json:"kind"`
	ID     string       `json:"id"`
	Label  locale.Text  `json:"label"`
	Coupon string       `json:"coupon,omitempty"` // see promo.Coupon.Shown
	Points int          `json:"points,omitempty"` // what the customer paid for it, if it is a reward
	Grant  string       `json:"grant,omitempty"`  // id of the gift of which it is the coupon
	Amount money.Amount `json:"amount"`           // positive
	// Allocation is what was taken off each line; it sums to Amount. Lines without a part are omitted.
	Allocation []Allocation `json:"allocation"`
}

// Allocation is the part of an adjustment that one line bears.
type Allocation struct {
	Line   string       `json:"line"`
	Amount money.Amount `json:"amount"`
}

// Charge is an amount beside the lines, such as a delivery fee. Kind and ID name its source; IDs are unique in an order.
type Charge struct {
	Kind     string       `json:"kind"`
	ID       string       `json:"id"`
	Label    locale.Text  `json:"label"`
	Amount   money.Amount `json:"amount"`
	TaxClass tax.Class    `json:"taxClass,omitempty"` // empty: not taxed
	Tax      money.Amount `json:"tax,omitzero"`       // its part of Totals.Taxes
}

// Tax is one component of the taxes.
type Tax struct {
	Tax          string       `json:"tax" enum:"GST,HST,QST,PST,sales-tax" doc:"Id of the tax; the site has the name"`
	Rate         string       `json:"rate" doc:"Percent, decimal text: 9.975"`
	Base         money.Amount `json:"base"`
	Amount       money.Amount `json:"amount"`
	Registration string       `json:"registration,omitempty" doc:"The brand's registration number for this tax"`
}

// Discounted returns the subtotal after adjustments.
func (t Totals) Discounted() money.Amount {
	sum := t.Subtotal
	for _, a := range t.Adjustments {
		sum = sum.Minus(a.Amount)
	}
	return sum
}

// Sum returns what Total has to be.
func (t Totals) Sum() money.Amount {
	sum := t.Discounted().Plus(t.Tip)
	for _, c := range t.Charges {
		sum = sum.Plus(c.Amount)
	}
	for _, x := range t.Taxes {
		sum = sum.Plus(x.Amount)
	}
	return sum
}

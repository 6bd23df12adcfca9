package basket

import (
	"errors"
	"slices"
	"strings"

	"ordering/shared/money"
	"ordering/shared/promo"
)

// Part names a part of an order that can be refunded on its own: a line or a charge by its id, or the tip.
type Part struct {
	Kind PartKind
	ID   string // empty for the tip
}

// PartKind is the kind of a Part.
type PartKind string

const (
	PartLine   PartKind = "line"
	PartCharge PartKind = "charge"
	PartTip    PartKind = "tip"
)

// MarshalText returns kind#id: the key of a part in stored Units.
func (p Part) MarshalText() ([]byte, error) { return []byte(string(p.Kind) + "#" + p.ID), nil }

// UnmarshalText reads the key of a part.
func (p *Part) UnmarshalText(text []byte) error {
	kind, id, _ := strings.Cut(string(text), "#")
	*p = Part{PartKind(kind), id}
	return nil
}

// Units counts units of parts. A line has its quantity, any other part has one.
type Units map[Part]int

// Share is what a part contributes to the total: Net, after adjustments, and Tax.
type Share struct {
	Part
	Units    int
	Net, Tax money.Amount
}

// Shares are the shares of all parts. They sum to the total.
type Shares []Share

// LineTotals is what a line contributes to the totals.
type LineTotals struct {
	ID                   string
	Quantity             int
	Price, Discount, Tax money.Amount
}

// Shares divides the totals of these lines among the lines, the charges and the tip. If no line and no charge has a tax, each of the
// taxes is divided in proportion to the amounts.
func (t Totals) Shares(lines []LineTotals) Shares {
	zero := money.Of(0, t.Subtotal.Currency)
	s := make(Shares, 0, len(lines)+len(t.Charges)+1)
	for _, l := range lines {
		s = append(s, Share{Part: Part{PartLine, l.ID}, Units: l.Quantity, Net: l.Price.Minus(l.Discount), Tax: zero.Plus(l.Tax)})
	}
	for _, c := range t.Charges {
		s = append(s, Share{Part: Part{PartCharge, c.ID}, Units: 1, Net: c.Amount, Tax: zero.Plus(c.Tax)})
	}
	if !slices.ContainsFunc(s, func(share Share) bool { return share.Tax.Minor != 0 }) {
		weights := make([]int64, len(s))
		for i, share := range s {
			weights[i] = share.Net.Minor
		}
		for _, x := range t.Taxes {
			for i, part := range money.Allocate(x.Amount, weights) {
				s[i].Tax = s[i].Tax.Plus(part)
			}
		}
	}
	return append(s, Share{Part: Part{Kind: PartTip}, Units: 1, Net: t.Tip, Tax: zero})
}

// ErrUnits means that an order has no such units, or that they were refunded before.
var ErrUnits = errors.New("basket: no such units left")

// Refund returns what the units contributed to the total, after earlier ones were refunded. The refunds of all units, in any order,
// sum to the total: the last unit of a part takes the part's remaining cents. ErrUnits if the units are not left.
func (s Shares) Refund(earlier, units Units) (money.Amount, error) {
	var sum money.Amount
	for _, share := range s {
		before, n := earlier[share.Part], units[share.Part]
		if n == 0 {
			continue
		}
		if before < 0 || n < 0 || before+n > share.Units {
			return money.Amount{}, ErrUnits
		}
		sum = sum.Plus(share.first(before + n)).Minus(share.first(before))
	}
	for part, n := range units {
		if n != 0 && !slices.ContainsFunc(s, func(share Share) bool { return share.Part == part }) {
			return money.Amount{}, ErrUnits
		}
	}
	return sum, nil
}

// Earning returns the amount that earns points, after units were refunded: lines that are not excluded, and these kinds of amounts. The
// tax of a part that earns nothing earns nothing.
func (s Shares) Earning(kinds []promo.AmountKind, excluded map[string]bool, refunded Units) (sum money.Amount) {
	for _, share := range s {
		switch share.Kind {
		case PartLine:
			if excluded[share.ID] {
				continue
			}
		case PartCharge:
			if !slices.Contains(kinds, promo.Fees) {
				continue
			}
		case PartTip:
			if !slices.Contains(kinds, promo.Tips) {
				continue
			}
		}
		n := min(refunded[share.Part], share.Units)
		left := func(a money.Amount) money.Amount {
			if n == 0 {
				return a
			}
			return money.Allocate(a, []int64{int64(n), int64(share.Units - n)})[1]
		}
		sum = sum.Plus(left(share.Net))
		if slices.Contains(kinds, promo.Taxes) {
			sum = sum.Plus(left(share.Tax))
		}
	}
	return sum
}

// Reversed returns what a refund of the units takes back of each adjustment, by line, after earlier units were refunded: the price of the
// units before discounts, less what Reversed returns, plus their tax, is what Refund returns.
func (t Totals) Reversed(lines []LineTotals, earlier, units Units) []Adjustment {
	reversed := slices.Clone(t.Adjustments)
	for i := range reversed {
		reversed[i].Amount, reversed[i].Allocation = money.Amount{}, nil
	}
	for _, l := range lines {
		line := Part{PartLine, l.ID}
		before := t.reversed(l, earlier[line])
		for i, cents := range t.reversed(l, earlier[line]+units[line]) {
			if part := money.Of(cents-before[i], t.Subtotal.Currency); part.Minor > 0 {
				reversed[i].Amount = reversed[i].Amount.Plus(part)
				reversed[i].Allocation = append(reversed[i].Allocation, Allocation{Line: l.ID, Amount: part})
			}
		}
	}
	return slices.DeleteFunc(reversed, func(a Adjustment) bool { return a.Amount.Minor == 0 })
}

// reversed returns the cents that the first n units of a line bear of each adjustment. It divides them by highest averages: by largest
// remainder an adjustment could bear less of more units.
func (t Totals) reversed(l LineTotals, n int) []int64 {
	whole, parts := make([]int64, len(t.Adjustments)), make([]int64, len(t.Adjustments))
	for i, a := range t.Adjustments {
		for _, x := range a.Allocation {
			if x.Line == l.ID {
				whole[i] += x.Amount.Minor
			}
		}
	}
	units := []int64{int64(n), int64(l.Quantity - n)}
	for range money.Allocate(l.Price, units)[0].Minus(money.Allocate(l.Price.Minus(l.Discount), units)[0]).Minor {
		next := 0
		for i := range whole {
			if (2*parts[i]+1)*whole[next] < (2*parts[next]+1)*whole[i] {
				next = i
			}
		}
		parts[next]++
	}
	return parts
}

// first returns what the first n units of the part contribute.
func (s Share) first(n int) money.Amount {
	weights := []int64{int64(n), int64(s.Units - n)}
	return money.Allocate(s.Net, weights)[0].Plus(money.Allocate(s.Tax, weights)[0])
}

package basket

import (
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Assessment is a basket in a pricing context: its price, what stands between it and an order, and what changed since the guest saw it.
// Its words are in the basket's language.
type Assessment struct {
	Basket  Basket
	Context PricingContext
	Priced
	// Obstacles is empty if the basket can be ordered now, as far as the slot keeps its place and Changes is empty.
	Obstacles []Obstacle
	// Changes are to be accepted before the basket is ordered: nobody pays a price, or goes without a thing, unseen.
	Changes    []Change
	TipOptions []TipOption
}

// Obstacle stands between a basket and an order. It has its numbers, and what would mend it, the least first. Its pointer is
// /lines/{lineId}, /timeslot, /tip, or / for the basket as a whole.
type Obstacle struct {
	problem.Detail
	Fixes []Fix
}

// TipOption is one of the tips that the brand offers: a share of the subtotal.
type TipOption struct {
	Percent int
	Amount  money.Amount
}

// Assess judges the basket. A placed one has a price only: nothing stands in its way any more.
func Assess(b Basket, pc PricingContext) Assessment {
	a := Assessment{Basket: b, Context: pc, Priced: Price(b, pc), TipOptions: make([]TipOption, len(pc.Brand.TipPercents))}
	for i, percent := range pc.Brand.TipPercents {
		a.TipOptions[i] = TipOption{Percent: percent, Amount: TipShare(percent, a.Subtotal)}
	}
	if b.State == Placed {
		return a
	}
	for _, d := range b.check(a.Priced, pc) {
		a.Obstacles = append(a.Obstacles, Obstacle{Detail: d, Fixes: b.fixes(pc, d)})
	}
	a.Changes = b.changes(a.Priced, pc)
	return a
}

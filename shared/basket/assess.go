package basket

import (
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Assessment is a basket in a pricing context: its price, the obstacles to an order, and the changes since the guest saw it. Its texts
// are in the basket's language.
type Assessment struct {
	Basket  Basket
	Context PricingContext
	Priced
	// Obstacles is empty if the basket can be ordered now, provided that the slot keeps its place and Changes is empty.
	Obstacles []Obstacle
	// Changes must be accepted before the order, so that guests see every changed price and missing item.
	Changes    []Change
	TipOptions []TipOption
	Missed     []MissedDeal // promotions within reach
}

// Obstacle prevents an order. Its params hold its numbers, Fixes lists the remedies, the smallest first. Its pointer is
// /lines/{lineId}, /timeslot, /tip, or / for the whole basket.
type Obstacle struct {
	problem.Detail
	Fixes []Fix `json:"fixes" doc:"Possible remedies, the smallest first"`
}

// TipOption is a tip that the brand offers: a share of the subtotal.
type TipOption struct {
	Percent int          `json:"percent"`
	Amount  money.Amount `json:"amount"`
}

// Assess prices and checks the basket. A placed basket gets only a price.
func Assess(b Basket, pc PricingContext) Assessment {
	a := Assessment{Basket: b, Context: pc, Priced: Price(b, pc), TipOptions: make([]TipOption, len(pc.Brand.TipPercents))}
	for i, percent := range pc.Brand.TipPercents {
		a.TipOptions[i] = TipOption{Percent: percent, Amount: TipShare(percent, a.Subtotal)}
	}
	if b.State == Placed {
		return a
	}
	for _, d := range b.check(a.Priced, pc) {
		a.Obstacles = append(a.Obstacles, Obstacle{Detail: d, Fixes: append([]Fix{}, b.fixes(pc, d)...)})
	}
	a.Changes = b.changes(a.Priced, pc)
	a.Missed = b.missed(a.Priced, pc)
	return a
}

package basket

import (
	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	// maxLineWeight limits the size of all lines in an order, in bytes: the limit of a table item less a tenth for the order's other
	// fields, mainly guest and taxes. The basket's own document is smaller.
	maxLineWeight = table.MaxItem - 32<<10
	// Baskets below weighFrom lines and weighFromModifiers choices cannot reach the limit and are not weighed.
	weighFrom          = 11
	weighFromModifiers = 100
)

// mayBeFull reports whether the basket has to be weighed.
func (b Basket) mayBeFull() bool {
	choices := 0
	for _, l := range b.Lines {
		choices += len(l.Seen.Modifiers)
	}
	return len(b.Lines) >= weighFrom || choices >= weighFromModifiers
}

// checkWeight rejects a basket that is too large to be stored as an order (problem.BasketFull): many lines with long notes and many
// choices.
func (b Basket) checkWeight(pc PricingContext) error {
	if !b.mayBeFull() {
		return nil
	}
	weight := size(pc.Charges) + size(Price(b, pc).Adjustments)
	for _, l := range b.Lines {
		weight += b.priceLine(l, pc).weight()
	}
	if weight > maxLineWeight {
		return problem.New(problem.BasketFull)
	}
	return nil
}

// weight is an upper bound of the line's size in an order: the line itself, the labels of its choices in each language, and the names
// and amounts beside them.
func (l PricedLine) weight() int {
	const frame, modifierFrame = 740, 160 // names of fields, amounts with their currencies
	w := frame + size(l.Line) + size(l.Chosen.Stack)
	if l.Item != nil {
		w += size(l.Item.Label) + len(l.Item.Slug) + len(l.Item.ExternalID) + len(l.Item.Picture) + len(l.Item.TaxClass)
	}
	for _, m := range l.Chosen.Listed() {
		w += modifierFrame + size(m.Label) + size(m.Group) + size(m.Modifier) + len(m.ExternalID)
	}
	return w
}

// size is the length of a value as JSON.
func size(v any) int { return len(table.Encode(v)) }

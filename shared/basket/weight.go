package basket

import (
	"encoding/json"

	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	// maxLineWeight is what all lines may weigh as an order keeps them, in bytes: what an item of the table may have, less than a tenth
	// for what an order says besides, its guest and its taxes above all. The basket's own document is smaller.
	maxLineWeight = table.MaxItem - 32<<10
	// weighFrom lines, or weighFromModifiers choices of all lines, may come near that. What is below is not weighed.
	weighFrom          = 11
	weighFromModifiers = 100
)

// fits refuses a basket of which no order could be kept (problem.BasketFull): many lines with long notes and many choices.
func (b Basket) fits(pc PricingContext) error {
	choices := 0
	for _, l := range b.Lines {
		choices += len(l.Seen.Modifiers)
	}
	if len(b.Lines) < weighFrom && choices < weighFromModifiers {
		return nil
	}
	weight := 0
	for _, l := range b.Lines {
		weight += b.priceLine(l, pc).weight()
	}
	if weight > maxLineWeight {
		return problem.New(problem.BasketFull)
	}
	return nil
}

// weight is never less than what the line weighs in an order: the line as it is, the words for what was chosen in each language, and
// the names and figures beside them.
func (l PricedLine) weight() int {
	const frame = 640 // names of fields, amounts with their currencies
	w := frame + size(l.Line) + size(l.Chosen.Stack)
	if l.Item != nil {
		w += size(l.Item.Label) + len(l.Item.Slug) + len(l.Item.ExternalID) + len(l.Item.Picture) + len(l.Item.TaxClass)
	}
	for _, m := range l.Chosen.Told() {
		w += frame/4 + size(m.Label) + size(m.Group) + size(m.Modifier) + len(m.ExternalID)
	}
	return w
}

// size is how long a value is as JSON.
func size(v any) int {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers
	}
	return len(raw)
}

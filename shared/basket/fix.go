package basket

import (
	"slices"

	"ordering/shared/menu"
	"ordering/shared/problem"
)

// Fix is a possible remedy for a problem of the basket.
type Fix struct {
	Kind     FixKind `json:"kind" enum:"add-items,quantity,remove,edit,time,tip,store"`
	LineID   string  `json:"lineId,omitempty" doc:"The line to change"`
	Quantity int     `json:"quantity,omitempty" doc:"The new quantity"`
}

// FixKind is the kind of a Fix.
type FixKind string

const (
	AddItems      FixKind = "add-items"
	SetQuantity   FixKind = "quantity"
	RemoveLine    FixKind = "remove"
	EditLine      FixKind = "edit"
	OtherTime     FixKind = "time"
	OtherTip      FixKind = "tip"
	OtherLocation FixKind = "store"
)

// fixes lists the remedies for a finding of check, the smallest first. Each is enough by itself, unless another problem of the basket
// prevents it. None is applied until the guest chooses it.
func (b Basket) fixes(pc PricingContext, d problem.Detail) []Fix {
	switch d.Code {
	case problem.BasketEmpty, problem.BasketTooFewItems, problem.AmountTooLow:
		return []Fix{{Kind: AddItems}}
	case problem.BasketTooManyItems:
		return b.reduce(pc, b.Count()-pc.Brand.MaxItems)
	case problem.NoOnlineOrders, problem.HandoffNotOffered, problem.CategoryNotOffered, problem.LocationClosed:
		return []Fix{{Kind: OtherLocation}}
	}
	switch d.Pointer {
	case "/timeslot":
		return []Fix{{Kind: OtherTime}}
	case "/tip":
		return []Fix{{Kind: OtherTip}}
	}
	for _, l := range b.Lines {
		if "/lines/"+l.ID == d.Pointer {
			return b.lineFixes(pc, d.Code, l)
		}
	}
	return nil
}

func (b Basket) lineFixes(pc PricingContext, code problem.Code, l Line) []Fix {
	remove := []Fix{{Kind: RemoveLine, LineID: l.ID}}
	item, ok := b.find(pc, l.ItemID)
	if !ok {
		return remove
	}
	switch all := b.quantityOf(item.ID); code {
	case problem.ItemSoldOut, problem.ItemNotHandedOver:
		return remove
	case problem.ItemNotServedNow:
		return append([]Fix{{Kind: OtherTime}}, remove...)
	case problem.ItemMinimum:
		return b.setQuantity(item, l, l.Quantity+item.MinimumQuantity-all)
	case problem.QuantityTooHigh:
		return b.setQuantity(item, l, l.Quantity+item.MaximumQuantity-all)
	case problem.QuantityIncrement:
		return b.setQuantity(item, l, l.Quantity)
	}
	return append([]Fix{{Kind: EditLine, LineID: l.ID}}, remove...)
}

// setQuantity sets the line to n, or to the nearest allowed quantity. It removes the line if no quantity is allowed.
func (b Basket) setQuantity(item *menu.Item, l Line, n int) []Fix {
	step, others := max(item.QuantityIncrement, 1), b.quantityOf(item.ID)-l.Quantity
	allowed := func(n int) bool {
		total := others + n
		return n >= 1 && total >= item.MinimumQuantity && (item.MaximumQuantity == 0 || total <= item.MaximumQuantity)
	}
	up := (n + step - 1) / step * step
	for _, n := range []int{up, up - step} {
		if allowed(n) {
			return []Fix{{Kind: SetQuantity, LineID: l.ID, Quantity: n}}
		}
	}
	return []Fix{{Kind: RemoveLine, LineID: l.ID}}
}

// reduce reduces the last line with enough items by excess, or removes that line.
func (b Basket) reduce(pc PricingContext, excess int) []Fix {
	for _, l := range slices.Backward(b.Lines) {
		switch item, ok := b.find(pc, l.ItemID); {
		case l.Quantity < excess:
		case !ok || l.Quantity == excess:
			return []Fix{{Kind: RemoveLine, LineID: l.ID}}
		default:
			step := max(item.QuantityIncrement, 1)
			return b.setQuantity(item, l, (l.Quantity-excess)/step*step)
		}
	}
	return []Fix{{Kind: RemoveLine, LineID: b.Lines[len(b.Lines)-1].ID}}
}

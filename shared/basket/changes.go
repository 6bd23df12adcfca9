package basket

import (
	"time"

	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Seen is a line as the guest saw it when it was added, to compare with a later menu. Prices are minor units of the basket's currency
// for one unit of the line, labels are in the guest's language at that time.
type Seen struct {
	Label     string         `json:"label"`
	Price     int64          `json:"price"` // the item alone
	Unit      int64          `json:"unit"`  // with its modifiers
	Modifiers []SeenModifier `json:"modifiers,omitempty"`
}

// SeenModifier is a choice as the guest saw it. Path leads to it through groups and modifiers.
type SeenModifier struct {
	Path     string `json:"path"`
	Quantity int    `json:"quantity"`
	Label    string `json:"label"`
	Price    int64  `json:"price"` // for all of Quantity
}

// ChangeKind is the kind of a Change.
type ChangeKind string

const (
	PriceChanged    ChangeKind = "price"
	SoldOut         ChangeKind = "sold-out"
	NotServed       ChangeKind = "not-served"
	NotHandedOver   ChangeKind = "not-handed-over"
	Removed         ChangeKind = "removed"
	ModifierPrice   ChangeKind = "modifier-price"
	ModifierSoldOut ChangeKind = "modifier-sold-out"
	ModifierRemoved ChangeKind = "modifier-removed"
)

// Change is one difference between what the guest saw and what the restaurant sells now.
type Change struct {
	Kind ChangeKind `json:"kind" enum:"price,sold-out,not-served,not-handed-over,removed,modifier-price,modifier-sold-out,modifier-removed"`

	LineID string        `json:"lineId"`
	Label  string        `json:"label"` // of the item, or of the modifier
	Was    *money.Amount `json:"was,omitempty" doc:"For one unit"`
	Now    *money.Amount `json:"now,omitempty"`
	Served *Served       `json:"served,omitempty" doc:"Serving time, if the item is not served at the basket's time"`
}

// Served is a part of the day in the restaurant's local time.
type Served struct {
	From location.Minute `json:"from" doc:"HH:MM"`
	To   location.Minute `json:"to" doc:"HH:MM; on the next day if not after from"`
	Next time.Time       `json:"next" doc:"UTC; next beginning, maybe days later"`
}

// changes lists what changed since the guest last saw the basket.
func (b Basket) changes(p Priced, pc PricingContext) []Change {
	var changes []Change
	for _, line := range p.Lines {
		changes = append(changes, b.changesOf(line, pc)...)
	}
	return changes
}

func (b Basket) changesOf(p PricedLine, pc PricingContext) []Change {
	of := func(kind ChangeKind, label string) Change { return Change{Kind: kind, LineID: p.ID, Label: label} }
	if p.Item == nil {
		return []Change{of(Removed, p.Seen.Label)}
	}
	label := p.Item.Label.In(b.Locale)
	switch b.unavailable(pc, p.Item) {
	case problem.ItemSoldOut:
		return []Change{of(SoldOut, label)}
	case problem.ItemNotServedNow:
		c := of(NotServed, label)
		if why := b.unavailability(pc, p.Item); !why.Until.IsZero() {
			c.Served = &Served{why.From, why.To, why.Until}
		}
		return []Change{c}
	case problem.ItemNotHandedOver:
		return []Change{of(NotHandedOver, label)}
	}
	if lost := b.lost(pc, p.Line, p.Item); len(lost) > 0 {
		changes := make([]Change, len(lost)) // prices are not compared: without these choices it is a different dish
		for i, l := range lost {
			changes[i] = of(l.kind, b.labelOf(pc, p.Seen, l))
		}
		return changes
	}
	return b.priceChanges(p, label)
}

// priceChanges compares prices: each modifier's, and the line's when the item's own price changed, or when the unit price changed and
// no single modifier explains it.
func (b Basket) priceChanges(p PricedLine, label string) []Change {
	of := func(kind ChangeKind, label string, was, now int64) Change {
		w, n := money.Of(was, b.Currency), money.Of(now, b.Currency)
		return Change{Kind: kind, LineID: p.ID, Label: label, Was: &w, Now: &n}
	}
	var changes []Change
	for n, m := range p.Chosen.Modifiers {
		if len(p.Seen.Modifiers) == 0 {
			break // a default item, like most lines: Seen stores no modifiers of it
		}
		if was, ok := p.Seen.modifier(pathOf(p.Chosen.Modifiers, n)); ok && was.Quantity == m.Quantity && was.Price != m.Price.Minor {
			changes = append(changes, of(ModifierPrice, m.Label.In(b.Locale), was.Price, m.Price.Minor))
		}
	}
	if p.Chosen.Item.Minor != p.Seen.Price || len(changes) == 0 && p.Chosen.Unit.Minor != p.Seen.Unit {
		changes = append(changes, of(PriceChanged, label, p.Seen.Unit, p.Chosen.Unit.Minor))
	}
	return changes
}

// labelOf returns the label of a lost choice in the menu, or as the guest saw it if the menu no longer has it.
func (b Basket) labelOf(pc PricingContext, v Seen, l loss) string {
	if m, ok := pc.Offer.Modifier(l.modifier); ok {
		return m.Label.In(b.Locale)
	}
	if m, ok := v.modifier(l.path); ok {
		return m.Label
	}
	return v.Label
}

// Accept accepts all changes: it takes the current prices and removes what is unavailable.
func (b Basket) Accept(pc PricingContext) Basket {
	at, _ := b.FulfilmentTime(pc)
	lines := make([]Line, 0, len(b.Lines))
	for _, l := range b.Lines {
		item, ok := b.find(pc, l.ItemID)
		if !ok || b.unavailable(pc, item) != "" {
			continue
		}
		if choices := l.Explicit(pc.Offer, item); len(unavailableChoices(pc.Offer, item.Groups, choices, at)) > 0 {
			l.Choices = availableChoices(pc.Offer, item.Groups, choices, at)
		}
		var chosen menu.Priced
		chosen, _ = pc.Offer.Price(item, l.Choices)
		l.Seen = b.seen(item, l.Choices, chosen)
		lines = append(lines, l)
	}
	b.Lines = lines
	return b
}

package basket

import (
	"slices"
	"time"

	"ordering/shared/menu"
)

// pathOf returns the path of the nth modifier of a priced list, so that the same drink in two places of a combo has two paths.
func pathOf(modifiers []menu.PricedModifier, n int) string {
	m := modifiers[n]
	path := m.Group + ":" + m.Modifier
	for depth := m.Depth; depth > 0; n-- {
		if outer := modifiers[n-1]; outer.Depth < depth {
			path, depth = outer.Group+":"+outer.Modifier+"/"+path, outer.Depth
		}
	}
	return path
}

// loss is a choice that is no longer available.
type loss struct {
	kind     ChangeKind
	path     string
	modifier string
}

// unavailableChoices lists the choices that are unavailable at that time.
func unavailableChoices(o *menu.Offer, groupIDs []string, choices []menu.Choice, at time.Time) (lost []loss) {
	for _, c := range choices {
		m := o.Chosen(groupIDs, c)
		switch {
		case m == nil:
			lost = append(lost, loss{ModifierRemoved, c.Group + ":" + c.Modifier, c.Modifier})
			continue
		case o.ModifierUnavailable(c.Modifier, at) != nil:
			lost = append(lost, loss{ModifierSoldOut, c.Group + ":" + c.Modifier, c.Modifier})
			continue
		}
		for _, l := range unavailableChoices(o, m.Groups, c.Choices, at) {
			l.path = c.Group + ":" + c.Modifier + "/" + l.path
			lost = append(lost, l)
		}
	}
	return lost
}

// availableChoices returns the choices without those that are unavailable at that time.
func availableChoices(o *menu.Offer, groupIDs []string, choices []menu.Choice, at time.Time) []menu.Choice {
	if choices == nil {
		return nil // the defaults: an empty list would be the item without any choice
	}
	still := []menu.Choice{}
	for _, c := range choices {
		if m := o.Chosen(groupIDs, c); m != nil && o.ModifierUnavailable(c.Modifier, at) == nil {
			c.Choices = availableChoices(o, m.Groups, c.Choices, at)
			still = append(still, c)
		}
	}
	return still
}

// Explicit returns all choices of a line, the defaults included.
func (l Line) Explicit(o *menu.Offer, item *menu.Item) []menu.Choice {
	if l.Choices != nil {
		return l.Choices
	}
	return o.Defaults(item)
}

// FulfilmentTime returns the start of the basket's current or expired hold and true: an expired time is claimed again when the order
// is placed. Without a time, or once it has passed, it returns now and false. Availability is checked at this time.
func (b Basket) FulfilmentTime(pc PricingContext) (time.Time, bool) {
	if b.Hold != nil && b.Hold.Start.After(pc.Now) {
		return b.Hold.Start, true
	}
	return pc.Now, false
}

// lost lists the choices of the line that are unavailable at the basket's time.
func (b Basket) lost(pc PricingContext, l Line, item *menu.Item) []loss {
	at, _ := b.FulfilmentTime(pc)
	return unavailableChoices(pc.Offer, item.Groups, l.Explicit(pc.Offer, item), at)
}

// seen returns what the guest sees of a line, in the basket's language.
func (b Basket) seen(item *menu.Item, choices []menu.Choice, chosen menu.Priced) Seen {
	v := Seen{Label: item.Label.In(b.Locale), Price: chosen.Item.Minor, Unit: chosen.Unit.Minor}
	for n, m := range chosen.Modifiers {
		if m.Quantity == 0 || choices == nil && m.Price.Minor == 0 {
			continue // a free default: its label comes from the menu
		}
		v.Modifiers = append(v.Modifiers, SeenModifier{Path: pathOf(chosen.Modifiers, n), Quantity: m.Quantity, Label: m.Label.In(b.Locale), Price: m.Price.Minor})
	}
	return v
}

func (s Seen) modifier(path string) (SeenModifier, bool) {
	i := slices.IndexFunc(s.Modifiers, func(m SeenModifier) bool { return m.Path == path })
	if i < 0 {
		return SeenModifier{}, false
	}
	return s.Modifiers[i], true
}

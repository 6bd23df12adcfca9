package locations

import (
	"ordering/shared/locale"
	"ordering/shared/menu"
)

// plenty is the most of one item that a guest is offered where the menu names no limit. The basket has its own.
const plenty = 99

// dish is what is the same of an item in every restaurant, and whether it comes without choosing anything.
func dish(offer *menu.Offer, item *menu.Item, section string, words locale.Locale) (out Dish, whole bool) {
	out = Dish{
		ID: item.ID, Slug: item.Slug, Section: section, Label: item.Label.In(words), Description: item.Description.In(words),
		Allergens: list(item.Allergens), Tags: list(item.Tags), Picture: item.Picture, Serves: item.Serves, DefaultChoices: []string{},
	}
	if c := item.Calories; c != nil {
		out.Calories = &Calories{Min: c.Min, Max: c.Max}
	}
	for _, l := range item.Stack {
		out.Stack = append(out.Stack, Layer{Layer: l.Layer, By: l.By})
	}
	plain, findings := offer.Price(item, nil)
	for _, m := range plain.Modifiers {
		out.DefaultChoices = append(out.DefaultChoices, m.Modifier)
	}
	return out, len(findings) == 0
}

// item is a dish as a restaurant's list shows it.
func (v *visit) item(item *menu.Item, section string) Item {
	same, whole := dish(v.offer, item, section, v.words)
	out := Item{
		Dish: same, Price: v.offer.ItemPrice(item), Quick: whole && len(v.offer.SoldOutChoices(item, nil, v.at)) == 0,
		MinimumQuantity: max(item.MinimumQuantity, item.QuantityIncrement, 1), QuantityIncrement: max(item.QuantityIncrement, 1),
		MaximumQuantity: item.MaximumQuantity,
		Unavailable:     v.unavailable(v.offer.Unavailable(item, v.handoff, v.at, v.location.Zone())),
	}
	if out.MaximumQuantity == 0 {
		out.MaximumQuantity = max(plenty-plenty%out.QuantityIncrement, out.MinimumQuantity)
	}
	return out
}

// groups are questions with their answers, and what these ask in turn.
func (v *visit) groups(ids []string) []ModifierGroup {
	groups := []ModifierGroup{}
	for _, g := range v.offer.Groups(ids) {
		out := ModifierGroup{
			ID: g.ID, Label: g.Label.In(v.words), MinSelects: g.MinSelects, MaxSelects: g.MaxSelects, Included: g.Included,
			Modifiers: make([]Modifier, len(g.Modifiers)),
		}
		for i := range g.Modifiers {
			out.Modifiers[i] = v.modifier(&g.Modifiers[i])
		}
		groups = append(groups, out)
	}
	return groups
}

func (v *visit) modifier(m *menu.Modifier) Modifier {
	out := Modifier{
		ID: m.ID, Label: m.Label.In(v.words), Note: m.Note.In(v.words), Price: v.offer.ModifierPrice(m), Calories: m.Calories,
		Allergens: list(m.Allergens), Quantity: m.Standard(), Min: m.Fewest(), Max: m.Most(), Increment: m.Step(),
		Unavailable: v.unavailable(v.offer.ModifierUnavailable(m.ID, v.at)),
	}
	if len(m.Groups) > 0 {
		out.Groups = v.groups(m.Groups)
	}
	return out
}

func (v *visit) unavailable(why *menu.Unavailable) *Unavailable {
	if why == nil {
		return nil
	}
	out := &Unavailable{Reason: string(why.Reason), Daypart: why.Daypart.In(v.words)}
	if !why.Until.IsZero() {
		until := why.Until.UTC()
		out.Until = &until
	}
	if out.Daypart != "" {
		out.From, out.To = why.From.String(), why.To.String()
	}
	return out
}

// list is a list on the wire: never null.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

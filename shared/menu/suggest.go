package menu

import (
	"cmp"
	"slices"
)

// Suggestion is an item to offer beside others, and the slug of its section.
type Suggestion struct {
	*Item
	Within string
}

// Upsell lists what goes with the item, in the menu's order of preference, as far as it is in the menu with that slug and can be
// had: what is in another menu cannot go into the same basket.
func (o *Offer) Upsell(menu string, item *Item, can func(*Item) bool) []Suggestion {
	var with []Suggestion
	for _, id := range item.Upsell {
		other, ok := o.Item(id)
		if !ok {
			continue
		}
		if section, ok := o.SectionOf(menu, other); ok && can(other) {
			with = append(with, Suggestion{other, section})
		}
	}
	return with
}

// CrossSell lists at most n items that a basket with these items lacks: what goes with most of them first, then what goes with
// dishes like them, in the order of the menu. A section of which the basket has something is not offered again, as who has
// chosen a drink wants no second one for it. The same basket always gets the same.
func (o *Offer) CrossSell(menu string, basket []string, n int, can func(*Item) bool) []Suggestion {
	dishes := make([]*Item, 0, len(basket))
	sections := map[string]bool{}
	for _, id := range basket {
		if item, ok := o.Item(id); ok {
			dishes = append(dishes, item)
			section, _ := o.SectionOf(menu, item)
			sections[section] = true
		}
	}
	named, alike := map[string]int{}, map[string]int{}
	for _, dish := range dishes {
		for _, id := range dish.Upsell {
			named[id]++
		}
	}
	var lacking []Suggestion
	for _, section := range o.Sections(menu) {
		if sections[section.Slug] {
			for _, dish := range section.Dishes {
				for _, id := range dish.Upsell {
					alike[id]++
				}
			}
			continue
		}
		for _, item := range section.Dishes {
			// An item of two sections belongs to the first.
			if first, _ := o.SectionOf(menu, item); first == section.Slug {
				lacking = append(lacking, Suggestion{item, first})
			}
		}
	}
	lacking = slices.DeleteFunc(lacking, func(s Suggestion) bool {
		return named[s.ID]+alike[s.ID] == 0 || slices.Contains(dishes, s.Item) || !can(s.Item)
	})
	slices.SortStableFunc(lacking, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(named[b.ID], named[a.ID]), cmp.Compare(alike[b.ID], alike[a.ID]))
	})
	return lacking[:min(n, len(lacking))]
}

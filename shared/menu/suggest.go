package menu

import (
	"cmp"
	"slices"
)

// Suggestion is a suggested item with the slug of its section.
type Suggestion struct {
	*Item
	Within string
}

// Upsell returns the available items that go with the item, in the menu's order of preference. It skips items of other
// menus, because a basket cannot hold them.
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

// CrossSell returns at most n items that a basket lacks: first those that go with most of its items, then those that go with similar
// dishes, in menu order. It skips sections that the basket already has an item of, for example a second drink. The result is deterministic.
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
			// An item in two sections belongs to the first.
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

package menu

import (
	"fmt"
	"maps"
	"slices"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/tax"
)

func (c *checker) menus(f File) {
	taken := map[category.ID]bool{}
	for i, m := range f.Menus {
		at := fmt.Sprintf("/menus/%d", i)
		c.id("menu", m.ID, at+"/id")
		c.text(m.Label, at+"/name")
		of, known := category.Find(m.CategoryID)
		switch {
		case !known || of.Menu == "":
			c.find(at+"/categoryId", "%d is not an order category", m.CategoryID)
		case taken[m.CategoryID]:
			c.find(at+"/categoryId", "category %d has a menu already", m.CategoryID)
		case of.Menu != m.Slug:
			c.find(at+"/slug", "the slug of category %d is %q", m.CategoryID, of.Menu)
		}
		taken[m.CategoryID] = true
	}
}

func (c *checker) dayparts(f File) {
	for i, d := range f.Dayparts {
		at := fmt.Sprintf("/dayparts/%d", i)
		c.id("daypart", d.ID, at+"/id")
		c.text(d.Label, at+"/name")
		c.require(len(d.Days) > 0, at+"/days", "a daypart needs a day")
		for j, day := range d.Days {
			here := fmt.Sprintf("%s/days/%d", at, j)
			c.number(day, 0, 6, here)
			c.require(!slices.Contains(d.Days[:j], day), here, "day %d is listed twice", day)
		}
	}
}

func (c *checker) modifierGroups(f File) {
	for i := range f.ModifierGroups {
		c.id("modifier group", f.ModifierGroups[i].ID, fmt.Sprintf("/modifierGroups/%d/id", i))
	}
	for i := range f.ModifierGroups {
		c.group(&f.ModifierGroups[i], fmt.Sprintf("/modifierGroups/%d", i))
	}
	c.cycles(f)
}

func (c *checker) group(g *ModifierGroup, at string) {
	c.text(g.Label, at+"/name")
	if len(g.Modifiers) == 0 {
		c.find(at+"/modifiers", "a group needs modifiers")
		return
	}
	c.number(g.MaxSelects, 1, maxQuantity, at+"/maxSelects")
	c.number(g.MinSelects, 0, g.MaxSelects, at+"/minSelects")
	c.number(g.Included, 0, g.MaxSelects, at+"/included")
	most, standard := 0, 0
	for j := range g.Modifiers {
		m := &g.Modifiers[j]
		c.modifier(g, m, fmt.Sprintf("%s/modifiers/%d", at, j))
		most += m.Most()
		standard += m.Standard()
	}
	c.require(most >= g.MinSelects, at+"/minSelects", "%d cannot be chosen from all the modifiers together: %d", g.MinSelects, most)
	c.require(standard <= g.MaxSelects, at+"/maxSelects", "the defaults alone are %d", standard)
}

func (c *checker) modifier(g *ModifierGroup, m *Modifier, at string) {
	c.id("modifier", m.ID, at+"/id")
	c.text(m.Label, at+"/name")
	if m.Note != nil {
		c.text(m.Note, at+"/note")
	}
	if m.Prices != nil {
		c.prices(m.Prices, -maxPrice, at+"/price")
	}
	for _, cur := range c.market.Currencies {
		switch p := m.Prices[cur]; {
		case p < 0 && g.Included > 0:
			c.find(at+"/price/"+string(cur), "a lower price in a group with included selects: it is not clear which ones are included")
		case p != 0 && m.Default && g.Included == 0:
			c.find(at+"/price/"+string(cur), "a default costs nothing: the item's price is the price as it comes")
		}
	}
	c.number(m.Calories, 0, maxCalories, at+"/calories")
	c.number(m.MakeMinutes, 0, maxMinutes, at+"/makeMinutes")
	c.number(m.Increment, 0, 99, at+"/increment")
	c.number(m.Min, 0, 99, at+"/min")
	c.number(m.Max, 0, 99, at+"/max")
	c.require(m.Max <= 0 || m.Max >= m.Fewest(), at+"/max", "%d is less than the fewest, %d", m.Max, m.Fewest())
	c.require(m.Fewest()%m.Step() == 0, at+"/min", "%d is not a multiple of the increment, %d", m.Fewest(), m.Step())
	c.among(m.Allergens, Allergens, "one of the major allergens", at+"/allergens")
	c.refs(m.Groups, "modifier group", at+"/groups")
}

// cycles finds groups that contain themselves and groups nested too deeply.
func (c *checker) cycles(f File) {
	depth := map[string]int{} // depth of nested groups by group; -1 while it is being walked
	var visit func(id string) int
	visit = func(id string) int {
		if d, seen := depth[id]; seen {
			return d
		}
		depth[id] = -1
		deepest := 0
		for i := range f.ModifierGroups {
			g := &f.ModifierGroups[i]
			if g.ID != id {
				continue
			}
			for j, m := range g.Modifiers {
				for k, inner := range m.Groups {
					d := visit(inner)
					if d < 0 {
						c.find(fmt.Sprintf("/modifierGroups/%d/modifiers/%d/groups/%d", i, j, k), "group %q leads back to itself", inner)
					}
					deepest = max(deepest, d+1)
				}
			}
		}
		depth[id] = deepest
		return deepest
	}
	for i, g := range f.ModifierGroups {
		d := visit(g.ID)
		c.require(d <= maxDepth, fmt.Sprintf("/modifierGroups/%d", i), "%d groups inside each other, at most %d", d, maxDepth)
	}
}

func (c *checker) items(f File) {
	for i := range f.Items {
		item, at := &f.Items[i], fmt.Sprintf("/items/%d", i)
		c.id("item", item.ID, at+"/id")
		if item.Slug != item.ID { // an item is found by either, so slugs and ids share one namespace
			c.id("item", item.Slug, at+"/slug")
		}
	}
	listed := map[string]bool{}
	for _, s := range f.Sections {
		for _, id := range s.Items {
			listed[id] = true
		}
	}
	described := map[string]int{}
	for i := range f.Items {
		item, at := &f.Items[i], fmt.Sprintf("/items/%d", i)
		c.item(item, at)
		c.require(listed[item.ID], at, "no section lists item %q", item.ID)
		for _, l := range c.market.Languages {
			if first, taken := described[item.Description[l]]; taken && first != i {
				c.find(at+"/description", "the same words describe /items/%d", first)
				break
			}
			described[item.Description[l]] = i
		}
	}
}

func (c *checker) item(item *Item, at string) {
	c.text(item.Label, at+"/name")
	c.text(item.Description, at+"/description")
	c.prices(item.Prices, 0, at+"/price")
	c.require(slices.Contains(tax.Classes, item.TaxClass), at+"/taxClass", "%q is not a tax class (%v)", item.TaxClass, tax.Classes)
	if cal := item.Calories; cal != nil && (cal.Min < 0 || cal.Max < cal.Min || cal.Max > maxCalories) {
		c.find(at+"/calories", "%d to %d is not a range from 0 to %d", cal.Min, cal.Max, maxCalories)
	}
	c.among(item.Allergens, Allergens, "one of the major allergens", at+"/allergens")
	c.among(item.Tags, Tags, "a tag", at+"/tags")
	c.refs(item.Groups, "modifier group", at+"/groups")
	c.refs(item.Dayparts, "daypart", at+"/dayparts")
	c.refs(item.Upsell, "item", at+"/upsell")
	c.require(!slices.Contains(item.Upsell, item.ID), at+"/upsell", "an item does not go with itself")
	for i, h := range item.Handoffs {
		c.require(slices.Contains(location.AllHandoffs, h), fmt.Sprintf("%s/handoffs/%d", at, i), "%d is not a handoff", h)
	}
	c.number(item.MakeMinutes, 0, maxMinutes, at+"/makeMinutes")
	c.number(item.LeadMinutes, 0, maxMinutes, at+"/leadMinutes")
	c.number(item.Serves, 0, maxQuantity, at+"/serves")
	c.number(item.MinimumQuantity, 0, maxQuantity, at+"/minimumQuantity")
	c.number(item.QuantityIncrement, 0, maxQuantity, at+"/quantityIncrement")
	c.number(item.MaximumQuantity, 0, maxQuantity, at+"/maximumQuantity")
	sold := item.MaximumQuantity <= 0 || item.MaximumQuantity >= max(item.MinimumQuantity, item.QuantityIncrement)
	c.require(sold, at+"/maximumQuantity", "%d is less than the fewest that are sold", item.MaximumQuantity)
	c.picture(item, at)
	standard := func(m *Modifier) bool { return m.Default }
	c.reach(item.Groups, standard, func(m *Modifier) {
		for _, a := range m.Allergens {
			c.require(slices.Contains(item.Allergens, a), at+"/allergens", "%q comes with it and brings %s", m.ID, a)
		}
	})
}

// picture requires a drawing: a picture, or a stack with layers of modifiers of the item.
func (c *checker) picture(item *Item, at string) {
	c.require((item.Picture == "") != (len(item.Stack) == 0), at, "an item has either a picture or a stack")
	own := map[string]bool{}
	every := func(*Modifier) bool { return true }
	c.reach(item.Groups, every, func(m *Modifier) { own[m.ID] = true })
	for i, l := range item.Stack {
		here := fmt.Sprintf("%s/stack/%d", at, i)
		c.require(l.Layer != "", here+"/layer", "a layer needs a name")
		c.require(l.By == "" || own[l.By], here+"/by", "%q is not a modifier of this item", l.By)
	}
}

// reach visits the modifiers of the groups and of the groups inside them, each group once. It skips the groups of
// modifiers for which enter returns false.
func (c *checker) reach(ids []string, enter func(*Modifier) bool, visit func(*Modifier)) {
	seen := map[string]bool{}
	var walk func(ids []string)
	walk = func(ids []string) {
		for _, id := range ids {
			g, ok := c.groups[id]
			if !ok || seen[id] {
				continue
			}
			seen[id] = true
			for i := range g.Modifiers {
				if m := &g.Modifiers[i]; enter(m) {
					visit(m)
					walk(m.Groups)
				}
			}
		}
	}
	walk(ids)
}

func (c *checker) sections(f File) {
	listed := map[string]string{} // menu and item → pointer
	items := f.itemIDs()
	for i, s := range f.Sections {
		at := fmt.Sprintf("/sections/%d", i)
		c.id("section", s.ID, at+"/id")
		c.id("slug of a section", s.Slug, at+"/slug")
		c.text(s.Label, at+"/name")
		if s.Line != nil {
			c.text(s.Line, at+"/line")
		}
		c.require(c.known("menu", s.Menu), at+"/menu", "there is no menu %q", s.Menu)
		for j, id := range s.Items {
			here := fmt.Sprintf("%s/items/%d", at, j)
			c.require(items[id], here, "there is no item %q", id)
			first, taken := listed[s.Menu+" "+id]
			c.require(!taken, here, "item %q is already at %s", id, first)
			listed[s.Menu+" "+id] = here
		}
	}
}

func (c *checker) overrides(f File) {
	items := f.itemIDs()
	standard := map[string]bool{} // defaults that are not included
	for _, g := range f.ModifierGroups {
		for _, m := range g.Modifiers {
			standard[m.ID] = m.Default && g.Included == 0
		}
	}
	taken := map[string]bool{}
	for i, o := range f.Overrides {
		at := fmt.Sprintf("/overrides/%d", i)
		c.require(o.Location != "" && len(o.Location) <= 64, at+"/location", "an override needs the id of a restaurant")
		c.require(!taken[o.Location], at+"/location", "restaurant %q has overrides already", o.Location)
		taken[o.Location] = true
		for _, id := range slices.Sorted(maps.Keys(o.Prices)) {
			c.require(items[id], at+"/prices/"+id, "there is no item %q", id)
			c.prices(o.Prices[id], 0, at+"/prices/"+id)
		}
		for _, id := range slices.Sorted(maps.Keys(o.ModifierPrices)) {
			here := at + "/modifierPrices/" + id
			c.require(c.known("modifier", id), here, "there is no modifier %q", id)
			c.prices(o.ModifierPrices[id], -maxPrice, here)
			c.require(!standard[id], here, "a default costs nothing: the item's price is the price as it comes")
		}
		for j, id := range o.Excluded {
			c.require(items[id], fmt.Sprintf("%s/excluded/%d", at, j), "there is no item %q", id)
		}
	}
}

func (f File) itemIDs() map[string]bool {
	ids := map[string]bool{}
	for _, item := range f.Items {
		ids[item.ID] = true
	}
	return ids
}

// lowest finds items that choices can make cheaper than zero, at the brand's prices or at a restaurant's.
func (c *checker) lowest(f File) {
	catalogue := New(f)
	for _, cur := range c.market.Currencies {
		c.below(catalogue.Offer("", cur), "/items/%d", "")
		for i, o := range f.Overrides {
			c.below(catalogue.Offer(o.Location, cur), "/overrides/"+fmt.Sprint(i), o.Location)
		}
	}
}

func (c *checker) below(o *Offer, at, location string) {
	cheapest := map[string]int64{}
	for i := range o.file.Items {
		item := &o.file.Items[i]
		if n := o.ItemPrice(item).Minor + o.cheapest(item.Groups, cheapest); n < 0 {
			where := at
			if location == "" {
				where = fmt.Sprintf(at, i)
			}
			c.find(where, "the choices of item %q can bring it to %s", item.ID, money.Of(n, o.currency))
		}
	}
}

// cheapest returns the least that the choices of the groups can add: the sum of the lowest negative prices, as many as
// can be chosen. known caches the result per group.
func (o *Offer) cheapest(ids []string, known map[string]int64) int64 {
	var total int64
	for _, g := range o.Groups(ids) {
		sum, ok := known[g.ID]
		if !ok {
			var lows []int64 // one per unit that lowers the price
			for i := range g.Modifiers {
				m := &g.Modifiers[i]
				if low := o.ModifierPrice(m).Minor + o.cheapest(m.Groups, known); low < 0 {
					lows = append(lows, slices.Repeat([]int64{low}, m.Most())...)
				}
			}
			slices.Sort(lows)
			for _, low := range lows[:min(len(lows), g.MaxSelects)] {
				sum += low
			}
			known[g.ID] = sum
		}
		total += sum
	}
	return total
}

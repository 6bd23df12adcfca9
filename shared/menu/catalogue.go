package menu

import (
	"slices"
	"sync"

	"ordering/shared/money"
)

// Catalogue is a brand's whole menu with its indexes. It is immutable.
type Catalogue struct {
	file      File
	items     map[string]*Item // by id and by slug
	groups    map[string]*ModifierGroup
	modifiers map[string]*Modifier
	dayparts  map[string]*Daypart
	overrides map[string]override
	standard  sync.Map // the default choices of an *Item, computed on first use
	valid     sync.Map // whether those of an *Item are valid, computed on first use
}

// override is an Override with sets in place of lists.
type override struct {
	prices    map[string]Prices
	modifiers map[string]Prices
	excluded  map[string]bool
}

// New returns the catalogue of a file that passed Check. It keeps the file.
func New(f File) *Catalogue {
	c := &Catalogue{
		file: f, items: make(map[string]*Item, 2*len(f.Items)), groups: make(map[string]*ModifierGroup, len(f.ModifierGroups)),
		modifiers: map[string]*Modifier{}, dayparts: map[string]*Daypart{}, overrides: make(map[string]override, len(f.Overrides)),
	}
	for i := range f.Items {
		item := &f.Items[i]
		item.Section, item.Sections, item.Menus = "", nil, nil
		c.items[item.ID], c.items[item.Slug] = item, item
	}
	for i := range f.ModifierGroups {
		g := &f.ModifierGroups[i]
		c.groups[g.ID] = g
		for j := range g.Modifiers {
			c.modifiers[g.Modifiers[j].ID] = &g.Modifiers[j]
		}
	}
	for i := range f.Dayparts {
		c.dayparts[f.Dayparts[i].ID] = &f.Dayparts[i]
	}
	menus := map[string]string{}
	for _, m := range f.Menus {
		menus[m.ID] = m.Slug
	}
	for _, s := range f.Sections {
		for _, id := range s.Items {
			item, ok := c.items[id]
			if !ok {
				continue
			}
			if item.Section == "" {
				item.Section = s.Slug
			}
			item.Sections = append(item.Sections, s.ID)
			if slug := menus[s.Menu]; !slices.Contains(item.Menus, slug) {
				item.Menus = append(item.Menus, slug)
			}
		}
	}
	for _, o := range f.Overrides {
		excluded := make(map[string]bool, len(o.Excluded))
		for _, id := range o.Excluded {
			excluded[id] = true
		}
		c.overrides[o.Location] = override{o.Prices, o.ModifierPrices, excluded}
	}
	return c
}

// File returns the file of the catalogue. The caller must not change it.
func (c *Catalogue) File() File { return c.file }

// Item finds an item of the brand by its id or slug, even if no restaurant carries it.
func (c *Catalogue) Item(idOrSlug string) (*Item, bool) {
	item, ok := c.items[idOrSlug]
	return item, ok
}

// Menus returns the menus of the brand.
func (c *Catalogue) Menus() []Menu { return c.file.Menus }

// Modifier finds a modifier by its id.
func (c *Catalogue) Modifier(id string) (*Modifier, bool) {
	m, ok := c.modifiers[id]
	return m, ok
}

// Offer returns the brand's menu at one restaurant. It is immutable.
func (c *Catalogue) Offer(locationID string, cur money.Currency) *Offer {
	return &Offer{Catalogue: c, currency: cur, override: c.overrides[locationID]}
}

package menu

import (
	"slices"
	"time"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
)

// Offer is the menu of one restaurant: the brand's menu with the restaurant's prices, without the items it does not
// carry, and with what is sold out. It is immutable; a Store returns the current one.
type Offer struct {
	*Catalogue
	currency money.Currency
	override override
	soldOut  []location.SoldOut
}

// Without returns the offer with soldOut.
func (o *Offer) Without(soldOut []location.SoldOut) *Offer {
	p := *o
	p.soldOut = soldOut
	return &p
}

// Item finds an item by its id or slug if the restaurant carries it.
func (o *Offer) Item(idOrSlug string) (*Item, bool) {
	item, ok := o.items[idOrSlug]
	if !ok || !o.carries(item) {
		return nil, false
	}
	return item, true
}

// Matching returns the items of the restaurant that are selected by their ids and sections, in the order of the menu.
func (o *Offer) Matching(selects func(id string, sections []string) bool) []*Item {
	matching := make([]*Item, 0, 16)
	for i := range o.file.Items {
		if item := &o.file.Items[i]; selects(item.ID, item.Sections) && o.carries(item) {
			matching = append(matching, item)
		}
	}
	return matching
}

// carries reports whether the restaurant sells the item: a section lists it, it has a price, and it is not excluded.
func (o *Offer) carries(item *Item) bool {
	if _, priced := item.Prices[o.currency]; !priced || len(item.Menus) == 0 {
		return false
	}
	return !o.override.excluded[item.ID]
}

// SectionOffer is a section with the items that the restaurant carries.
type SectionOffer struct {
	*Section
	Dishes []*Item
}

// Sections returns the sections of the menu with that slug, in order, without empty ones.
func (o *Offer) Sections(menu string) []SectionOffer {
	i := slices.IndexFunc(o.file.Menus, func(m Menu) bool { return m.Slug == menu })
	if i < 0 {
		return nil
	}
	var sections []SectionOffer
	for j := range o.file.Sections {
		s := SectionOffer{Section: &o.file.Sections[j]}
		if s.Menu != o.file.Menus[i].ID {
			continue
		}
		for _, id := range s.Section.Items {
			if item, ok := o.Item(id); ok {
				s.Dishes = append(s.Dishes, item)
			}
		}
		if len(s.Dishes) > 0 {
			sections = append(sections, s)
		}
	}
	return sections
}

// SectionOf returns the slug of the section that lists the item in the menu with slug menu, and false if none does.
func (o *Offer) SectionOf(menu string, item *Item) (string, bool) {
	for i := range o.file.Sections {
		s := &o.file.Sections[i]
		if slices.Contains(s.Items, item.ID) && slices.ContainsFunc(o.file.Menus, func(m Menu) bool { return m.ID == s.Menu && m.Slug == menu }) {
			return s.Slug, true
		}
	}
	return "", false
}

// Groups returns modifier groups by their ids.
func (o *Offer) Groups(ids []string) []*ModifierGroup {
	groups := make([]*ModifierGroup, 0, len(ids))
	for _, id := range ids {
		if g, ok := o.groups[id]; ok {
			groups = append(groups, g)
		}
	}
	return groups
}

// Chosen returns the modifier of a choice from these groups, or nil if none of them has it.
func (o *Offer) Chosen(groupIDs []string, c Choice) *Modifier {
	g, known := o.groups[c.Group]
	if !known || !slices.Contains(groupIDs, c.Group) {
		return nil
	}
	return g.modifier(c.Modifier)
}

func (g *ModifierGroup) modifier(id string) *Modifier {
	for i := range g.Modifiers {
		if g.Modifiers[i].ID == id {
			return &g.Modifiers[i]
		}
	}
	return nil
}

// ItemPrice returns the restaurant's price of the item with its default choices.
func (o *Offer) ItemPrice(item *Item) money.Amount {
	return o.price(item.ID, o.override.prices, item.Prices)
}

// ModifierPrice returns the restaurant's price of one unit beyond the included ones. It may be negative.
func (o *Offer) ModifierPrice(m *Modifier) money.Amount {
	return o.price(m.ID, o.override.modifiers, m.Prices)
}

// price returns the restaurant's own price, or else the brand's.
func (o *Offer) price(id string, own map[string]Prices, brand Prices) money.Amount {
	if p, ok := own[id][o.currency]; ok {
		return money.Of(p, o.currency)
	}
	return money.Of(brand[o.currency], o.currency)
}

// Reason is why something is not available.
type Reason string

const (
	SoldOut      Reason = "sold-out"
	NotServedNow Reason = "not-served-now"
	WrongHandoff Reason = "handoff"
)

// Unavailable has the reason why something is not available and the time from which it is again (UTC), if known. Daypart is the label of
// the next daypart that serves it; From and To are its local times. A To not after From is on the next day.
type Unavailable struct {
	Reason   Reason
	Until    time.Time
	Daypart  locale.Text
	From, To location.Minute
}

// Unavailable returns why the item is not available for that handoff and time, or nil. zone is the restaurant's time zone.
func (o *Offer) Unavailable(item *Item, h location.Handoff, at time.Time, zone *time.Location) *Unavailable {
	for _, s := range o.soldOut {
		if s.Item == item.ID && s.At(at) {
			return &Unavailable{Reason: SoldOut, Until: s.Until}
		}
	}
	if len(item.Handoffs) > 0 && !slices.Contains(item.Handoffs, h) {
		return &Unavailable{Reason: WrongHandoff}
	}
	return o.notServed(item, at, zone)
}

// notServed returns the next daypart that serves the item, or nil if one of its dayparts is active or it has none.
func (o *Offer) notServed(item *Item, at time.Time, zone *time.Location) *Unavailable {
	if len(item.Dayparts) == 0 {
		return nil
	}
	why := &Unavailable{Reason: NotServedNow}
	for _, id := range item.Dayparts {
		d, ok := o.dayparts[id]
		if !ok {
			continue
		}
		on, next := d.served(at, zone)
		if on {
			return nil
		}
		if !next.IsZero() && (why.Until.IsZero() || next.Before(why.Until)) {
			why.Until, why.Daypart, why.From, why.To = next, d.Label, d.From, d.To
		}
	}
	return why
}

// served reports whether the daypart is active at that time, or else when it next begins (UTC).
func (d *Daypart) served(at time.Time, zone *time.Location) (on bool, next time.Time) {
	to := d.To
	if to <= d.From {
		to += 24 * 60
	}
	today := location.DateOf(at.In(zone))
	for n := -1; n <= 7; n++ { // yesterday's may extend past midnight
		day := today.Plus(n)
		if !slices.Contains(d.Days, int(day.Weekday())) {
			continue
		}
		begin, end := day.At(int(d.From), zone), day.At(int(to), zone)
		switch {
		case at.Before(begin):
			return false, begin
		case at.Before(end):
			return true, time.Time{}
		}
	}
	return false, time.Time{}
}

// ModifierUnavailable returns that the modifier is sold out at that time, or nil if it is available.
func (o *Offer) ModifierUnavailable(modifierID string, at time.Time) *Unavailable {
	for _, s := range o.soldOut {
		if s.Modifier == modifierID && s.At(at) {
			return &Unavailable{Reason: SoldOut, Until: s.Until}
		}
	}
	return nil
}

// SoldOutModifiers returns the ids of the modifiers that are sold out at that time.
func (o *Offer) SoldOutModifiers(at time.Time) []string {
	var ids []string
	for _, s := range o.soldOut {
		if s.Modifier != "" && s.At(at) && !slices.Contains(ids, s.Modifier) {
			ids = append(ids, s.Modifier)
		}
	}
	return ids
}

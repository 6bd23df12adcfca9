package menu

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Priced is the price of one item with its choices. Unit is the item's price plus its modifiers' prices.
type Priced struct {
	Unit      money.Amount
	Item      money.Amount     // with the default choices
	Modifiers []PricedModifier // chosen ones and removed defaults, each followed by those inside it, in menu order
	Stack     []string         // layers of the drawing with these choices, bottom first
	Calories  *Calories        // nil if the menu has none
	// AddedMinutes are the minutes that the choices add to the item's MakeMinutes.
	AddedMinutes int
}

// PricedModifier is one choice with its price.
type PricedModifier struct {
	Group      string
	Modifier   string
	ExternalID string
	Label      locale.Text
	Quantity   int          // per unit of its parent; 0 is a removed default
	Standard   int          // the default quantity
	Named      bool         // named even if it is a default: a part of a combo, or a part's size or flavour
	Price      money.Amount // of all units in one item, without the included ones
	Depth      int          // 0 for a choice of the item, 1 for a choice of that choice
}

// differs reports whether it differs from the default.
func (m PricedModifier) differs() bool { return m.Quantity != m.Standard }

// AsItComes reports whether all choices are the defaults.
func (p Priced) AsItComes() bool { return !slices.ContainsFunc(p.Modifiers, PricedModifier.differs) }

// Listed returns the modifiers that a ticket or receipt must list: those that differ from the defaults, those that are
// always named, and the parents of both.
func (p Priced) Listed() []PricedModifier {
	var list []PricedModifier
	depth := -1 // of the last one added; its parents are needed too
	for i := len(p.Modifiers) - 1; i >= 0; i-- {
		m := p.Modifiers[i]
		if m.differs() || m.Named || m.Depth < depth {
			list = append(list, m)
			depth = m.Depth
		} else if m.Depth == 0 {
			depth = -1
		}
	}
	slices.Reverse(list)
	return list
}

// Price computes the price of one item with its choices at this restaurant and returns errors in the choices, with
// pointers from /choices. Nil choices mean the defaults. An invalid choice costs nothing, so that there is always a
// price to show. The labels in the findings' params are in all languages: see problem.Detail.In.
func (o *Offer) Price(item *Item, choices []Choice) (Priced, []problem.Detail) {
	w := &walk{offer: o, combo: item.Combo}
	w.priced.Item = o.ItemPrice(item)
	w.priced.Unit = w.priced.Item
	if choices == nil {
		choices = o.Defaults(item)
	}
	if len(choices) > 0 {
		w.priced.Modifiers = make([]PricedModifier, 0, len(choices)+2) // room for removed defaults
	}
	w.level(item.Groups, choices, nil, 0, 1)
	w.priced.Stack = slices.Grow(w.priced.Stack, len(item.Stack))
	for _, l := range item.Stack {
		if l.By == "" || w.priced.has(l.By) {
			w.priced.Stack = append(w.priced.Stack, l.Layer)
		}
	}
	w.priced.Calories = calories(item, w.calories)
	return w.priced, w.findings
}

// has reports whether the modifier is chosen at any level.
func (p *Priced) has(modifier string) bool {
	return slices.ContainsFunc(p.Modifiers, func(m PricedModifier) bool { return m.Modifier == modifier && m.Quantity > 0 })
}

// Defaults returns the complete default choices of the item. The caller must not change them.
func (c *Catalogue) Defaults(item *Item) []Choice {
	known, ok := c.standard.Load(item)
	if !ok {
		known, _ = c.standard.LoadOrStore(item, c.defaults(item.Groups))
	}
	return known.([]Choice)
}

// DefaultsValid reports whether Price finds no errors in the default choices of the item: they depend on the menu alone.
func (o *Offer) DefaultsValid(item *Item) bool {
	known, ok := o.valid.Load(item)
	if !ok {
		_, findings := o.Price(item, nil)
		known, _ = o.valid.LoadOrStore(item, len(findings) == 0)
	}
	return known.(bool)
}

// defaults returns the default choices of these groups.
func (c *Catalogue) defaults(groups []string) []Choice {
	choices := []Choice{}
	for _, id := range groups {
		g, ok := c.groups[id]
		if !ok {
			continue
		}
		for i := range g.Modifiers {
			m := &g.Modifiers[i]
			if !m.Default {
				continue
			}
			d := Choice{Group: g.ID, Modifier: m.ID, Quantity: m.Standard()}
			if len(m.Groups) > 0 {
				d.Choices = c.defaults(m.Groups)
			}
			choices = append(choices, d)
		}
	}
	return slices.Clip(choices)
}

// calories adds the difference of the choices from the defaults to a single number. A range already covers all choices,
// and an item for several is stated per serving: both stay unchanged.
func calories(item *Item, added int) *Calories {
	c := item.Calories
	if c == nil || c.Min != c.Max || item.Serves > 0 {
		return c
	}
	n := max(c.Min+added, 0)
	return &Calories{Min: n, Max: n}
}

// walk accumulates the price and the findings of one item, group by group.
type walk struct {
	offer    *Offer
	combo    bool
	priced   Priced
	findings []problem.Detail
	calories int // difference from the defaults
}

// find adds a finding; params are pairs of name and value.
func (w *walk) find(code problem.Code, pointer string, params ...any) {
	w.findings = append(w.findings, problem.Finding(code, pointer, params...))
}

// pick is a choice with its position in the request: the nth within another choice, or of the item. The pointer is
// built only for a finding.
type pick struct {
	*Choice
	inside *pick
	nth    int
}

func (p *pick) pointer() string { return p.inside.choices() + "/" + strconv.Itoa(p.nth) }

func (p *pick) choices() string {
	if p == nil {
		return "/choices"
	}
	return p.pointer() + "/choices"
}

// pickOf returns the pick of a modifier of the group, or nil.
func pickOf(picks []pick, group, modifier string) *pick {
	for i := range picks {
		if picks[i].Modifier == modifier && picks[i].Group == group {
			return &picks[i]
		}
	}
	return nil
}

// level prices the choices of the item or of one modifier. units is the number of the parent modifier in one item.
func (w *walk) level(ids []string, choices []Choice, inside *pick, depth, units int) {
	if choices == nil {
		choices = w.offer.defaults(ids)
	}
	picks := make([]pick, 0, len(choices))
	for i := range choices {
		p := pick{&choices[i], inside, i}
		switch {
		case w.offer.Chosen(ids, *p.Choice) == nil:
			w.find(problem.ModifierNotFound, p.pointer())
		case pickOf(picks, p.Group, p.Modifier) != nil:
			w.find(problem.Invalid, p.pointer())
		default:
			picks = append(picks, p)
		}
	}
	for _, id := range ids {
		if g, ok := w.offer.groups[id]; ok {
			w.group(g, picks, inside, depth, units)
		}
	}
}

// group prices the choices of one group and checks its limits.
func (w *walk) group(g *ModifierGroup, picks []pick, inside *pick, depth, units int) {
	selects, free := 0, g.Included
	swapped := g.MaxSelects == 1 && slices.ContainsFunc(picks, func(p pick) bool { return p.Group == g.ID && p.Quantity > 0 })
	for i := range g.Modifiers {
		m := &g.Modifiers[i]
		w.calories -= m.Standard() * m.Calories * units
		p := pickOf(picks, g.ID, m.ID)
		if p == nil {
			if m.Default && !swapped {
				w.add(g, m, 0, 0, depth, units)
			}
			continue
		}
		if p.Quantity < m.Fewest() || p.Quantity > m.Most() || p.Quantity%m.Step() != 0 {
			w.find(problem.ModifierQuantity, p.pointer(), "modifier", m.Label, "min", m.Fewest(), "max", m.Most())
			continue
		}
		selects += p.Quantity
		paid := max(p.Quantity-free, 0)
		free -= p.Quantity - paid
		w.add(g, m, p.Quantity, paid, depth, units)
		if len(m.Groups) > 0 || len(p.Choices) > 0 {
			w.level(m.Groups, p.Choices, p, depth+1, units*p.Quantity)
		}
	}
	switch {
	case selects < g.MinSelects:
		w.find(problem.ChooseAtLeast, inside.choices(), "group", g.Label, "min", g.MinSelects)
	case selects > g.MaxSelects:
		w.find(problem.ChooseAtMost, inside.choices(), "group", g.Label, "max", g.MaxSelects)
	}
}

// add adds a choice to the price. paid is its quantity beyond the included ones.
func (w *walk) add(g *ModifierGroup, m *Modifier, quantity, paid, depth, units int) {
	price := w.offer.ModifierPrice(m).Times(int64(paid * units))
	w.priced.Modifiers = append(w.priced.Modifiers, PricedModifier{
		Group: g.ID, Modifier: m.ID, ExternalID: m.ExternalID, Label: m.Label, Quantity: quantity, Standard: m.Standard(), Price: price, Depth: depth,
		Named: w.combo && g.Named && quantity > 0,
	})
	w.priced.Unit = w.priced.Unit.Plus(price)
	w.priced.AddedMinutes += m.MakeMinutes * quantity * units
	w.calories += m.Calories * quantity * units
}

// SoldOutChoices returns the choices (nil: the defaults) that are sold out at that time. Pointers and labels are like
// those of Price.
func (o *Offer) SoldOutChoices(item *Item, choices []Choice, at time.Time) []problem.Detail {
	if !slices.ContainsFunc(o.soldOut, func(s location.SoldOut) bool { return s.Modifier != "" && s.At(at) }) {
		return nil
	}
	return o.soldOutIn(item.Groups, choices, "/choices", at)
}

func (o *Offer) soldOutIn(groups []string, choices []Choice, pointer string, at time.Time) []problem.Detail {
	if choices == nil {
		choices = o.defaults(groups)
	}
	var findings []problem.Detail
	for i, c := range choices {
		m, ok := o.modifiers[c.Modifier]
		if !ok || !slices.Contains(groups, c.Group) {
			continue // Price reports it
		}
		here := fmt.Sprintf("%s/%d", pointer, i)
		if o.ModifierUnavailable(m.ID, at) != nil {
			findings = append(findings, problem.Finding(problem.ModifierSoldOut, here, "modifier", m.Label))
		}
		findings = append(findings, o.soldOutIn(m.Groups, c.Choices, here+"/choices", at)...)
	}
	return findings
}

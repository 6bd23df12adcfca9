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

// Priced is one of an item as chosen. Unit is the item's price and the sum of its modifiers' prices.
type Priced struct {
	Unit      money.Amount
	Item      money.Amount     // as it comes
	Modifiers []PricedModifier // chosen ones and removed defaults, each followed by those inside it, in the order of the menu
	Stack     []string         // layers of the drawing as chosen, bottom first
	Calories  *Calories        // nil where the menu states none
	// AddedMinutes are the make-minutes that the choices add to the item's.
	AddedMinutes int
}

// PricedModifier is one choice with its price.
type PricedModifier struct {
	Group      string
	Modifier   string
	ExternalID string
	Label      locale.Text
	Quantity   int          // in one of what it is inside of; 0 is a removed default
	Standard   int          // the quantity as the item comes
	Named      bool         // said also when it comes with the item: a part of a combo, or a part's size or flavour
	Price      money.Amount // of all of them in one item, beyond what is included
	Depth      int          // 0 for a choice of the item, 1 for a choice of that choice
}

// differs says that it is not as the item comes.
func (m PricedModifier) differs() bool { return m.Quantity != m.Standard }

// AsItComes says that nothing was chosen but what comes with the item.
func (p Priced) AsItComes() bool { return !slices.ContainsFunc(p.Modifiers, PricedModifier.differs) }

// Told are the modifiers that whoever makes or eats it has to be told of: those that differ from the item as it comes, those that are
// always named, and those that either are inside of.
func (p Priced) Told() []PricedModifier {
	var list []PricedModifier
	depth := -1 // of the last one taken, whose outer ones are needed
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

// Price prices one item as chosen here and says what is wrong with the choices; their pointers begin at /choices. Nil choices
// are the item as it comes. What is wrong costs nothing, so that there is always a price to show. The labels in the findings'
// params are in every language: see problem.Detail.In.
func (o *Offer) Price(item *Item, choices []Choice) (Priced, []problem.Detail) {
	w := &walk{offer: o, combo: item.Combo}
	w.priced.Item = o.ItemPrice(item)
	w.priced.Unit = w.priced.Item
	if choices == nil {
		choices = o.Defaults(item)
	}
	if len(choices) > 0 {
		w.priced.Modifiers = make([]PricedModifier, 0, len(choices)+2) // a default that was removed is on the list too
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

// has says whether the modifier is chosen, wherever.
func (p *Priced) has(modifier string) bool {
	return slices.ContainsFunc(p.Modifiers, func(m PricedModifier) bool { return m.Modifier == modifier && m.Quantity > 0 })
}

// Defaults are the choices of the item as it comes, in full. The caller does not change them.
func (c *Catalogue) Defaults(item *Item) []Choice {
	known, ok := c.standard.Load(item)
	if !ok {
		known, _ = c.standard.LoadOrStore(item, c.defaults(item.Groups))
	}
	return known.([]Choice)
}

// defaults are what comes with whatever asks for these groups.
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

// calories adds to a stated number what the choices add to the item as it comes. A range already covers the choices, and the
// number of what serves several is of one serving: both stay as they are stated.
func calories(item *Item, added int) *Calories {
	c := item.Calories
	if c == nil || c.Min != c.Max || item.Serves > 0 {
		return c
	}
	n := max(c.Min+added, 0)
	return &Calories{Min: n, Max: n}
}

// walk gathers the price and the findings of one item, group by group.
type walk struct {
	offer    *Offer
	combo    bool
	priced   Priced
	findings []problem.Detail
	calories int // beyond the item as it comes
}

// find notes what is wrong; params are pairs of name and value.
func (w *walk) find(code problem.Code, pointer string, params ...any) {
	w.findings = append(w.findings, problem.Finding(code, pointer, params...))
}

// pick is a choice of a group, with its place in the request: the nth of those inside another one, or of the item's. The place is put
// into words only for a finding.
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

// pickOf is the one that names the modifier of the group; nil when none does.
func pickOf(picks []pick, group, modifier string) *pick {
	for i := range picks {
		if picks[i].Modifier == modifier && picks[i].Group == group {
			return &picks[i]
		}
	}
	return nil
}

// level prices the choices of the item or of one modifier. units is how many of the outer modifiers there are in one item.
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

// group prices the choices of one group and holds them against its limits.
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

// add puts a choice on the bill; paid of its quantity are beyond what the group includes.
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

// SoldOutChoices says which of the choices (nil: the item as it comes) are sold out at that time. Pointers and labels are as
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
			continue // Price says so
		}
		here := fmt.Sprintf("%s/%d", pointer, i)
		if o.ModifierUnavailable(m.ID, at) != nil {
			findings = append(findings, problem.Finding(problem.ModifierSoldOut, here, "modifier", m.Label))
		}
		findings = append(findings, o.soldOutIn(m.Groups, c.Choices, here+"/choices", at)...)
	}
	return findings
}

package promo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ordering/shared/locale"
	"ordering/shared/menu"
	"ordering/shared/money"
)

// Program is the rules by which a loyalty programme gives more than a point for each unit of spend. An absent rule gives nothing.
type Program struct {
	Unit int64 `json:"unit,omitempty"` // see Rate.Unit
	// Excludes is what earns nothing; nil: all amounts besides the items.
	Excludes *Excludes `json:"excludes,omitempty"`
	// Multipliers multiply the points of an order, by the weekday (0 is Sunday) of its promised time at the restaurant.
	Multipliers  map[int]int64 `json:"multipliers,omitempty"`
	Birthday     *Birthday     `json:"birthday,omitempty"`
	Anniversary  *Gift         `json:"anniversary,omitempty"` // of the sign-up
	Referral     *Referral     `json:"referral,omitempty"`
	Mystery      *Mystery      `json:"mystery,omitempty"`
	Achievements []Achievement `json:"achievements,omitempty"`
	// MaxRedeemed and MaxAdjusted limit the points that a customer redeems, and that operators add to or take from an account, in a day;
	// 0: no limit.
	MaxRedeemed int64 `json:"maxRedeemed,omitempty"`
	MaxAdjusted int64 `json:"maxAdjusted,omitempty"`
}

// Excludes is what of an order earns no points: amounts besides the items, and items with their tax.
type Excludes struct {
	Amounts []AmountKind `json:"amounts,omitzero"` // nil: all kinds
	Match
}

// AmountKind is a kind of amount that an order has besides its items.
type AmountKind string

const (
	Fees  AmountKind = "fees"  // charges of the order
	Taxes AmountKind = "taxes" // of the items and fees that earn
	Tips  AmountKind = "tips"
)

func amountKinds() []AmountKind { return []AmountKind{Fees, Taxes, Tips} }

// EarnsNothing reports whether the rules exclude an item with these sections.
func (p Program) EarnsNothing(item string, sections []string) bool {
	return p.Excludes != nil && p.Excludes.Selects(item, sections)
}

// Excluded returns the kinds of amounts that earn no points.
func (p Program) Excluded() []AmountKind {
	if p.Excludes == nil || p.Excludes.Amounts == nil {
		return amountKinds()
	}
	return p.Excludes.Amounts
}

func (p Program) earning() []AmountKind {
	return slices.DeleteFunc(amountKinds(), func(k AmountKind) bool { return slices.Contains(p.Excluded(), k) })
}

// Gift is what a customer is given: points, or a coupon for a promotion with serialized codes.
type Gift struct {
	Label     locale.Text `json:"name"`
	Points    int64       `json:"points,omitempty"`
	Promotion string      `json:"promotion,omitempty"` // id
	Days      int         `json:"days,omitempty"`      // how long the coupon is valid; 0: as long as the promotion runs
	Picture   string      `json:"picture,omitempty"`   // name of its drawing, such as dishes/slug
}

// PlacedGift is a gift of the rules. At is its place among them.
type PlacedGift struct {
	At string
	Gift
}

// Gifts returns what the rules give; nothing for a brand without rules.
func (p *Program) Gifts() (all []PlacedGift) {
	if p == nil {
		return nil
	}
	if p.Birthday != nil {
		all = append(all, PlacedGift{"/birthday/gift", p.Birthday.Gift})
	}
	if p.Anniversary != nil {
		all = append(all, PlacedGift{"/anniversary", *p.Anniversary})
	}
	if r := p.Referral; r != nil {
		all = append(all, PlacedGift{"/referral/gift", r.Gift}, PlacedGift{"/referral/friend", r.Friend})
	}
	if p.Mystery != nil {
		for i, prize := range p.Mystery.Prizes {
			all = append(all, PlacedGift{fmt.Sprintf("/mystery/prizes/%d/gift", i), prize.Gift})
		}
	}
	for i, a := range p.Achievements {
		all = append(all, PlacedGift{fmt.Sprintf("/achievements/%d/gift", i), a.Gift})
	}
	return all
}

// Birthday is the gift of a birthday.
type Birthday struct {
	DaysBefore int  `json:"daysBefore"` // how long before the birthday it is given
	Gift       Gift `json:"gift"`
}

// Referral is the gifts for both sides of a referral.
type Referral struct {
	Gift   Gift `json:"gift"`   // of the customer with the code
	Friend Gift `json:"friend"` // of the friend who entered it
}

// Mystery gives a wrapped reward after each Steps completed orders.
type Mystery struct {
	Steps  int     `json:"steps"`
	Prizes []Prize `json:"prizes"`
}

// Prize is what a wrapped reward may be. Weight is its part of the draws.
type Prize struct {
	ID     string `json:"id"` // its counter in the table
	Gift   Gift   `json:"gift"`
	Weight int64  `json:"weight"`
	Stock  int64  `json:"stock,omitempty"` // how many there are in total; 0: no limit
}

// Achievement is a gift for completed orders, given once. It has one of Orders, Locations, Items and Layers.
type Achievement struct {
	ID        string      `json:"id"`
	Label     locale.Text `json:"name"`
	Text      locale.Text `json:"text"`
	Orders    int         `json:"orders,omitempty"`    // completed orders
	Locations int         `json:"locations,omitempty"` // different restaurants
	Items     []string    `json:"items,omitempty"`     // each of these items
	Layers    int         `json:"layers,omitempty"`    // layers of one burger's drawing
	Gift      Gift        `json:"gift"`
}

// Goal returns the number of steps of the achievement.
func (a Achievement) Goal() int { return max(a.Orders, a.Locations, len(a.Items), a.Layers) }

// Badge returns the name of its drawing.
func (a Achievement) Badge() string {
	switch {
	case a.Orders > 0:
		return "first"
	case a.Locations > 0:
		return "grills"
	case len(a.Items) > 0:
		return "burgers"
	}
	return "stack"
}

// defaultUnit is the Unit of a Rate without one. Orders of earlier releases have none, so it never changes.
const defaultUnit = 100

// Rate is how many points a spend earns. An order keeps that of its placing, so that a change of the rules changes no order.
type Rate struct {
	Unit       int64 `json:"unit,omitempty"`       // minor units of either currency that earn one point; 0: 100
	Multiplier int64 `json:"multiplier,omitempty"` // how many times its points the spend earns; 0: 1
	// Earning are the kinds of amounts that earn besides the items; nil: none.
	Earning []AmountKind `json:"earning,omitempty"`
}

// Rate returns the rate of an order with the promised time at, in the restaurant's zone. It omits defaultUnit to keep stored orders small.
func (p Program) Rate(at time.Time) Rate {
	r := Rate{p.Unit, p.Multipliers[int(at.Weekday())], p.earning()}
	if r.Unit == defaultUnit {
		r.Unit = 0
	}
	return r
}

// Points returns what a spend earns, rounded down.
func (r Rate) Points(spend money.Amount) int64 {
	return max(0, spend.Minor) / cmp.Or(r.Unit, defaultUnit) * max(1, r.Multiplier)
}

// PointUnit returns Unit, or what counts without one.
func (p Program) PointUnit() int64 { return cmp.Or(p.Unit, defaultUnit) }

// Bounds of the rules. Progress is one small row: it lists at most maxGoal restaurants and items.
const (
	maxUnit       = 10_000
	maxMultiplier = 10
	maxGoal       = 40
	maxAchieved   = 20 // achievements: one order may reach all of them, in one write
	maxDays       = 366
	maxWeight     = 1_000_000
)

// program returns the errors in the rules.
func (f File) program(market menu.Market) []menu.Finding {
	if f.Program == nil {
		return nil
	}
	p, c := *f.Program, checker{Promotion: new(Promotion), at: "/program", market: market}
	words := func(at string, text locale.Text) {
		for _, l := range market.Languages {
			c.require(strings.TrimSpace(text[l]) != "", at, "the text in %s is missing", l)
		}
	}
	within := func(at string, n, least, most int64) {
		c.require(n >= least && n <= most, at, "%d is not a number from %d to %d", n, least, most)
	}
	for _, g := range p.Gifts() {
		at := g.At
		words(at+"/name", g.Label)
		within(at+"/days", int64(g.Days), 0, maxDays)
		c.require((g.Points > 0) != (g.Promotion != ""), at, "needs points or a promotion, not both")
		within(at+"/points", g.Points, 0, maxPoints)
		n := slices.IndexFunc(f.Promotions, func(p Promotion) bool { return p.ID == g.Promotion && p.Serialized })
		c.require(g.Promotion == "" || n >= 0, at+"/promotion", "there is no promotion %q with serialized codes", g.Promotion)
		c.require(g.Points == 0 || g.Days == 0, at+"/days", "points last as long as all points")
	}
	within("/unit", p.Unit, 0, maxUnit)
	if p.Excludes != nil {
		for i, k := range p.Excludes.Amounts {
			at := fmt.Sprintf("/excludes/amounts/%d", i)
			c.require(slices.Contains(amountKinds(), k), at, "%q is not one of fees, taxes and tips", k)
			c.require(!slices.Contains(p.Excludes.Amounts[:i], k), at, "%q is there twice", k)
		}
	}
	for _, day := range slices.Sorted(maps.Keys(p.Multipliers)) {
		at := fmt.Sprintf("/multipliers/%d", day)
		within(at, int64(day), 0, 6)
		within(at, p.Multipliers[day], 2, maxMultiplier)
	}
	if b := p.Birthday; b != nil {
		within("/birthday/daysBefore", int64(b.DaysBefore), 0, 60)
	}
	ids := map[string]bool{}
	id := func(at, id string) {
		c.require(wordForm().MatchString(id) && len(id) <= 40, at+"/id",
			"%q is not words of a–z and 0–9 joined by hyphens, at most 40 characters", id)
		c.require(!ids[id], at+"/id", "the id %q is there twice", id)
		ids[id] = true
	}
	if m := p.Mystery; m != nil {
		within("/mystery/steps", int64(m.Steps), 1, 100)
		endless := false
		for i, prize := range m.Prizes {
			at := fmt.Sprintf("/mystery/prizes/%d", i)
			id(at, prize.ID)
			within(at+"/weight", prize.Weight, 1, maxWeight)
			within(at+"/stock", prize.Stock, 0, maxPrice)
			endless = endless || prize.Stock == 0
		}
		c.require(endless, "/mystery/prizes", "needs a prize without a stock: the others may run out")
	}
	c.require(len(p.Achievements) <= maxAchieved, "/achievements", "there are %d, at most %d", len(p.Achievements), maxAchieved)
	for i, a := range p.Achievements {
		at := fmt.Sprintf("/achievements/%d", i)
		id(at, a.ID)
		words(at+"/name", a.Label)
		words(at+"/text", a.Text)
		rules := 0
		for _, n := range []int{a.Orders, a.Locations, len(a.Items), a.Layers} {
			if n != 0 {
				rules++
			}
		}
		c.require(rules == 1, at, "needs one of orders, locations, items and layers")
		within(at, int64(a.Goal()), 1, maxGoal)
		listed := slices.Clone(a.Items)
		slices.Sort(listed)
		c.require(len(slices.Compact(listed)) == len(a.Items), at+"/items", "an item is there twice")
	}
	within("/maxRedeemed", p.MaxRedeemed, 0, maxPoints)
	within("/maxAdjusted", p.MaxAdjusted, 0, maxPoints)
	return c.found
}

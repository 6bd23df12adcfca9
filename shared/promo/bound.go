package promo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/money"
)

// Bound returns an error that names promotions of the file that can apply to one cart in so many combinations that Best could not try them
// all. It knows no menu: a section may list any item.
func Bound(f File) error {
	for _, group := range coexisting(f.Promotions) {
		if p, o := stacked(group); p != nil {
			return fmt.Errorf("%s and %s of the stacking group %q can reduce the same unit, but each has oncePerOrder, buy or cap: put them into "+
				"different stacking groups, or limit their times, restaurants or items", p.ID, o.ID, p.Stack)
		}
		if nodes, worst := bound(group); nodes > maxNodes {
			var ids []string
			for _, p := range worst {
				ids = append(ids, p.ID)
			}
			return fmt.Errorf("these promotions can apply to the same order in too many combinations: %s; limit their times, restaurants or "+
				"items, or put fewer into one stacking group", strings.Join(ids, ", "))
		}
	}
	return nil
}

// stacked returns two promotions of one stacking group that take single units and can match the same line. Best lets only one of them
// reduce a unit.
func stacked(group []*Promotion) (p, o *Promotion) {
	for n, p := range group {
		for _, o := range group[:n] {
			if p.Stack != "" && p.Stack == o.Stack && p.single() && o.single() && p.Match.share(o.Match) {
				return o, p
			}
		}
	}
	return nil, nil
}

func (p *Promotion) single() bool { return p.Kind.OfUnits() && p.demand() != everyUnit }

const (
	minutesOfDay  = 24 * 60
	minutesOfWeek = 7 * minutesOfDay
)

// coexisting returns the largest groups of promotions that may run at the same time and place for the same handoff and category.
func coexisting(all []Promotion) [][]*Promotion {
	whole := make([]*Promotion, len(all))
	dates, minutes := []location.Date{{}}, []int{0}
	locations, countries, categories := []string{""}, []string{""}, []category.Slug{""}
	for i := range all {
		p := &all[i]
		whole[i] = p
		if p.From != nil {
			dates = append(dates, *p.From)
		}
		for _, day := range p.weekdays() {
			minutes = append(minutes, day*minutesOfDay+p.opens())
		}
		locations, categories = append(locations, p.Locations...), append(categories, p.Categories...)
		for _, code := range p.Countries {
			countries = append(countries, strings.ToUpper(code))
		}
	}
	groups := [][]*Promotion{whole}
	groups = split(groups, dates, func(p *Promotion, day location.Date) bool {
		if p.opens()+p.length() > minutesOfDay { // the hours of the day before end on this day
			return p.covers(day) || p.covers(day.Plus(-1))
		}
		return p.covers(day)
	})
	groups = split(groups, minutes, func(p *Promotion, at int) bool {
		return slices.ContainsFunc(p.weekdays(), func(day int) bool {
			return (at-day*minutesOfDay-p.opens()+minutesOfWeek)%minutesOfWeek < p.length()
		})
	})
	groups = split(groups, location.AllHandoffs, func(p *Promotion, h location.Handoff) bool { return within(p.Handoffs, h) })
	groups = split(groups, locations, func(p *Promotion, id string) bool { return within(p.Locations, id) })
	groups = split(groups, categories, func(p *Promotion, c category.Slug) bool { return within(p.Categories, c) })
	groups = split(groups, countries, func(p *Promotion, code string) bool {
		return len(p.Countries) == 0 || slices.ContainsFunc(p.Countries, func(c string) bool { return strings.EqualFold(c, code) })
	})
	return split(groups, []money.Currency{money.USD, money.CAD}, func(p *Promotion, c money.Currency) bool { return p.runsFor(c) })
}

// covers reports whether the day is one of the dates.
func (p *Promotion) covers(day location.Date) bool {
	return (p.From == nil || !day.Before(*p.From)) && (p.Until == nil || !p.Until.Before(day))
}

func within[T comparable](list []T, v T) bool { return len(list) == 0 || slices.Contains(list, v) }

// split returns the largest parts of the groups that run for one of the values.
func split[T comparable](groups [][]*Promotion, values []T, runs func(*Promotion, T) bool) (parts [][]*Promotion) {
	for n, v := range values {
		if slices.Contains(values[:n], v) {
			continue
		}
		for _, group := range groups {
			var part []*Promotion
			for _, p := range group {
				if runs(p, v) {
					part = append(part, p)
				}
			}
			if slices.ContainsFunc(parts, func(other []*Promotion) bool { return contains(other, part) }) {
				continue
			}
			parts = append(slices.DeleteFunc(parts, func(other []*Promotion) bool { return contains(part, other) }), part)
		}
	}
	return parts
}

// contains reports whether all of part are in whole.
func contains[T comparable](whole, part []T) bool {
	return !slices.ContainsFunc(part, func(p T) bool { return !slices.Contains(whole, p) })
}

// bound returns an upper bound of the nodes for carts to which some of the promotions apply, with at most MaxCoupons coded ones, and the
// promotions that need most of them. Best searches once, and Others once for each promotion that does not apply: all sets of order
// promotions, and the group of unit promotions that has this one. With a minimum after discounts each set of unit promotions is divided.
func bound(group []*Promotion) (nodes int, worst []*Promotion) {
	var units []*Promotion
	var alone [2][]*Promotion // order and handoff promotions
	minAfter := false
	for _, p := range group {
		minAfter = minAfter || p.MinAfter
		switch {
		case p.Kind.OfUnits():
			units = append(units, p)
		case p.Kind.OfHandoff():
			alone[1] = append(alone[1], p)
		default:
			alone[0] = append(alone[0], p)
		}
	}
	all := count(group)
	if all > maxRules {
		return maxNodes + 1, group
	}
	most, divisions := 0, 1
	for _, members := range overlapping(units) {
		n := nodesToDivide(members)
		if minAfter {
			n *= 1 << min(count(members), 20)
		} else {
			n *= 2 + count(members)
		}
		if n > most {
			most, worst = n, members
		}
		nodes += n
	}
	if minAfter {
		divisions = 1 << min(count(units), 20)
	}
	n := (1 + all) * divisions * sets(alone[0]) * sets(alone[1])
	switch {
	case n > most && minAfter:
		worst = group
	case n > most:
		worst = slices.Concat(alone[0], alone[1])
	}
	return nodes + n, worst
}

// count returns how many of the promotions can apply to one cart.
func count(group []*Promotion) int {
	automatic, coupons := coded(group)
	return len(automatic) + coupons
}

// coded returns the automatic promotions and how many of the others can apply to one cart.
func coded(group []*Promotion) (automatic []*Promotion, coupons int) {
	for _, p := range group {
		if p.Automatic() {
			automatic = append(automatic, p)
		}
	}
	return automatic, min(len(group)-len(automatic), MaxCoupons)
}

// sets returns how many sets of order promotions, or of handoff promotions, may apply together.
func sets(group []*Promotion) int {
	stacks := map[string][]*Promotion{}
	for _, p := range group {
		stacks[p.Stack] = append(stacks[p.Stack], p)
	}
	n := 1
	for stack, members := range stacks {
		automatic, coupons := coded(members)
		switch size := len(automatic) + coupons; {
		case stack == "":
			n += size
		default:
			n += 1<<min(size, 20) - 1
		}
	}
	return min(n, maxNodes+1)
}

// overlapping returns the groups of unit promotions that can share a line, each in the order of the file.
func overlapping(units []*Promotion) (groups [][]*Promotion) {
	for _, p := range units {
		var members []*Promotion
		groups = slices.DeleteFunc(groups, func(g []*Promotion) bool {
			shares := slices.ContainsFunc(g, func(o *Promotion) bool { return o.touches().share(p.touches()) })
			if shares {
				members = append(members, g...)
			}
			return shares
		})
		members = append(members, p)
		slices.SortFunc(members, func(a, b *Promotion) int { return cmp.Compare(slices.Index(units, a), slices.Index(units, b)) })
		groups = append(groups, members)
	}
	return groups
}

// share reports whether a line can be in both matches.
func (m Match) share(o Match) bool {
	return len(m.Sections) > 0 || len(o.Sections) > 0 ||
		slices.ContainsFunc(m.Items, func(id string) bool { return slices.Contains(o.Items, id) })
}

// touches returns what the promotion matches or requires.
func (p *Promotion) touches() Match {
	if p.Buy == nil {
		return p.Match
	}
	return Match{slices.Concat(p.Items, p.Buy.Items), slices.Concat(p.Sections, p.Buy.Sections)}
}

// nodesToDivide returns an upper bound of the nodes of a division of these promotions, at least maxNodes if there are more.
func nodesToDivide(group []*Promotion) int {
	all, coupons := coded(group)
	if len(all)+coupons == len(group) {
		all, coupons = group, 0
	}
	var ofUse [manyUses + 1][]int // by demand: the seats of a use of each promotion
	for _, p := range all {
		ofUse[p.demand()] = append(ofUse[p.demand()], p.buys()+p.gets())
	}
	if coupons > 0 { // each that can apply counts as the one with the most demand and the most seats
		demand, seats := everyUnit, 0
		for _, p := range group {
			if !p.Automatic() {
				demand, seats = max(demand, p.demand()), max(seats, p.buys()+p.gets())
			}
		}
		ofUse[demand] = append(ofUse[demand], slices.Repeat([]int{seats}, coupons)...)
	}
	// Those of every unit that the guest chose have a seat.
	every := len(ofUse[everyUnit])
	seated := len(all) + coupons - every + min(every, maxChosen)
	setup := len(all) + coupons + seated*seatNodes
	before, leaves := min(every, maxChosen)+len(ofUse[oneUnit]), 1
	try := func(filled *int, seats, times int) {
		*filled = min(*filled+leaves*seats*times, 2*maxNodes)
		leaves = min(leaves*(1+times), 2*maxNodes)
	}
	for _, seats := range ofUse[oneUse] {
		try(&before, seats, 1)
	}
	if len(ofUse[manyUses]) == 0 {
		return setup + before
	}
	sum, start := setup, leaves
	for last, seats := range ofUse[manyUses] {
		filled := before
		leaves = start
		for n, other := range ofUse[manyUses] {
			if n != last {
				try(&filled, other, fewUses)
			}
		}
		try(&filled, seats, maxUses)
		sum += filled
	}
	return sum
}

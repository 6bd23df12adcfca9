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
		if nodes, worst := bound(group); nodes > maxNodes {
			var ids []string
			for _, p := range worst {
				ids = append(ids, p.ID)
			}
			return fmt.Errorf("these promotions can apply to the same order in too many combinations: %s; limit their times, restaurants or items, "+
				"or put fewer into one stacking group", strings.Join(ids, ", "))
		}
	}
	return nil
}

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
// promotions that need most of them.
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
	if automatic, coded := coded(group); len(automatic)+coded > maxRules {
		return maxNodes + 1, group
	}
	automatic, coded := coded(units)
	lists := (len(automatic) + coded + 1) * (maxChosen + 1)
	nodes, worst = lists*sets(alone[0])*sets(alone[1]), slices.Concat(alone[0], alone[1])
	most := nodes
	for _, members := range overlapping(units, minAfter) {
		n := tries(members)
		if n > most {
			most, worst = n, members
		}
		nodes += n
	}
	return nodes, worst
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
func overlapping(units []*Promotion, minAfter bool) (groups [][]*Promotion) {
	for _, p := range units {
		var members []*Promotion
		groups = slices.DeleteFunc(groups, func(g []*Promotion) bool {
			shares := minAfter || slices.ContainsFunc(g, func(o *Promotion) bool { return share(o, p) })
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

// share reports whether two unit promotions can match or require items of the same line.
func share(p, o *Promotion) bool {
	a, b := p.touches(), o.touches()
	return len(a.Sections) > 0 || len(b.Sections) > 0 ||
		slices.ContainsFunc(a.Items, func(id string) bool { return slices.Contains(b.Items, id) })
}

// touches returns what the promotion matches or requires.
func (p *Promotion) touches() Match {
	if p.Buy == nil {
		return p.Match
	}
	return Match{slices.Concat(p.Items, p.Buy.Items), slices.Concat(p.Sections, p.Buy.Sections)}
}

// tries returns how often the search for sets of unit promotions tries to add one, or more than maxNodes. If fewer than all coded ones can
// apply, they count as independent of the others and tried before them, which needs most.
func tries(members []*Promotion) int {
	counted, doubled := members, 0
	if automatic, coupons := coded(members); len(members)-len(automatic) > coupons {
		counted, doubled = automatic, coupons
	}
	return 1<<doubled - 1 + tried(counted)<<doubled
}

// tried counts the nodes of setsOfUnits in the order of the file.
func tried(members []*Promotion) (n int) {
	var walk func(rest, set []*Promotion)
	walk = func(rest, set []*Promotion) {
		if len(rest) == 0 || n > maxNodes {
			return
		}
		n++
		if !slices.ContainsFunc(set, func(p *Promotion) bool { return p.excludes(rest[0]) }) {
			walk(rest[1:], append(set, rest[0]))
		}
		walk(rest[1:], set)
	}
	walk(members, nil)
	return n
}

// excludes reports whether p leaves no unit for o, which comes after p.
func (p *Promotion) excludes(o *Promotion) bool {
	return p.Buy == nil && !p.OncePerOrder && o.Stack == "" && contains(p.Items, o.Items) && contains(p.Sections, o.Sections)
}

package promo

import (
	"cmp"
	"math/bits"
	"slices"

	"ordering/shared/money"
)

const (
	// maxNodes bounds the work of Best. A node is a set of order promotions that is tried. Bound refuses a file that could need more.
	maxNodes = 20_000
	// useNodes is how many nodes it counts as, by its time, to try one more use of a unit promotion, and setNodes to try a set of unit
	// promotions, if a minimum after discounts needs all sets.
	useNodes, setNodes = 7, 10
	// maxRules is how many promotions can apply to one cart: a combination is the bits of a uint64.
	maxRules = 64
	// maxChosen is how many promotions a guest can choose.
	maxChosen = 5
)

// Best returns the combination of promotions that leaves the guest the least before tax (docs/decisions/best-deal.md).
func (s *Set) Best(c Cart) Result {
	if s == nil {
		s = NewSet(nil)
	}
	rules, missed := s.judge(&c)
	return newSearch(&c, rules).result(missed)
}

// result returns the best combination, and the best one for each promotion that is not in it, as if the guest chose that one.
func (q *search) result(missed []Missed) Result {
	result := Result{Applied: q.applied(q.best(q.chosen)), Missed: missed}
	for i := range q.rules {
		r := &q.rules[i]
		if result.applies(r.Promotion) {
			continue
		}
		if with := q.best(1 << i); q.reduces(&with, i) {
			result.Others = append(result.Others, Other{r.Promotion, with.saving})
		}
		if r.coupon != nil {
			result.Missed = append(result.Missed, Missed{Promotion: r.Promotion, Coupon: r.coupon, Reason: OtherDeal})
		}
	}
	slices.SortStableFunc(result.Others, func(a, b Other) int { return -cmp.Compare(a.Saving, b.Saving) })
	return result
}

func (r Result) applies(p *Promotion) bool {
	return slices.ContainsFunc(r.Applied, func(a Applied) bool { return a.Promotion == p })
}

// combination is a set of rules (bits by the order of the file) with the units that they take, and what its unit promotions and then all of
// them take off.
type combination struct {
	set             uint64
	takes           []take
	ofUnits, saving int64
}

// group is unit promotions that share no line with others.
type group struct {
	members []int
	set     uint64
	best    []combination // if nothing is chosen
}

// search finds combinations of the rules that apply to a cart.
type search struct {
	cart     *Cart
	rules    []rule
	chosen   uint64 // of the rules
	subtotal int64
	ofUnit   []int    // indexes of the unit promotions in the order in which those of a stacking group reduce a unit
	ofOrder  []int    // indexes of the order and handoff promotions in the order in which they apply
	orders   []uint64 // sets of them that may apply together
	groups   []group
	minAfter bool // what is left after other promotions decides if some apply
	nodes    int
}

func newSearch(c *Cart, rules []rule) *search {
	q := &search{cart: c, rules: rules, subtotal: c.subtotal()}
	for i := range rules {
		r := &rules[i]
		q.minAfter = q.minAfter || r.after > 0
		if slices.Contains(c.Chosen[:min(len(c.Chosen), maxChosen)], r.ID) {
			q.chosen |= 1 << i
		}
		if r.Kind.OfUnits() {
			q.ofUnit = append(q.ofUnit, i)
		} else {
			q.ofOrder = append(q.ofOrder, i)
		}
	}
	for _, order := range [][]int{q.ofUnit, q.ofOrder} {
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(rules[a].stage(), rules[b].stage()), cmp.Compare(rules[a].ID, rules[b].ID))
		})
	}
	q.orders = q.setsOfOrder()
	for _, members := range q.components() {
		g := group{members: members}
		for _, i := range members {
			g.set |= 1 << i
		}
		g.best = q.setsOfUnits(members)
		q.groups = append(q.groups, g)
	}
	return q
}

// stage orders promotions that reduce the same: percentages, those with a cap, amounts; then those of the handoff. This costs the guest
// least.
func (r *rule) stage() (stage int) {
	if r.Kind.OfHandoff() {
		stage = 3
	}
	switch {
	case r.rate == 0:
		stage += 2
	case r.most > 0:
		stage++
	}
	return stage
}

// setsOfOrder returns the sets with at most one order promotion and one handoff promotion, or several of one stacking group.
func (q *search) setsOfOrder() []uint64 {
	var alone [2][]uint64 // sets of order and of handoff promotions
	for kind := range alone {
		sets := []uint64{0}
		for _, i := range q.ofOrder {
			r := &q.rules[i]
			if r.Kind.OfHandoff() != (kind == 1) {
				continue
			}
			for _, set := range sets[:min(len(sets), maxNodes)] {
				if set == 0 || r.stack != exclusive && q.rules[bits.TrailingZeros64(set)].stack == r.stack {
					sets = append(sets, set|1<<i)
				}
			}
		}
		alone[kind] = sets
	}
	var sets []uint64
	for _, order := range alone[0] {
		for _, handoff := range alone[1][:min(len(alone[1]), maxNodes-len(sets))] {
			sets = append(sets, order|handoff)
		}
	}
	return sets
}

// components returns the indexes of the unit promotions in groups that share no line. A minimum after discounts depends on all of them.
func (q *search) components() [][]int {
	var groups [][]int
	var linesOf [][]bool
	for i := range q.rules {
		r := &q.rules[i]
		if !r.Kind.OfUnits() {
			continue
		}
		members, lines := []int{i}, make([]bool, len(r.match))
		for l := range lines {
			lines[l] = r.match[l] || r.buy[l]
		}
		for g := 0; g < len(groups); {
			shares := q.minAfter
			for l, in := range linesOf[g] {
				shares = shares || in && lines[l]
			}
			if !shares {
				g++
				continue
			}
			for l, in := range linesOf[g] {
				lines[l] = lines[l] || in
			}
			members = append(groups[g], members...)
			groups, linesOf = slices.Delete(groups, g, g+1), slices.Delete(linesOf, g, g+1)
		}
		slices.Sort(members)
		groups, linesOf = append(groups, members), append(linesOf, lines)
	}
	return groups
}

// setsOfUnits returns the best combination of the unit promotions of a group. If minima after discounts may refuse it, it returns
// combinations of every set of them.
func (q *search) setsOfUnits(group []int) (all []combination) {
	if !q.minAfter {
		return q.divide(group, 0)
	}
	for set := range uint64(1) << len(group) {
		if q.nodes += setNodes; q.nodes > maxNodes && set > 0 {
			break
		}
		var members []int
		for n, i := range group {
			if set&(1<<n) != 0 {
				members = append(members, i)
			}
		}
		all = append(all, q.divide(members, 0)...)
	}
	return all
}

// best returns the combination that leaves the guest the least, of those with the most of chosen. Of equal ones it is the one with the
// fewest promotions, then with the most off single units, then the first in the order of the file.
func (q *search) best(chosen uint64) (best combination) {
	units := []combination{{}}
	for i := range q.groups {
		g := &q.groups[i]
		sets := g.best
		if chosen&g.set != 0 && !q.minAfter {
			sets = q.divide(g.members, chosen&g.set)
		}
		var both []combination
		for _, a := range units { // one, because a minimum after discounts joins all groups
			for _, b := range sets {
				both = append(both, combination{set: a.set | b.set, takes: slices.Concat(a.takes, b.takes), ofUnits: a.ofUnits + b.ofUnits})
			}
		}
		units = both
	}
	q.nodes += len(units) * len(q.orders)
	some := false
	for _, c := range units {
		for _, orders := range q.orders {
			saving, applies := q.reduceOrder(c.ofUnits, orders)
			if !applies {
				continue
			}
			with := c
			with.set, with.saving = c.set|orders, saving
			if !some || with.before(&best, chosen) {
				best, some = with, true
			}
		}
	}
	return best
}

// before reports whether c is better than d.
func (c *combination) before(d *combination, chosen uint64) bool {
	if byRule := cmp.Or(
		-cmp.Compare(bits.OnesCount64(c.set&chosen), bits.OnesCount64(d.set&chosen)),
		-cmp.Compare(c.saving, d.saving),
		cmp.Compare(bits.OnesCount64(c.set), bits.OnesCount64(d.set)),
		-cmp.Compare(c.ofUnits, d.ofUnits),
	); byRule != 0 {
		return byRule < 0
	}
	return c.first(d)
}

// first reports whether c has the first promotion, in the order of the file, that is not in both.
func (c *combination) first(d *combination) bool {
	differ := c.set ^ d.set
	return c.set&(differ&-differ) != 0
}

// reduceOrder returns the saving when a set of order and handoff promotions follows unit promotions. applies is false if less than the
// minimum of one is left.
func (q *search) reduceOrder(ofUnits int64, orders uint64) (saving int64, applies bool) {
	left := q.subtotal - ofUnits
	for _, i := range q.ofOrder {
		if orders&(1<<i) == 0 {
			continue
		}
		r := &q.rules[i]
		if left < r.after {
			return 0, false
		}
		left -= r.ofOrder(left)
	}
	return q.subtotal - left, true
}

// reduces reports whether the ith rule takes something off in the combination.
func (q *search) reduces(c *combination, i int) bool {
	r := &q.rules[i]
	return c.set&(1<<i) != 0 && (r.Kind.OfUnits() || Result{Applied: q.applied(*c)}.applies(r.Promotion))
}

// parts returns what each unit promotion takes off each line.
func (q *search) parts(c *combination) map[int][]int64 {
	all := map[int][]int64{}
	for _, t := range c.takes {
		q.eachOff(t.line, t.rules, func(i int, off int64) {
			if all[i] == nil {
				all[i] = make([]int64, len(q.cart.Lines))
			}
			all[i][t.line] += off * t.count
		})
	}
	for i, parts := range all {
		if most := q.rules[i].most; most > 0 && sumOf(parts) > most {
			all[i] = q.allocate(most, parts)
		}
	}
	return all
}

func sumOf(parts []int64) (sum int64) {
	for _, part := range parts {
		sum += part
	}
	return sum
}

// allocate divides an amount over the lines in proportion to the weights.
func (q *search) allocate(amount int64, weights []int64) []int64 {
	parts := make([]int64, len(weights))
	for i, part := range money.Allocate(money.Of(amount, q.cart.Currency), weights) {
		parts[i] = part.Minor
	}
	return parts
}

// applied returns the promotions of a combination with what each takes off: those of units in the order of the file, then the others in the
// order in which they apply. One that finds nothing left is not applied.
func (q *search) applied(c combination) (all []Applied) {
	left := make([]int64, len(q.cart.Lines))
	for i, l := range q.cart.Lines {
		left[i] = max(0, l.Unit) * int64(l.Quantity)
	}
	add := func(i int, parts []int64) {
		r := &q.rules[i]
		if amount := sumOf(parts); amount > 0 {
			all = append(all, Applied{Promotion: r.Promotion, Coupon: r.coupon, Amount: amount, Parts: parts})
		}
		for line, part := range parts {
			left[line] -= part
		}
	}
	ofUnits := q.parts(&c)
	for i := range q.rules {
		add(i, ofUnits[i])
	}
	for _, i := range q.ofOrder {
		if c.set&(1<<i) != 0 {
			add(i, q.allocate(q.rules[i].ofOrder(sumOf(left)), left))
		}
	}
	return all
}

package promo

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"ordering/shared/money"
)

const (
	// maxNodes bounds the work of Best and Others together. A node is a seat that a division fills, a promotion that it has, or a set of
	// order promotions that is tried. A promotion with seats counts as seatNodes more, by its time. Bound refuses a file that could need
	// more.
	maxNodes  = 20_000
	seatNodes = 9
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
	q := newSearch(&c, rules)
	result := Result{Applied: q.applied(q.best(q.chosen)), Missed: missed, search: q}
	for i := range rules {
		if r := &rules[i]; r.coupon != nil && !result.applies(r.Promotion) {
			result.Missed = append(result.Missed, Missed{Promotion: r.Promotion, Coupon: r.coupon, Reason: OtherDeal})
		}
	}
	return result
}

// Others returns the promotions that the guest could choose instead, with what the guest saves then, the most first. It searches once for
// each.
func (r Result) Others() (all []Other) {
	if r.search == nil {
		return nil
	}
	for i := range r.search.rules {
		p := r.search.rules[i].Promotion
		if r.applies(p) {
			continue
		}
		with := r.search.best(1 << i)
		_, taking, _ := r.search.reduceOrder(with.ofUnits, with.set&r.search.order)
		if (with.set&^r.search.order|taking)&(1<<i) != 0 {
			all = append(all, Other{p, with.saving})
		}
	}
	slices.SortStableFunc(all, func(a, b Other) int { return -cmp.Compare(a.Saving, b.Saving) })
	return all
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

// take is units of one line that the same promotions reduce.
type take struct {
	line  int
	count int64
	rules uint64
}

// search finds combinations of the rules that apply to a cart.
type search struct {
	cart     *Cart
	rules    []rule
	chosen   uint64 // of the rules
	costs    costs
	subtotal int64
	unit     uint64        // the unit promotions
	ofUnit   []int         // their indexes in the order in which those of a stacking group reduce a unit
	order    uint64        // the order and handoff promotions
	ofOrder  []int         // their indexes in the order in which they apply
	every    []uint64      // by stacking group: the promotions of every unit
	touching []uint64      // of each rule: the unit promotions that share a line with it
	orders   []uint64      // sets of order and handoff promotions that may apply together
	units    []combination // of each set of unit promotions, if minima after discounts choose among them
	divided  map[members]combination
	nodes    int
}

// costs are the rules that take points, and those that take a coupon of one guest.
type costs struct{ points, codes uint64 }

// members are the unit promotions of a division, and those that the guest chose.
type members struct{ set, chosen uint64 }

func newSearch(c *Cart, rules []rule) *search {
	q := &search{cart: c, rules: rules, subtotal: c.subtotal(), touching: make([]uint64, len(rules)), divided: map[members]combination{}}
	minAfter := false
	for i := range rules {
		r := &rules[i]
		minAfter = minAfter || r.after > 0
		if slices.Contains(c.Chosen[:min(len(c.Chosen), maxChosen)], r.ID) {
			q.chosen |= 1 << i
		}
		if r.Points > 0 {
			q.costs.points |= 1 << i
		}
		if r.Serialized {
			q.costs.codes |= 1 << i
		}
		if !r.Kind.OfUnits() {
			q.ofOrder, q.order = append(q.ofOrder, i), q.order|1<<i
			continue
		}
		for len(q.every) <= r.stack {
			q.every = append(q.every, 0)
		}
		if r.demand() == everyUnit {
			q.every[r.stack] |= 1 << i
		}
		q.ofUnit, q.unit = append(q.ofUnit, i), q.unit|1<<i
	}
	for l := range c.Lines {
		line := uint64(0)
		for _, i := range q.ofUnit {
			if c.Lines[l].Unit <= 0 || c.Lines[l].Quantity <= 0 {
				break
			}
			if rules[i].match[l] || rules[i].buy[l] {
				line |= 1 << i
			}
		}
		for i := range eachBit(line) {
			q.touching[i] |= line
		}
	}
	for _, order := range [][]int{q.ofUnit, q.ofOrder} {
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(rules[a].stage(), rules[b].stage()), cmp.Compare(rules[a].ID, rules[b].ID))
		})
	}
	q.orders = q.setsOfOrder()
	if minAfter {
		q.units = q.setsOfUnits()
	}
	return q
}

// setsOfUnits returns the best combination of each set of unit promotions.
func (q *search) setsOfUnits() (all []combination) {
	known := map[uint64]int{}
	for set := q.unit; ; set = (set - 1) & q.unit {
		c := q.unitsOf(set, 0)
		if n, some := known[c.set]; !some {
			known[c.set], all = len(all), append(all, c)
		} else if c.ofUnits > all[n].ofUnits {
			all[n] = c
		}
		if set == 0 || q.nodes > maxNodes {
			return all
		}
	}
}

// eachBit yields the bits of a set.
func eachBit(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
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

// unitsOf returns the best combination of the unit promotions of a set. Groups that share no line are divided on their own.
func (q *search) unitsOf(set, chosen uint64) (all combination) {
	whole := members{set, chosen & set}
	if c, known := q.divided[whole]; known {
		return c
	}
	for left := set; left != 0; {
		group := left & -left
		for grown := uint64(0); grown != group; {
			grown = group
			for i := range eachBit(grown) {
				group |= q.touching[i] & set
			}
		}
		left &^= group
		key := members{group, chosen & group}
		c, known := q.divided[key]
		if !known {
			c = q.divide(group, key.chosen)
			q.divided[key] = c
		}
		all.set |= c.set
		all.takes = append(all.takes, c.takes...)
		all.ofUnits += c.ofUnits
	}
	q.divided[whole] = all
	return all
}

// best returns the combination that leaves the guest the least, of those with the most of chosen. Of equal ones it is the one that
// takes the fewest rewards for points, then the fewest coupons of one guest, then the fewest promotions, then the most off single units,
// then the first in the order of the file.
func (q *search) best(chosen uint64) (best combination) {
	units := q.units
	if units == nil {
		units = []combination{q.unitsOf(q.unit, chosen)}
	}
	q.nodes += len(units) * len(q.orders)
	some := false
	for _, c := range units {
		for _, orders := range q.orders {
			saving, _, applies := q.reduceOrder(c.ofUnits, orders)
			if !applies {
				continue
			}
			c.set, c.saving = c.set&^q.order|orders, saving
			if !some || c.before(&best, chosen, q.costs) {
				best, some = c, true
			}
		}
	}
	return best
}

// before reports whether c is better than d.
func (c *combination) before(d *combination, chosen uint64, costs costs) bool {
	if byRule := cmp.Or(
		-cmp.Compare(bits.OnesCount64(c.set&chosen), bits.OnesCount64(d.set&chosen)),
		-cmp.Compare(c.saving, d.saving),
		cmp.Compare(bits.OnesCount64(c.set&costs.points), bits.OnesCount64(d.set&costs.points)),
		cmp.Compare(bits.OnesCount64(c.set&costs.codes), bits.OnesCount64(d.set&costs.codes)),
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

// reduceOrder returns the saving when a set of order and handoff promotions follows unit promotions, and which of them take something off.
// applies is false if less than the minimum of one is left.
func (q *search) reduceOrder(ofUnits int64, orders uint64) (saving int64, taking uint64, applies bool) {
	left := q.subtotal - ofUnits
	for _, i := range q.ofOrder {
		if orders&(1<<i) == 0 {
			continue
		}
		r := &q.rules[i]
		if left < r.after {
			return 0, 0, false
		}
		if off := r.ofOrder(left); off > 0 {
			left -= off
			taking |= 1 << i
		}
	}
	return q.subtotal - left, taking, true
}

// eachOff calls f with what each of the rules takes off a unit of the line, one after the other.
func (q *search) eachOff(line int, rules uint64, f func(i int, off int64)) {
	left := q.cart.Lines[line].Unit
	for _, i := range q.ofUnit {
		if r := &q.rules[i]; rules&(1<<i) != 0 && r.match[line] {
			if off := r.capped(r.reduce(left)); off > 0 {
				left -= off
				f(i, off)
			}
		}
	}
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

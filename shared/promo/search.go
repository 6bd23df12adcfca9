package promo

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"ordering/shared/money"
)

const (
	// maxNodes is how often the search for the best combination tries to add a promotion, or order promotions, to a set of others. Bound
	// refuses a file that could need more.
	maxNodes = 20_000
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
	best, _ := q.best(q.chosen, 0)
	result := Result{Applied: q.applied(best.set), Missed: missed}
	for i := range rules {
		r, one := &rules[i], uint64(1)<<i
		if result.applies(r.Promotion) {
			continue
		}
		if with, ok := q.best(0, one); ok && q.reduces(with.set, i) {
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

// combination is a set of rules (bits by the order of the file) with what its unit promotions and then all of them take off.
type combination struct {
	set             uint64
	ofUnits, saving int64
}

// group is unit promotions that share no line with others, and all sets of them that can apply.
type group struct {
	members uint64
	sets    []combination // saving is not set
	best    []combination // most of them, if nothing is chosen
}

// search finds combinations of the rules that apply to a cart.
type search struct {
	cart     *Cart
	rules    []rule
	chosen   uint64 // of the rules
	subtotal int64
	ofOrder  []int    // indexes of the order and handoff promotions in the order in which they apply
	orders   []uint64 // sets of them that may apply together
	groups   []group
	minAfter bool // what is left after other promotions decides if some apply
	nodes    int
	scratch  scratch
}

func newSearch(c *Cart, rules []rule) *search {
	q := &search{cart: c, rules: rules, subtotal: c.subtotal()}
	for i := range rules {
		r := &rules[i]
		q.minAfter = q.minAfter || r.after > 0
		if slices.Contains(c.Chosen[:min(len(c.Chosen), maxChosen)], r.ID) {
			q.chosen |= 1 << i
		}
		if !r.Kind.OfUnits() {
			q.ofOrder = append(q.ofOrder, i)
		}
	}
	slices.SortStableFunc(q.ofOrder, func(a, b int) int { return cmp.Compare(rules[a].stage(), rules[b].stage()) })
	q.orders = q.setsOfOrder()
	for _, members := range q.components() {
		q.groups = append(q.groups, q.setsOfUnits(members))
	}
	return q
}

// stage orders the promotions of the whole order: percentages, amounts, then those of the handoff.
func (r *rule) stage() (stage int) {
	if r.Kind.OfHandoff() {
		stage = 2
	}
	if !r.Kind.Percentage() {
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

// setsOfUnits returns every set of the members in which each promotion takes something off, in the order of the file.
func (q *search) setsOfUnits(members []int) (g group) {
	lines := make([]bool, len(q.cart.Lines))
	for _, i := range members {
		g.members |= 1 << i
		for l := range lines {
			lines[l] = lines[l] || q.rules[i].match[l] || q.rules[i].buy[l]
		}
	}
	units := q.cart.runsOf(lines)
	buffers := make([][]run, len(members))
	for i := range buffers {
		buffers[i] = make([]run, 0, 2*len(units))
	}
	g.sets = make([]combination, 0, 1<<min(len(members), 10))
	var walk func(depth int, units []run, c combination)
	walk = func(depth int, units []run, c combination) {
		if depth == len(members) || q.nodes >= maxNodes {
			g.sets = append(g.sets, c)
			return
		}
		q.nodes++
		i := members[depth]
		if r := &q.rules[i]; q.subtotal-c.ofUnits >= r.after {
			after, saving := r.apply(units, buffers[depth], &q.scratch)
			buffers[depth] = after
			if saving > 0 {
				walk(depth+1, after, combination{set: c.set | 1<<i, ofUnits: c.ofUnits + saving})
			}
		}
		walk(depth+1, units, c)
	}
	walk(0, units, combination{})
	g.best = most(g.sets, 0, 0, len(q.rules))
	if q.minAfter {
		slices.SortStableFunc(g.sets, func(a, b combination) int { return -cmp.Compare(a.ofUnits, b.ofUnits) })
	}
	return g
}

// best returns the combination that leaves the guest the least, of those with the most of chosen and all of must. ok is false if no
// combination has them. Of equal ones it is the one with the fewest promotions, then with the most off single units, then the first in the
// order of the file.
func (q *search) best(chosen, must uint64) (best combination, ok bool) {
	ofOrder := uint64(0)
	for _, i := range q.ofOrder {
		ofOrder |= 1 << i
	}
	lists := q.candidates(chosen, must)
	q.nodes += len(lists) * len(q.orders)
	for _, candidates := range lists {
		for _, orders := range q.orders {
			if orders&must != must&ofOrder {
				continue
			}
			// The less the unit promotions leave, the less the guest pays with the same order promotions: the best candidate is the first one
			// that these accept.
			n := sort.Search(len(candidates), func(i int) bool { _, applies := q.reduceOrder(candidates[i].ofUnits, orders); return applies })
			if n == len(candidates) {
				continue
			}
			c := candidates[n]
			c.saving, _ = q.reduceOrder(c.ofUnits, orders)
			c.set |= orders
			if !ok || c.before(&best, chosen) {
				best, ok = c, true
			}
		}
	}
	return best, ok
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

// candidates returns sets of unit promotions with all of must, in lists of sets of one size that have as many of chosen: the one that takes
// off most. A minimum after discounts may refuse that one, so then the lists have all sets, the one that takes off most first.
func (q *search) candidates(chosen, must uint64) (lists [][]combination) {
	if q.minAfter && len(q.groups) > 0 {
		return bySize(q.groups[0].sets, chosen, must&q.groups[0].members, len(q.rules))
	}
	best := []combination{{}}
	for _, g := range q.groups {
		mine := g.best
		if must&g.members != 0 || chosen != 0 {
			mine = most(g.sets, chosen, must&g.members, len(q.rules))
		}
		both := make([]combination, 0, len(mine)*len(best))
		for _, a := range mine {
			for _, b := range best {
				both = append(both, combination{set: a.set | b.set, ofUnits: a.ofUnits + b.ofUnits})
			}
		}
		best = most(both, chosen, 0, len(q.rules))
	}
	for i := range best {
		lists = append(lists, best[i:i+1])
	}
	return lists
}

// most returns the first of the sets with all of must that take off most, of each size. If nothing is chosen, it leaves out larger sets
// that take off no more.
func most(sets []combination, chosen, must uint64, rules int) []combination {
	best := make([]combination, (rules+1)*(bits.OnesCount64(chosen)+1))
	have := make([]bool, len(best))
	for i := range sets {
		c := &sets[i]
		if c.set&must != must {
			continue
		}
		if at := c.size(chosen); !have[at] || c.ofUnits > best[at].ofUnits || c.ofUnits == best[at].ofUnits && c.first(&best[at]) {
			best[at], have[at] = *c, true
		}
	}
	kept := best[:0]
	for i, c := range best {
		if have[i] && (chosen != 0 || len(kept) == 0 || c.ofUnits > kept[len(kept)-1].ofUnits) {
			kept = append(kept, c)
		}
	}
	return kept
}

// bySize returns the sets of each size with all of must in their order.
func bySize(sets []combination, chosen, must uint64, rules int) [][]combination {
	lists := make([][]combination, (rules+1)*(bits.OnesCount64(chosen)+1))
	for _, c := range sets {
		if c.set&must == must {
			at := c.size(chosen)
			lists[at] = append(lists[at], c)
		}
	}
	return slices.DeleteFunc(lists, func(list []combination) bool { return len(list) == 0 })
}

// size numbers the number of promotions in the set together with the number of chosen ones.
func (c *combination) size(chosen uint64) int {
	return bits.OnesCount64(c.set)*(bits.OnesCount64(chosen)+1) + bits.OnesCount64(c.set&chosen)
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

// reduces reports whether the ith rule takes something off in the set.
func (q *search) reduces(set uint64, i int) bool {
	r := &q.rules[i]
	return r.Kind.OfUnits() || Result{Applied: q.applied(set)}.applies(r.Promotion)
}

// applied returns the promotions of a set with what each takes off, in the order in which they apply. One that finds nothing left is not
// applied.
func (q *search) applied(set uint64) (all []Applied) {
	left := make([]int64, len(q.cart.Lines))
	units := q.cart.runsOf(nil)
	for _, u := range units {
		left[u.line] += u.left * u.count
	}
	add := func(r *rule, parts []int64) {
		a := Applied{Promotion: r.Promotion, Coupon: r.coupon, Parts: parts}
		for i, part := range parts {
			a.Amount += part
			left[i] -= part
		}
		if a.Amount > 0 {
			all = append(all, a)
		}
	}
	for i := range q.rules {
		if r := &q.rules[i]; r.Kind.OfUnits() && set&(1<<i) != 0 {
			units, _ = r.apply(units, nil, &q.scratch)
			parts := slices.Clone(left)
			for _, u := range units {
				parts[u.line] -= u.left * u.count
			}
			add(r, parts)
		}
	}
	for _, i := range q.ofOrder {
		if r := &q.rules[i]; set&(1<<i) != 0 {
			sum := int64(0)
			for _, l := range left {
				sum += l
			}
			parts := make([]int64, len(left))
			for i, part := range money.Allocate(money.Of(r.ofOrder(sum), q.cart.Currency), left) {
				parts[i] = part.Minor
			}
			add(r, parts)
		}
	}
	return all
}

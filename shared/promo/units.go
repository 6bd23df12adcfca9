package promo

import (
	"cmp"
	"slices"
)

// run is units of one line with the same price left and the same taker.
type run struct {
	line  int
	count int64
	left  int64 // price of one unit after the promotions so far
	taker int   // free, exclusive, or the number of a stacking group
}

// runsOf returns the units that cost something on the lines in which (nil: all).
func (c *Cart) runsOf(which []bool) []run {
	runs := make([]run, 0, 2*len(c.Lines))
	for i, l := range c.Lines {
		if l.Unit > 0 && l.Quantity > 0 && (which == nil || which[i]) {
			runs = append(runs, run{line: i, count: int64(l.Quantity), left: l.Unit})
		}
	}
	return runs
}

// pick is units that a promotion takes out of a run: it reduces each, or requires them and reduces them by 0.
type pick struct {
	run
	reduction int64
}

// scratch is the memory of apply.
type scratch struct {
	before []run
	picks  []pick
}

// apply returns the units after the promotion, in the memory of buffer, and what it takes off.
func (r *rule) apply(units, buffer []run, s *scratch) ([]run, int64) {
	after := append(buffer[:0], units...)
	s.picks = s.picks[:0]
	switch {
	case r.Buy == nil && !r.OncePerOrder:
		for i := range after {
			if r.mayReduce(&after[i]) {
				r.take(&after[i], after[i].count, r.reduce(after[i].left), s)
			}
		}
	case r.Buy == nil:
		r.reduceBest(after, 1, s)
	default:
		for {
			s.before = append(s.before[:0], after...)
			picks := len(s.picks)
			if !r.require(after, s) || !r.reduceBest(after, int64(max(1, r.Buy.Get)), s) {
				copy(after, s.before)
				s.picks = s.picks[:picks]
				break
			}
			if r.OncePerOrder {
				break
			}
		}
	}
	total := int64(0)
	for _, p := range s.picks {
		total += p.reduction * p.count
	}
	if r.most > 0 && total > r.most {
		s.picks = limit(s.picks, r.most, total)
		total = r.most
	}
	for _, p := range s.picks {
		p.left -= p.reduction
		after = put(after, p.run)
	}
	return after, total
}

// mayReduce reports whether the promotion may reduce the units of a run.
func (r *rule) mayReduce(u *run) bool {
	return u.count > 0 && r.match[u.line] && (u.taker == free || u.taker == r.stack && r.stack != exclusive)
}

// reduces reports whether the promotion takes something off free units of a run.
func (r *rule) reduces(u *run) bool { return r.match[u.line] && r.reduce(u.left) > 0 }

// take takes count units out of a run.
func (r *rule) take(u *run, count, reduction int64, s *scratch) {
	taken := pick{*u, reduction}
	taken.count, taken.taker = count, r.stack
	u.count -= count
	s.picks = append(s.picks, taken)
}

// require takes the units that must be bought: those that the promotion does not reduce first, then the dearest. It returns false if there
// are not enough.
func (r *rule) require(units []run, s *scratch) bool {
	for missing := int64(r.Buy.Quantity); missing > 0; {
		var best *run
		for i := range units {
			u := &units[i]
			if u.count > 0 && u.taker == free && r.buy[u.line] && (best == nil || r.requiresFirst(u, best)) {
				best = u
			}
		}
		if best == nil {
			return false
		}
		count := min(missing, best.count)
		r.take(best, count, 0, s)
		s.picks[len(s.picks)-1].taker = exclusive
		missing -= count
	}
	return true
}

func (r *rule) requiresFirst(a, b *run) bool {
	if reducesA, reducesB := r.reduces(a), r.reduces(b); reducesA != reducesB {
		return reducesB
	}
	return a.left > b.left || a.left == b.left && a.line < b.line
}

// reduceBest takes at most count units: the cheapest, or those that the promotion reduces most. It returns false if it takes no unit.
func (r *rule) reduceBest(units []run, count int64, s *scratch) (some bool) {
	for count > 0 {
		var best *run
		var most int64
		for i := range units {
			u := &units[i]
			if !r.mayReduce(u) {
				continue
			}
			if reduction := r.reduce(u.left); reduction > 0 && (best == nil || r.reducesFirst(u, best, reduction, most)) {
				best, most = u, reduction
			}
		}
		if best == nil {
			return some
		}
		n := min(count, best.count)
		r.take(best, n, most, s)
		count -= n
		some = true
	}
	return some
}

// reducesFirst compares two runs by the order of the line, then by what is left of their price, then by their taker, if the promotion has
// no other preference.
func (r *rule) reducesFirst(a, b *run, ofA, ofB int64) bool {
	switch {
	case r.Cheapest && a.left != b.left:
		return a.left < b.left
	case !r.Cheapest && ofA != ofB:
		return ofA > ofB
	case a.line != b.line:
		return a.line < b.line
	case a.left != b.left:
		return a.left > b.left
	}
	return a.taker < b.taker
}

// limit divides most over the units in proportion to their reductions, by the largest remainder as money.Allocate: of equal remainders
// the first line has the cent, then the unit with the highest price.
func limit(picks []pick, most, total int64) []pick {
	remainder := func(p pick) int64 { return p.reduction * most % total }
	slices.SortFunc(picks, func(a, b pick) int {
		return cmp.Or(-cmp.Compare(remainder(a), remainder(b)), cmp.Compare(a.line, b.line), -cmp.Compare(a.left, b.left))
	})
	rest := most
	for _, p := range picks {
		rest -= p.reduction * most / total * p.count
	}
	for i := range len(picks) {
		p := &picks[i]
		share, more := p.reduction*most/total, min(rest, p.count)
		rest -= more
		if p.reduction = share; more == p.count {
			p.reduction++
		} else if more > 0 {
			p.count -= more
			one := *p
			one.count, one.reduction = more, share+1
			picks = append(picks, one)
		}
	}
	return picks
}

// put adds units to the run of the same line, price and taker, or replaces an empty run.
func put(units []run, u run) []run {
	empty := len(units)
	for i := range units {
		switch same := &units[i]; {
		case same.line == u.line && same.left == u.left && same.taker == u.taker:
			same.count += u.count
			return units
		case same.count == 0:
			empty = i
		}
	}
	if empty < len(units) {
		units[empty] = u
		return units
	}
	return append(units, u)
}

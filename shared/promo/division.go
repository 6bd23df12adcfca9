package promo

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

const (
	// scale is the worth of a cent: a promotion more costs less than any cent, so that of equal divisions the one with the fewest is best.
	scaleBits  = 20
	scale      = 1 << scaleBits
	chosenSeat = 1 << 55 // worth of a unit for a promotion that the guest chose: more than all cents
	// maxUses is how often one promotion of a group may be used in an order; fewUses is how often each other of its promotions of many uses
	// may be used then.
	maxUses, fewUses = 50, 2
)

// division divides the units of some lines among the promotions of a group. Promotions of every unit reduce the units that are left. The
// others have seats: their units are those with which all seats together are worth the most. See docs/decisions/best-deal.md.
type division struct {
	*search
	assigner
	members, chosen uint64
	byDemand        []int  // the members
	lines           []int  // of the columns, by price; the last column has no line: a seat there has no unit
	every           []take // of the columns: what the promotions of every unit take
	off             []int64
	base            int64             // what they take off if no seat has a unit
	paid            [maxRules]*seat   // of the members with buy: a unit that is paid in full
	reduced         [maxRules][]*seat // of the members with seats: the units that they reduce one after the other
	order           []int             // the members with seats, as walk tries them
	seatings        []seating         // buffers of walk
	found           combination
	some            bool   // found is set
	takes           []take // buffer of keep
}

// divide returns the best combination of the unit promotions in members.
func (q *search) divide(members, chosen uint64) combination {
	d := &division{search: q, members: members, chosen: chosen}
	for i := range eachBit(members) {
		d.byDemand = append(d.byDemand, i)
	}
	slices.SortFunc(d.byDemand, func(i, j int) int {
		a, b := &q.rules[i], &q.rules[j]
		return cmp.Or(cmp.Compare(a.demand(), b.demand()), cmp.Compare(a.ID, b.ID))
	})
	for l := range q.cart.Lines {
		line := &q.cart.Lines[l]
		touches := func(i int) bool { return q.rules[i].match[l] || q.rules[i].buy[l] }
		if line.Unit > 0 && line.Quantity > 0 && slices.ContainsFunc(d.byDemand, touches) {
			d.lines = append(d.lines, l)
		}
	}
	slices.SortStableFunc(d.lines, func(a, b int) int { return cmp.Compare(q.cart.Lines[a].Unit, q.cart.Lines[b].Unit) })
	columns := len(d.lines) + 1
	d.every, d.off = make([]take, len(d.lines)), make([]int64, len(d.lines))
	start := seating{free: make([]int64, columns)}
	for column, l := range d.lines {
		t, off := d.bestOfEvery(l)
		d.every[column], d.off[column], start.free[column] = t, off, t.count
		d.base += off * t.count
	}
	start.free[len(d.lines)] = math.MaxInt64
	d.nodes += len(d.byDemand)
	d.reach, d.mover = make([]int64, columns), make([]int, columns)
	var seated []int
	for _, i := range d.byDemand {
		r := &q.rules[i]
		if r.demand() == everyUnit && (r.stack != exclusive || chosen&(1<<i) == 0) {
			continue
		}
		seated, d.reduced[i] = append(seated, i), d.seatsOf(i)
		d.nodes += seatNodes
		if r.Buy != nil {
			d.paid[i] = d.seatPaidFor(r)
		}
	}
	if d.seatings = make([]seating, len(seated)); len(seated) == 0 {
		d.keep(&start)
	}
	for n, last := range seated { // each of many uses is the last one in turn, because that is used most
		if n == len(seated)-1 || q.rules[last].demand() == manyUses {
			d.order = append(slices.Delete(slices.Clone(seated), n, n+1), last)
			d.walk(0, &start)
		}
	}
	return d.found
}

// bestOfEvery returns the promotions of every unit that reduce a unit of the line: the one that takes off most, or all of one stacking
// group. Those that the guest chose go first.
func (d *division) bestOfEvery(line int) (best take, most int64) {
	best = take{line: line, count: int64(d.cart.Lines[line].Quantity)}
	for _, i := range d.byDemand {
		if r := &d.rules[i]; r.demand() == everyUnit && r.match[line] {
			off, rules := d.reduceUnit(line, i)
			chosen, before := bits.OnesCount64(rules&d.chosen), bits.OnesCount64(best.rules&d.chosen)
			if chosen > before || chosen == before && off > most {
				best.rules, most = rules, off
			}
		}
	}
	return best, most
}

// seatsOf returns the seats of the units that a rule reduces one after the other. If it is not ordered all after the last are like that.
func (d *division) seatsOf(i int) (all []*seat) {
	r, none := &d.rules[i], len(d.lines)
	one := &seat{rules: 1 << i, worth: make([]int64, none+1), columns: make([]int, 0, none+1)}
	for column, line := range d.lines {
		if off, taking := d.reduceUnit(line, i); taking&(1<<i) != 0 {
			one.worth[column] = (off-d.off[column])*scale - 1
			one.columns = append(one.columns, column)
		}
	}
	if r.ordered() {
		all = d.inOrder(r, one)
		if r.demand() != oneUnit { // a dearer unit may not replace another one
			return all
		}
		one.columns = nil
		if len(all) > 0 {
			one.columns = all[0].columns
		}
	}
	one.columns = append(one.columns, none)
	if d.chosen&(1<<i) == 0 {
		return []*seat{one.prefer()}
	}
	first := &seat{rules: one.rules, worth: slices.Clone(one.worth), columns: slices.Clone(one.columns)}
	first.worth[none] = -chosenSeat
	return []*seat{first.prefer(), one.prefer()}
}

// inOrder returns the seats of an ordered rule, each for units of one price. one is a seat for all prices. Units that one use must buy are
// left out.
func (d *division) inOrder(r *rule, one *seat) (all []*seat) {
	columns, spare, left := slices.Clone(one.columns), -int64(r.buys()), int64(math.MaxInt64)
	for column, line := range d.lines {
		if r.buy[line] {
			spare += d.every[column].count
		}
	}
	if !r.Cheapest {
		slices.Reverse(columns)
	}
	if r.sharesCap() {
		left = r.most
	}
	for len(columns) > 0 {
		price, n := d.price(columns[0]), 1
		for n < len(columns) && d.price(columns[n]) == price {
			n++
		}
		equal, off := (&seat{rules: one.rules, worth: one.worth, columns: columns[:n:n]}).prefer(), r.capped(r.reduce(price))
		columns = columns[n:]
		for _, column := range equal.columns {
			count := d.every[column].count
			if r.buy[d.lines[column]] {
				count = max(0, min(count, spare))
				spare -= count
			}
			for range min(count, int64(maxUses*r.gets()-len(all))) {
				switch {
				case !r.sharesCap():
				case left == 0:
					return all
				case left < off: // the unit gets the rest of the cap
					rest := &seat{rules: one.rules, worth: slices.Clone(one.worth), columns: equal.columns}
					for _, column := range rest.columns {
						rest.worth[column] -= (off - left) * scale
					}
					return append(all, rest)
				default:
					left -= off
				}
				all = append(all, equal)
			}
		}
	}
	return all
}

func (d *division) price(column int) int64 { return d.cart.Lines[d.lines[column]].Unit }

// seatPaidFor returns the seat of a unit that is paid in full for a rule, the same one for rules that require the same units.
func (d *division) seatPaidFor(r *rule) *seat {
	one := &seat{worth: make([]int64, len(d.lines)+1), columns: make([]int, 0, len(d.lines))}
	for column, line := range d.lines {
		if r.buy[line] {
			one.worth[column] = -d.off[column] * scale
			one.columns = append(one.columns, column)
		}
	}
	one.prefer()
	for _, other := range d.paid {
		if other != nil && slices.Equal(other.columns, one.columns) {
			return other
		}
	}
	return one
}

// walk tries the uses of the members from depth on: of the last one as many as take off more, of the others few. Without nodes left, which
// Bound rules out, it tries no more than it must.
func (d *division) walk(depth int, s *seating) {
	if depth == len(d.order) {
		d.keep(s)
		return
	}
	i, next := d.order[depth], &d.seatings[depth]
	r := &d.rules[i]
	if r.demand() <= oneUnit { // its seat can stay without a unit
		next.copy(s)
		d.use(next, i, 0)
		d.walk(depth+1, next)
		return
	}
	d.walk(depth+1, s)
	next.copy(s)
	times, last := 1, depth == len(d.order)-1
	if r.demand() == manyUses {
		if times = fewUses; last {
			times = maxUses
		}
	}
	for n := range times {
		before := next.worth
		if d.nodes >= maxNodes || !d.use(next, i, n) {
			return
		}
		// Each use takes off less than the one before it, if the prices of its units are not fixed.
		if last && n > 0 && !r.ordered() && next.worth <= before {
			return
		}
		d.walk(depth+1, next)
	}
}

// use adds the seats of the nth use of a rule. It returns false if there are not enough units.
func (d *division) use(s *seating, i, n int) bool {
	r := &d.rules[i]
	d.nodes += r.buys() + r.gets()
	for range r.buys() {
		if !d.place(s, d.paid[i]) {
			return false
		}
	}
	for m := n * r.gets(); m < (n+1)*r.gets(); m++ {
		all := d.reduced[i]
		if m >= len(all) && r.ordered() {
			return m > n*r.gets()
		}
		if !d.place(s, all[min(m, len(all)-1)]) {
			return false
		}
	}
	return true
}

// keep compares the seating with the best one.
func (d *division) keep(s *seating) {
	if d.some && d.chosen&^d.found.set == 0 && d.base+(s.worth+scale-1)>>scaleBits < d.found.ofUnits {
		return
	}
	c := combination{takes: d.takes[:0]}
	for _, t := range s.held {
		if t.count > 0 && t.column < len(d.lines) && t.rules != 0 {
			c.ofUnits += t.count * (d.off[t.column] + (t.worth[t.column]+1)/scale)
			c.takes = append(c.takes, take{d.lines[t.column], t.count, d.taking(t)})
		}
	}
	for column, t := range d.every {
		if t.count = s.free[column]; t.count > 0 && t.rules != 0 {
			c.ofUnits += t.count * d.off[column]
			c.takes = append(c.takes, t)
		}
	}
	for _, t := range c.takes {
		c.set |= t.rules
	}
	c.saving, d.takes = c.ofUnits, c.takes
	if !d.some || c.before(&d.found, d.chosen, d.costs) {
		d.takes, d.found, d.some = d.found.takes, c, true
	}
}

// taking returns the rule of a held seat with those that reduce the unit too.
func (d *division) taking(t held) uint64 {
	if i := bits.TrailingZeros64(t.rules); d.rules[i].stack != exclusive {
		_, taking := d.reduceUnit(d.lines[t.column], i)
		return taking
	}
	return t.rules
}

// reduceUnit returns what a rule takes off a unit of the line together with the members of every unit in its stacking group, and which of
// them take something off.
func (d *division) reduceUnit(line, i int) (off int64, taking uint64) {
	r := &d.rules[i]
	if !r.match[line] {
		return 0, 0
	}
	set := uint64(1) << i
	if r.stack != exclusive {
		set |= d.search.every[r.stack] & d.members
	}
	d.eachOff(line, set, func(i int, part int64) {
		off += part
		taking |= 1 << i
	})
	return off, taking
}

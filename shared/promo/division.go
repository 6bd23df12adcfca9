package promo

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

const (
	// scale is the worth of a cent: a promotion more costs less than any cent, so that of equal divisions the one with the fewest is best.
	scale      = 1 << 20
	chosenSeat = 1 << 55            // worth of a unit for a promotion that the guest chose: more than all cents
	impossible = math.MinInt64 / 64 // worth of a unit that the seat cannot have
	// triedUses is how many uses of a promotion are tried one by one. More are added until they take off no more.
	triedUses = 3
	// singleUses is how many of these are added one by one. A larger order adds more at once.
	singleUses = 16
)

// take is units of one line that the same promotions reduce.
type take struct {
	line  int
	count int64
	rules uint64
}

// seat is what a promotion needs of a unit.
type seat struct {
	rules uint64  // that reduce the unit, all of one stacking group; 0: it is paid in full
	worth []int64 // by column: what the seat takes off more than the promotions of every unit, in cents times scale
	move  move    // buffer of path
}

// move is the best move of one of these seats to another column: gain is the worth of all moves up to there.
type move struct {
	gain int64
	from int // column
}

// seats are equal seats with units of one column.
type seats struct {
	*seat
	column int
	count  int64
}

// division divides the units of some lines among the promotions of a group. Promotions of every unit reduce the units that are left. The
// others have seats: their units are those with which all seats together are worth the most (an assignment
// problem).
type division struct {
	*search
	chosen  uint64
	members []int // rules with seats
	lines   []int // of the columns, by price; the last column has no line: a seat there has no unit
	counts  []int64
	every   []take // of the columns: what the promotions of every unit take
	off     []int64
	worth   [][]int64 // of each rule: of a seat in which it reduces a unit
	full    []*seat   // of each rule: one that is paid in full for it
	reduced map[ofRule]*seat
	capped  bool          // a promotion of several units has a cap
	found   []combination // the best, or all if minima after discounts choose among them
	free    []int64       // buffers of place
	reach   []int64       // of the columns: the most that the seats gain if one more moves there
	mover   []seats       // of the columns: from where a seat moves there
}

// demand is how a promotion takes units.
type demand int

const (
	everyUnit demand = iota // each unit of its items on its own
	oneUnit                 // one unit
	oneUse                  // the units of one use, and those to buy for it
	manyUses                // as many units as its cap or the units to buy for them allow
)

func (p *Promotion) demand() demand {
	switch {
	case p.OncePerOrder && p.Buy == nil:
		return oneUnit
	case p.OncePerOrder:
		return oneUse
	case p.Buy != nil || len(p.Cap) > 0:
		return manyUses
	}
	return everyUnit
}

// divide returns the best combination of the unit promotions in members; all that were tried if a minimum after discounts may refuse some.
func (q *search) divide(members []int, chosen uint64) []combination {
	d := &division{
		search: q, chosen: chosen, worth: make([][]int64, len(q.rules)), full: make([]*seat, len(q.rules)), reduced: map[ofRule]*seat{},
	}
	for l := range q.cart.Lines {
		line := &q.cart.Lines[l]
		touches := func(i int) bool { return q.rules[i].match[l] || q.rules[i].buy[l] }
		if line.Unit > 0 && line.Quantity > 0 && slices.ContainsFunc(members, touches) {
			d.lines = append(d.lines, l)
		}
	}
	slices.SortStableFunc(d.lines, func(a, b int) int { return cmp.Compare(q.cart.Lines[a].Unit, q.cart.Lines[b].Unit) })
	members = slices.SortedFunc(slices.Values(members), func(i, j int) int {
		a, b := &q.rules[i], &q.rules[j]
		return cmp.Or(cmp.Compare(a.demand(), b.demand()), cmp.Compare(a.ID, b.ID))
	})
	for _, i := range members {
		r := &q.rules[i]
		if r.demand() != everyUnit || r.stack == exclusive && chosen&(1<<i) != 0 {
			d.members = append(d.members, i)
		}
		d.capped = d.capped || r.demand() > oneUnit && r.most > 0
	}
	for _, l := range d.lines {
		t, off := d.bestOfEvery(l, members)
		d.every, d.off, d.counts = append(d.every, t), append(d.off, off), append(d.counts, t.count)
	}
	d.counts = append(d.counts, math.MaxInt64)
	d.free, d.reach, d.mover = make([]int64, len(d.counts)), make([]int64, len(d.counts)), make([]seats, len(d.counts))
	for _, i := range d.members {
		d.worth[i] = d.worthOf(1 << i)
		if r := &q.rules[i]; r.Buy != nil {
			d.full[i] = &seat{worth: d.paidFor(r)}
		}
	}
	d.walk(0, seating{})
	return d.found
}

// bestOfEvery returns the promotions of every unit that reduce a unit of the line: the one that takes off most, or all of one stacking
// group. Those that the guest chose go first.
func (d *division) bestOfEvery(line int, members []int) (best take, most int64) {
	best = take{line: line, count: int64(d.cart.Lines[line].Quantity)}
	for _, i := range members {
		if r := &d.rules[i]; r.demand() == everyUnit && r.match[line] {
			off, rules := d.reduceUnit(line, 1<<i)
			chosen, before := bits.OnesCount64(rules&d.chosen), bits.OnesCount64(best.rules&d.chosen)
			if chosen > before || chosen == before && off > most {
				best.rules, most = rules, off
			}
		}
	}
	return best, most
}

// reduceUnit returns what the rules take off a unit of the line together with the promotions of every unit in their stacking group, and
// which of them take something off.
func (q *search) reduceUnit(line int, rules uint64) (off int64, taking uint64) {
	q.eachOff(line, q.withStack(line, rules), func(i int, part int64) {
		off += part
		taking |= 1 << i
	})
	return off, taking
}

// taking returns the rules of a seat with those that share its unit.
func (q *search) taking(line int, rules uint64) uint64 {
	if q.stackOf(rules) == exclusive {
		return rules
	}
	_, taking := q.reduceUnit(line, rules)
	return taking
}

// withStack adds the promotions of every unit in the stacking group of the rules.
func (q *search) withStack(line int, rules uint64) uint64 {
	if stack := q.stackOf(rules); stack != exclusive {
		for _, i := range q.ofUnit {
			if r := &q.rules[i]; r.stack == stack && r.demand() == everyUnit && r.match[line] {
				rules |= 1 << i
			}
		}
	}
	return rules
}

func (q *search) stackOf(rules uint64) int { return q.rules[bits.TrailingZeros64(rules)].stack }

// eachOff calls f with what each of the rules takes off a unit of the line, one after the other.
func (q *search) eachOff(line int, rules uint64, f func(i int, off int64)) {
	left := q.cart.Lines[line].Unit
	for _, i := range q.ofUnit {
		if rules&(1<<i) == 0 {
			continue
		}
		if off := q.rules[i].capped(q.rules[i].reduce(left)); off > 0 {
			left -= off
			f(i, off)
		}
	}
}

// worthOf returns the worth of a seat in which all of the rules reduce the unit.
func (d *division) worthOf(rules uint64) []int64 {
	worth := make([]int64, len(d.counts))
	for column, line := range d.lines {
		worth[column] = impossible
		all := true
		for i := range d.rules {
			all = all && (rules&(1<<i) == 0 || d.rules[i].match[line])
		}
		if off, taking := d.reduceUnit(line, rules); all && taking&rules == rules {
			worth[column] = (off-d.off[column])*scale - int64(bits.OnesCount64(rules))
		}
	}
	return worth
}

// seating is seats with their units, and the worth of all.
type seating struct {
	seats []seats
	worth int64
}

// add adds or removes seats of a column.
func (s *seating) add(one *seat, column int, count int64) {
	for n := range s.seats {
		if t := &s.seats[n]; t.seat == one && t.column == column {
			if t.count += count; t.count == 0 {
				s.seats = slices.Delete(s.seats, n, n+1)
			}
			return
		}
	}
	s.seats = append(s.seats, seats{one, column, count})
}

// place adds equal seats, for which others may move: it searches the path of moves that is worth most, again and again. It returns false if
// there are not enough units.
func (d *division) place(s *seating, one *seat, count int64) bool {
	for count > 0 {
		column := d.path(s, one)
		if d.reach[column] == impossible {
			return false
		}
		moved := min(count, d.free[column])
		for c := column; ; c = d.mover[c].column {
			t := d.mover[c]
			if moved = min(moved, t.count); t.column < 0 {
				break
			}
		}
		s.worth += d.reach[column] * moved
		count -= moved
		for column >= 0 {
			t := d.mover[column]
			s.add(t.seat, column, moved)
			if column = t.column; column >= 0 {
				s.add(t.seat, column, -moved)
			}
		}
	}
	return true
}

// path finds the column that is worth most if one more seat gets a unit: it sets reach and mover to the way there.
func (d *division) path(s *seating, one *seat) (end int) {
	copy(d.free, d.counts)
	for _, t := range s.seats {
		d.free[t.column] -= t.count
	}
	copy(d.reach, one.worth)
	for column := range d.mover {
		d.mover[column] = seats{one, -1, math.MaxInt64}
	}
	for moved := true; moved; {
		moved = false
		for _, t := range s.seats {
			t.move = move{gain: impossible}
		}
		for _, t := range s.seats {
			if reach := d.reach[t.column]; d.free[t.column] == 0 && reach != impossible && reach-t.worth[t.column] > t.move.gain {
				t.move = move{reach - t.worth[t.column], t.column}
			}
		}
		for _, t := range s.seats {
			if t.move.gain == impossible || t.move.from != t.column {
				continue
			}
			for column, w := range t.worth {
				if w != impossible && t.move.gain+w > d.reach[column] {
					d.reach[column], d.mover[column], moved = t.move.gain+w, t, true
				}
			}
		}
	}
	end = len(d.lines)
	for column := range d.lines {
		if d.free[column] > 0 && d.reach[column] > d.reach[end] {
			end = column
		}
	}
	return end
}

// total returns the worth of the seating without what is above caps.
func (d *division) total(s *seating) int64 {
	if !d.capped {
		return s.worth
	}
	return s.worth - d.aboveCaps(s)*scale
}

func (d *division) aboveCaps(s *seating) (above int64) {
	var sums [maxRules]int64
	for _, t := range s.seats {
		if t.rules != 0 && t.column < len(d.lines) {
			line := d.lines[t.column]
			d.eachOff(line, d.withStack(line, t.rules), func(i int, off int64) { sums[i] += off * t.count })
		}
	}
	for _, i := range d.members {
		if most := d.rules[i].most; most > 0 {
			above += max(0, sums[i]-most)
		}
	}
	return above
}

// walk tries the uses of the members from depth on. Without nodes left, which Bound rules out, it tries no more than it must.
func (d *division) walk(depth int, s seating) {
	if depth == len(d.members) {
		d.keep(&s)
		return
	}
	r := &d.rules[d.members[depth]]
	takesOne := r.demand() <= oneUnit // its seat can stay without a unit
	if !takesOne {
		d.walk(depth+1, s)
	}
	for _, with := range d.partners(&s, r) {
		if d.nodes < maxNodes || takesOne && with == nil {
			d.uses(depth, s, 1, with)
		}
	}
}

// partners returns the seats of which r may reduce the unit too, one for the same promotions, and first nil: a unit of its own.
func (d *division) partners(s *seating, r *rule) []*seat {
	all := []*seat{nil}
	if r.stack == exclusive {
		return all
	}
	for _, t := range s.seats {
		same := func(o *seat) bool { return o != nil && o.rules == t.rules }
		if t.rules != 0 && d.stackOf(t.rules) == r.stack && !slices.ContainsFunc(all, same) {
			all = append(all, t.seat)
		}
	}
	return all
}

// uses tries the nth use of a member, and those after it.
func (d *division) uses(depth int, s seating, n int, with *seat) {
	i := d.members[depth]
	r := &d.rules[i]
	d.nodes += useNodes
	next, ok := d.use(&s, i, 1, with)
	if !ok || d.total(&next) <= d.total(&s) && !d.mayLose(i, n) {
		return
	}
	if r.demand() < manyUses {
		d.walk(depth+1, next)
		return
	}
	if n < triedUses {
		d.walk(depth+1, next)
		d.uses(depth, next, n+1, nil)
		return
	}
	d.walk(depth+1, d.many(next, i))
}

// many adds uses as long as they take off more. Each takes off less than the one before it, except if it must take the cheapest unit.
func (d *division) many(s seating, i int) seating {
	cheapest := d.rules[i].takesCheapest()
	best := s
	for added, step := int64(0), int64(1); step > 0; {
		more, ok := d.use(&s, i, step, nil)
		if ok && !cheapest {
			before := s
			if step > 1 {
				before, ok = d.use(&s, i, step-1, nil)
			}
			ok = ok && d.total(&more) > d.total(&before)
		}
		if !ok {
			step /= 2
			continue
		}
		if s = more; d.total(&s) > d.total(&best) {
			best = s
		}
		if added += step; added >= singleUses {
			step *= 2
		}
	}
	return best
}

// mayLose reports whether the nth use of a rule is tried although it takes off less than the promotions without it.
func (d *division) mayLose(i, n int) bool {
	r := &d.rules[i]
	return r.demand() <= oneUnit || r.takesCheapest() || n == 1 && (r.stack != exclusive || d.chosen&(1<<i) != 0)
}

// use adds the seats of some uses: those that are paid in full, and those that are reduced; of one use as many as are worth most. The first
// of these has its unit together with another seat, unless with is nil.
func (d *division) use(s *seating, i int, times int64, with *seat) (best seating, ok bool) {
	r, get := &d.rules[i], int64(1)
	next := seating{append(make([]seats, 0, len(s.seats)+3), s.seats...), s.worth}
	if r.Buy != nil {
		get = int64(max(1, r.Buy.Get))
		if !d.place(&next, d.full[i], int64(r.Buy.Quantity)*times) {
			return best, false
		}
	}
	for left := get * times; left > 0; {
		one, count := d.seatOf(i, &next, left)
		if times == 1 {
			count = 1
		}
		if one == nil || with != nil && !d.join(&next, with, i, one.worth) || with == nil && !d.place(&next, one, count) {
			break
		}
		with = nil
		if ok && d.total(&next) <= d.total(&best) && !r.takesCheapest() {
			break
		}
		if left -= count; !ok || times > 1 || d.total(&next) > d.total(&best) {
			best, ok = next, true
			next.seats = slices.Clone(next.seats)
		}
	}
	return best, ok
}

// paidFor returns the worth of a seat that is paid in full for r.
func (d *division) paidFor(r *rule) []int64 {
	worth := make([]int64, len(d.counts))
	for column, line := range d.lines {
		if worth[column] = impossible; r.buy[line] {
			worth[column] = -d.off[column] * scale
		}
	}
	worth[len(d.lines)] = impossible
	return worth
}

// ofRule selects the seats of a rule.
type ofRule struct {
	rule  int
	price int64 // of the only units that the seat can have; 0: all
	first bool  // of a promotion that the guest chose: any unit is worth more than none
}

// seatOf returns the next seat that the rule reduces, and how many of left are equal, or nil if there is no unit for it.
func (d *division) seatOf(i int, s *seating, left int64) (one *seat, equal int64) {
	r, of, count := &d.rules[i], ofRule{rule: i}, int64(0)
	for _, t := range s.seats {
		count += int64(t.rules>>i&1) * t.count
	}
	if of.first = d.chosen&(1<<i) != 0 && count == 0; of.first {
		left = 1
	}
	if r.takesCheapest() {
		if of.price = d.priceOf(r, count); of.price == 0 && r.demand() > oneUnit {
			return nil, 0
		}
		for left > 1 && d.priceOf(r, count+left-1) != of.price {
			left /= 2
		}
	}
	if one = d.reduced[of]; one != nil {
		return one, left
	}
	one = &seat{rules: 1 << i, worth: slices.Clone(d.worth[i])}
	d.reduced[of] = one
	none := len(d.lines)
	if of.first {
		one.worth[none] = -chosenSeat
	}
	if r.takesCheapest() {
		for column, line := range d.lines {
			if d.cart.Lines[line].Unit != of.price {
				one.worth[column] = impossible
			}
		}
		if r.demand() > oneUnit { // a dearer unit may not replace this one
			one.worth[none] = impossible
		}
	}
	return one, left
}

func (r *rule) takesCheapest() bool { return r.Cheapest && (r.Buy != nil || r.OncePerOrder) }

// priceOf returns the price of the unit of the cart that is the nth cheapest for r, or 0. It does not count units that must all be bought.
func (d *division) priceOf(r *rule, n int64) int64 {
	spare := int64(0) // units that need not be bought
	for column, line := range d.lines {
		if r.buy[line] {
			spare += d.counts[column]
		}
	}
	if r.Buy != nil {
		spare -= int64(r.Buy.Quantity)
	}
	left := n
	for first := 0; first < len(d.lines); {
		price, count, ofBuy := d.cart.Lines[d.lines[first]].Unit, int64(0), int64(0)
		for ; first < len(d.lines) && d.cart.Lines[d.lines[first]].Unit == price; first++ {
			switch line := d.lines[first]; {
			case !r.match[line] || r.reduce(price) == 0:
			case r.buy[line]:
				ofBuy += d.counts[first]
			default:
				count += d.counts[first]
			}
		}
		ofBuy = min(ofBuy, max(0, spare))
		spare -= ofBuy
		if left -= count + ofBuy; left < 0 {
			return price
		}
	}
	return 0
}

// join lets the rule reduce the unit of another seat too, and divides the units again, because the seat has another worth.
func (d *division) join(s *seating, with *seat, i int, worth []int64) bool {
	both := &seat{rules: with.rules | 1<<i, worth: d.worthOf(with.rules | 1<<i)}
	for column := range both.worth {
		switch a, b := with.worth[column], worth[column]; {
		case a == impossible || b == impossible:
			both.worth[column] = impossible
		case column == len(d.lines):
			both.worth[column] = a + b
		}
	}
	all := s.seats
	*s = seating{}
	if !d.place(s, both, 1) {
		return false
	}
	for _, t := range all {
		if t.seat == with {
			t.count--
			with = nil
		}
		if !d.place(s, t.seat, t.count) {
			return false
		}
	}
	return true
}

// keep compares the seating with the best one.
func (d *division) keep(s *seating) {
	var c combination
	copy(d.free, d.counts)
	for _, t := range s.seats {
		if d.free[t.column] -= t.count; t.column < len(d.lines) && t.rules != 0 {
			c.ofUnits += t.count * (d.off[t.column] + (t.worth[t.column]+int64(bits.OnesCount64(t.rules)))/scale)
			c.set |= d.taking(d.lines[t.column], t.rules)
		}
	}
	for column, off := range d.off {
		if c.ofUnits += off * d.free[column]; d.free[column] > 0 {
			c.set |= d.every[column].rules
		}
	}
	if d.capped {
		c.ofUnits -= d.aboveCaps(s)
	}
	c.saving = c.ofUnits
	if !d.minAfter && len(d.found) > 0 && !c.before(&d.found[0], d.chosen) {
		return
	}
	for _, t := range s.seats {
		if t.column < len(d.lines) && t.rules != 0 {
			line := d.lines[t.column]
			c.takes = append(c.takes, take{line, t.count, d.taking(line, t.rules)})
		}
	}
	for column, t := range d.every {
		if t.count = d.free[column]; t.count > 0 && t.rules != 0 {
			c.takes = append(c.takes, t)
		}
	}
	switch {
	case !d.minAfter:
		d.found = append(d.found[:0], c)
	case d.leavesEnough(&c):
		d.found = append(d.found, c)
	}
}

// leavesEnough reports whether what the others of the combination leave is the minimum of each.
func (d *division) leavesEnough(c *combination) bool {
	for i, parts := range d.parts(c) {
		if d.subtotal-c.ofUnits+sumOf(parts) < d.rules[i].after {
			return false
		}
	}
	return true
}

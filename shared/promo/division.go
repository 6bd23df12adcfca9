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
	chosenSeat = 1 << 55 // worth of a unit for a promotion that the guest chose: more than all cents
	// maxUses is how often one promotion of a group may be used in an order; fewUses is how often each other of its promotions of many uses
	// may be used then.
	maxUses, fewUses = 50, 2
)

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

// buys and gets return how many units one use requires and at most reduces.
func (p *Promotion) buys() int {
	if p.Buy == nil {
		return 0
	}
	return p.Buy.Quantity
}

func (p *Promotion) gets() int {
	if p.Buy == nil {
		return 1
	}
	return max(1, p.Buy.Get)
}

// sharesCap reports whether several units share the cap.
func (p *Promotion) sharesCap() bool {
	return p.Kind.OfUnits() && len(p.Cap) > 0 && (p.demand() == manyUses || p.gets() > 1)
}

// ordered reports whether the prices of the units that the promotion reduces are fixed: the cheapest or, with a shared cap, the dearest.
func (p *Promotion) ordered() bool { return p.Cheapest && p.demand() != everyUnit || p.sharesCap() }

// take is units of one line that the same promotions reduce.
type take struct {
	line  int
	count int64
	rules uint64
}

// division divides the units of some lines among the promotions of a group. Promotions of every unit reduce the units that are left. The
// others have seats: their units are those with which all seats together are worth the most. See docs/decisions/best-deal.md.
type division struct {
	*search
	assigner
	chosen   uint64
	rulesOf  []int  // the members, by demand
	lines    []int  // of the columns, by price; the last column has no line: a seat there has no unit
	every    []take // of the columns: what the promotions of every unit take
	off      []int64
	paid     [maxRules]*seat   // of the members with buy: a unit that is paid in full
	reduced  [maxRules][]*seat // of the members with seats: the units that they reduce one after the other
	order    []int             // the members with seats, as walk tries them
	seatings []seating         // buffers of walk
	found    combination
	some     bool // found is set
}

// divide returns the best combination of the unit promotions in members.
func (q *search) divide(members, chosen uint64) combination {
	d := &division{search: q, chosen: chosen}
	for i := range eachBit(members) {
		d.rulesOf = append(d.rulesOf, i)
	}
	slices.SortFunc(d.rulesOf, func(i, j int) int {
		a, b := &q.rules[i], &q.rules[j]
		return cmp.Or(cmp.Compare(a.demand(), b.demand()), cmp.Compare(a.ID, b.ID))
	})
	for l := range q.cart.Lines {
		line := &q.cart.Lines[l]
		touches := func(i int) bool { return q.rules[i].match[l] || q.rules[i].buy[l] }
		if line.Unit > 0 && line.Quantity > 0 && slices.ContainsFunc(d.rulesOf, touches) {
			d.lines = append(d.lines, l)
		}
	}
	slices.SortStableFunc(d.lines, func(a, b int) int { return cmp.Compare(q.cart.Lines[a].Unit, q.cart.Lines[b].Unit) })
	var start seating
	for _, l := range d.lines {
		t, off := d.bestOfEvery(l)
		d.every, d.off, start.free = append(d.every, t), append(d.off, off), append(start.free, t.count)
	}
	start.free = append(start.free, math.MaxInt64)
	d.reach, d.hops = make([]int64, len(start.free)), make([]hop, len(start.free))
	var seated, many []int
	for _, i := range d.rulesOf {
		r := &q.rules[i]
		if r.demand() == everyUnit && (r.stack != exclusive || chosen&(1<<i) == 0) {
			continue
		}
		d.reduced[i] = d.seatsOf(i)
		if r.Buy != nil {
			d.paid[i] = d.seatPaidFor(i)
		}
		if r.demand() == manyUses {
			many = append(many, i)
		} else {
			seated = append(seated, i)
		}
	}
	d.seatings = make([]seating, len(seated)+len(many))
	d.order = append(seated, many...)
	d.walk(0, &start)
	for n := range max(0, len(many)-1) { // the last one is used most: it was the last of many
		d.order = append(append(seated[:len(seated):len(seated)], slices.Delete(slices.Clone(many), n, n+1)...), many[n])
		d.walk(0, &start)
	}
	return d.found
}

// bestOfEvery returns the promotions of every unit that reduce a unit of the line: the one that takes off most, or all of one stacking
// group. Those that the guest chose go first.
func (d *division) bestOfEvery(line int) (best take, most int64) {
	best = take{line: line, count: int64(d.cart.Lines[line].Quantity)}
	for _, i := range d.rulesOf {
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
	first := int64(0)
	if d.chosen&(1<<i) != 0 {
		first = -chosenSeat
	}
	if !r.ordered() {
		all = append(all, d.seatAt(i, 0, math.MaxInt64))
		if first != 0 {
			all = append(all, d.seatAt(i, 0, math.MaxInt64))
			all[1].allow(none, 0)
		}
		all[0].allow(none, first)
		return all
	}
	left := int64(math.MaxInt64) // of the cap
	if r.sharesCap() {
		left = r.most
	}
	for _, price := range d.pricesOf(i) {
		if left <= 0 || r.demand() == oneUnit && len(all) > 0 {
			break
		}
		off := int64(math.MaxInt64)
		if r.sharesCap() {
			off = min(left, r.capped(r.reduce(price)))
			left -= off
		}
		if n := len(all) - 1; n >= 0 && price == d.cart.Lines[d.lines[all[n].columns[0]]].Unit && (!r.sharesCap() || left > 0) {
			all = append(all, all[n])
			continue
		}
		one := d.seatAt(i, price, off)
		if r.demand() == oneUnit { // of more units none stays without: a dearer one may not replace it
			one.allow(none, first)
		}
		all = append(all, one)
	}
	return all
}

// seatAt returns a seat of a rule for units of one price, or of any if it is 0. It takes off at most most.
func (d *division) seatAt(i int, price, most int64) *seat {
	one := &seat{rules: 1 << i, worth: make([]int64, len(d.lines)+1)}
	for column, line := range d.lines {
		if off, taking := d.reduceUnit(line, i); taking&(1<<i) != 0 && (price == 0 || price == d.cart.Lines[line].Unit) {
			one.allow(column, (min(most, off)-d.off[column])*scale-1)
		}
	}
	return one
}

// seatPaidFor returns the seat of a unit that is paid in full for a rule, the same one for rules that require the same units.
func (d *division) seatPaidFor(i int) *seat {
	one := &seat{worth: make([]int64, len(d.lines)+1)}
	for column, line := range d.lines {
		if d.rules[i].buy[line] {
			one.allow(column, -d.off[column]*scale)
		}
	}
	for _, other := range d.paid {
		if other != nil && slices.Equal(other.columns, one.columns) {
			return other
		}
	}
	return one
}

// pricesOf returns the prices of the units of the cart that an ordered rule reduces one after the other. Units that one use must buy are
// left out.
func (d *division) pricesOf(i int) (prices []int64) {
	r, spare, columns := &d.rules[i], -int64(d.rules[i].buys()), make([]int, len(d.lines))
	for column, line := range d.lines {
		columns[column] = column
		if r.buy[line] {
			spare += d.every[column].count
		}
	}
	if !r.Cheapest {
		slices.Reverse(columns)
	}
	for _, column := range columns {
		line, count := d.lines[column], d.every[column].count
		if _, taking := d.reduceUnit(line, i); taking&(1<<i) == 0 {
			continue
		}
		if r.buy[line] {
			count = max(0, min(count, spare))
			spare -= count
		}
		for range min(count, int64(maxUses*r.gets()-len(prices))) {
			prices = append(prices, d.cart.Lines[line].Unit)
		}
	}
	return prices
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
	var c combination
	for _, t := range s.held {
		if t.count == 0 || t.column == len(d.lines) {
			continue
		}
		off := d.off[t.column]
		if t.rules != 0 {
			off += (t.worth[t.column] + 1) / scale
			c.set |= d.taking(d.lines[t.column], t.rules)
			c.ofUnits += t.count * off
		}
	}
	for column, t := range d.every {
		if free := s.free[column]; free > 0 {
			c.ofUnits += d.off[column] * free
			c.set |= t.rules
		}
	}
	c.saving = c.ofUnits
	if d.some && !c.before(&d.found, d.chosen) {
		return
	}
	for _, t := range s.held {
		if t.count > 0 && t.column < len(d.lines) && t.rules != 0 {
			line := d.lines[t.column]
			c.takes = append(c.takes, take{line, t.count, d.taking(line, t.rules)})
		}
	}
	for column, t := range d.every {
		if t.count = s.free[column]; t.count > 0 && t.rules != 0 {
			c.takes = append(c.takes, t)
		}
	}
	d.found, d.some = c, true
}

// reduceUnit returns what a rule takes off a unit of the line together with the promotions of every unit in its stacking group, and which
// of them take something off.
func (q *search) reduceUnit(line, i int) (off int64, taking uint64) {
	r := &q.rules[i]
	if !r.match[line] {
		return 0, 0
	}
	set := uint64(1) << i
	if r.stack != exclusive {
		set |= q.every[r.stack]
	}
	q.eachOff(line, set, func(i int, part int64) {
		off += part
		taking |= 1 << i
	})
	return off, taking
}

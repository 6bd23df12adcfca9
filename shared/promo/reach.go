package promo

import (
	"cmp"
	"slices"
	"time"

	"ordering/shared/location"
)

const (
	week = 7 * 24 * time.Hour
	// far counts a failed condition as out of reach: more than one that the guest can meet.
	far = 2
)

// judge returns the rules that apply to the cart alone, and the promotions within reach that do not apply: those that fail one condition
// that the guest can meet, and all with a coupon.
func (s *Set) judge(c *Cart) (rules []rule, all []Missed) {
	var found []miss
	subtotal := c.subtotal()
	for i := range s.all {
		r, ok := s.ruleOf(i, c)
		if !ok {
			continue
		}
		m, failed := r.missed(c, subtotal)
		switch {
		case failed == 0 && len(rules) < maxRules:
			rules = append(rules, r)
		case failed == 1 || r.coupon != nil:
			found = append(found, miss{m, r.value})
		}
	}
	slices.SortStableFunc(found, func(a, b miss) int { return -cmp.Compare(a.value, b.value) })
	for _, f := range found {
		all = append(all, f.Missed)
	}
	for i := range c.Coupons {
		one := &c.Coupons[i]
		p, known := s.Find(one.Promotion)
		if !known {
			p = &Promotion{ID: one.Promotion}
		}
		if !known || !p.Automatic() && !one.unlocks(p) {
			all = append(all, Missed{Promotion: p, Coupon: one, Reason: Ended})
		}
	}
	return rules, all
}

// miss is a missed promotion with its value.
type miss struct {
	Missed
	value int64
}

// missed returns how many conditions of r fail, and the first of them with its fix. One without a fix counts as far.
func (r *rule) missed(c *Cart, subtotal int64) (m Missed, failed int) {
	m = Missed{Promotion: r.Promotion, Coupon: r.coupon}
	fail := func(reason Reason, n int) {
		if failed == 0 {
			m.Reason = reason
		}
		failed += n
	}
	for _, l := range c.Lost {
		if l.Promotion == r.ID {
			fail(l.Reason, far)
		}
	}
	if !r.runsIn(c) {
		fail(Elsewhere, far)
	}
	if failed > 0 {
		return m, failed
	}
	switch from, until, ok := r.Window(c.At); {
	case !ok:
		fail(Ended, far)
	case from.After(c.At):
		m.From, m.Until = from, until
		fail(NeedsTime, 1)
		if from.Sub(c.At) > week {
			failed += far
		}
	}
	if len(r.Handoffs) > 0 && !slices.Contains(r.Handoffs, c.Handoff) {
		fail(NeedsHandoff, far)
		if n := slices.IndexFunc(c.Offered, func(h location.Handoff) bool { return slices.Contains(r.Handoffs, h) }); n >= 0 {
			m.Handoff = c.Offered[n]
			failed -= far - 1
		}
	}
	if r.SignedIn && !c.SignedIn {
		fail(NeedsSignIn, 1)
	}
	if failed > 1 && r.coupon == nil {
		return m, failed
	}
	r.selectLines(c)
	r.value = r.alone(c, subtotal)
	if r.value == 0 {
		fail(NeedsItems, r.needs(c, &m))
		r.value = r.amount
	}
	if missing := r.MinSubtotal[c.Currency] - subtotal; missing > 0 {
		m.Missing = missing
		fail(NeedsAmount, 1)
		if 2*missing > r.MinSubtotal[c.Currency] {
			failed += far
		}
	}
	return m, failed
}

// alone returns what the promotion takes off if it is the only one.
func (r *rule) alone(c *Cart, subtotal int64) (off int64) {
	switch {
	case !r.Kind.OfUnits():
		return r.capped(r.reduce(subtotal))
	case r.demand() != everyUnit:
		q := &search{cart: c, rules: []rule{*r}, ofUnit: []int{0}, every: make([]uint64, r.stack+1)}
		return q.divide(1, 0).ofUnits
	}
	for i, l := range c.Lines {
		if r.match[i] {
			off += r.reduce(max(0, l.Unit)) * int64(l.Quantity)
		}
	}
	return off
}

// needs sets the items that are missing for one use of r: those to buy, or else one to reduce. It returns 1 if they are of one match, and
// otherwise far.
func (r *rule) needs(c *Cart, m *Missed) int {
	if !r.Kind.OfUnits() { // the cart is empty
		m.Quantity = 1
		return far
	}
	var bought, reduced, either int
	for i, l := range c.Lines {
		reduces := r.match[i] && r.reduce(max(0, l.Unit)) > 0
		switch {
		case l.Unit <= 0:
		case r.buy[i] && reduces:
			either += l.Quantity
		case r.buy[i]:
			bought += l.Quantity
		case reduces:
			reduced += l.Quantity
		}
	}
	buys := 0
	if r.Buy != nil {
		buys = r.Buy.Quantity
	}
	toBuy := max(0, buys-bought-either)
	either -= max(0, min(either, buys-bought))
	toReduce := max(0, 1-reduced-either)
	switch {
	case toBuy == 0:
		m.Need, m.Quantity = r.Match, toReduce
	case toReduce == 0:
		m.Need, m.Quantity = r.Buy.Match, toBuy
	case slices.Equal(r.Items, r.Buy.Items) && slices.Equal(r.Sections, r.Buy.Sections):
		m.Need, m.Quantity = r.Match, toBuy+toReduce
	default:
		m.Need, m.Quantity = r.Buy.Match, toBuy
		return far
	}
	return 1
}

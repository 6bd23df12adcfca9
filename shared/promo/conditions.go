package promo

import (
	"slices"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
)

// horizon is how many days are searched for the next window. A clock change may skip one, and its weekday returns after seven days.
const horizon = 16

// Ended reports whether the promotion has no window at this time or later.
func (p *Promotion) Ended(at time.Time) bool {
	_, _, ok := p.Window(at)
	return !ok
}

// Window returns the period of the promotion that contains at, or else the next one: from (inclusive) to until (exclusive), in the zone of
// at. A zero time has no limit. ok is false if none begins any more.
func (p *Promotion) Window(at time.Time) (from, until time.Time, ok bool) {
	zone := at.Location()
	if len(p.Weekdays) == 0 && p.Hours == nil {
		if p.From != nil {
			from = p.From.At(0, zone).In(zone)
		}
		if p.Until != nil {
			until = p.Until.Plus(1).At(0, zone).In(zone)
		}
		return from, until, until.IsZero() || at.Before(until)
	}
	opens, closes := p.opens(), p.opens()+p.length()
	day := location.DateOf(at).Plus(-1) // its hours may end today
	if p.From != nil && day.Before(*p.From) {
		day = *p.From
	}
	for range horizon {
		if p.Until != nil && p.Until.Before(day) {
			break
		}
		from, until := day.At(opens, zone).In(zone), day.At(closes, zone).In(zone)
		if slices.Contains(p.weekdays(), int(day.Weekday())) && from.Before(until) && at.Before(until) {
			return from, until, true
		}
		day = day.Plus(1)
	}
	return time.Time{}, time.Time{}, false
}

// opens returns the minute of the day at which the hours begin.
func (p *Promotion) opens() int {
	if p.Hours == nil {
		return 0
	}
	return int(p.Hours.Open)
}

// length returns the minutes from the begin to the end of the hours.
func (p *Promotion) length() int {
	if p.Hours == nil {
		return minutesOfDay
	}
	if n := int(p.Hours.Close - p.Hours.Open); n > 0 {
		return n
	}
	return int(p.Hours.Close-p.Hours.Open) + minutesOfDay
}

var everyDay = []int{0, 1, 2, 3, 4, 5, 6}

// weekdays returns the days on which the hours begin.
func (p *Promotion) weekdays() []int {
	if len(p.Weekdays) == 0 {
		return everyDay
	}
	return p.Weekdays
}

// runsFor reports whether the promotion has its amounts in the currency.
func (p *Promotion) runsFor(c money.Currency) bool {
	has := func(prices menu.Prices) bool { return len(prices) == 0 || prices[c] > 0 }
	return has(p.Amount) && has(p.Cap) && has(p.MinSubtotal)
}

// runsIn reports whether the promotion can run in the country, at the location and in the category, and has its amounts in the currency.
func (p *Promotion) runsIn(c *Cart) bool {
	return p.runsFor(c.Currency) &&
		(len(p.Countries) == 0 || slices.ContainsFunc(p.Countries, func(code string) bool { return strings.EqualFold(code, c.Country) })) &&
		(len(p.Locations) == 0 || slices.Contains(p.Locations, c.Location)) &&
		(len(p.Categories) == 0 || slices.Contains(p.Categories, c.Category))
}

// Selects reports whether the match has the item or one of its sections.
func (m *Match) Selects(itemID string, sections []string) bool {
	return slices.Contains(m.Items, itemID) ||
		slices.ContainsFunc(sections, func(id string) bool { return slices.Contains(m.Sections, id) })
}

// rule is a promotion with the values that apply to a cart.
type rule struct {
	*Promotion
	coupon *Coupon
	stack  int
	rate   int64  // in millionths; 0: amount applies
	amount int64  // of one unit, or of the order
	most   int64  // of the whole reduction; 0: no limit
	after  int64  // what must be left when it applies
	match  []bool // lines of the cart with units that it reduces
	buy    []bool // lines of the cart with units that it requires
	value  int64  // of the promotion alone
}

// ruleOf returns the rule of the ith promotion. ok is false if it needs a coupon that the cart lacks.
func (s *Set) ruleOf(i int, c *Cart) (r rule, ok bool) {
	p := &s.all[i]
	r = rule{Promotion: p, stack: s.stacks[i], rate: s.rates[i], amount: p.Amount[c.Currency], most: p.Cap[c.Currency]}
	if !p.Automatic() {
		n := slices.IndexFunc(c.Coupons, func(one Coupon) bool { return one.unlocks(p) })
		if n < 0 {
			return r, false
		}
		r.coupon = &c.Coupons[n]
	}
	if p.MinAfter && !p.Kind.OfUnits() {
		r.after = p.MinSubtotal[c.Currency]
	}
	return r, true
}

// selectLines sets the lines that the promotion matches.
func (r *rule) selectLines(c *Cart) {
	if !r.Kind.OfUnits() {
		return
	}
	lines := make([]bool, 2*len(c.Lines))
	r.match, r.buy = lines[:len(c.Lines)], lines[len(c.Lines):]
	for i := range c.Lines {
		r.match[i] = r.Match.Selects(c.Lines[i].ItemID, c.Lines[i].Sections)
		r.buy[i] = r.Buy != nil && r.Buy.Selects(c.Lines[i].ItemID, c.Lines[i].Sections)
	}
}

// reduce returns what the promotion takes off a price, without its cap. Percentages round half to even, as money.FromDecimal does.
func (r *rule) reduce(price int64) int64 {
	if r.rate == 0 {
		return min(r.amount, price)
	}
	whole, rest := price*r.rate/million, price*r.rate%million
	if rest > million/2 || rest == million/2 && whole%2 == 1 {
		whole++
	}
	return whole
}

// capped returns at most the promotion's cap.
func (r *rule) capped(reduction int64) int64 {
	if r.most > 0 {
		return min(r.most, reduction)
	}
	return reduction
}

// ofOrder returns what an order or handoff promotion takes off what is left of the order.
func (r *rule) ofOrder(left int64) int64 {
	if left < r.after {
		return 0
	}
	return r.capped(r.reduce(left))
}

// subtotal returns the price of the lines.
func (c *Cart) subtotal() (sum int64) {
	for _, l := range c.Lines {
		sum += max(0, l.Unit) * int64(l.Quantity)
	}
	return sum
}

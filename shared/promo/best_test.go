package promo

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"

	"ordering/shared/menu"
	"ordering/shared/money"
)

// reference is the slow and simple form of docs/decisions/best-deal.md: it tries every set of the promotions, on single units.
type reference struct {
	cart  Cart
	rules []Promotion
}

type unit struct {
	line  int
	left  int64
	taker string // "": free; "!": taken alone, or paid in full
}

// outcome is a valid set with its price.
type outcome struct {
	set               []int
	parts             [][]int64 // of each promotion of the set
	left, leftOfUnits int64
	chosen            int
	reducesNothing    []int
}

func (x *reference) percent(p *Promotion) decimal.Decimal {
	if p.Kind == ItemFree {
		return decimal.NewFromInt(100)
	}
	return p.Percent
}

func (x *reference) off(p *Promotion, price int64) int64 {
	if p.Kind != ItemFree && !p.Kind.Percentage() {
		return min(price, p.Amount[money.USD])
	}
	return money.FromDecimal(decimal.New(price, -2).Mul(x.percent(p)).Div(decimal.NewFromInt(100)), money.USD).Minor
}

func (x *reference) in(m Match, line int) bool {
	l := x.cart.Lines[line]
	for _, s := range l.Sections {
		if slices.Contains(m.Sections, s) {
			return true
		}
	}
	return slices.Contains(m.Items, l.ItemID)
}

// apply applies a unit promotion and returns what each line loses.
func (x *reference) apply(p *Promotion, units []unit) []int64 {
	may := func(u unit) bool {
		return x.in(p.Match, u.line) && (u.taker == "" || p.Stack != "" && u.taker == p.Stack)
	}
	takes := cmp.Or(p.Stack, "!")
	var taken []int // indexes of units to reduce
	best := func(n int) (got int) {
		var can []int
		for i, u := range units {
			if may(u) && !slices.Contains(taken, i) && x.off(p, u.left) > 0 {
				can = append(can, i)
			}
		}
		slices.SortStableFunc(can, func(i, j int) int {
			a, b := units[i], units[j]
			first := cmp.Compare(x.off(p, b.left), x.off(p, a.left))
			if p.Cheapest {
				first = cmp.Compare(a.left, b.left)
			}
			return cmp.Or(first, cmp.Compare(a.line, b.line), cmp.Compare(b.left, a.left), cmp.Compare(a.taker, b.taker))
		})
		can = can[:min(n, len(can))]
		taken = append(taken, can...)
		return len(can)
	}
	switch {
	case p.Buy == nil && p.OncePerOrder:
		best(1)
	case p.Buy == nil:
		for i, u := range units {
			if may(u) {
				taken = append(taken, i)
			}
		}
	default:
		for {
			var buys []int
			for i, u := range units {
				if u.taker == "" && u.left > 0 && x.in(p.Buy.Match, u.line) && !slices.Contains(taken, i) {
					buys = append(buys, i)
				}
			}
			slices.SortStableFunc(buys, func(i, j int) int {
				a, b := units[i], units[j]
				reduces := func(u unit) int {
					if x.in(p.Match, u.line) && x.off(p, u.left) > 0 {
						return 1
					}
					return 0
				}
				return cmp.Or(cmp.Compare(reduces(a), reduces(b)), cmp.Compare(b.left, a.left), cmp.Compare(a.line, b.line))
			})
			if len(buys) < p.Buy.Quantity {
				break
			}
			buys = buys[:p.Buy.Quantity]
			for _, i := range buys {
				units[i].taker = "!"
			}
			if best(max(1, p.Buy.Get)) == 0 {
				for _, i := range buys {
					units[i].taker = ""
				}
				break
			}
			if p.OncePerOrder {
				break
			}
		}
	}
	// Equal units of a line are the same: the order of the units decides only which has a cent of the cap.
	slices.SortStableFunc(taken, func(i, j int) int {
		return cmp.Or(cmp.Compare(units[i].line, units[j].line), cmp.Compare(units[j].left, units[i].left))
	})
	offs, sum := make([]int64, len(taken)), int64(0)
	for n, i := range taken {
		offs[n] = x.off(p, units[i].left)
		sum += offs[n]
	}
	if most := p.Cap[money.USD]; most > 0 && sum > most {
		for n, part := range money.Allocate(money.Of(most, money.USD), offs) {
			offs[n] = part.Minor
		}
	}
	parts := make([]int64, len(x.cart.Lines))
	for n, i := range taken {
		units[i].left -= offs[n]
		units[i].taker = takes
		parts[units[i].line] += offs[n]
	}
	return parts
}

func sum(all []int64) (n int64) {
	for _, one := range all {
		n += one
	}
	return n
}

// outcome applies a set. ok is false if it is not valid.
func (x *reference) outcome(set []int) (o outcome, ok bool) {
	o.set = set
	var units []unit
	for i, l := range x.cart.Lines {
		for range l.Quantity {
			units = append(units, unit{line: i, left: l.Unit})
		}
	}
	lefts := func() []int64 {
		left := make([]int64, len(x.cart.Lines))
		for _, u := range units {
			left[u.line] += u.left
		}
		return left
	}
	o.left = sum(lefts())
	var orders []int
	for _, i := range set {
		p := &x.rules[i]
		if slices.Contains(x.cart.Chosen, p.ID) {
			o.chosen++
		}
		if !p.Kind.OfUnits() {
			orders = append(orders, i)
			continue
		}
		if p.MinAfter && o.left < p.MinSubtotal[money.USD] {
			return o, false
		}
		parts := x.apply(p, units)
		if sum(parts) == 0 {
			return o, false
		}
		o.parts = append(o.parts, parts)
		o.left -= sum(parts)
	}
	o.leftOfUnits = o.left
	left := lefts()
	for n, i := range orders {
		for _, j := range orders[:n] {
			a, b := &x.rules[i], &x.rules[j]
			if a.Kind.OfHandoff() == b.Kind.OfHandoff() && (a.Stack == "" || a.Stack != b.Stack) {
				return o, false
			}
		}
	}
	for _, kind := range []Kind{OrderPercentage, OrderAmount, HandoffPercentage, HandoffAmount} {
		for _, i := range orders {
			p := &x.rules[i]
			if p.Kind != kind {
				continue
			}
			if p.MinAfter && o.left < p.MinSubtotal[money.USD] {
				return o, false
			}
			off := x.off(p, o.left)
			if most := p.Cap[money.USD]; most > 0 {
				off = min(off, most)
			}
			if off == 0 {
				o.reducesNothing = append(o.reducesNothing, i)
			}
			parts := make([]int64, len(left))
			for l, part := range money.Allocate(money.Of(off, money.USD), left) {
				parts[l] = part.Minor
				left[l] -= part.Minor
			}
			o.parts = append(o.parts, parts)
			o.left -= off
		}
	}
	return o, true
}

// compare orders outcomes, the best first.
func (o outcome) compare(p outcome) int {
	return cmp.Or(cmp.Compare(p.chosen, o.chosen), cmp.Compare(o.left, p.left), cmp.Compare(len(o.set), len(p.set)),
		cmp.Compare(o.leftOfUnits, p.leftOfUnits), slices.Compare(o.set, p.set))
}

// outcomes returns those of every valid set.
func (x *reference) outcomes() (all []outcome) {
	for bits := range 1 << len(x.rules) {
		var set []int
		for i := range x.rules {
			if bits&(1<<i) != 0 {
				set = append(set, i)
			}
		}
		if o, ok := x.outcome(set); ok {
			all = append(all, o)
		}
	}
	return all
}

func usd(minor int64) menu.Prices { return menu.Prices{money.USD: minor} }

// draw returns a random cart with promotions, many of which overlap.
func draw(r *rand.Rand) (Cart, []Promotion) {
	chance := func(n int) bool { return r.IntN(n) == 0 }
	items := 1 + r.IntN(6)
	item := func() string { return fmt.Sprint("item-", r.IntN(items)) }
	section := func() string { return fmt.Sprint("section-", r.IntN(3)) }
	match := func() (m Match) {
		for range 1 + r.IntN(3) {
			if chance(3) {
				m.Sections = append(m.Sections, section())
			} else {
				m.Items = append(m.Items, item())
			}
		}
		return m
	}
	c := Cart{Currency: money.USD, Country: "US", At: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)}
	for range 1 + r.IntN(4)*r.IntN(6) + r.IntN(5) {
		l := Line{ItemID: item(), Unit: int64(r.IntN(1500)), Quantity: 1 + r.IntN(1+r.IntN(4))}
		if chance(3) {
			l.Unit = int64(r.IntN(4)) * 5 // equal and tiny prices
		}
		if chance(2) {
			l.Sections = []string{section()}
		}
		c.Lines = append(c.Lines, l)
	}
	c.Lines = c.Lines[:min(20, len(c.Lines))]
	var all []Promotion
	for i := range r.IntN(11) {
		p := Promotion{ID: fmt.Sprint("p", i), Kind: Kind(1 + r.IntN(9))}
		switch {
		case p.Kind == ItemFree:
		case p.Kind.Percentage():
			p.Percent = decimal.New(1+r.Int64N(1000), -1)
			if chance(4) {
				p.Percent = decimal.New(1+r.Int64N(1_000_000), -4)
			}
		default:
			p.Amount = usd(1 + r.Int64N(700))
		}
		if p.Kind.OfUnits() {
			p.Match = match()
			if chance(3) {
				p.Buy = &Buy{match(), 1 + r.IntN(2), r.IntN(3)}
				if chance(3) {
					p.Buy.Match = p.Match
				}
			}
			p.Cheapest, p.OncePerOrder = chance(3), chance(3)
		}
		if chance(4) {
			p.Cap = usd(1 + r.Int64N(900))
		}
		if chance(2) {
			p.Stack = fmt.Sprint("stack-", r.IntN(2))
		}
		if chance(5) {
			p.MinSubtotal = usd(1 + r.Int64N(1+c.subtotal()))
			p.MinAfter = chance(2)
		}
		all = append(all, p)
		if chance(8) {
			c.Chosen = append(c.Chosen, p.ID)
		}
	}
	return c, all
}

// The best deal of random carts and promotions is that of the reference, with what each promotion takes off each line.
func TestBestIsThatOfEverySet(t *testing.T) {
	const seed = 25
	rounds := 400
	if testing.Short() {
		rounds = 100
	}
	for round := range rounds {
		c, all := draw(rand.New(rand.NewPCG(seed, uint64(round))))
		s := NewSet(all)
		got := s.Best(c)
		x := reference{cart: c}
		index := map[string]int{}
		for i, p := range all { // those that apply alone
			alone := reference{c, []Promotion{p}}
			if o, ok := alone.outcome([]int{0}); ok && o.left < c.subtotal() && c.subtotal() >= p.MinSubtotal[money.USD] {
				index[p.ID] = len(x.rules)
				x.rules = append(x.rules, all[i])
			}
		}
		outcomes := x.outcomes()
		want := slices.MinFunc(outcomes, outcome.compare)
		name := fmt.Sprintf("round %d", round)
		left := c.subtotal()
		lines := make([]int64, len(c.Lines))
		for i, l := range c.Lines {
			lines[i] = l.Unit * int64(l.Quantity)
		}
		parts := make([][]int64, 0)
		var set []int
		for _, a := range got.Applied {
			assert.Equal(t, sum(a.Parts), a.Amount, name)
			assert.Assert(t, a.Amount > 0, name)
			left -= a.Amount
			set = append(set, index[a.ID])
			parts = append(parts, a.Parts)
			for i, part := range a.Parts {
				lines[i] -= part
				assert.Assert(t, part >= 0 && lines[i] >= 0, name)
			}
		}
		slices.Sort(set)
		wanted := slices.DeleteFunc(slices.Clone(want.set), func(i int) bool { return slices.Contains(want.reducesNothing, i) })
		assert.Equal(t, left, want.left, "%s: %v, want %v", name, set, wanted)
		assert.DeepEqual(t, set, slices.Clip(wanted))
		wantParts := slices.DeleteFunc(slices.Clone(want.parts), func(p []int64) bool { return sum(p) == 0 })
		assert.DeepEqual(t, parts, append([][]int64{}, wantParts...))
		assert.Assert(t, reflect.DeepEqual(s.Best(c), got), "%s: a second call returns another result", name)

		free := x
		free.cart.Chosen = nil
		unchosen := free.outcomes()
		savings := map[string]int64{}
		for i, p := range x.rules {
			if slices.Contains(wanted, i) {
				continue
			}
			with := slices.DeleteFunc(slices.Clone(unchosen), func(o outcome) bool { return !slices.Contains(o.set, i) })
			if len(with) == 0 {
				continue
			}
			if o := slices.MinFunc(with, outcome.compare); !slices.Contains(o.reducesNothing, i) {
				savings[p.ID] = c.subtotal() - o.left
			}
		}
		others := map[string]int64{}
		for _, o := range got.Others {
			others[o.ID] = o.Saving
		}
		assert.DeepEqual(t, others, savings)
	}
}

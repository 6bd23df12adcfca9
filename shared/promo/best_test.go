package promo

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/soak"
)

// reference is the slow form of docs/decisions/best-deal.md: it tries every assignment of the promotions to single units. It does not know
// minima after discounts.
type reference struct {
	Cart
	all   []Promotion // that apply, in the order in which they reduce one price
	units []int       // line of each unit, the cheapest first
	// levels are, for promotions that take the cheapest units, the prices of these.
	levels     map[string][]int64
	reductions [][]reduction    // of each line
	known      map[string]int64 // the most off from a unit on, by the uses so far
}

// uses is what an assignment has so far of one promotion: units, and cents if it has a cap.
type uses struct{ reduced, paid, off int64 }

func newReference(c Cart, all []Promotion) *reference {
	x := &reference{Cart: c, known: map[string]int64{}, levels: map[string][]int64{}}
	for i, l := range c.Lines {
		for range l.Quantity {
			if l.Unit > 0 {
				x.units = append(x.units, i)
			}
		}
	}
	slices.SortStableFunc(x.units, func(a, b int) int { return cmp.Compare(c.Lines[a].Unit, c.Lines[b].Unit) })
	for _, p := range all {
		if c.subtotal() < p.MinSubtotal[money.USD] {
			continue
		}
		x.all = append(x.all, p)
		if p.Cheapest && (p.Buy != nil || p.OncePerOrder) {
			x.levels[p.ID] = x.cheapest(&p)
		}
	}
	slices.SortFunc(x.all, func(a, b Promotion) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.ID, b.ID))
	})
	for line := range c.Lines {
		x.reductions = append(x.reductions, x.reductionsOf(line))
	}
	return x
}

func order(p Promotion) int {
	switch {
	case p.Kind != ItemFree && !p.Kind.Percentage():
		return 2
	case len(p.Cap) > 0:
		return 1
	}
	return 0
}

// off is what the promotion takes off one price: no more than its cap.
func (x *reference) off(p *Promotion, price int64) (off int64) {
	switch {
	case p.Kind == ItemFree:
		off = price
	case p.Kind.Percentage():
		off = money.FromDecimal(decimal.New(price, -2).Mul(p.Percent).Div(decimal.NewFromInt(100)), money.USD).Minor
	default:
		off = min(price, p.Amount[money.USD])
	}
	if most := p.Cap[money.USD]; most > 0 {
		off = min(off, most)
	}
	return off
}

func (x *reference) in(m Match, line int) bool {
	l := x.Lines[line]
	return slices.Contains(m.Items, l.ItemID) ||
		slices.ContainsFunc(l.Sections, func(s string) bool { return slices.Contains(m.Sections, s) })
}

func (x *reference) buys(p *Promotion, line int) bool { return p.Buy != nil && x.in(p.Buy.Match, line) }

// cheapest returns the prices of the units that the promotion reduces, the cheapest first. Enough units stay to be bought once.
func (x *reference) cheapest(p *Promotion) (prices []int64) {
	spare := 0
	for _, line := range x.units {
		if x.buys(p, line) {
			spare++
		}
	}
	if p.Buy != nil {
		spare -= p.Buy.Quantity
	}
	for _, line := range x.units {
		switch {
		case !x.in(p.Match, line) || x.off(p, x.Lines[line].Unit) == 0:
			continue
		case x.buys(p, line) && spare <= 0:
			continue
		case x.buys(p, line):
			spare--
		}
		prices = append(prices, x.Lines[line].Unit)
	}
	return prices
}

// most returns the most that the promotions take off the units from n on. ok is false if that needs too much work.
func (x *reference) most(n int, of []uses) (best int64, ok bool) {
	const states = 30_000
	if n == len(x.units) {
		for i := range x.all {
			p, u := &x.all[i], of[i]
			if p.Buy != nil {
				get := int64(max(1, p.Buy.Get))
				times := (u.reduced + get - 1) / get
				if u.paid != times*int64(p.Buy.Quantity) {
					return -1, true
				}
			}
			if most := p.Cap[money.USD]; most > 0 {
				best += min(most, u.off)
			}
		}
		return best, true
	}
	var raw []byte
	for _, u := range of {
		raw = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(raw, u.reduced), u.paid), u.off)
	}
	key := fmt.Sprint(n) + string(raw)
	if known, ok := x.known[key]; ok {
		return known, true
	}
	if len(x.known) > states {
		return 0, false
	}
	line := x.units[n]
	best, ok = x.most(n+1, of) // the unit is not reduced
	try := func(off int64, next []uses) {
		if more, done := x.most(n+1, next); !done {
			ok = false
		} else if more >= 0 {
			best = max(best, off+more)
		}
	}
	for i := range x.all {
		if p := &x.all[i]; x.buys(p, line) && (!p.OncePerOrder || of[i].paid < int64(p.Buy.Quantity)) {
			next := slices.Clone(of)
			next[i].paid++
			try(0, next)
		}
	}
	for _, r := range x.reductions[line] {
		if next, allowed := x.reduce(r, line, of); allowed {
			try(r.off, next)
		}
	}
	x.known[key] = best
	return best, ok
}

// reduction is what a set of promotions takes off one unit.
type reduction struct {
	off   int64         // of those without a cap
	parts map[int]int64 // of each
}

// reductionsOf returns those of a unit of the line: each promotion alone, and sets of one stacking group.
func (x *reference) reductionsOf(line int) (all []reduction) {
	for set := 1; set < 1<<len(x.all); set++ {
		r, left, allowed := reduction{parts: map[int]int64{}}, x.Lines[line].Unit, true
		for i := range x.all {
			p := &x.all[i]
			if set&(1<<i) == 0 {
				continue
			}
			if !p.Kind.OfUnits() || !x.in(p.Match, line) {
				allowed = false
				break
			}
			for other := range r.parts {
				allowed = allowed && p.Stack != "" && p.Stack == x.all[other].Stack
			}
			off := x.off(p, left)
			allowed = allowed && off > 0
			left -= off
			r.parts[i] = off
			if len(p.Cap) == 0 {
				r.off += off
			}
		}
		if allowed {
			all = append(all, r)
		}
	}
	return all
}

// reduce returns the uses after a unit of the line is reduced. It returns false if a promotion may not reduce it.
func (x *reference) reduce(r reduction, line int, of []uses) (next []uses, allowed bool) {
	next = slices.Clone(of)
	for i, off := range r.parts {
		p, u := &x.all[i], &next[i]
		if levels, some := x.levels[p.ID]; some && (u.reduced >= int64(len(levels)) || levels[u.reduced] != x.Lines[line].Unit) {
			return nil, false
		}
		if p.Buy != nil || p.OncePerOrder {
			u.reduced++
		}
		if p.OncePerOrder && (p.Buy == nil && u.reduced > 1 || p.Buy != nil && u.reduced > int64(max(1, p.Buy.Get))) {
			return nil, false
		}
		if most := p.Cap[money.USD]; most > 0 {
			u.off = min(most, u.off+off)
		}
	}
	return next, true
}

// left returns the least that a guest can pay. ok is false if that needs too much work.
func (x *reference) left() (least int64, ok bool) {
	ofUnits, ok := x.most(0, make([]uses, len(x.all)))
	if !ok {
		return 0, false
	}
	least = x.subtotal() - ofUnits
	for set := range 1 << len(x.all) {
		left, stacks, valid := x.subtotal()-ofUnits, map[bool]string{}, true
		for _, handoff := range []bool{false, true} {
			for i := range x.all {
				p := &x.all[i]
				if set&(1<<i) == 0 || p.Kind.OfHandoff() != handoff {
					continue
				}
				stack, some := stacks[handoff]
				valid = valid && !p.Kind.OfUnits() && (!some || stack != "" && stack == p.Stack)
				stacks[handoff] = p.Stack
				left -= x.off(p, left)
			}
		}
		if valid {
			least = min(least, left)
		}
	}
	return least, true
}

// searchedWhole reports whether Best finds the best of all assignments (docs/decisions/best-deal.md).
func searchedWhole(c Cart, all []Promotion) bool {
	units, many := 0, 0
	for _, l := range c.Lines {
		units += l.Quantity
	}
	stacks := map[string][2]int{} // promotions of one unit, and those with more demand
	for _, p := range all {
		if p.MinAfter {
			return false
		}
		if !p.Kind.OfUnits() {
			continue
		}
		several := p.demand() == manyUses || p.Buy != nil && p.Buy.Get > 1
		if several && len(p.Cap) > 0 || p.Cheapest && (p.Stack != "" || p.Buy != nil && p.Buy.Get > 1) {
			return false
		}
		if n := stacks[p.Stack]; p.demand() == oneUnit {
			stacks[p.Stack] = [2]int{n[0] + 1, n[1]}
		} else if p.demand() > oneUnit {
			stacks[p.Stack] = [2]int{n[0], n[1] + 1}
		}
		if p.demand() == manyUses && units/(1+p.Buy.Quantity) > triedUses {
			many++
		}
	}
	for stack, n := range stacks {
		if stack != "" && n[1] > 0 && n[0]+n[1] > 1 {
			return false
		}
	}
	return many <= 1
}

func usd(minor int64) menu.Prices { return menu.Prices{money.USD: minor} }

// draw returns a random cart of at most 20 lines with at most 10 promotions, many of which overlap.
func draw(r *rand.Rand) (Cart, []Promotion) {
	return drawOf(r, 1+r.IntN(4)*r.IntN(6)+r.IntN(5), r.IntN(11))
}

// drawOf returns a random cart with promotions, many of which overlap.
func drawOf(r *rand.Rand, lines, promotions int) (Cart, []Promotion) {
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
	for range min(20, lines) {
		l := Line{ItemID: item(), Unit: int64(r.IntN(1500)), Quantity: 1 + r.IntN(1+r.IntN(4))}
		if chance(3) {
			l.Unit = int64(r.IntN(4)) * 5 // equal and tiny prices
		}
		if chance(2) {
			l.Sections = []string{section()}
		}
		c.Lines = append(c.Lines, l)
	}
	var all []Promotion
	for i := range promotions {
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

// drawFew returns at most 6 units and 4 promotions: most of them take single units.
func drawFew(r *rand.Rand) (Cart, []Promotion) {
	c, all := drawOf(r, 1+r.IntN(4), 1+r.IntN(4))
	units := 0
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Quantity = min(l.Quantity, 6-units)
		units += l.Quantity
	}
	for i := range all {
		if r.IntN(4) > 0 {
			all[i].MinAfter = false
		}
		if r.IntN(2) > 0 && !(all[i].OncePerOrder && all[i].Buy == nil) {
			all[i].Cap = nil
		}
	}
	return c, all
}

// leftOf is what the guest pays.
func leftOf(c Cart, all []Promotion) int64 {
	left := c.subtotal()
	for _, a := range NewSet(all).Best(c).Applied {
		left -= a.Amount
	}
	return left
}

// Best leaves the guest the least of all assignments of promotions to single units, in every order of the file.
func TestBestIsTheCheapestAssignment(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand) (Cart, []Promotion){"6 units": drawFew, "20 lines": draw} {
		t.Run(name, func(t *testing.T) {
			quick := map[bool]int{false: 2000, true: 300}[testing.Short()]
			if name == "20 lines" {
				quick /= 10
			}
			rounds, compared, exact := 0, 0, 0
			for seed := range soak.Rounds(t, quick, 20*time.Second) {
				r := rand.New(rand.NewPCG(seed, 25))
				c, all := draw(r)
				rounds++
				c.Chosen = nil
				if Bound(File{Promotions: all}) != nil {
					continue
				}
				got := leftOf(c, all)
				for range 3 {
					r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
					assert.Equal(t, leftOf(c, all), got, "another order of the file: seed %d", seed)
				}
				if slices.ContainsFunc(all, func(p Promotion) bool { return p.MinAfter }) {
					continue
				}
				want, ok := newReference(c, all).left()
				if !ok {
					continue
				}
				compared++
				assert.Assert(t, got >= want, "seed %d: got %d, less than each assignment leaves: %d", seed, got, want)
				if searchedWhole(c, all) {
					exact++
					assert.Equal(t, got, want, "seed %d: %+v %+v", seed, c, all)
				}
			}
			if rounds >= quick {
				assert.Assert(t, exact > rounds/4, "of %d rounds %d compared, %d of them exact", rounds, compared, exact)
			}
		})
	}
}

func TestUnitsGoToThePromotionThatSavesMost(t *testing.T) {
	item := func(ids ...string) Match { return Match{Items: ids} }
	line := func(id string, unit int64, quantity int) Line {
		return Line{ItemID: id, Sections: []string{"s"}, Unit: unit, Quantity: quantity}
	}
	percent := func(n int64, m Match) Promotion {
		return Promotion{Kind: ItemPercentage, Percent: decimal.New(n, 0), Match: m}
	}
	amount := func(n int64, m Match) Promotion {
		return Promotion{Kind: ItemAmount, Amount: usd(n), Match: m, OncePerOrder: true}
	}
	once := func(p Promotion) Promotion { p.OncePerOrder = true; return p }
	free := func(m, buy Match) Promotion { return Promotion{Kind: ItemFree, Match: m, Buy: &Buy{buy, 1, 0}} }
	stacked := func(p Promotion) Promotion { p.Stack = "all"; return p }
	for name, c := range map[string]struct {
		lines []Line
		all   []Promotion
		want  int64
	}{
		"an amount off one burger and a percentage off the others": {
			[]Line{line("burger", 1000, 3)}, []Promotion{percent(20, item("burger")), amount(500, item("burger"))}, 900,
		},
		"an item's percentage and its section's": {
			[]Line{line("x", 1000, 1), line("y", 900, 1)}, []Promotion{percent(10, Match{Sections: []string{"s"}}), percent(30, item("x"))}, 390,
		},
		"one unit each, although both want the same": {
			[]Line{line("x", 1000, 1), line("y", 900, 1)}, []Promotion{once(percent(50, item("x", "y"))), amount(300, item("x"))}, 750,
		},
		"the cheaper burger is bought": {
			[]Line{line("big", 1200, 1), line("small", 800, 1), line("kids", 500, 1)},
			[]Promotion{free(item("kids"), item("big", "small")), percent(30, item("big"))}, 860,
		},
		"two of one stacking group reduce the unit that is worth it only together": {
			[]Line{line("x", 1000, 1), line("y", 1000, 1)},
			[]Promotion{percent(40, item("x")), stacked(amount(300, item("x"))), stacked(amount(300, item("x", "z"))), percent(10, item("y"))}, 700,
		},
		"percentages before amounts": {
			[]Line{line("x", 1000, 1)}, []Promotion{stacked(amount(300, item("x"))), stacked(percent(50, item("x")))}, 800,
		},
		"a cap is shared by several units": {
			[]Line{line("x", 1000, 4)},
			[]Promotion{{Kind: ItemPercentage, Percent: decimal.New(50, 0), Match: item("x"), Cap: usd(700)}, percent(10, item("x"))}, 900,
		},
	} {
		t.Run(name, func(t *testing.T) {
			cart := Cart{Currency: money.USD, Country: "US", Lines: c.lines}
			for i := range c.all {
				c.all[i].ID = fmt.Sprint("p", i)
			}
			assert.Check(t, is.Equal(cart.subtotal()-leftOf(cart, c.all), c.want))
			slices.Reverse(c.all)
			assert.Check(t, is.Equal(cart.subtotal()-leftOf(cart, c.all), c.want), "the other order of the file")
		})
	}
}

// The parts of a result add up, a second call returns the same, and a guest who chooses another promotion gets it with the saving that
// Others promised.
func TestOthersAreWhatAGuestGetsForChoosingThem(t *testing.T) {
	for seed := range soak.Rounds(t, 400, 10*time.Second) {
		c, all := draw(rand.New(rand.NewPCG(seed, 26)))
		if Bound(File{Promotions: all}) != nil {
			continue
		}
		s := NewSet(all)
		result := s.Best(c)
		assert.Assert(t, reflect.DeepEqual(s.Best(c), result), "seed %d: a second call returns another result", seed)
		left := make([]int64, len(c.Lines))
		for i, l := range c.Lines {
			left[i] = l.Unit * int64(l.Quantity)
		}
		for _, a := range result.Applied {
			assert.Assert(t, a.Amount > 0 && sumOf(a.Parts) == a.Amount, "seed %d: %s", seed, a.ID)
			for i, part := range a.Parts {
				left[i] -= part
				assert.Assert(t, part >= 0 && left[i] >= 0, "seed %d: %s", seed, a.ID)
			}
		}
		for _, o := range result.Others {
			c.Chosen = []string{o.ID}
			got := s.Best(c)
			assert.Assert(t, got.applies(o.Promotion), "seed %d: %s is chosen", seed, o.ID)
			assert.Equal(t, c.subtotal()-leftOf(c, all), o.Saving, "seed %d: %s is chosen", seed, o.ID)
		}
	}
}

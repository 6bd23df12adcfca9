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

// reference is the slow form of docs/decisions/best-deal.md: it tries every assignment of unit promotions to single units.
type reference struct {
	Cart
	all        []Promotion // that apply, in the order in which they reduce one price
	units      []int       // line of each unit, the cheapest first
	group      []int       // of each promotion: those that share a line, directly or through others, have the same
	levels     [][]int64   // of each promotion: the prices of the units that it must reduce, ascending, or nil if any will do
	reductions [][]reduction
	known      map[string]int64 // the most off from a unit on, by the uses so far
}

// uses is what an assignment has so far of one promotion: units, cents if it has a cap, and its place in the levels.
type uses struct {
	reduced, paid, off int64
	level              int // of the next unit that it must reduce
}

func newReference(c Cart, all []Promotion) *reference {
	x := &reference{Cart: c, known: map[string]int64{}, all: slices.Clone(all)}
	for i, l := range c.Lines {
		for range l.Quantity {
			if l.Unit > 0 {
				x.units = append(x.units, i)
			}
		}
	}
	slices.SortStableFunc(x.units, func(a, b int) int { return cmp.Compare(c.Lines[a].Unit, c.Lines[b].Unit) })
	slices.SortFunc(x.all, func(a, b Promotion) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.ID, b.ID))
	})
	for i := range x.all {
		x.group = append(x.group, i)
		x.levels = append(x.levels, x.levelsOf(&x.all[i]))
	}
	for _, line := range x.units {
		for i := range x.all {
			for j := range i {
				if from, to := x.group[i], x.group[j]; x.touches(i, line) && x.touches(j, line) {
					for k, g := range x.group {
						if g == from {
							x.group[k] = to
						}
					}
				}
			}
		}
	}
	for line := range c.Lines {
		x.reductions = append(x.reductions, x.reductionsOf(line))
	}
	return x
}

func (x *reference) touches(i, line int) bool {
	return x.in(x.all[i].Match, line) || x.buys(&x.all[i], line)
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

// levelsOf returns the prices of the units that the promotion must reduce, ascending, or nil if any will do: with Cheapest it begins with
// the cheapest, else with a cap on several units it ends with the dearest. Enough units stay to be bought once.
func (x *reference) levelsOf(p *Promotion) (prices []int64) {
	units := slices.Clone(x.units)
	switch {
	case p.Cheapest:
	case capOfSeveral(p):
		slices.Reverse(units)
	default:
		return nil
	}
	prices = []int64{}
	spare := 0
	for _, line := range units {
		if x.buys(p, line) {
			spare++
		}
	}
	if p.Buy != nil {
		spare -= p.Buy.Quantity
	}
	off := int64(0)
	for _, line := range units {
		switch {
		case !x.in(p.Match, line) || x.withStack(p, line) == 0 || capOfSeveral(p) && off >= p.Cap[money.USD]:
			continue
		case x.buys(p, line) && spare <= 0:
			continue
		case x.buys(p, line):
			spare--
		}
		off += x.off(p, x.Lines[line].Unit)
		prices = append(prices, x.Lines[line].Unit)
	}
	slices.Sort(prices)
	return prices
}

// withStack is what p takes off a unit after the promotions of every unit of its stacking group.
func (x *reference) withStack(p *Promotion, line int) (off int64) {
	left := x.Lines[line].Unit
	for i := range x.all {
		o := &x.all[i]
		if o.ID != p.ID && (p.Stack == "" || o.Stack != p.Stack || ofSingle(o) || !x.in(o.Match, line)) {
			continue
		}
		if off = x.off(o, left); o.ID == p.ID {
			return off
		}
		left -= off
	}
	panic(p.ID)
}

// ofSingle reports whether the promotion takes single units, not each of its items.
func ofSingle(p *Promotion) bool { return p.OncePerOrder || p.Buy != nil || len(p.Cap) > 0 }

func capOfSeveral(p *Promotion) bool {
	return p.Kind.OfUnits() && len(p.Cap) > 0 && (!p.OncePerOrder || p.Buy != nil && p.Buy.Get > 1)
}

// valid reports whether the uses are whole, and at most one promotion of a group has more than a few.
func (x *reference) valid(of []uses) bool {
	frequent := map[int]bool{}
	for i := range x.all {
		p, u, times := &x.all[i], of[i], of[i].reduced
		if p.Buy != nil {
			get := int64(max(1, p.Buy.Get))
			times = (u.reduced + get - 1) / get
			if u.paid != times*int64(p.Buy.Quantity) {
				return false
			}
			if x.levels[i] != nil && u.reduced != min(times*get, int64(len(x.levels[i]))) {
				return false
			}
		}
		if !p.Cheapest && u.reduced > 0 && x.levels[i] != nil && u.level < len(x.levels[i]) {
			return false
		}
		if times > fewUses && !p.OncePerOrder {
			if frequent[x.group[i]] {
				return false
			}
			frequent[x.group[i]] = true
		}
	}
	return true
}

// most returns the most that the promotions take off the units from n on. ok is false if that needs too much work.
func (x *reference) most(n int, of []uses) (best int64, ok bool) {
	const states = 30_000
	if n == len(x.units) {
		if !x.valid(of) {
			return -1, true
		}
		for i := range x.all {
			best += min(of[i].off, cmp.Or(x.all[i].Cap[money.USD], of[i].off))
		}
		return best, true
	}
	var raw []byte
	for _, u := range of {
		raw = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(raw, u.reduced), u.paid), u.off), int64(u.level))
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
		for _, next := range x.reduce(r, line, of) {
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

// reductionsOf returns those of a unit of the line: each promotion alone, and sets of one stacking group with at most one that takes
// single units.
func (x *reference) reductionsOf(line int) (all []reduction) {
	for set := 1; set < 1<<len(x.all); set++ {
		r, left, allowed, single := reduction{parts: map[int]int64{}}, x.Lines[line].Unit, true, 0
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
			if ofSingle(p) {
				single++
			}
			off := x.off(p, left)
			allowed = allowed && off > 0
			left -= off
			r.parts[i] = off
			if len(p.Cap) == 0 {
				r.off += off
			}
		}
		if allowed && single <= 1 {
			all = append(all, r)
		}
	}
	return all
}

// reduce returns the uses after a unit of the line is reduced: none if a promotion may not reduce it, several if one may begin at more
// than one level.
func (x *reference) reduce(r reduction, line int, of []uses) (all [][]uses) {
	next, begin, price := slices.Clone(of), -1, x.Lines[line].Unit
	for i, off := range r.parts {
		p, u, levels := &x.all[i], &next[i], x.levels[i]
		switch {
		case levels == nil:
		case u.reduced == 0 && !p.Cheapest:
			if begin = i; !slices.Contains(levels, price) {
				return nil
			}
		case u.level == len(levels) || levels[u.level] != price:
			return nil
		}
		if u.level++; ofSingle(p) {
			u.reduced++
		}
		if p.OncePerOrder && (p.Buy == nil && u.reduced > 1 || p.Buy != nil && u.reduced > int64(max(1, p.Buy.Get))) {
			return nil
		}
		if most := p.Cap[money.USD]; most > 0 {
			u.off = min(most, u.off+off)
		}
	}
	if begin < 0 {
		for i := range next {
			if x.levels[i] == nil {
				next[i].level = 0 // it does not matter
			}
		}
		return [][]uses{next}
	}
	for level, p := range x.levels[begin] {
		if p == price {
			one := slices.Clone(next)
			one[begin].level = level + 1
			all = append(all, one)
		}
	}
	return all
}

// leastOf returns the least that a guest can pay. ok is false if that needs too much work. Without a minimum after discounts all unit
// promotions are divided together, otherwise each set of them.
func leastOf(c Cart, all []Promotion) (least int64, ok bool) {
	all = slices.DeleteFunc(slices.Clone(all), func(p Promotion) bool { return c.subtotal() < p.MinSubtotal[money.USD] })
	minAfter := slices.ContainsFunc(all, func(p Promotion) bool { return p.MinAfter })
	least = c.subtotal()
	for set := 1<<len(all) - 1; set >= 0; set-- {
		var units, orders []Promotion
		skip := false
		for i, p := range all {
			switch chosen := set&(1<<i) != 0; {
			case !p.Kind.OfUnits():
				orders = append(orders, p)
				skip = skip || !chosen
			case chosen:
				units = append(units, p)
			default:
				skip = skip || !minAfter
			}
		}
		if skip {
			continue
		}
		ofUnits, ok := newReference(c, units).most(0, make([]uses, len(units)))
		if !ok {
			return 0, false
		}
		least = min(least, (&reference{all: orders}).afterOrders(c.subtotal()-ofUnits))
	}
	return least, true
}

// afterOrders returns the least that the order and handoff promotions leave.
func (x *reference) afterOrders(before int64) int64 {
	slices.SortFunc(x.all, func(a, b Promotion) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.ID, b.ID))
	})
	least := before
	for set := range 1 << len(x.all) {
		left, stacks, valid := before, map[bool]string{}, true
		for _, handoff := range []bool{false, true} {
			for i := range x.all {
				p := &x.all[i]
				if set&(1<<i) == 0 || p.Kind.OfHandoff() != handoff {
					continue
				}
				stack, some := stacks[handoff]
				valid = valid && (!some || stack != "" && stack == p.Stack) && (!p.MinAfter || left >= p.MinSubtotal[money.USD])
				stacks[handoff] = p.Stack
				left -= x.off(p, left)
			}
		}
		if valid {
			least = min(least, left)
		}
	}
	return least
}

// kindsOf returns which of the kinds that are hard to divide the promotions have.
func kindsOf(all []Promotion) map[string]bool {
	many := 0
	found := map[string]bool{
		"a cap of several units": false, "several cheapest": false, "stacking": false, "minimum after discounts": false,
	}
	for i := range all {
		p := &all[i]
		if p.Kind.OfUnits() && p.demand() == manyUses {
			many++
		}
		for kind, has := range map[string]bool{
			"a cap of several units":  capOfSeveral(p),
			"several cheapest":        p.Cheapest && p.gets() > 1,
			"stacking":                p.Kind.OfUnits() && p.Stack != "" && (p.Buy != nil || p.Cheapest),
			"minimum after discounts": p.MinAfter,
		} {
			found[kind] = found[kind] || has
		}
	}
	found["several of many uses"] = many > 1
	return found
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
			p.OncePerOrder = chance(3)
			p.Cheapest = (p.Buy != nil || p.OncePerOrder) && chance(3)
		}
		if chance(4) {
			p.Cap = usd(1 + r.Int64N(900))
		}
		if chance(2) && !capOfSeveral(&p) {
			p.Stack = fmt.Sprint("stack-", r.IntN(2))
		}
		if chance(5) {
			p.MinSubtotal = usd(1 + r.Int64N(1+c.subtotal()))
			p.MinAfter = !p.Kind.OfUnits() && chance(2)
		}
		all = append(all, p)
		if chance(8) {
			c.Chosen = append(c.Chosen, p.ID)
		}
	}
	return c, all
}

// drawFew returns at most 6 units and 4 promotions.
func drawFew(r *rand.Rand) (Cart, []Promotion) {
	c, all := drawOf(r, 1+r.IntN(4), 1+r.IntN(4))
	units := 0
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Quantity = min(l.Quantity, 6-units)
		units += l.Quantity
	}
	return c, all
}

// drawMany returns a few lines of many units, and promotions of many uses.
func drawMany(r *rand.Rand) (Cart, []Promotion) {
	c, all := drawOf(r, 1+r.IntN(3), 2+r.IntN(2))
	for i := range c.Lines {
		c.Lines[i].Quantity = 3 + r.IntN(4)
	}
	for i := range all {
		p := &all[i]
		p.Kind, p.Percent, p.Amount, p.MinAfter, p.OncePerOrder = ItemFree, decimal.Zero, nil, false, false
		if r.IntN(2) == 0 {
			p.Kind, p.Amount = ItemAmount, usd(100+r.Int64N(900))
		}
		p.Items, p.Buy = []string{fmt.Sprint("item-", r.IntN(2))}, &Buy{Match{Items: []string{fmt.Sprint("item-", r.IntN(2))}}, 1, r.IntN(3)}
		if capOfSeveral(p) {
			p.Stack = ""
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
	for name, draw := range map[string]func(*rand.Rand) (Cart, []Promotion){"6 units": drawFew, "many uses": drawMany, "20 lines": draw} {
		t.Run(name, func(t *testing.T) {
			quick := map[bool]int{false: 2000, true: 300}[testing.Short()]
			if name != "6 units" {
				quick /= 10
			}
			rounds, compared, of := 0, 0, map[string]int{}
			for seed := range soak.Rounds(t, quick, 20*time.Second) {
				r := rand.New(rand.NewPCG(seed, 25))
				c, all := draw(r)
				rounds++
				c.Chosen = nil
				if Bound(File{Promotions: all}) != nil {
					continue
				}
				want, ok := leastOf(c, all)
				if !ok {
					continue
				}
				compared++
				for kind, has := range kindsOf(all) {
					if has {
						of[kind]++
					}
				}
				for range 4 {
					assert.Equal(t, leftOf(c, all), want, "seed %d: %+v %+v", seed, c, all)
					r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				}
			}
			t.Logf("of %d rounds %d compared: %v", rounds, compared, of)
			if rounds >= quick {
				assert.Assert(t, compared > rounds/4, "of %d rounds %d compared", rounds, compared)
				for kind := range kindsOf(nil) {
					assert.Assert(t, of[kind] > 0 || name != "6 units", kind)
				}
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
			[]Promotion{percent(40, item("x")), stacked(amount(300, item("x"))), stacked(percent(30, item("x", "z"))), percent(10, item("y"))}, 700,
		},
		"one of a stacking group is left out, so that enough is left for the order's": {
			[]Line{line("x", 600, 2)},
			[]Promotion{
				stacked(percent(20, item("x"))), stacked(amount(500, item("x"))),
				{Kind: OrderPercentage, Percent: decimal.New(80, 0), MinSubtotal: usd(600), MinAfter: true},
			}, 1060,
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
		for _, o := range result.Others() {
			c.Chosen = []string{o.ID}
			got := s.Best(c)
			assert.Assert(t, got.applies(o.Promotion), "seed %d: %s is chosen", seed, o.ID)
			assert.Equal(t, c.subtotal()-leftOf(c, all), o.Saving, "seed %d: %s is chosen", seed, o.ID)
		}
	}
}

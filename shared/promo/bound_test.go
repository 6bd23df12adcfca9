package promo

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

// nodesOf returns how many nodes the search for the best combination visits.
func nodesOf(c *Cart, all []Promotion) int {
	rules, _ := NewSet(all).judge(c)
	q := newSearch(c, rules)
	q.best(q.chosen, 0)
	return q.nodes
}

// overlappingOf returns n promotions for one unit of the same item, and promotions of the order in one stacking group.
func overlappingOf(n, ofOrder int) (all []Promotion) {
	for i := range n {
		p := Promotion{ID: fmt.Sprint("unit-", i), Kind: ItemAmount, Amount: usd(int64(1 + i)), OncePerOrder: true}
		p.Items = []string{"rib"}
		all = append(all, p)
	}
	for i := range ofOrder {
		all = append(all, Promotion{ID: fmt.Sprint("order-", i), Kind: OrderAmount, Amount: usd(int64(1 + i)), Stack: "all"})
	}
	return all
}

func TestWorstAcceptedFileIsSearchedWhole(t *testing.T) {
	c := Cart{Currency: "usd", Country: "US", Lines: []Line{{ItemID: "rib", Unit: 1000, Quantity: 30}}}
	accepted := 0
	for units := range 20 {
		for orders := range 16 {
			all := overlappingOf(units, orders)
			if Bound(File{all}) != nil {
				continue
			}
			accepted++
			n := nodesOf(&c, all)
			assert.Assert(t, n <= maxNodes, "%d and %d: %d nodes", units, orders, n)
			if units == 14 && orders == 5 {
				assert.Assert(t, n > maxNodes*4/5, "%d nodes", n)
			}
		}
	}
	assert.Assert(t, Bound(File{overlappingOf(14, 5)}) == nil && accepted < 20*16)
}

// The bound of the nodes holds for random carts and promotions.
func TestNodesAreAtMostTheBound(t *testing.T) {
	for round := range 2000 {
		c, all := draw(rand.New(rand.NewPCG(7, uint64(round))))
		most := 0
		for _, group := range coexisting(all) {
			n, _ := bound(group)
			most = max(most, n)
		}
		n := nodesOf(&c, all)
		assert.Assert(t, n <= most, "round %d: %d nodes, bound %d", round, n, most)
	}
}

func TestBoundCountsOnlyWhatCoexists(t *testing.T) {
	day := func(n int) *location.Date { d := location.Date{Year: 2026, Month: 8, Day: 1}.Plus(n); return &d }
	for name, c := range map[string]struct {
		change func(n int, p *Promotion) // of 40 promotions for one unit of the same item
		fits   bool
	}{
		"all at once": {func(int, *Promotion) {}, false},
		"days":        {func(n int, p *Promotion) { p.From, p.Until = day(n/10), day(n/10) }, true},
		"the hours of a day end on the next": {func(n int, p *Promotion) {
			p.From, p.Until, p.Hours = day(n/10), day(n/10), &location.Range{Open: 22 * 60, Close: 2 * 60}
			if n/10 == 1 {
				p.Hours.Open = 60
			}
		}, false},
		"weekdays":              {func(n int, p *Promotion) { p.Weekdays = []int{n % 7} }, true},
		"weekdays that overlap": {func(n int, p *Promotion) { p.Weekdays = []int{n % 7, 6, (n + 1) % 7} }, false},
		"hours": {func(n int, p *Promotion) {
			p.Hours = &location.Range{Open: location.Minute(n % 8 * 60), Close: location.Minute(n%8*60 + 60)}
		}, true},
		"hours over midnight": {func(n int, p *Promotion) {
			p.Hours = &location.Range{Open: location.Minute(n * 30), Close: location.Minute(n * 20)}
		}, false},
		"handoffs":                        {func(n int, p *Promotion) { p.Handoffs = location.AllHandoffs[n%5 : n%5+1] }, true},
		"restaurants":                     {func(n int, p *Promotion) { p.Locations = []string{fmt.Sprint(n % 10)} }, true},
		"countries":                       {func(n int, p *Promotion) { p.Countries = []string{[]string{"US", "us", "ca"}[n%3]} }, false},
		"codes":                           {func(n int, p *Promotion) { p.Code = fmt.Sprint("CODE", n) }, true},
		"codes and 11 automatic":          {func(n int, p *Promotion) { p.Serialized = n >= 11 }, true},
		"codes and 12 automatic":          {func(n int, p *Promotion) { p.Serialized = n >= 12 }, false},
		"items":                           {func(n int, p *Promotion) { p.Items = []string{fmt.Sprint(n)} }, true},
		"items that share a section":      {func(n int, p *Promotion) { p.Items, p.Sections = nil, []string{fmt.Sprint(n)} }, false},
		"all units of the same item":      {func(n int, p *Promotion) { p.OncePerOrder = false }, true},
		"all units of one stacking group": {func(n int, p *Promotion) { p.OncePerOrder, p.Stack = false, "all" }, false},
		"a minimum after discounts":       {func(n int, p *Promotion) { p.Items, p.MinAfter = []string{fmt.Sprint(n)}, n == 3 }, false},
		"orders":                          {func(n int, p *Promotion) { p.Kind = OrderAmount }, true},
		"a group of orders":               {func(n int, p *Promotion) { p.Kind, p.Stack = OrderAmount, "all" }, false},
		"coded orders of a group":         {func(n int, p *Promotion) { p.Kind, p.Stack, p.Serialized = OrderAmount, "all", true }, true},
	} {
		t.Run(name, func(t *testing.T) {
			all := overlappingOf(40, 0)
			for i := range all {
				c.change(i, &all[i])
			}
			err := Bound(File{all})
			assert.Equal(t, err == nil, c.fits, "%v", err)
			if !c.fits {
				assert.Check(t, is.ErrorContains(err, "unit-3"))
			}
		})
	}
}

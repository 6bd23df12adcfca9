package promo

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/soak"
)

// nodesOf returns how many nodes Best visits.
func nodesOf(c *Cart, all []Promotion) int {
	result := NewSet(all).Best(*c)
	result.Others()
	return result.search.nodes
}

// overlappingOf returns n promotions for one unit of the same item if another is bought, and promotions of the order in one stacking group.
// Each may apply with each, and none of the n does if half is one of the others.
func overlappingOf(n, ofOrder int) (all []Promotion) {
	for i := range n {
		p := Promotion{ID: fmt.Sprint("unit-", i), Kind: ItemAmount, Amount: usd(int64(1 + i)), OncePerOrder: true, Cheapest: true}
		p.Items, p.Buy = []string{"rib"}, &Buy{Match: Match{Items: []string{"rib"}}, Quantity: 1}
		all = append(all, p)
	}
	for i := range ofOrder {
		all = append(all, Promotion{ID: fmt.Sprint("order-", i), Kind: OrderAmount, Amount: usd(int64(1 + i)), Stack: "all"})
	}
	return all
}

var half = Promotion{ID: "half", Kind: ItemPercentage, Percent: decimal.New(50, 0), Match: Match{Items: []string{"rib"}}}

func TestWorstAcceptedFileIsSearchedWhole(t *testing.T) {
	c := Cart{Currency: "usd", Country: "US", Lines: []Line{{ItemID: "rib", Unit: 1000, Quantity: 30}}}
	accepted, most := 0, 0
	for units := range 20 {
		for orders := range 16 {
			all := append(overlappingOf(units, orders), half)
			if Bound(File{Promotions: all}) != nil {
				continue
			}
			accepted++
			n := nodesOf(&c, all)
			assert.Assert(t, n <= maxNodes, "%d and %d: %d nodes", units, orders, n)
			most = max(most, n)
		}
	}
	assert.Assert(t, most > maxNodes*3/5 && accepted < 20*16, "%d nodes", most)
}

// The bound of the nodes holds for random carts and promotions.
func TestNodesAreAtMostTheBound(t *testing.T) {
	for seed := range soak.Rounds(t, 1000, 10*time.Second) {
		c, all := draw(rand.New(rand.NewPCG(seed, 7)))
		most := 0
		for _, group := range coexisting(all) {
			n, _ := bound(group)
			most = max(most, n)
		}
		n := nodesOf(&c, all)
		assert.Assert(t, n <= most, "seed %d: %d nodes, bound %d", seed, n, most)
	}
}

func TestBoundCountsOnlyWhatCoexists(t *testing.T) {
	day := func(n int) *location.Date { d := location.Date{Year: 2026, Month: 8, Day: 1}.Plus(n); return &d }
	for name, c := range map[string]struct {
		change func(n int, p *Promotion) // of 40 promotions for one unit of the same item
		fits   bool
	}{
		"all at once": {func(int, *Promotion) {}, false},
		"days":        {func(n int, p *Promotion) { p.From, p.Until = day(n/5), day(n/5) }, true},
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
		"handoffs":              {func(n int, p *Promotion) { p.Handoffs = location.AllHandoffs[n%5 : n%5+1] }, true},
		"restaurants":           {func(n int, p *Promotion) { p.Locations = []string{fmt.Sprint(n % 10)} }, true},
		"countries":             {func(n int, p *Promotion) { p.Countries = []string{[]string{"US", "us", "ca"}[n%3]} }, false},
		"codes":                 {func(n int, p *Promotion) { p.Code = fmt.Sprint("CODE", n) }, true},
		"codes and 6 automatic": {func(n int, p *Promotion) { p.Serialized = n >= 6 }, true},
		"codes and 7 automatic": {func(n int, p *Promotion) { p.Serialized = n >= 7 }, false},
		"items":                 {func(n int, p *Promotion) { p.Items, p.Buy = []string{fmt.Sprint(n)}, nil }, true},
		"items to buy": {func(n int, p *Promotion) {
			p.Items, p.Buy.Items = []string{fmt.Sprint(n)}, []string{fmt.Sprint(n)}
		}, true},
		"one unit of the same item":       {func(n int, p *Promotion) { p.Buy = nil }, true},
		"without oncePerOrder":            {func(n int, p *Promotion) { p.OncePerOrder = n >= 5 }, false},
		"items that share a section":      {func(n int, p *Promotion) { p.Items, p.Sections = nil, []string{fmt.Sprint(n)} }, false},
		"all units of the same item":      {func(n int, p *Promotion) { p.OncePerOrder, p.Buy = false, nil }, true},
		"all units of one stacking group": {func(n int, p *Promotion) { p.OncePerOrder, p.Buy, p.Stack = false, nil, "all" }, true},
		"one unit of one stacking group":  {func(n int, p *Promotion) { p.Buy, p.Stack = nil, "all" }, false},
		"caps":                            {func(n int, p *Promotion) { p.OncePerOrder, p.Buy, p.Cap = false, nil, usd(100) }, false},
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
			err := Bound(File{Promotions: all})
			assert.Equal(t, err == nil, c.fits, "%v", err)
			reason := "too many combinations"
			if name == "one unit of one stacking group" {
				reason = `unit-0 and unit-1 of the stacking group "all" can reduce the same unit`
			}
			if !c.fits {
				assert.Check(t, is.ErrorContains(err, reason))
			}
		})
	}
}

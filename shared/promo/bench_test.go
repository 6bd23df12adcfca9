package promo

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
)

// promotionsOf30 are 30 promotions that apply to the cart of 10 lines: 20 of items and sections, 7 of the order and 3 of the handoff.
func promotionsOf30() (Cart, []Promotion) {
	c := Cart{Currency: "usd", Country: "US", At: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)}
	for i := range 10 {
		c.Lines = append(c.Lines, Line{
			ItemID: fmt.Sprint("item-", i), Sections: []string{fmt.Sprint("section-", i/5)}, Unit: int64(395 + 210*i), Quantity: 2,
		})
	}
	var all []Promotion
	for i := range 30 {
		p := Promotion{ID: fmt.Sprint("p", i)}
		item := fmt.Sprint("item-", i%10)
		switch {
		case i < 10:
			p.Kind, p.Percent, p.Items = ItemPercentage, decimal.New(int64(125+i), -1), []string{item}
		case i < 16:
			p.Kind, p.Amount, p.Items, p.OncePerOrder = ItemAmount, usd(int64(100+i)), []string{item, fmt.Sprint("item-", i%3)}, true
		case i < 19:
			p.Kind, p.Items, p.Cheapest, p.Buy = ItemFree, []string{item}, true, &Buy{Match: Match{Items: []string{item}}, Quantity: 1}
		case i < 20:
			p.Kind, p.Amount, p.Items = ItemAmount, usd(50), []string{item}
		case i < 27:
			p.Kind, p.Amount, p.MinSubtotal = OrderAmount, usd(int64(100*i)), usd(2000)
			if i%2 == 0 {
				p.Kind, p.Amount, p.Percent, p.Cap = OrderPercentage, nil, decimal.New(15, 0), usd(2000)
			}
		default:
			p.Kind, p.Amount = HandoffAmount, usd(int64(10*i))
		}
		if i%4 == 0 {
			p.Stack = "members"
		}
		all = append(all, p)
	}
	return c, all
}

func BenchmarkBestOf30(b *testing.B) {
	c, all := promotionsOf30()
	assert.NilError(b, Bound(File{Promotions: all}))
	measureBest(b, c, all)
}

// BenchmarkBestOfMostNodes searches the file that needs the most nodes.
func BenchmarkBestOfMostNodes(b *testing.B) {
	c := Cart{Currency: "usd", Country: "US"}
	for i := range 10 {
		c.Lines = append(c.Lines, Line{ItemID: fmt.Sprint(i), Unit: 1000, Quantity: 2})
	}
	c.Lines[0].ItemID, c.Lines[0].Quantity = "rib", 20
	all := append(overlappingOf(7, 8), half)
	assert.NilError(b, Bound(File{Promotions: all}))
	measureBest(b, c, all)
}

// BenchmarkBestOfLargestCart searches carts of 100 lines with accepted files that need much work for each node.
func BenchmarkBestOfLargestCart(b *testing.B) {
	for name, of := range map[string]struct {
		once, many int // promotions that are used once, and as often as the cart allows
		buy        Buy
		cheapest   bool
	}{
		"eight used once":          {8, 0, Buy{Quantity: 5}, false},
		"eight cheapest used once": {8, 0, Buy{Quantity: 5}, true},
		"three of many uses":       {0, 3, Buy{Quantity: 1}, false},
		"two of many units":        {0, 2, Buy{Quantity: 5, Get: 3}, true},
		"one of many uses":         {3, 1, Buy{Quantity: 5}, false},
	} {
		b.Run(name, func(b *testing.B) {
			c := Cart{Currency: "usd", Country: "US"}
			for i := range 100 {
				c.Lines = append(c.Lines, Line{ItemID: "rib", Unit: int64(500 + i*37%100*7), Quantity: 1 + i%9})
			}
			all := overlappingOf(of.once+of.many, 0)
			for i := range all {
				buy := of.buy
				buy.Match = all[i].Match
				all[i].Amount, all[i].Buy, all[i].Cheapest, all[i].OncePerOrder = usd(int64(100+10*i)), &buy, of.cheapest, i < of.once
			}
			all = append(all, half)
			assert.NilError(b, Bound(File{Promotions: all}))
			measureBest(b, c, all)
		})
	}
}

// measureBest reports the times of Best and Others together, and the mean of the processor time, which does not depend on other work on
// the machine.
func measureBest(b *testing.B, c Cart, all []Promotion) {
	s := NewSet(all)
	rules, _ := s.judge(&c)
	var took []time.Duration
	used := processorTime(b)
	for b.Loop() {
		begin := time.Now()
		s.Best(c).Others()
		took = append(took, time.Since(begin))
	}
	used = processorTime(b) - used
	slices.Sort(took)
	percentile := func(n int) float64 { return float64(took[len(took)*n/100].Microseconds()) }
	b.ReportMetric(float64(len(rules)), "applicable")
	b.ReportMetric(float64(nodesOf(&c, all)), "nodes")
	b.ReportMetric(percentile(50), "p50-µs")
	b.ReportMetric(percentile(99), "p99-µs")
	b.ReportMetric(float64(used.Microseconds())/float64(len(took)), "µs-processor")
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	assert.NilError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package promo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/soak"
)

func TestWhyAPromotionDoesNotApply(t *testing.T) {
	ribs, cola := Match{Items: []string{"rib"}}, Match{Items: []string{"cola"}}
	noon := one().At
	at := func(days, hour int) string {
		return noon.AddDate(0, 0, days).Add(time.Duration(hour-12) * time.Hour).Format("2 15h")
	}
	for name, c := range map[string]struct {
		promotion Promotion // $1.00 off the order, unless it has a kind
		cart      func(*Cart)
		want      string // reason and fix, "" if it is not listed
	}{
		"no account":      {Promotion{SignedIn: true}, nil, "sign-in"},
		"half of minimum": {Promotion{MinSubtotal: usd(2000)}, nil, "amount 1000"},
		"less than half":  {Promotion{MinSubtotal: usd(2001)}, nil, ""},
		"a handoff here":  {Promotion{Handoffs: []location.Handoff{location.Delivery, location.Curbside}}, nil, "handoff curbside"},
		"no handoff here": {Promotion{Handoffs: []location.Handoff{location.Delivery}}, nil, ""},
		"later today":     {Promotion{Hours: hours(t, "17:00", "02:00")}, nil, "time from " + at(0, 17) + " until " + at(1, 2)},
		"in 7 days": {
			Promotion{Weekdays: []int{2}, Hours: hours(t, "11:00", "12:00")}, nil,
			"time from " + at(7, 11) + " until " + at(7, 12),
		},
		"in 8 days":      {Promotion{From: date(t, "2026-08-12")}, nil, ""},
		"ended":          {Promotion{Until: date(t, "2026-08-03")}, nil, ""},
		"two conditions": {Promotion{SignedIn: true, MinSubtotal: usd(1001)}, nil, ""},
		"elsewhere":      {Promotion{Locations: []string{"reno"}}, nil, ""},
		"lost":           {Promotion{}, func(c *Cart) { c.Lost = []Lost{{Promotion: "p", Reason: LimitReached}} }, ""},
		"no coupon":      {Promotion{Code: "RIBS", SignedIn: true}, nil, ""},
		"no lines":       {Promotion{}, func(c *Cart) { c.Lines = nil }, ""},

		"another item":       {Promotion{Kind: ItemFree, Match: cola}, nil, "items 1 {[cola] []}"},
		"another after some": {Promotion{Kind: ItemFree, Match: cola, Buy: &Buy{ribs, 1, 0}}, nil, "items 1 {[cola] []}"},
		"more to buy":        {Promotion{Kind: ItemFree, Match: ribs, Buy: &Buy{cola, 2, 0}}, nil, "items 2 {[cola] []}"},
		"one more of it":     {Promotion{Kind: ItemFree, Match: ribs, Buy: &Buy{ribs, 1, 0}}, nil, "items 1 {[rib] []}"},
		"many more of it":    {Promotion{Kind: ItemFree, Match: cola, Buy: &Buy{cola, 2, 0}}, nil, "items 3 {[cola] []}"},
		"two more items":     {Promotion{Kind: ItemFree, Match: cola, Buy: &Buy{Match{Items: []string{"pie"}}, 1, 0}}, nil, ""},
		"a free item": {
			Promotion{Kind: ItemFree, Match: ribs}, func(c *Cart) { c.Lines[0].Unit = 0 }, "items 1 {[rib] []}",
		},

		// A coupon always has a reason.
		"coupon elsewhere": {Promotion{Code: "RIBS", Locations: []string{"reno"}}, withCoupon, "RIBS elsewhere"},
		"coupon ended":     {Promotion{Code: "RIBS", Until: date(t, "2026-08-03"), SignedIn: true}, withCoupon, "RIBS ended"},
		"coupon much later": {
			Promotion{Code: "RIBS", From: date(t, "2026-08-20")}, withCoupon, "RIBS time from " + at(16, 0) + " until 1 00h",
		},
		"coupon lost": {
			Promotion{Code: "RIBS"}, lostCoupon, "RIBS customer-limit",
		},
		"coupon far below":        {Promotion{Code: "RIBS", MinSubtotal: usd(9000)}, withCoupon, "RIBS amount 8000"},
		"coupon without handoff":  {Promotion{Code: "RIBS", Handoffs: location.AllHandoffs[:1]}, withCoupon, "RIBS handoff handoff-0"},
		"coupon of an empty cart": {Promotion{Code: "RIBS"}, func(c *Cart) { withCoupon(c); c.Lines = nil }, "RIBS items 1 {[] []}"},
		"coupon of another":       {Promotion{ID: "gone"}, withCoupon, "RIBS ended"},
		"code replaced":           {Promotion{Code: "RIBS2"}, withCoupon, "RIBS ended"},
		"codes of single guests":  {Promotion{Serialized: true}, withCoupon, "RIBS ended"},
	} {
		t.Run(name, func(t *testing.T) {
			p, cart := c.promotion, one()
			if p.ID == "" {
				p.ID = "p"
			}
			if p.Kind == 0 {
				p.Kind, p.Amount = OrderAmount, usd(100)
			}
			if c.cart != nil {
				c.cart(&cart)
			}
			got := ""
			for _, m := range NewSet([]Promotion{p}).Best(cart).Missed {
				got += describe(m)
			}
			assert.Equal(t, got, c.want)
		})
	}
}

func lostCoupon(c *Cart) { withCoupon(c); c.Lost = []Lost{{Promotion: "p", Reason: CustomerLimit}} }
func withCoupon(c *Cart) { c.Coupons = []Coupon{{Promotion: "p", Kind: SharedCode, Code: "RIBS"}} }

// describe returns the reason of a missed promotion with its fix.
func describe(m Missed) (s string) {
	if m.Coupon != nil {
		s = m.Coupon.Code + " "
	}
	s += string(m.Reason)
	switch m.Reason {
	case NeedsAmount:
		s += fmt.Sprint(" ", m.Missing)
	case NeedsHandoff:
		s += " " + m.Handoff.String()
	case NeedsTime:
		s += fmt.Sprintf(" from %s until %s", m.From.Format("2 15h"), m.Until.Format("2 15h"))
	case NeedsItems:
		s += fmt.Sprintf(" %d %v", m.Quantity, m.Need)
	}
	return s
}

func TestOtherDealsAndMissedOnesByValue(t *testing.T) {
	all := []Promotion{
		{ID: "small", Kind: OrderAmount, Amount: usd(100)},
		{ID: "best", Kind: OrderAmount, Amount: usd(300)},
		{ID: "p", Kind: OrderAmount, Amount: usd(200), Code: "RIBS"},
		{ID: "account", Kind: OrderAmount, Amount: usd(400), SignedIn: true},
		{ID: "curbside", Kind: HandoffPercentage, Percent: decimal.New(10, 0), Handoffs: []location.Handoff{location.Curbside}},
		{ID: "account half", Kind: OrderAmount, Amount: usd(500), SignedIn: true},
	}
	c := one()
	withCoupon(&c)
	r := NewSet(all).Best(c)
	assert.Check(t, is.Equal(names(r), "best; p 200, small 100; account half sign-in, account sign-in, curbside handoff, p other-deal"))
	c.Chosen = []string{"small"}
	r = NewSet(all).Best(c)
	assert.Check(t, is.Equal(names(r), "small; best 300, p 200; account half sign-in, account sign-in, curbside handoff, p other-deal"))
	c.Chosen = []string{"p", "gone"}
	r = NewSet(all).Best(c)
	assert.Check(t, is.Equal(names(r), "p; best 300, small 100; account half sign-in, account sign-in, curbside handoff"))
	assert.Equal(t, r.Applied[0].Coupon.Code, "RIBS")
	all = append(all, Promotion{ID: "free", Kind: ItemFree, Match: Match{Items: []string{"rib"}}})
	r = NewSet(all).Best(c) // what is chosen finds nothing left
	assert.Check(t, is.Equal(names(r), "free; ; account half sign-in, account sign-in, curbside handoff, p other-deal"))
}

// names lists what a result applies, could apply and misses.
func names(r Result) string {
	var applied, others, missed []string
	for _, a := range r.Applied {
		applied = append(applied, a.ID)
	}
	for _, o := range r.Others() {
		others = append(others, fmt.Sprint(o.ID, " ", o.Saving))
	}
	for _, m := range r.Missed {
		missed = append(missed, fmt.Sprint(m.ID, " ", m.Reason))
	}
	return strings.Join([]string{strings.Join(applied, ", "), strings.Join(others, ", "), strings.Join(missed, ", ")}, "; ")
}

// For random carts: with its fix a missed promotion can apply, and not with a cent or a unit less.
func TestFixesLetPromotionsApply(t *testing.T) {
	fixes := map[Reason]int{}
	for seed := range soak.Rounds(t, 600, 10*time.Second) {
		r := rand.New(rand.NewPCG(seed, 3))
		c, all := draw(r)
		c.Handoff, c.Offered = location.Pickup, []location.Handoff{location.Pickup, location.Curbside}
		for i := range all {
			p := &all[i]
			p.SignedIn = r.IntN(5) == 0
			if r.IntN(5) == 0 {
				p.Handoffs = []location.Handoff{location.Curbside}
			}
			if r.IntN(5) == 0 {
				p.Hours = &location.Range{Open: location.Minute(r.IntN(1440)), Close: location.Minute(r.IntN(1440))}
			}
			if r.IntN(3) == 0 {
				p.MinSubtotal = usd(1 + r.Int64N(2+2*c.subtotal()))
			}
		}
		s := NewSet(all)
		applies := func(id string, c Cart) bool {
			rules, _ := s.judge(&c)
			return slices.ContainsFunc(rules, func(r rule) bool { return r.ID == id })
		}
		for _, m := range s.Best(c).Missed {
			fixed, almost := c, c
			add := func(c *Cart, l Line) { c.Lines = append(slices.Clone(c.Lines), l) }
			switch m.Reason {
			case NeedsAmount:
				add(&fixed, Line{ItemID: "other", Unit: m.Missing, Quantity: 1})
				add(&almost, Line{ItemID: "other", Unit: m.Missing - 1, Quantity: 1})
			case NeedsItems:
				l := Line{ItemID: "other", Sections: m.Need.Sections, Unit: 10_000_000, Quantity: m.Quantity}
				if len(m.Need.Items) > 0 {
					l = Line{ItemID: m.Need.Items[0], Unit: 10_000_000, Quantity: m.Quantity}
				}
				add(&fixed, l)
				l.Quantity--
				add(&almost, l)
			case NeedsTime:
				fixed.At, almost.At = m.From, m.From.Add(-time.Second)
			case NeedsHandoff:
				fixed.Handoff = m.Handoff
			case NeedsSignIn:
				fixed.SignedIn = true
			}
			fixes[m.Reason]++
			assert.Assert(t, applies(m.ID, fixed) && !applies(m.ID, almost), "seed %d: %s of %s", seed, describe(m), m.ID)
		}
	}
	assert.Assert(t, len(fixes) == 5 || os.Getenv("TEST_SEED") != "", "%v", fixes)
}

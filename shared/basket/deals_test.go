package basket_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
)

// deal returns a promotion of this kind; change completes it.
func deal(id string, kind promo.Kind, change func(*promo.Promotion)) promo.Promotion {
	p := promo.Promotion{ID: id, Kind: kind, Label: text(id)}
	change(&p)
	return p
}

func tenOff(p *promo.Promotion) { p.Percent = decimal.NewFromInt(10) }

func with(pc basket.PricingContext, all ...promo.Promotion) basket.PricingContext {
	pc.Promotions = promo.NewSet(all)
	return pc
}

func TestMissedDealsNameTheCheapestFix(t *testing.T) {
	pc := newContext(t) // Tuesday, 12:00
	pc.Location.Handoffs = append(pc.Location.Handoffs, location.Curbside)
	burger, cola := promo.Match{Items: []string{"burger"}}, promo.Match{Items: []string{"brisket", "cola"}}
	soldOut := pc
	soldOut.Offer = pc.Offer.Without([]location.SoldOut{{Item: "cola"}})
	f := testMenu()
	f.ModifierGroups[3].Modifiers[0].Default = false
	choosing := contextWith(t, f) // a combo needs a drink
	hours := &location.Range{Open: 22*60 - 30, Close: 24 * 60}
	buysCola := func(p *promo.Promotion) { p.Match, p.Buy = burger, &promo.Buy{Match: cola, Quantity: 1} }
	for name, c := range map[string]struct {
		pc   basket.PricingContext
		kind promo.Kind
		set  func(*promo.Promotion)
		want string
	}{
		"a minimum": {
			pc, promo.OrderPercentage, func(p *promo.Promotion) { p.MinSubtotal = price(1210, 1500) }, "amount: add-items, 210 missing",
		},
		"a handoff": {
			pc, promo.HandoffPercentage, func(p *promo.Promotion) { p.Handoffs = []location.Handoff{location.Curbside} }, "handoff: handoff 4",
		},
		"an account":                        {pc, promo.OrderPercentage, func(p *promo.Promotion) { p.SignedIn = true }, "sign-in: sign-in"},
		"the cheapest of the items":         {pc, promo.ItemPercentage, buysCola, "items: add-item 1 cola of [cola brisket]"},
		"the cheapest that is not sold out": {soldOut, promo.ItemPercentage, buysCola, "items: add-item 1 brisket of [brisket]"},
		"the quantity that the item is sold in": {
			pc, promo.ItemFree, func(p *promo.Promotion) { p.Items = []string{"wings"} }, "items: add-item 10 wings of [wings]",
		},
		"an item with a choice": {
			choosing, promo.ItemFree, func(p *promo.Promotion) { p.Items = []string{"combo"} }, "items: add-items, 0 missing",
		},
		"a time that the restaurant serves": {
			pc, promo.OrderPercentage, func(p *promo.Promotion) { p.Hours = hours }, "time: time 2026-07-28 21:30",
		},
		"a day on which it serves": {
			pc, promo.OrderPercentage, func(p *promo.Promotion) { p.Weekdays = []int{6} }, "time: time 2026-08-01 06:15",
		},
		"a time at which it does not serve": {
			pc, promo.OrderPercentage, func(p *promo.Promotion) { p.Hours = &location.Range{Open: 0, Close: 60} }, "time:",
		},
	} {
		t.Run(name, func(t *testing.T) {
			pc := with(c.pc, deal("d", c.kind, func(p *promo.Promotion) { tenOff(p); c.set(p) }))
			a := basket.Assess(addItems(t, pc, emptyBasket(pc), one("burger")), pc)
			assert.Assert(t, is.Len(a.Missed, 1))
			assert.Equal(t, describe(a.Missed[0]), c.want)
		})
	}
}

func describe(m basket.MissedDeal) string {
	s := string(m.Reason) + ":"
	f := m.Fix
	if f == nil {
		return s
	}
	s += " " + string(f.Kind)
	switch f.Kind {
	case basket.FixAddItems:
		s += fmt.Sprintf(", %d missing", m.Missing)
	case basket.FixHandoff:
		s += fmt.Sprintf(" %d", f.Handoff)
	case basket.FixTime:
		zone, _ := time.LoadLocation(chicago)
		s += f.At.In(zone).Format(" 2006-01-02 15:04")
	case basket.FixAddItem:
		var ids []string
		for _, i := range m.Available {
			ids = append(ids, i.ID)
		}
		s += fmt.Sprintf(" %d %s of [%s]", f.Quantity, f.ItemID, strings.Join(ids, " "))
	}
	return s
}

// For any basket: the fix of a missed deal removes the reason. A coupon that needs items of two kinds names one after the other.
func TestAFixRemovesTheReason(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, pc := drawBasket(t)
		pc.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
		for _, m := range basket.Assess(b, pc).Missed {
			next, pc := b, pc
			switch f := m.Fix; {
			case f == nil || f.Kind == basket.FixAddItems:
				continue
			case f.Kind == basket.FixAddItem:
				var err error
				next, err = b.Add(pc, basket.LineRequest{ItemID: f.ItemID, Quantity: f.Quantity})
				assert.NilError(t, err)
			case f.Kind == basket.FixHandoff:
				next.Handoff = f.Handoff
			case f.Kind == basket.FixSignIn:
				pc.SignedIn = true
			case f.Kind == basket.FixTime:
				next.Hold = &basket.Hold{Start: f.At, Taken: pc.Now, Expires: pc.Now.Add(time.Minute)}
			}
			for _, again := range basket.Assess(next, pc).Missed {
				same := again.ID == m.ID && again.Reason == m.Reason && fmt.Sprint(again.Need) == fmt.Sprint(m.Need)
				assert.Assert(t, !same, "%+v %+v", m.Fix, m.Missed)
			}
		}
	})
}

// drawOffer replaces the menu by one in which some items cannot be added as they come, and sometimes almost fills the basket.
func drawOffer(t *rapid.T, b *basket.Basket, pc *basket.PricingContext) {
	f := testMenu()
	f.ModifierGroups[3].Modifiers[0].Default = rapid.Bool().Draw(t, "combo has a drink")
	f.ModifierGroups[4].Modifiers[0].Default = rapid.Bool().Draw(t, "drink has a size")
	f.Items[5].MaximumQuantity = rapid.IntRange(0, 3).Draw(t, "most briskets")
	var soldOut []location.SoldOut
	for _, id := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"cola", "burger", "combo"}), rapid.ID).Draw(t, "sold out") {
		soldOut = append(soldOut, location.SoldOut{Item: id})
	}
	for _, id := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"lettuce", "combo-cola", "regular"}), rapid.ID).Draw(t, "without") {
		soldOut = append(soldOut, location.SoldOut{Modifier: id})
	}
	pc.Offer = menu.New(f).Offer(pc.Location.ID, pc.Location.Currency).Without(soldOut)
	if rapid.Bool().Draw(t, "has a time") {
		start := pc.Now.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
		left := time.Duration(rapid.IntRange(-1, 1).Draw(t, "left")) * time.Minute
		b.Hold = &basket.Hold{Start: start, Taken: pc.Now, Expires: pc.Now.Add(left)}
	}
	if rapid.Bool().Draw(t, "is almost full") {
		pc.Brand.MaxItems = b.Count() + rapid.IntRange(0, 12).Draw(t, "room")
	}
	if len(b.Lines) == 0 || rapid.IntRange(0, 9).Draw(t, "has few lines") > 0 {
		return
	}
	note := strings.Repeat("x", rapid.IntRange(0, 9000).Draw(t, "note")) // longer than a guest's: so are those of many choices
	for n := rapid.IntRange(5, 100).Draw(t, "lines"); len(b.Lines) < n; {
		l := b.Lines[len(b.Lines)-1]
		l.ID, l.Instructions = fmt.Sprint("more-", len(b.Lines)), note
		b.Lines = append(b.Lines, l)
	}
	pc.Brand.MaxItems += b.Count()
}

// For any basket, promotion and menu: of the three cheapest available items that a deal needs, the fix is the first that can be added.
func TestTheFixIsTheCheapestItemThatCanBeAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, pc := drawBasket(t)
		drawOffer(t, &b, &pc)
		for _, m := range basket.Assess(b, pc).Missed {
			if m.Reason != promo.NeedsItems || !m.Kind.OfUnits() {
				continue
			}
			type candidate struct {
				id             string
				quantity, cost int
				accepted       bool
			}
			var all []candidate
			for _, i := range pc.Offer.Matching(m.Need.Selects) {
				c := candidate{id: i.ID, quantity: max(m.Quantity, i.MinimumQuantity-quantityOf(b, i.ID))}
				for c.quantity%max(i.QuantityIncrement, 1) != 0 {
					c.quantity++
				}
				if c.cost = int(pc.Offer.ItemPrice(i).Minor) * c.quantity; c.cost == 0 {
					continue
				}
				_, err := b.Add(pc, basket.LineRequest{ItemID: i.ID, Quantity: c.quantity})
				c.accepted = err == nil
				all = append(all, c)
			}
			slices.SortStableFunc(all, func(a, b candidate) int { return a.cost - b.cost })
			var want *basket.DealFix
			if len(m.Available) > 0 {
				want = &basket.DealFix{Kind: basket.FixAddItems}
			}
			listed := 0
			for _, c := range all {
				if listed < len(m.Available) && m.Available[listed].ID == c.id {
					listed++
				} else if listed < 3 && c.accepted {
					t.Fatalf("%s is not available: %+v", c.id, m)
				} else {
					continue
				}
				if c.accepted && want.Kind == basket.FixAddItems {
					item, _ := pc.Offer.Item(c.id)
					want = &basket.DealFix{Kind: basket.FixAddItem, ItemID: c.id, Quantity: c.quantity, Reduces: m.Selects(item.ID, item.Sections)}
				}
			}
			assert.Equal(t, listed, len(m.Available), "not the cheapest first: %+v", m.Available)
			assert.DeepEqual(t, m.Fix, want)
		}
	})
}

func quantityOf(b basket.Basket, id string) (n int) {
	for _, l := range b.Lines {
		if l.ItemID == id {
			n += l.Quantity
		}
	}
	return n
}

// Finding times for 30 deals lists the slots of a day once.
func TestTimesOfManyDealsCostLittleMore(t *testing.T) {
	allocations := func(n int) float64 {
		var all []promo.Promotion
		for i := range n {
			all = append(all, deal(fmt.Sprint(i), promo.OrderPercentage, func(p *promo.Promotion) {
				tenOff(p)
				p.Hours = &location.Range{Open: 60, Close: 120} // at night, when the restaurant is closed
			}))
		}
		pc := with(newContext(t), all...)
		b := addItems(t, pc, emptyBasket(pc), one("burger"))
		assert.Assert(t, is.Len(basket.Assess(b, pc).Missed, n))
		return testing.AllocsPerRun(5, func() { basket.Assess(b, pc) })
	}
	none := allocations(0)
	first, all := allocations(1)-none, allocations(30)-none
	assert.Assert(t, all < 3*first, "%v allocations for one, %v for 30", first, all)
}

func TestCouponsOfABasket(t *testing.T) {
	coded := func(id, code string) promo.Promotion {
		return deal(id, promo.OrderPercentage, func(p *promo.Promotion) { tenOff(p); p.Code = code })
	}
	ended, canadian := coded("ended", "E"), coded("other country", "O")
	ended.Until, canadian.Countries = &location.Date{Year: 2026, Month: 7, Day: 27}, []string{"CA"}
	pc := with(newContext(t), coded("a", "A"), coded("b", "B"), coded("c", "C"), ended, canadian)
	coupon := func(id string) promo.Coupon {
		return promo.Coupon{Promotion: id, Kind: promo.SharedCode, Code: strings.ToUpper(id[:1])}
	}
	b := addItems(t, pc, emptyBasket(pc), one("burger"))
	_, err := b.AddCoupon(pc, coupon("ended"))
	requireProblem(t, err, problem.CouponConditions)
	b.Lost = []promo.Lost{{Promotion: "a", Reason: promo.LimitReached, Until: pc.Now.Add(time.Minute)}}
	for _, id := range []string{"other country", "a", "a", "b"} {
		b, err = b.AddCoupon(pc, coupon(id))
		assert.NilError(t, err, id)
	}
	assert.Check(t, is.Len(b.Lost, 0))
	_, err = b.AddCoupon(pc, coupon("c"))
	requireProblem(t, err, problem.CouponsFull)
	var reasons []string
	for _, m := range basket.Assess(b, pc).Missed {
		reasons = append(reasons, m.ID+": "+string(m.Reason))
	}
	assert.DeepEqual(t, reasons, []string{"other country: elsewhere", "b: other-deal"})
	assert.Equal(t, basket.Price(b, pc).Adjustments[0].Coupon, "A")
	moved, err := b.MovedTo(pc, location.Pickup, b.Category, b.Locale)
	assert.NilError(t, err)
	assert.DeepEqual(t, moved.Coupons, b.Coupons)
	b, err = b.RemoveCoupon(" a ")
	assert.NilError(t, err)
	assert.Equal(t, basket.Price(b, pc).Adjustments[0].Coupon, "B")
	for _, state := range []basket.Basket{b.Placing("token"), b.Placed()} {
		_, err := state.AddCoupon(pc, coupon("a"))
		assert.Check(t, err != nil)
		_, err = state.RemoveCoupon("b")
		assert.Check(t, err != nil)
	}
}

// A guest picks a deal, and goes back to the best one.
func TestAChosenDealReplacesTheBest(t *testing.T) {
	pc := with(newContext(t),
		deal("best", promo.OrderPercentage, tenOff), deal("other", promo.OrderAmount, func(p *promo.Promotion) { p.Amount = price(50, 50) }))
	b := addItems(t, pc, emptyBasket(pc), one("burger"))
	for _, c := range []struct {
		chosen []string
		want   string
		off    int64
	}{{[]string{"other", "other", "unknown"}, "other", 50}, {[]string{}, "best", 100}} {
		var err error
		b, err = b.Update(pc, basket.Update{Chosen: &c.chosen})
		assert.NilError(t, err)
		a := basket.Price(b, pc).Adjustments
		assert.Assert(t, len(a) == 1 && a[0].ID == c.want && a[0].Amount.Minor == c.off, "%+v", a)
	}
}

// A deal of 100 % makes an order free, unless the brand has a minimum.
func TestAFreeOrderMeetsTheMinimum(t *testing.T) {
	for minimum, tooLow := range map[int64]bool{0: false, 1: true} {
		pc := with(newContext(t), deal("free", promo.ItemFree, func(p *promo.Promotion) { p.Sections = []string{"all"} }))
		pc.Brand.MinSubtotal = minimum
		a := basket.Assess(addItems(t, pc, emptyBasket(pc), one("burger"), one("cola")), pc)
		assert.Assert(t, a.Total == money.Of(0, money.USD), "%s", a.Total)
		assert.Equal(t, slices.Contains(codes(a.Obstacles)["/"], problem.AmountTooLow), tooLow)
	}
}

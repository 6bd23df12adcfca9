package basket_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
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
	"ordering/shared/promo"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

func TestPriceOfAnOrdinaryBasket(t *testing.T) {
	pc := newContext(t) // 8.25 %
	b := addItems(t, pc, emptyBasket(pc),
		basket.LineRequest{ItemID: "burger", Quantity: 2, Choices: []menu.Choice{choose("bun", "brioche", 1), choose("add-ons", "bacon", 2)}},
		one("combo", choose("drink", "combo-cola", 1, choose("size", "large", 1))),
		one("cola"))
	b, err := b.Update(pc, basket.Update{Tip: &basket.Tip{Kind: basket.TipPercent, Percent: 15}})
	assert.NilError(t, err)
	p := basket.Price(b, pc)
	var lines []int64
	for _, l := range p.Lines {
		lines = append(lines, l.Price.Minor)
	}
	// Burger 10.00 + brioche .75 + two bacon 2.50, twice; combo 14.00 + large .60; cola 2.50.
	assert.DeepEqual(t, lines, []int64{2650, 1460, 250})
	assert.Equal(t, p.Subtotal.Minor, int64(4360), "got subtotal %s", p.Subtotal)
	// 3.597
	assert.Assert(t, is.Len(p.Taxes, 1))
	assert.Equal(t, p.Taxes[0].Amount.Minor, int64(360))
	assert.Equal(t, p.Taxes[0].Base.Minor, int64(4360))
	assert.Equal(t, p.Tip.Minor, int64(654))
	assert.Equal(t, p.Total.Minor, int64(4360+360+654))
	// Burgers 2 x (3 + 2 of bacon), combo 4.
	assert.Equal(t, p.Need, timeslot.Need{Minutes: 14})
}

func TestNeed(t *testing.T) {
	pc := newContext(t) // 60 make-minutes a slot
	for name, c := range map[string]struct {
		order basket.LineRequest
		want  timeslot.Need
	}{
		"an item with a lead time of its own": {one("brisket"), timeslot.Need{Minutes: 10, Lead: 30 * time.Minute}},
		"exactly the capacity of a slot":      {basket.LineRequest{ItemID: "burger", Quantity: 20}, timeslot.Need{Minutes: 60}},
		"a little more than a slot":           {basket.LineRequest{ItemID: "burger", Quantity: 21}, timeslot.Need{Minutes: 63, Lead: 15 * time.Minute}},
		"three times the capacity of a slot":  {basket.LineRequest{ItemID: "burger", Quantity: 60}, timeslot.Need{Minutes: 180, Lead: 30 * time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, basket.Price(addItems(t, pc, emptyBasket(pc), c.order), pc).Need, c.want)
		})
	}
}

func TestLineOfARemovedItemIsFree(t *testing.T) {
	pc := newContext(t)
	b := addItems(t, pc, emptyBasket(pc), one("burger"), one("cola"))
	f := testMenu()
	f.Items = slices.DeleteFunc(f.Items, func(i menu.Item) bool { return i.ID == "burger" })
	p := basket.Price(b, contextWith(t, f))
	assert.Assert(t, p.Subtotal.Minor == 250 && p.Lines[0].Item == nil && p.Lines[0].Price.Minor == 0, "priced %+v", p)
}

func TestTipShareRoundsHalfToEven(t *testing.T) {
	for minor, want := range map[int64]int64{10: 2, 30: 4, 50: 8, 70: 10, 990: 148, 1010: 152} { // 15 %: 1.5, 4.5, 7.5, 10.5, 148.5, 151.5
		assert.Check(t, is.Equal(basket.TipShare(15, money.Of(minor, money.USD)).Minor, want), minor)
	}
}

// drawBasket returns a restaurant of a random jurisdiction with a random basket.
func drawBasket(t *rapid.T) (basket.Basket, basket.PricingContext) {
	place := rapid.SampledFrom([]struct {
		country, state, zone, rate string
		currency                   money.Currency
	}{
		{"US", "TX", chicago, "0.0825", money.USD}, {"US", "OK", chicago, "0.08517", money.USD}, {"CA", "ON", "America/Toronto", "", money.CAD},
		{"CA", "QC", "America/Toronto", "", money.CAD}, {"CA", "BC", "America/Vancouver", "", money.CAD},
	}).Draw(t, "place")
	l := newLocation(place.country, place.state, place.zone, place.currency)
	l.TaxRate = place.rate
	now := time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)
	rules, err := tax.For(place.country, place.state, place.rate, now)
	assert.NilError(t, err)
	pc := newContext(t)
	pc.Location, pc.Taxes, pc.Offer = l, rules, menu.New(testMenu()).Offer(l.ID, l.Currency)
	b := emptyBasket(pc)
	for range rapid.IntRange(0, 6).Draw(t, "lines") {
		o := basket.LineRequest{
			ItemID:   rapid.SampledFrom([]string{"burger", "combo", "cola", "wings", "brisket", "mint"}).Draw(t, "item"),
			Quantity: rapid.IntRange(1, 8).Draw(t, "quantity"),
		}
		switch o.ItemID {
		case "wings":
			o.Quantity *= 5
		case "burger":
			o.Choices = []menu.Choice{choose("bun", rapid.SampledFrom([]string{"seeded", "brioche"}).Draw(t, "bun"), 1)}
			if n := rapid.IntRange(0, 2).Draw(t, "bacon"); n > 0 {
				o.Choices = append(o.Choices, choose("add-ons", "bacon", n))
			}
		case "combo":
			o.Choices = []menu.Choice{choose("drink", "combo-cola", 1, choose("size", rapid.SampledFrom([]string{"regular", "large"}).Draw(t, "size"), 1))}
		}
		if next, err := b.Add(pc, o); err == nil {
			b = next
		}
	}
	tip := basket.Tip{Kind: basket.TipPercent, Percent: rapid.IntRange(0, 100).Draw(t, "percent")}
	if rapid.Bool().Draw(t, "sum") {
		a := money.Of(rapid.Int64Range(0, 1000).Draw(t, "tip"), l.Currency)
		tip = basket.Tip{Kind: basket.TipAmount, Amount: &a}
	}
	b, err = b.Update(pc, basket.Update{Tip: &tip})
	assert.NilError(t, err)
	drawPromotions(t, &b, &pc)
	for i := range rapid.IntRange(0, 2).Draw(t, "charges") {
		pc.Charges = append(pc.Charges, basket.Charge{
			Kind: "fee", ID: fmt.Sprint("fee-", i), Amount: money.Of(rapid.Int64Range(0, 999).Draw(t, "fee"), l.Currency),
			TaxClass: rapid.SampledFrom(append(tax.Classes, "")).Draw(t, "class"),
		})
	}
	return b, pc
}

// drawPromotions adds random promotions, and the coupons that unlock some of them.
func drawPromotions(t *rapid.T, b *basket.Basket, pc *basket.PricingContext) {
	items := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"burger", "combo", "cola", "wings", "brisket", "mint"}), 1, 3, rapid.ID)
	minor := func(label string) menu.Prices {
		n := rapid.Int64Range(1, 3000).Draw(t, label)
		return price(n, n)
	}
	var all []promo.Promotion
	for i := range rapid.IntRange(0, 5).Draw(t, "promotions") {
		p := promo.Promotion{ID: fmt.Sprint("promo-", i), Label: text("Deal"), Kind: promo.Kind(rapid.IntRange(1, 9).Draw(t, "kind"))}
		switch {
		case p.Kind == promo.ItemFree:
		case p.Kind.Percentage():
			p.Percent = decimal.New(rapid.Int64Range(10, 1000).Draw(t, "percent"), -1)
		default:
			p.Amount = minor("amount")
		}
		if p.Kind.OfUnits() {
			p.Items, p.Cheapest, p.OncePerOrder = items.Draw(t, "items"), rapid.Bool().Draw(t, "cheapest"), rapid.Bool().Draw(t, "once")
			if rapid.Bool().Draw(t, "all items") {
				p.Items, p.Sections = nil, []string{"all"}
			}
			if rapid.Bool().Draw(t, "buys") {
				p.Buy = &promo.Buy{Quantity: rapid.IntRange(1, 2).Draw(t, "buy"), Get: rapid.IntRange(0, 2).Draw(t, "get")}
				p.Buy.Items = items.Draw(t, "bought")
			}
		}
		if rapid.Bool().Draw(t, "capped") {
			p.Cap = minor("cap")
		}
		if rapid.Bool().Draw(t, "has minimum") {
			p.MinSubtotal, p.MinAfter = minor("minimum"), rapid.Bool().Draw(t, "after")
		}
		switch rapid.IntRange(0, 9).Draw(t, "condition") {
		case 0:
			p.Handoffs = []location.Handoff{location.Curbside}
		case 1:
			p.SignedIn = true
		case 2:
			p.Weekdays = []int{rapid.IntRange(0, 6).Draw(t, "weekday")}
		}
		p.Stack = rapid.SampledFrom([]string{"", "", "a"}).Draw(t, "stack")
		if len(b.Coupons) < promo.MaxCoupons && rapid.Bool().Draw(t, "coded") {
			p.Code = fmt.Sprint("CODE", i)
			b.Coupons = append(b.Coupons, promo.Coupon{Promotion: p.ID, Kind: promo.SharedCode, Code: p.Code})
		}
		all = append(all, p)
	}
	pc.Promotions = promo.NewSet(all)
}

// For any basket: the total is the sum of the displayed amounts. The price of a line is that of the item and its modifiers times the
// quantity. The parts of an adjustment or a tax sum to its amount. No line is negative. A tax is its rate times its base, rounded half up
// once.
func TestEveryCentIsTraceable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, pc := drawBasket(t)
		p := basket.Price(b, pc)
		var subtotal, discounts, charges, taxes, taxOfParts int64
		discountOf := map[string]int64{}
		for _, a := range p.Adjustments {
			sum := int64(0)
			for _, part := range a.Allocation {
				sum += part.Amount.Minor
				discountOf[part.Line] += part.Amount.Minor
			}
			assert.Check(t, a.Amount.Minor > 0 && sum == a.Amount.Minor, "got %d allocated, want the adjustment of %d", sum, a.Amount.Minor)
			discounts += sum
		}
		for n, d := range p.Deals.Applied {
			a := p.Adjustments[n]
			assert.Assert(t, a.ID == d.ID && a.Kind == d.Kind.String() && (a.Coupon != "") == (d.Code != ""), "%+v", a)
		}
		for _, l := range p.Lines {
			unit := l.Chosen.Item.Minor
			for _, m := range l.Chosen.Modifiers {
				unit += m.Price.Minor
			}
			if unit != l.Chosen.Unit.Minor || l.Price.Minor != unit*int64(l.Quantity) {
				t.Errorf("line %s: got price %d, want %d x %d", l.ItemID, l.Price.Minor, unit, l.Quantity)
			}
			if l.Discount.Minor != discountOf[l.ID] || l.Discount.Minor > l.Price.Minor || l.Tax.Minor < 0 {
				t.Errorf("line %s of %d: got discount %d, allocated %d, tax %d", l.ID, l.Price.Minor, l.Discount.Minor, discountOf[l.ID], l.Tax.Minor)
			}
			subtotal += l.Price.Minor
			taxOfParts += l.Tax.Minor
		}
		for _, c := range p.Charges {
			charges += c.Amount.Minor
			taxOfParts += c.Tax.Minor
		}
		for _, c := range p.Taxes {
			rate := decimal.RequireFromString(c.Rate)
			exact := decimal.NewFromInt(c.Base.Minor).Mul(rate).Div(decimal.NewFromInt(100))
			assert.Check(t, is.Equal(c.Amount.Minor, exact.Add(decimal.New(5, -1)).Floor().IntPart()))
			if c.Base.Minor > subtotal-discounts+charges {
				t.Errorf("tax %s: got base %d, want at most %d", c.Tax, c.Base.Minor, subtotal-discounts+charges)
			}
			taxes += c.Amount.Minor
		}
		assert.Equal(t, taxOfParts, taxes)
		assert.Equal(t, p.Subtotal.Minor, subtotal)
		assert.Equal(t, p.Discounted().Minor, subtotal-discounts)
		assert.Equal(t, p.Total.Minor, subtotal-discounts+charges+taxes+p.Tip.Minor)
		if tip := b.Tip; tip.Kind == basket.TipPercent && p.Tip != basket.TipShare(tip.Percent, p.Subtotal) {
			t.Errorf("tip of %d %% of %s: got %s", tip.Percent, p.Subtotal, p.Tip)
		}
		assert.Assert(t, reflect.DeepEqual(basket.Price(b, pc), p), "a second call returns another price")
	})
}

func linesOf(p basket.Priced) (lines []basket.LineTotals) {
	for _, l := range p.Lines {
		lines = append(lines, basket.LineTotals{ID: l.ID, Quantity: l.Quantity, Price: l.Price, Discount: l.Discount, Tax: l.Tax})
	}
	return lines
}

func sharesOf(p basket.Priced) basket.Shares { return p.Shares(linesOf(p)) }

// For any basket that is refunded in steps, in any order of its units: no refund is negative, and the refunds sum to the total, whether or
// not the taxes were stored by line. Each refund reverses the discounts of its units to the cent.
func TestRefundsAreTheExactReverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, pc := drawBasket(t)
		p := basket.Price(b, pc)
		if rapid.Bool().Draw(t, "stored by an earlier release") {
			for i := range p.Lines {
				p.Lines[i].Tax = money.Amount{}
			}
			for i := range p.Charges {
				p.Charges[i].Tax = money.Amount{}
			}
		}
		shares := sharesOf(p)
		var parts []basket.Part
		for _, s := range shares {
			parts = append(parts, slices.Repeat([]basket.Part{s.Part}, s.Units)...)
		}
		var sum money.Amount
		earlier, reversed := basket.Units{}, map[string]int64{}
		untaxed := linesOf(p)
		for i := range untaxed {
			untaxed[i].Tax = money.Amount{}
		}
		for i := range p.Adjustments {
			p.Adjustments[i].ID = fmt.Sprint(i)
		}
		for rest := rapid.Permutation(parts).Draw(t, "order"); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "step")
			units := basket.Units{}
			for _, part := range rest[:n] {
				units[part]++
			}
			refund, err := shares.Refund(earlier, units)
			assert.NilError(t, err)
			assert.Assert(t, refund.Minor >= 0, "%v %s", units, refund)
			ofLines := maps.Clone(units)
			maps.DeleteFunc(ofLines, func(p basket.Part, _ int) bool { return p.Kind != basket.PartLine })
			want, err := basket.Totals{Subtotal: p.Subtotal}.Shares(untaxed).Refund(earlier, ofLines)
			assert.NilError(t, err)
			left := int64(0) // of the prices of the units
			for _, l := range p.Lines {
				left += l.Chosen.Unit.Minor * int64(units[basket.Part{Kind: basket.PartLine, ID: l.ID}])
			}
			for _, a := range p.Reversed(untaxed, earlier, units) {
				left -= a.Amount.Minor
				for _, part := range a.Allocation {
					assert.Assert(t, part.Amount.Minor > 0)
					reversed[a.ID+" "+part.Line] += part.Amount.Minor
				}
			}
			assert.Equal(t, left, want.Minor)
			for part, n := range units {
				earlier[part] += n
			}
			sum, rest = sum.Plus(refund), rest[n:]
		}
		assert.Equal(t, sum.Minor, p.Total.Minor, "got %s refunded, want %s", sum, p.Total)
		for _, a := range p.Adjustments {
			for _, part := range a.Allocation {
				assert.Equal(t, reversed[a.ID+" "+part.Line], part.Amount.Minor)
			}
		}
		again, err := shares.Refund(earlier, basket.Units{{Kind: basket.PartTip}: 1})
		assert.Assert(t, err != nil, "second refund of the tip: got %s, want an error", again)
	})
}

func TestRefundRejectsUnitsThatAreNotLeft(t *testing.T) {
	pc := newContext(t)
	shares := sharesOf(basket.Price(addItems(t, pc, emptyBasket(pc), basket.LineRequest{ItemID: "burger", Quantity: 2}), pc))
	burger := basket.Part{Kind: basket.PartLine, ID: "1"}
	for name, c := range map[string]struct{ earlier, units basket.Units }{
		"more than ordered":          {nil, basket.Units{burger: 3}},
		"more than not yet refunded": {basket.Units{burger: 1}, basket.Units{burger: 2}},
		"a negative number":          {nil, basket.Units{burger: -1}},
		"of another order":           {nil, basket.Units{{Kind: basket.PartLine, ID: "2"}: 1}},
	} {
		got, err := shares.Refund(c.earlier, c.units)
		assert.Check(t, is.ErrorIs(err, basket.ErrUnits), "%s %s", name, got)
	}
	// 20.00 and 1.65: 10.825 each
	got, err := shares.Refund(nil, basket.Units{burger: 1})
	assert.NilError(t, err)
	assert.Equal(t, got.Minor, int64(1083), got)
}

// Taxes are levied on what discounts leave of the lines. Half of the burger's price is off, then an amount of the order.
func TestTaxesFollowTheDiscountedBase(t *testing.T) {
	for name, c := range map[string]struct {
		country, state, rate string
		off                  int64
		want                 []string // tax, rate, base, amount
	}{
		"sales tax":                           {"US", "OK", "0.08517", 100, []string{"sales-tax 8.517 % of 650: 55"}},
		"GST and QST":                         {"CA", "QC", "", 100, []string{"GST 5 % of 875: 44", "QST 9.975 % of 875: 87"}},
		"HST":                                 {"CA", "ON", "", 574, []string{"HST 13 % of 401: 52"}},
		"HST with the rebate of small orders": {"CA", "ON", "", 575, []string{"HST 5 % of 400: 20"}},
		"PST on the cola alone":               {"CA", "BC", "", 100, []string{"GST 5 % of 875: 44", "PST 7 % of 292: 20"}},
		"nothing left":                        {"CA", "QC", "", 975, nil},
	} {
		t.Run(name, func(t *testing.T) {
			pc, currency := newContext(t), map[string]money.Currency{"US": money.USD, "CA": money.CAD}[c.country]
			pc.Location = newLocation(c.country, c.state, chicago, currency)
			pc.Offer = menu.New(testMenu()).Offer(pc.Location.ID, currency)
			var err error
			pc.Taxes, err = tax.For(c.country, c.state, c.rate, pc.Now)
			assert.NilError(t, err)
			b := addItems(t, pc, emptyBasket(pc), one("burger"), one("cola"))
			pc.Promotions = promo.NewSet([]promo.Promotion{
				{ID: "half", Kind: promo.ItemPercentage, Match: promo.Match{Items: []string{"burger"}}, Percent: decimal.New(50, 0)},
				{ID: "order", Kind: promo.OrderAmount, Amount: price(c.off, c.off)},
			})
			var got []string
			for _, x := range basket.Price(b, pc).Taxes {
				got = append(got, fmt.Sprintf("%s %s %% of %d: %d", x.Tax, x.Rate, x.Base.Minor, x.Amount.Minor))
			}
			assert.DeepEqual(t, got, c.want)
		})
	}
}

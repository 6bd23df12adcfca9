package basket_test

import (
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"ordering/shared/basket"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/tax"
	"ordering/shared/timeslot"
)

func TestPriceOfAnOrdinaryBasket(t *testing.T) {
	pc := shop(t) // 8.25 %
	b := with(t, pc, fresh(pc),
		basket.LineRequest{ItemID: "burger", Quantity: 2, Choices: []menu.Choice{choose("bun", "brioche", 1), choose("add-ons", "bacon", 2)}},
		one("combo", choose("drink", "combo-cola", 1, choose("size", "large", 1))),
		one("cola"))
	b, err := b.Update(pc, basket.Update{Tip: &basket.Tip{Kind: basket.TipPercent, Percent: 15}})
	if err != nil {
		t.Fatal(err)
	}
	p := basket.Price(b, pc)
	var lines []int64
	for _, l := range p.Lines {
		lines = append(lines, l.Price.Minor)
	}
	// Burger 10.00 + brioche .75 + two bacon 2.50, twice; combo 14.00 + large .60; cola 2.50.
	if want := []int64{2650, 1460, 250}; !slices.Equal(lines, want) {
		t.Errorf("lines are %v, want %v", lines, want)
	}
	if p.Subtotal.Minor != 4360 {
		t.Errorf("subtotal is %s", p.Subtotal)
	}
	if len(p.Taxes) != 1 || p.Taxes[0].Amount.Minor != 360 || p.Taxes[0].Base.Minor != 4360 { // 3.597
		t.Errorf("taxes are %v", p.Taxes)
	}
	if p.Tip.Minor != 654 || p.Total.Minor != 4360+360+654 {
		t.Errorf("tip is %s, total %s: the tip is of the subtotal and bears no tax", p.Tip, p.Total)
	}
	// Burgers 2 x (3 + 2 of bacon), combo 4.
	if want := (timeslot.Need{Minutes: 14}); p.Need != want {
		t.Errorf("the kitchen needs %+v, want %+v", p.Need, want)
	}
}

func TestNeedOfTheKitchen(t *testing.T) {
	pc := shop(t) // 60 make-minutes a slot
	for name, c := range map[string]struct {
		order basket.LineRequest
		want  timeslot.Need
	}{
		"an item with a lead time of its own": {one("brisket"), timeslot.Need{Minutes: 10, Lead: 30 * time.Minute}},
		"exactly one slot's worth":            {basket.LineRequest{ItemID: "burger", Quantity: 20}, timeslot.Need{Minutes: 60}},
		"a little more than a slot":           {basket.LineRequest{ItemID: "burger", Quantity: 21}, timeslot.Need{Minutes: 63, Lead: 15 * time.Minute}},
		"three slots' worth":                  {basket.LineRequest{ItemID: "burger", Quantity: 60}, timeslot.Need{Minutes: 180, Lead: 30 * time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := basket.Price(with(t, pc, fresh(pc), c.order), pc).Need; got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestALineThatLeftTheMenuCostsNothing(t *testing.T) {
	pc := shop(t)
	b := with(t, pc, fresh(pc), one("burger"), one("cola"))
	f := card()
	f.Items = slices.DeleteFunc(f.Items, func(i menu.Item) bool { return i.ID == "burger" })
	p := basket.Price(b, shopOf(t, f))
	if p.Subtotal.Minor != 250 || p.Lines[0].Item != nil || p.Lines[0].Price.Minor != 0 {
		t.Errorf("priced %+v", p)
	}
}

func TestAnEmptyBasketCostsNothing(t *testing.T) {
	pc := shop(t)
	if p := basket.Price(fresh(pc), pc); p.Total != money.Of(0, money.USD) || len(p.Taxes) != 0 {
		t.Errorf("priced %+v", p)
	}
}

func TestTipShareRoundsHalfToEven(t *testing.T) {
	for minor, want := range map[int64]int64{10: 2, 30: 4, 50: 8, 70: 10, 990: 148, 1010: 152} { // 15 %: 1.5, 4.5, 7.5, 10.5, 148.5, 151.5
		if got := basket.TipShare(15, money.Of(minor, money.USD)).Minor; got != want {
			t.Errorf("15 %% of %d is %d, want %d", minor, got, want)
		}
	}
}

// drawn returns a restaurant of a random jurisdiction with a random basket.
func drawn(t *rapid.T) (basket.Basket, basket.PricingContext) {
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
	if err != nil {
		t.Fatal(err)
	}
	pc := shop(t)
	pc.Location, pc.Taxes, pc.Offer = l, rules, menu.New(card()).Offer(l.ID, l.Currency)
	b := fresh(pc)
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
	if err != nil {
		t.Fatal(err)
	}
	return b, pc
}

// For any basket: the total is the sum of the displayed amounts, every line is its list price and its modifiers times its quantity,
// and every tax is its rate on its base, rounded half up once.
func TestEveryCentIsTraceable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, pc := drawn(t)
		p := basket.Price(b, pc)
		var subtotal int64
		for _, l := range p.Lines {
			unit := l.Chosen.Item.Minor
			for _, m := range l.Chosen.Modifiers {
				unit += m.Price.Minor
			}
			if unit != l.Chosen.Unit.Minor || l.Price.Minor != unit*int64(l.Quantity) {
				t.Errorf("line %s: %d is not its parts %d x %d", l.ItemID, l.Price.Minor, unit, l.Quantity)
			}
			subtotal += l.Price.Minor
		}
		if p.Subtotal.Minor != subtotal {
			t.Errorf("subtotal %d, lines %d", p.Subtotal.Minor, subtotal)
		}
		total := subtotal + p.Tip.Minor
		for _, c := range p.Taxes {
			exact := decimal.NewFromInt(c.Base.Minor).Mul(c.Rate).Div(decimal.NewFromInt(100))
			if want := exact.Add(decimal.New(5, -1)).Floor().IntPart(); c.Amount.Minor != want {
				t.Errorf("%s: %s %% of %d is %d, want %d", c.Tax, c.Rate, c.Base.Minor, c.Amount.Minor, want)
			}
			if c.Base.Minor > subtotal {
				t.Errorf("%s is levied on %d of %d", c.Tax, c.Base.Minor, subtotal)
			}
			total += c.Amount.Minor
		}
		if p.Total.Minor != total {
			t.Errorf("total %d, sum of what the guest sees %d", p.Total.Minor, total)
		}
		if again := basket.Price(b, pc); again.Total != p.Total {
			t.Error("pricing twice gives two prices")
		}
	})
}

package basket_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
)

// withTime gives the basket a time that is held for ten more minutes, so that only the test's change causes an obstacle.
func withTime(pc basket.PricingContext, b basket.Basket, start time.Time) basket.Basket {
	b.Hold = &basket.Hold{Start: start, Expires: pc.Now.Add(10 * time.Minute), Taken: pc.Now}
	return b
}

func TestAssessReportsEveryProblem(t *testing.T) {
	seen := map[problem.Code]bool{}
	inOneHour := func(pc *basket.PricingContext) time.Time { return pc.Now.Add(time.Hour) } // 13:00 in Chicago
	for name, c := range map[string]struct {
		orders []basket.LineRequest
		change func(*basket.Basket, *basket.PricingContext)
		want   map[string][]problem.Code
	}{
		"no problem":      {[]basket.LineRequest{one("burger")}, func(*basket.Basket, *basket.PricingContext) {}, map[string][]problem.Code{}},
		"an empty basket": {nil, func(*basket.Basket, *basket.PricingContext) {}, map[string][]problem.Code{"/": {problem.BasketEmpty}}},
		"too few items": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) { pc.Brand.MinItems = 3 },
			map[string][]problem.Code{"/": {problem.BasketTooFewItems}}},
		"too many items": {[]basket.LineRequest{{ItemID: "burger", Quantity: 3}}, func(_ *basket.Basket, pc *basket.PricingContext) { pc.Brand.MaxItems = 2 },
			map[string][]problem.Code{"/": {problem.BasketTooManyItems}}},
		"too many items on several lines": {[]basket.LineRequest{{ItemID: "burger", Quantity: 9}, one("cola"), {ItemID: "wings", Quantity: 15}}, func(_ *basket.Basket, pc *basket.PricingContext) { pc.Brand.MaxItems = 22 },
			map[string][]problem.Code{"/": {problem.BasketTooManyItems}}},
		"below an item's minimum quantity": {[]basket.LineRequest{{ItemID: "wings", Quantity: 10}}, func(b *basket.Basket, _ *basket.PricingContext) { b.Lines[0].Quantity = 5 },
			map[string][]problem.Code{"/lines/1": {problem.ItemMinimum}}},
		"above an item's maximum quantity": {[]basket.LineRequest{{ItemID: "wings", Quantity: 40}}, func(b *basket.Basket, _ *basket.PricingContext) { b.Lines[0].Quantity = 45 },
			map[string][]problem.Code{"/lines/1": {problem.QuantityTooHigh}}},
		"above an item's maximum on two lines": {[]basket.LineRequest{{ItemID: "wings", Quantity: 35}, {ItemID: "wings", Quantity: 5, Instructions: "hot"}}, func(b *basket.Basket, _ *basket.PricingContext) { b.Lines[1].Quantity = 10 },
			map[string][]problem.Code{"/lines/1": {problem.QuantityTooHigh}}},
		"not a multiple of the increment": {[]basket.LineRequest{{ItemID: "wings", Quantity: 40}}, func(b *basket.Basket, _ *basket.PricingContext) { b.Lines[0].Quantity = 38 },
			map[string][]problem.Code{"/lines/1": {problem.QuantityIncrement}}},
		"a tip above the limit": {[]basket.LineRequest{one("burger")}, func(b *basket.Basket, _ *basket.PricingContext) {
			most := money.Of(100_000, money.USD)
			b.Tip = &basket.Tip{Kind: basket.TipAmount, Amount: &most}
		}, map[string][]problem.Code{"/tip": {problem.TipInvalid}}},
		"more choices than the menu allows": {[]basket.LineRequest{one("burger", choose("bun", "seeded", 1), choose("add-ons", "bacon", 2))}, func(_ *basket.Basket, pc *basket.PricingContext) {
			f := testMenu()
			f.ModifierGroups[2].MaxSelects = 1
			pc.Offer = menu.New(f).Offer("grill", money.USD)
		}, map[string][]problem.Code{"/lines/1": {problem.ChooseAtMost}}},
		"above a choice's maximum quantity": {[]basket.LineRequest{one("burger", choose("bun", "seeded", 1), choose("add-ons", "bacon", 2))}, func(_ *basket.Basket, pc *basket.PricingContext) {
			f := testMenu()
			f.ModifierGroups[2].Modifiers[0].Max = 1
			pc.Offer = menu.New(f).Offer("grill", money.USD)
		}, map[string][]problem.Code{"/lines/1": {problem.ModifierQuantity}}},
		"an item that the handoff excludes": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			f := testMenu()
			f.Items[0].Handoffs = []location.Handoff{location.Delivery}
			pc.Offer = menu.New(f).Offer("grill", money.USD)
		}, map[string][]problem.Code{"/lines/1": {problem.ItemNotHandedOver}}},
		"below the minimum amount": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) { pc.Brand.MinSubtotal = 1001 },
			map[string][]problem.Code{"/": {problem.AmountTooLow}}},
		"below the minimum amount after a discount": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Brand.MinSubtotal = 1000
			pc.Promotions = promo.NewSet([]promo.Promotion{{ID: "cent", Kind: promo.OrderAmount, Amount: price(1, 1)}})
		}, map[string][]problem.Code{"/": {problem.AmountTooLow}}},
		"an item that ran out": {[]basket.LineRequest{one("burger"), one("cola")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Offer = pc.Offer.Without([]location.SoldOut{{Item: "cola"}})
		}, map[string][]problem.Code{"/lines/2": {problem.ItemSoldOut}}},
		"an item that is back at its time": {[]basket.LineRequest{one("cola")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Offer = pc.Offer.Without([]location.SoldOut{{Item: "cola", Until: pc.Now.Add(time.Hour)}})
		}, map[string][]problem.Code{}},
		"an item that is still sold out at its time": {[]basket.LineRequest{one("cola")}, func(b *basket.Basket, pc *basket.PricingContext) {
			pc.Offer = pc.Offer.Without([]location.SoldOut{{Item: "cola", Until: b.Hold.Start.Add(time.Hour)}})
		}, map[string][]problem.Code{"/lines/1": {problem.ItemSoldOut}}},
		"an item that comes back, before a time is chosen": {[]basket.LineRequest{one("cola")}, func(b *basket.Basket, pc *basket.PricingContext) {
			b.Hold, pc.Offer = nil, pc.Offer.Without([]location.SoldOut{{Item: "cola", Until: pc.Now.Add(time.Hour)}})
		}, map[string][]problem.Code{"/timeslot": {problem.TimeslotMissing}}},
		"a default that ran out": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Offer = pc.Offer.Without([]location.SoldOut{{Modifier: "onion"}})
		}, map[string][]problem.Code{"/lines/1": {problem.ModifierSoldOut}}},
		"breakfast at 13:00": {[]basket.LineRequest{one("pancakes")}, func(*basket.Basket, *basket.PricingContext) {},
			map[string][]problem.Code{"/lines/1": {problem.ItemNotServedNow}}},
		"an item that left the menu": {[]basket.LineRequest{one("burger"), one("cola")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			f := testMenu()
			f.Sections[0].Items = []string{"burger"}
			pc.Offer = menu.New(f).Offer("grill", money.USD)
		}, map[string][]problem.Code{"/lines/2": {problem.ItemNotFound}}},
		"a choice that left the menu": {[]basket.LineRequest{one("burger", choose("bun", "brioche", 1))}, func(_ *basket.Basket, pc *basket.PricingContext) {
			f := testMenu()
			f.ModifierGroups[0].Modifiers = f.ModifierGroups[0].Modifiers[:1]
			pc.Offer = menu.New(f).Offer("grill", money.USD)
		}, map[string][]problem.Code{"/lines/1": {problem.ModifierNotFound, problem.ChooseAtLeast}}},
		"breakfast at 13:00, with an expired hold": {[]basket.LineRequest{one("pancakes")}, func(b *basket.Basket, pc *basket.PricingContext) { b.Hold.Expires = pc.Now },
			map[string][]problem.Code{"/lines/1": {problem.ItemNotServedNow}, "/timeslot": {problem.HoldEnded}}},
		"breakfast, with a time of yesterday": {[]basket.LineRequest{one("pancakes")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Now = pc.Now.Add(26 * time.Hour)
		}, map[string][]problem.Code{"/timeslot": {problem.HoldEnded}}},
		"no timeslot": {[]basket.LineRequest{one("burger")}, func(b *basket.Basket, _ *basket.PricingContext) { b.Hold = nil },
			map[string][]problem.Code{"/timeslot": {problem.TimeslotMissing}}},
		"an expired hold": {[]basket.LineRequest{one("burger")}, func(b *basket.Basket, pc *basket.PricingContext) { b.Hold.Expires = pc.Now },
			map[string][]problem.Code{"/timeslot": {problem.HoldEnded}}},
		"a time that is too early for an item added later": {[]basket.LineRequest{one("brisket")}, func(b *basket.Basket, pc *basket.PricingContext) { b.Hold.Start = pc.Now.Add(30 * time.Minute) },
			map[string][]problem.Code{"/timeslot": {problem.TimeslotTooSoon}}},
		"a time at which the restaurant is closed": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			day := location.DateOf(pc.Now)
			pc.Location.Hours.Exceptions = []location.Exception{{From: day, To: day}}
		}, map[string][]problem.Code{"/timeslot": {problem.ClosedMeanwhile}}},
		"no opening hours": {[]basket.LineRequest{one("burger")}, func(b *basket.Basket, pc *basket.PricingContext) {
			b.Hold, pc.Location.Hours = nil, location.Hours{}
		}, map[string][]problem.Code{"/timeslot": {problem.LocationClosed}}},
		"a restaurant that stopped taking orders": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) { pc.Location.OnlineOrdering = false },
			map[string][]problem.Code{"/": {problem.NoOnlineOrders}, "/timeslot": {problem.TimeslotUnavailable}}},
		"a handoff that it does not offer": {[]basket.LineRequest{one("burger")}, func(_ *basket.Basket, pc *basket.PricingContext) {
			pc.Location.Handoffs = []location.Handoff{location.Curbside}
		},
			map[string][]problem.Code{"/": {problem.HandoffNotOffered}, "/timeslot": {problem.TimeslotUnavailable}}},
	} {
		t.Run(name, func(t *testing.T) {
			pc := newContext(t)
			b := withTime(pc, addItems(t, pc, emptyBasket(pc), c.orders...), inOneHour(&pc))
			c.change(&b, &pc)
			found := basket.Assess(b, pc).Obstacles
			assert.DeepEqual(t, codes(found), c.want)
			for _, d := range found {
				seen[d.Code] = true
				checkFixes(t, b, pc, d)
			}
		})
	}
	for _, code := range blocking {
		assert.Check(t, seen[code], "no case has %s", code)
		delete(seen, code)
	}
	assert.Assert(t, is.Len(seen, 0))
}

// blocking are the codes that prevent an order.
var blocking = []problem.Code{
	problem.BasketEmpty, problem.BasketTooFewItems, problem.BasketTooManyItems, problem.AmountTooLow, problem.TipInvalid,
	problem.NoOnlineOrders, problem.HandoffNotOffered, problem.LocationClosed,
	problem.TimeslotMissing, problem.HoldEnded, problem.TimeslotTooSoon, problem.ClosedMeanwhile, problem.TimeslotUnavailable,
	problem.ItemNotFound, problem.ItemSoldOut, problem.ItemNotServedNow, problem.ItemNotHandedOver, problem.ItemMinimum, problem.QuantityTooHigh, problem.QuantityIncrement,
	problem.ModifierSoldOut, problem.ModifierNotFound, problem.ModifierQuantity, problem.ChooseAtLeast, problem.ChooseAtMost,
}

// checkFixes requires a fix for an obstacle, and that each fix that changes the basket removes the obstacle.
func checkFixes(t *testing.T, b basket.Basket, pc basket.PricingContext, o basket.Obstacle) {
	t.Helper()
	assert.Check(t, len(o.Fixes) != 0, "%s has no fix", o.Code)
	for _, f := range o.Fixes {
		var after basket.Basket
		var err error
		switch f.Kind {
		case basket.SetQuantity:
			after, err = b.Change(pc, f.LineID, basket.Revision{Quantity: f.Quantity})
		case basket.RemoveLine:
			after, err = b.Remove(f.LineID)
		default:
			continue
		}
		if err != nil {
			t.Errorf("%s: %+v fails: %v", o.Code, f, err)
			continue
		}
		for _, still := range basket.Assess(after, pc).Obstacles {
			assert.Check(t, still.Code != o.Code || still.Pointer != o.Pointer, "%s: still reported after the fix %+v", o.Code, f)
		}
	}
}

// A held time stays valid until the hold expires.
func TestAHeldTimeStaysValidUntilItExpires(t *testing.T) {
	pc := newContext(t)
	b := withTime(pc, addItems(t, pc, emptyBasket(pc), one("burger")), pc.Now.Add(15*time.Minute)) // exactly the lead time
	pc.Now = pc.Now.Add(9 * time.Minute)
	assert.Assert(t, is.Len(basket.Assess(b, pc).Obstacles, 0))
}

func TestObstacleHasItsNumbersAndMessage(t *testing.T) {
	pc := newContext(t)
	pc.Brand.MinSubtotal, pc.Brand.MinItems = 1210, 3
	b := withTime(pc, addItems(t, pc, emptyBasket(pc), one("burger")), pc.Now.Add(time.Hour))
	params := map[problem.Code]map[string]any{}
	for _, d := range basket.Assess(b, pc).Obstacles {
		params[d.Code] = d.Params
		if d.Code == problem.AmountTooLow && d.Message != "Order amount too low: add $2.10 to reach $12.10" {
			t.Errorf("got message %q", d.Message)
		}
	}
	got := params[problem.AmountTooLow]["missing"]
	assert.Assert(t, got == money.Of(210, money.USD), "got missing amount %v", got)
	got = params[problem.BasketTooFewItems]["missing"]
	assert.Assert(t, got == 2, "got %v missing items, want 2", got)
}

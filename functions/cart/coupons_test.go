package cart_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

const coupons = "/discount-management/coupons/"

// percent returns a promotion that takes a share off the order.
func percent(id string, n int64) promo.Promotion {
	label := locale.Text{locale.En: id, locale.FrCA: id + " (fr)"}
	return promo.Promotion{ID: id, Kind: promo.OrderPercentage, Label: label, Percent: decimal.NewFromInt(n)}
}

// deals are promotions with codes: a tenth off, one that has ended, and a fifth off with serialized codes.
func deals() promo.File {
	tenth, ended, fifth := percent("tenth", 10), percent("ended", 10), percent("fifth", 20)
	tenth.Code, ended.Code, fifth.Serialized = "SPRING10", "WINTER", true
	ended.Until = &location.Date{Year: 2026, Month: 7, Day: 27}
	return promo.File{Promotions: []promo.Promotion{tenth, ended, fifth}}
}

// promote publishes promotions, waits until the caches have expired, and returns two codes of the serialized one.
func (s *site) promote(f promo.File) (codes []string) {
	s.t.Helper()
	_, err := promo.Save(s.t.Context(), s.table.Meter, f)
	assert.NilError(s.t, err)
	assert.NilError(s.t, promo.NewCodes(s.t.Context(), s.table.Meter, naming, "fifth", 2, func(made []string) error {
		codes = made
		return nil
	}))
	s.clock.Pass(3 * time.Second)
	return codes
}

func (s *site) coupon(verb string, b basketview.Basket, code string, headers ...string) answer {
	s.t.Helper()
	headers = append([]string{"If-Match", fmt.Sprint(b.Version)}, headers...)
	return s.call("POST", coupons+verb, map[string]any{"orderId": b.OrderID, "code": code}, headers...)
}

func TestACouponIsAppliedAndRemoved(t *testing.T) {
	s := open(t)
	serialized := s.promote(deals())[0]
	tenth := basketview.DealCoupon{Code: "SPRING10", Kind: 3, ID: "tenth", Deal: "tenth", Label: "tenth"}
	for name, c := range map[string]struct {
		typed string
		want  basketview.DealCoupon
		off   int64
	}{
		"as printed":             {"SPRING10", tenth, 100},
		"with spaces and dashes": {" spring-1 0", tenth, 100},
		"a code of one guest": {
			promo.PrintedCode(serialized), basketview.DealCoupon{Code: serialized, Kind: 4, ID: "fifth", Deal: "fifth", Label: "fifth"}, 200,
		},
		"before there is an item": {"SPRING10", tenth, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := s.start("tulsa")
			if c.want.Applied = c.off > 0; c.want.Applied {
				b = s.ok(s.add(b, "burger")).basket
			}
			b = s.ok(s.coupon("apply", b, c.typed, "Idempotency-Key", "a-key-of-one-press-"+name)).basket
			again := s.ok(s.coupon("apply", b, c.typed, "Idempotency-Key", "a-key-of-one-press-"+name)).basket
			assert.Equal(t, again.Version, b.Version)
			assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{c.want})
			if a := b.Totals.Adjustments; c.off == 0 {
				assert.Assert(t, b.Deals.Missed[0].Reason == "items" && b.Deals.Missed[0].Fix.Kind == "add-items", "%+v", b.Deals.Missed)
			} else {
				shown := promo.Coupon{Kind: promo.CouponKind(c.want.Kind), Code: c.want.Code}.Shown()
				assert.Assert(t, len(a) == 1 && a[0].Coupon == shown && a[0].Amount.Minor == c.off && a[0].Lines[0].LineID == "1", "%+v", a)
			}
			b = s.ok(s.coupon("remove", b, c.typed)).basket
			assert.Check(t, is.Nil(b.Deals))
			assert.Check(t, is.Len(b.Totals.Adjustments, 0))
		})
	}
}

// A code that is unknown, used or ended gets the same answer after the same reads and writes.
func TestRefusedCodesLookAlike(t *testing.T) {
	s := open(t)
	codes := s.promote(deals())
	used := promo.CouponKey(naming, codes[0])
	item, err := s.table.Get(t.Context(), used)
	assert.NilError(t, err)
	item.Data = []byte(`{"promotion":"fifth","order":"another"}`)
	assert.NilError(t, s.table.Write(t.Context(), table.Put(item)))
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.refused(s.coupon("apply", b, "FIRST"), problem.CouponConditions) // it makes the count
	var first string
	for name, code := range map[string]string{
		"unknown": "SUMMER10", "used": codes[0], "ended": "WINTER", "of no symbols": "--", "long": "ZZZZ-ZZZZ-ZZZZ-ZZZZ",
	} {
		before := s.table.Tally()
		a := s.refused(s.coupon("apply", b, code), problem.CouponConditions)
		used := s.table.Tally().Sub(before)
		a.body.RequestID = ""
		got := fmt.Sprintf("%+v %+v", a.body, used)
		if first == "" {
			first = got
		}
		assert.Check(t, is.Equal(got, first), name)
	}
	assert.Equal(t, s.read(b).Version, b.Version)
}

// Wrong codes are limited for a basket and for a network; right ones do not count.
func TestGuessesOfCodesAreLimited(t *testing.T) {
	s := open(t)
	s.promote(deals())
	s.network = "203.0.113.7:4711"
	start := func() basketview.Basket { return s.ok(s.add(s.start("tulsa"), "burger")).basket }
	b := start()
	for range 25 {
		b = s.ok(s.coupon("apply", b, "SPRING10")).basket
		b = s.ok(s.coupon("remove", b, "SPRING10")).basket
	}
	guess := func(b basketview.Basket) (wrong int) {
		var refused atomic.Int32
		together(15, func(n int) {
			switch a := s.coupon("apply", b, fmt.Sprint("GUESS", n)); a.body.Code {
			case problem.CouponConditions:
				refused.Add(1)
			default:
				s.refused(a, problem.CouponsLimited)
			}
		})
		return int(refused.Load())
	}
	assert.Equal(t, guess(b), 10)
	a := s.refused(s.coupon("apply", b, "SPRING10"), problem.CouponsLimited)
	assert.Assert(t, a.body.Params["minutes"] == 1.0 && a.body.Params["seconds"] == 60.0, "%v", a.body.Params)
	other := start()
	assert.Equal(t, guess(other), 10)
	s.refused(s.coupon("apply", start(), "SPRING10"), problem.CouponsLimited)
	s.network = "203.0.113.8:4711"
	s.ok(s.coupon("apply", start(), "SPRING10"))
	s.network = "203.0.113.7:4711"
	s.clock.Pass(time.Minute)
	s.ok(s.coupon("apply", b, "SPRING10"))
}

func TestAFixMarksAnItemThatTheDealReduces(t *testing.T) {
	s := open(t)
	f, free := deals(), percent("free", 0)
	free.Kind, free.Match = promo.ItemFree, promo.Match{Items: []string{"burger"}}
	f.Promotions = append(f.Promotions, free)
	s.promote(f)
	b := s.start("tulsa")
	assert.Assert(t, b.Deals != nil && len(b.Deals.Missed) == 1, "%+v", b.Deals)
	want := &basket.DealFix{Kind: "add-item", ItemID: "burger", Quantity: 1, Reduces: true}
	assert.DeepEqual(t, b.Deals.Missed[0].Fix, want)
}

func TestDealsOfABasket(t *testing.T) {
	s := open(t)
	f, dollar := deals(), percent("dollar", 0)
	dollar.Kind, dollar.Amount, dollar.SignedIn = promo.OrderAmount, menu.Prices{"usd": 100, "cad": 100}, true
	f.Promotions = append(f.Promotions, percent("plain", 5), dollar)
	s.promote(f)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	applied := func(b basketview.Basket) string { return b.Totals.Adjustments[0].ID }
	assert.Equal(t, applied(b), "plain")
	assert.Assert(t, is.Len(b.Deals.Missed, 1))
	assert.Assert(t, b.Deals.Missed[0].Reason == "sign-in" && b.Deals.Missed[0].Fix.Kind == "sign-in", "%+v", b.Deals.Missed)
	ann := s.ok(s.call("GET", "/orders/"+b.OrderID, nil, "Authorization", "Bearer ann")).basket
	assert.Equal(t, applied(ann), "dollar")

	// Another choice, and the best again.
	b = s.ok(s.coupon("apply", b, "spring10")).basket
	assert.Equal(t, applied(b), "tenth")
	choose := func(ids ...string) basketview.Basket {
		body := map[string]any{"chosenDeals": append([]string{}, ids...)}
		return s.ok(s.call("PUT", "/orders/"+b.OrderID, body, "If-Match", fmt.Sprint(s.read(b).Version))).basket
	}
	chosen := choose("plain")
	assert.Equal(t, applied(chosen), "plain")
	assert.DeepEqual(t, chosen.Deals.Chosen, []string{"plain"})
	assert.Assert(t, chosen.Deals.Others[0].ID == "tenth" && chosen.Deals.Others[0].Saving.Minor == 100, "%+v", chosen.Deals)
	b = choose()
	assert.Equal(t, applied(b), "tenth")
	french := s.ok(s.call("GET", "/orders/"+b.OrderID, nil, "Accept-Language", "fr-CA")).basket
	assert.Equal(t, french.Totals.Adjustments[0].Label, "tenth (fr)")
	tooMany := `{"chosenDeals":["a","b","c","d","e","f"]}`
	s.refused(s.call("PUT", "/orders/"+b.OrderID, tooMany, "If-Match", fmt.Sprint(b.Version)), problem.Invalid)

	// A coupon moves with the basket; a stale version is refused.
	moved := s.moved(b, "tulsa", location.Pickup)
	assert.Equal(t, moved.Deals.Coupons[0].Code, "SPRING10")
	stale := b
	stale.Version--
	s.refused(s.coupon("remove", stale, "SPRING10"), problem.BasketChanged)
	unknown := b
	unknown.OrderID = "nobody"
	s.refused(s.coupon("apply", unknown, "SPRING10"), problem.BasketNotFound)
}

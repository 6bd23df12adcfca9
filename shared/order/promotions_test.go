package order_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

// twoOff returns a promotion that takes $2 off an order.
func twoOff(limit, perCustomer int) promo.Promotion {
	return promo.Promotion{
		ID: "deal", Kind: promo.OrderAmount, Label: locale.Text{"en": "Two off", "fr-ca": "Deux de moins"},
		Amount: menu.Prices{money.USD: 200}, Limit: limit, PerCustomer: perCustomer,
	}
}

// newWithDeals returns a fixture with these promotions and capacity for all orders.
func newWithDeals(t *testing.T, all ...promo.Promotion) *ordertest.Fixture {
	g := ordertest.New(t)
	g.Location.Capacity = location.Capacity{Minutes: 10_000, Orders: 1000}
	g.Promotions = promo.NewSet(all)
	return g
}

// from returns the submission of a guest of their own.
func from(g *ordertest.Fixture, n int, b basket.Basket, method string) order.Submission {
	s := g.Want(b, method, fmt.Sprintf("key-of-guest-%05d", n))
	s.Contact.Email, s.Contact.Phone = fmt.Sprintf("guest%d@example.com", n), fmt.Sprintf("+1918555%04d", n)
	return s
}

// code is a serialized code of the deal.
const code = "0123456789ABCDEF"

// withCode adds the code to a basket, and makes it before if need be.
func withCode(t *testing.T, g *ordertest.Fixture, b basket.Basket) basket.Basket {
	t.Helper()
	err := g.Table.Write(t.Context(), promo.NewCoupon(ordertest.Guests, code, promo.CouponRow{Promotion: "deal"}))
	assert.Assert(t, err == nil || errors.As(err, new(*table.Conflict)), err)
	b.Coupons = []promo.Coupon{{Promotion: "deal", Kind: promo.SerializedCode, Code: code}}
	assert.NilError(t, g.Table.Write(t.Context(), b.Save(g.Now())))
	return g.Reload(b)
}

// 200 guests order at once. The limit holds, the others see the price without the deal, and can order for that price.
func TestOrdersNeverExceedTheLimitOfADeal(t *testing.T) {
	const guests = 200
	for name, c := range map[string]struct {
		deal promo.Promotion
		want int
		as   func(n int, s *order.Submission)
	}{
		"7 in all": {twoOff(7, 0), 7, nil},
		"one for each mailbox": {twoOff(0, 1), 1, func(n int, s *order.Submission) {
			s.Contact.Email = []string{"ada@example.com", "ADA@example.com", "ada+2@Example.com"}[n%3]
		}},
		"one for each telephone": {twoOff(0, 1), 1, func(_ int, s *order.Submission) { s.Contact.Phone = "+19185550142" }},
	} {
		t.Run(name, func(t *testing.T) {
			g := newWithDeals(t, c.deal)
			var reduced, lost atomic.Int64
			var all sync.WaitGroup
			for n := range guests {
				s := from(g, n, g.Fill("burger", 1), "ok")
				if c.as != nil {
					c.as(n, &s)
				}
				all.Go(func() {
					o, err := g.Checkout.Place(context.Background(), s)
					if err == nil && o.Total.Minor == 866 { // 8.25 % of 8.00
						reduced.Add(1)
						return
					}
					var changed *problem.Problem
					if !problem.Is(err, problem.PriceChanged) || !errors.As(err, &changed) {
						t.Errorf("%s %v", o.Status, err)
						return
					}
					lost.Add(1)
					a := changed.Current.(basket.Assessment)
					assert.Check(t, a.Total.Minor == 1083 && len(a.Basket.Lost) == 1, "%s %+v", a.Total, a.Basket.Lost)
					if n%10 == 0 {
						s.Version, s.Total = a.Basket.Version, &a.Total
						o, err := g.Checkout.Place(context.Background(), s)
						assert.Check(t, err == nil && o.Status.Placed() && len(o.Promos) == 0, "%s %v", o.Status, err)
					}
				})
			}
			all.Wait()
			assert.Equal(t, int(reduced.Load()), c.want)
			assert.Equal(t, int(lost.Load()), guests-c.want)
			g.Audit()
		})
	}
}

// A guest learns at the placing that a deal is gone. The request changes the basket; a repetition gets it as any changed basket.
func TestALostDealIsAPriceChange(t *testing.T) {
	g := newWithDeals(t, twoOff(1, 0))
	g.Place(from(g, 1, g.Fill("burger", 1), "ok"))
	b := g.Fill("burger", 1)
	s := from(g, 2, b, "ok")
	until := g.Now().Add(10 * time.Minute)
	for _, want := range []problem.Code{problem.PriceChanged, problem.BasketChanged} {
		_, err := g.Checkout.Place(t.Context(), s)
		assert.Check(t, problem.Is(err, want), "%v", err)
		b = g.Reload(b)
		assert.Assert(t, b.State == basket.Open && b.Hold.Alive(g.Now()) && b.Version == s.Version+1, "%+v", b)
		assert.Equal(t, b.Attempts, 1)
		assert.DeepEqual(t, b.Lost, []promo.Lost{{Promotion: "deal", Reason: promo.LimitReached, Until: until}})
	}
	assert.Assert(t, is.Len(g.Provider.Ledger(), 1))
	o := g.Place(from(g, 2, b, "ok"))
	assert.Assert(t, o.Status.Placed() && len(o.Adjustments) == 0)
	g.SettleAndAudit(o.Token)
}

// A basket gets a lost deal back when another guest orders it, or when its limit is judged again and a use was returned. The guest sees the
// lower price first.
func TestALostDealComesBack(t *testing.T) {
	for name, c := range map[string]struct {
		deal    promo.Promotion
		returns bool // the first order is cancelled
		pass    time.Duration
		guest   int // who orders in the end; guest 1 used the deal, and the basket lost it
		back    bool
	}{
		"another guest":              {twoOff(0, 1), false, 0, 2, true},
		"the same guest":             {twoOff(0, 1), false, 0, 1, false},
		"a use of the guest returns": {twoOff(0, 1), true, 10 * time.Minute, 1, true},
		"any use returns":            {twoOff(1, 0), true, 10 * time.Minute, 2, true},
		"too early":                  {twoOff(1, 0), true, 10*time.Minute - time.Second, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := newWithDeals(t, c.deal)
			first, b := g.Place(from(g, 1, g.Fill("burger", 1), "ok")), g.Fill("burger", 1)
			refused(t, g, from(g, 1, b, "ok"), problem.PriceChanged)
			b = g.Reload(b)
			s := from(g, c.guest, b, "ok")
			if c.returns {
				g.Cancel(first.Token)
			}
			g.Pass(c.pass)
			if c.pass > 0 { // the hold ended
				pc, err := g.Load(t.Context(), "")
				assert.NilError(t, err)
				held, ops, err := b.HoldTime(t.Context(), g.Table, pc, "", time.Time{}, true, nil)
				assert.NilError(t, err)
				assert.NilError(t, g.Table.Write(t.Context(), append(ops, held.Save(g.Now()))...))
				s.Version++
			}
			o, err := g.Checkout.Place(t.Context(), s) // for the full price
			if c.back {
				assert.Assert(t, problem.Is(err, problem.PriceChanged), "%v", err)
				b = g.Reload(b)
				assert.Assert(t, is.Len(b.Lost, 0))
				o, err = g.Checkout.Place(t.Context(), from(g, c.guest, b, "ok"))
			}
			assert.NilError(t, err)
			assert.Equal(t, len(o.Promos) == 1, c.back)
			g.SettleAndAudit(o.Token)
		})
	}
}

// However an order ends without being made, the next guest gets its deal and its code. A refund of a part keeps them.
func TestADealIsReleasedWithItsOrder(t *testing.T) {
	for name, c := range map[string]struct {
		card string
		end  func(g *ordertest.Fixture, o order.Order)
		kept bool
	}{
		"declined":              {"declined", func(*ordertest.Fixture, order.Order) {}, false},
		"cancelled":             {"ok", func(g *ordertest.Fixture, o order.Order) { g.Cancel(o.Token) }, false},
		"cancelled at the bank": {"asks", func(g *ordertest.Fixture, o order.Order) { g.Cancel(o.Token) }, false},
		"abandoned at the bank": {"asks", func(g *ordertest.Fixture, _ order.Order) {
			g.Pass(11 * time.Minute)
			g.Settle()
		}, false},
		"refused by the kitchen": {"ok", func(g *ordertest.Fixture, o order.Order) { g.Advance(o.ID, order.NotApproved) }, false},
		"refunded in part": {"ok", func(g *ordertest.Fixture, o order.Order) {
			_, err := g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(100)}, key)
			assert.NilError(t, err)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			deal := twoOff(1, 1)
			deal.Serialized = true
			g := newWithDeals(t, deal)
			s := from(g, 1, withCode(t, g, g.Fill("burger", 1)), c.card)
			first := g.Place(s)
			assert.Assert(t, is.Len(first.Promos, 1))
			assert.Equal(t, first.Adjustments[0].Coupon, "…CDEF")
			c.end(g, first)
			again := from(g, 2, withCode(t, g, g.Fill("burger", 1)), "ok")
			again.Contact = s.Contact
			_, err := g.Checkout.Place(t.Context(), again)
			assert.Equal(t, problem.Is(err, problem.PriceChanged), c.kept, "%v", err)
			assert.Assert(t, c.kept || err == nil, err)
			g.SettleAndAudit()
		})
	}
}

// The units that a deal adds to the writes of an order: nothing without a limit.
func TestWriteUnitsOfADeal(t *testing.T) {
	units := func(all ...promo.Promotion) float64 {
		var metered *meter.Meter
		g := ordertest.NewOver(t, func(now func() time.Time) table.Table {
			metered = meter.New(sqlitetest.Open(t, now))
			return metered
		})
		g.Promotions = promo.NewSet(all)
		s := g.Want(g.Fill("burger", 1), "ok", key)
		before := metered.Tally()
		g.Place(s)
		return metered.Tally().Sub(before).WriteUnits
	}
	plain := units()
	for name, c := range map[string]struct {
		deal promo.Promotion
		want float64
	}{
		"no limit":     {twoOff(0, 0), 0},
		"in all":       {twoOff(1000, 0), 2},
		"per customer": {twoOff(0, 1), 4},
	} {
		assert.Check(t, is.Equal(units(c.deal)-plain, c.want), name)
	}
}

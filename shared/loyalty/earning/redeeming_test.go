package earning_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/promo"
)

// offer is a deal of $3 off the order.
func offer(id string) promo.Promotion {
	return promo.Promotion{ID: id, Kind: promo.OrderAmount, Label: locale.Text{"en": id}, Amount: menu.Prices{money.USD: 300}}
}

// redeem places an order with the reward. It returns the points that the order took.
func (g grill) redeem() (taken int64, err error) {
	g.t.Helper()
	o, err := g.Checkout.Place(g.t.Context(), g.want("ann", 1, true))
	if o.Rewards != nil {
		for _, l := range o.Rewards.Lots {
			taken += l.Points
		}
	}
	return taken, err
}

func TestOrderTakesThePriceInPointsThatWasChosen(t *testing.T) {
	for now, want := range map[int]int64{90: 15, 15: 15, 5: 5} {
		g := open(t)
		g.earn(g.complete(g.want("ann", 10, false)))
		shake := offer("shake")
		shake.SignedIn, shake.Points = true, now
		g.Promotions = promo.NewSet([]promo.Promotion{shake})
		taken, err := g.redeem()
		assert.NilError(t, err)
		assert.Equal(t, taken, want, "price %d", now)
	}
}

func TestRewardsNeedAProgramme(t *testing.T) {
	g := open(t)
	s := g.want("ann", 1, true)
	g.Brand.Loyalty = nil
	o, err := g.Checkout.Place(t.Context(), s)
	assert.NilError(t, err)
	assert.Equal(t, len(o.Adjustments), 0, "%+v", o.Adjustments)
}

// The refund of the order that earned and the end of the one that holds the points lead to the same account in either order.
func TestPointsThatComeBackPayTheDebt(t *testing.T) {
	for _, refundFirst := range []bool{true, false} {
		g := open(t)
		earned := g.complete(g.want("ann", 2, false))
		g.earn(earned)
		s := g.want("ann", 1, true)
		s.Method = "asks"
		waiting := g.Place(s)
		assert.Equal(t, waiting.Status, order.Authentication)
		refund := func() {
			g.refund(earned, order.RefundRequest{Amount: earned.Total})
			g.earn(earned)
		}
		if refundFirst {
			refund()
		}
		g.Cancel(waiting.Token)
		if !refundFirst {
			refund()
		}
		a := g.account()
		assert.Assert(t, a.Spendable(g.Now()) == 0 && a.Debt == 0 && a.Held == 0, "refund first %t: %+v", refundFirst, a)
		g.check()
	}
}

func TestReturnOfAnotherDayFreesNothingOfTheLimit(t *testing.T) {
	g := open(t)
	g.rule(promo.Program{MaxRedeemed: 15})
	g.earn(g.complete(g.want("ann", 20, false)))
	first, err := g.Checkout.Place(t.Context(), g.want("ann", 1, true))
	assert.NilError(t, err)
	g.Pass(21 * time.Hour)
	for _, refused := range []bool{false, true} {
		_, err := g.redeem()
		assert.Equal(t, err != nil, refused, "%v", err)
	}
	g.Advance(first.ID, order.NotApproved)
	_, err = g.redeem()
	assert.Assert(t, problem.Is(err, problem.PriceChanged), "%v", err)
}

// A deal that saves the same without points is preferred to a reward.
func TestEqualDealTakesNoPoints(t *testing.T) {
	g := open(t)
	g.earn(g.complete(g.want("ann", 10, false)))
	shake, free := g.Promotions.All()[0], offer("free")
	for _, all := range [][]promo.Promotion{{shake, free}, {free, shake}} {
		g.Promotions = promo.NewSet(all)
		taken, err := g.redeem()
		assert.NilError(t, err)
		assert.Equal(t, taken, int64(0), "first %s", all[0].ID)
	}
}

// A gift is the customer's who was given it, also in a basket that another customer orders.
func TestGiftIsForItsCustomer(t *testing.T) {
	for _, who := range []string{"ann", "bob"} {
		g := open(t)
		side := offer("side")
		side.Serialized, side.SignedIn = true, true
		g.Promotions = promo.NewSet([]promo.Promotion{side})
		grant := loyalty.Grant{Type: loyalty.Birthday, Source: "2027"}
		code := promo.GrantCode(ordertest.Guests, "ann", grant.ID())
		assert.NilError(t, g.Table.Write(t.Context(), promo.NewCoupon(ordertest.Guests, code, promo.CouponRow{Promotion: "side"})))
		b := g.Fill("burger", 1)
		b.Coupons = []promo.Coupon{{Promotion: "side", Kind: promo.SerializedCode, Code: code, Grant: grant.ID(), Owner: "ann"}}
		assert.NilError(t, g.Table.Write(t.Context(), b.Save(g.Now())))
		s := g.Want(g.Reload(b), "ok", "key-of-basket-000")
		s.Customer, s.Total = who, nil
		o, err := g.Checkout.Place(t.Context(), s)
		if who == "ann" {
			assert.NilError(t, err)
			assert.Assert(t, len(o.Adjustments) == 1 && o.Adjustments[0].Grant == "birthday-2027", "%+v", o.Adjustments)
		} else {
			assert.Assert(t, problem.Is(err, problem.PriceChanged), "%v", err)
		}
	}
}

// The limit of a customer counts the account, whatever contact the orders have.
func TestLimitOfACustomerCountsTheAccount(t *testing.T) {
	g := open(t)
	once := offer("once")
	once.SignedIn, once.PerCustomer = true, 1
	g.Promotions = promo.NewSet([]promo.Promotion{once})
	for n, email := range []string{"ada@example.com", "bea@example.com"} {
		s := g.want("ann", 1, false)
		s.Contact.Email, s.Contact.Phone = email, "+1918555014"+string(rune('0'+n))
		_, err := g.Checkout.Place(t.Context(), s)
		assert.Equal(t, err == nil, n == 0, "%v", err)
	}
}

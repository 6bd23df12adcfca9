package earning_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/loyalty/earning"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// grill is a restaurant with the reward "shake": 15 points for $3 off.
type grill struct {
	*ordertest.Fixture
	t      *testing.T
	points *earning.Earning
}

func open(t *testing.T) grill {
	g := ordertest.New(t)
	g.Promotions = promo.NewSet([]promo.Promotion{{
		ID: "shake", Kind: promo.OrderAmount, Label: locale.Text{"en": "Shake"}, Amount: menu.Prices{money.USD: 300}, SignedIn: true, Points: 15,
	}})
	return grill{g, t, earning.New(g.Table, g.Brand, g.Now)}
}

// want is the submission of a customer (empty: a guest) for burgers of $10, with the reward if they ask for it.
func (g grill) want(customer string, burgers int, reward bool) order.Submission {
	g.t.Helper()
	b := g.Fill("burger", burgers)
	if reward {
		b.Coupons = []promo.Coupon{{Promotion: "shake", Kind: promo.LoyaltyItem, Points: 15}}
		assert.NilError(g.t, g.Table.Write(g.t.Context(), b.Save(g.Now())))
		b = g.Reload(b)
	}
	s := g.Want(b, "ok", fmt.Sprintf("key-of-basket-%03d", len(g.Baskets)))
	s.Customer, s.Total = customer, nil
	return s
}

// complete places the order, and the kitchen completes it.
func (g grill) complete(s order.Submission) order.Order {
	g.t.Helper()
	o := g.Place(s)
	return g.Advance(o.ID, order.Completed)
}

// earn follows the steps of an order, 100 times.
func (g grill) earn(o order.Order) {
	g.t.Helper()
	for range 100 {
		assert.NilError(g.t, g.points.Order(g.t.Context(), o.Token))
	}
}

func (g grill) refund(o order.Order, r order.RefundRequest) {
	g.t.Helper()
	_, err := g.Service().Refund(g.t.Context(), o.Token, r, "key-of-a-refund-"+rand.Text())
	assert.NilError(g.t, err)
}

func (g grill) account() loyalty.Account {
	g.t.Helper()
	a, err := loyalty.Load(g.t.Context(), g.Table, "ann")
	assert.NilError(g.t, err)
	return a
}

// check compares the account with its entries.
func (g grill) check() {
	g.t.Helper()
	wrong, err := loyalty.Check(g.t.Context(), g.Table, "ann")
	assert.NilError(g.t, err)
	assert.Equal(g.t, wrong, "")
}

// A completed order earns a point for each dollar of food, once; a part that is refunded takes its points back, and a guest earns nothing.
func TestCompletedOrdersEarn(t *testing.T) {
	g := open(t)
	g.earn(g.Place(g.want("ann", 1, false)))
	assert.Equal(t, g.account().Balance(), int64(0))
	o := g.complete(g.want("ann", 2, false))
	g.earn(o)
	g.earn(g.complete(g.want("", 2, false)))
	assert.Equal(t, g.account().Balance(), int64(20))
	earned, err := g.points.Earned(t.Context(), g.Order(o.Token))
	assert.NilError(t, err)
	assert.Equal(t, earned, int64(20))

	one := basket.Units{{Kind: basket.PartLine, ID: o.Lines[0].ID}: 1}
	g.refund(o, order.RefundRequest{Units: one})
	g.earn(o)
	assert.Equal(t, g.account().Balance(), int64(10))
	g.refund(o, order.RefundRequest{Amount: money.Of(550, money.USD)})
	g.earn(o)
	assert.Equal(t, g.account().Balance(), int64(4)) // 5.33 of 10.83 are left
	g.check()
}

// Without a word of the kitchen an order earns 24 hours after its promised time. One of which a step was lost earns in the same round.
func TestRoundEarnsOverdueAndMissedOrders(t *testing.T) {
	g := open(t)
	silent, missed := g.Place(g.want("ann", 1, false)), g.complete(g.want("ann", 2, false))
	cancelled := g.Place(g.want("ann", 3, false))
	g.Cancel(cancelled.Token)
	for _, step := range []struct {
		at   time.Time
		want int64
	}{
		{silent.Start.Add(24*time.Hour - time.Minute), 0},
		{missed.Start.Add(48 * time.Hour), 30},
		{missed.Start.Add(50 * time.Hour), 30},
		{missed.Start.Add(72 * time.Hour), 30},
	} {
		g.Pass(step.at.Sub(g.Now()))
		for range 3 {
			assert.NilError(t, g.points.Orders(t.Context(), time.Minute))
		}
		assert.Equal(t, g.account().Balance(), step.want, "at %s", step.at)
	}
	assert.NilError(t, g.points.Accounts(t.Context(), time.Minute))
	g.Pass(400 * 24 * time.Hour)
	assert.NilError(t, g.points.Accounts(t.Context(), time.Minute))
	assert.Equal(t, g.account().Balance(), int64(0))
	g.check()
}

// An order that cannot be read is logged with its id and counted. The round goes on with the others.
func TestRoundPassesAnUnreadableOrder(t *testing.T) {
	g := open(t)
	var earned []order.Order
	for range 3 {
		earned = append(earned, g.complete(g.want("ann", 1, false)))
		g.Pass(time.Minute)
	}
	broken := earned[0]
	progress, err := g.Table.Get(t.Context(), table.Key{PK: "order#" + broken.Token, SK: "progress"})
	assert.NilError(t, err)
	progress.Data = []byte(`{"promised": 7}`)
	assert.NilError(t, g.Table.Write(t.Context(), table.Put(progress)))

	var log bytes.Buffer
	counted := map[telemetry.Metric]int{}
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(telemetry.Counted(slog.NewJSONHandler(&log, nil), func(m telemetry.Metric) { counted[m]++ })))
	g.Pass(48 * time.Hour)
	for range 2 {
		assert.NilError(t, g.points.Orders(t.Context(), time.Minute))
	}
	assert.Equal(t, g.account().Balance(), int64(20))
	assert.Equal(t, counted[telemetry.PointsWrong], 1)
	assert.Assert(t, strings.Contains(log.String(), broken.ID) && !strings.Contains(log.String(), broken.Token), log.String())
}

// A refund of which no event arrived takes its points back in the next round, weeks after the order.
func TestRoundFollowsLateRefunds(t *testing.T) {
	g := open(t)
	o := g.complete(g.want("ann", 2, false))
	g.earn(o)
	g.Pass(20 * 24 * time.Hour)
	g.refund(o, order.RefundRequest{Amount: o.Total})
	assert.NilError(t, g.points.Orders(t.Context(), time.Minute))
	assert.Equal(t, g.account().Balance(), int64(0))
	g.check()
}

// A guest's order that the customer claims at the sign-in earns, whether it was completed before or after.
func TestClaimedOrderEarns(t *testing.T) {
	g := open(t)
	o := g.complete(g.want("", 2, false))
	g.earn(o)
	_, own, err := order.Claim(t.Context(), g.Table, ordertest.Guests, o.Contact.Email, "ann", g.Now())
	assert.NilError(t, err)
	assert.DeepEqual(t, own, []string{o.Token})
	g.earn(o)
	assert.Equal(t, g.account().Balance(), int64(20))
	_, own, err = order.Claim(t.Context(), g.Table, ordertest.Guests, o.Contact.Email, "ann", g.Now())
	assert.NilError(t, err)
	assert.DeepEqual(t, own, []string{o.Token})
}

// Points are held with the order, spent when it is placed, and returned when it is cancelled. A declined card returns them at once.
func TestRewardIsPaidWithPoints(t *testing.T) {
	g := open(t)
	g.earn(g.complete(g.want("ann", 2, false)))
	declined := g.want("ann", 1, true)
	declined.Method = "declined"
	o := g.Place(declined)
	assert.Equal(t, o.Status, order.NotPaid)
	a := g.account()
	assert.Assert(t, a.Spendable(g.Now()) == 20 && a.Held == 0 && a.Entries == 1, "%+v", a)

	o = g.Place(g.want("ann", 1, true))
	assert.Assert(t, o.Discounted().Minor == 700 && o.Adjustments[0].Points == 15, "%+v", o.Totals)
	a = g.account()
	assert.Assert(t, a.Spendable(g.Now()) == 5 && a.Held == 0 && a.Entries == 2, "%+v", a)
	g.Cancel(o.Token)
	g.Cancel(o.Token)
	a = g.account()
	assert.Assert(t, a.Spendable(g.Now()) == 20 && a.Entries == 3, "%+v", a)
	g.check()
}

// A customer with too few points, and a guest, see the price without the reward before they pay it.
func TestRewardWithoutPointsIsLost(t *testing.T) {
	g := open(t)
	s := g.want("ann", 1, true)
	_, err := g.Checkout.Place(t.Context(), s)
	var changed *problem.Problem
	assert.Assert(t, problem.Is(err, problem.PriceChanged) && errors.As(err, &changed), err)
	a := changed.Current.(basket.Assessment)
	assert.DeepEqual(t, a.Basket.Lost, []promo.Lost{{Promotion: "shake", Reason: promo.PointsShort, Until: g.Now().Add(promo.LostFor)}})
	assert.Equal(t, a.Discounted().Minor, int64(1000))

	o := g.Place(g.want("", 1, true))
	assert.Assert(t, o.Discounted().Minor == 1000 && o.Rewards == nil)
}

// Wherever a worker dies, the points are spent once for an order that is made, and returned once otherwise.
func TestCrashLosesNoPoints(t *testing.T) {
	for _, point := range order.Points {
		for _, after := range []bool{false, true} {
			for _, card := range []string{"ok", "declined"} {
				g := open(t)
				g.earn(g.complete(g.want("ann", 2, false)))
				s := g.want("ann", 1, true)
				s.Method = card
				svc := g.Reaching(point, after, func() { panic("killed") })
				survive := func(work func()) {
					defer func() { _ = recover() }()
					work()
				}
				var o order.Order
				survive(func() { o = g.PlaceBy(svc, s) })
				g.SettleAndAudit()
				if o.Status.Placed() && o.Token != "" {
					survive(func() { _, _ = svc.Cancel(t.Context(), o.Token) })
					g.SettleAndAudit()
				}
				b, err := basket.Load(t.Context(), g.Table, s.Basket)
				assert.NilError(t, err)
				want := int64(20)
				if b.OrderToken != "" && g.Order(b.OrderToken).Status == order.Scheduled {
					want = 5
				}
				assert.Equal(t, g.account().Spendable(g.Now()), want, "%s at %s, %t", card, point, after)
			}
		}
	}
}

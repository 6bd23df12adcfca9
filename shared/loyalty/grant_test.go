package loyalty_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/loyalty"
	"ordering/shared/loyalty/loyaltytest"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func TestPrizesNeverExceedTheirStock(t *testing.T) {
	loyaltytest.RunStockRace(t, func(t *testing.T, now func() time.Time) table.Table { return sqlitetest.Open(t, now) })
}

func TestNothingIsGrantedTwice(t *testing.T) {
	loyaltytest.RunGrantRace(t, func(t *testing.T, now func() time.Time) table.Table { return sqlitetest.Open(t, now) })
}

// Prizes are drawn by their weights: 3 of 4 with this seed, within the spread of 400 draws. A prize without a stock left is not drawn.
func TestPrizesAreDrawnByWeight(t *testing.T) {
	b := open(t)
	l := b.ledger()
	l.Random = rand.New(rand.NewPCG(26, 7)).Int64N
	l.Program.Mystery = &promo.Mystery{Steps: 1, Prizes: []promo.Prize{
		{ID: "often", Gift: promo.Gift{Points: 1}, Weight: 3}, {ID: "seldom", Gift: promo.Gift{Points: 2}, Weight: 1},
		{ID: "once", Gift: promo.Gift{Points: 3}, Weight: 400, Stock: 1},
	}}
	for n := range 401 {
		assert.NilError(t, l.Count(t.Context(), "ann", loyalty.Completed{Order: fmt.Sprint(n)}, b.Now()))
	}
	all, err := loyalty.Grants(t.Context(), b.Meter, "ann")
	assert.NilError(t, err)
	drawn := map[int64]int{}
	for _, g := range all {
		drawn[g.Gift.Points]++
	}
	assert.Assert(t, drawn[3] == 1 && drawn[1]+drawn[2] == 400 && drawn[1] > 270 && drawn[1] < 330, "%v", drawn)
	assert.Equal(t, b.account().Balance(), int64(0)) // all are wrapped
}

// An order that achieves nothing costs 4 write units besides the points.
func TestCountingAnOrderIsCheap(t *testing.T) {
	b := open(t)
	l := b.ledger()
	l.Program.Achievements = []promo.Achievement{{ID: "ten", Orders: 10, Gift: promo.Gift{Points: 1}}}
	for n := range 2 {
		before := b.Tally()
		assert.NilError(t, l.Count(t.Context(), "ann", loyalty.Completed{Order: fmt.Sprint(n), Location: "tulsa"}, b.Now()))
		cost := b.Tally().Sub(before)
		assert.Assert(t, cost.WriteUnits <= 4, "%+v", cost)
	}
}

// The limit is of the day at the restaurant of the last order, until then of the order that redeems.
func TestDayOfLimitsIsTheCustomers(t *testing.T) {
	for zone, midnight := range map[string]time.Duration{"Pacific/Honolulu": 10 * time.Hour, "America/Halifax": 3 * time.Hour} {
		b := open(t)
		assert.NilError(t, b.ledger().Settle(t.Context(), "ann", loyalty.Order{ID: "first", TimeZone: zone}, 100, b.Now()))
		take := func(order string) error {
			c := loyaltytest.Claim(b.Meter, "ann", order, 30)
			c.MaxRedeemed = 30
			return loyaltytest.Take(t.Context(), b.Meter, c, b.Now())
		}
		b.Pass(time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC).Add(midnight - time.Second).Sub(b.Now()))
		assert.NilError(t, take("evening"))
		assert.ErrorType(t, take("later"), new(promo.ExceededError), zone)
		b.Pass(time.Second)
		assert.NilError(t, take("midnight"), zone)
	}
}

// A customer redeems at most the limit of a day. What comes back can be redeemed again.
func TestRedemptionsOfADayAreLimited(t *testing.T) {
	b := open(t)
	b.settle("order-1", 100)
	take := func(order string) (loyalty.Claim, error) {
		c := loyaltytest.Claim(b.Meter, "ann", order, 30)
		c.MaxRedeemed = 60
		return c, loyaltytest.Take(t.Context(), b.Meter, c, b.Now())
	}
	first, err := take("order-2")
	assert.NilError(t, err)
	_, err = take("order-3")
	assert.NilError(t, err)
	_, err = take("order-4")
	assert.ErrorType(t, err, new(promo.ExceededError))
	loyaltytest.Release(t, b.Meter, first, b.Now())
	_, err = take("order-5")
	assert.NilError(t, err)
	b.Pass(24 * time.Hour)
	_, err = take("order-6")
	assert.NilError(t, err)
	b.check()
}

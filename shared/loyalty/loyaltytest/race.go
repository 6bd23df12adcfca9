// Package loyaltytest redeems points in tests, on any table engine.
package loyaltytest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/brand"
	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/loyalty"
	"ordering/shared/promo"
	"ordering/shared/table"
)

var noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// Claim returns the claim of an order with a reward of these points.
func Claim(t table.Table, customer, order string, points int) loyalty.Claim {
	return loyalty.Claim{
		Table: t, Order: loyalty.Order{ID: order}, Use: new(*loyalty.Use), Customer: customer, ReturnedDays: 7,
		Applied: []promo.Applied{{Promotion: &promo.Promotion{ID: "free-shake", Points: points}}},
	}
}

// Take writes a claim as an order does. The error is a *promo.ExceededError if the points do not suffice.
func Take(ctx context.Context, t table.Table, c loyalty.Claim, now time.Time) error {
	return claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) { return c.Claim(ctx, now) }, c.Contended()...)
}

// Confirm writes the confirmation of a claim.
func Confirm(t *testing.T, at table.Table, c loyalty.Claim, now time.Time) {
	t.Helper()
	ctx := context.Background()
	assert.Check(t, claim.Write(ctx, at, claim.Pause, func() ([]table.Op, error) { return c.Confirm(ctx, now) }, c.Contended()...))
}

// Release writes the release of a claim.
func Release(t *testing.T, at table.Table, c loyalty.Claim, now time.Time) {
	t.Helper()
	ctx := context.Background()
	write := func() ([]table.Op, error) { return c.Release(ctx, now, time.Time{}) }
	assert.Check(t, claim.Write(ctx, at, claim.Pause, write, c.Contended()...))
}

// RunRace lets 200 orders of one customer redeem 30 of 100 points at once. Three get their reward. While they are confirmed and returned,
// the account always matches its entries.
func RunRace(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) {
	const orders, points, price = 200, 100, 30
	clock := clocktest.At(noon)
	at, ctx := open(t, clock.Now), context.Background()
	ledger := loyalty.Ledger{Table: at, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	assert.NilError(t, ledger.Settle(ctx, "ann", loyalty.Order{ID: "first"}, points, clock.Now()))
	var got atomic.Int64
	var all sync.WaitGroup
	for n := range orders {
		all.Go(func() {
			c := Claim(at, "ann", fmt.Sprintf("order-%d", n), price)
			err := Take(ctx, at, c, clock.Now())
			var exceeded *promo.ExceededError
			if errors.As(err, &exceeded) {
				assert.Check(t, exceeded.Lost[0].Reason == promo.PointsShort)
				return
			}
			if !assert.Check(t, err) {
				return
			}
			if got.Add(1) == 1 {
				return // stays held
			}
			Confirm(t, at, c, clock.Now())
		})
	}
	all.Wait()
	a, err := loyalty.Load(ctx, at, "ann")
	assert.NilError(t, err)
	assert.Equal(t, got.Load(), int64(points/price))
	assert.Equal(t, a.Spendable(clock.Now()), int64(points%price))
	wrong, err := loyalty.Check(ctx, at, "ann")
	assert.NilError(t, err)
	assert.Equal(t, wrong, "")
}

// RunStockRace lets 50 customers complete their first order at once, for a prize of which there are 20. Each is given one reward, and never
// more than 20 are given the prize.
func RunStockRace(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) {
	const customers, stock = 50, 20
	clock := clocktest.At(noon)
	at, ctx := open(t, clock.Now), context.Background()
	gift := promo.Gift{Points: 1}
	ledger := loyalty.Ledger{Table: at, Rules: *brand.Default().Loyalty, Zone: time.UTC, Random: func(int64) int64 { return 0 }}
	ledger.Program.Mystery = &promo.Mystery{Steps: 1, Prizes: []promo.Prize{
		{ID: "rare", Gift: promo.Gift{Points: 100}, Weight: 1, Stock: stock}, {ID: "many", Gift: gift, Weight: 1},
	}}
	var all sync.WaitGroup
	for n := range customers {
		all.Go(func() {
			for range 3 { // the event is repeated
				assert.Check(t, ledger.Count(ctx, fmt.Sprintf("customer-%d", n), loyalty.Completed{Order: fmt.Sprint(n)}, clock.Now()))
			}
		})
	}
	all.Wait()
	rare := 0
	for n := range customers {
		given, err := loyalty.Grants(ctx, at, fmt.Sprintf("customer-%d", n))
		assert.NilError(t, err)
		assert.Equal(t, len(given), 1)
		if given[0].Gift.Points == 100 {
			rare++
		}
	}
	assert.Equal(t, rare, stock)
}

// RunGrantRace gives one customer the same thing 100 times at once, while their orders are counted. It is given once.
func RunGrantRace(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) {
	clock := clocktest.At(noon)
	at, ctx := open(t, clock.Now), context.Background()
	ledger := loyalty.Ledger{Table: at, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	ledger.Program.Achievements = []promo.Achievement{{ID: "first", Orders: 1, Gift: promo.Gift{Points: 5}}}
	birthday := loyalty.Grant{Type: loyalty.Birthday, Source: "2026", Gift: promo.Gift{Points: 10}}
	var given atomic.Int64
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			got, err := ledger.Grant(ctx, "ann", birthday, clock.Now())
			if assert.Check(t, err) && got {
				given.Add(1)
			}
			assert.Check(t, ledger.Count(ctx, "ann", loyalty.Completed{Order: fmt.Sprint(n % 10)}, clock.Now()))
		})
	}
	all.Wait()
	a, err := loyalty.Load(ctx, at, "ann")
	assert.NilError(t, err)
	p, err := loyalty.LoadProgress(ctx, at, "ann")
	assert.NilError(t, err)
	assert.Assert(t, given.Load() == 1 && a.Balance() == 15 && p.Orders == 10, "%d, %+v, %+v", given.Load(), a, p)
	wrong, err := loyalty.Check(ctx, at, "ann")
	assert.NilError(t, err)
	assert.Equal(t, wrong, "")
}

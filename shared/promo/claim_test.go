package promo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

var secret = guest.Secret("of this test alone")

var noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// till is a table at which orders claim promotions.
type till struct {
	*testing.T
	*clocktest.Clock
	table.Table
}

func newTill(t *testing.T) till {
	clock := clocktest.At(noon)
	return till{t, clock, sqlitetest.Open(t, clock.Now)}
}

// claim returns the claim of an order of the guest with this address and number.
func (c till) claim(order, email, phone string, applied ...promo.Applied) promo.Claim {
	return promo.Claim{
		Table: c.Table, Order: order, Uses: new([]promo.Use), Applied: applied,
		Guests: secret, Customers: []string{secret.Mailbox(email), secret.Phone(phone)},
	}
}

// take writes a claim as an order does. lost are the promotions without a use left.
func (c till) take(of promo.Claim) (lost []promo.Lost) {
	c.Helper()
	ctx := context.Background()
	err := claim.Write(ctx, c.Table, func(context.Context, int) error { return nil },
		func() ([]table.Op, error) { return of.Claim(ctx, c.Now()) }, of.Contended()...)
	var exceeded *promo.ExceededError
	if errors.As(err, &exceeded) {
		return exceeded.Lost
	}
	assert.Check(c, err)
	return nil
}

func (c till) release(of promo.Claim) {
	c.Helper()
	ctx := context.Background()
	assert.Check(c, claim.Write(ctx, c.Table, func(context.Context, int) error { return nil },
		func() ([]table.Op, error) { return of.Release(ctx, c.Now(), time.Time{}) }, of.Contended()...))
}

// used is the sum of the counters of a promotion.
func (c till) used(promotion string) (sum int64) {
	c.Helper()
	for i, err := range table.All(context.Background(), c.Table, promo.UsesQuery(promotion)) {
		assert.NilError(c, err)
		sum += i.Count
	}
	return sum
}

func limited(limit, perCustomer int) promo.Applied {
	return promo.Applied{Promotion: &promo.Promotion{ID: "deal", Limit: limit, PerCustomer: perCustomer}}
}

func coded(code string) promo.Applied {
	return promo.Applied{
		Promotion: &promo.Promotion{ID: "deal", Serialized: true},
		Coupon:    &promo.Coupon{Promotion: "deal", Kind: promo.SerializedCode, Code: code},
	}
}

// issue makes a serialized code.
func (c till) issue(code string) {
	c.Helper()
	raw, err := json.Marshal(promo.CouponRow{Promotion: "deal"})
	assert.NilError(c, err)
	assert.NilError(c, c.Write(context.Background(), table.Create(table.Item{Key: promo.CouponKey(secret, code), Data: raw})))
}

// 200 orders claim at once: exactly as many get the promotion as its limit allows, and the others learn why.
func TestLimitsAreNeverExceeded(t *testing.T) {
	const orders = 200
	anyone := func(n int) (string, string) {
		return fmt.Sprintf("guest%d@example.com", n), fmt.Sprintf("+1918555%04d", n)
	}
	variants := []string{"ada@example.com", "Ada@Example.com", "a.da+deal@example.com", "ADA+2@EXAMPLE.COM"}
	for name, c := range map[string]struct {
		applied promo.Applied
		guest   func(n int) (email, phone string)
		want    int
		reason  promo.Reason
		before  int // uses of a limit of 300
	}{
		"a limit of 7":    {limited(7, 0), anyone, 7, promo.LimitReached, 0},
		"a limit of 150":  {limited(150, 0), anyone, 150, promo.LimitReached, 0},
		"a lowered limit": {limited(120, 0), anyone, 120, promo.LimitReached, 110},
		"one use of a mailbox": {limited(0, 1), func(n int) (string, string) {
			_, phone := anyone(n)
			return variants[n%len(variants)], phone
		}, 1, promo.CustomerLimit, 0},
		"one use of a telephone": {limited(0, 1), func(n int) (string, string) {
			email, _ := anyone(n)
			return email, "+19185550142"
		}, 1, promo.CustomerLimit, 0},
		"both limits":          {limited(7, 1), anyone, 7, promo.LimitReached, 0},
		"another guest's deal": {limited(0, 1), anyone, orders, "", 0},
		"a serialized code":    {coded("ABCD"), anyone, 1, promo.LimitReached, 0},
	} {
		t.Run(name, func(t *testing.T) {
			till := newTill(t)
			till.issue("ABCD")
			for n := range c.before {
				till.take(till.claim(fmt.Sprint(-n), "", "", limited(300, 0)))
			}
			lost := make([][]promo.Lost, orders)
			var all sync.WaitGroup
			for n := range orders {
				email, phone := c.guest(n)
				all.Go(func() { lost[n] = till.take(till.claim(fmt.Sprint(n), email, phone, c.applied)) })
			}
			all.Wait()
			got := c.before
			for _, l := range lost {
				if l == nil {
					got++
					continue
				}
				assert.Check(t, is.DeepEqual(l, []promo.Lost{{Promotion: "deal", Reason: c.reason}}))
			}
			assert.Equal(t, got, c.want)
			if c.applied.Limit > 0 {
				assert.Equal(t, till.used("deal"), int64(c.want))
			}
		})
	}
}

// A released use is another guest's, and a release leaves no row of a customer.
func TestAReleasedUseIsFree(t *testing.T) {
	till := newTill(t)
	till.issue("ABCD")
	both := coded("ABCD")
	both.Limit, both.PerCustomer = 1, 1
	other := promo.Applied{Promotion: &promo.Promotion{ID: "other", PerCustomer: 2}}
	first := till.claim("1", "ada@example.com", "+19185550142", both, other)
	assert.Assert(t, is.Len(till.take(first), 0))
	second := till.claim("2", "grace@example.com", "+19185550143", both, other)
	assert.DeepEqual(t, till.take(second), []promo.Lost{{Promotion: "deal", Reason: promo.LimitReached}})
	assert.Assert(t, is.Len(till.take(till.claim("3", "ada@example.com", "+19185550142", other)), 0))

	till.release(promo.Claim{Table: till.Table, Order: "1", Uses: first.Uses}) // as any worker makes it again
	assert.Equal(t, till.used("deal"), int64(0))
	for promotion, want := range map[string]int64{"deal": 0, "other": 1} {
		i, err := till.Get(t.Context(), promo.CustomerKey(secret.Mailbox("ada@example.com"), promotion))
		assert.Check(t, (want == 0) == errors.Is(err, table.ErrNotFound), err)
		assert.Check(t, is.Equal(i.Count, want), promotion)
	}
	assert.Assert(t, is.Len(till.take(second), 0))
	i, err := till.Get(t.Context(), promo.CouponKey(secret, "ABCD"))
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(string(i.Data), `"order":"2"`))
}

func TestAnUnlimitedPromotionReadsAndWritesNothing(t *testing.T) {
	till := newTill(t)
	of := till.claim("1", "ada@example.com", "+19185550142", limited(0, 0))
	of.Table = nil
	ops, err := of.Claim(t.Context(), noon)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(ops, 0))
	assert.Assert(t, is.Len(*of.Uses, 0))
}

// An import may change a limit at any time: no use is claimed above the limit, and none below it is refused.
func TestAChangedLimitHolds(t *testing.T) {
	till, random := newTill(t), rand.New(rand.NewPCG(1, 20261124))
	var held []promo.Claim
	for n := range 600 {
		limit := 1 + n/6 // grows, and falls now and then
		if n%7 == 0 {
			limit = 1 + random.IntN(300)
		}
		if len(held) > 0 && random.IntN(3) == 0 {
			at := random.IntN(len(held))
			till.release(held[at])
			held[at] = held[len(held)-1]
			held = held[:len(held)-1]
			continue
		}
		of := till.claim(fmt.Sprint(n), "ada@example.com", "+19185550142", limited(limit, 0))
		refused := till.take(of) != nil
		assert.Equal(t, refused, len(held) >= limit, "%d uses of %d", len(held), limit)
		if !refused {
			held = append(held, of)
		}
		assert.Equal(t, till.used("deal"), int64(len(held)))
	}
}

// Package promotest runs races for the limits of promotions on any table engine.
package promotest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/claim"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// Guests is the secret of the pseudonyms.
var Guests = guest.Secret("of this test alone")

var noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// Till is a table at which orders claim promotions.
type Till struct {
	*testing.T
	*clocktest.Clock
	table.Table
}

// New returns a till with the table that open creates.
func New(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) Till {
	clock := clocktest.At(noon)
	return Till{t, clock, open(t, clock.Now)}
}

// Claim returns the claim of an order of the guest with this address and number.
func (c Till) Claim(order, email, phone string, applied ...promo.Applied) promo.Claim {
	return promo.Claim{
		Table: c.Table, Order: order, Uses: new([]promo.Use), Applied: applied,
		Guests: Guests, Customers: []string{Guests.Mailbox(email), Guests.Phone(phone)},
	}
}

// Take writes a claim as an order does. lost are the promotions without a use left.
func (c Till) Take(of promo.Claim) (lost []promo.Lost) {
	c.Helper()
	ctx := context.Background()
	err := claim.Write(ctx, c.Table, claim.Pause,
		func() ([]table.Op, error) { return of.Claim(ctx, c.Now()) }, of.Contended()...)
	var exceeded *promo.ExceededError
	if errors.As(err, &exceeded) {
		return exceeded.Lost
	}
	assert.Check(c, err)
	return nil
}

// Release writes the release of a claim.
func (c Till) Release(of promo.Claim) {
	c.Helper()
	ctx := context.Background()
	assert.Check(c, claim.Write(ctx, c.Table, claim.Pause,
		func() ([]table.Op, error) { return of.Release(ctx, c.Now(), time.Time{}) }, of.Contended()...))
}

// Used is the sum of the counters of a promotion.
func (c Till) Used(promotion string) (sum int64) {
	c.Helper()
	for i, err := range table.All(context.Background(), c.Table, promo.UsesQuery(promotion)) {
		assert.NilError(c, err)
		sum += i.Count
	}
	return sum
}

// Limited is a promotion with these limits; 0 for none.
func Limited(limit, perCustomer int) promo.Applied {
	return promo.Applied{Promotion: &promo.Promotion{ID: "deal", Limit: limit, PerCustomer: perCustomer}}
}

// Coded is a promotion that needs this serialized code.
func Coded(code string) promo.Applied {
	return promo.Applied{
		Promotion: &promo.Promotion{ID: "deal", Serialized: true},
		Coupon:    &promo.Coupon{Promotion: "deal", Kind: promo.SerializedCode, Code: code},
	}
}

// Issue makes a serialized code.
func (c Till) Issue(code string) {
	c.Helper()
	assert.NilError(c, c.Write(context.Background(), promo.NewCoupon(Guests, code, promo.CouponRow{Promotion: "deal"})))
}

// RunRace lets 200 orders claim a promotion at once: exactly as many get it as its limits allow, and the others learn why.
func RunRace(t *testing.T, open func(t *testing.T, now func() time.Time) table.Table) {
	const orders = 200
	anyone := func(n int) (string, string) {
		return fmt.Sprintf("guest%d@example.com", n), fmt.Sprintf("+1918555%04d", n)
	}
	variants := []string{"ada@gmail.com", "Ada@Gmail.com", "a.da+deal@googlemail.com", "ADA+2@GMAIL.COM"}
	for name, c := range map[string]struct {
		applied promo.Applied
		guest   func(n int) (email, phone string)
		want    int
		reason  promo.Reason
		before  int // counters with a use under a higher limit
	}{
		"a limit of 7":    {Limited(7, 0), anyone, 7, promo.LimitReached, 0},
		"a limit of 150":  {Limited(150, 0), anyone, 150, promo.LimitReached, 0},
		"a lowered limit": {Limited(20, 0), anyone, 20, promo.LimitReached, 15},
		"one use of a mailbox": {Limited(0, 1), func(n int) (string, string) {
			_, phone := anyone(n)
			return variants[n%len(variants)], phone
		}, 1, promo.CustomerLimit, 0},
		"one use of a telephone": {Limited(0, 1), func(n int) (string, string) {
			email, _ := anyone(n)
			return email, "+19185550142"
		}, 1, promo.CustomerLimit, 0},
		"both limits":          {Limited(7, 1), anyone, 7, promo.LimitReached, 0},
		"another guest's deal": {Limited(0, 1), anyone, orders, "", 0},
		"a serialized code":    {Coded("ABCD"), anyone, 1, promo.LimitReached, 0},
	} {
		t.Run(name, func(t *testing.T) {
			till := New(t, open)
			till.Issue("ABCD")
			for n := range c.before {
				key := table.Key{PK: promo.UsesQuery("deal").PK, SK: fmt.Sprintf("%02d", 1+n)}
				assert.NilError(t, till.Write(t.Context(), table.Add(key, 1, 0, 1)))
			}
			lost := make([][]promo.Lost, orders)
			var all sync.WaitGroup
			for n := range orders {
				email, phone := c.guest(n)
				all.Go(func() { lost[n] = till.Take(till.Claim(fmt.Sprint(n), email, phone, c.applied)) })
			}
			all.Wait()
			got := c.before
			for _, l := range lost {
				if l == nil {
					got++
					continue
				}
				assert.Check(t, len(l) == 1 && l[0].Promotion == "deal" && l[0].Reason == c.reason, "%+v", l)
			}
			assert.Equal(t, got, c.want)
			if c.applied.Limit > 0 {
				assert.Equal(t, till.Used("deal"), int64(c.want))
			}
		})
	}
}

package promo_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/promo"
	"ordering/shared/promo/promotest"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func onSQLite(t *testing.T, now func() time.Time) table.Table { return sqlitetest.Open(t, now) }

func TestLimitsAreNeverExceeded(t *testing.T) { promotest.RunRace(t, onSQLite) }

// A released use is another guest's, and a release leaves no row of a customer.
func TestAReleasedUseIsFree(t *testing.T) {
	till := promotest.New(t, onSQLite)
	till.Issue("ABCD")
	both := promotest.Coded("ABCD")
	both.Limit, both.PerCustomer = 1, 1
	other := promo.Applied{Promotion: &promo.Promotion{ID: "other", PerCustomer: 2}}
	first := till.Claim("1", "ada@example.com", "+19185550142", both, other)
	assert.Assert(t, is.Len(till.Take(first), 0))
	second := till.Claim("2", "grace@example.com", "+19185550143", both, other)
	lost := promo.Lost{Promotion: "deal", Reason: promo.LimitReached, Until: till.Now().Add(10 * time.Minute)}
	assert.DeepEqual(t, till.Take(second), []promo.Lost{lost})
	assert.Assert(t, is.Len(till.Take(till.Claim("3", "ada@example.com", "+19185550142", other)), 0))
	assert.Assert(t, is.Len(till.Take(till.Claim("4", "ada@example.com", "+19185550144", other)), 1), "a third use of two")

	till.Release(promo.Claim{Table: till.Table, Order: "1", Uses: first.Uses}) // as any worker makes it again
	assert.Equal(t, till.Used("deal"), int64(0))
	for promotion, want := range map[string]int64{"deal": 0, "other": 1} {
		i, err := till.Get(t.Context(), promo.CustomerKey(promotest.Guests.Mailbox("ada@example.com"), promotion))
		assert.Check(t, (want == 0) == errors.Is(err, table.ErrNotFound), err)
		assert.Check(t, is.Equal(i.Count, want), promotion)
	}
	assert.Assert(t, is.Len(till.Take(second), 0))
	i, err := till.Get(t.Context(), promo.CouponKey(promotest.Guests, "ABCD"))
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(string(i.Data), `"order":"2"`))
}

// A code that an order returns after its expiry is valid seven days more. The reason of a refused one says what is wrong with it.
func TestCodesOfGrantsEndAndComeBack(t *testing.T) {
	till := promotest.New(t, onSQLite)
	day := 24 * time.Hour
	row := promo.CouponRow{Promotion: "deal", Expires: till.Now().Add(day)}
	assert.NilError(t, till.Write(t.Context(), promo.NewCoupon(promotest.Guests, "ABCD", row)))
	given := promotest.Coded("ABCD")
	given.Coupon = &promo.Coupon{Promotion: "deal", Kind: promo.SerializedCode, Code: "ABCD", Grant: "birthday-2026"}
	claim := func(order string, a promo.Applied) promo.Claim {
		c := till.Claim(order, "ada@example.com", "+19185550142", a)
		c.ReturnedDays = 7
		return c
	}
	refused := func(a promo.Applied, want promo.Reason) {
		t.Helper()
		lost := till.Take(claim("other", a))
		assert.Assert(t, len(lost) == 1 && lost[0].Reason == want, "%+v", lost)
	}
	first := claim("first", given)
	assert.Assert(t, is.Len(till.Take(first), 0))
	refused(given, promo.CouponUsed)
	refused(promotest.Coded("ABCD"), promo.LimitReached) // as a guest types it
	till.Pass(2 * day)
	refused(given, promo.CouponUsed)
	till.Release(first)
	till.Pass(7*day - time.Second)
	second := claim("second", given)
	assert.Assert(t, is.Len(till.Take(second), 0))
	till.Release(second)
	till.Pass(time.Second)
	refused(given, promo.Ended)
	refused(promotest.Coded("ABCD"), promo.Ended)
}

func TestAnUnlimitedPromotionReadsAndWritesNothing(t *testing.T) {
	till := promotest.New(t, onSQLite)
	of := till.Claim("1", "ada@example.com", "+19185550142", promotest.Limited(0, 0))
	of.Table = nil
	ops, err := of.Claim(t.Context(), till.Now())
	assert.NilError(t, err)
	assert.Assert(t, is.Len(ops, 0))
	assert.Assert(t, is.Len(*of.Uses, 0))
}

// An import may change a limit at any time: no use is claimed above the limit, and none below it is refused.
func TestAChangedLimitHolds(t *testing.T) {
	till, random := promotest.New(t, onSQLite), rand.New(rand.NewPCG(1, 20261124))
	var held []promo.Claim
	for n := range 200 {
		limit := 1 + n/2 // grows, and falls now and then
		if n%7 == 0 {
			limit = 1 + random.IntN(300)
		}
		if len(held) > 0 && random.IntN(3) == 0 {
			at := random.IntN(len(held))
			till.Release(held[at])
			held[at] = held[len(held)-1]
			held = held[:len(held)-1]
			continue
		}
		of := till.Claim(fmt.Sprint(n), "ada@example.com", "+19185550142", promotest.Limited(limit, 0))
		refused := till.Take(of) != nil
		assert.Equal(t, refused, len(held) >= limit, "%d uses of %d", len(held), limit)
		if !refused {
			held = append(held, of)
		}
		assert.Equal(t, till.Used("deal"), int64(len(held)))
	}
}

// A claim is computed while a lower limit has left a counter above its part. Then a use of that counter returns, and other orders take the
// rest. The claim must not be written.
func TestALoweredLimitHoldsDuringARelease(t *testing.T) {
	const limit = 115 // 100 uses for the first counter, one for each of the others
	for above, used := range map[int][2]int64{0: {101, 0}, 1: {100, 2}} {
		t.Run(fmt.Sprintf("counter %d", above), func(t *testing.T) {
			till := promotest.New(t, onSQLite)
			add := func(counter int, n int64) {
				t.Helper()
				key := table.Key{PK: promo.UsesQuery("deal").PK, SK: fmt.Sprintf("%02d", counter)}
				assert.NilError(t, till.Write(t.Context(), table.Add(key, n, 0, limit)))
			}
			for n, count := range used {
				add(n, count)
			}
			stale, err := till.Claim("1", "ada@example.com", "+19185550142", promotest.Limited(limit, 0)).Claim(t.Context(), till.Now())
			assert.NilError(t, err)
			add(above, -1)
			for n := range limit - int(till.Used("deal")) {
				email := fmt.Sprintf("guest%d@example.com", n)
				assert.Assert(t, is.Len(till.Take(till.Claim(email, email, "+19185550142", promotest.Limited(limit, 0))), 0))
			}
			assert.Check(t, errors.As(till.Write(t.Context(), stale...), new(*table.Conflict)))
			assert.Equal(t, till.Used("deal"), int64(limit))
		})
	}
}

package loyalty_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/loyalty"
	"ordering/shared/loyalty/loyaltytest"
	"ordering/shared/promo"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

var noon = time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC)

// books is the ledger of the customer ann in a test.
type books struct {
	*testing.T
	*clocktest.Clock
	*meter.Meter
}

func open(t *testing.T) books {
	clock := clocktest.At(noon)
	return books{t, clock, meter.New(sqlitetest.Open(t, clock.Now))}
}

func (b books) ledger() loyalty.Ledger {
	return loyalty.Ledger{Table: b.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
}

func (b books) account() loyalty.Account {
	b.Helper()
	a, err := loyalty.Load(b.Context(), b.Meter, "ann")
	assert.NilError(b, err)
	return a
}

func (b books) settle(order string, points int64) {
	b.Helper()
	o := loyalty.Order{ID: order, Token: "token-of-" + order, Number: "4127", Location: "Blue Dome, Tulsa"}
	assert.NilError(b, b.ledger().Settle(b.Context(), "ann", o, points, b.Now()))
}

func (b books) statement() []loyalty.Entry {
	b.Helper()
	s, err := loyalty.ReadStatement(b.Context(), b.Meter, "ann", 1000, "")
	assert.NilError(b, err)
	return s.Entries
}

// check fails the test if the account does not match its entries.
func (b books) check() {
	b.Helper()
	wrong, err := loyalty.Check(b.Context(), b.Meter, "ann")
	assert.NilError(b, err)
	assert.Equal(b, wrong, "")
}

// Random orders, refunds, rewards and adjustments, each event repeated: the account always matches the sum of its entries, nothing is ever
// below zero, and the repetitions change nothing.
func TestBalanceIsTheSumOfTheEntries(t *testing.T) {
	for seed := range soak.Rounds(t, 4, 4*time.Second) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			b, random := open(t), rand.New(rand.NewPCG(seed, 26))
			earned := map[string]int64{}
			var held, spent []loyalty.Claim
			for n := range 60 {
				b.Pass(time.Duration(random.IntN(240)) * time.Hour)
				switch random.IntN(7) {
				case 0, 1:
					id := fmt.Sprintf("order-%d", n)
					earned[id] = int64(random.IntN(60))
					b.settle(id, earned[id])
				case 2:
					for id, points := range earned {
						earned[id] = random.Int64N(points + 1)
						b.settle(id, earned[id])
						break
					}
				case 3:
					c := loyaltytest.Claim(b.Meter, "ann", fmt.Sprintf("reward-%d", n), 1+random.IntN(40))
					if err := loyaltytest.Take(b.Context(), b.Meter, c, b.Now()); err == nil {
						held = append(held, c)
					} else {
						assert.Assert(t, errors.As(err, new(*promo.ExceededError)), err)
					}
				case 4:
					if len(held) > 0 {
						loyaltytest.Confirm(t, b.Meter, held[0], b.Now())
						held, spent = held[1:], append(spent, held[0])
					}
				case 5:
					if from := &held; len(held)+len(spent) > 0 {
						if len(held) == 0 || random.IntN(2) == 0 && len(spent) > 0 {
							from = &spent
						}
						loyaltytest.Release(t, b.Meter, (*from)[0], b.Now())
						*from = (*from)[1:]
					}
				case 6:
					err := b.ledger().Adjust(b.Context(), "ann", int64(random.IntN(40)-20), "Sorry", fmt.Sprint(n), b.Now())
					assert.Assert(t, err == nil || errors.Is(err, loyalty.ErrBelowZero), err)
				}
				if n%10 == 9 {
					for id, points := range earned {
						b.settle(id, points)
					}
				}
				a, sum := b.account(), int64(0)
				for _, e := range b.statement() {
					sum += e.Points()
				}
				assert.Assert(t, a.Balance() == sum && sum >= 0 && a.Spendable(b.Now()) >= 0 && a.Held >= 0, "%+v, entries %d", a, sum)
				assert.Assert(t, a.Debt == 0 || a.Debt > 0 && len(a.Lots) == 0, "%+v", a)
				if n%10 == 9 && a.Entries > 0 { // an account begins with its first entry
					b.check()
				}
			}
		})
	}
}

// Fault 13: an earning that is repeated 100 times is posted once.
func TestRepeatedEarningIsPostedOnce(t *testing.T) {
	b := open(t)
	for range 100 {
		b.settle("order-1", 42)
	}
	assert.Equal(t, b.account().Spendable(b.Now()), int64(42))
	assert.Equal(t, len(b.statement()), 1)
}

func TestEarningAndAStatementStayWithinTheirCost(t *testing.T) {
	b, most := open(t), 0.0
	for n := range 1000 {
		before := b.Tally()
		b.settle(fmt.Sprintf("k5tq7mzx2vhr4wya3pd%07d", n), 42)
		if n > 0 { // the first one also lists the account
			most = max(most, b.Tally().Sub(before).WriteUnits)
		}
		if n%80 == 79 {
			b.Pass(31 * 24 * time.Hour)
			assert.NilError(t, loyalty.ExpireLots(t.Context(), b.Meter, "ann", b.Now()))
		}
	}
	before := b.Tally()
	s, err := loyalty.ReadStatement(t.Context(), b.Meter, "ann", 20, "")
	assert.NilError(t, err)
	assert.Assert(t, len(s.Entries) == 20 && s.Entries[0].Number > s.Entries[19].Number && s.Cursor != "")
	read := b.Tally().Sub(before).ReadUnits
	t.Logf("points: %.1f write units, %.1f read units", most, read) // npm run bench -- points
	assert.Assert(t, most <= 6 && read <= 2)
	b.check()
}

// Points that were spent before their order was refunded become a debt, which later earnings pay first.
func TestRefundAfterSpendingIsADebt(t *testing.T) {
	b := open(t)
	b.settle("order-1", 100)
	c := loyaltytest.Claim(b.Meter, "ann", "order-2", 80)
	assert.NilError(t, loyaltytest.Take(t.Context(), b.Meter, c, b.Now()))
	assert.Equal(t, b.account().Held, int64(80))
	loyaltytest.Confirm(t, b.Meter, c, b.Now())
	b.settle("order-1", 30)
	a := b.account()
	assert.Assert(t, a.Spendable(b.Now()) == 0 && a.Debt == 50 && a.Held == 0, "%+v", a)
	b.settle("order-3", 60)
	a = b.account()
	assert.Assert(t, a.Spendable(b.Now()) == 10 && a.Debt == 0, "%+v", a)
	last := b.statement()[0]
	assert.Assert(t, last.Points() == 10 && last.Debt() == -50 && last.Balance == 10, "%+v", last)
	b.check()
}

func TestPointsExpireOldestFirst(t *testing.T) {
	b := open(t)
	b.settle("july", 10)
	b.Pass(10 * 24 * time.Hour)
	b.settle("august", 20)
	assert.NilError(t, b.ledger().Adjust(t.Context(), "ann", -4, "Test", "a", b.Now()))
	next := b.account().NextExpiry(b.Now())
	assert.Assert(t, next.Points == 6 && next.Expires.Equal(time.Date(2027, 8, 1, 0, 0, 0, 0, time.UTC)), "%+v", next)
	b.Pass(next.Expires.Sub(b.Now()))
	assert.Equal(t, b.account().Spendable(b.Now()), int64(20))
	for range 2 {
		assert.NilError(t, loyalty.ExpireLots(t.Context(), b.Meter, "ann", b.Now()))
	}
	entries := b.statement()
	assert.Assert(t, len(entries) == 4 && entries[0].Kind == loyalty.Expire && entries[0].Points() == -6, "%+v", entries)
	b.check()
}

// Points of a cancelled order that expired meanwhile live seven days more.
func TestReturnedPointsLiveAWeek(t *testing.T) {
	for name, confirm := range map[string]bool{"held": false, "spent": true} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.settle("order-1", 50)
			expires := b.account().NextExpiry(b.Now()).Expires
			b.Pass(expires.Sub(b.Now()) - time.Hour)
			c := loyaltytest.Claim(b.Meter, "ann", "order-2", 50)
			assert.NilError(t, loyaltytest.Take(t.Context(), b.Meter, c, b.Now()))
			if confirm {
				loyaltytest.Confirm(t, b.Meter, c, b.Now())
			}
			b.Pass(2 * time.Hour)
			loyaltytest.Release(t, b.Meter, c, b.Now())
			a := b.account()
			assert.Assert(t, a.Spendable(b.Now()) == 50 && a.Held == 0 && a.NextExpiry(b.Now()).Expires.Equal(b.Now().AddDate(0, 0, 7)), "%+v", a)
			b.check()
		})
	}
}

// A worker with an earlier time returns points of a lot that another one has posted as expired. The account goes on.
func TestPointsReturnedBehindTheirExpiryExpireAgain(t *testing.T) {
	b := open(t)
	b.settle("order-1", 50)
	expires := b.account().NextExpiry(b.Now()).Expires
	c := loyaltytest.Claim(b.Meter, "ann", "order-2", 30)
	assert.NilError(t, loyaltytest.Take(t.Context(), b.Meter, c, b.Now()))
	b.Pass(expires.Sub(b.Now()))
	assert.NilError(t, loyalty.ExpireLots(t.Context(), b.Meter, "ann", b.Now()))
	loyaltytest.Release(t, b.Meter, c, b.Now().Add(-time.Second))
	assert.NilError(t, loyalty.ExpireLots(t.Context(), b.Meter, "ann", b.Now()))
	assert.Equal(t, b.account().Balance(), int64(0))
	b.check()
}

// An adjustment takes at most what is spendable.
func TestAdjustmentStopsAtZero(t *testing.T) {
	b := open(t)
	b.settle("order-1", 5)
	err := b.ledger().Adjust(t.Context(), "ann", -6, "Test", "a", b.Now())
	assert.Assert(t, errors.Is(err, loyalty.ErrBelowZero), err)
	assert.Equal(t, b.account().Spendable(b.Now()), int64(5))
}

// The check finds an account that was changed without an entry, and an entry that was changed.
func TestCheckFindsAWrongAccount(t *testing.T) {
	for sk, data := range map[string]string{
		"account":          `{"entries":2,"lots":[{"points":99,"expires":"2027-08-01T00:00:00Z"}]}`,
		"entry#0000000002": `{"number":2,"kind":"earn","postings":{"granted":-9,"spendable":8},"balance":28}`,
	} {
		b := open(t)
		b.settle("order-1", 20)
		b.settle("order-2", 9)
		i := table.Item{Key: table.Key{PK: loyalty.Prefix + "ann", SK: sk}, Data: []byte(data)}
		assert.NilError(t, b.Write(t.Context(), table.Put(i)))
		wrong, err := loyalty.Check(t.Context(), b.Meter, "ann")
		assert.NilError(t, err)
		assert.Assert(t, wrong != "", sk)
	}
}

// An entry that changes after it was checked is found on the account's day of the month.
func TestCheckOfAllFindsAChangedEntry(t *testing.T) {
	b := open(t)
	b.settle("order-1", 20)
	b.check()
	key := table.Key{PK: loyalty.Prefix + "ann", SK: "entry#0000000001"}
	data := `{"number":1,"kind":"earn","postings":{"granted":-99,"spendable":99},"balance":99}`
	assert.NilError(t, b.Write(t.Context(), table.Put(table.Item{Key: key, Data: []byte(data)})))
	b.check()
	wrong, err := loyalty.CheckAll(t.Context(), b.Meter, "ann")
	assert.NilError(t, err)
	assert.Assert(t, wrong != "")
	turns := 0
	for day := range 31 {
		if loyalty.CheckedInFull("ann", time.Date(2027, 1, 1+day, 0, 0, 0, 0, time.UTC)) {
			turns++
		}
	}
	assert.Equal(t, turns, 1)
}

// Two calls of a schedule may check an account at once.
func TestConcurrentChecksAgree(t *testing.T) {
	b := open(t)
	b.settle("order-1", 20)
	wrong, err := loyalty.Check(t.Context(), tabletest.Meanwhile{Table: b.Meter, Do: b.check}, "ann")
	assert.NilError(t, err)
	assert.Equal(t, wrong, "")
}

func TestRedemptionsNeverExceedThePoints(t *testing.T) {
	loyaltytest.RunRace(t, func(t *testing.T, now func() time.Time) table.Table { return sqlitetest.Open(t, now) })
}

package loyalty_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/loyalty"
	"ordering/shared/loyalty/loyaltytest"
	"ordering/shared/promo"
	"ordering/shared/soak"
)

// earning is the points of an order.
type earning struct {
	order  string
	points int64
}

// passbook is what a customer should have: a second, simpler reckoning of the rules.
type passbook struct {
	months map[time.Time]int64 // points by the end of the month in which they expire
	debt   int64
	orders []earning // that may be refunded
}

func (p *passbook) credit(points int64, expires time.Time) {
	paid := min(points, p.debt)
	p.debt -= paid
	p.months[expires] += points - paid
}

// take takes points, the first to expire first, and returns what is missing.
func (p *passbook) take(points int64) int64 {
	for points > 0 {
		first := time.Time{}
		for month, left := range p.months {
			if left > 0 && (first.IsZero() || month.Before(first)) {
				first = month
			}
		}
		if first.IsZero() {
			break
		}
		part := min(points, p.months[first])
		p.months[first] -= part
		points -= part
	}
	return points
}

func (p *passbook) sum(now time.Time) (sum int64) {
	for month, points := range p.months {
		if !month.After(now) {
			delete(p.months, month)
			continue
		}
		sum += points
	}
	return sum
}

// Customers order, are refunded and redeem for a year, and their points expire in the months after it. Each account is right to the
// point: by its entries, and by a second reckoning. TEST_LONG=1 has 10,000 customers.
func TestAYearBalancesToThePoint(t *testing.T) {
	customers, days := 200, 14*30
	if soak.Long() {
		customers = 10_000
	}
	b, random := open(t), rand.New(rand.NewPCG(26, 2026))
	books := make([]passbook, customers)
	for c := range books {
		books[c] = passbook{months: map[time.Time]int64{}}
	}
	ctx, redeemed, debts := t.Context(), 0, 0
	settle := func(customer, id string, points int64) {
		assert.NilError(t, b.ledger().Settle(ctx, customer, loyalty.Order{ID: id, Token: id, Number: "4127"}, points, b.Now()))
	}
	for day := range days {
		b.Pass(24 * time.Hour)
		expires := time.Date(b.Now().Year(), b.Now().Month()+13, 1, 0, 0, 0, 0, time.UTC)
		for range customers / 40 {
			c := random.IntN(customers)
			p, customer, id := &books[c], fmt.Sprintf("customer-%d", c), fmt.Sprintf("%d-%d", day, random.Uint32())
			have := p.sum(b.Now())
			switch act := random.IntN(10); {
			case act < 6 && day < 365:
				points := int64(1 + random.IntN(60))
				settle(customer, id, points)
				p.credit(points, expires)
				p.orders = append(p.orders, earning{id, points})
			case act < 8:
				if len(p.orders) > 0 {
					last := p.orders[len(p.orders)-1]
					left := random.Int64N(last.points + 1)
					settle(customer, last.order, left)
					p.debt += p.take(last.points - left)
					p.orders = p.orders[:len(p.orders)-1]
					if p.debt > 0 {
						debts++
					}
				}
			case act < 9:
				claim := loyaltytest.Claim(b.Meter, customer, id, 50)
				err := loyaltytest.Take(ctx, b.Meter, claim, b.Now())
				assert.Assert(t, (err == nil) == (have >= 50), "%v, has %d", err, have)
				if err != nil {
					assert.Assert(t, errors.As(err, new(*promo.ExceededError)), err)
				} else if loyaltytest.Confirm(t, b.Meter, claim, b.Now()); random.IntN(4) == 0 {
					loyaltytest.Release(t, b.Meter, claim, b.Now())
				} else {
					p.take(50)
					redeemed++
				}
			default:
				if err := b.ledger().Adjust(ctx, customer, -5, "Test", id, b.Now()); err == nil {
					p.take(5)
				} else {
					assert.Assert(t, errors.Is(err, loyalty.ErrBelowZero) && have < 5, "%v, has %d", err, have)
				}
			}
		}
	}
	expired := 0
	for c := range books {
		customer := fmt.Sprintf("customer-%d", c)
		a, err := loyalty.Load(ctx, b.Meter, customer)
		assert.NilError(t, err)
		if a.Entries == 0 {
			continue
		}
		assert.NilError(t, loyalty.ExpireLots(ctx, b.Meter, customer, b.Now()))
		wrong, err := loyalty.Check(ctx, b.Meter, customer)
		assert.NilError(t, err)
		a, err = loyalty.Load(ctx, b.Meter, customer)
		assert.NilError(t, err)
		assert.Assert(t, wrong == "" && a.Balance() == books[c].sum(b.Now()) && a.Debt == books[c].debt && a.Held == 0,
			"%s: %s %+v, want %+v", customer, wrong, a, books[c])
		s, err := loyalty.ReadStatement(ctx, b.Meter, customer, 1000, "")
		assert.NilError(t, err)
		for _, e := range s.Entries {
			if e.Kind == loyalty.Expire {
				expired++
			}
		}
	}
	assert.Assert(t, redeemed > 0 && debts > 0 && expired > 0, "%d redeemed, %d debts, %d expired", redeemed, debts, expired)
}

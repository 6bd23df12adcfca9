package ordertest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/claim"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Counter is a claim of every order of a fixture: one of a limited number, such as the uses of a coupon.
type Counter struct {
	Limit int64
}

// The rows of the counter: how many orders have claimed it, and how many of them are placed.
var taken, used = table.Key{PK: "counter#coupon", SK: "taken"}, table.Key{PK: "counter#coupon", SK: "used"}

const most = 1 << 40

// counting is the claim of one order.
type counting struct {
	*Counter
	table table.Table
	order *order.Order
}

// Kind is the counter as a kind of claim.
func (c *Counter) Kind(t table.Table, o *order.Order, _ *order.Placing) claim.Claim {
	return counting{c, t, o}
}

// Claim takes one, unless all are taken.
func (c counting) Claim(ctx context.Context, _ time.Time) ([]table.Op, error) {
	i, err := c.table.Get(ctx, taken)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, err
	}
	if i.Count >= c.Limit {
		return nil, problem.New(problem.ItemSoldOut)
	}
	return []table.Op{table.Add(taken, 1, 0, c.Limit)}, nil
}

// Confirm counts it as used.
func (c counting) Confirm(context.Context, time.Time) ([]table.Op, error) {
	return []table.Op{table.Add(used, 1, 0, most)}, nil
}

// Release releases the claim, used or not.
func (c counting) Release(context.Context, time.Time, time.Time) ([]table.Op, error) {
	ops := []table.Op{table.Add(taken, -1, 0, most)}
	if slices.ContainsFunc(c.order.Steps, func(s order.Step) bool { return s.Status == order.Scheduled }) {
		ops = append(ops, table.Add(used, -1, 0, most))
	}
	return ops, nil
}

// Contended returns the partition that concurrent orders change.
func (c counting) Contended() []string { return []string{taken.PK} }

// check fails the test unless the counts are the number of placed orders that were not cancelled.
func (c *Counter) check(t testing.TB, tt table.Table, orders []order.Order) {
	t.Helper()
	want := int64(0)
	for _, o := range orders {
		if o.Status.Placed() && o.Status != order.Cancelled && o.Status != order.NotApproved {
			want++
		}
	}
	for _, key := range []table.Key{taken, used} {
		i, err := tt.Get(context.Background(), key)
		assert.Assert(t, err == nil || errors.Is(err, table.ErrNotFound), err)
		assert.Check(t, is.Equal(i.Count, want), key.SK)
	}
}

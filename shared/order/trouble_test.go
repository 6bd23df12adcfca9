package order_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/table"
)

// A clock that jumps makes no second order of a request, not even after its idempotency key has expired.
func TestAWrongClockNeverDoublesAnOrder(t *testing.T) {
	for _, jump := range []time.Duration{-48 * time.Hour, -time.Minute, time.Hour, 6 * 24 * time.Hour, 40 * 24 * time.Hour} {
		g := ordertest.New(t)
		s := g.Want(g.Fill("burger", 1), "ok", key)
		o := g.Place(s)
		g.Pass(jump)
		again, err := g.Checkout.Place(context.Background(), s)
		assert.Check(t, err != nil || again.Token == o.Token, "%s later: got a second order", jump)
		reconcile(t, g)
		l := g.Provider.Ledger()
		assert.Check(t, len(l) == 1 && l[0].Captured == o.Total, "%s later: %+v", jump, l)
	}
}

var errLost = errors.New("lost")

// failingTable is a table that fails at its nth write: before the write, or after it, so that only the response is lost.
type failingTable struct {
	table.Table
	mu    sync.Mutex
	left  int
	after bool
}

func (b *failingTable) Write(ctx context.Context, ops ...table.Op) error {
	b.mu.Lock()
	b.left--
	breaks := b.left == 0
	b.mu.Unlock()
	if breaks && !b.after {
		return fmt.Errorf("%w: %w", table.ErrUnavailable, errLost)
	}
	if err := b.Table.Write(ctx, ops...); err != nil || !breaks {
		return err
	}
	return fmt.Errorf("%w: %w", table.ErrUnavailable, errLost)
}

// If the table fails at any write, no failed order is acknowledged, the basket is kept, and a retry with the same key places the order when
// the table works again.
func TestTheStoreFailsAtEachWrite(t *testing.T) {
	for _, method := range []string{"ok", "declined"} {
		for n := 1; n <= 5; n++ {
			for _, after := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, write %d, after %v", method, n, after), func(t *testing.T) {
					g := ordertest.New(t)
					b := g.Fill("burger", 1)
					s := g.Want(b, method, key)
					broken := g.Over(order.NewService(&failingTable{Table: g.Table, left: n, after: after}, g.Provider, g.Now))
					first, err := broken.Place(context.Background(), s)
					assert.Assert(t, err == nil || errors.Is(err, table.ErrUnavailable), err)
					assert.Assert(t, is.Len(g.Reload(b).Lines, 1), "the basket was lost")
					g.Pass(31 * time.Second) // a lease that could not be cleared has expired
					o, again := g.Checkout.Place(context.Background(), s)
					assert.NilError(t, again)
					assert.Check(t, err != nil || first.Token == o.Token, "got two orders: %s and %s", first.Token, o.Token)
					assert.Equal(t, method == "ok", o.Status.Placed(), "got order status %s", o.Status)
					g.Settle()
					if method == "ok" {
						g.Audit(o.Token)
					} else {
						g.Audit()
					}
				})
			}
		}
	}
}

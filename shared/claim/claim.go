// Package claim defines what an order takes from a common stock, such as a place in a timeslot, and the retry loop of such writes.
//
// Counts per network exist for two things: the holds of places in timeslots (timeslot.Client), and the attempts to pay (order.Checkout).
// The network is what a guest without an account is known by. The uses of a deal by one customer are counted by promo.Claim, under
// pseudonyms of the mailbox and the telephone.
package claim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/table"
)

// Claim is what one order takes from a stock that others want too. Its methods read the table and return operations for a write of the
// order's own, so that each takes effect once, together with the order's change of state. Any worker can make the claim of an order
// again from the order.
type Claim interface {
	// Claim takes it. It checks the condition again even if the basket held it before, and returns a problem if it does not hold.
	Claim(ctx context.Context, now time.Time) ([]table.Op, error)
	// Confirm settles it when the order is placed.
	Confirm(ctx context.Context, now time.Time) ([]table.Op, error)
	// Release gives it back, confirmed or not. What a basket can hold returns to the order's basket until the instant; zero for an order
	// without such a basket.
	Release(ctx context.Context, now, until time.Time) ([]table.Op, error)
	// Contended lists the prefixes of the partitions in which a write conflict means: another claim was faster, read again.
	Contended() []string
}

// List is several claims of one order as one.
type List []Claim

// Claim takes all claims.
func (l List) Claim(ctx context.Context, now time.Time) ([]table.Op, error) {
	return join(l, func(c Claim) ([]table.Op, error) { return c.Claim(ctx, now) })
}

// Confirm settles all claims.
func (l List) Confirm(ctx context.Context, now time.Time) ([]table.Op, error) {
	return join(l, func(c Claim) ([]table.Op, error) { return c.Confirm(ctx, now) })
}

// Release gives all claims back.
func (l List) Release(ctx context.Context, now, until time.Time) ([]table.Op, error) {
	return join(l, func(c Claim) ([]table.Op, error) { return c.Release(ctx, now, until) })
}

// Contended lists the prefixes of all claims.
func (l List) Contended() (prefixes []string) {
	for _, c := range l {
		prefixes = append(prefixes, c.Contended()...)
	}
	return prefixes
}

func join(l List, f func(Claim) ([]table.Op, error)) (ops []table.Op, err error) {
	for _, c := range l {
		more, err := f(c)
		if err != nil {
			return nil, err
		}
		ops = append(ops, more...)
	}
	return ops, nil
}

// attempts bounds Write. A lost attempt is the success of another writer, so the size of a stock bounds it too.
const attempts = 64

var jitter = backoff.Jitter(2*time.Millisecond, 64*time.Millisecond)

// Pause is the usual wait before Write tries again.
func Pause(ctx context.Context, attempt int) error { return jitter(ctx, attempt) }

// Write writes the operations that propose returns. When the write failed only because items in partitions with these prefixes had changed,
// it pauses and calls propose again. It returns any other conflict and every error of propose, and table.ErrUnavailable after too many
// attempts. No operations are no error.
func Write(ctx context.Context, t table.Table, pause backoff.Pause, propose func() ([]table.Op, error), prefixes ...string) error {
	for attempt := range attempts {
		ops, err := propose()
		if err != nil || len(ops) == 0 {
			return err
		}
		if err = t.Write(ctx, ops...); !contended(err, prefixes) {
			return err
		}
		if err := pause(ctx, attempt); err != nil {
			return fmt.Errorf("claim: %w: %w", table.ErrUnavailable, err)
		}
	}
	return fmt.Errorf("claim: %d attempts lost: %w", attempts, table.ErrUnavailable)
}

func contended(err error, prefixes []string) bool {
	var c *table.Conflict
	return errors.As(err, &c) && !slices.ContainsFunc(c.Keys, func(k table.Key) bool {
		return !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(k.PK, p) })
	})
}

package order

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/table"
)

// attempts returns the operations that count this placing for its mailbox and its network. The keys contain no personal data. Its basket
// counts in its own item: basket.Basket.Attempt.
func (s Submission) attempts(guests guest.Secret, b brand.Brand, now time.Time) []table.Op {
	ops := []table.Op{attempt("placing", guests.Mailbox(s.Contact.Email), b.AttemptsPerEmail, b, now)}
	if s.Network != "" {
		ops = append(ops, attempt("placing", guests.Network(s.Network), b.AttemptsPerNetwork, b, now))
	}
	return ops
}

// attempt is the operation that counts one attempt, up to most. A count begins with the first attempt and expires AttemptsFor later.
func attempt(at, who string, most int, b brand.Brand, now time.Time) table.Op {
	op := table.Add(table.Key{PK: "attempts#" + who, SK: at}, 1, 0, int64(most))
	op.Item.Expires = now.Add(b.AttemptsFor).Truncate(time.Second)
	return op
}

// Confirm is Authenticated with bounds. It asks the provider about one order at most AttemptsPerBasket times, and for one network (not counted
// if empty) at most AttemptsPerNetwork times. Beyond that it returns problem.TooManyAttempts.
func (c *Checkout) Confirm(ctx context.Context, token, network string, b brand.Brand) (Order, error) {
	o, err := LoadProgress(ctx, c.table, token)
	if err != nil {
		return Order{}, err
	}
	if o.Status == Authentication {
		guests, err := c.guests.Current(ctx)
		if err != nil {
			return Order{}, err
		}
		counts := []table.Op{attempt("confirming", token, b.AttemptsPerBasket, b, c.now())}
		if network != "" {
			counts = append(counts, attempt("confirming", guests.Network(network), b.AttemptsPerNetwork, b, c.now()))
		}
		if err := c.table.Write(ctx, counts...); err != nil {
			return Order{}, cmp.Or(c.tooMany(ctx, err, counts), err)
		}
	}
	return c.Authenticated(ctx, token)
}

// tooMany returns problem.TooManyAttempts, with the minutes to wait, if the write failed with err because a count was full; nil otherwise.
func (svc *Service) tooMany(ctx context.Context, err error, counts []table.Op) error {
	wait := time.Duration(0)
	for _, c := range counts {
		if !table.Failed(err, c.Item.Key) {
			continue
		}
		full, err := table.Find(ctx, svc.table, c.Item.Key, nil)
		if err != nil {
			return fmt.Errorf("order: attempts: %w", err)
		}
		wait = max(wait, full.Expires.Sub(svc.now()), time.Second)
	}
	if wait == 0 {
		return nil
	}
	return basket.TooManyAttempts(wait)
}

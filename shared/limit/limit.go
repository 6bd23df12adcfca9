// Package limit bounds attempts, such as guesses of a password or mails to an address, within a day.
package limit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/claim"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Limit bounds attempts of a kind. Free attempts, and OfNetwork from one network, need no delay. Then there is one attempt after each
// delay; delays double from First up to Longest. Many guests share the network of a carrier or an office.
type Limit struct {
	Kind            string
	Free, OfNetwork int
	First, Longest  time.Duration
	// Quiet means that a count ends after a day without an attempt, not a day after the first one.
	Quiet bool
}

// Attempt is what a limit bounds for Who: an address, a customer, a sign-up or a network. Without Who it is not counted.
type Attempt struct {
	Limit
	Who string
}

// Of returns the attempt of one address, customer or the like.
func (l Limit) Of(who string) Attempt { return Attempt{l, who} }

// From returns the attempt from a network, by its pseudonym; "" if it is not known.
func (l Limit) From(network string) Attempt {
	l.Free = l.OfNetwork
	return Attempt{l, network}
}

// Counter counts attempts in the table.
type Counter struct {
	Table table.Table
	Now   func() time.Time
	// Limited is the problem of an attempt beyond its limit, with the time to wait.
	Limited problem.Code
}

// Contended is the prefix of the partitions in which a write conflict means: another attempt was counted, read again. See claim.Write.
const Contended = "attempts#"

const countedFor = 24 * time.Hour

// tries is the row of a count.
type tries struct {
	Count int       `json:"count"`
	Since time.Time `json:"since"` // the first attempt; of a Quiet limit the last one
	Next  time.Time `json:"next"`  // when the next attempt is allowed
}

func (t tries) item(a Attempt, now time.Time) table.Item {
	return table.Item{Key: a.key(), Data: table.Encode(t), Expires: now.Add(countedFor).Truncate(time.Second)}
}

func (a Attempt) key() table.Key { return table.Key{PK: Contended + a.Who, SK: a.Kind} }

// Count counts attempts in one write before they are made. It returns the problem Limited with the time to wait.
func (c Counter) Count(ctx context.Context, all ...Attempt) error {
	return claim.Write(ctx, c.Table, claim.Pause, func() ([]table.Op, error) { return c.Ops(ctx, all...) }, Contended)
}

// Ops returns the operations that count attempts, for a write of the caller's, or the problem Limited with the time to wait.
func (c Counter) Ops(ctx context.Context, all ...Attempt) (ops []table.Op, err error) {
	for _, a := range all {
		if a.Who == "" {
			continue
		}
		now := c.Now()
		t, version, err := c.tries(ctx, a)
		if err != nil {
			return nil, err
		}
		if wait := t.Next.Sub(now); backoff.Waits(t.Next, now, a.Longest) {
			seconds, minutes := int(math.Ceil(wait.Seconds())), int(math.Ceil(wait.Minutes()))
			return nil, problem.New(c.Limited, "seconds", seconds, "minutes", minutes)
		}
		if !now.Before(t.Since.Add(countedFor)) {
			t = tries{Since: now}
		}
		if a.Quiet {
			t.Since = now
		}
		if t.Count++; t.Count >= a.Free {
			t.Next = now.Add(min(a.Longest, a.First<<min(t.Count-a.Free, 20)))
		}
		item := t.item(a, now)
		write := table.Create(item)
		if version > 0 {
			write = table.Replace(item, version)
		}
		ops = append(ops, write)
	}
	return ops, nil
}

// Uncount takes back attempts that succeeded or were not made, so that only failures count.
func (c Counter) Uncount(ctx context.Context, all ...Attempt) error {
	return claim.Write(ctx, c.Table, claim.Pause, func() (ops []table.Op, err error) {
		for _, a := range all {
			if a.Who == "" {
				continue
			}
			t, version, err := c.tries(ctx, a)
			if err != nil {
				return nil, err
			}
			if t.Count == 0 {
				continue
			}
			if t.Count--; t.Count < a.Free {
				t.Next = time.Time{}
			}
			ops = append(ops, table.Replace(t.item(a, c.Now()), version))
		}
		return ops, nil
	}, Contended)
}

// tries returns a count and the version of its row. A missing row has version 0.
func (c Counter) tries(ctx context.Context, a Attempt) (t tries, version int64, err error) {
	item, err := c.Table.Get(ctx, a.key())
	if errors.Is(err, table.ErrNotFound) {
		return tries{Since: c.Now()}, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(item.Data, &t)
	}
	if err != nil {
		return tries{}, 0, fmt.Errorf("limit: read attempts: %w", err)
	}
	return t, item.Version, nil
}

// Forget returns the operation that ends a count after a success.
func (a Attempt) Forget() table.Op { return table.Delete(a.key(), 0) }

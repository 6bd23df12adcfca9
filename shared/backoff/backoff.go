// Package backoff waits between attempts, within a process (Pause) or through the table (Waits).
package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pause waits after an attempt that failed; attempts count from 0. It returns early with the context's error if the context ends.
type Pause func(ctx context.Context, attempt int) error

// Exponential waits first, then twice as long each time, at most longest.
func Exponential(first, longest time.Duration) Pause {
	return func(ctx context.Context, attempt int) error { return Sleep(ctx, doubled(first, longest, attempt)) }
}

// Jitter waits a random part of Exponential's wait, so that clients that collided do not collide again.
func Jitter(first, longest time.Duration) Pause {
	return func(ctx context.Context, attempt int) error {
		return Sleep(ctx, rand.N(doubled(first, longest, attempt)))
	}
}

func doubled(d, longest time.Duration, times int) time.Duration {
	for ; times > 0 && d < longest; times-- {
		d *= 2
	}
	return min(d, longest)
}

// Sleep waits for d, or returns the context's error if that ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Waits reports whether a retry time or a lease is still in the future at now. A time more than longest ahead was set by a wrong clock
// and is ignored.
func Waits(until, now time.Time, longest time.Duration) bool {
	return until.After(now) && !until.After(now.Add(longest))
}

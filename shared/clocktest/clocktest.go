// Package clocktest is the clock of a test.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a clock that only moves when told; many may read it at once.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// At is a clock that stands at a time.
func At(now time.Time) *Clock { return &Clock{now: now} }

// Now is the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Pass lets time pass, or come back.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set turns the clock to a time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Package clock provides the time of the local stack: the machine's, or one that a test sets and advances.
package clock

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Clock is the machine's clock plus an offset. The zero value has no offset.
type Clock struct{ offset atomic.Int64 }

// StartingAt returns a clock that starts at start and runs on.
func StartingAt(start time.Time) *Clock {
	c := new(Clock)
	c.offset.Store(int64(time.Until(start)))
	return c
}

// Now returns the time in UTC.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())).UTC() }

// Advance moves the clock by d.
func (c *Clock) Advance(d time.Duration) { c.offset.Add(int64(d)) }

// ServeHTTP advances the clock: POST with the form value by, a Go duration. It is mounted only if CLOCK is set.
func (c *Clock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d, err := time.ParseDuration(r.FormValue("by"))
	if r.Method != http.MethodPost || err != nil {
		http.Error(w, "POST by=10m moves the clock", http.StatusBadRequest)
		return
	}
	c.Advance(d)
	w.Header().Set("Content-Type", "text/plain")
	_, _ = w.Write([]byte(c.Now().Format(time.RFC3339)))
}

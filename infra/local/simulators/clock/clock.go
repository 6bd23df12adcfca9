// Package clock is the time of the local stack: the machine's, or one that a test sets and moves.
package clock

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Clock tells the time, shifted by an offset that tests move. The zero value is the machine's clock.
type Clock struct{ offset atomic.Int64 }

// StartingAt makes a clock that reads start now and goes on from there.
func StartingAt(start time.Time) *Clock {
	c := new(Clock)
	c.offset.Store(int64(time.Until(start)))
	return c
}

// Now is the time in UTC.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())).UTC() }

// Advance moves the clock by d.
func (c *Clock) Advance(d time.Duration) { c.offset.Add(int64(d)) }

// ServeHTTP moves the clock: POST with the form value by, a Go duration. It is mounted only when the stack was started with a clock of its own.
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

// Package schedule defines scheduled jobs. In the cloud EventBridge Scheduler calls them, on one machine a loop that
// polls Due. Both call at least once for each time, so a job must tolerate late and repeated calls.
package schedule

import (
	"context"
	"time"
)

// Schedule calls a function at fixed times (UTC), with a Call.
type Schedule struct {
	Job   string        // name of the job in the function
	Every time.Duration // whole minutes that divide an hour or a day; counted from midnight
	// From and To limit the days of the year, inclusive; a To before From is in the next year. Zero values mean the whole year.
	From, To Day
}

// Day is a day of any year.
type Day struct {
	Month time.Month
	Day   int
}

func (d Day) before(o Day) bool { return d.Month < o.Month || d.Month == o.Month && d.Day < o.Day }

// Call is the JSON payload of a scheduled call.
type Call struct {
	Job string `json:"job"`
}

// Job is the work of a scheduled call. It does everything that is due.
type Job func(context.Context) error

// Jobs are the jobs of a function by name.
type Jobs map[string]Job

// Due reports whether a time of the schedule is after after and not after until. Several times that have passed need one call, because a
// job does everything that is due when it runs.
func (s Schedule) Due(after, until time.Time) bool {
	last := until.UTC().Truncate(s.Every)
	return s.on(last) && last.After(after)
}

// on reports whether the schedule includes the day of t.
func (s Schedule) on(t time.Time) bool {
	_, month, day := t.Date()
	today := Day{month, day}
	switch {
	case s.From == Day{} && s.To == Day{}:
		return true
	case s.To.before(s.From):
		return !today.before(s.From) || !s.To.before(today)
	}
	return !today.before(s.From) && !s.To.before(today)
}

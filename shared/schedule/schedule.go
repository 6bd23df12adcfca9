// Package schedule defines scheduled jobs. In the cloud EventBridge Scheduler calls them, on one machine a loop that
// polls Due. Both call at least once for each time, so a job must tolerate late and repeated calls.
package schedule

import (
	"context"
	"time"
)

// Schedule calls a function at fixed times, with a Call.
type Schedule struct {
	Job   string        // name of the job in the function
	Every time.Duration // whole minutes that divide an hour or a day; counted from midnight
	// From and To limit the days of the year, inclusive; a To before From is in the next year. Zero values mean the whole year.
	From, To Day
	// Zones (IANA) are the time zones of these days and times; the function is called once per zone. Empty means UTC.
	Zones []string
}

// Day is a day of any year.
type Day struct {
	Month time.Month
	Day   int
}

func (d Day) before(o Day) bool { return d.Month < o.Month || d.Month == o.Month && d.Day < o.Day }

// Call is the JSON payload of a scheduled call.
type Call struct {
	Job  string `json:"job"`
	Zone string `json:"zone,omitempty"`
}

// Job handles a Call.
type Job func(context.Context, Call) error

// Jobs are the jobs of a function by name.
type Jobs map[string]Job

// Due returns the calls with a time after after and not after until. It returns one call per zone even if several times
// have passed, because a job does everything that is due when it runs. zone returns a time zone by name.
func (s Schedule) Due(after, until time.Time, zone func(name string) *time.Location) []Call {
	names := s.Zones
	if len(names) == 0 {
		names = []string{""}
	}
	var calls []Call
	for _, name := range names {
		at := time.UTC
		if name != "" {
			at = zone(name)
		}
		if last := s.last(until.In(at)); last.After(after) {
			calls = append(calls, Call{Job: s.Job, Zone: name})
		}
	}
	return calls
}

// last returns the latest time of the schedule not after t on the day of t, in the zone of t, or the zero time.
func (s Schedule) last(t time.Time) time.Time {
	if !s.on(t) {
		return time.Time{}
	}
	// Count in local time, as people and EventBridge do. Clocks change by whole hours: within an hour elapsed time is
	// enough, also in the repeated hour.
	hour, minute, second := t.Clock()
	passed := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	since := passed % s.Every
	if s.Every <= time.Hour {
		return t.Add(-since - time.Duration(second)*time.Second - time.Duration(t.Nanosecond()))
	}
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, int((passed-since)/time.Minute), 0, 0, t.Location())
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

// Package schedule is what happens by the clock: which job is called when. In the cloud EventBridge Scheduler does it, on one machine a
// loop that asks Due; both call at least once for each time, so that a job is harmless when it is late or comes again.
package schedule

import (
	"context"
	"time"
)

// Schedule calls a function by the clock, with a Call.
type Schedule struct {
	Job   string        // what to do, as the function knows it
	Every time.Duration // whole minutes, a divisor of an hour or of a day; counted from midnight
	// From and To bound the days of the year, both included; a To before From lies in the next year. The zero values are the whole year.
	From, To Day
	// Zones (IANA) are where these days and midnights are meant; the function is called for each of them. None is UTC.
	Zones []string
}

// Day is a day of any year.
type Day struct {
	Month time.Month
	Day   int
}

func (d Day) before(o Day) bool { return d.Month < o.Month || d.Month == o.Month && d.Day < o.Day }

// Call is what a schedule tells its function, as JSON.
type Call struct {
	Job  string `json:"job"`
	Zone string `json:"zone,omitempty"`
}

// Job does what a Call asks for.
type Job func(context.Context, Call) error

// Jobs are those of a function, by their names.
type Jobs map[string]Job

// Due lists the calls whose time came after one moment and not after another: one for each zone, however many times of it have
// passed, for a job does what is due when it runs and not what was due when it should have. Zone finds a zone by its name.
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

// last is the latest time of the schedule that is not after t, in the zone of t; the zero time when that day has none.
func (s Schedule) last(t time.Time) time.Time {
	if !s.on(t) {
		return time.Time{}
	}
	// Counted on the clock of that place, as people and EventBridge do. Clocks are changed by whole hours: within one, time just passes,
	// also in the hour that is there twice.
	hour, minute, second := t.Clock()
	passed := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	since := passed % s.Every
	if s.Every <= time.Hour {
		return t.Add(-since - time.Duration(second)*time.Second - time.Duration(t.Nanosecond()))
	}
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, int((passed-since)/time.Minute), 0, 0, t.Location())
}

// on reports whether the day of t is one of the schedule's.
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

package location

import (
	"cmp"
	"fmt"
	"time"
)

// Date is a calendar day without a time zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day of t in the time zone of t.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate parses 2006-01-02.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("location: %q is not a date like 2026-01-31", s)
	}
	return DateOf(t), nil
}

func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// MarshalText formats d as 2006-01-02.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses 2006-01-02.
func (d *Date) UnmarshalText(b []byte) (err error) { *d, err = ParseDate(string(b)); return err }

// Plus returns the day n days later.
func (d Date) Plus(n int) Date { return DateOf(d.utc().AddDate(0, 0, n)) }

// Before reports whether d is earlier than e.
func (d Date) Before(e Date) bool {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day)) < 0
}

func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

func (d Date) utc() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// At returns the instant (UTC) of a local time in the zone, in minutes after midnight of d; 24 h and more are on the
// following day. A time skipped in spring maps to the instant of the change. A time repeated in autumn maps to its
// first instant, so that no order is taken after the first closing.
func (d Date) At(minutes int, zone *time.Location) time.Time {
	wall := d.utc().Add(time.Duration(minutes) * time.Minute)
	_, before := wall.Add(-24 * time.Hour).In(zone).Zone()
	_, after := wall.Add(24 * time.Hour).In(zone).Zone()
	early := wall.Add(-time.Duration(before) * time.Second)
	late := wall.Add(-time.Duration(after) * time.Second)
	switch {
	case shows(early, wall, zone):
		return early
	case shows(late, wall, zone):
		return late
	}
	_, skip := late.In(zone).ZoneBounds()
	return skip.UTC()
}

// shows reports whether the local time in the zone at t is wall (stored as if it were UTC).
func shows(t, wall time.Time, zone *time.Location) bool {
	_, offset := t.In(zone).Zone()
	return t.Add(time.Duration(offset) * time.Second).Equal(wall)
}

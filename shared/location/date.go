package location

import (
	"cmp"
	"fmt"
	"time"
)

// Date is a day of the calendar, in no zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day that t falls on in the zone that t carries.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads 2006-01-02.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("location: %q is not a date like 2026-01-31", s)
	}
	return DateOf(t), nil
}

func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// MarshalText writes 2006-01-02.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 2006-01-02.
func (d *Date) UnmarshalText(b []byte) (err error) { *d, err = ParseDate(string(b)); return err }

// Plus is the day n days later.
func (d Date) Plus(n int) Date { return DateOf(d.utc().AddDate(0, 0, n)) }

// Before reports whether d is earlier than e.
func (d Date) Before(e Date) bool {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day)) < 0
}

// Weekday is the day of the week, Sunday 0.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

func (d Date) utc() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// At is the instant (UTC) at which a clock on the wall of the zone shows that many minutes after midnight of d; 24 h and
// more lie on the following day. A time that the clock skips in spring is the instant of the skip; of a time that it
// shows twice in autumn it is the first, so that nobody is served after the door has closed once.
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

// shows reports whether the clock of the zone reads wall (kept as if it were UTC) at t.
func shows(t, wall time.Time, zone *time.Location) bool {
	_, offset := t.In(zone).Zone()
	return t.Add(time.Duration(offset) * time.Second).Equal(wall)
}

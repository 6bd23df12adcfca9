// Package timeslot divides a restaurant's opening hours into slots for handing orders over, and stores the places in each.
package timeslot

import (
	"iter"
	"slices"
	"time"

	"ordering/shared/location"
)

const (
	// Length of a slot. Every time zone's offset from UTC is a multiple of it, so one grid of instants serves all zones.
	Length = 15 * time.Minute
	// afterOpen is the time from opening to the first slot: the grill must get hot. beforeClose is the time from the last start to closing.
	afterOpen   = 15 * time.Minute
	beforeClose = 15 * time.Minute
)

// Slot is a quarter of an hour in which an order is handed over; both instants UTC.
type Slot struct {
	Start time.Time
	End   time.Time
}

// slotAt returns the slot that begins at start, with times in UTC: they are keys of maps.
func slotAt(start time.Time) Slot { return Slot{Start: start.UTC(), End: start.Add(Length).UTC()} }

// Date is the local day of the slot.
func (s Slot) Date(zone *time.Location) location.Date { return location.DateOf(s.Start.In(zone)) }

// Need is what an order needs from the kitchen.
type Need struct {
	Minutes int           // make-minutes, which take capacity of a slot
	Lead    time.Duration // additional to the restaurant's own lead time
}

// Offered lists the slots of a local day that the restaurant's hours allow for the handoff and that can be made when ordered at now,
// with or without room. It skips wall times that the clock change skips, and lists a repeated wall time only once.
func Offered(l location.Location, h location.Handoff, day location.Date, now time.Time, n Need) []Slot {
	return slices.Collect(offered(l, h, day, now, n))
}

// Offers reports whether Offered lists a slot with this start on its day.
func Offers(l location.Location, h location.Handoff, start, now time.Time, n Need) bool {
	for slot := range offered(l, h, location.DateOf(start.In(l.Timezone())), now, n) {
		if slot.Start.Equal(start) {
			return true
		}
	}
	return false
}

// OrderBy is the first instant (UTC) at which it is too late to place an order with this need for a slot that it holds: the slot has
// begun, or the order would not be ready before the slot ends. A held slot may be nearer than the lead time, because the guest needs
// time to check out.
func OrderBy(l location.Location, start time.Time, n Need) time.Time {
	return start.Add(min(0, Length-lead(l, n))).UTC()
}

// lead is the time from placing an order until it is ready.
func lead(l location.Location, n Need) time.Duration {
	return time.Duration(l.LeadMinutes)*time.Minute + n.Lead
}

// offered iterates over the slots of Offered, because most callers need only the first.
func offered(l location.Location, h location.Handoff, day location.Date, now time.Time, n Need) iter.Seq[Slot] {
	return func(yield func(Slot) bool) {
		if !l.Offers(h) {
			return
		}
		zone := l.Timezone()
		earliest := now.Add(lead(l, n))
		for _, w := range openings(l, h, day) {
			from := w.Open.Add(afterOpen)
			if earliest.After(from) {
				from = earliest
			}
			for t := roundUp(from); !t.After(w.Close.Add(-beforeClose)); t = t.Add(Length) {
				if local := t.In(zone); location.DateOf(local) == day && !repeated(local) && !yield(slotAt(t)) {
					return
				}
			}
		}
	}
}

// openings returns the restaurant's opening windows on the day: those that begin on it, reach into it from the day before, or continue
// without a pause on the next.
func openings(l location.Location, h location.Handoff, day location.Date) []location.Window {
	return l.Openings(h, day.Plus(-1), day.Plus(1))
}

// roundUp returns the first instant of the grid that is not before t.
func roundUp(t time.Time) time.Time {
	if down := t.Truncate(Length); !down.Equal(t) {
		return down.Add(Length)
	}
	return t
}

// repeated reports whether the wall clock of local's zone showed the same time before, as in the hour after clocks go back.
func repeated(local time.Time) bool {
	since, _ := local.ZoneBounds()
	if since.IsZero() {
		return false
	}
	_, before := since.Add(-time.Second).Zone()
	_, after := local.Zone()
	return local.Sub(since) < time.Duration(before-after)*time.Second
}

// Dates lists the local days that can be ordered for, today first.
func Dates(l location.Location, now time.Time, days int) []location.Date {
	today := location.DateOf(now.In(l.Timezone()))
	dates := make([]location.Date, days)
	for n := range dates {
		dates[n] = today.Plus(n)
	}
	return dates
}

// Reason is why a day has no times.
type Reason string

const (
	// ClosedWeekday: the restaurant is always closed on that day of the week.
	ClosedWeekday Reason = "weekday"
	// ClosedDate: a holiday or another exception on that date.
	ClosedDate Reason = "date"
	// TooLate: it opens, but an order placed now is not ready before it closes.
	TooLate Reason = "too-late"
)

// Day is a date that can be ordered for, or the reason why not.
type Day struct {
	Date   location.Date
	Closed Reason // empty: there are times, with or without room
}

// Ahead lists the next days, today first, and whether the hours allow a time on each.
func Ahead(l location.Location, h location.Handoff, now time.Time, n Need, days int) []Day {
	ahead := make([]Day, 0, days)
	for _, date := range Dates(l, now, days) {
		day := Day{Date: date}
		_, open := first(l, h, date, now, n)
		switch {
		case open:
		case len(l.Windows(h, date)) > 0:
			day.Closed = TooLate
		case len(l.Hours.Usual(h)[date.Weekday()]) > 0:
			day.Closed = ClosedDate
		default:
			day.Closed = ClosedWeekday
		}
		ahead = append(ahead, day)
	}
	return ahead
}

// First returns the earliest slot that the hours allow, with or without room; false if they allow none within these days.
func First(l location.Location, h location.Handoff, now time.Time, n Need, days int) (Slot, bool) {
	for _, day := range Dates(l, now, days) {
		if slot, ok := first(l, h, day, now, n); ok {
			return slot, true
		}
	}
	return Slot{}, false
}

func first(l location.Location, h location.Handoff, day location.Date, now time.Time, n Need) (Slot, bool) {
	for slot := range offered(l, h, day, now, n) {
		return slot, true
	}
	return Slot{}, false
}

// Serving reports whether the restaurant is open for the handoff at now, so that its earliest time is soon and not the next day's.
func Serving(l location.Location, h location.Handoff, now time.Time) bool {
	return location.At(now).Serves(&l, h)
}

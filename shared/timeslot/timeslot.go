// Package timeslot divides a restaurant's opening hours into times to hand an order over, and keeps who has a place in each.
package timeslot

import (
	"slices"
	"time"

	"ordering/shared/location"
)

const (
	// Length of a slot. Every zone's clock stands a multiple of it away from UTC, so one grid of instants serves all zones.
	Length = 15 * time.Minute
	// Days is for how many dates a time can be asked for, today included.
	Days = 7
	// afterOpen is the first slot after the doors open: the grill must get hot. beforeClose is when the last one begins.
	afterOpen   = 15 * time.Minute
	beforeClose = 15 * time.Minute
)

// Slot is a quarter of an hour in which an order is handed over; both instants UTC.
type Slot struct {
	Start time.Time
	End   time.Time
}

func slotAt(start time.Time) Slot { return Slot{Start: start.UTC(), End: start.Add(Length).UTC()} }

// Date is the local day of the slot.
func (s Slot) Date(zone *time.Location) location.Date { return location.DateOf(s.Start.In(zone)) }

// Need is what an order asks of the kitchen.
type Need struct {
	Minutes int           // make-minutes, which take room in a slot
	Lead    time.Duration // how long it takes beyond the restaurant's own lead time
}

// Offered lists the slots of a local day that the restaurant's hours allow for the handoff and that can be made when ordered
// at now, whether or not they have room. A wall time that the clock skips is not among them, and of one that it shows twice
// only the first.
func Offered(l location.Location, h location.Handoff, day location.Date, now time.Time, n Need) []Slot {
	if !l.Offers(h) {
		return nil
	}
	zone := l.Zone()
	earliest := now.Add(time.Duration(l.LeadMinutes)*time.Minute + n.Lead)
	var slots []Slot
	for _, w := range openings(l, h, day) {
		from := w.Open.Add(afterOpen)
		if earliest.After(from) {
			from = earliest
		}
		for t := up(from); !t.After(w.Close.Add(-beforeClose)); t = t.Add(Length) {
			if local := t.In(zone); location.DateOf(local) == day && !repeated(local) {
				slots = append(slots, slotAt(t))
			}
		}
	}
	return slots
}

// openings gives the stretches in which the restaurant serves on the day: what begins on it, what reaches into it from the
// day before, and what goes on without a pause on the next.
func openings(l location.Location, h location.Handoff, day location.Date) []location.Window {
	return l.Openings(h, day.Plus(-1), day.Plus(1))
}

// up is the first instant of the grid that is not before t.
func up(t time.Time) time.Time {
	if down := t.Truncate(Length); !down.Equal(t) {
		return down.Add(Length)
	}
	return t
}

// repeated says whether the wall clock of local's zone has shown the same time before, as in the hour after clocks go back.
func repeated(local time.Time) bool {
	since, _ := local.ZoneBounds()
	if since.IsZero() {
		return false
	}
	_, before := since.Add(-time.Second).Zone()
	_, after := local.Zone()
	return local.Sub(since) < time.Duration(before-after)*time.Second
}

// Dates lists the local days, today first, for which a time can be asked.
func Dates(l location.Location, now time.Time) []location.Date {
	today := location.DateOf(now.In(l.Zone()))
	dates := make([]location.Date, Days)
	for n := range dates {
		dates[n] = today.Plus(n)
	}
	return dates
}

// First is the earliest slot that the hours allow, whether or not it has room; false when there is none within Days.
func First(l location.Location, h location.Handoff, now time.Time, n Need) (Slot, bool) {
	for _, day := range Dates(l, now) {
		if slots := Offered(l, h, day, now, n); len(slots) > 0 {
			return slots[0], true
		}
	}
	return Slot{}, false
}

// Serving says whether the restaurant is open for the handoff at now, so that its earliest time is soon and not the next day's.
func Serving(l location.Location, h location.Handoff, now time.Time) bool {
	day := location.DateOf(now.In(l.Zone()))
	return l.Offers(h) && slices.ContainsFunc(openings(l, h, day), func(w location.Window) bool {
		return !now.Before(w.Open) && now.Before(w.Close)
	})
}

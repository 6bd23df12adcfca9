package basket

import (
	"context"
	"slices"
	"time"

	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// PreviousHold is a basket with its pricing context, from which another basket takes over the hold: the guest moved to another
// location or handoff.
type PreviousHold struct {
	Basket  Basket
	Context PricingContext
}

// HoldTime holds the time for the basket, or the earliest free one when asap. It releases the basket's own hold and that of previous
// (which may be nil). A time that is held already is renewed, within its bounds. The place counts among the holds of the client. Write
// the operations in one transaction with the basket's Save: they change the slots and previous. Errors are those of timeslot.Schedule.
func (b Basket) HoldTime(ctx context.Context, t table.Table, pc PricingContext, client string, start time.Time, asap bool, previous *PreviousHold) (Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil {
		return b, nil, err
	}
	if err := pc.Sells(b.Handoff, b.Category); err != nil {
		return b, nil, err
	}
	schedule, need := pc.Schedule(t, b), Price(b, pc).Need
	schedule.Client = timeslot.Client{Name: client, Limit: pc.Brand.HoldsPerClient}
	held := []*Hold{b.Hold}
	if previous != nil {
		schedule.TakesOverFrom = previous.Basket.ID
		if previous.Basket.LocationID == b.LocationID {
			held = append(held, previous.Basket.Hold)
		}
	}
	// hold returns a hold of the slot at start from now.
	hold := func(start time.Time) Hold {
		until := pc.Now.Add(pc.Brand.HoldFor).Truncate(time.Second)
		for _, h := range held {
			if h.Alive(pc.Now) && h.Start.Equal(start) {
				return h.Renewed(until)
			}
		}
		h := Hold{Start: start.UTC(), Taken: pc.Now, Latest: timeslot.OrderBy(pc.Location, start, need), Renewals: pc.Brand.HoldRenewals}
		h.Latest = earlier(h.Latest, pc.Now.Add(pc.Brand.HoldAtMost).Truncate(time.Second))
		h.Expires = earlier(h.Latest, until)
		return h
	}
	var ops []table.Op
	var err error
	if asap {
		var slot timeslot.Slot
		ops, slot, err = schedule.HoldEarliest(ctx, b.ID, need, func(start time.Time) time.Time { return hold(start).Expires })
		start = slot.Start
	} else {
		ops, err = schedule.Hold(ctx, start, b.ID, need, hold(start).Expires)
	}
	if err != nil {
		return b, nil, err
	}
	written := []time.Time{start} // slots in which ops already release the place of previous
	if b.Hold != nil && !b.Hold.Start.Equal(start) {
		freed, err := schedule.Release(ctx, b.Hold.Start, b.ID, schedule.TakesOverFrom)
		if err != nil {
			return b, nil, err
		}
		ops, written = append(ops, freed...), append(written, b.Hold.Start)
	}
	if previous != nil {
		freed, err := previous.release(ctx, t, schedule, written)
		if err != nil {
			return b, nil, err
		}
		ops = append(ops, freed...)
	}
	h := hold(start)
	h.ASAP = asap
	b.Hold = &h
	return b, ops, nil
}

// release returns the operations that end the hold of previous, and its place in the slot. Other is the schedule of the basket that
// takes over; its operations already release the place in the slots at written.
func (previous PreviousHold) release(ctx context.Context, t table.Table, other timeslot.Schedule, written []time.Time) (ops []table.Op, err error) {
	schedule, hold := previous.Context.Schedule(t, previous.Basket), previous.Basket.Hold
	here := schedule.Location.ID == other.Location.ID
	if here {
		schedule.Client = other.Client // other reuses the row that counts this place: see uncount
	}
	if !here || schedule.Pool != other.Pool || !slices.ContainsFunc(written, hold.Start.Equal) {
		if ops, err = schedule.Release(ctx, hold.Start, previous.Basket.ID); err != nil {
			return nil, err
		}
	}
	previous.Basket.Hold = nil
	return append(ops, previous.Basket.Save(previous.Context.Now)), nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// ReleaseTime releases the held time.
func (b Basket) ReleaseTime(ctx context.Context, t table.Table, pc PricingContext) (Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil || b.Hold == nil {
		return b, nil, err
	}
	ops, err := pc.Schedule(t, b).Release(ctx, b.Hold.Start, b.ID)
	b.Hold = nil
	return b, ops, err
}

// Times is what a guest can choose from.
type Times struct {
	// ASAP is the earliest free time, if the restaurant serves now; nil otherwise.
	ASAP *Time
	Days []timeslot.Day // every date that can be ordered for, today first
	Date string         // YYYY-MM-DD, of Times
	Day  []Time
}

// Time is a timeslot with its consequences for the basket.
type Time struct {
	timeslot.Availability
	// Changes are the additional changes that the guest would have to accept for this time: a dry run.
	Changes []Change
}

// Times lists the days that can be ordered for and the times of one of them: date (YYYY-MM-DD), or, if that is empty, the first day
// with a free time.
func (b Basket) Times(ctx context.Context, t table.Table, pc PricingContext, date string) (Times, error) {
	if err := pc.Sells(b.Handoff, b.Category); err != nil {
		return Times{}, err
	}
	p := Price(b, pc)
	schedule, need := pc.Schedule(t, b), p.Need
	schedule.TakesOverFrom = b.TakesOverFrom()
	now := b.changes(p, pc)
	withChanges := func(availability timeslot.Availability) Time {
		return Time{Availability: availability, Changes: b.changesThen(p, pc, availability.Start, now)}
	}
	times := Times{Date: date, Days: timeslot.Ahead(pc.Location, b.Handoff, pc.Now, need, pc.Days(b.Category))}
	slots, first, err := schedule.FirstFree(ctx, need)
	if err != nil {
		return Times{}, err
	}
	firstDate := dayToShow(times.Days) // if every time is taken: show the guest that
	if len(slots) > 0 {
		firstDate = slots[first].Date(pc.Location.Timezone())
		if timeslot.Serving(pc.Location, b.Handoff, pc.Now) {
			asap := withChanges(slots[first])
			times.ASAP = &asap
		}
	}
	if date == "" {
		times.Date = firstDate.String()
	}
	day, err := location.ParseDate(times.Date)
	if err != nil {
		return Times{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/date")).Because(err)
	}
	if day != firstDate || slots == nil {
		if slots, err = schedule.Day(ctx, day, need); err != nil {
			return Times{}, err
		}
	}
	times.Day = make([]Time, len(slots))
	for i, availability := range slots {
		times.Day[i] = withChanges(availability)
	}
	return times, nil
}

// dayToShow returns the first day with times, or the first of all.
func dayToShow(days []timeslot.Day) location.Date {
	for _, d := range days {
		if d.Closed == "" {
			return d.Date
		}
	}
	return days[0].Date
}

// changesThen lists the changes of the basket at that time, without those in now.
func (b Basket) changesThen(p Priced, pc PricingContext, start time.Time, now []Change) []Change {
	b.Hold = &Hold{Start: start}
	return slices.DeleteFunc(b.changes(p, pc), func(then Change) bool {
		return slices.ContainsFunc(now, func(c Change) bool { return c.Kind == then.Kind && c.LineID == then.LineID && c.Label == then.Label })
	})
}

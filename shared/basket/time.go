package basket

import (
	"context"
	"time"

	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// HoldTime holds the time for the basket, or the earliest free one when asap, and gives up the one that it held. The
// operations change the slots; they belong in one set with the basket's Save, so that a place is never kept for nothing or
// lost on the way. Errors are those of timeslot.Book.
func (b Basket) HoldTime(ctx context.Context, t table.Table, s Shop, start time.Time, asap bool) (Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil {
		return b, nil, err
	}
	if err := s.Sells(b.Handoff); err != nil {
		return b, nil, err
	}
	book, need := s.Book(t, b), Price(b, s).Need
	if asap {
		slot, err := book.Earliest(ctx, need)
		if err != nil {
			return b, nil, err
		}
		start = slot.Start
	}
	until := s.Now.Add(s.Brand.HoldFor).Truncate(time.Second)
	ops, err := book.Hold(ctx, start, b.ID, need, until)
	if err != nil {
		return b, nil, err
	}
	if b.Hold != nil && !b.Hold.Start.Equal(start) {
		freed, err := book.Release(ctx, b.Hold.Start, b.ID)
		if err != nil {
			return b, nil, err
		}
		ops = append(ops, freed...)
	}
	b.Hold = &Hold{Start: start.UTC(), Expires: until, Taken: s.Now, ASAP: asap}
	return b, ops, nil
}

// ReleaseTime gives the held time up.
func (b Basket) ReleaseTime(ctx context.Context, t table.Table, s Shop) (Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil || b.Hold == nil {
		return b, nil, err
	}
	ops, err := s.Book(t, b).Release(ctx, b.Hold.Start, b.ID)
	b.Hold = nil
	return b, ops, err
}

// Times is what a guest can choose from.
type Times struct {
	// ASAP is the earliest free time, when the restaurant serves now; nil otherwise.
	ASAP *timeslot.Slot
	Days []string // YYYY-MM-DD, with at least one time that the hours allow
	Date string
	Day  []timeslot.Left
}

// Times lists the days for which a time can be asked and the times of one of them: date (YYYY-MM-DD), or, when that is empty,
// the first day with a free time.
func (b Basket) Times(ctx context.Context, t table.Table, s Shop, date string) (Times, error) {
	if err := s.Sells(b.Handoff); err != nil {
		return Times{}, err
	}
	book, need := s.Book(t, b), Price(b, s).Need
	times := Times{Date: date, Days: []string{}}
	for _, day := range timeslot.Dates(s.Location, s.Now) {
		if len(timeslot.Offered(s.Location, b.Handoff, day, s.Now, need)) > 0 {
			times.Days = append(times.Days, day.String())
		}
	}
	free, err := book.Next(ctx, need, 1)
	if err != nil {
		return Times{}, err
	}
	if len(free) > 0 {
		if timeslot.Serving(s.Location, b.Handoff, s.Now) {
			times.ASAP = &free[0]
		}
		if date == "" {
			times.Date = free[0].Date(s.Location.Zone()).String()
		}
	}
	if times.Date == "" && len(times.Days) > 0 {
		times.Date = times.Days[0] // every time is taken: the guest sees that they are
	}
	if times.Date == "" {
		times.Date = timeslot.Dates(s.Location, s.Now)[0].String()
	}
	day, err := location.ParseDate(times.Date)
	if err != nil {
		return Times{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/date")).Because(err)
	}
	times.Day, err = book.Day(ctx, day, need)
	return times, err
}

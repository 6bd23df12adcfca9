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

// Left is a basket whose hold another basket takes over, with its shop: the guest moved from it to another location or handoff.
type Left struct {
	Basket Basket
	Shop   Shop
}

// HoldTime holds the time for the basket, or the earliest free one when asap. It releases the one that the basket held, and the one that
// left holds (left may be nil). A time that is held already is renewed, within its bounds. The place counts among the holds of the client.
// Write the operations in one set with the basket's Save: they change the slots and left. Errors are those of timeslot.Book.
func (b Basket) HoldTime(ctx context.Context, t table.Table, s Shop, client string, start time.Time, asap bool, left *Left) (Basket, []table.Op, error) {
	if err := b.Changeable(); err != nil {
		return b, nil, err
	}
	if err := s.Sells(b.Handoff, b.Category); err != nil {
		return b, nil, err
	}
	book, need := s.Book(t, b), Price(b, s).Need
	book.Client = timeslot.Client{Name: client, Most: s.Brand.HoldsPerClient}
	held := []*Hold{b.Hold}
	if left != nil {
		book.Left = left.Basket.ID
		if left.Basket.LocationID == b.LocationID {
			held = append(held, left.Basket.Hold)
		}
	}
	// hold returns the hold of the slot at start, from now on.
	hold := func(start time.Time) Hold {
		until := s.Now.Add(s.Brand.HoldFor).Truncate(time.Second)
		for _, h := range held {
			if h.Alive(s.Now) && h.Start.Equal(start) {
				return h.Renewed(until)
			}
		}
		h := Hold{Start: start.UTC(), Taken: s.Now, Latest: timeslot.OrderBy(s.Location, start, need), Renewals: s.Brand.HoldRenewals}
		h.Latest = earlier(h.Latest, s.Now.Add(s.Brand.HoldAtMost).Truncate(time.Second))
		h.Expires = earlier(h.Latest, until)
		return h
	}
	var ops []table.Op
	var err error
	if asap {
		var slot timeslot.Slot
		ops, slot, err = book.HoldEarliest(ctx, b.ID, need, func(start time.Time) time.Time { return hold(start).Expires })
		start = slot.Start
	} else {
		ops, err = book.Hold(ctx, start, b.ID, need, hold(start).Expires)
	}
	if err != nil {
		return b, nil, err
	}
	written := []time.Time{start} // slots in which ops already release the place of left
	if b.Hold != nil && !b.Hold.Start.Equal(start) {
		freed, err := book.Release(ctx, b.Hold.Start, b.ID, book.Left)
		if err != nil {
			return b, nil, err
		}
		ops, written = append(ops, freed...), append(written, b.Hold.Start)
	}
	if left != nil {
		freed, err := left.giveUp(ctx, t, book, written)
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

// giveUp returns the operations that end the hold of l, and its place in the slot. Other is the book of the basket that takes over; its
// operations have already released the place in the slots at written.
func (l Left) giveUp(ctx context.Context, t table.Table, other timeslot.Book, written []time.Time) (ops []table.Op, err error) {
	book, hold := l.Shop.Book(t, l.Basket), l.Basket.Hold
	here := book.Location.ID == other.Location.ID
	if here {
		book.Client = other.Client // other reuses the row that counts this place: see uncount
	}
	if !here || book.Catering != other.Catering || !slices.ContainsFunc(written, hold.Start.Equal) {
		if ops, err = book.Release(ctx, hold.Start, l.Basket.ID); err != nil {
			return nil, err
		}
	}
	l.Basket.Hold = nil
	return append(ops, l.Basket.Save(l.Shop.Now)), nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
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
	ASAP *Time
	Days []timeslot.Day // every date that can be asked for, today first
	Date string         // YYYY-MM-DD, of Times
	Day  []Time
}

// Time is a timeslot with what would become of the basket at it.
type Time struct {
	timeslot.Left
	// Changes is what the guest would have to accept there and has not to now: a dry run.
	Changes []Change
}

// Times lists the days for which a time can be asked and the times of one of them: date (YYYY-MM-DD), or, when that is empty,
// the first day with a free time.
func (b Basket) Times(ctx context.Context, t table.Table, s Shop, date string) (Times, error) {
	if err := s.Sells(b.Handoff, b.Category); err != nil {
		return Times{}, err
	}
	p := Price(b, s)
	book, need := s.Book(t, b), p.Need
	book.Left = b.Leaves()
	now := b.changes(p, s)
	judged := func(left timeslot.Left) Time {
		return Time{Left: left, Changes: b.changesThen(p, s, left.Start, now)}
	}
	times := Times{Date: date, Days: timeslot.Ahead(s.Location, b.Handoff, s.Now, need, s.Days(b.Category))}
	free, err := book.Next(ctx, need, 1)
	if err != nil {
		return Times{}, err
	}
	if len(free) > 0 {
		if timeslot.Serving(s.Location, b.Handoff, s.Now) {
			asap := judged(timeslot.Left{Slot: free[0]})
			times.ASAP = &asap
		}
		if date == "" {
			times.Date = free[0].Date(s.Location.Zone()).String()
		}
	}
	if times.Date == "" {
		times.Date = dayToShow(times.Days).String() // every time is taken: the guest sees that they are
	}
	day, err := location.ParseDate(times.Date)
	if err != nil {
		return Times{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/date")).Because(err)
	}
	slots, err := book.Day(ctx, day, need)
	if err != nil {
		return Times{}, err
	}
	times.Day = make([]Time, len(slots))
	for i, left := range slots {
		times.Day[i] = judged(left)
	}
	return times, nil
}

// dayToShow is the first day with times, or the first of all.
func dayToShow(days []timeslot.Day) location.Date {
	for _, d := range days {
		if d.Closed == "" {
			return d.Date
		}
	}
	return days[0].Date
}

// changesThen lists what would change of the basket if it were wanted at the time, beside what has changed by now anyway.
func (b Basket) changesThen(p Priced, s Shop, start time.Time, now []Change) []Change {
	b.Hold = &Hold{Start: start}
	return slices.DeleteFunc(b.changes(p, s), func(then Change) bool {
		return slices.ContainsFunc(now, func(c Change) bool { return c.Kind == then.Kind && c.LineID == then.LineID && c.Label == then.Label })
	})
}

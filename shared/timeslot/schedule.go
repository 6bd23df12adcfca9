package timeslot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Schedule is the timeslots of one location and handoff at Now. Its methods read the table and return the operations that change it,
// so that a place is taken in the same write as the change that needs it.
type Schedule struct {
	Table         table.Table
	Location      location.Location
	Handoff       location.Handoff
	Pool          category.Pool
	NumberPrefix  string // of order numbers
	For           string // the requesting basket, if any: its own place is not counted against it
	TakesOverFrom string // the basket from which For takes over the hold, if any: its place is not counted either
	Client        Client // of the guest who holds
	Now           time.Time
	Days          int // number of dates that can be ordered for, today included
}

// Availability is a slot and whether it is full.
type Availability struct {
	Slot
	Full bool
}

// Day lists the slots of a local day; none for a day that is too far ahead.
func (s Schedule) Day(ctx context.Context, day location.Date, n Need) ([]Availability, error) {
	if !s.within(day) {
		return nil, nil
	}
	offered := Offered(s.Location, s.Handoff, day, s.Now, n)
	if len(offered) == 0 {
		return nil, nil
	}
	occupancies, err := s.occupancies(ctx, day)
	if err != nil {
		return nil, err
	}
	capacity := s.Location.CapacityOn(day, s.Pool)
	left := make([]Availability, len(offered))
	for i, slot := range offered {
		left[i] = Availability{Slot: slot, Full: !occupancies[sortKey(slot.Start)].fits(capacity, s.Now, n.Minutes, s.For, s.TakesOverFrom)}
	}
	return left, nil
}

// Next lists the earliest slots with room, at most limit.
func (s Schedule) Next(ctx context.Context, n Need, limit int) ([]Slot, error) {
	var free []Slot
	for _, day := range Dates(s.Location, s.Now, s.Days) {
		left, err := s.Day(ctx, day, n)
		if err != nil {
			return nil, err
		}
		for _, l := range left {
			if l.Full {
				continue
			}
			if free = append(free, l.Slot); len(free) == limit {
				return free, nil
			}
		}
	}
	return free, nil
}

// Earliest returns the first slot with room; problem.LocationClosed if no slot of the next days has room.
func (s Schedule) Earliest(ctx context.Context, n Need) (Slot, error) {
	free, err := s.Next(ctx, n, 1)
	if err != nil {
		return Slot{}, err
	}
	if len(free) == 0 {
		return Slot{}, problem.New(problem.LocationClosed)
	}
	return free[0], nil
}

// Hold takes a place in the slot for a basket until the instant, or renews its place there. It takes over the place that the basket
// TakesOverFrom has there. It returns problem.TimeslotUnavailable when the slot is not offered, problem.TimeslotFull when it has no
// room, and problem.TooManyHolds when the client is at its bound in this restaurant.
func (s Schedule) Hold(ctx context.Context, start time.Time, basketID string, n Need, until time.Time) ([]table.Op, error) {
	if !s.offers(start, n) {
		return nil, s.refused(ctx, problem.TimeslotUnavailable, start, n)
	}
	occupancy, err := s.occupancy(ctx, start)
	if err != nil {
		return nil, err
	}
	capacity := s.capacity(start)
	if !occupancy.fits(capacity, s.Now, n.Minutes, basketID, s.TakesOverFrom) {
		return nil, s.refused(ctx, problem.TimeslotFull, start, n)
	}
	ops, counted, err := s.count(ctx, basketID, until)
	if err != nil {
		return nil, err
	}
	for _, id := range []string{basketID, s.TakesOverFrom} {
		was, _ := occupancy.reservation(id, s.Now)
		ops = append(ops, s.uncount(was)...)
	}
	reservation := Reservation{ID: basketID, Minutes: min(n.Minutes, capacity.Minutes), Expires: until.UTC(), Counted: counted}
	return append(ops, occupancy.with(s.Now, reservation, basketID, s.TakesOverFrom).Save()), nil
}

// earliestAttempts bounds the retries of HoldEarliest after another guest took the place.
const earliestAttempts = 8

// HoldEarliest takes a place for a basket in the earliest slot with room, and returns the slot. until returns when the hold of a slot
// expires. If other guests take the last place between the read and the hold, it tries the next free slot. It returns
// problem.LocationClosed if no slot of the next days has room, and problem.TimeslotFull when others were faster each time.
func (s Schedule) HoldEarliest(ctx context.Context, basketID string, n Need, until func(start time.Time) time.Time) ([]table.Op, Slot, error) {
	var lost error
	for range earliestAttempts {
		slot, err := s.Earliest(ctx, n)
		if err != nil {
			return nil, Slot{}, err
		}
		ops, err := s.Hold(ctx, slot.Start, basketID, n, until(slot.Start))
		if !problem.Is(err, problem.TimeslotFull) {
			return ops, slot, err
		}
		lost = err
	}
	return nil, Slot{}, lost
}

// Claimed is the result of a claim.
type Claimed struct {
	Number  string
	Counted *Counted // the count of holds that includes the place until the order is confirmed
}

// Claim turns the basket's hold into the order's place, with the order's actual make-minutes, and gives the order its number. Errors:
// problem.TimeslotPassed when it is too late for a held slot (OrderBy) or the location is closed then; HoldEnded when the hold has
// expired and the slot is no longer offered or is full; TimeslotFull when the order needs more room than was held. These three carry
// the next free times. TooManyHolds when the slot was not held and the client is at its bound. The place counts among the client's
// holds until the instant (whole seconds) at the latest: pass Counted to Return, or to Uncount when the order is confirmed or rolled
// back. The claim itself does not expire: Release ends it.
func (s Schedule) Claim(ctx context.Context, start time.Time, basketID, orderToken string, n Need, until time.Time) ([]table.Op, Claimed, error) {
	occupancy, err := s.occupancy(ctx, start)
	if err != nil {
		return nil, Claimed{}, err
	}
	hold, held := occupancy.reservation(basketID, s.Now)
	capacity := s.capacity(start)
	var refusal problem.Code
	switch fits := occupancy.fits(capacity, s.Now, n.Minutes, basketID); {
	case !held && (!fits || !s.offers(start, n)):
		refusal = problem.HoldEnded
	case held && !s.makeable(start, n):
		refusal = problem.TimeslotPassed
	case !fits:
		refusal = problem.TimeslotFull
	}
	if refusal != "" {
		return nil, Claimed{}, s.refused(ctx, refusal, start, n)
	}
	ops, counted := s.recount(hold.Counted, basketID, until), hold.Counted
	if !held {
		if ops, counted, err = s.count(ctx, basketID, until); err != nil {
			return nil, Claimed{}, err
		}
	}
	occupancy.Last++
	reservation := Reservation{ID: orderToken, Minutes: min(n.Minutes, capacity.Minutes), Number: s.orderNumber(start, occupancy.Last)}
	return append(ops, occupancy.with(s.Now, reservation, basketID).Save()), Claimed{reservation.Number, counted}, nil
}

// Return turns the order's place back into the basket's hold until the instant, after the order failed, so that its guest can try
// again. The hold counts as before. It returns no operations when the order has no place.
func (s Schedule) Return(ctx context.Context, start time.Time, orderToken, basketID string, counted *Counted, until time.Time) ([]table.Op, error) {
	occupancy, err := s.occupancy(ctx, start)
	if err != nil {
		return nil, err
	}
	r, ok := occupancy.reservation(orderToken, s.Now)
	if !ok {
		return nil, nil
	}
	r.ID, r.Number, r.Counted, r.Expires = basketID, "", counted, until.UTC()
	return append(s.recount(counted, basketID, until), occupancy.with(s.Now, r, orderToken).Save()), nil
}

// Release removes the places of baskets or orders from the slot. It returns no operations when they have none.
func (s Schedule) Release(ctx context.Context, start time.Time, ids ...string) (ops []table.Op, err error) {
	occupancy, err := s.occupancy(ctx, start)
	if err != nil {
		return nil, err
	}
	found := false
	for _, id := range ids {
		r, ok := occupancy.reservation(id, s.Now)
		found = found || ok
		ops = append(ops, s.uncount(r)...)
	}
	if found {
		ops = append(ops, occupancy.without(s.Now, ids...).Save())
	}
	return ops, nil
}

// Occupancies returns the occupancies of a local day by the start of their slots.
func (s Schedule) Occupancies(ctx context.Context, day location.Date) (map[time.Time]Occupancy, error) {
	byKey, err := s.occupancies(ctx, day)
	if err != nil {
		return nil, err
	}
	byStart := make(map[time.Time]Occupancy, len(byKey))
	for _, o := range byKey {
		byStart[o.start] = o
	}
	return byStart, nil
}

// offers reports whether the slot is on the list of its day.
func (s Schedule) offers(start time.Time, n Need) bool {
	return s.within(location.DateOf(start.In(s.Location.Timezone()))) && Offers(s.Location, s.Handoff, start, s.Now, n)
}

// makeable reports whether an order can still be placed for a slot that it holds.
func (s Schedule) makeable(start time.Time, n Need) bool {
	open := Offers(s.Location, s.Handoff, start, time.Time{}, n)
	return open && s.Now.Before(OrderBy(s.Location, start, n))
}

// within reports whether the day can be ordered for.
func (s Schedule) within(day location.Date) bool {
	return slices.Contains(Dates(s.Location, s.Now, s.Days), day)
}

func (s Schedule) capacity(start time.Time) location.Capacity {
	return s.Location.CapacityOn(location.DateOf(start.In(s.Location.Timezone())), s.Pool)
}

// nextTimes is the number of free times in a problem.
const nextTimes = 3

// refused returns the problem of the requested slot with the next free times.
func (s Schedule) refused(ctx context.Context, code problem.Code, start time.Time, n Need) error {
	free, err := s.Next(ctx, n, nextTimes)
	if err != nil {
		return err
	}
	next := make([]time.Time, len(free))
	for i, s := range free {
		next[i] = s.Start
	}
	return problem.New(code, "start", start.UTC(), "next", next)
}

// Prefix is the prefix of the partitions of slots. A write conflict there means that another guest was faster: read again.
const Prefix = "slots#"

func (s Schedule) partition(day location.Date) string {
	p := Prefix + s.Location.ID + "#" + day.String()
	if s.Pool != category.Kitchen {
		p += "#" + string(s.Pool)
	}
	return p
}

func (s Schedule) occupancy(ctx context.Context, start time.Time) (Occupancy, error) {
	start = start.UTC()
	key := table.Key{PK: s.partition(location.DateOf(start.In(s.Location.Timezone()))), SK: sortKey(start)}
	item, err := s.Table.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		return Occupancy{key: key, start: start}, nil
	}
	if err != nil {
		return Occupancy{}, fmt.Errorf("timeslot %s: %w", key, err)
	}
	return readOccupancy(item)
}

// occupancies reads the occupancies of a day by sort key. A slot without any place so far has none.
func (s Schedule) occupancies(ctx context.Context, day location.Date) (map[string]Occupancy, error) {
	occupancies := map[string]Occupancy{}
	q := table.Query{PK: s.partition(day)}
	for item, err := range table.All(ctx, s.Table, q) {
		if err != nil {
			return nil, fmt.Errorf("timeslots of %s: %w", q.PK, err)
		}
		if occupancies[item.SK], err = readOccupancy(item); err != nil {
			return nil, err
		}
	}
	return occupancies, nil
}

// orderNumber returns the number that the restaurant calls out: the quarter hour of the local day in two digits, then the count of
// orders in it. 7302 is the second order for 18:15. Each kitchen counts its own orders. Those of
// the catering kitchen have the prefix C: C7302.
func (s Schedule) orderNumber(start time.Time, turn int) string {
	local := start.In(s.Location.Timezone())
	return fmt.Sprintf("%s%02d%02d", s.NumberPrefix, local.Hour()*4+local.Minute()/15, turn)
}

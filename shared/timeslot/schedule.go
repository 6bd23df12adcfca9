package timeslot

import (
	"context"
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

	occupancy Occupancy // as it was read
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
	occupancies, err := s.Occupancies(ctx, day)
	if err != nil {
		return nil, err
	}
	capacity := s.Location.CapacityOn(day, s.Pool)
	left := make([]Availability, len(offered))
	for i, slot := range offered {
		occupancy, ok := occupancies[slot.Start]
		if !ok {
			occupancy = s.empty(slot.Start)
		}
		left[i] = Availability{slot, !occupancy.fits(capacity, s.Now, n.Minutes, s.For, s.TakesOverFrom), occupancy}
	}
	return left, nil
}

// FirstFree lists the slots of the first day that has one with room, and the index of that slot. It lists none if no slot of the next
// days has room.
func (s Schedule) FirstFree(ctx context.Context, n Need) (day []Availability, first int, err error) {
	for _, date := range Dates(s.Location, s.Now, s.Days) {
		day, err := s.Day(ctx, date, n)
		if err != nil {
			return nil, 0, err
		}
		if first := slices.IndexFunc(day, func(a Availability) bool { return !a.Full }); first >= 0 {
			return day, first, nil
		}
	}
	return nil, 0, nil
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
	if !occupancy.fits(s.capacity(start), s.Now, n.Minutes, basketID, s.TakesOverFrom) {
		return nil, s.refused(ctx, problem.TimeslotFull, start, n)
	}
	return s.hold(ctx, occupancy, basketID, n, until)
}

// hold is Hold in a slot with room.
func (s Schedule) hold(ctx context.Context, occupancy Occupancy, basketID string, n Need, until time.Time) ([]table.Op, error) {
	ops, counted, err := s.count(ctx, basketID, until)
	if err != nil {
		return nil, err
	}
	for _, id := range []string{basketID, s.TakesOverFrom} {
		was, _ := occupancy.reservation(id, s.Now)
		ops = append(ops, s.uncount(was)...)
	}
	minutes := min(n.Minutes, s.capacity(occupancy.start).Minutes)
	reservation := Reservation{ID: basketID, Minutes: minutes, Expires: until.UTC(), Counted: counted}
	return append(ops, occupancy.with(s.Now, reservation, basketID, s.TakesOverFrom).Save()), nil
}

// HoldEarliest takes a place for a basket in the earliest slot with room, and returns the slot. until returns when the hold of a slot
// expires. It returns problem.LocationClosed if no slot of the next days has room, and problem.TooManyHolds as Hold does.
func (s Schedule) HoldEarliest(ctx context.Context, basketID string, n Need, until func(start time.Time) time.Time) ([]table.Op, Slot, error) {
	day, first, err := s.FirstFree(ctx, n)
	if err != nil {
		return nil, Slot{}, err
	}
	if day == nil {
		return nil, Slot{}, problem.New(problem.LocationClosed)
	}
	free := day[first]
	ops, err := s.hold(ctx, free.occupancy, basketID, n, until(free.Start))
	return ops, free.Slot, err
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
// holds until Counted.Until, which is at the latest the instant (whole seconds): pass Counted to Extend if the order waits, to Return, or
// to Uncount when the order is confirmed or rolled back. The claim itself does not expire: Release ends it.
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
	var ops []table.Op
	counted := hold.Counted
	switch soon := hold.Expires.Before(s.Now.Add(recountWithin)); {
	case !held:
		if ops, counted, err = s.count(ctx, basketID, until); err != nil {
			return nil, Claimed{}, err
		}
		if counted != nil {
			counted.Until = until
		}
	case soon:
		counted, ops = s.Extend(counted, basketID, until)
	case counted != nil:
		counted = &Counted{counted.Client, counted.Nth, hold.Expires}
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
	counted, ops := s.Extend(counted, basketID, until)
	if counted != nil {
		counted.Until = time.Time{} // the row expires with the hold
	}
	r.ID, r.Number, r.Counted, r.Expires = basketID, "", counted, until.UTC()
	return append(ops, occupancy.with(s.Now, r, orderToken).Save()), nil
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
	next := []time.Time{}
	for _, date := range Dates(s.Location, s.Now, s.Days) {
		day, err := s.Day(ctx, date, n)
		if err != nil {
			return err
		}
		for _, a := range day {
			if !a.Full {
				next = append(next, a.Start)
			}
		}
		if len(next) >= nextTimes {
			next = next[:nextTimes]
			break
		}
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
	o := s.empty(start)
	item, err := table.Find(ctx, s.Table, o.key, &o)
	if err != nil {
		return Occupancy{}, fmt.Errorf("timeslot %s: %w", o.key, err)
	}
	o.version = item.Version
	return o, nil
}

// empty is the occupancy of a slot in which no place was taken yet.
func (s Schedule) empty(start time.Time) Occupancy {
	start = start.UTC()
	day := location.DateOf(start.In(s.Location.Timezone()))
	return Occupancy{key: table.Key{PK: s.partition(day), SK: sortKey(start)}, start: start}
}

// Occupancies reads the occupancies of a local day by the start (UTC) of their slots. A slot without any place so far has none.
func (s Schedule) Occupancies(ctx context.Context, day location.Date) (map[time.Time]Occupancy, error) {
	occupancies := map[time.Time]Occupancy{}
	q := table.Query{PK: s.partition(day)}
	for item, err := range table.All(ctx, s.Table, q) {
		if err != nil {
			return nil, fmt.Errorf("timeslots of %s: %w", q.PK, err)
		}
		o, err := readOccupancy(item)
		if err != nil {
			return nil, err
		}
		occupancies[o.start] = o
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

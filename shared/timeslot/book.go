package timeslot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Book is a restaurant's book of timeslots for one handoff, as it stands at Now. Its methods read the table and return the
// operations that change it, so that a place is taken in the same write as what it is taken for.
type Book struct {
	Table    table.Table
	Location location.Location
	Handoff  location.Handoff
	Catering bool   // the catering kitchen has room of its own
	For      string // the basket that asks, if any: its own place does not count against it
	Left     string // the basket whose hold For takes over, if any: its place does not count either
	Client   Client // of the guest who holds
	Now      time.Time
	Days     int // for how many dates a time can be asked, today included
}

// Left is a slot with whether it has room.
type Left struct {
	Slot
	Full bool
}

// Day lists the slots of a local day; none of a day that lies too far ahead.
func (b Book) Day(ctx context.Context, day location.Date, n Need) ([]Left, error) {
	if !b.within(day) {
		return nil, nil
	}
	offered := Offered(b.Location, b.Handoff, day, b.Now, n)
	if len(offered) == 0 {
		return nil, nil
	}
	sheets, err := b.sheets(ctx, day)
	if err != nil {
		return nil, err
	}
	capacity := b.Location.CapacityOn(day, b.Catering)
	left := make([]Left, len(offered))
	for i, slot := range offered {
		left[i] = Left{Slot: slot, Full: !sheets[sortKey(slot.Start)].fits(capacity, b.Now, n.Minutes, b.For, b.Left)}
	}
	return left, nil
}

// Next lists the earliest slots with room, at most limit.
func (b Book) Next(ctx context.Context, n Need, limit int) ([]Slot, error) {
	var free []Slot
	for _, day := range Dates(b.Location, b.Now, b.Days) {
		left, err := b.Day(ctx, day, n)
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

// Earliest is the first slot with room; problem.LocationClosed when there is none in the next days.
func (b Book) Earliest(ctx context.Context, n Need) (Slot, error) {
	free, err := b.Next(ctx, n, 1)
	if err != nil {
		return Slot{}, err
	}
	if len(free) == 0 {
		return Slot{}, problem.New(problem.LocationClosed)
	}
	return free[0], nil
}

// Hold takes a place in the slot for a basket until the instant, or renews the one that the basket has there. It takes over the place that
// the basket Left has there. It returns problem.TimeslotUnavailable when the slot is not offered, problem.TimeslotFull
// when there is no room, and problem.TooManyHolds when the client has as many places as it may in this restaurant.
func (b Book) Hold(ctx context.Context, start time.Time, basketID string, n Need, until time.Time) ([]table.Op, error) {
	if !b.offers(start, n) {
		return nil, b.refused(ctx, problem.TimeslotUnavailable, start, n)
	}
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	capacity := b.capacity(start)
	if !sheet.fits(capacity, b.Now, n.Minutes, basketID, b.Left) {
		return nil, b.refused(ctx, problem.TimeslotFull, start, n)
	}
	ops, counted, err := b.count(ctx, basketID, until)
	if err != nil {
		return nil, err
	}
	for _, id := range []string{basketID, b.Left} {
		was, _ := sheet.place(id, b.Now)
		ops = append(ops, b.uncount(was)...)
	}
	place := Place{ID: basketID, Minutes: min(n.Minutes, capacity.Minutes), Expires: until.UTC(), Counted: counted}
	return append(ops, sheet.with(b.Now, place, basketID, b.Left).Save()), nil
}

// chases bounds how often HoldEarliest runs after a place that others are faster at.
const chases = 8

// HoldEarliest takes a place for a basket in the earliest slot that has room, and returns the slot. until returns when the hold of a slot
// expires. If other guests take the last place between the read and the hold, it tries the next free slot. It returns problem.LocationClosed when there is none in
// the next days, and problem.TimeslotFull when others were faster each time.
func (b Book) HoldEarliest(ctx context.Context, basketID string, n Need, until func(start time.Time) time.Time) ([]table.Op, Slot, error) {
	var lost error
	for range chases {
		slot, err := b.Earliest(ctx, n)
		if err != nil {
			return nil, Slot{}, err
		}
		ops, err := b.Hold(ctx, slot.Start, basketID, n, until(slot.Start))
		if !problem.Is(err, problem.TimeslotFull) {
			return ops, slot, err
		}
		lost = err
	}
	return nil, Slot{}, lost
}

// Claimed is what an order has of a slot.
type Claimed struct {
	Number  string
	Counted *Counted // the count of holds that includes the place until the order is confirmed
}

// Claim turns the basket's hold into the order's place, with the make-minutes that the order really needs, and gives the
// order its number. Errors: problem.TimeslotPassed when it is too late for a held slot (OrderBy) or the location is closed then;
// HoldEnded when the hold has expired and the slot is not offered any more or is full; TimeslotFull when the order needs more room than was
// held. These three have the next free times. TooManyHolds when the slot was not held and the client is at its bound.
// The place counts among the client's holds until the instant (whole seconds) at the latest: pass Counted to Return, or to Uncount when
// the order is confirmed or undone. The claim itself does not expire: Release ends it.
func (b Book) Claim(ctx context.Context, start time.Time, basketID, orderToken string, n Need, until time.Time) ([]table.Op, Claimed, error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, Claimed{}, err
	}
	hold, held := sheet.place(basketID, b.Now)
	capacity := b.capacity(start)
	var refusal problem.Code
	switch fits := sheet.fits(capacity, b.Now, n.Minutes, basketID); {
	case !held && (!fits || !b.offers(start, n)):
		refusal = problem.HoldEnded
	case held && !b.makeable(start, n):
		refusal = problem.TimeslotPassed
	case !fits:
		refusal = problem.TimeslotFull
	}
	if refusal != "" {
		return nil, Claimed{}, b.refused(ctx, refusal, start, n)
	}
	ops, counted := b.recount(hold.Counted, basketID, until), hold.Counted
	if !held {
		if ops, counted, err = b.count(ctx, basketID, until); err != nil {
			return nil, Claimed{}, err
		}
	}
	sheet.Last++
	place := Place{ID: orderToken, Minutes: min(n.Minutes, capacity.Minutes), Number: b.orderNumber(start, sheet.Last)}
	return append(ops, sheet.with(b.Now, place, basketID).Save()), Claimed{place.Number, counted}, nil
}

// Return turns the order's place back into the basket's hold until the instant: the order was not made, and its guest may
// try again. The hold counts as before. It returns no operations when the order has no place.
func (b Book) Return(ctx context.Context, start time.Time, orderToken, basketID string, counted *Counted, until time.Time) ([]table.Op, error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	p, ok := sheet.place(orderToken, b.Now)
	if !ok {
		return nil, nil
	}
	p.ID, p.Number, p.Counted, p.Expires = basketID, "", counted, until.UTC()
	return append(b.recount(counted, basketID, until), sheet.with(b.Now, p, orderToken).Save()), nil
}

// Release removes the places of baskets or orders from the slot. It returns no operations when they have none.
func (b Book) Release(ctx context.Context, start time.Time, ids ...string) (ops []table.Op, err error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	found := false
	for _, id := range ids {
		p, ok := sheet.place(id, b.Now)
		found = found || ok
		ops = append(ops, b.uncount(p)...)
	}
	if found {
		ops = append(ops, sheet.without(b.Now, ids...).Save())
	}
	return ops, nil
}

// Sheets gives every sheet of a local day by the start of its slot, for whoever checks or shows a day as a whole.
func (b Book) Sheets(ctx context.Context, day location.Date) (map[time.Time]Sheet, error) {
	byKey, err := b.sheets(ctx, day)
	if err != nil {
		return nil, err
	}
	byStart := make(map[time.Time]Sheet, len(byKey))
	for _, s := range byKey {
		byStart[s.start] = s
	}
	return byStart, nil
}

// offers says whether the slot is on the list of its day.
func (b Book) offers(start time.Time, n Need) bool {
	return b.within(location.DateOf(start.In(b.Location.Zone()))) && Offers(b.Location, b.Handoff, start, b.Now, n)
}

// makeable reports whether an order can still be placed for a slot that it holds.
func (b Book) makeable(start time.Time, n Need) bool {
	open := Offers(b.Location, b.Handoff, start, time.Time{}, n)
	return open && b.Now.Before(OrderBy(b.Location, start, n))
}

// within says whether the day is one that a time can be asked for.
func (b Book) within(day location.Date) bool {
	return slices.Contains(Dates(b.Location, b.Now, b.Days), day)
}

func (b Book) capacity(start time.Time) location.Capacity {
	return b.Location.CapacityOn(location.DateOf(start.In(b.Location.Zone())), b.Catering)
}

// nextTimes is how many free times a refusal offers instead.
const nextTimes = 3

// refused is the problem with the slot that was asked for and the next ones that have room.
func (b Book) refused(ctx context.Context, code problem.Code, start time.Time, n Need) error {
	free, err := b.Next(ctx, n, nextTimes)
	if err != nil {
		return err
	}
	next := make([]time.Time, len(free))
	for i, s := range free {
		next[i] = s.Start
	}
	return problem.New(code, "start", start.UTC(), "next", next)
}

func (b Book) partition(day location.Date) string {
	p := "slots#" + b.Location.ID + "#" + day.String()
	if b.Catering {
		p += "#catering"
	}
	return p
}

func (b Book) sheet(ctx context.Context, start time.Time) (Sheet, error) {
	start = start.UTC()
	key := table.Key{PK: b.partition(location.DateOf(start.In(b.Location.Zone()))), SK: sortKey(start)}
	item, err := b.Table.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		return Sheet{key: key, start: start}, nil
	}
	if err != nil {
		return Sheet{}, fmt.Errorf("timeslot %s: %w", key, err)
	}
	return readSheet(item)
}

// sheets reads a day's sheets by sort key; a slot that nobody has asked for has none.
func (b Book) sheets(ctx context.Context, day location.Date) (map[string]Sheet, error) {
	sheets := map[string]Sheet{}
	q := table.Query{PK: b.partition(day)}
	for {
		page, err := b.Table.Query(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("timeslots of %s: %w", q.PK, err)
		}
		for _, item := range page.Items {
			s, err := readSheet(item)
			if err != nil {
				return nil, err
			}
			sheets[item.SK] = s
		}
		if page.Cursor == "" {
			return sheets, nil
		}
		q.Cursor = page.Cursor
	}
}

// orderNumber is the number that the restaurant calls out: the quarter hour of the local day in two digits, then the order's turn in it. 7302
// is the second order for 18:15. Catering orders have sheets of their own and the prefix C: C7302.
func (b Book) orderNumber(start time.Time, turn int) string {
	local, kind := start.In(b.Location.Zone()), ""
	if b.Catering {
		kind = "C"
	}
	return fmt.Sprintf("%s%02d%02d", kind, local.Hour()*4+local.Minute()/15, turn)
}

// attempts bounds Settle. Each lost attempt is another guest's success on the same slot, so a slot's orders bound it too.
const attempts = 64

// Settle writes the operations that propose returns. It calls propose again if another writer changed a slot in between, or an item in a
// partition with one of the prefixes. It returns any other conflict and every error of propose. No operations are no error.
func Settle(ctx context.Context, t table.Table, propose func() ([]table.Op, error), prefixes ...string) error {
	prefixes = append(prefixes, "slots#")
	for range attempts {
		ops, err := propose()
		if err != nil || len(ops) == 0 {
			return err
		}
		err = t.Write(ctx, ops...)
		if !lost(err, prefixes) {
			return err
		}
	}
	return fmt.Errorf("timeslot: %d attempts lost: %w", attempts, table.ErrUnavailable)
}

// lost reports whether a write failed only because items in partitions with these prefixes had changed.
func lost(err error, prefixes []string) bool {
	var c *table.Conflict
	return errors.As(err, &c) && !slices.ContainsFunc(c.Keys, func(k table.Key) bool {
		return !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(k.PK, p) })
	})
}

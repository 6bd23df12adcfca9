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
		left[i] = Left{Slot: slot, Full: !sheets[sortKey(slot.Start)].fits(capacity, b.Now, b.For, n.Minutes)}
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

// Hold takes a place in the slot for a basket until the instant, or prolongs the one that the basket has there. It returns
// problem.TimeslotUnavailable when the slot is not offered, problem.TimeslotFull when there is no room, and problem.TooManyHolds when
// the client has as many places as it may in this restaurant.
func (b Book) Hold(ctx context.Context, start time.Time, basketID string, n Need, until time.Time) ([]table.Op, error) {
	if !b.offers(start, n) {
		return nil, b.refused(ctx, problem.TimeslotUnavailable, start, n)
	}
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	capacity := b.capacity(start)
	if !sheet.fits(capacity, b.Now, basketID, n.Minutes) {
		return nil, b.refused(ctx, problem.TimeslotFull, start, n)
	}
	ops, counted, err := b.count(ctx, basketID, until)
	if err != nil {
		return nil, err
	}
	was, _ := sheet.place(basketID, b.Now)
	place := Place{ID: basketID, Minutes: min(n.Minutes, capacity.Minutes), Expires: until.UTC(), Counted: counted}
	return append(append(ops, b.uncount(was)...), sheet.with(b.Now, basketID, place).Save()), nil
}

// chases bounds how often HoldEarliest runs after a place that others are faster at.
const chases = 8

// HoldEarliest takes a place in the earliest slot that has room for a basket until the instant, and says which. When others take
// the last place between the look and the hold it is the next free one. It returns problem.LocationClosed when there is none in
// the next days, and problem.TimeslotFull when others were faster each time.
func (b Book) HoldEarliest(ctx context.Context, basketID string, n Need, until time.Time) ([]table.Op, Slot, error) {
	var lost error
	for range chases {
		slot, err := b.Earliest(ctx, n)
		if err != nil {
			return nil, Slot{}, err
		}
		ops, err := b.Hold(ctx, slot.Start, basketID, n, until)
		if !problem.Is(err, problem.TimeslotFull) {
			return ops, slot, err
		}
		lost = err
	}
	return nil, Slot{}, lost
}

// Claim turns the basket's hold into the order's place, with the make-minutes that the order really needs, and gives the
// order its number. When the hold has ended the slot is taken again if it can still be made and has room; otherwise the
// problem is HoldEnded. It is TimeslotFull when the order has outgrown the room that was held. Both carry the next free
// times. The claim stays until it is released: nothing has to confirm it.
func (b Book) Claim(ctx context.Context, start time.Time, basketID, orderToken string, n Need) ([]table.Op, string, error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, "", err
	}
	if p, ok := sheet.place(orderToken, b.Now); ok {
		return nil, p.Number, nil
	}
	hold, held := sheet.place(basketID, b.Now)
	capacity := b.capacity(start)
	switch {
	case !held && !b.offers(start, n):
		return nil, "", b.refused(ctx, problem.HoldEnded, start, n)
	case !sheet.fits(capacity, b.Now, basketID, n.Minutes):
		code := problem.TimeslotFull
		if !held {
			code = problem.HoldEnded
		}
		return nil, "", b.refused(ctx, code, start, n)
	}
	sheet.Last++
	number := orderNumber(start.In(b.Location.Zone()), sheet.Last)
	place := Place{ID: orderToken, Minutes: min(n.Minutes, capacity.Minutes), Number: number}
	return append(b.uncount(hold), sheet.with(b.Now, basketID, place).Save()), number, nil
}

// Return turns the order's place back into the basket's hold until the instant: the order was not made, and its guest may
// try again, as often as somebody pays or tries to: it is not counted among its client's any more. There is nothing to write when the order has no place.
func (b Book) Return(ctx context.Context, start time.Time, orderToken, basketID string, until time.Time) ([]table.Op, error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	p, ok := sheet.place(orderToken, b.Now)
	if !ok {
		return nil, nil
	}
	p.ID, p.Number, p.Expires = basketID, "", until.UTC()
	return []table.Op{sheet.with(b.Now, orderToken, p).Save()}, nil
}

// Release gives the place of a basket or an order up. There is nothing to write when it has none.
func (b Book) Release(ctx context.Context, start time.Time, id string) ([]table.Op, error) {
	sheet, err := b.sheet(ctx, start)
	if err != nil {
		return nil, err
	}
	p, ok := sheet.place(id, b.Now)
	if !ok {
		return nil, nil
	}
	return append(b.uncount(p), sheet.with(b.Now, id).Save()), nil
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

// orderNumber is what the restaurant calls out: the quarter of the local day, then the order's turn in it. 7302 is the
// second order for 18:15.
func orderNumber(local time.Time, turn int) string {
	return fmt.Sprintf("%d%02d", local.Hour()*4+local.Minute()/15, turn)
}

// attempts bounds Settle. Each lost attempt is another guest's success on the same slot, so a slot's orders bound it too.
const attempts = 64

// Settle writes what propose returns, and has it propose again when somebody else changed a slot in between. Any other
// conflict, and every error of propose, is returned as it is. Nothing to write is no error.
func Settle(ctx context.Context, t table.Table, propose func() ([]table.Op, error)) error {
	for range attempts {
		ops, err := propose()
		if err != nil || len(ops) == 0 {
			return err
		}
		err = t.Write(ctx, ops...)
		if !lostSlot(err) {
			return err
		}
	}
	return fmt.Errorf("timeslot: %d attempts lost: %w", attempts, table.ErrUnavailable)
}

// lostSlot says that slots, and nothing else, stood in the way of a write.
func lostSlot(err error) bool {
	var c *table.Conflict
	if !errors.As(err, &c) {
		return false
	}
	for _, k := range c.Keys {
		if !strings.HasPrefix(k.PK, "slots#") {
			return false
		}
	}
	return true
}

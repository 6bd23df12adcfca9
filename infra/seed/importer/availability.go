package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/table"
)

// availabilityFile is the format of infra/seed/availability.schema.json. For each named restaurant a list replaces the previous one, an
// empty list clears it, and an absent list stays. Other restaurants do not change.
type availabilityFile struct {
	Locations []locationDays `json:"locations"`
}

type locationDays struct {
	Location   string           `json:"location"`
	SoldOut    []soldOutEntry   `json:"soldOut,omitempty"`
	Holiday    []holidayHours   `json:"holidayHours,omitempty"`
	Exceptions []exceptionEntry `json:"exceptions,omitempty"`
	Capacity   []datedCapacity  `json:"capacity,omitempty"`
}

// soldOutEntry is a sold-out item or modifier, and the local time when it is back: HH:MM is the next such time of the restaurant's clock,
// 2006-01-02T15:04 has the day too. Without a time it is sold out indefinitely.
type soldOutEntry struct {
	Item     string  `json:"item,omitempty"`
	Modifier string  `json:"modifier,omitempty"`
	Until    *string `json:"until,omitempty"`
}

// holidayHours replaces the regular hours on a run of days, both included: "Mo-Fr 10:00-16:00; Sa,Su closed".
type holidayHours struct {
	From  location.Date `json:"from"`
	To    location.Date `json:"to"`
	Hours string        `json:"hours"`
}

// span is a run of days, both included; without an end it is one day.
type span struct {
	From location.Date  `json:"from"`
	To   *location.Date `json:"to,omitempty"`
}

// exceptionEntry is a run of days on which the restaurant is closed or has other hours.
type exceptionEntry struct {
	span
	Handoff string           `json:"handoff,omitempty"` // name of the handoff; absent: all
	Closed  bool             `json:"closed,omitempty"`
	Hours   []location.Range `json:"hours,omitempty"`
}

// datedCapacity is the capacity of a timeslot on a run of days.
type datedCapacity struct {
	span
	Catering bool `json:"catering,omitempty"`
	location.Capacity
}

// Availability imports sold-out items, exceptional hours and the capacity of days from JSON. It is all or nothing (with more restaurants
// than one set of the table, for each set), and a running server sees it within two seconds.
func Availability(ctx context.Context, in Input) (*Report, error) {
	var f availabilityFile
	file, err := in.document(&f)
	if err != nil {
		return nil, err
	}
	file.report.Rows = len(f.Locations)
	locations, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	catalogue, err := menu.Current(ctx, in.Table)
	if err != nil {
		return nil, fmt.Errorf("read the menu of the table: %w", err)
	}
	var ops []table.Op
	firsts := map[string]int{}
	for i, entry := range f.Locations {
		at := fmt.Sprintf("/locations/%d", i)
		known, ok := locations[entry.Location]
		first, twice := firsts[entry.Location]
		switch {
		case !ok:
			file.reject(at+"/location", "there is no restaurant %q", entry.Location)
			continue
		case twice:
			file.reject(at+"/location", "restaurant %q is at /locations/%d already", entry.Location, first)
			continue
		}
		firsts[entry.Location] = i
		d := &days{source: file, now: in.Now(), zone: known.location.Timezone(), catalogue: catalogue, listed: map[[2]string]bool{}}
		op, err := d.ops(ctx, in.Table, entry, at)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op...)
	}
	return in.finish(file.report, "changed the availability", func() error {
		for set := range slices.Chunk(ops, setSize) {
			if err := in.Table.Write(ctx, append(slices.Clip(set), location.Changed())...); err != nil {
				return err
			}
		}
		return nil
	})
}

// days converts the entries of one restaurant.
type days struct {
	source
	now       time.Time
	zone      *time.Location
	catalogue *menu.Catalogue
	listed    map[[2]string]bool // the sold-out items and modifiers
}

// ops returns the write for one entry, none when nothing changes. Cleared availability stays as an empty item, so that its version
// increases and readers see the change.
func (d *days) ops(ctx context.Context, t table.Table, entry locationDays, at string) ([]table.Op, error) {
	old, err := stored(ctx, t, location.AvailabilityKey(entry.Location))
	if err != nil {
		return nil, fmt.Errorf("read the availability of %s: %w", entry.Location, err)
	}
	var a location.Availability
	if old != nil {
		if a, err = location.AvailabilityFrom(*old); err != nil {
			return nil, err
		}
	}
	replace(&a.SoldOut, entry.SoldOut, at+"/soldOut", d.soldOut)
	replace(&a.Holiday, entry.Holiday, at+"/holidayHours", d.season)
	replace(&a.Exceptions, entry.Exceptions, at+"/exceptions", d.exception)
	replace(&a.Capacities, entry.Capacity, at+"/capacity", d.capacity)
	return d.report.write(a.Item(entry.Location), old), nil
}

// replace replaces a list by the file's, if that has the list. With a fault nothing of the file is written.
func replace[E, T any](list *[]T, entries []E, at string, convert func(e E, at string) T) {
	if entries == nil {
		return
	}
	*list = nil
	for i, e := range entries {
		*list = append(*list, convert(e, fmt.Sprintf("%s/%d", at, i)))
	}
}

func (d *days) soldOut(e soldOutEntry, at string) location.SoldOut {
	s := location.SoldOut{Item: e.Item, Modifier: e.Modifier}
	item, known := d.catalogue.Item(e.Item)
	_, modifier := d.catalogue.Modifier(e.Modifier)
	switch {
	case (e.Item == "") == (e.Modifier == ""):
		d.reject(at, "set either item or modifier")
	case e.Item != "" && !known:
		d.reject(at+"/item", "there is no item %q on the menu: the file of the menu has the ids", e.Item)
	case e.Item != "":
		s.Item = item.ID
	case !modifier:
		d.reject(at+"/modifier", "there is no modifier %q on the menu: the file of the menu has the ids", e.Modifier)
	}
	if d.listed[[2]string{s.Item, s.Modifier}] {
		d.reject(at, "it is listed twice")
	}
	d.listed[[2]string{s.Item, s.Modifier}] = true
	if e.Until != nil {
		var ok bool
		if s.Until, ok = d.until(*e.Until); !ok {
			d.reject(at+"/until", "%q is not a local time like 17:30 or 2026-01-31T17:30", *e.Until)
		}
	}
	return s
}

// until returns the instant (UTC) of a local time: the next such time of the clock, or the time of a named day.
func (d *days) until(text string) (time.Time, bool) {
	date, clock, dated := strings.Cut(text, "T")
	if !dated {
		clock = text
	}
	minute, err := location.ParseMinute(clock)
	if err != nil {
		return time.Time{}, false
	}
	if dated {
		day, err := location.ParseDate(date)
		if err != nil {
			return time.Time{}, false
		}
		return day.At(int(minute), d.zone), true
	}
	today := location.DateOf(d.now.In(d.zone))
	until := today.At(int(minute), d.zone)
	if !until.After(d.now) {
		until = today.Plus(1).At(int(minute), d.zone)
	}
	return until, true
}

// last returns the last day of the run.
func (d *days) last(s span, at string) location.Date {
	if s.To == nil {
		return s.From
	}
	if s.To.Before(s.From) {
		d.reject(at+"/to", "%s is before %s", s.To, s.From)
	}
	return *s.To
}

func (d *days) season(e holidayHours, at string) location.Season {
	week, err := parseHours(e.Hours)
	if err != nil {
		d.reject(at+"/hours", "%v", err)
	}
	return location.Season{From: e.From, To: d.last(span{e.From, &e.To}, at), Week: week}
}

func (d *days) exception(e exceptionEntry, at string) location.Exception {
	if e.Closed == (len(e.Hours) > 0) {
		d.reject(at, "set either closed or hours")
	}
	if err := sortRanges(e.Hours); err != nil {
		d.reject(at+"/hours", "%v", err)
	}
	handoff, ok := location.ParseHandoff(e.Handoff)
	if e.Handoff != "" && !ok {
		d.reject(at+"/handoff", "%q is not a handoff (%v)", e.Handoff, location.AllHandoffs)
	}
	return location.Exception{From: e.From, To: d.last(e.span, at), Handoff: handoff, Ranges: e.Hours}
}

func (d *days) capacity(e datedCapacity, at string) location.DatedCapacity {
	for name, n := range map[string]int{"/minutes": e.Minutes, "/orders": e.Orders} {
		if n < 0 || n > 10_000 {
			d.reject(at+name, "%d is not a number from 0 to 10000", n)
		}
	}
	return location.DatedCapacity{From: e.From, To: d.last(e.span, at), Catering: e.Catering, Capacity: e.Capacity}
}

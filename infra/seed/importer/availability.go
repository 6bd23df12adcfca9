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
	Location   string             `json:"location"`
	SoldOut    []soldOutEntry     `json:"soldOut,omitempty"`
	Holiday    []holidayHours     `json:"holidayHours,omitempty"`
	Exceptions []exceptionEntry   `json:"exceptions,omitempty"`
	Capacity   []datedCapacityRow `json:"capacity,omitempty"`
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

// exceptionEntry is a run of days, both included, on which the restaurant is closed or has other hours. To is From when absent.
type exceptionEntry struct {
	From    location.Date    `json:"from"`
	To      *location.Date   `json:"to,omitempty"`
	Handoff string           `json:"handoff,omitempty"` // name of the handoff; absent: all
	Closed  bool             `json:"closed,omitempty"`
	Hours   []location.Range `json:"hours,omitempty"`
}

// datedCapacityRow is the capacity of a timeslot on a run of days, both included.
type datedCapacityRow struct {
	From     location.Date  `json:"from"`
	To       *location.Date `json:"to,omitempty"`
	Catering bool           `json:"catering,omitempty"`
	Minutes  int            `json:"minutes"`
	Orders   int            `json:"orders"`
}

// Availability imports sold-out items, exceptional hours and the capacity of days from JSON. It is all or nothing (with more restaurants
// than one set of the table, for each set), and a running server sees it within two seconds.
func Availability(ctx context.Context, in Input) (*Report, error) {
	var f availabilityFile
	file, err := in.document(&f)
	if err != nil {
		return nil, err
	}
	report := file.report
	report.Rows = len(f.Locations)
	if err := report.refuse(); err != nil {
		return report, err
	}
	locations, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	catalogue, err := menu.Current(ctx, in.Table)
	if err != nil {
		return nil, fmt.Errorf("read the menu of the table: %w", err)
	}
	r := &days{source: file, now: in.Now(), catalogue: catalogue}
	var ops []table.Op
	for i, entry := range f.Locations {
		at := fmt.Sprintf("/locations/%d", i)
		known, ok := locations[entry.Location]
		first := slices.IndexFunc(f.Locations, func(other locationDays) bool { return other.Location == entry.Location })
		switch {
		case !ok:
			r.reject(at+"/location", "there is no restaurant %q", entry.Location)
			continue
		case first < i:
			r.reject(at+"/location", "restaurant %q is at /locations/%d already", entry.Location, first)
			continue
		}
		op, err := r.locationOps(ctx, in.Table, known.location, entry, at)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op...)
	}
	if err := report.refuse(); err != nil {
		return report, err
	}
	if in.DryRun {
		return report, nil
	}
	for set := range slices.Chunk(ops, setSize) {
		if err := in.Table.Write(ctx, append(slices.Clip(set), location.Changed())...); err != nil {
			return nil, clashed(err, "changed the availability")
		}
	}
	in.progress("writing", len(ops), len(ops))
	return report, nil
}

// days converts the entries of the file.
type days struct {
	source
	now       time.Time
	catalogue *menu.Catalogue
}

// locationOps returns the write for one entry, none when nothing changes. Cleared availability stays as an empty item, so that its version
// increases and readers see the change.
func (d *days) locationOps(ctx context.Context, t table.Table, l location.Location, entry locationDays, at string) ([]table.Op, error) {
	old, err := stored(ctx, t, location.AvailabilityKey(l.ID))
	if err != nil {
		return nil, fmt.Errorf("read the availability of %s: %w", l.ID, err)
	}
	var a location.Availability
	if old != nil {
		if a, err = location.AvailabilityFrom(*old); err != nil {
			return nil, err
		}
	}
	if entry.SoldOut != nil {
		a.SoldOut = d.soldOut(l, entry.SoldOut, at+"/soldOut")
	}
	if entry.Holiday != nil {
		a.Holiday = d.holiday(entry.Holiday, at+"/holidayHours")
	}
	if entry.Exceptions != nil {
		a.Exceptions = d.exceptions(entry.Exceptions, at+"/exceptions")
	}
	if entry.Capacity != nil {
		a.Capacities = d.capacities(entry.Capacity, at+"/capacity")
	}
	item, err := a.Item(l.ID)
	if err != nil {
		return nil, err
	}
	return d.report.write(item, old), nil
}

func (d *days) soldOut(l location.Location, entries []soldOutEntry, at string) []location.SoldOut {
	var list []location.SoldOut
	for i, e := range entries {
		here := fmt.Sprintf("%s/%d", at, i)
		if (e.Item == "") == (e.Modifier == "") {
			d.reject(here, "name either an item or a modifier")
			continue
		}
		s := location.SoldOut{Item: e.Item, Modifier: e.Modifier}
		if e.Item != "" {
			item, ok := d.catalogue.Item(e.Item)
			if !ok {
				d.reject(here+"/item", "there is no item %q on the menu", e.Item)
				continue
			}
			s.Item = item.ID
		} else if _, ok := d.catalogue.Modifier(e.Modifier); !ok {
			d.reject(here+"/modifier", "there is no modifier %q on the menu", e.Modifier)
			continue
		}
		if e.Until != nil {
			var err error
			if s.Until, err = d.until(*e.Until, l.Timezone()); err != nil {
				d.reject(here+"/until", "%v", err)
				continue
			}
		}
		if slices.ContainsFunc(list, func(other location.SoldOut) bool { return other.Item == s.Item && other.Modifier == s.Modifier }) {
			d.reject(here, "it is listed twice")
			continue
		}
		list = append(list, s)
	}
	return list
}

// until returns the instant (UTC) of a local time: the next such time of the clock, or the time of a named day.
func (d *days) until(text string, zone *time.Location) (time.Time, error) {
	day, clock, dated := strings.Cut(text, "T")
	if !dated {
		clock = text
	}
	minute, err := location.ParseMinute(clock)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a local time like 17:30 or 2026-01-31T17:30", text)
	}
	if dated {
		date, err := location.ParseDate(day)
		if err != nil {
			return time.Time{}, fmt.Errorf("%q is not a local time like 17:30 or 2026-01-31T17:30", text)
		}
		return date.At(int(minute), zone), nil
	}
	today := location.DateOf(d.now.In(zone))
	until := today.At(int(minute), zone)
	if !until.After(d.now) {
		until = today.Plus(1).At(int(minute), zone)
	}
	return until, nil
}

// span is a run of days; without an end it is one day.
func (d *days) span(from location.Date, to *location.Date, at string) (location.Date, location.Date) {
	if to == nil {
		return from, from
	}
	if to.Before(from) {
		d.reject(at+"/to", "%s is before %s", to, from)
	}
	return from, *to
}

func (d *days) holiday(entries []holidayHours, at string) []location.Season {
	var list []location.Season
	for i, e := range entries {
		here := fmt.Sprintf("%s/%d", at, i)
		s := location.Season{}
		s.From, s.To = d.span(e.From, &e.To, here)
		var err error
		if s.Week, err = parseHours(e.Hours); err != nil {
			d.reject(here+"/hours", "%v", err)
		}
		list = append(list, s)
	}
	return list
}

func (d *days) exceptions(entries []exceptionEntry, at string) []location.Exception {
	var list []location.Exception
	for i, e := range entries {
		here := fmt.Sprintf("%s/%d", at, i)
		x := location.Exception{Ranges: e.Hours}
		x.From, x.To = d.span(e.From, e.To, here)
		if e.Closed == (len(e.Hours) > 0) {
			d.reject(here, "say either that it is closed or at what hours it is open")
		}
		if err := apart(x.Ranges); err != nil {
			d.reject(here+"/hours", "%v", err)
		}
		if e.Handoff != "" {
			var ok bool
			if x.Handoff, ok = location.ParseHandoff(e.Handoff); !ok {
				d.reject(here+"/handoff", "%q is not a handoff (%v)", e.Handoff, location.AllHandoffs)
			}
		}
		list = append(list, x)
	}
	return list
}

func (d *days) capacities(entries []datedCapacityRow, at string) []location.DatedCapacity {
	var list []location.DatedCapacity
	for i, e := range entries {
		here := fmt.Sprintf("%s/%d", at, i)
		c := location.DatedCapacity{Catering: e.Catering, Capacity: location.Capacity{Minutes: e.Minutes, Orders: e.Orders}}
		c.From, c.To = d.span(e.From, e.To, here)
		if e.Minutes < 0 || e.Minutes > 10_000 {
			d.reject(here+"/minutes", "%d is not a number from 0 to 10000", e.Minutes)
		}
		if e.Orders < 0 || e.Orders > 10_000 {
			d.reject(here+"/orders", "%d is not a number from 0 to 10000", e.Orders)
		}
		list = append(list, c)
	}
	return list
}

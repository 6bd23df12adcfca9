package importer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/table"
)

// holidaysFile is the form of the file: the dates of the brand's holiday, and of restaurants that differ.
type holidaysFile struct {
	Holidays []holidayEntry `json:"holidays"`
}

// holidayEntry is for the whole brand when it names no location. Without dates it says that there is no holiday there.
type holidayEntry struct {
	Location  string        `json:"location,omitempty"`
	Preorder  *holiday.Days `json:"preorder,omitempty"`
	Holiday   *holiday.Days `json:"holiday,omitempty"`
	Timeslots *holiday.Days `json:"timeslots,omitempty"`
}

// Holidays imports the holiday settings of the brand and of its restaurants from JSON, whole or not at all. What the file does not
// name stays.
func Holidays(ctx context.Context, in Input) (*Report, error) {
	report := &Report{DryRun: in.DryRun}
	doc, err := parse(in.Data)
	if err != nil {
		return nil, err
	}
	var f holidaysFile
	if err := doc.into(&f, report); err != nil {
		return nil, err
	}
	report.Rows = len(f.Holidays)
	restaurants, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	var ops []table.Op
	seen := map[string]bool{}
	for i, entry := range f.Holidays {
		at := fmt.Sprintf("/holidays/%d", i)
		reject := func(member, format string, args ...any) {
			report.Reject(doc.line(at+member), at+member, format, args...)
		}
		if _, ok := restaurants[entry.Location]; !ok && entry.Location != "" {
			reject("/location", "there is no restaurant %q", entry.Location)
		}
		if seen[entry.Location] {
			reject("", "it is there twice")
		}
		seen[entry.Location] = true
		var s holiday.Settings
		for member, days := range map[string]struct{ from, to *holiday.Days }{
			"preorder": {entry.Preorder, &s.Preorder}, "holiday": {entry.Holiday, &s.Holiday}, "timeslots": {entry.Timeslots, &s.Timeslots},
		} {
			if days.from == nil {
				continue
			}
			if *days.to = *days.from; days.to.To.Before(days.to.From) {
				reject("/"+member, "it ends before it begins")
			}
		}
		op, err := holidayWrite(ctx, in.Table, cmp.Or(in.Brand, brand.Default().ID), entry.Location, s, report)
		if err != nil {
			return nil, err
		}
		if op != nil {
			ops = append(ops, *op)
		}
	}
	if err := report.refuse(); err != nil {
		report.Added, report.Changed, report.Unchanged = 0, 0, 0
		return report, err
	}
	if len(ops) > table.MaxSet {
		return nil, fmt.Errorf("at most %d entries go in at once", table.MaxSet)
	}
	if in.DryRun || len(ops) == 0 {
		return report, nil
	}
	err = in.Table.Write(ctx, ops...)
	if conflict := (*table.Conflict)(nil); errors.As(err, &conflict) {
		return nil, errors.New("somebody else changed the holidays at the same moment: run the import again")
	}
	return report, err
}

// holidayWrite gives the write that makes the settings so; nil when they are so already.
func holidayWrite(ctx context.Context, t table.Table, brandID int, locationID string, s holiday.Settings, report *Report) (*table.Op, error) {
	item, err := s.Item(brandID, locationID)
	if err != nil {
		return nil, err
	}
	old, err := t.Get(ctx, item.Key)
	var op table.Op
	switch {
	case errors.Is(err, table.ErrNotFound):
		report.Added++
		op = table.Create(item)
	case err != nil:
		return nil, fmt.Errorf("read the holiday settings: %w", err)
	case bytes.Equal(old.Data, item.Data):
		report.Unchanged++
		return nil, nil
	default:
		report.Changed++
		op = table.Replace(item, old.Version)
	}
	return &op, nil
}

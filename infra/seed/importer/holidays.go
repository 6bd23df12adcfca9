package importer

import (
	"cmp"
	"context"
	"fmt"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/table"
)

// holidaysFile is the file format: the dates of the brand's holiday, and of restaurants with other dates.
type holidaysFile struct {
	Holidays []holidayEntry `json:"holidays"`
}

// holidayEntry applies to the whole brand without a location. Without dates there is no holiday.
type holidayEntry struct {
	Location  string        `json:"location,omitempty"`
	Preorder  *holiday.Days `json:"preorder,omitempty"`
	Holiday   *holiday.Days `json:"holiday,omitempty"`
	Timeslots *holiday.Days `json:"timeslots,omitempty"`
}

// Holidays imports the holiday settings of the brand and of its restaurants from JSON, all or nothing. Settings that are not in the file
// stay.
func Holidays(ctx context.Context, in Input) (*Report, error) {
	var f holidaysFile
	file, err := in.document(&f)
	if err != nil {
		return nil, err
	}
	report := file.report
	report.Rows = len(f.Holidays)
	locations, err := storedLocations(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	var ops []table.Op
	seen := map[string]bool{}
	for i, entry := range f.Holidays {
		at := fmt.Sprintf("/holidays/%d", i)
		if _, ok := locations[entry.Location]; !ok && entry.Location != "" {
			file.reject(at+"/location", "there is no restaurant %q", entry.Location)
		}
		if seen[entry.Location] {
			file.reject(at, "it is listed twice")
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
				file.reject(at+"/"+member, "it ends before it begins")
			}
		}
		item := s.Item(cmp.Or(in.Brand, brand.Default().ID), entry.Location)
		old, err := stored(ctx, in.Table, item.Key)
		if err != nil {
			return nil, fmt.Errorf("read the holiday settings: %w", err)
		}
		ops = append(ops, report.write(item, old)...)
	}
	return in.finish(report, "changed the holidays", func() error {
		if len(ops) > table.MaxSet {
			return fmt.Errorf("at most %d entries can be imported at once", table.MaxSet)
		}
		return in.Table.Write(ctx, ops...)
	})
}

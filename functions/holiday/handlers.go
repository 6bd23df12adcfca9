package holiday

import (
	"context"
	"time"

	"ordering/shared/brand"
	"ordering/shared/filter"
	"ordering/shared/holiday"
	"ordering/shared/schedule"
	"ordering/shared/table"
)

// Holiday serves the operations.
type Holiday struct {
	calendar *holiday.Calendar
	table    table.Table
	brand    brand.Brand
	now      func() time.Time
}

// Schedules is when the scheduler calls the function.
var Schedules = []schedule.Schedule{holiday.Schedule(setFlag)}

const setFlag = "holiday-flag"

// New returns the function over the table.
func New(t table.Table, b brand.Brand, now func() time.Time) *Holiday {
	return &Holiday{calendar: holiday.NewCalendar(t, b, now), table: t, brand: b, now: now}
}

// Jobs returns the handlers of the schedules.
func (h *Holiday) Jobs() schedule.Jobs {
	return schedule.Jobs{setFlag: func(ctx context.Context) error { return holiday.SetFlag(ctx, h.table, h.brand, h.now) }}
}

func (h *Holiday) check(ctx context.Context, in *checkInput) (*checkOutput, error) {
	locationID, err := locationOf(in.Filter)
	if err != nil {
		return nil, err
	}
	status, err := h.calendar.Status(ctx, locationID)
	if err != nil {
		return nil, err
	}
	out := new(checkOutput)
	out.Body = Check{IsHolidayPeriod: status.IsHolidayPeriod, IsPreorderPeriod: status.IsPreorderPeriod}
	if !status.TimeslotGenStart.IsZero() {
		out.Body.HolidayTimeslotGenStartDate, out.Body.HolidayTimeslotGenEndDate = &status.TimeslotGenStart, &status.TimeslotGenEnd
	}
	return out, nil
}

// locationOf returns the restaurant's id in the filter; "" for an empty filter.
func locationOf(text string) (string, error) {
	asked, err := filter.Properties[string]{
		"location.id": filter.Text(func(id string) string { return id }).Only(filter.Eq),
	}.Parse(text)
	switch {
	case err != nil:
		return "", err
	case len(asked.Conditions) == 0:
		return "", nil
	case len(asked.Conditions) > 1 || asked.Conditions[0].Value == "":
		return "", filter.Refuse(asked.Conditions[0], text, "location.id[eq]ID once")
	}
	return asked.Conditions[0].Value, nil
}

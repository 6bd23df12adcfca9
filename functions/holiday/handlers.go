package holiday

import (
	"context"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Holiday serves the operations.
type Holiday struct {
	calendar *holiday.Calendar
}

// New makes the function over the table.
func New(t table.Table, b brand.Brand, now func() time.Time) *Holiday {
	return &Holiday{calendar: holiday.NewCalendar(t, b, now)}
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

// locationOf reads the one filter that this operation knows, location.id[eq]ID; "" when there is none.
func locationOf(filter string) (string, error) {
	if filter == "" {
		return "", nil
	}
	id, ok := strings.CutPrefix(filter, "location.id[eq]")
	if !ok || id == "" || strings.ContainsAny(id, ";,[]") {
		finding := problem.Finding(problem.Invalid, "/query/filter")
		finding.Message = "Only location.id[eq]ID is understood here"
		return "", problem.New(problem.Invalid).With(finding)
	}
	return id, nil
}

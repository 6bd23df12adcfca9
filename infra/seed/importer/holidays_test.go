package importer_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/infra/seed/importer"
	"ordering/shared/brand"
	"ordering/shared/holiday"
)

func TestHolidays(t *testing.T) {
	const file = `{"holidays": [
	  {"preorder": {"from": "2026-11-01", "to": "2026-11-21"}, "holiday": {"from": "2026-11-22", "to": "2026-11-26"}, "timeslots": {"from": "2026-11-24", "to": "2026-11-26"}},
	  {"location": "140"}
	]}`
	ctx, store := context.Background(), open(t)
	bring(t, input(store, "list.csv", lookalike))
	run := func(data string) (*importer.Report, error) {
		return importer.Holidays(ctx, input(store, "holidays.json", data))
	}
	report, err := run(file)
	assert.NilError(t, err)
	wantCounts(t, report, 2, 0, 0, 0)
	report, err = run(file)
	assert.NilError(t, err)
	wantCounts(t, report, 0, 0, 2, 0)
	calendar := holiday.NewCalendar(store, brand.Default(), func() time.Time { return time.Date(2026, 11, 10, 18, 0, 0, 0, time.UTC) })
	for id, want := range map[string]bool{"": true, "117": true, "140": false} {
		got, err := calendar.Status(ctx, id)
		assert.Check(t, err == nil && got.IsPreorderPeriod == want, "%q: %+v %v", id, got, err)
	}
	refused(t, store, "holidays", map[string]struct{ data, want string }{
		"an unknown restaurant": {`{"holidays": [{"location": "nowhere"}]}`, `there is no restaurant "nowhere"`},
		"the brand twice":       {`{"holidays": [{}, {}]}`, "it is listed twice"},
		"backwards":             {`{"holidays": [{"holiday": {"from": "2026-11-22", "to": "2026-11-01"}}]}`, "it ends before it begins"},
		"no such day":           {`{"holidays": [{"holiday": {"from": "2026-11-31", "to": "2026-12-01"}}]}`, "/holidays/0/holiday"},
		"no such name":          {`{"holidays": [{"holidays": {"from": "2026-11-22", "to": "2026-12-01"}}]}`, "unknown name"},
		"one of many": {`{"holidays": [{"location": "117", "holiday": {"from": "2026-12-22"}}, {}, {"x": 1}]}`,
			"nothing was imported"},
	})
}

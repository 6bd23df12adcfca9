package holiday

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func TestCheck(t *testing.T) {
	now := time.Date(2026, 11, 10, 18, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	store := sqlitetest.Open(t, clock)
	from, to := location.Date{Year: 2026, Month: 11, Day: 1}, location.Date{Year: 2026, Month: 11, Day: 26}
	settings := holiday.Settings{Preorder: holiday.Days{From: from, To: to}, Timeslots: holiday.Days{From: to, To: to}}.Item(brand.Default().ID, "tulsa")
	tulsa := location.Location{ID: "tulsa", TimeZone: "America/Chicago"}.Item()
	assert.NilError(t, store.Write(context.Background(), table.Put(settings), table.Put(tulsa)))
	handler := apitest.Handler(t, New(store, brand.Default(), clock).Operations())
	const none = `{"isHolidayPeriod":false,"isPreorderPeriod":false,"holidayTimeslotGenStartDate":null,"holidayTimeslotGenEndDate":null}`
	for name, c := range map[string]struct {
		filter string
		status int
		want   string
	}{
		"the brand":          {filter: "", status: 200, want: none},
		"a restaurant":       {filter: "location.id[eq]tulsa", status: 200, want: `{"isHolidayPeriod":false,"isPreorderPeriod":true,"holidayTimeslotGenStartDate":"2026-11-26T06:00:00Z","holidayTimeslotGenEndDate":"2026-11-27T05:59:59Z"}`},
		"unknown restaurant": {filter: "location.id[eq]nowhere", status: 404, want: `"code":"location-not-found"`},
		"no value":           {filter: "location.id[eq]", status: 422, want: `"pointer":"/query/filter"`},
		"other property":     {filter: "brand.id[eq]3", status: 422, want: `does not understand brand.id. It takes location.id"`},
		"other operator":     {filter: "location.id[ne]tulsa", status: 422, want: `does not understand ne. It takes eq"`},
		"two filters":        {filter: "location.id[eq]tulsa;location.id[eq]x", status: 422, want: `"code":"filter-invalid"`},
		"no filter at all":   {filter: "tulsa", status: 422, want: `does not understand tulsa. It takes property[operator]value"`},
	} {
		t.Run(name, func(t *testing.T) {
			path := "/api/online-ordering/holiday-settings/holiday-check"
			if c.filter != "" {
				path += "?filter=" + url.QueryEscape(c.filter)
			}
			w := apitest.Send(handler, http.MethodGet, path, "")
			assert.Equal(t, w.Code, c.status)
			assert.Assert(t, is.Contains(w.Body.String(), c.want))
		})
	}
}

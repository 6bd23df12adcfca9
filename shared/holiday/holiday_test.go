package holiday_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/holiday"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func at(zone, local string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04:05", local, location.Timezone(zone))
	if err != nil {
		panic(err)
	}
	return t
}

func day(s string) location.Date {
	d, err := location.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Fault 18: the edges of the window are local midnights of the restaurant.
func TestFault18WindowEdgesToTheSecond(t *testing.T) {
	for _, zone := range []string{"America/Chicago", "Pacific/Honolulu", "America/St_Johns", "America/Toronto", "America/Anchorage", "America/Phoenix"} {
		for local, want := range map[string]bool{
			"2026-09-14 23:59:59": false, "2026-09-15 00:00:00": true, "2026-09-15 00:00:01": true, "2026-12-31 23:59:59": true,
			"2027-01-01 00:00:00": true, "2027-01-15 00:00:00": true, "2027-01-15 23:59:59": true, "2027-01-16 00:00:00": false,
			"2027-01-16 00:00:01": false, "2027-06-30 12:00:00": false, "2028-02-29 12:00:00": false,
		} {
			assert.Check(t, is.Equal(holiday.InWindow(at(zone, local).UTC(), location.Timezone(zone)), want))
		}
	}
}

var thanksgiving = holiday.Settings{
	Preorder:  holiday.Days{From: day("2026-11-01"), To: day("2026-11-21")},
	Holiday:   holiday.Days{From: day("2026-11-22"), To: day("2026-11-26")},
	Timeslots: holiday.Days{From: day("2026-11-24"), To: day("2026-11-26")},
}

func TestPeriodsToTheSecond(t *testing.T) {
	zone := "America/Denver"
	for local, want := range map[string]struct{ preorder, holiday bool }{
		"2026-10-31 23:59:59": {}, "2026-11-01 00:00:00": {preorder: true}, "2026-11-21 23:59:59": {preorder: true},
		"2026-11-22 00:00:00": {holiday: true}, "2026-11-26 23:59:59": {holiday: true}, "2026-11-27 00:00:00": {},
	} {
		now := at(zone, local).UTC()
		got := thanksgiving.At(now, location.Timezone(zone), thanksgiving.On(now, location.Timezone(zone)))
		assert.Check(t, got.IsPreorderPeriod == want.preorder && got.IsHolidayPeriod == want.holiday, "%s: %+v, want %+v", local, got, want)
		on := want.preorder || want.holiday
		if on && (!got.TimeslotGenStart.Equal(at(zone, "2026-11-24 00:00:00")) || !got.TimeslotGenEnd.Equal(at(zone, "2026-11-26 23:59:59"))) {
			t.Errorf("%s: got timeslots from %v to %v", local, got.TimeslotGenStart, got.TimeslotGenEnd)
		}
		assert.Check(t, on || got == (holiday.Status{}), "%s: got %+v, want no holiday", local, got)
	}
}

func TestFlagOfTheBrandHoldsInsideTheWindowOnly(t *testing.T) {
	var none holiday.Settings
	zone := location.Timezone("America/Chicago")
	got := none.At(at("America/Chicago", "2026-12-01 12:00:00"), zone, true)
	assert.Equal(t, got, (holiday.Status{IsHolidayPeriod: true}))
	assert.Equal(t, thanksgiving.At(at("America/Chicago", "2026-07-04 12:00:00"), zone, true), (holiday.Status{}))
}

func TestLocationsOwnSettingsWin(t *testing.T) {
	ctx := context.Background()
	// It is midnight of the 22nd in Toronto and still the 21st in Honolulu.
	now := at("America/Toronto", "2026-11-22 00:00:00")
	store := sqlitetest.Open(t, func() time.Time { return now })
	put := func(item table.Item) {
		t.Helper()
		assert.NilError(t, store.Write(ctx, table.Put(item)))
	}
	put(thanksgiving.Item(brand.Default().ID, ""))
	put(holiday.Settings{}.Item(brand.Default().ID, "closed"))
	for id, zone := range map[string]string{"toronto": "America/Toronto", "honolulu": "Pacific/Honolulu", "closed": "America/Toronto"} {
		put(location.Location{ID: id, TimeZone: zone}.Item())
	}
	assert.NilError(t, holiday.SetFlag(ctx, store, brand.Default(), func() time.Time { return now }))
	calendar := holiday.NewCalendar(store, brand.Default(), func() time.Time { return now })
	for id, want := range map[string]struct{ preorder, holiday bool }{
		"": {preorder: true}, "toronto": {holiday: true}, "honolulu": {preorder: true}, "closed": {},
	} {
		got, err := calendar.Status(ctx, id)
		if err != nil || got.IsPreorderPeriod != want.preorder || got.IsHolidayPeriod != want.holiday {
			t.Errorf("%q: %+v %v, want %+v", id, got, err, want)
		}
	}
	_, err := calendar.Status(ctx, "nowhere")
	assert.Assert(t, problem.Is(err, problem.LocationNotFound), "unknown location: got %v", err)
}

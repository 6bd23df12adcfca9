package timeslot_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/timeslot"
)

// newLocation returns a restaurant with the same hours every day.
func newLocation(zone string, ranges ...location.Range) location.Location {
	l := location.Location{
		ID: "grill", TimeZone: zone, Status: location.StatusOpen, OnlineOrdering: true,
		Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15,
		Capacity: location.Capacity{Minutes: 60, Orders: 4}, CateringCapacity: location.Capacity{Minutes: 120, Orders: 1},
	}
	for d := range l.Hours.Regular {
		l.Hours.Regular[d] = ranges
	}
	return l
}

func hours(open, end string) location.Range {
	o, err := location.ParseMinute(open)
	c, err2 := location.ParseMinute(end)
	if err != nil || err2 != nil {
		panic("hours")
	}
	return location.Range{Open: o, Close: c}
}

func at(t testing.TB, zone, wall string) time.Time {
	t.Helper()
	z, err := time.LoadLocation(zone)
	assert.NilError(t, err)
	when, err := time.ParseInLocation("2006-01-02 15:04", wall, z)
	assert.NilError(t, err)
	return when
}

func date(t testing.TB, s string) location.Date {
	t.Helper()
	d, err := location.ParseDate(s)
	assert.NilError(t, err)
	return d
}

// walls returns the starts in the restaurant's local time.
func walls(slots []timeslot.Slot, zone *time.Location) []string {
	var w []string
	for _, s := range slots {
		w = append(w, s.Start.In(zone).Format("15:04"))
	}
	return w
}

func TestOfferedFollowsHoursAndLeadTime(t *testing.T) {
	const chicago = "America/Chicago"
	lunch := newLocation(chicago, hours("11:00", "12:30"))
	late := newLocation(chicago, hours("22:00", "01:00"))
	always := newLocation(chicago, hours("00:00", "24:00"))
	noOnline := lunch
	noOnline.OnlineOrdering = false
	split := newLocation(chicago, hours("11:00", "12:00"), hours("17:00", "18:00"))
	for name, c := range map[string]struct {
		at   location.Location
		now  string
		day  string
		need timeslot.Need
		want []string
	}{
		"a later day begins after the warm-up and ends at closing": {lunch, "2026-07-27 09:00", "2026-07-28", timeslot.Need{}, []string{"11:15", "11:30", "11:45", "12:00", "12:15"}},
		"today begins after the lead time":                         {lunch, "2026-07-28 11:31", "2026-07-28", timeslot.Need{}, []string{"12:00", "12:15"}},
		"a time that is exactly the lead time away can be had":     {lunch, "2026-07-28 11:45", "2026-07-28", timeslot.Need{}, []string{"12:00", "12:15"}},
		"the items' own lead time adds":                            {lunch, "2026-07-28 11:31", "2026-07-28", timeslot.Need{Lead: 20 * time.Minute}, []string{"12:15"}},
		"too late":                                                 {lunch, "2026-07-28 12:10", "2026-07-28", timeslot.Need{}, nil},
		"yesterday":                                                {lunch, "2026-07-28 12:10", "2026-07-27", timeslot.Need{}, nil},
		"past midnight belongs to the date on the clock":           {late, "2026-07-20 12:00", "2026-07-28", timeslot.Need{}, []string{"00:00", "00:15", "00:30", "00:45", "22:15", "22:30", "22:45", "23:00", "23:15", "23:30", "23:45"}},
		"two openings":                                             {split, "2026-07-20 12:00", "2026-07-28", timeslot.Need{}, []string{"11:15", "11:30", "11:45", "17:15", "17:30", "17:45"}},
		"no online orders":                                         {noOnline, "2026-07-27 09:00", "2026-07-28", timeslot.Need{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := walls(timeslot.Offered(c.at, location.Pickup, date(t, c.day), at(t, chicago, c.now), c.need), c.at.Timezone())
			assert.DeepEqual(t, got, c.want)
		})
	}
	got := len(timeslot.Offered(always, location.Pickup, date(t, "2026-07-28"), at(t, chicago, "2026-07-20 12:00"), timeslot.Need{}))
	assert.Equal(t, got, 96)
	if timeslot.Offered(lunch, location.Delivery, date(t, "2026-07-28"), at(t, chicago, "2026-07-27 09:00"), timeslot.Need{}) != nil {
		t.Error("a handoff that is not offered has timeslots")
	}
}

func TestServingDistinguishesSoonFromNextOpening(t *testing.T) {
	const zone = "America/Chicago"
	l := newLocation(zone, hours("22:00", "02:00"))
	for wall, want := range map[string]bool{"2026-07-28 21:59": false, "2026-07-28 22:00": true, "2026-07-29 01:59": true, "2026-07-29 02:00": false} {
		assert.Check(t, is.Equal(timeslot.Serving(l, location.Pickup, at(t, zone, wall)), want), wall)
	}
	first, ok := timeslot.First(l, location.Pickup, at(t, zone, "2026-07-28 09:00"), timeslot.Need{}, days)
	assert.Assert(t, ok)
	assert.Equal(t, first.Start.In(l.Timezone()).Format("2006-01-02 15:04"), "2026-07-28 22:15")
	l.Hours = location.Hours{}
	_, ok = timeslot.First(l, location.Pickup, at(t, zone, "2026-07-28 09:00"), timeslot.Need{}, days)
	assert.Assert(t, !ok, "a location without hours has a timeslot")
}

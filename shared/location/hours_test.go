package location_test

import (
	"testing"
	"time"
	_ "time/tzdata" // to compare with

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

// zonesInUse are the zones of the seed, and all others in use in the United States and Canada.
var zonesInUse = []string{
	"America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
	"America/Detroit", "America/Indiana/Indianapolis", "America/Boise", "America/Kentucky/Louisville", "America/Adak", "America/Puerto_Rico", "Pacific/Guam",
	"America/Toronto", "America/Vancouver", "America/Edmonton", "America/Winnipeg", "America/Regina", "America/Halifax", "America/Moncton",
	"America/St_Johns", "America/Goose_Bay", "America/Whitehorse", "America/Iqaluit",
}

func date(s string) location.Date {
	d, err := location.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

func minute(s string) location.Minute {
	m, err := location.ParseMinute(s)
	if err != nil {
		panic(err)
	}
	return m
}

func daily(open, closing string) location.Week { return location.Daily(minute(open), minute(closing)) }

func at(zone, local string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04:05", local, location.Timezone(zone))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// Walks both clock changes of a year in every zone in steps of a quarter of an hour. The result of At has the requested local time, or is
// the instant of the change for a skipped time; it never goes back; for a repeated time it is the first instant.
func TestLocalTimesAcrossEveryClockChange(t *testing.T) {
	changes := 0
	for _, name := range zonesInUse {
		zone, ok := location.ParseTimezone(name)
		assert.Assert(t, ok, "timezone %s is not embedded", name)
		for day := date("2026-01-01"); day.Before(date("2027-01-01")); day = day.Plus(1) {
			last := time.Time{}
			_, morning := day.At(0, zone).In(zone).Zone()
			_, evening := day.Plus(1).At(0, zone).In(zone).Zone()
			if morning != evening {
				changes++
			}
			for m := 0; m <= 24*60; m += 15 {
				got := day.At(m, zone)
				if got.Before(last) {
					t.Fatalf("%s %v %v: got %v, which is before the previous quarter hour", name, day, location.Minute(m), got)
				}
				last = got
				wall := time.Date(day.Year, day.Month, day.Day, 0, m, 0, 0, time.UTC)
				if got.In(zone).Format("2006-01-02 15:04") == wall.Format("2006-01-02 15:04") {
					_, before := got.Add(-time.Hour).In(zone).Zone()
					if _, now := got.In(zone).Zone(); before > now {
						t.Errorf("%s %v %v: got %v, the second occurrence of that local time", name, day, location.Minute(m), got)
					}
					continue
				}
				start, _ := got.In(zone).ZoneBounds()
				if !start.Equal(got) {
					t.Errorf("%s %v %v: got %v, want that local time or the end of the gap", name, day, location.Minute(m), got.In(zone))
				}
			}
		}
	}
	assert.Check(t, changes >= 2*15, "test setup: only %d clock changes in all timezones", changes)
}

func TestWindows(t *testing.T) {
	everyYear := location.Hours{
		Regular:    daily("10:00", "22:00"),
		Exceptions: []location.Exception{{From: location.Date{Month: 12, Day: 24}, To: location.Date{Month: 12, Day: 25}}},
	}
	l := location.Location{TimeZone: "America/Chicago", Hours: location.Hours{Regular: daily("10:30", "02:00")}}
	for name, c := range map[string]struct {
		hours       location.Hours
		handoff     location.Handoff
		day         string
		open, close string // local, empty when closed
	}{
		"past midnight":                       {hours: l.Hours, day: "2026-11-20", open: "2026-11-20 10:30:00", close: "2026-11-21 02:00:00"},
		"past midnight as clocks go forward":  {hours: l.Hours, day: "2026-03-07", open: "2026-03-07 10:30:00", close: "2026-03-08 03:00:00"},
		"past midnight as clocks go back":     {hours: location.Hours{Regular: daily("10:30", "01:30")}, day: "2026-10-31", open: "2026-10-31 10:30:00", close: "2026-11-01 01:30:00"},
		"around the clock":                    {hours: location.Hours{Regular: daily("00:00", "00:00")}, day: "2026-11-20", open: "2026-11-20 00:00:00", close: "2026-11-21 00:00:00"},
		"until 24:00":                         {hours: location.Hours{Regular: daily("06:00", "24:00")}, day: "2026-11-20", open: "2026-11-20 06:00:00", close: "2026-11-21 00:00:00"},
		"inside the hour that is skipped":     {hours: location.Hours{Regular: daily("02:15", "02:45")}, day: "2026-03-08"},
		"opening inside that hour":            {hours: location.Hours{Regular: daily("02:30", "10:00")}, day: "2026-03-08", open: "2026-03-08 03:00:00", close: "2026-03-08 10:00:00"},
		"own hours for curbside":              {hours: location.Hours{Regular: daily("10:00", "22:00"), Handoffs: map[location.Handoff]location.Week{location.Curbside: daily("11:00", "20:00")}}, handoff: location.Curbside, day: "2026-11-20", open: "2026-11-20 11:00:00", close: "2026-11-20 20:00:00"},
		"the regular one for pickup":          {hours: location.Hours{Regular: daily("10:00", "22:00"), Handoffs: map[location.Handoff]location.Week{location.Curbside: daily("11:00", "20:00")}}, handoff: location.Pickup, day: "2026-11-20", open: "2026-11-20 10:00:00", close: "2026-11-20 22:00:00"},
		"holiday hours":                       {hours: location.Hours{Regular: daily("10:00", "22:00"), Handoffs: map[location.Handoff]location.Week{location.Delivery: daily("11:00", "20:00")}, Holiday: []location.Season{{From: date("2026-12-24"), To: date("2026-12-26"), Week: daily("08:00", "12:00")}}}, handoff: location.Delivery, day: "2026-12-24", open: "2026-12-24 08:00:00", close: "2026-12-24 12:00:00"},
		"the day after the holiday hours":     {hours: location.Hours{Regular: daily("10:00", "22:00"), Holiday: []location.Season{{From: date("2026-12-24"), To: date("2026-12-26"), Week: daily("08:00", "12:00")}}}, day: "2026-12-27", open: "2026-12-27 10:00:00", close: "2026-12-27 22:00:00"},
		"an exception wins over the holiday":  {hours: location.Hours{Regular: daily("10:00", "22:00"), Holiday: []location.Season{{From: date("2026-12-24"), To: date("2026-12-26"), Week: daily("08:00", "12:00")}}, Exceptions: []location.Exception{{From: date("2026-12-25"), To: date("2026-12-25")}}}, day: "2026-12-25"},
		"one of the handoff wins over all":    {hours: location.Hours{Regular: daily("10:00", "22:00"), Exceptions: []location.Exception{{From: date("2026-12-25"), To: date("2026-12-25"), Handoff: location.Pickup, Ranges: []location.Range{{Open: minute("12:00"), Close: minute("14:00")}}}, {From: date("2026-12-25"), To: date("2026-12-25")}}}, handoff: location.Pickup, day: "2026-12-25", open: "2026-12-25 12:00:00", close: "2026-12-25 14:00:00"},
		"an exception of every year":          {hours: everyYear, day: "2031-12-25"},
		"the day after a yearly date":         {hours: everyYear, day: "2031-12-26", open: "2031-12-26 10:00:00", close: "2031-12-26 22:00:00"},
		"the last exception of a day is held": {hours: location.Hours{Regular: daily("10:00", "22:00"), Exceptions: []location.Exception{{From: date("2026-11-20"), To: date("2026-11-22")}, {From: date("2026-11-21"), To: date("2026-11-21"), Ranges: []location.Range{{Open: minute("12:00"), Close: minute("14:00")}}}}}, day: "2026-11-21", open: "2026-11-21 12:00:00", close: "2026-11-21 14:00:00"},
	} {
		t.Run(name, func(t *testing.T) {
			l := l
			l.Hours = c.hours
			got := l.Windows(c.handoff, date(c.day))
			if c.open == "" {
				assert.Assert(t, is.Len(got, 0))
				return
			}
			want := location.Window{Open: at(l.TimeZone, c.open), Close: at(l.TimeZone, c.close)}
			assert.Assert(t, len(got) == 1 && got[0] == want, "got %v, want %v", got, want)
		})
	}
}

func TestOpening(t *testing.T) {
	const zone = "America/Chicago"
	split := daily("10:30", "22:00")
	split[time.Friday] = []location.Range{{Open: minute("11:00"), Close: minute("14:30")}, {Open: minute("17:00"), Close: minute("02:00")}}
	split[time.Monday] = nil
	for name, c := range map[string]struct {
		week   location.Week
		change func(*location.Location)
		now    string
		state  location.OpeningState
		closes string
		opens  string
	}{
		"in the middle of the day":               {week: split, now: "2026-11-19 12:00:00", state: location.Open, closes: "2026-11-19 22:00:00", opens: "2026-11-20 11:00:00"},
		"the very second it opens":               {week: split, now: "2026-11-19 10:30:00", state: location.Open, closes: "2026-11-19 22:00:00", opens: "2026-11-20 11:00:00"},
		"a second before it opens":               {week: split, now: "2026-11-19 10:29:59", state: location.Closed, opens: "2026-11-19 10:30:00"},
		"the second it closes":                   {week: split, now: "2026-11-19 22:00:00", state: location.Closed, opens: "2026-11-20 11:00:00"},
		"in the pause":                           {week: split, now: "2026-11-20 15:00:00", state: location.Closed, opens: "2026-11-20 17:00:00"},
		"after midnight, still yesterday":        {week: split, now: "2026-11-21 01:59:59", state: location.Open, closes: "2026-11-21 02:00:00", opens: "2026-11-21 10:30:00"},
		"on Sunday night before a closed Monday": {week: split, now: "2026-11-22 23:00:00", state: location.Closed, opens: "2026-11-24 10:30:00"},
		"around the clock":                       {week: daily("00:00", "24:00"), now: "2026-11-19 12:00:00", state: location.Open},
		"closing for longer than a week": {week: split, change: func(l *location.Location) {
			l.Hours.Exceptions = []location.Exception{{From: date("2026-11-20"), To: date("2026-12-19")}}
		}, now: "2026-11-19 12:00:00", state: location.Open, closes: "2026-11-19 22:00:00"},
		"never":          {now: "2026-11-19 12:00:00", state: location.Closed},
		"by appointment": {week: split, change: func(l *location.Location) { l.ByAppointment = true }, now: "2026-11-19 12:00:00", state: location.ByAppointment},
		"coming soon":    {week: split, change: func(l *location.Location) { l.Status = location.StatusComingSoon }, now: "2026-11-19 12:00:00", state: location.Closed},
		"closed on a date": {week: split, change: func(l *location.Location) {
			l.Hours.Exceptions = []location.Exception{{From: date("2026-11-19"), To: date("2026-11-19")}}
		}, now: "2026-11-19 12:00:00", state: location.Closed, opens: "2026-11-20 11:00:00"},
		"closed for longer than a week": {week: split, change: func(l *location.Location) {
			l.Hours.Exceptions = []location.Exception{{From: date("2026-11-19"), To: date("2026-12-19")}}
		}, now: "2026-11-19 12:00:00", state: location.Closed},
		"around the clock until a date": {week: daily("00:00", "00:00"), change: func(l *location.Location) {
			l.Hours.Exceptions = []location.Exception{{From: date("2026-11-21"), To: date("2026-11-21")}}
		}, now: "2026-11-19 12:00:00", state: location.Open, closes: "2026-11-21 00:00:00", opens: "2026-11-22 00:00:00"},
	} {
		t.Run(name, func(t *testing.T) {
			l := location.Location{TimeZone: zone, Status: location.StatusOpen, Hours: location.Hours{Regular: c.week}}
			if c.change != nil {
				c.change(&l)
			}
			want := location.Opening{State: c.state}
			if c.closes != "" {
				want.ClosesAt = at(zone, c.closes)
			}
			if c.opens != "" {
				want.OpensAt = at(zone, c.opens)
			}
			assert.Equal(t, l.Opening(at(zone, c.now)), want)
		})
	}
}

func TestTimesAndDatesAreStrict(t *testing.T) {
	for _, bad := range []string{"", "9:00", "24:01", "25:00", "10:60", "-1:00", "10.30", "+1:00", "10:+1"} {
		m, err := location.ParseMinute(bad)
		assert.Check(t, err != nil, "%q: got %v, want an error", bad, m)
	}
	for _, bad := range []string{"", "2026-2-1", "2026-02-30", "2026/02/01", "tomorrow"} {
		d, err := location.ParseDate(bad)
		assert.Check(t, err != nil, "%q: got %v, want an error", bad, d)
	}
}

// The embedded zones give the same times as the whole database, and no other names are accepted.
func TestEmbeddedZonesMatchTheDatabase(t *testing.T) {
	for _, name := range zonesInUse {
		want, err := time.LoadLocation(name)
		assert.NilError(t, err)
		for h := range 24 * 366 {
			at := time.Date(2026, 1, 1, h, 0, 0, 0, time.UTC)
			assert.Check(t, is.Equal(at.In(location.Timezone(name)).Format(time.RFC3339), at.In(want).Format(time.RFC3339)), name)
		}
	}
	for _, name := range []string{"", ".", "Local", "Europe/Paris", "America", "../location.go", "/etc/localtime", "America/../America/Chicago/.."} {
		_, ok := location.ParseTimezone(name)
		assert.Check(t, !ok, "%q: got a timezone, want none", name)
	}
}

func TestAssumedValuesBlockOrders(t *testing.T) {
	l := location.Location{Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup}}
	assert.Assert(t, l.Offers(location.Pickup) && l.TakesOrders(), "the location does not accept orders")
	l.Assumed = []string{"hours"}
	assert.Assert(t, !l.Offers(location.Pickup))
	assert.Assert(t, !l.TakesOrders())
	assert.Assert(t, is.Len(l.Orderable(), 0))
}

func TestPointOf(t *testing.T) {
	for code, want := range map[string]string{"78701": "TX", "78701-1234": "TX", "M5H 2N2": "ON", "M5H": "ON", "00000": "", "": "", "787": ""} {
		at, state := location.PointOf(code)
		assert.Check(t, state == want && (at == location.Point{}) == (want == ""), "%q: got %q at %v, want %q", code, state, at, want)
	}
}

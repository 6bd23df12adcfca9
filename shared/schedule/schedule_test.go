package schedule

import (
	"fmt"
	"testing"
	"time"
	_ "time/tzdata"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

var zones = map[string]*time.Location{}

func zone(name string) *time.Location {
	if l, ok := zones[name]; ok {
		return l
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	zones[name] = l
	return l
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestDueTimes(t *testing.T) {
	minutely := Schedule{Job: "a", Every: time.Minute}
	quarters := Schedule{Job: "b", Every: 15 * time.Minute}
	holidays := Schedule{Job: "c", Every: 24 * time.Hour, From: Day{time.September, 15}, To: Day{time.January, 15}, Zones: []string{"America/Chicago", "Pacific/Honolulu"}}
	summer := Schedule{Job: "d", Every: time.Hour, From: Day{time.June, 1}, To: Day{time.June, 30}}
	for name, c := range map[string]struct {
		schedule     Schedule
		after, until string
		want         string
	}{
		"the next minute":                     {minutely, "2026-11-20T18:00:59Z", "2026-11-20T18:01:00Z", "[{a }]"},
		"within a minute":                     {minutely, "2026-11-20T18:00:00Z", "2026-11-20T18:00:59Z", "[]"},
		"missed runs are merged":              {minutely, "2026-11-20T18:00:00Z", "2026-11-20T20:00:00Z", "[{a }]"},
		"counted from midnight":               {quarters, "2026-11-20T18:14:00Z", "2026-11-20T18:15:00Z", "[{b }]"},
		"not at other minutes":                {quarters, "2026-11-20T18:15:00Z", "2026-11-20T18:29:59Z", "[]"},
		"a midnight of one zone":              {holidays, "2026-11-20T05:59:00Z", "2026-11-20T06:00:00Z", "[{c America/Chicago}]"},
		"the day before the first":            {holidays, "2026-09-14T04:00:00Z", "2026-09-14T23:00:00Z", "[]"},
		"the first day":                       {holidays, "2026-09-15T04:00:00Z", "2026-09-15T05:00:00Z", "[{c America/Chicago}]"},
		"the last day, over the year":         {holidays, "2027-01-15T05:00:00Z", "2027-01-15T12:00:00Z", "[{c America/Chicago} {c Pacific/Honolulu}]"},
		"the day after the last":              {holidays, "2027-01-16T05:00:00Z", "2027-01-16T06:00:00Z", "[]"},
		"days within a year":                  {summer, "2026-06-30T22:30:00Z", "2026-06-30T23:00:00Z", "[{d }]"},
		"and not beyond":                      {summer, "2026-06-30T23:30:00Z", "2026-07-01T00:00:00Z", "[]"},
		"the repeated hour":                   {Schedule{Job: "e", Every: time.Minute, Zones: []string{"America/Chicago"}}, "2026-11-01T07:29:59Z", "2026-11-01T07:30:00Z", "[{e America/Chicago}]"},
		"the midnight before that hour":       {holidays, "2026-11-01T04:59:00Z", "2026-11-01T05:00:00Z", "[{c America/Chicago}]"},
		"the midnight after the clock change": {holidays, "2026-11-02T05:30:00Z", "2026-11-02T06:00:00Z", "[{c America/Chicago}]"},
	} {
		assert.Check(t, is.Equal(fmt.Sprint(c.schedule.Due(at(c.after), at(c.until), zone)), c.want), name)
	}
}

// For any polling interval, each time is called exactly once.
func TestEachDueTimeRunsOnce(t *testing.T) {
	s := Schedule{Job: "a", Every: 15 * time.Minute, Zones: []string{"America/Toronto"}}
	for _, step := range []time.Duration{time.Second * 7, time.Minute, 4 * time.Minute} {
		calls := 0
		from := at("2026-06-01T00:00:00Z")
		for now := from; now.Before(from.Add(24 * time.Hour)); now = now.Add(step) {
			calls += len(s.Due(now, now.Add(step), zone))
		}
		assert.Check(t, is.Equal(calls, 96), step)
	}
}

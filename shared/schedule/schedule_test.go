package schedule

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

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
	holidays := Schedule{Job: "c", Every: 24 * time.Hour, From: Day{time.September, 15}, To: Day{time.January, 15}}
	summer := Schedule{Job: "d", Every: time.Hour, From: Day{time.June, 1}, To: Day{time.June, 30}}
	for name, c := range map[string]struct {
		schedule     Schedule
		after, until string
		want         bool
	}{
		"the next minute":             {minutely, "2026-11-20T18:00:59Z", "2026-11-20T18:01:00Z", true},
		"within a minute":             {minutely, "2026-11-20T18:00:00Z", "2026-11-20T18:00:59Z", false},
		"after many missed runs":      {minutely, "2026-11-20T18:00:00Z", "2026-11-20T20:00:00Z", true},
		"counted from midnight":       {quarters, "2026-11-20T18:14:00Z", "2026-11-20T18:15:00Z", true},
		"not at other minutes":        {quarters, "2026-11-20T18:15:00Z", "2026-11-20T18:29:59Z", false},
		"a midnight":                  {holidays, "2026-11-19T23:59:59Z", "2026-11-20T00:00:00Z", true},
		"not at other hours":          {holidays, "2026-11-20T00:00:00Z", "2026-11-20T23:59:59Z", false},
		"a midnight in another zone":  {holidays, "2026-11-19T18:59:59-05:00", "2026-11-19T19:00:00-05:00", true},
		"the day before the first":    {holidays, "2026-09-13T23:59:59Z", "2026-09-14T23:00:00Z", false},
		"the first day":               {holidays, "2026-09-14T23:59:59Z", "2026-09-15T00:00:00Z", true},
		"the last day, over the year": {holidays, "2027-01-14T23:59:59Z", "2027-01-15T12:00:00Z", true},
		"the day after the last":      {holidays, "2027-01-15T12:00:00Z", "2027-01-16T06:00:00Z", false},
		"days within a year":          {summer, "2026-06-30T22:30:00Z", "2026-06-30T23:00:00Z", true},
		"and not beyond":              {summer, "2026-06-30T23:30:00Z", "2026-07-01T00:00:00Z", false},
	} {
		assert.Check(t, is.Equal(c.schedule.Due(at(c.after), at(c.until)), c.want), name)
	}
}

// For any polling interval, each time is called exactly once.
func TestEachDueTimeRunsOnce(t *testing.T) {
	s := Schedule{Job: "a", Every: 15 * time.Minute}
	for _, step := range []time.Duration{time.Second * 7, time.Minute, 4 * time.Minute} {
		calls := 0
		from := at("2026-06-01T00:00:00Z")
		for now := from; now.Before(from.Add(24 * time.Hour)); now = now.Add(step) {
			if s.Due(now, now.Add(step)) {
				calls++
			}
		}
		assert.Check(t, is.Equal(calls, 96), step)
	}
}

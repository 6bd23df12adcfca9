package server

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/shared/schedule"
)

// recordedCalls are jobs that record their calls.
type recordedCalls struct {
	mu    sync.Mutex
	names []string
}

func (c *recordedCalls) jobs() map[string]schedule.Jobs {
	jobs := map[string]schedule.Jobs{}
	for _, f := range functions.All() {
		for _, s := range f.Schedules {
			if jobs[f.Name] == nil {
				jobs[f.Name] = schedule.Jobs{}
			}
			jobs[f.Name][s.Job] = func(context.Context) error {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.names = append(c.names, s.Job)
				return nil
			}
		}
	}
	return jobs
}

func (c *recordedCalls) since() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := c.names
	c.names = nil
	slices.Sort(names)
	return names
}

// The scheduler makes each call of the manifest once, whether the clock runs or jumps.
func TestTheManifestsSchedulesAreCalled(t *testing.T) {
	now := time.Date(2026, 11, 20, 18, 0, 30, 0, time.UTC)
	var c recordedCalls
	s, err := newScheduler(func() time.Time { return now }, c.jobs())
	assert.NilError(t, err)
	all := []string{"compare-payments", "erase-accounts", "holiday-flag", "outbox", "points-accounts", "points-orders", "reconcile"}
	for _, step := range []struct {
		name string
		by   time.Duration
		want []string
	}{
		{"at the start, all missed jobs", 0, append(slices.Clone(all), "rotate-keys")},
		{"immediately afterwards", 0, nil},
		{"half a minute later", 30 * time.Second, []string{"holiday-flag", "outbox", "reconcile"}},
		{"within the minute", 59 * time.Second, nil},
		{"hours later", 5 * time.Hour, all},
		{"the clock is set back", -time.Hour, nil},
		{"a minute after that", time.Minute, []string{"holiday-flag", "outbox", "reconcile"}},
		{"outside of the holidays' window", 60 * 24 * time.Hour, []string{"compare-payments", "erase-accounts", "outbox", "points-accounts", "points-orders", "reconcile", "rotate-keys"}},
	} {
		now = now.Add(step.by)
		var begun sync.WaitGroup
		s.startDue(t.Context(), &begun)
		begun.Wait()
		assert.Check(t, is.DeepEqual(c.since(), step.want), step.name)
	}
	_, err = newScheduler(func() time.Time { return now }, nil)
	assert.ErrorContains(t, err, "has no job")
}

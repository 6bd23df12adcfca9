package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ordering/functions"
	"ordering/shared/location"
	"ordering/shared/schedule"
	"ordering/shared/telemetry"
)

// scheduler calls the functions' jobs by the schedules of the manifest and the clock of this machine, as EventBridge Scheduler does in
// the cloud. What was due while the machine was off is called once when it starts: late calls are harmless.
type scheduler struct {
	now   func() time.Time
	tasks []*task
}

// task is one schedule with the job that it calls.
type task struct {
	schedule.Schedule
	do   schedule.Job
	seen time.Time  // up to when its times are called
	busy sync.Mutex // a job that takes longer than its interval is not called beside itself
}

// newScheduler joins the manifest's schedules to jobs, by function. A schedule without its job is an error: it would be one in the cloud.
func newScheduler(now func() time.Time, jobs map[string]schedule.Jobs) (*scheduler, error) {
	s := &scheduler{now: now}
	for _, f := range functions.All() {
		for _, planned := range f.Schedules {
			do := jobs[f.Name][planned.Job]
			if do == nil {
				return nil, fmt.Errorf("the function %s has no job %q, which the manifest calls by the clock", f.Name, planned.Job)
			}
			s.tasks = append(s.tasks, &task{Schedule: planned, do: do})
		}
	}
	return s, nil
}

// lookEvery is how often the scheduler looks at the clock, which a test may have moved.
const lookEvery = time.Second

// run calls what is due until ctx ends and everything that was begun is done.
func (s *scheduler) run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var begun sync.WaitGroup
	defer begun.Wait()
	for {
		s.look(ctx, &begun)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look begins what has come due since the last look.
func (s *scheduler) look(ctx context.Context, begun *sync.WaitGroup) {
	now := s.now()
	for _, t := range s.tasks {
		if !t.busy.TryLock() {
			continue
		}
		if now.Before(t.seen) { // the clock was put back
			t.seen = now
		}
		calls := t.Due(t.seen, now, location.Timezone)
		t.seen = now
		begun.Go(func() {
			defer t.busy.Unlock()
			for _, call := range calls {
				t.call(ctx, call)
			}
		})
	}
}

func (t *task) call(ctx context.Context, c schedule.Call) {
	ctx = telemetry.With(ctx, slog.String("job", c.Job))
	if err := t.do(ctx, c); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "job failed", "error", err)
	}
}

package server

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ordering/functions"
	"ordering/shared/schedule"
	"ordering/shared/telemetry"
)

// scheduler runs the functions' jobs by the manifest's schedules, as EventBridge Scheduler does in the cloud. Calls missed while the
// process was down run once at the start: late calls are harmless.
type scheduler struct {
	now   func() time.Time
	tasks []*task
}

// task is one schedule and its job.
type task struct {
	schedule.Schedule
	do   schedule.Job
	seen time.Time  // calls up to this time have been started
	busy sync.Mutex // prevents overlapping runs of the job
}

// newScheduler joins the manifest's schedules to jobs, by function. A schedule without a job is an error.
func newScheduler(now func() time.Time, jobs map[string]schedule.Jobs) (*scheduler, error) {
	s := &scheduler{now: now}
	for _, f := range functions.All() {
		for _, planned := range f.Schedules {
			do := jobs[f.Name][planned.Job]
			if do == nil {
				return nil, fmt.Errorf("the function %s has no job %q, which the manifest schedules", f.Name, planned.Job)
			}
			s.tasks = append(s.tasks, &task{Schedule: planned, do: do})
		}
	}
	return s, nil
}

// pollInterval is how often the scheduler reads the clock. A test may move the clock.
const pollInterval = time.Second

// run starts due jobs until ctx ends, then waits for the running ones.
func (s *scheduler) run(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	var begun sync.WaitGroup
	defer begun.Wait()
	for {
		s.startDue(ctx, &begun)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// startDue starts the jobs that became due since the last call.
func (s *scheduler) startDue(ctx context.Context, begun *sync.WaitGroup) {
	now := s.now()
	for _, t := range s.tasks {
		if !t.busy.TryLock() {
			continue
		}
		if now.Before(t.seen) { // the clock was put back
			t.seen = now
		}
		due := t.Due(t.seen, now)
		t.seen = now
		begun.Go(func() {
			defer t.busy.Unlock()
			if due {
				t.call(ctx)
			}
		})
	}
}

func (t *task) call(ctx context.Context) {
	ctx = telemetry.With(ctx, slog.String("job", t.Job))
	if err := t.do(ctx); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "job failed", "error", err)
		telemetry.Count(ctx, telemetry.JobsFailed)
	}
}

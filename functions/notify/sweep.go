package notify

import (
	"context"
	"time"

	"ordering/shared/outbox"
	"ordering/shared/schedule"
)

// Schedules is when it is called: the stream brings each row at once, a sweep those that were put off.
var Schedules = []schedule.Schedule{{Job: sweep, Every: time.Minute}}

const sweep = "outbox"

// toMark is what a sweep keeps of its time to write down what it has done.
const toMark = 5 * time.Second

// Jobs are what a schedule asks for. The drainer is one of Patient handlers.
func Jobs(d *outbox.Drainer) schedule.Jobs {
	return schedule.Jobs{sweep: func(ctx context.Context, _ schedule.Call) error {
		if end, ok := ctx.Deadline(); ok {
			within, cancel := context.WithDeadline(ctx, end.Add(-toMark))
			defer cancel()
			if err := d.Sweep(within); err != nil && ctx.Err() == nil && within.Err() == nil {
				return err
			}
			return nil // what it had no time for the next one does
		}
		return d.Sweep(ctx)
	}}
}

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

// Jobs are what a schedule asks for.
func Jobs(d *outbox.Drainer) schedule.Jobs {
	return schedule.Jobs{sweep: func(ctx context.Context, _ schedule.Call) error { return d.Sweep(ctx) }}
}

// Package reconcile finishes by the clock what requests, their guests and the payment provider left half done: orders that a crash
// broke off, payments to be taken or given back, guests who did not come back from their bank.
package reconcile

import (
	"context"
	"log/slog"
	"time"

	"ordering/shared/order"
	"ordering/shared/schedule"
)

// Schedules is when it is called.
var Schedules = []schedule.Schedule{{Job: job, Every: time.Minute}}

const job = "reconcile"

// Jobs are what a schedule asks for.
func Jobs(d *order.Desk) schedule.Jobs {
	return schedule.Jobs{job: func(ctx context.Context, _ schedule.Call) error {
		moved, err := d.Reconcile(ctx)
		if moved > 0 {
			slog.InfoContext(ctx, "orders moved on", "orders", moved)
		}
		return err
	}}
}

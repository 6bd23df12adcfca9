// Package reconcile completes unfinished work on a schedule: orders that a crash interrupted, payments to capture or refund, and guests who
// did not return from their bank. Once a day it compares the provider's payments with the orders.
package reconcile

import (
	"context"
	"log/slog"
	"time"

	"ordering/shared/order"
	"ordering/shared/schedule"
	"ordering/shared/tender"
)

// Schedules lists the jobs. A comparison starts once a day; the other calls continue one that reached its bounds.
var Schedules = []schedule.Schedule{{Job: job, Every: time.Minute}, {Job: compare, Every: 10 * time.Minute}}

const (
	job     = "reconcile"
	compare = "compare-payments"
)

// bounds limits one call of a comparison. Within is below the timeout of the function.
var bounds = order.Bounds{Days: 7, Pages: 100, Within: 90 * time.Second}

// Jobs returns the handlers of the schedules.
func Jobs(svc *order.Service, ledger tender.Ledger) schedule.Jobs {
	return schedule.Jobs{
		job: func(ctx context.Context) error {
			moved, err := svc.Reconcile(ctx)
			if moved > 0 {
				slog.InfoContext(ctx, "orders advanced", "orders", moved)
			}
			return err
		},
		compare: func(ctx context.Context) error {
			c, err := svc.Compare(ctx, ledger, bounds)
			if err == nil && !c.Ended {
				slog.WarnContext(ctx, "comparison of payments reached its bound", "from", c.From, "to", c.To, "done", c.Above)
			}
			return err
		},
	}
}

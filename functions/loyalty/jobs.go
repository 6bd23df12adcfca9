package loyalty

import (
	"context"
	"time"

	"ordering/shared/loyalty/earning"
	"ordering/shared/schedule"
)

// Schedules lists the jobs. A round over all orders or accounts starts once a day; the other calls continue one that had no time left.
var Schedules = []schedule.Schedule{{Job: ordersJob, Every: 10 * time.Minute}, {Job: accountsJob, Every: 10 * time.Minute}}

const (
	ordersJob   = "points-orders"
	accountsJob = "points-accounts"
	// within is below the timeout of the function.
	within = 90 * time.Second
)

// Jobs returns the handlers of the schedules.
func Jobs(e *earning.Earning) schedule.Jobs {
	return schedule.Jobs{
		ordersJob:   func(ctx context.Context) error { return e.Orders(ctx, within) },
		accountsJob: func(ctx context.Context) error { return e.Accounts(ctx, within) },
	}
}

package notify

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/outbox"
	"ordering/shared/schedule"
)

// Schedules calls the sweep, which delivers rows that were deferred. The stream delivers each new row at once.
var Schedules = []schedule.Schedule{{Job: sweep, Every: time.Minute}}

const sweep = "outbox"

// saveTime is the end of a call that is reserved for the drainer to save its progress.
const saveTime = 5 * time.Second

// Jobs returns the scheduled jobs. The handlers of d should be those of WaitWhenBusy.
func Jobs(d *outbox.Drainer) schedule.Jobs {
	return schedule.Jobs{sweep: func(ctx context.Context) error {
		end := time.Now().Add(time.Minute) // end before the next sweep starts
		if last, ok := ctx.Deadline(); ok {
			end = last
		}
		limited, cancel := context.WithDeadline(ctx, end.Add(-saveTime))
		defer cancel()
		if err := d.Sweep(limited); limited.Err() == nil {
			return err
		}
		return nil // the next sweep does the rest
	}}
}

// WaitWhenBusy returns n with a mailer that waits while its service limits the rate, instead of deferring the mail. The sweep has
// a minute for it. The stream cannot wait: a waiting mail would block the kitchen messages after it.
func (n *Notify) WaitWhenBusy() *Notify {
	waiting := *n
	waiting.mailer = waitingMailer{n.mailer}
	return &waiting
}

type waitingMailer struct{ Mailer }

// busyDelay is the mean time between two tries; the jitter keeps senders from trying at the same time.
const busyDelay = time.Second

// Send tries until the service takes the mail or ctx ends.
func (w waitingMailer) Send(ctx context.Context, m Message) error {
	for {
		err := w.Mailer.Send(ctx, m)
		if !errors.Is(err, ErrBusy) {
			return err
		}
		if backoff.Sleep(ctx, busyDelay/2+rand.N(busyDelay)) != nil {
			return err
		}
	}
}

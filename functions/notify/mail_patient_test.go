package notify

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ordering/shared/outbox"
)

// quota is a mail service that is busy until a time.
type quota struct {
	until time.Time
	tries int
}

func (q *quota) Send(context.Context, Message) error {
	if q.tries++; time.Now().Before(q.until) {
		return outbox.Unreachable(fmt.Errorf("ses: %w", ErrBusy))
	}
	return nil
}

func TestWhoHasTimeWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &quota{until: time.Now().Add(5 * time.Second)}
		if err := (patient{q}).Send(t.Context(), Message{}); err != nil || q.tries < 4 || q.tries > 11 {
			t.Errorf("%v after %d tries", err, q.tries)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		q.until = time.Now().Add(time.Hour)
		if err := (patient{q}).Send(ctx, Message{}); !errors.Is(err, ErrBusy) || !outbox.IsUnreachable(err) {
			t.Errorf("without time left: %v", err)
		}
	})
}

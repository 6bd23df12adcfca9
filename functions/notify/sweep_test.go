package notify

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ordering/shared/outbox"
)

// limited is a mail service that limits the rate until a time.
type limited struct {
	until time.Time
	tries int
}

func (l *limited) Send(context.Context, Message) error {
	if l.tries++; time.Now().Before(l.until) {
		return outbox.Unreachable(ErrBusy)
	}
	return nil
}

func TestWaitWhenBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &limited{until: time.Now().Add(5 * time.Second)}
		n := (&Notify{mailer: service}).WaitWhenBusy()
		if err := n.mailer.Send(t.Context(), Message{}); err != nil || service.tries < 4 || service.tries > 11 {
			t.Errorf("%v after %d tries", err, service.tries)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		service.until = time.Now().Add(time.Hour)
		if err := n.mailer.Send(ctx, Message{}); !errors.Is(err, ErrBusy) || !outbox.IsUnreachable(err) {
			t.Errorf("without time left: %v", err)
		}
	})
}

package notify

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

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
		err := n.mailer.Send(t.Context(), Message{})
		assert.NilError(t, err)
		assert.Assert(t, service.tries >= 4 && service.tries <= 11, service.tries)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		service.until = time.Now().Add(time.Hour)
		err = n.mailer.Send(ctx, Message{})
		assert.Assert(t, errors.Is(err, ErrBusy) && outbox.IsUnreachable(err), "without time left: got %v, want ErrBusy", err)
	})
}

package notify

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// ErrBusy says that the mail service takes no more mails in this second.
var ErrBusy = errors.New("too many mails in a second")

// Patient is n for whoever has time: a mail that finds its service busy waits for its turn instead of being put off. The stream has
// none, for messages to kitchens stand behind each mail there; the sweep has a minute.
func (n *Notify) Patient() *Notify {
	other := *n
	other.mailer = patient{n.mailer}
	return &other
}

type patient struct{ Mailer }

// turn is about when the service takes the next, and at random so that those who wait do not ask at once.
const turn = time.Second

// Send tries until the mail is taken, or ctx ends.
func (p patient) Send(ctx context.Context, m Message) error {
	for {
		err := p.Mailer.Send(ctx, m)
		if !errors.Is(err, ErrBusy) {
			return err
		}
		timer := time.NewTimer(turn/2 + rand.N(turn))
		select {
		case <-ctx.Done():
			timer.Stop()
			return err
		case <-timer.C:
		}
	}
}

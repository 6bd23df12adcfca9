// Package ses sends mails through Amazon SES.
package ses

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ordering/functions/notify"
	"ordering/shared/aws/sigv4"
	"ordering/shared/outbox"
)

// Mailer is a notify.Mailer over SES. SES has no idempotency key: if its answer is lost the mail is sent twice, with the same
// Message-ID, and many mail clients show it once.
type Mailer struct{ service *sigv4.Service }

// New returns the mailer without opening a connection. It reads the credentials that Lambda sets in the environment: see sigv4.New.
// AWS_ENDPOINT_URL_SESV2 overrides the endpoint.
func New(getenv func(string) string, now func() time.Time) *Mailer {
	return &Mailer{sigv4.New("ses", "email", "SESV2", 10*time.Second, getenv, now)}
}

// email is the request SendEmail of SES.
type email struct {
	FromEmailAddress string
	Destination      struct{ ToAddresses []string }
	Content          struct{ Raw struct{ Data []byte } }
}

// Send passes the message to SES once: the outbox retries. Its errors have only the code of an error of SES, because the texts of SES
// quote addresses.
func (m *Mailer) Send(ctx context.Context, message notify.Message) error {
	raw, err := message.Bytes()
	if err != nil {
		return err
	}
	in := email{FromEmailAddress: message.From.String()}
	in.Destination.ToAddresses = []string{message.To.Address}
	in.Content.Raw.Data = raw
	err = m.service.Call(ctx, "/v2/email/outbound-emails", "", in, nil)
	if err == nil {
		return nil
	}
	var refused *sigv4.Refused
	if errors.As(err, &refused) {
		switch refused.Code {
		case "MessageRejected", "BadRequestException": // a retry would not change it
			return fmt.Errorf("ses: refused: %s", refused.Code)
		case "TooManyRequestsException":
			err = fmt.Errorf("%w: %w", err, notify.ErrBusy)
		}
	}
	return outbox.Unreachable(err)
}

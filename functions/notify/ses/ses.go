// Package ses sends the mails of notify through Amazon SES: its one call.
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

// Mailer is a notify.Mailer over SES. SES knows no idempotency key: a mail whose answer was lost goes out twice, with the
// same Message-ID, by which many readers show it once.
type Mailer struct{ service *sigv4.Service }

// New makes a mailer from the environment that Lambda gives a function: see sigv4.New. AWS_ENDPOINT_URL_SESV2 points it elsewhere.
func New(getenv func(string) string, now func() time.Time) *Mailer {
	return &Mailer{sigv4.New("ses", "email", "SESV2", 10*time.Second, getenv, now)}
}

// email is the body of SendEmail, as far as it is used.
type email struct {
	FromEmailAddress string
	Destination      struct{ ToAddresses []string }
	Content          struct{ Raw struct{ Data []byte } }
}

// Send hands the message to SES. Its errors name what SES found by its code only: the text of SES quotes addresses.
func (m *Mailer) Send(ctx context.Context, message notify.Message) error {
	raw, err := message.Bytes()
	if err != nil {
		return err
	}
	e := email{FromEmailAddress: message.From.String()}
	e.Destination.ToAddresses = []string{message.To.Address}
	e.Content.Raw.Data = raw
	err = m.service.Call(ctx, "/v2/email/outbound-emails", "", e, nil)
	var refused *sigv4.Refused
	switch {
	case errors.As(err, &refused) && ofTheMessage[refused.Code]:
		return fmt.Errorf("ses: refused: %s", refused.Code)
	case errors.As(err, &refused) && refused.Code == "TooManyRequestsException":
		return outbox.Unreachable(fmt.Errorf("%w: %w", err, notify.ErrBusy))
	case err != nil:
		return outbox.Unreachable(err)
	}
	return nil
}

// ofTheMessage are the answers that another try would not change; all others are throttles, faults or settings of the account.
var ofTheMessage = map[string]bool{"MessageRejected": true, "BadRequestException": true}

// Package ses sends the mails of notify through Amazon SES.
package ses

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"

	"ordering/functions/notify"
	"ordering/shared/outbox"
)

// Mailer is a notify.Mailer over SES. SES knows no idempotency key: a mail whose answer was lost goes out twice, with the
// same Message-ID, by which many readers show it once.
type Mailer struct{ client *sesv2.Client }

// New makes a mailer from the environment that Lambda gives a function, and nothing else. AWS_ENDPOINT_URL_SESV2 points it
// elsewhere. It does no I/O.
func New(getenv func(string) string) *Mailer {
	o := sesv2.Options{
		Region:     getenv("AWS_REGION"),
		HTTPClient: &http.Client{Timeout: 10 * time.Second},
		Retryer:    aws.NopRetryer{}, // the outbox tries again
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{
				AccessKeyID: getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: getenv("AWS_SECRET_ACCESS_KEY"),
				SessionToken: getenv("AWS_SESSION_TOKEN"), Source: "environment",
			}, nil
		}),
	}
	if endpoint := getenv("AWS_ENDPOINT_URL_SESV2"); endpoint != "" {
		o.BaseEndpoint = &endpoint
	}
	return &Mailer{sesv2.New(o)}
}

// Send hands the message to SES. Its errors name what SES found by its code only: the text of SES quotes addresses.
func (m *Mailer) Send(ctx context.Context, message notify.Message) error {
	raw, err := message.Bytes()
	if err != nil {
		return err
	}
	_, err = m.client.SendEmail(ctx, &sesv2.SendEmailInput{
		FromEmailAddress: aws.String(message.From.String()),
		Destination:      &types.Destination{ToAddresses: []string{message.To.Address}},
		Content:          &types.EmailContent{Raw: &types.RawMessage{Data: raw}},
	})
	var fault smithy.APIError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &fault):
		return outbox.Unreachable(errors.New("ses: no answer"))
	case ofTheMessage[fault.ErrorCode()]:
		return fmt.Errorf("ses: refused: %s", fault.ErrorCode())
	}
	return outbox.Unreachable(fmt.Errorf("ses: %s", fault.ErrorCode()))
}

// ofTheMessage are the answers that another try would not change; all others are throttles, faults or settings of the account.
var ofTheMessage = map[string]bool{"MessageRejected": true, "BadRequestException": true}

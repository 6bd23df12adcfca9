// Package ses sends mails through Amazon SES.
package ses

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"ordering/functions/notify"
	"ordering/shared/aws/sigv4"
	"ordering/shared/outbox"
)

// Mailer is a notify.Mailer over SES. SES has no idempotency key: if its answer is lost the mail is sent twice, with the same
// Message-ID, and many mail clients show it once.
type Mailer struct{ client *sesv2.Client }

// New makes a mailer from the environment that Lambda gives a function: AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
// AWS_SESSION_TOKEN. AWS_ENDPOINT_URL_SESV2 replaces the endpoint. It does no I/O.
func New(getenv func(string) string) *Mailer {
	o := sesv2.Options{
		Region:  getenv("AWS_REGION"),
		Retryer: aws.NopRetryer{}, // the outbox retries
		HTTPClient: &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return sigv4.Credentials(getenv), nil
		}),
	}
	if endpoint := getenv("AWS_ENDPOINT_URL_SESV2"); endpoint != "" {
		o.BaseEndpoint = &endpoint
	}
	return &Mailer{sesv2.New(o)}
}

// Send passes the message to SES. Its errors have only the code of an error of SES, because the texts of SES quote addresses.
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
	if err == nil {
		return nil
	}
	switch code := codeOf(err); code {
	case "MessageRejected", "BadRequestException": // a retry would not change it
		return fmt.Errorf("ses: refused: %s", code)
	case "TooManyRequestsException":
		return outbox.Unreachable(fmt.Errorf("ses: %s: %w", code, notify.ErrBusy))
	default:
		return outbox.Unreachable(fmt.Errorf("ses: %s", code))
	}
}

// codeOf returns the code of an error of SES, else the HTTP status.
func codeOf(err error) string {
	var coded smithy.APIError
	if errors.As(err, &coded) && coded.ErrorCode() != "UnknownError" && !strings.ContainsAny(coded.ErrorCode(), " @") {
		return coded.ErrorCode()
	}
	var answer *smithyhttp.ResponseError
	if errors.As(err, &answer) && answer.HTTPStatusCode() > 0 {
		return fmt.Sprintf("status %d", answer.HTTPStatusCode())
	}
	return "no answer"
}

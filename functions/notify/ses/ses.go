// Package ses sends the mails of notify through Amazon SES: its one call, signed. The SDK's client of SES would double the function.
package ses

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"ordering/functions/notify"
	"ordering/shared/outbox"
)

// Mailer is a notify.Mailer over SES. SES knows no idempotency key: a mail whose answer was lost goes out twice, with the
// same Message-ID, by which many readers show it once.
type Mailer struct {
	region, url string
	getenv      func(string) string
	signer      *v4.Signer
	client      *http.Client
	now         func() time.Time
}

// New makes a mailer from the environment that Lambda gives a function (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
// AWS_SESSION_TOKEN), and nothing else. AWS_ENDPOINT_URL_SESV2 points it elsewhere. It does no I/O.
func New(getenv func(string) string, now func() time.Time) *Mailer {
	region := getenv("AWS_REGION")
	endpoint := cmp.Or(getenv("AWS_ENDPOINT_URL_SESV2"), "https://email."+region+".amazonaws.com")
	return &Mailer{
		region: region, url: strings.TrimSuffix(endpoint, "/") + "/v2/email/outbound-emails", getenv: getenv,
		signer: v4.NewSigner(), now: now,
		// A signed mail goes where it was addressed, nowhere else.
		client: &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
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
	body, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("ses: body: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("ses: request: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	sum := sha256.Sum256(body)
	if err := m.signer.SignHTTP(ctx, m.credentials(), r, hex.EncodeToString(sum[:]), "ses", m.region, m.now()); err != nil {
		return fmt.Errorf("ses: sign: %w", err)
	}
	answer, err := m.client.Do(r)
	if err != nil {
		return outbox.Unreachable(errors.New("ses: no answer")) // the error of net/http is left out: it may quote what was sent
	}
	defer answer.Body.Close()
	told, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return nil
	}
	code := codeOf(answer, told)
	if ofTheMessage[code] {
		return fmt.Errorf("ses: refused: %s", code)
	}
	return outbox.Unreachable(fmt.Errorf("ses: %s", code))
}

func (m *Mailer) credentials() aws.Credentials {
	return aws.Credentials{
		AccessKeyID: m.getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: m.getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken: m.getenv("AWS_SESSION_TOKEN"), Source: "environment",
	}
}

// ofTheMessage are the answers that another try would not change; all others are throttles, faults or settings of the account.
var ofTheMessage = map[string]bool{"MessageRejected": true, "BadRequestException": true}

// codeOf is the code of an error: in a header of the answer or in its body, with its namespace before a # and an address after
// a colon (restJson1, "Operation error serialization"). Without one it is the status.
func codeOf(answer *http.Response, body []byte) string {
	var told struct {
		Type string `json:"__type"`
		Code string `json:"code"`
	}
	_ = json.Unmarshal(body, &told)
	code, _, _ := strings.Cut(cmp.Or(answer.Header.Get("X-Amzn-Errortype"), told.Code, told.Type), ":")
	if _, name, ok := strings.Cut(code, "#"); ok {
		code = name
	}
	for _, c := range code {
		if c < 'A' || c > 'z' {
			code = "" // not a code, and perhaps a text about the guest
			break
		}
	}
	return cmp.Or(code, fmt.Sprintf("status %d", answer.StatusCode))
}

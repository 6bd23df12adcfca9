package ses

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/notify"
	"ordering/shared/outbox"
)

func mailer(endpoint string) *Mailer {
	return New(func(name string) string {
		return map[string]string{
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "only of this test",
			"AWS_SESSION_TOKEN": "session", "AWS_ENDPOINT_URL_SESV2": endpoint,
		}[name]
	})
}

var message = notify.Message{
	ID: "a1", Date: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC), Subject: "Prêt", Text: "text", HTML: "<p>", Language: "fr-CA",
	From: mail.Address{Name: "Big Deal", Address: "orders@example.com"}, To: mail.Address{Address: "canary@example.com"},
}

// Errors have no text of SES, and only a refusal of the message itself is final. Each call sends the message once.
func TestSend(t *testing.T) {
	const throttled = "TooManyRequestsException"
	const text = `Email address is not verified: canary@example.com`
	for name, c := range map[string]struct {
		status           int
		kind, body, want string
	}{
		"accepted":               {status: 200, body: `{"MessageId":"1"}`},
		"rejected":               {status: 400, kind: "MessageRejected", want: "ses: refused: MessageRejected"},
		"rejected, with a place": {status: 400, kind: "MessageRejected:http://internal/coral/", want: "ses: refused: MessageRejected"},
		"rejected, in the body":  {status: 400, body: `{"__type":"x#BadRequestException"}`, want: "ses: refused: BadRequestException"},
		"rejected, by its code":  {status: 400, body: `{"code":"MessageRejected"}`, want: "ses: refused: MessageRejected"},
		"throttled":              {status: 429, kind: throttled, want: "ses: " + throttled + ": too many mails in a second"},
		"over its limit":         {status: 400, kind: "LimitExceededException", want: "ses: LimitExceededException"},
		"paused":                 {status: 400, kind: "SendingPausedException", want: "ses: SendingPausedException"},
		"expired":                {status: 403, kind: "ExpiredTokenException", want: "ses: ExpiredTokenException"},
		"broken":                 {status: 500, kind: "InternalFailure", want: "ses: InternalFailure"},
		"broken, a page":         {status: 502, body: `<html>` + text, want: "ses: status 502"},
		"a text for a code":      {status: 400, kind: text, want: "ses: status 400"},
		"redirected":             {status: 307, want: "ses: status 307"},
	} {
		tries := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var got struct {
				FromEmailAddress string
				Destination      struct{ ToAddresses []string }
				Content          struct{ Raw struct{ Data []byte } }
			}
			err := json.NewDecoder(r.Body).Decode(&got)
			if tries++; err != nil || r.URL.Path != "/v2/email/outbound-emails" || len(got.Destination.ToAddresses) != 1 ||
				got.Destination.ToAddresses[0] != "canary@example.com" || got.FromEmailAddress != `"Big Deal" <orders@example.com>` ||
				!strings.Contains(string(got.Content.Raw.Data), "Message-ID: <a1@example.com>") {
				t.Errorf("%s: SES got %s %+v %v", name, r.URL, got, err)
			}
			sign := r.Header.Get("Authorization")
			if !strings.Contains(sign, "Credential=AKIDTEST/") || !strings.Contains(sign, "/us-east-1/ses/") ||
				r.Header.Get("X-Amz-Security-Token") != "session" {
				t.Errorf("%s: signed with %q", name, sign)
			}
			w.Header().Set("Location", "/elsewhere")
			if c.kind != "" {
				w.Header().Set("X-Amzn-Errortype", c.kind)
				c.body = `{"message":"` + text + `"}`
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.body)
		}))
		err := mailer(server.URL).Send(t.Context(), message)
		server.Close()
		got := ""
		if err != nil {
			got = err.Error()
		}
		final := strings.HasPrefix(c.want, "ses: refused")
		if got != c.want || tries != 1 || outbox.IsUnreachable(err) != (err != nil && !final) {
			t.Errorf("%s: got %q after %[4]d tries, want %[3]q", name, got, c.want, tries)
		}
	}
}

func TestSendWithoutAnAnswer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	err := mailer(server.URL).Send(t.Context(), message)
	assert.Assert(t, err != nil && err.Error() == "ses: no answer" && outbox.IsUnreachable(err), err)
}

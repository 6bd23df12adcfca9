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

	"ordering/functions/notify"
	"ordering/shared/outbox"
)

func TestSend(t *testing.T) {
	answer := func(status int, code string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("X-Amzn-Errortype", code)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"message":"Email address is not verified: canary@example.com"}`)
		}
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   string
		waits  bool
	}{
		"taken":     {func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"MessageId":"1"}`) }, "", false},
		"rejected":  {answer(400, "MessageRejected"), "ses: refused: MessageRejected", false},
		"throttled": {answer(429, "TooManyRequestsException"), "ses: TooManyRequestsException", true},
		"paused":    {answer(400, "SendingPausedException"), "ses: SendingPausedException", true},
		"broken":    {answer(500, "InternalFailure"), "ses: InternalFailure", true},
	} {
		var got struct {
			FromEmailAddress string
			Destination      struct{ ToAddresses []string }
			Content          struct{ Raw struct{ Data []byte } }
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
				t.Error(err)
			}
			c.answer(w)
		}))
		m := New(func(name string) string {
			return map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_ENDPOINT_URL_SESV2": server.URL}[name]
		})
		err := m.Send(t.Context(), notify.Message{
			ID: "a1", Date: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Subject: "Prêt", Text: "text", HTML: "<p>", Language: "fr-CA",
			From: mail.Address{Name: "Big Deal", Address: "orders@example.com"}, To: mail.Address{Address: "canary@example.com"},
		})
		server.Close()
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) || outbox.IsUnreachable(err) != c.waits {
			t.Errorf("%s: %v", name, err)
		}
		if len(got.Destination.ToAddresses) != 1 || got.FromEmailAddress != `"Big Deal" <orders@example.com>` || !strings.Contains(string(got.Content.Raw.Data), "Message-ID: <a1@example.com>") {
			t.Errorf("%s: SES got %+v", name, got)
		}
	}
}

func TestNoAnswer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	m := New(func(name string) string {
		return map[string]string{"AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_SESV2": server.URL, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}[name]
	})
	err := m.Send(t.Context(), notify.Message{ID: "a1", From: mail.Address{Address: "orders@example.com"}, To: mail.Address{Address: "canary@example.com"}})
	if err == nil || err.Error() != "ses: no answer" || !outbox.IsUnreachable(err) {
		t.Errorf("%v", err)
	}
}

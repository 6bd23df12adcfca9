package ses

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

const secret = "only of this test"

func environment(endpoint string) func(string) string {
	return func(name string) string {
		return map[string]string{
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": "session",
			"AWS_ENDPOINT_URL_SESV2": endpoint,
		}[name]
	}
}

var letter = notify.Message{
	ID: "a1", Date: noon, Subject: "Prêt", Text: "text", HTML: "<p>", Language: "fr-CA",
	From: mail.Address{Name: "Big Deal", Address: "orders@example.com"}, To: mail.Address{Address: "canary@example.com"},
}

// wronglySigned says what is wrong with the signature of a request: made once more, as the documents of AWS describe version 4.
func wronglySigned(r *http.Request, body []byte) error {
	const scope = "20260601/us-east-1/ses/aws4_request"
	var names, signature string
	if _, err := fmt.Sscanf(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=AKIDTEST/"+scope+", SignedHeaders=%s Signature=%s", &names, &signature); err != nil {
		return fmt.Errorf("authorization %q: %w", r.Header.Get("Authorization"), err)
	}
	names = strings.TrimSuffix(names, ",")
	var headers strings.Builder
	for name := range strings.SplitSeq(names, ";") {
		value := r.Header.Get(name)
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = fmt.Sprint(r.ContentLength)
		}
		fmt.Fprintf(&headers, "%s:%s\n", name, value)
	}
	for _, name := range []string{"host", "x-amz-date", "x-amz-security-token", "content-type"} {
		if !strings.Contains(";"+names+";", ";"+name+";") {
			return fmt.Errorf("%s is not signed: %s", name, names)
		}
	}
	digest := func(s string) string { sum := sha256.Sum256([]byte(s)); return hex.EncodeToString(sum[:]) }
	mac := func(key []byte, s string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(s))
		return h.Sum(nil)
	}
	canonical := strings.Join([]string{r.Method, r.URL.EscapedPath(), "", headers.String(), names, digest(string(body))}, "\n")
	key := []byte("AWS4" + secret)
	for part := range strings.SplitSeq(scope, "/") {
		key = mac(key, part)
	}
	want := hex.EncodeToString(mac(key, strings.Join([]string{"AWS4-HMAC-SHA256", r.Header.Get("X-Amz-Date"), scope, digest(canonical)}, "\n")))
	if signature != want || r.Header.Get("X-Amz-Date") != "20260601T120000Z" || r.Header.Get("X-Amz-Security-Token") != "session" {
		return fmt.Errorf("signature %s, want %s, of %q", signature, want, r.Header)
	}
	return nil
}

func TestSend(t *testing.T) {
	const text = `Email address is not verified: canary@example.com`
	header := func(status int, kind string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("X-Amzn-Errortype", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"message":"`+text+`"}`)
		}
	}
	body := func(status int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   string
		waits  bool
	}{
		"taken":                    {body(200, `{"MessageId":"1"}`), "", false},
		"rejected":                 {header(400, "MessageRejected"), "ses: refused: MessageRejected", false},
		"rejected, with its place": {header(400, "MessageRejected:http://internal.amazon.com/coral/com.amazonaws.services/"), "ses: refused: MessageRejected", false},
		"rejected, in the body":    {body(400, `{"__type":"com.amazonaws.ses#BadRequestException","message":"`+text+`"}`), "ses: refused: BadRequestException", false},
		"rejected, by its code":    {body(400, `{"code":"MessageRejected","message":"`+text+`"}`), "ses: refused: MessageRejected", false},
		"throttled":                {header(429, "TooManyRequestsException"), "ses: TooManyRequestsException: too many mails in a second", true},
		"over its limit":           {header(400, "LimitExceededException"), "ses: LimitExceededException", true},
		"paused":                   {header(400, "SendingPausedException"), "ses: SendingPausedException", true},
		"expired":                  {header(403, "ExpiredTokenException"), "ses: ExpiredTokenException", true},
		"broken":                   {header(500, "InternalFailure"), "ses: InternalFailure", true},
		"broken, a page":           {body(502, `<html>`+text), "ses: status 502", true},
		"a text for a code":        {header(400, text), "ses: status 400", true},
		"sent elsewhere":           {func(w http.ResponseWriter) { w.Header().Set("Location", "/elsewhere"); w.WriteHeader(307) }, "ses: status 307", true},
	} {
		var got []email
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			raw, _ := io.ReadAll(r.Body)
			var e email
			fields := json.NewDecoder(bytes.NewReader(raw))
			fields.DisallowUnknownFields()
			if err := fields.Decode(&e); err != nil || r.Method != "POST" || r.URL.Path != "/v2/email/outbound-emails" {
				t.Errorf("%s: %s %s %v", name, r.Method, r.URL, err)
			}
			if err := wronglySigned(r, raw); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if wronglySigned(r, append(raw, ' ')) == nil {
				t.Errorf("%s: the signature does not hold the body", name)
			}
			got = append(got, e)
			c.answer(w)
		}))
		err := New(environment(server.URL), func() time.Time { return noon }).Send(t.Context(), letter)
		server.Close()
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) || outbox.IsUnreachable(err) != c.waits {
			t.Errorf("%s: %v", name, err)
		}
		if len(got) != 1 || len(got[0].Destination.ToAddresses) != 1 || got[0].Destination.ToAddresses[0] != "canary@example.com" ||
			got[0].FromEmailAddress != `"Big Deal" <orders@example.com>` || !strings.Contains(string(got[0].Content.Raw.Data), "Message-ID: <a1@example.com>") {
			t.Errorf("%s: SES got %+v", name, got)
		}
	}
}

func TestNoAnswer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	err := New(environment(server.URL), func() time.Time { return noon }).Send(t.Context(), letter)
	if err == nil || err.Error() != "ses: no answer" || !outbox.IsUnreachable(err) {
		t.Errorf("%v", err)
	}
}

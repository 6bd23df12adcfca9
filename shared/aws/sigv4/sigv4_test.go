package sigv4

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func environment(endpoint string) func(string) string {
	return func(name string) string {
		return map[string]string{
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "only of this test",
			"AWS_SESSION_TOKEN": "session", "AWS_ENDPOINT_URL_SSM": endpoint,
		}[name]
	}
}

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func service(endpoint string) *Service {
	return New("ssm", "ssm", "SSM", time.Second, environment(endpoint), func() time.Time { return noon })
}

func TestCall(t *testing.T) {
	var got *http.Request
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		got, body = r, string(raw)
		_, _ = io.WriteString(w, `{"Found":["a"]}`)
	}))
	defer server.Close()
	var out struct{ Found []string }
	err := service(server.URL).Call(t.Context(), "/", "AmazonSSM.GetParameters", map[string]bool{"WithDecryption": true}, &out)
	assert.NilError(t, err)
	if len(out.Found) != 1 || body != `{"WithDecryption":true}` || got.Header.Get("X-Amz-Target") != "AmazonSSM.GetParameters" ||
		got.Header.Get("Content-Type") != "application/x-amz-json-1.1" || got.Header.Get("X-Amz-Security-Token") != "session" ||
		!strings.Contains(got.Header.Get("Authorization"), "Credential=AKIDTEST/20260601/us-east-1/ssm/aws4_request") {
		t.Errorf("%s %s %v %v", body, got.URL, got.Header, out)
	}
}

func TestRefusalHasOnlyItsCode(t *testing.T) {
	for body, want := range map[string]string{
		`{"__type":"AccessDeniedException","message":"secret"}`: "ssm: AccessDeniedException",
		`{"__type":"com.amazonaws#ThrottlingException"}`:        "ssm: ThrottlingException",
		`<html>secret`:                          "ssm: status 400",
		`{"__type":"the secret of the guest"}`:  "ssm: status 400",
		`{"code":"ParameterNotFound:http://x"}`: "ssm: ParameterNotFound",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, body)
		}))
		err := service(server.URL).Call(t.Context(), "/", "x", nil, nil)
		server.Close()
		var refused *Refused
		if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

func TestConnectionErrorHasNoRequestData(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	err := service(server.URL).Call(t.Context(), "/", "x", nil, nil)
	assert.Assert(t, errors.Is(err, ErrNoAnswer) && err.Error() == "ssm: no answer", err)
}

func TestEndpoints(t *testing.T) {
	for host, want := range map[string]string{"email": "https://email.us-east-1.amazonaws.com", "ssm": "https://ssm.us-east-1.amazonaws.com", "bucket.s3": "https://bucket.s3.us-east-1.amazonaws.com"} {
		assert.Check(t, is.Equal(New("x", host, "NONE", time.Second, environment(""), time.Now).endpoint, want), host)
	}
}

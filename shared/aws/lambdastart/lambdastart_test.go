package lambdastart

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// store is a fake parameter store that records its requests.
type store struct {
	values map[string]string
	status int
	code   string
	asked  [][]string
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var ask struct {
		Names          []string
		WithDecryption bool
	}
	if err := json.Unmarshal(raw, &ask); err != nil || !ask.WithDecryption || r.Header.Get("X-Amz-Target") != "AmazonSSM.GetParameters" {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	s.asked = append(s.asked, ask.Names)
	if s.status != 0 {
		w.WriteHeader(s.status)
		_, _ = fmt.Fprintf(w, `{"__type":%q,"message":"whsec_canary"}`, s.code)
		return
	}
	var answer struct {
		Parameters        []map[string]string
		InvalidParameters []string
	}
	for _, name := range ask.Names {
		if value, ok := s.values[name]; ok {
			answer.Parameters = append(answer.Parameters, map[string]string{"Name": name, "Value": value})
		} else {
			answer.InvalidParameters = append(answer.InvalidParameters, name)
		}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func TestSecretsAreReadOnceAndAgain(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(before)
	s := &store{values: map[string]string{"/ordering/prod/STRIPE_SECRET_KEY": "sk_1", "/ordering/prod/KITCHEN_SECRETS": "first"}}
	server := httptest.NewServer(s)
	defer server.Close()
	env := map[string]string{"SECRETS_PATH": "/ordering/prod/", "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_SSM": server.URL, "GUEST_SECRET": "of this machine"}
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	waits := 0
	p := newParameters(func(name string) string { return env[name] }, func() time.Time { return now })
	p.pause = func(context.Context, int) error { waits++; return nil }
	stripe, kitchen, missing, own := p.source("STRIPE_SECRET_KEY"), p.source("KITCHEN_SECRETS"), p.source("OTHER"), p.source("GUEST_SECRET")
	want := func(what string, source func(context.Context) (string, error), value, failure string, calls int) {
		t.Helper()
		got, err := source(t.Context())
		if got != value || failure == "" && err != nil || failure != "" && (err == nil || !strings.Contains(err.Error(), failure)) || len(s.asked) != calls {
			t.Errorf("%s: got %q %v after %d calls, want %q %q after %d", what, got, err, len(s.asked), value, failure, calls)
		}
	}
	want("the environment's own", own, "of this machine", "", 0)
	want("the first", stripe, "sk_1", "", 1)
	want("the second comes with it", kitchen, "first", "", 1)
	want("one that is not there", missing, "", "the secret OTHER is missing: put it into the parameter store as /ordering/prod/OTHER", 1)
	all := []string{"/ordering/prod/STRIPE_SECRET_KEY", "/ordering/prod/KITCHEN_SECRETS", "/ordering/prod/OTHER"}
	assert.DeepEqual(t, s.asked[0], all)
	s.values["/ordering/prod/STRIPE_SECRET_KEY"] = "sk_2"
	now = now.Add(trustFor - time.Second)
	want("still trusted", stripe, "sk_1", "", 1)
	now = now.Add(time.Second)
	want("changed, without a deployment", stripe, "sk_2", "", 2)
	s.status, s.code = 400, "AccessDeniedException"
	now = now.Add(trustFor)
	want("cannot be read again", stripe, "sk_2", "", 3)
	want("and is not asked for at each use", stripe, "sk_2", "", 3)
	now = now.Add(againAfter)
	s.status = 0
	want("but soon", stripe, "sk_2", "", 4)

	fresh := newParameters(func(name string) string { return env[name] }, func() time.Time { return now })
	fresh.pause = p.pause
	s.status, s.asked, waits = 400, nil, 0
	want("refused for good", fresh.source("STRIPE_SECRET_KEY"), "", "secrets cannot be read: ssm: AccessDeniedException", 1)
	s.code = "ThrottlingException"
	want("throttled", fresh.source("STRIPE_SECRET_KEY"), "", "ThrottlingException", 1+attempts)
	assert.Assert(t, waits == attempts-1, "got %d pauses between %d attempts", waits, attempts)
}

func TestTheBrandOfTheSystem(t *testing.T) {
	for named, want := range map[string]int{"": 3, "3": 3, "1": 1, "99": 0, "three": 0} {
		ended := false
		f := &Function{getenv: func(string) string { return named }, fatal: func(string, ...any) { ended = true }}
		b := f.Brand()
		assert.Check(t, b.ID == want && ended == (want == 0), "%q: got brand %d, exited %t", named, b.ID, ended)
	}
}

func TestMissingSettingEndsTheFunction(t *testing.T) {
	var logged string
	f := &Function{getenv: func(string) string { return "" }, fatal: func(message string, args ...any) { logged = message + fmt.Sprint(args...) }}
	f.Setting("SITE_URL")
	assert.Assert(t, is.Contains(logged, "a setting is missing"))
	assert.Assert(t, is.Contains(logged, "SITE_URL"))
}

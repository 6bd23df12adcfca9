package stripe

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/money"
	"ordering/shared/secret"
	"ordering/shared/soak"
	"ordering/shared/tender"
)

// mock is Stripe's mock server, which validates each request against Stripe's OpenAPI document. It is installed as a program: as a
// dependency it would add its own dependencies to our module.
const mock = "github.com/stripe/stripe-mock@v0.203.0"

// judged counts the requests, and fails the test for each that stripe-mock refuses.
type judged struct {
	testing.TB
	asked map[string]int
}

func (j judged) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(response.Body)
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(raw))
	j.asked[r.Method+" "+r.URL.Path]++
	assert.Check(j, response.StatusCode == http.StatusOK, "%s %s answers %d: %s", r.Method, r.URL.Path, response.StatusCode, raw)
	return response, err
}

// startMock starts stripe-mock with the flags and returns its address.
func startMock(t *testing.T, program string, flags ...string) string {
	t.Helper()
	const free = "127.0.0.1:"
	c := exec.Command(program, append(flags, "-http-addr", free, "-https-addr", free)...)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	assert.NilError(t, err)
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, address, ok := strings.Cut(lines.Text(), "HTTP at address: "); ok {
			return "http://" + address
		}
	}
	t.Fatal("stripe-mock does not start")
	return ""
}

// Stripe's OpenAPI document allows every request of the client, in the version of its header.
func TestStripeMockAcceptsEveryRequest(t *testing.T) {
	if !soak.Long() {
		t.Skip("it builds stripe-mock: TEST_LONG=1")
	}
	bin := t.TempDir()
	install := exec.Command("go", "install", mock)
	install.Env = append(os.Environ(), "GOBIN="+bin, "GOFLAGS=")
	out, err := install.CombinedOutput()
	assert.NilError(t, err, string(out))
	program := filepath.Join(bin, "stripe-mock")
	stable := startMock(t, program, "-strict-version-check")
	beta := startMock(t, program, "-beta") // only the beta has redaction jobs; its version names every beta, so a strict check would fail

	asked := map[string]int{}
	client := func(address string) *Client {
		c := New(address, secret.Fixed("sk_test_123")).Returning("https://order.example").WithPause(func(context.Context, int) error { return nil })
		c.client.Transport = judged{t, asked}
		return c
	}
	c, now := client(stable), time.Now()
	paid := tender.Reference{Intent: "pi_123", Order: "w2xq"}
	requests := map[string]func() error{
		"Authorise": func() error { _, err := c.Authorise(t.Context(), "key-1", ask); return err },
		"Capture": func() error {
			_, err := c.Capture(t.Context(), "key-2", "pi_123", money.Of(1250, money.CAD))
			return err
		},
		"Cancel": func() error { _, err := c.Cancel(t.Context(), "key-3", "pi_123"); return err },
		"Refund": func() error {
			_, err := c.Refund(t.Context(), "key-4", "pi_123", money.Of(1250, money.CAD))
			return err
		},
		"Find": func() error { _, err := c.Find(t.Context(), tender.Reference{Intent: "pi_123"}); return err },
		"List": func() error { _, _, err := c.List(t.Context(), now.Add(-time.Hour), now, "pi_123"); return err },
		"Statement": func() error {
			_, err := c.Statement(t.Context(), tender.Intent{ID: "pi_123", State: tender.IntentCaptured})
			return err
		},
		"Forget": func() error {
			c := client(beta)
			if err := c.Forget(t.Context(), paid); err != nil {
				return err
			}
			// The mock's redaction job is ready at once, so Forget does not call run.
			return c.call(t.Context(), http.MethodPost, "/privacy/redaction_jobs/prj_123/run", "key-5", url.Values{}, new(struct{}))
		},
		"Holds": nil, "Minimum": nil, "Returning": nil, "WithPause": nil, // they send no request
	}
	methods := reflect.TypeFor[*Client]()
	for n := range methods.NumMethod() {
		name := methods.Method(n).Name
		request, known := requests[name]
		assert.Check(t, known, "stripe-mock does not validate the requests of %s: add it", name)
		if request == nil {
			continue
		}
		assert.Check(t, request(), name)
	}
	for _, want := range []string{
		"POST /v1/payment_intents", "GET /v1/payment_intents", "GET /v1/payment_intents/pi_123", "POST /v1/payment_intents/pi_123/capture",
		"POST /v1/payment_intents/pi_123/cancel", "POST /v1/refunds", "GET /v1/refunds", "GET /v1/disputes",
		"POST /v1/privacy/redaction_jobs", "POST /v1/privacy/redaction_jobs/prj_123/run",
	} {
		assert.Check(t, asked[want] != 0, "%s was not requested: %v", want, asked)
	}
	t.Log(asked)
}

package runtimeapi_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/functions/geoip/country"
	"ordering/infra/harness/runtimeapi"
)

// bootstraps builds every function as for Lambda, but for this machine, into one folder, with the files beside them.
var bootstraps = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bootstraps-")
	if err != nil {
		return "", err
	}
	for _, f := range functions.All() {
		build := exec.Command("go", "build", "-tags", "lambda.norpc,nethttpomithttp2", "-o", filepath.Join(dir, f.Name), "ordering/functions/"+f.Name+"/lambda")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if output, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", f.Name, err, output)
		}
	}
	countries, err := filepath.Abs(filepath.Join("..", "..", "..", filepath.FromSlash(country.Package)))
	if err != nil {
		return "", err
	}
	return dir, os.Symlink(countries, filepath.Join(dir, country.File))
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := bootstraps(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// aws serves a function's AWS calls: an empty table, an empty bucket, and a parameter store with all secrets or none.
type aws struct {
	stuck   atomic.Bool   // only the parameter store answers
	reached chan struct{} // receives when a call is stuck
	free    chan struct{} // when closed, stuck calls are answered
	secrets atomic.Bool
	asked   atomic.Int64 // calls to the parameter store
	called  atomic.Int64 // all other calls
}

func (a *aws) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Header.Get("X-Amz-Target") {
	case "AmazonSSM.GetParameters":
		a.asked.Add(1)
		var ask struct{ Names []string }
		_ = json.NewDecoder(r.Body).Decode(&ask)
		var answer struct{ Parameters []map[string]string }
		for _, name := range ask.Names {
			if a.secrets.Load() {
				answer.Parameters = append(answer.Parameters, map[string]string{"Name": name, "Value": "a secret of this test alone"})
			}
		}
		_ = json.NewEncoder(w).Encode(answer)
	default:
		a.called.Add(1)
		if a.stuck.Load() {
			select {
			case a.reached <- struct{}{}:
			default:
			}
			_, _ = io.Copy(io.Discard, r.Body) // net/http detects a client disconnect only after the body is read
			select {
			case <-a.free:
			case <-r.Context().Done():
				return
			}
		}
		if r.Header.Get("X-Amz-Target") == "" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = w.Write([]byte(`{"Items":[],"Count":0,"ScannedCount":0}`))
	}
}

// running is a running function with its AWS calls.
type running struct {
	testing.TB
	functions.Function
	api  *runtimeapi.API
	aws  *aws
	proc *runtimeapi.Process
	ctx  context.Context
}

// begin starts a function with the stack's environment, except for the variables in without.
func begin(t testing.TB, f functions.Function, without ...string) *running {
	t.Helper()
	dir, err := bootstraps()
	assert.NilError(t, err)
	r := &running{TB: t, Function: f, aws: &aws{reached: make(chan struct{}, 1), free: make(chan struct{})}}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	r.ctx = ctx
	server := httptest.NewServer(r.aws)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	r.api, err = runtimeapi.New()
	assert.NilError(t, err)
	t.Cleanup(r.api.Close)
	env := []string{
		"SERVICE=ordering-test", "TABLE=table", "SECRETS_PATH=/test/", "ORIGIN_KEYS=key-of-the-front", "EVENT_BUS=bus", "ASSETS=bucket", "FORM_FILES=files",
		"LAMBDA_TASK_ROOT=" + dir, "AWS_ENDPOINT_URL_DYNAMODB=" + server.URL, "AWS_ENDPOINT_URL_SSM=" + server.URL, "AWS_ENDPOINT_URL_S3=" + server.URL,
	}
	for _, s := range f.Settings {
		value := "https://example.com"
		if s == functions.Social {
			value = `{"google":{"clientId":"site"}}`
		}
		env = append(env, string(s)+"="+value)
	}
	env = slices.DeleteFunc(env, func(one string) bool {
		name, _, _ := strings.Cut(one, "=")
		return slices.Contains(without, name)
	})
	r.proc, err = r.api.Start(ctx, filepath.Join(dir, f.Name), env...)
	assert.NilError(t, err)
	t.Cleanup(r.proc.Kill)
	return r
}

// ask sends an event with this time limit and returns the answer.
func (r *running) ask(event string, within time.Duration) runtimeapi.Answer {
	r.Helper()
	r.api.Put([]byte(event), time.Now().Add(within))
	answer, err := r.api.Answer(r.ctx)
	if err != nil {
		r.Fatalf("%v: %s\n%s", err, event, r.proc.Log())
	}
	return answer
}

// stop asks the function to stop and waits until it exits by itself. After that its log is complete.
func (r *running) stop() {
	r.Helper()
	r.signal()
	if code := r.proc.Wait(); code != 0 {
		r.Errorf("after SIGTERM: got exit code %d\n%s", code, r.proc.Log())
	}
}

func (r *running) signal() {
	r.Helper()
	assert.NilError(r, r.proc.Signal(syscall.SIGTERM))
}

// request returns the API Gateway event of a call.
func request(method, path, body string) string {
	raw, _ := json.Marshal(map[string]any{
		"version": "2.0", "rawPath": path, "headers": map[string]string{"content-type": "application/json", "x-kitchen-signature": "t=1,v1=00"}, "body": body,
		"requestContext": map[string]any{"requestId": "request-of-a-test", "http": map[string]string{"method": method, "sourceIp": "8.8.8.8"}},
	})
	return string(raw)
}

// calls are, by function, a guest's call that reaches the table or the bucket, with the error code on an empty store. A POST has its body
// behind the path. A call with a token has it before the path.
var calls = map[string]struct{ call, want string }{
	"locations": {"/api/online-ordering/locations/menus/none", "location-not-found"},
	"cart":      {"/api/online-ordering/orders/none", "basket-not-found"},
	"payment":   {"/api/online-ordering/payment-management/payment-methods/none", "basket-not-found"},
	"orders":    {"/api/online-ordering/orders/thank-you/none", "order-not-found"},
	"auth":      {`/api/auth/customer/set-password {"reset":"none","link":"none","password":"Ketchup 57 and Mustard"}`, "link-expired"},
	"profile":   {unknownToken + " /api/my-profile", "token-invalid"},
	"privacy":   {unknownToken + " /api/my-profile/export", "token-invalid"},
	"loyalty":   {unknownToken + " /api/loyalty/points", "token-invalid"},
	"holiday":   {"/api/online-ordering/holiday-settings/holiday-check?filter=location.id[eq]none", "location-not-found"},
	"images":    {"/image?url=/assets/a.jpg&w=640", "picture-not-found"},
	"content":   {`/content/graphql {"query":"{ pages(locale: \"en\") { slug } }"}`, `{\"pages\":[]}`},
	"graph":     {unknownToken + ` /graphql {"query":"{ me { email } }"}`, "token-invalid"},
	"forms":     {"/api/survey-management/ccpa/none/code {}", "not-found"},
	"geoip":     {"/api/getGeoFromIp", `{\"country\":\"US\"}`},
}

// call returns the event of a function's call.
func call(t *testing.T, f functions.Function) string {
	t.Helper()
	c, known := calls[f.Name]
	assert.Assert(t, known, "test setup: no call of %s", f.Name)
	return callOf(c.call)
}

// unknownToken is an access token of a key that is not in the table.
const unknownToken = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Im5vbmUifQ.e30.AA"

// callOf returns the event of a path with its query and the body of a POST behind it.
func callOf(line string) string {
	line, signed := strings.CutPrefix(line, unknownToken+" ")
	address, body, posted := strings.Cut(line, " ")
	path, query, _ := strings.Cut(address, "?")
	method := map[bool]string{false: "GET", true: "POST"}[posted]
	event := strings.Replace(request(method, path, body), `"version"`, fmt.Sprintf(`"rawQueryString":%q,"version"`, query), 1)
	if signed {
		event = strings.Replace(event, `"headers":{`, fmt.Sprintf(`"headers":{"authorization":%q,`, "Bearer "+unknownToken), 1)
	}
	return event
}

// records are stream records that make the functions read the table.
const (
	outboxRow = `{"Records":[{"eventName":"INSERT","dynamodb":{"SequenceNumber":"7","Keys":{"pk":{"S":"outbox#0"},"sk":{"S":"1"}}}}]}`
	step      = `{"Records":[{"eventName":"MODIFY","dynamodb":{"SequenceNumber":"7","Keys":{"pk":{"S":"order#none"},"sk":{"S":"progress"}},"NewImage":{"doc":{"B":%q}}}}]}`
)

// asked is an event for a function, with a text that its answer must contain.
type asked struct{ what, event, want string }

// eventsOf returns one event of each kind that the function handles: a call, a stream record, each job.
func eventsOf(t *testing.T, f functions.Function) (all []asked) {
	t.Helper()
	switch {
	case f.Gate:
		all = append(all, asked{"a call at the gate", `{"version":"2.0","headers":{"x-origin-key":"key-of-the-front"}}`, `"isAuthorized":true`})
	case f.Name == "passkey":
		all = append(all, asked{"a passkey", `{"ceremony":{"id":"grill.example","origins":["https://grill.example"]},"answer":{}}`, `"refused":`})
	case f.Name == "password":
		all = append(all, asked{"a password", `{"password":"Ketchup 57"}`, `{"ok":false,"hash":"$argon2id$`})
	case f.Outbox:
		all = append(all, asked{"a row of the outbox", outboxRow, `{"batchItemFailures":`})
	case f.Steps:
		steps := base64.StdEncoding.EncodeToString([]byte(`{"steps":[{"status":"accepted"}]}`))
		all = append(all, asked{"a step of an order", fmt.Sprintf(step, steps), `{"batchItemFailures":`})
	}
	if len(f.Operations) > 0 {
		all = append(all, asked{"a call", call(t, f), calls[f.Name].want})
	}
	for _, s := range f.Schedules {
		if slices.Contains([]string{"compare-payments", "rotate-keys", "erase-accounts"}, s.Job) {
			continue // they need Stripe or a secret, which are not available here
		}
		all = append(all, asked{"the job " + s.Job, fmt.Sprintf(`{"job":%q}`, s.Job), "null"})
	}
	assert.Assert(t, len(all) != 0, "no event triggers %s", f.Name)
	return all
}

func TestEveryFunctionAsItsBootstrap(t *testing.T) {
	for _, f := range functions.All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			r := begin(t, f)
			for _, a := range eventsOf(t, f) {
				for _, when := range []string{"first", "again"} {
					before := r.aws.called.Load()
					if answer := r.ask(a.event, 10*time.Second); answer.Failed || !strings.Contains(string(answer.Body), a.want) {
						t.Errorf("%s, %s: failed %v, %s\n%s", a.what, when, answer.Failed, answer.Body, r.proc.Log())
					}
					if when == "first" && waits(f) && r.aws.called.Load() == before {
						t.Errorf("%s was answered without a call of a dependency", a.what)
					}
				}
			}
			a := r.ask(`"no event at all"`, 10*time.Second)
			assert.Assert(t, a.Failed)
			assert.Assert(t, is.Contains(string(a.Body), "errorMessage"))
			for _, a := range eventsOf(t, f) {
				answer := r.ask(a.event, 10*time.Second)
				assert.Check(t, !answer.Failed, "%s: the call after an error failed: %s", a.what, answer.Body)
			}
			r.stop()
			assert.Equal(t, strings.Count(r.proc.Log(), `"ColdStarts":1`), 1, r.proc.Log())
			assert.Assert(t, is.Contains(r.proc.Log(), `"Errors":1`))
			assert.Assert(t, is.Contains(r.proc.Log(), "event failed"))
			for line := range strings.Lines(r.proc.Log()) {
				var fields map[string]any
				err := json.Unmarshal([]byte(line), &fields)
				assert.Check(t, err == nil && fields["Service"] == "ordering-test" && fields["Function"] == f.Name, "unexpected log line: %s", line)
			}
			assert.Equal(t, r.aws.asked.Load(), int64(0))
		})
	}
}

// A function reports a missing setting by name at the start, instead of failing later.
func TestMissingSettingsAndSecretsAreNamed(t *testing.T) {
	for _, f := range functions.All() {
		for _, missing := range slices.DeleteFunc(slices.Clone(f.Settings), functions.Setting.Optional) {
			t.Run(f.Name+" without "+string(missing), func(t *testing.T) {
				t.Parallel()
				r := begin(t, f, string(missing))
				code := r.proc.Wait()
				assert.Equal(t, code, 1)
				assert.Assert(t, is.Contains(r.proc.Log(), `"setting":"`+string(missing)+`"`))
			})
		}
		if f.Name == "orders" {
			t.Run("a secret", func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				call := request("POST", "/api/online-ordering/orders/kitchen-events", "{}")
				a := r.ask(call, 10*time.Second)
				r.stop()
				assert.Assert(t, is.Contains(string(a.Body), `"statusCode":500`))
				assert.Assert(t, is.Contains(r.proc.Log(), "the secret KITCHEN_SECRETS is missing"))
			})
			t.Run("no secret", func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				r.aws.secrets.Store(true)
				call := request("POST", "/api/online-ordering/orders/kitchen-events", "{}")
				a := r.ask(call, 10*time.Second)
				if r.stop(); !strings.Contains(string(a.Body), `"statusCode":401`) || r.aws.asked.Load() != 1 || strings.Contains(r.proc.Log(), "a secret of this test") {
					t.Errorf("got %s after %d calls\n%s", a.Body, r.aws.asked.Load(), r.proc.Log())
				}
			})
		}
	}
}

package runtimeapi_test

import (
	"context"
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

	"ordering/functions"
	"ordering/infra/runtimeapi"
)

// bootstraps builds every function as it is built for Lambda, but for this machine, into one folder.
var bootstraps = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bootstraps-")
	if err != nil {
		return "", err
	}
	for _, f := range functions.All() {
		build := exec.Command("go", "build", "-tags", "lambda.norpc,nethttpomithttp2", "-o", filepath.Join(dir, f.Name), "ordering/functions/"+f.Name+"/lambda")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if told, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", f.Name, err, told)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := bootstraps(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// aws stands for what a function calls: a table without an item, and a parameter store with all secrets or none.
type aws struct {
	stuck   atomic.Bool // the table does not answer
	reached chan struct{}
	secrets atomic.Bool
	asked   atomic.Int64 // of the parameter store
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
		if a.stuck.Load() {
			select {
			case a.reached <- struct{}{}:
			default:
			}
			_, _ = io.Copy(io.Discard, r.Body) // only then net/http notices that who asked has gone
			<-r.Context().Done()
			return
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = w.Write([]byte(`{"Items":[],"Count":0,"ScannedCount":0}`))
	}
}

// running is a function that runs, with what it calls.
type running struct {
	*testing.T
	functions.Function
	api  *runtimeapi.API
	aws  *aws
	proc *runtimeapi.Process
	ctx  context.Context
}

// begin starts a function with everything that the stack gives it, but what is left out.
func begin(t *testing.T, f functions.Function, without ...string) *running {
	t.Helper()
	dir, err := bootstraps()
	if err != nil {
		t.Fatal(err)
	}
	r := &running{T: t, Function: f, aws: &aws{reached: make(chan struct{}, 1)}}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	r.ctx = ctx
	server := httptest.NewServer(r.aws)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	if r.api, err = runtimeapi.New(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.api.Close)
	env := []string{
		"SERVICE=ordering-test", "TABLE=table", "SECRETS_PATH=/test/", "ORIGIN_KEYS=key-of-the-front", "EVENT_BUS=bus", "ASSETS=bucket",
		"AWS_ENDPOINT_URL_DYNAMODB=" + server.URL, "AWS_ENDPOINT_URL_SSM=" + server.URL, "AWS_ENDPOINT_URL_S3=" + server.URL,
	}
	for _, s := range f.Settings {
		env = append(env, string(s)+"=https://example.com")
	}
	env = slices.DeleteFunc(env, func(one string) bool {
		name, _, _ := strings.Cut(one, "=")
		return slices.Contains(without, name)
	})
	if r.proc, err = r.api.Start(ctx, filepath.Join(dir, f.Name), env...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.proc.Kill)
	return r
}

// ask hands the function an event that it has so long for.
func (r *running) ask(event string, within time.Duration) runtimeapi.Answer {
	r.Helper()
	r.api.Put([]byte(event), time.Now().Add(within))
	answer, err := r.api.Answer(r.ctx)
	if err != nil {
		r.Fatalf("%v: %s\n%s", err, event, r.proc.Log())
	}
	return answer
}

// stop asks the function to stop, which it does by itself. After that its log is whole.
func (r *running) stop() {
	r.Helper()
	r.signal()
	if code := r.proc.Wait(); code != 0 {
		r.Errorf("asked to stop, it ended with %d\n%s", code, r.proc.Log())
	}
}

func (r *running) signal() {
	r.Helper()
	if err := r.proc.Signal(syscall.SIGTERM); err != nil {
		r.Fatal(err)
	}
}

// request is the event of a call as API Gateway makes it.
func request(method, path, body string) string {
	raw, _ := json.Marshal(map[string]any{
		"version": "2.0", "rawPath": path, "headers": map[string]string{"content-type": "application/json", "x-kitchen-signature": "t=1,v1=00"}, "body": body,
		"requestContext": map[string]any{"requestId": "request-of-a-test", "http": map[string]string{"method": method, "sourceIp": "192.0.2.1"}},
	})
	return string(raw)
}

// event is one that the function knows, the simplest of its kind, and what its answer must have.
func event(f functions.Function) (string, string) {
	switch {
	case f.Gate:
		return `{"version":"2.0","headers":{"x-origin-key":"key-of-the-front"}}`, `"isAuthorized":true`
	case f.Outbox || f.Steps:
		return `{"Records":[]}`, `{"batchItemFailures":`
	case len(f.Operations) > 0:
		return request("GET", "/api/nowhere", ""), `"statusCode":404`
	default:
		return fmt.Sprintf(`{"job":%q}`, f.Schedules[0].Job), "null"
	}
}

func TestEveryFunctionAsItsBootstrap(t *testing.T) {
	for _, f := range functions.All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			r := begin(t, f)
			known, want := event(f)
			for _, when := range []string{"cold", "warm"} {
				if a := r.ask(known, 10*time.Second); a.Failed || !strings.Contains(string(a.Body), want) {
					t.Errorf("%s: failed %v, %s\n%s", when, a.Failed, a.Body, r.proc.Log())
				}
			}
			if a := r.ask(`"no event at all"`, 10*time.Second); !a.Failed || !strings.Contains(string(a.Body), "errorMessage") {
				t.Errorf("what is no event: failed %v, %s", a.Failed, a.Body)
			}
			if a := r.ask(known, 10*time.Second); a.Failed {
				t.Errorf("after an error: %s", a.Body)
			}
			for _, s := range f.Schedules {
				if a := r.ask(fmt.Sprintf(`{"job":%q}`, s.Job), 10*time.Second); a.Failed || string(a.Body) != "null" {
					t.Errorf("the job %s: failed %v, %s\n%s", s.Job, a.Failed, a.Body, r.proc.Log())
				}
			}
			if f.Gate {
				return // it has no log of its own and nothing to end
			}
			r.stop()
			if n := strings.Count(r.proc.Log(), `"ColdStarts":1`); n != 1 {
				t.Errorf("%d cold starts are counted\n%s", n, r.proc.Log())
			}
			for line := range strings.Lines(r.proc.Log()) {
				var fields map[string]any
				if err := json.Unmarshal([]byte(line), &fields); err != nil || fields["Service"] != "ordering-test" || fields["Function"] != f.Name {
					t.Errorf("a line that is not ours: %s", line)
				}
			}
			if n := r.aws.asked.Load(); n != 0 {
				t.Errorf("it asked for secrets %d times without needing one", n)
			}
		})
	}
}

// reads are calls that read the table, or the bucket, before anything else, by function; one that is
// posted has its body behind the path.
var reads = map[string]string{
	"locations": "/api/online-ordering/locations/menus/none", "cart": "/api/online-ordering/orders/none",
	"payment": "/api/online-ordering/payment-management/payment-methods/none", "orders": "/api/online-ordering/orders/thank-you/none",
	"holiday": "/api/online-ordering/holiday-settings/holiday-check?filter=location.id[eq]none", "images": "/image?url=/assets/a.jpg&w=640",
	"content": `/content/graphql {"query":"{ pages(locale: \"en\") { slug } }"}`,
}

// A table that does not answer: the guest has an answer in the form of §8 before Lambda ends the function, which goes on; its request is
// named in the answer and in the log. And whoever asks the function to stop meanwhile waits until the answer is out.
func TestTheAnswerComesBeforeTheTimeIsOver(t *testing.T) {
	for _, f := range functions.All() {
		if len(f.Operations) == 0 || f.Table.None() && !f.Assets {
			continue // it waits for nothing
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			method := "GET"
			call, body, posted := strings.Cut(reads[f.Name], " ")
			if posted {
				method = "POST"
			}
			path, query, _ := strings.Cut(call, "?")
			if path == "" {
				t.Fatal("no call of this function reads the table")
			}
			ask := strings.Replace(request(method, path, body), `"version"`, fmt.Sprintf(`"rawQueryString":%q,"version"`, query), 1)
			r := begin(t, f)
			r.aws.stuck.Store(true)
			deadline := time.Now().Add(1300 * time.Millisecond)
			a := r.ask(ask, time.Until(deadline))
			told := string(a.Body)
			if a.Failed || !strings.Contains(told, `"statusCode":503`) || !strings.Contains(told, "store-unavailable") || !strings.Contains(told, "request-of-a-test") {
				t.Errorf("%s", told)
			}
			if a.At.After(deadline) {
				t.Error("the answer came after the time was over")
			}
			for len(r.aws.reached) > 0 {
				<-r.aws.reached
			}
			r.api.Put([]byte(ask), time.Now().Add(1300*time.Millisecond))
			select {
			case <-r.aws.reached:
			case <-r.ctx.Done():
				t.Fatal("the function does nothing")
			}
			r.signal()
			if a, err := r.api.Answer(r.ctx); err != nil || !strings.Contains(string(a.Body), `"statusCode":503`) {
				t.Errorf("asked to stop under way: %v %s", err, a.Body)
			}
			if code := r.proc.Wait(); code != 0 {
				t.Errorf("it ended with %d\n%s", code, r.proc.Log())
			}
			if log := r.proc.Log(); !strings.Contains(log, `"requestId":"request-of-a-test"`) || !strings.Contains(log, `"Errors":1`) {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

// What a function needs and has not it says by its name, and nothing starts that would fail later.
func TestWhatIsMissingIsNamed(t *testing.T) {
	for _, f := range functions.All() {
		for _, missing := range f.Settings {
			t.Run(f.Name+" without "+string(missing), func(t *testing.T) {
				t.Parallel()
				r := begin(t, f, string(missing))
				if code := r.proc.Wait(); code != 1 || !strings.Contains(r.proc.Log(), `"setting":"`+string(missing)+`"`) {
					t.Errorf("it ended with %d: %s", code, r.proc.Log())
				}
			})
		}
		if f.Name == "orders" {
			t.Run("a secret", func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				call := request("POST", "/api/online-ordering/orders/kitchen-events", "{}")
				a := r.ask(call, 10*time.Second)
				if r.stop(); !strings.Contains(string(a.Body), `"statusCode":500`) || !strings.Contains(r.proc.Log(), "the secret KITCHEN_SECRETS is missing") {
					t.Errorf("%s\n%s", a.Body, r.proc.Log())
				}
			})
			t.Run("no secret", func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				r.aws.secrets.Store(true)
				call := request("POST", "/api/online-ordering/orders/kitchen-events", "{}")
				a := r.ask(call, 10*time.Second)
				if r.stop(); !strings.Contains(string(a.Body), `"statusCode":401`) || r.aws.asked.Load() != 1 || strings.Contains(r.proc.Log(), "a secret of this test") {
					t.Errorf("%s after %d calls\n%s", a.Body, r.aws.asked.Load(), r.proc.Log())
				}
			})
		}
	}
}

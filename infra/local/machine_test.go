package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/server"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/soak"
	"ordering/shared/telemetry"
)

// machine is the stack of npm start in this process: the functions behind the gateway, the outbox, the reconciler, the payments sandbox,
// the kitchen simulator and the mail.
type machine struct {
	testing.TB
	dir, address string
	stack        *server.Server
	stop         func()
}

// noon is the start time of a machine: noon on a Friday in Tulsa.
const noon = "2026-11-20T18:00:00Z"

// seeded returns a data folder with the demo brand, created once; each machine starts with a copy.
var seeded = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "seeded-")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "site"), 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "site", "shell.html"), []byte("<!doctype html><title>site</title>"), 0o600); err != nil {
		return "", err
	}
	s, err := newServer(context.Background(), settingsIn(dir), "http://127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.Close()
	return dir, nil
})

func settingsIn(dir string) settings {
	return settings{
		Settings: server.Settings{Brand: brand.Default(), DataDir: dir, Site: filepath.Join(dir, "site"), Pictures: filepath.Join(dir, "pictures")},
		clock:    noon, pace: time.Millisecond,
	}
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(envServe); dir != "" { // the test of a killed process runs this binary again
		s := settingsIn(dir)
		s.port, s.clock = os.Getenv("PORT"), os.Getenv("CLOCK")
		if err := serve(context.Background(), s); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if dir, err := seeded(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// newFolder returns a new copy of the seeded data folder.
func newFolder(t testing.TB) string {
	t.Helper()
	from, err := seeded()
	assert.NilError(t, err)
	dir := t.TempDir()
	assert.NilError(t, os.CopyFS(dir, os.DirFS(from)))
	return dir
}

// startIn starts the stack on a data folder and serves it until the test ends or stop is called.
func startIn(t testing.TB, dir string) *machine {
	t.Helper()
	return startWith(t, settingsIn(dir))
}

// startWith starts the stack with these settings.
func startWith(t testing.TB, settings settings) *machine {
	t.Helper()
	dir := settings.DataDir
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	m := &machine{TB: t, dir: dir, address: "http://" + listener.Addr().String()}
	ctx, cancel := context.WithCancel(context.Background())
	settings.SiteURL = m.address
	s, err := newServer(ctx, settings, m.address)
	if err != nil {
		cancel()
		listener.Close()
		t.Fatal(err)
	}
	m.stack = s
	server := &http.Server{Handler: s.Handler}
	var running sync.WaitGroup
	running.Go(func() { _ = server.Serve(listener) })
	running.Go(func() { s.Run(ctx) })
	m.stop = sync.OnceFunc(func() {
		cancel()
		server.Close()
		running.Wait()
		s.Close()
	})
	t.Cleanup(m.stop)
	return m
}

// reply is an HTTP answer of the machine.
type reply struct {
	status int
	body   string
	header http.Header
}

func (r reply) code() string {
	var p struct{ Code string }
	_ = json.Unmarshal([]byte(r.body), &p)
	return p.Code
}

// into decodes a 200 answer into out, and fails the test for any other status.
func (r reply) into(t testing.TB, out any) {
	t.Helper()
	assert.Assert(t, r.status == http.StatusOK, "%d %s", r.status, r.body)
	assert.NilError(t, json.Unmarshal([]byte(r.body), out), r.body)
}

// try sends a request; headers are pairs of name and value. A broken connection is an error.
func (m *machine) try(method, path string, body io.Reader, headers ...string) (reply, error) {
	r, err := http.NewRequest(method, m.address+path, body)
	if err != nil {
		return reply{}, err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	return reply{answer.StatusCode, string(raw), answer.Header}, err
}

// call calls the ordering API. A string body is sent unchanged, any other body as JSON.
func (m *machine) call(method, path string, body any, headers ...string) reply {
	m.Helper()
	var b io.Reader
	switch x := body.(type) {
	case nil:
	case string:
		b = strings.NewReader(x)
	default:
		raw, err := json.Marshal(body)
		assert.NilError(m, err)
		b = bytes.NewReader(raw)
	}
	r, err := m.try(method, api.Ordering+path, b, append([]string{"Content-Type", "application/json"}, headers...)...)
	assert.NilError(m, err)
	return r
}

// form posts a form of a sandbox page.
func (m *machine) form(path string, values ...string) reply {
	m.Helper()
	f := url.Values{}
	for i := 0; i+1 < len(values); i += 2 {
		f.Set(values[i], values[i+1])
	}
	r, err := m.try("POST", path, strings.NewReader(f.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+payments.PublishableKey)
	assert.NilError(m, err)
	return r
}

// page returns a page of the sandbox.
func (m *machine) page(path string) string {
	m.Helper()
	r, err := m.try("GET", path, nil)
	assert.NilError(m, err)
	return r.body
}

// envServe names the data folder if this binary must serve instead of test.
const envServe = "LOCAL_TEST_SERVE"

const tulsa = "bdb-1010"

// fillBasket returns a basket of one item with a held time.
func (m *machine) fillBasket(line map[string]any) basketview.Basket {
	m.Helper()
	var b basketview.Basket
	m.call("POST", "/orders", map[string]any{"locationId": tulsa, "handoff": 2, "category": "everyday", "line": line}).into(m, &b)
	m.call("PUT", "/timeslots/"+b.OrderID, map[string]any{"asap": true}, "If-Match", fmt.Sprint(b.Version)).into(m, &b)
	return b
}

var burger = map[string]any{"itemId": "the-big-deal", "quantity": 1}

// tokenize types a card into the hosted field and returns its token.
func (m *machine) tokenize(number, code string) string {
	m.Helper()
	var method struct{ ID string }
	m.form(payments.Prefix+"/v1/payment_methods", "card[number]", number, "card[exp_month]", "12", "card[exp_year]", "2031", "card[cvc]", code).into(m, &method)
	return method.ID
}

var dolores = map[string]any{"firstName": "Dolores", "lastName": "Whitaker", "email": "dolores@example.com", "phone": "(918) 555-0141"}

// guestWith returns a guest with that mailbox: attempts are rate-limited for each mailbox.
func guestWith(mailbox string) map[string]any {
	contact := maps.Clone(dolores)
	contact["email"] = mailbox + "@example.com"
	return contact
}

// pay places the order of a basket.
func (m *machine) pay(b basketview.Basket, contact map[string]any, card, key string, headers ...string) reply {
	m.Helper()
	return m.call("POST", "/payment-management/card/"+b.OrderID, map[string]any{
		"contact": contact, "paymentMethod": card, "total": b.Totals.Total,
		"billing": map[string]any{"cardholder": "Cardholder Canary", "address": "77 Canary Street", "city": "Canaryville", "state": "OK", "zip": "74199-0188"},
	}, append(headers, "If-Match", fmt.Sprint(b.Version), "Idempotency-Key", key)...)
}

// placeOrder places an order and returns its placement.
func (m *machine) placeOrder(b basketview.Basket, contact map[string]any) payment.Placement {
	m.Helper()
	var p payment.Placement
	m.pay(b, contact, m.tokenize("4242424242424242", "123"), "key-of-"+b.OrderID).into(m, &p)
	if p.State != "placed" {
		m.Fatalf("got order %+v", p)
	}
	return p
}

var errTimeout = errors.New("not within 30 seconds")

// until polls until ok, for at most 30 seconds.
func (m *machine) until(what string, ok func() bool) {
	m.Helper()
	within, cancel := context.WithTimeoutCause(context.Background(), 30*time.Second, errTimeout)
	defer cancel()
	for !ok() {
		if within.Err() != nil {
			m.Fatalf("%s: %v", what, context.Cause(within))
		}
	}
}

// waitForStatus waits until the order has this status.
func (m *machine) waitForStatus(token, status string) {
	m.Helper()
	m.until("the order is "+status, func() bool {
		var s struct{ Status string }
		m.call("GET", "/orders/status/"+token, nil).into(m, &s)
		return s.Status == status
	})
}

// captureLog captures the log of a test in the cloud's format, with the metrics.
func captureLog(t testing.TB) func() string {
	log := new(logBuffer)
	before := slog.Default()
	slog.SetDefault(slog.New(telemetry.Log(log, telemetry.Source{Service: "ordering", Function: "all"})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log.String
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *logBuffer) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *logBuffer) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}

// sample returns the step through a list of cases: n, or 1 in the long run.
func sample(n int) int {
	if soak.Long() {
		return 1
	}
	return n
}

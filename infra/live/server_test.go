package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/notify"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/telemetry"
)

func goodSettings(t *testing.T) settings {
	t.Helper()
	all := good()
	all["TRUSTED_PROXIES"], all["HOSTS"], all["DATA_DIR"] = "127.0.0.1,10.0.0.0/8", "www.burgers.test", t.TempDir()
	all["METRICS_TOKEN"] = metricsToken
	v, err := read(func(name string) string { return all[name] })
	assert.NilError(t, err)
	s, err := settingsOf(v)
	assert.NilError(t, err)
	return s
}

const (
	metricsToken = "0123456789abcdef"

	proxy     = "127.0.0.1:9" // a peer that is trusted
	fromGuest = "203.0.113.7:0 https"
)

func TestFront(t *testing.T) {
	healthy := error(nil)
	f := front{
		settings: goodSettings(t),
		site: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := r.Header
			_, _ = io.WriteString(w, r.RemoteAddr+" "+h.Get("X-Forwarded-Proto")+h.Get("X-Forwarded-For")+h.Get("Forwarded"))
		}),
		metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("the metrics")) }),
		healthy: func(context.Context) error { return healthy },
	}
	f.host = "192.168.1.5"
	for name, c := range map[string]struct {
		peer, host, path string
		forwarded        []string
		status           int
		want             string
	}{
		"a guest through the proxy":     {proxy, "burgers.test", "/", []string{"203.0.113.7"}, 200, fromGuest},
		"a guest who forges an address": {proxy, "BURGERS.test:443", "/", []string{"8.8.8.8, 203.0.113.7"}, 200, fromGuest},
		"through two proxies":           {proxy, "www.burgers.test", "/", []string{"8.8.8.8,203.0.113.7", "10.1.2.3"}, 200, fromGuest},
		"a guest with a port":           {proxy, "burgers.test", "/", []string{"203.0.113.7:4711"}, 200, fromGuest},
		"a guest with IPv6":             {proxy, "burgers.test", "/", []string{"2001:db8::1"}, 200, "[2001:db8::1]:0 https"},
		"a guest without a proxy":       {"203.0.113.7:9", "burgers.test", "/", []string{"8.8.8.8"}, 200, fromGuest},
		"no X-Forwarded-For":            {proxy, "burgers.test", "/", nil, 200, "127.0.0.1:0 https"},
		"a proxy without an address":    {proxy, "burgers.test", "/", []string{"unknown"}, 200, "127.0.0.1:0 https"},
		"another host":                  {proxy, "evil.test", "/", nil, 421, "does not serve the host evil.test"},
		"a command on this machine":     {proxy, "localhost:8080", "/", nil, 200, "127.0.0.1:0 https"},
		"a command, with a HOST":        {"192.168.1.5:9", "192.168.1.5:8080", "/", nil, 200, "192.168.1.5:0 https"},
		"a guest in the same network":   {"192.168.1.6:9", "192.168.1.5:8080", "/", nil, 421, ""},
		"another machine's localhost":   {"203.0.113.7:9", "localhost", "/", nil, 421, ""},
		"health, under any host":        {proxy, "127.0.0.1:8080", "/healthz", nil, 200, "ok"},
		"metrics without the token":     {proxy, "127.0.0.1:8080", "/metrics", nil, 200, "127.0.0.1:0 https"},
		"metrics for a guest":           {proxy, "burgers.test", "/metrics", []string{"203.0.113.7"}, 200, fromGuest},
		"a proxy that drops the host":   {proxy, "127.0.0.1:8080", "/", []string{"203.0.113.7"}, 421, "pass the Host header"},
	} {
		t.Run(name, func(t *testing.T) {
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://"+c.host+c.path, nil)
			r.RemoteAddr, r.Header["X-Forwarded-For"] = c.peer, c.forwarded
			r.Header.Set("Forwarded", "for=8.8.8.8")
			f.ServeHTTP(w, r)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) ||
				c.status == 200 && c.want != "ok" && strings.TrimSpace(w.Body.String()) != c.want {
				t.Errorf("%d %s, want %d %s", w.Code, w.Body, c.status, c.want)
			}
		})
	}
	scrape := func(token string) string {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://127.0.0.1:8080/metrics", nil)
		r.Header.Set("Authorization", token)
		f.ServeHTTP(w, r)
		return w.Body.String()
	}
	assert.Equal(t, scrape("Bearer "+metricsToken), "the metrics")
	assert.Assert(t, scrape("Bearer "+metricsToken[1:]) != "the metrics")
	f.values = values{}
	assert.Assert(t, scrape("Bearer ") != "the metrics", "the metrics are readable without a token")
	healthy = errors.New("no table")
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest("GET", "http://x/healthz", nil))
	assert.Assert(t, w.Code == http.StatusServiceUnavailable, "without a table: got %d, want 503", w.Code)
}

// recordingMailer is a mailer that records the subjects and the texts.
type recordingMailer struct {
	subjects, texts []string
	down            bool
}

func (l *recordingMailer) Send(_ context.Context, m notify.Message) error {
	if l.down {
		return errors.New("no mail server")
	}
	l.subjects, l.texts = append(l.subjects, m.Subject), append(l.texts, m.Text)
	return nil
}

// newTestMonitor returns a monitor of a program that was just started.
func newTestMonitor(t *testing.T, store table.Table, now func() time.Time) (*monitor, *recordingMailer) {
	t.Helper()
	m, sent := newMonitor(goodSettings(t), now), &recordingMailer{}
	m.mailer, m.table = sent, store
	return m, sent
}

func TestAlarms(t *testing.T) {
	now := time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)
	m, sent := newTestMonitor(t, sqlitetest.Open(t, time.Now), func() time.Time { return now })
	times := func(n int, metric telemetry.Metric) {
		for range n {
			m.count(metric)
		}
	}
	for _, c := range []struct {
		name   string
		after  time.Duration
		count  func()
		active string // the alarms after it
		mails  int    // sent so far
	}{
		{"no events", 0, func() {}, "", 0},
		{"the usual number of failures", time.Minute, func() { times(4, telemetry.PaymentsFailed) }, "", 0},
		{"one failure more", time.Minute, func() { times(1, telemetry.PaymentsFailed) }, "payments-failed", 1},
		{"the alarm lasts", time.Minute, func() {}, "payments-failed", 1},
		{"the alarm ends", 10 * time.Minute, func() {}, "", 1},
		{"the same alarm within an hour", time.Minute, func() { times(5, telemetry.PaymentsFailed) }, "payments-failed", 1},
		{"a refund that fails", 20 * time.Minute, func() { times(1, telemetry.PaymentsUnreturned) }, "payments-unreturned", 2},
		{"few calls, all failing", time.Hour, func() { times(5, calls); times(4, telemetry.Errors) }, "", 3}, // the mail of the alarm before
		{"many calls, some failing", time.Hour, func() {
			times(1000, calls)
			times(11, telemetry.Errors)
			times(10, slowCalls)
		}, "api-errors", 4},
		{"declined cards", time.Hour, func() {
			times(20, telemetry.PaymentsDeclined)
			times(50, telemetry.OrdersPlaced)
		}, "payments-declined", 5},
		{"a dispute, and no mail server", time.Hour, func() { sent.down = true; times(1, telemetry.PaymentsDisputed) }, "payments-disputed", 5},
		{"the mail server is back", time.Minute, func() { sent.down = false }, "payments-disputed", 6},
		{"a backup fails", time.Hour, func() { times(1, backupsFailed) }, "backup-failed", 7},
	} {
		now = now.Add(c.after)
		c.count()
		m.checkAlarms(t.Context())
		var lasting []string
		for name := range m.since {
			lasting = append(lasting, name)
		}
		if strings.Join(lasting, " ") != c.active || len(sent.subjects) != c.mails {
			t.Errorf("%s: got alarms %v, want %q; mails %q", c.name, lasting, c.active, sent.subjects)
		}
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/metrics", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	m.timed(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/api/x", nil))
	m.metrics().ServeHTTP(w, r)
	for _, want := range []string{
		"ordering_payments_failed_total 10.0\n", `ordering_alarm{alarm="backup-failed"} 1.0`, `ordering_call_seconds_count{status="4xx"} 1`,
		"process_resident_memory_bytes", "# EOF\n",
	} {
		assert.Check(t, is.Contains(w.Body.String(), want))
	}
}

// The mail of a short alarm is sent once, also if the mail server is back long after the alarm ended.
func TestAlarmMailIsRetriedAfterItsAlarm(t *testing.T) {
	b := sqlitetest.New(t, time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC))
	m, sent := newTestMonitor(t, b, b.Now)
	sent.down = true
	m.count(telemetry.PaymentsDisputed)
	for at := range 150 {
		sent.down = at < 30
		m.checkAlarms(t.Context())
		b.Pass(time.Minute)
	}
	assert.Assert(t, is.Len(m.since, 0))
	assert.Assert(t, is.Len(sent.texts, 1))
	assert.Assert(t, is.Contains(sent.subjects[0], "payments-disputed"))
	assert.Assert(t, is.Contains(sent.texts[0], "Began: 2026-11-23T18:00:00Z"))
}

// Each start mails once that cases wait: a killed program may not have mailed their alarms.
func TestAlarmOfCasesFromBeforeTheStart(t *testing.T) {
	b := sqlitetest.New(t, time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC))
	setAside := func(id string) {
		assert.NilError(t, b.Write(t.Context(), outbox.Row("unknown", id, nil, b.Now())))
		drainer := outbox.NewDrainer(b, b.Now, func() float64 { return 0 }, nil)
		for range 9 {
			assert.NilError(t, drainer.Drain(t.Context()))
			b.Pass(10 * time.Minute)
		}
	}
	setAside("order-1/mail")
	setAside("order-2/mail")
	for _, cases := range []string{"waiting cases: 2, run `ordering stuck`", "waiting cases: 3, run `ordering stuck`"} {
		m, sent := newTestMonitor(t, b, b.Now)
		for range 3 {
			m.checkAlarms(t.Context())
			b.Pass(2 * time.Hour)
		}
		setAside("order-3/mail") // with an alarm of its own, of messages-set-aside
		m.checkAlarms(t.Context())
		assert.Assert(t, is.Len(sent.texts, 1))
		assert.Assert(t, is.Contains(sent.texts[0], cases))
	}
}

// docs/runbook.md or docs/one-machine.md has a section for each alarm.
func TestAlarmsAreInTheRunbook(t *testing.T) {
	m, _ := newTestMonitor(t, sqlitetest.Open(t, time.Now), time.Now)
	text := readFile(t, "../../docs/runbook.md") + readFile(t, "../../docs/one-machine.md")
	for name := range m.findings(t.Context()) {
		if !strings.Contains(text, "## "+name+"\n") && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("no document describes the remedy for %s", name)
		}
	}
}

// The program contains no simulator, and no code that moves the clock.
func TestProgramContainsNoSimulator(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(string(out), "ordering/infra/server\n")) // it is the list of the program
	for name := range strings.Lines(string(out)) {
		if strings.Contains(name, "ordering/infra/local") || strings.Contains(name, "/cdk") ||
			strings.Contains(name, "harness") ||
			strings.Contains(name, "test\n") && strings.HasPrefix(name, "ordering/") {
			t.Errorf("the production program contains %s", name)
		}
	}
}

// A backup is made once a day. Files of other names are the operator's, and a copy from the future does not stop the next.
func TestBackupIfDue(t *testing.T) {
	s := goodSettings(t)
	s.backups = 2
	store, err := sqlite.Open(tablePath(s.DataDir), time.Now)
	assert.NilError(t, err)
	defer store.Close()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	dir := filepath.Join(s.DataDir, "backups")
	own := []string{"table-20991231T000000Z.db", "table-before-upgrade.db", "table-now.db.new"} // the last is being made by hand
	assert.NilError(t, os.Mkdir(dir, 0o700))
	for _, name := range append(own, "table-20261101T000000Z.db.new") {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	for _, after := range []time.Duration{0, time.Minute, 23 * time.Hour, 25 * time.Hour, 50 * time.Hour} {
		assert.NilError(t, backUpIfDue(t.Context(), s, now.Add(after)))
	}
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := append([]string{"table-20261124T100000Z.db", "table-20261125T110000Z.db"}, own...)
	assert.DeepEqual(t, names, want)
}

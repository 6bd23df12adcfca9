package main

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ordering/functions/notify"
	"ordering/infra/operate/stuck"
	"ordering/infra/server"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

// Metrics of this program alone.
const (
	backupsFailed telemetry.Metric = "BackupsFailed"
	calls         telemetry.Metric = "Calls"     // of the API
	slowCalls     telemetry.Metric = "SlowCalls" // over three seconds
)

// monitor counts events, shows the counters at /metrics, and raises alarms.
type monitor struct {
	settings
	now    func() time.Time
	mailer notify.Mailer
	table  table.Table

	registry *prometheus.Registry
	counters map[telemetry.Metric]prometheus.Counter
	answers  *prometheus.HistogramVec
	raised   *prometheus.GaugeVec

	mu      sync.Mutex
	minutes [minutesKept]minute
	since   map[string]time.Time // when an alarm began, by its name
	unsent  map[string]string    // texts of alarm mails
	mailed  map[string]time.Time
	waiting int // stuck cases of before the start: a killed program may not have mailed their alarms
}

// minute has the counts of one minute. at is its number since 1970.
type minute struct {
	at     int64
	counts map[telemetry.Metric]int
}

const (
	minutesKept = 20 // minutes, more than any alarm needs
	mailAgain   = time.Hour
)

func newMonitor(s settings, now func() time.Time) *monitor {
	m := &monitor{
		settings: s, now: now, registry: prometheus.NewRegistry(), counters: map[telemetry.Metric]prometheus.Counter{},
		since: map[string]time.Time{}, unsent: map[string]string{}, mailed: map[string]time.Time{}, waiting: math.MaxInt,
	}
	for _, metric := range append(telemetry.Metrics(), backupsFailed, slowCalls) {
		m.counters[metric] = prometheus.NewCounter(
			prometheus.CounterOpts{Name: "ordering_" + snake(string(metric)) + "_total", Help: "docs/runbook.md"},
		)
		m.registry.MustRegister(m.counters[metric])
	}
	m.answers = prometheus.NewHistogramVec(
		prometheus.HistogramOpts{
			Name:    "ordering_call_seconds",
			Help:    "Duration of API calls by status.",
			Buckets: []float64{.005, .02, .1, .5, 1, 3, 10},
		},
		[]string{"status"},
	)
	m.raised = prometheus.NewGaugeVec(
		prometheus.GaugeOpts{Name: "ordering_alarm", Help: "1 while an alarm lasts."},
		[]string{"alarm"},
	)
	m.registry.MustRegister(
		m.answers,
		m.raised,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// snake returns "OrdersPlaced" as "orders_placed".
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// count adds one to a metric.
func (m *monitor) count(metric telemetry.Metric) {
	if c := m.counters[metric]; c != nil {
		c.Inc()
	}
	at := m.now().Unix() / 60
	m.mu.Lock()
	defer m.mu.Unlock()
	slot := &m.minutes[at%minutesKept]
	if slot.at != at {
		*slot = minute{at, map[telemetry.Metric]int{}}
	}
	slot.counts[metric]++
}

// sum returns how often a metric was counted in the last minutes.
func (m *monitor) sum(metric telemetry.Metric, within time.Duration) (n int) {
	from := m.now().Add(-within).Unix() / 60
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, slot := range m.minutes {
		if slot.at > from {
			n += slot.counts[metric]
		}
	}
	return n
}

// timed measures API calls.
func (m *monitor) timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		c, begun := &server.Counted{ResponseWriter: w}, time.Now()
		defer func() {
			took, status := time.Since(begun), max(c.Status, http.StatusOK)
			m.answers.WithLabelValues(strconv.Itoa(status/100) + "xx").Observe(took.Seconds())
			m.count(calls)
			if status >= http.StatusInternalServerError {
				m.count(telemetry.Errors)
			}
			if took > 3*time.Second {
				m.count(slowCalls)
			}
		}()
		next.ServeHTTP(c, r)
	})
}

func (m *monitor) metrics() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// run checks the alarms once a minute until ctx ends.
func (m *monitor) run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			m.checkAlarms(ctx)
		}
	}
}

// checkAlarms logs and mails the alarms that began, and logs those that ended. A mail that cannot be sent is retried after its alarm ended.
func (m *monitor) checkAlarms(ctx context.Context) {
	now := m.now()
	for name, what := range m.findings(ctx) {
		begun, active := m.since[name]
		switch {
		case what != "" && !active:
			m.since[name] = now
			m.raised.WithLabelValues(name).Set(1)
			slog.ErrorContext(ctx, "alarm", "name", name, "what", what)
			if m.unsent[name] == "" {
				m.unsent[name] = what + "\nBegan: " + now.UTC().Format(time.RFC3339)
			}
		case what == "" && active:
			delete(m.since, name)
			m.raised.WithLabelValues(name).Set(0)
			slog.InfoContext(ctx, "alarm ended", "name", name, "lasted", now.Sub(begun).Round(time.Minute).String())
		}
	}
	for name, text := range m.unsent {
		m.mailAlarm(ctx, name, text)
	}
}

// findings returns the reason of each alarm by its name. An empty reason means that there is no alarm.
func (m *monitor) findings(ctx context.Context) map[string]string {
	found := map[string]string{}
	for _, a := range append(telemetry.Alarms(), telemetry.Alarm{Name: "backup-failed", Metric: backupsFailed, Within: 15 * time.Minute}) {
		found[a.Name] = ""
		if a.Over > 10 {
			a.Over /= 10 // one machine has a tenth of the cloud's orders at most
		}
		if n := m.sum(a.Metric, a.Within); n > a.Over {
			found[a.Name] = fmt.Sprintf("%s: %d in %v", a.Metric, n, a.Within)
		}
	}
	// Fewer than least raise no alarm, even if they are a large share.
	share := func(name string, part, whole, least int, percent float64) {
		found[name] = ""
		if part >= least && 100*float64(part) > percent*float64(whole) {
			found[name] = fmt.Sprintf("%d of %d", part, whole)
		}
	}
	const ten = 10 * time.Minute
	all, declined := m.sum(calls, ten), m.sum(telemetry.PaymentsDeclined, ten)
	share("api-errors", m.sum(telemetry.Errors, ten), all, 5, 1)
	share("api-slow", m.sum(slowCalls, ten), all, 5, 1)
	share("payments-declined", declined, declined+m.sum(telemetry.OrdersPlaced, ten), 20, 25) // a few guests can cause fewer
	found["disk-full"] = ""
	var disk syscall.Statfs_t
	if err := syscall.Statfs(m.DataDir, &disk); err != nil {
		found["disk-full"] = "the data folder cannot be read"
	} else if free := disk.Bavail * uint64(disk.Bsize); free < 1<<30 {
		found["disk-full"] = fmt.Sprintf("%d MB are free in DATA_DIR", free>>20)
	}
	found["cases-waiting"] = ""
	if m.waiting > 0 { // cases of after the start have alarms of their own
		cases, err := stuck.Service{Table: m.table}.Cases(ctx)
		if err != nil {
			slog.ErrorContext(ctx, "stuck cases not read, retried in a minute", "error", err)
		} else {
			m.waiting = min(m.waiting, len(cases))
		}
		if m.waiting > 0 && m.waiting < math.MaxInt {
			found["cases-waiting"] = fmt.Sprintf("waiting cases: %d, run `%s stuck`", m.waiting, program)
		}
	}
	return found
}

// mailAlarm mails an alarm to the operator, at most once an hour for each alarm.
func (m *monitor) mailAlarm(ctx context.Context, name, text string) {
	now := m.now()
	if now.Sub(m.mailed[name]) < mailAgain {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, mailPause)
	defer cancel()
	err := m.mailer.Send(ctx, operatorMail(m.settings, now, "Alarm: "+name, text+"\n\ndocs/runbook.md#"+name+"\n"))
	if err != nil {
		slog.ErrorContext(ctx, "alarm mail not sent, retried in a minute", "error", err)
		return
	}
	m.mailed[name] = now
	delete(m.unsent, name)
}

func operatorMail(s settings, now time.Time, subject, text string) notify.Message {
	return notify.Message{
		ID: "operator" + strconv.FormatInt(now.UnixNano(), 36), Date: now, Language: "en",
		From: mail.Address{Name: s.Brand.Title, Address: s.Brand.MailFrom}, To: mail.Address{Address: s.get("OPERATOR_MAIL")},
		Subject: subject + " at " + s.SiteURL, Text: text,
	}
}

// Package telemetry writes a log of JSON lines, each with the id of its request, and metrics in the same log, in the
// embedded metric format of CloudWatch. It does not depend on a cloud.
package telemetry

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"
)

type contextKey struct{}

// With returns a context that adds the attributes to its log lines.
func With(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, contextKey{}, slices.Concat(carried(ctx), attrs))
}

func carried(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(contextKey{}).([]slog.Attr)
	return attrs
}

// Traced returns h with the attributes of the context (see With) on each line.
func Traced(h slog.Handler) slog.Handler { return traced{h} }

type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, r slog.Record) error {
	if attrs := carried(ctx); len(attrs) > 0 {
		r = r.Clone()
		r.AddAttrs(attrs...)
	}
	return t.Handler.Handle(ctx, r)
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }
func (t traced) WithGroup(name string) slog.Handler       { return traced{t.Handler.WithGroup(name)} }

// Source is the origin of lines and metrics. Both fields are dimensions of the metrics.
type Source struct {
	Service  string // one running system, such as a stack; distinguishes systems that share an account
	Function string // name in the manifest
}

// Log returns the log handler of a function in the cloud: JSON lines with the metrics, to w.
func Log(w io.Writer, s Source) slog.Handler {
	lines := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: metricLevel, ReplaceAttr: plainly})
	return traced{lines.WithAttrs([]slog.Attr{slog.String(ByService, s.Service), slog.String(ByFunction, s.Function)})}
}

// plainly writes the level of a metric's line as INFO.
func plainly(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.LevelKey && a.Value.Any() == metricLevel {
		a.Value = slog.StringValue(slog.LevelInfo.String())
	}
	return a
}

// metricLevel is below the level of logs for people: they do not contain metrics.
const metricLevel = slog.LevelInfo - 1

// Counted returns h for a process that keeps its own counters: count is called for each metric, which is not logged.
func Counted(h slog.Handler, count func(Metric)) slog.Handler { return counted{h, count} }

type counted struct {
	slog.Handler
	count func(Metric)
}

func (c counted) Enabled(ctx context.Context, l slog.Level) bool {
	return l == metricLevel || c.Handler.Enabled(ctx, l)
}

func (c counted) Handle(ctx context.Context, r slog.Record) error {
	if r.Level != metricLevel {
		return c.Handler.Handle(ctx, r)
	}
	r.Attrs(func(a slog.Attr) bool {
		if a.Value.Kind() == slog.KindInt64 {
			c.count(Metric(a.Key))
		}
		return true
	})
	return nil
}

func (c counted) WithAttrs(attrs []slog.Attr) slog.Handler {
	return counted{c.Handler.WithAttrs(attrs), c.count}
}
func (c counted) WithGroup(name string) slog.Handler {
	return counted{c.Handler.WithGroup(name), c.count}
}

// Count adds one to a metric. It does nothing if the default log is neither a Log nor Counted.
func Count(ctx context.Context, m Metric) {
	log := slog.Default()
	if !log.Enabled(ctx, metricLevel) {
		return
	}
	log.LogAttrs(ctx, metricLevel, "metric", slog.Any("_aws", m.embedded(time.Now())), slog.Int(string(m), 1))
}

// embedded returns the member that makes a log line a metric (CloudWatch embedded metric format).
func (m Metric) embedded(now time.Time) embedded {
	return embedded{
		Timestamp: now.UnixMilli(),
		Metrics:   []directive{{Namespace, m.Dimensions(), []definition{{string(m), "Count"}}}},
	}
}

type embedded struct {
	Timestamp int64       // ms since 1970
	Metrics   []directive `json:"CloudWatchMetrics"`
}

type directive struct {
	Namespace  string
	Dimensions [][]string
	Metrics    []definition
}

type definition struct{ Name, Unit string }

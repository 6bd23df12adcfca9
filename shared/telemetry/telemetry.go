// Package telemetry is what is seen of the running system: a log of JSON lines that each name the request which they belong to, and
// metrics that travel in the same log, in the embedded format that CloudWatch reads. It knows no cloud: a line is a line.
package telemetry

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"
)

type contextKey struct{}

// With gives a context whose log lines, here and in all that is called with it, carry the attributes.
func With(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, contextKey{}, slices.Concat(carried(ctx), attrs))
}

func carried(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(contextKey{}).([]slog.Attr)
	return attrs
}

// Traced is h with the attributes of the context (see With) on each line.
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

// Source says whose lines and metrics these are; both are dimensions of the metrics.
type Source struct {
	Service  string // one running system, such as a stack: where two share an account they are told apart by it
	Function string // as the manifest names it
}

// Log is the log of a function in the cloud: JSON lines, with the metrics, in w.
func Log(w io.Writer, s Source) slog.Handler {
	lines := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: metricLevel, ReplaceAttr: plainly})
	return traced{lines.WithAttrs([]slog.Attr{slog.String(ByService, s.Service), slog.String(ByFunction, s.Function)})}
}

// plainly writes a metric's line as one of information.
func plainly(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.LevelKey && a.Value.Any() == metricLevel {
		a.Value = slog.StringValue(slog.LevelInfo.String())
	}
	return a
}

// metricLevel is below what a log shows that is read by people only: there metrics are not written.
const metricLevel = slog.LevelInfo - 1

// Count adds one to a metric. Without a Log it does nothing.
func Count(ctx context.Context, m Metric) {
	log := slog.Default()
	if !log.Enabled(ctx, metricLevel) {
		return
	}
	log.LogAttrs(ctx, metricLevel, "metric", slog.Any("_aws", m.embedded(time.Now())), slog.Int(string(m), 1))
}

// embedded is the member that makes a log line a metric (CloudWatch embedded metric format).
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

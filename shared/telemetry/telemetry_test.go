package telemetry_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/telemetry"
)

// listening makes a function's log the default one until the test ends, and returns its output.
func listening(t *testing.T) *bytes.Buffer {
	t.Helper()
	var log bytes.Buffer
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(telemetry.Log(&log, telemetry.Source{Service: "tulsa", Function: "payment"})))
	return &log
}

func lines(t *testing.T, log *bytes.Buffer) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(log.String()) {
		var one map[string]any
		assert.NilError(t, json.Unmarshal([]byte(line), &one), line)
		all = append(all, one)
	}
	return all
}

func TestLogLinesHaveTheRequestID(t *testing.T) {
	log := listening(t)
	ctx := telemetry.With(telemetry.With(t.Context(), slog.String("requestId", "request-1")), slog.String("invocation", "i-1"))
	slog.WarnContext(ctx, "order: deferred", "tries", 3)
	slog.With("kind", "mail").WarnContext(ctx, "row deferred")
	slog.Warn("without a context")
	slog.DebugContext(ctx, "not written")
	got := lines(t, log)
	assert.Assert(t, is.Len(got, 3))
	for n, line := range got[:2] {
		if line["requestId"] != "request-1" || line["invocation"] != "i-1" || line["Service"] != "tulsa" || line["Function"] != "payment" || line["level"] != "WARN" {
			t.Errorf("line %d: %v", n, line)
		}
	}
	_, named := got[2]["requestId"]
	assert.Assert(t, !named && got[1]["kind"] == "mail", got)
}

// CloudWatch's specification of the embedded metric format: each dimension and each metric that a directive names is a
// member of the line, a dimension as a string and a metric as a number.
func TestMetricsFollowCloudWatchsFormat(t *testing.T) {
	log := listening(t)
	for _, m := range telemetry.Metrics() {
		telemetry.Count(t.Context(), m)
	}
	got := lines(t, log)
	assert.Assert(t, is.Len(got, len(telemetry.Metrics())))
	for n, m := range telemetry.Metrics() {
		line := got[n]
		raw, _ := json.Marshal(line["_aws"])
		var aws struct {
			Timestamp         int64
			CloudWatchMetrics []struct {
				Namespace  string
				Dimensions [][]string
				Metrics    []struct{ Name, Unit string }
			}
		}
		fields := json.NewDecoder(bytes.NewReader(raw))
		fields.DisallowUnknownFields()
		err := fields.Decode(&aws)
		assert.NilError(t, err)
		assert.Assert(t, aws.Timestamp != 0 && len(aws.CloudWatchMetrics) == 1, "%s %s", m, raw)
		d := aws.CloudWatchMetrics[0]
		if d.Namespace != telemetry.Namespace || len(d.Metrics) != 1 || d.Metrics[0].Name != string(m) || d.Metrics[0].Unit != "Count" || line[string(m)] != 1.0 || line["level"] != "INFO" {
			t.Errorf("%s: %v", m, line)
		}
		assert.Check(t, len(d.Dimensions) != 0, "%s has no dimension", m)
		for _, name := range slices.Concat(d.Dimensions...) {
			value, ok := line[name].(string)
			assert.Check(t, ok && value != "", "%s: dimension %s: got %v", m, name, line[name])
		}
	}
}

func TestTextLogHasNoMetrics(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(telemetry.Traced(slog.NewTextHandler(&log, nil))))
	telemetry.Count(t.Context(), telemetry.OrdersPlaced)
	slog.InfoContext(telemetry.With(t.Context(), slog.String("requestId", "request-2")), "order started")
	got := log.String()
	assert.Assert(t, !strings.Contains(got, "OrdersPlaced") && strings.Contains(got, "requestId=request-2"), got)
}

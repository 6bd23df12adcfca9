package lambdastart

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/schedule"
	"ordering/shared/telemetry"
)

// Background work is cancelled a second before Lambda's deadline and logs what it has not done.
func TestBackgroundWorkHasATimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var had time.Duration
		waits := func(ctx context.Context) error {
			begun := time.Now()
			<-ctx.Done()
			had = time.Since(begun)
			return ctx.Err()
		}
		l := &loop{work: []Work{
			Stream(func(ctx context.Context, _ events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
				return events.DynamoDBEventResponse{}, waits(ctx)
			}),
			Jobs(schedule.Jobs{"tidy": func(ctx context.Context) error { return waits(ctx) }}),
		}}
		for _, event := range []string{`{"Records":[]}`, `{"job":"tidy"}`} {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			_, err := l.handle(ctx, json.RawMessage(event))
			if !errors.Is(err, context.DeadlineExceeded) || had != 29*time.Second || ctx.Err() != nil {
				t.Errorf("%s: got %v until the deadline, want 29 s (%v)", event, had, err)
			}
			cancel()
		}
	})
}

// A panic fails its event and is logged, and the function continues.
func TestAPanicFailsItsEventAlone(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var log bytes.Buffer
	slog.SetDefault(slog.New(telemetry.Log(&log, telemetry.Source{Service: "ordering-test", Function: "tidy"})))
	l := &loop{work: []Work{Jobs(schedule.Jobs{
		"fall": func(context.Context) error { panic("broken") },
		"walk": func(context.Context) error { return nil },
	})}}
	_, err := l.handle(t.Context(), json.RawMessage(`{"job":"fall"}`))
	assert.ErrorContains(t, err, "panic: broken")
	for _, part := range []string{"panic: broken", `"Errors":1`, `"JobsFailed":1`, "start_test.go"} {
		assert.Check(t, is.Contains(log.String(), part))
	}
	out, err := l.handle(t.Context(), json.RawMessage(`{"job":"walk"}`))
	assert.NilError(t, err)
	raw, _ := io.ReadAll(out.(io.Reader))
	assert.Equal(t, string(raw), "null", "answered %s", raw)
}

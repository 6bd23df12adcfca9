package lambdastart

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"ordering/shared/aws/lambdahttp"
	"ordering/shared/schedule"
	"ordering/shared/telemetry"
)

// Work handles one kind of event; known is false for any other kind. A function links only the kinds that it handles.
type Work func(ctx context.Context, event json.RawMessage) (answer any, known bool, err error)

// HTTP handles calls of API Gateway.
func HTTP(h http.Handler) Work {
	serve := lambdahttp.Handler(h)
	return func(ctx context.Context, raw json.RawMessage) (any, bool, error) {
		var e events.APIGatewayV2HTTPRequest
		if err := json.Unmarshal(raw, &e); err != nil || e.RequestContext.HTTP.Method == "" {
			return nil, false, nil
		}
		answer, err := serve(ctx, e)
		return answer, true, err
	}
}

// Gate handles authorizer requests of API Gateway.
func Gate(answer func(context.Context, events.APIGatewayV2CustomAuthorizerV2Request) (events.APIGatewayV2CustomAuthorizerSimpleResponse, error)) Work {
	return func(ctx context.Context, raw json.RawMessage) (any, bool, error) {
		var e events.APIGatewayV2CustomAuthorizerV2Request
		if err := json.Unmarshal(raw, &e); err != nil || e.Version == "" {
			return nil, false, nil
		}
		out, err := answer(ctx, e)
		return out, true, err
	}
}

// reportTime is the time before Lambda's deadline at which background work is cancelled, so that it can log what failed.
// The stream then retries from the failed record. Calls of guests have their own limit (package api).
const reportTime = time.Second

func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-reportTime))
}

// Stream handles records of the table's stream.
func Stream(work func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error)) Work {
	return func(ctx context.Context, raw json.RawMessage) (any, bool, error) {
		var e events.DynamoDBEvent
		if err := json.Unmarshal(raw, &e); err != nil || e.Records == nil {
			return nil, false, nil
		}
		ctx, cancel := inTime(ctx)
		defer cancel()
		answer, err := work(ctx, e)
		return answer, true, err
	}
}

// Jobs handles scheduled calls.
func Jobs(jobs schedule.Jobs) Work {
	return func(ctx context.Context, raw json.RawMessage) (any, bool, error) {
		var call schedule.Call
		if err := json.Unmarshal(raw, &call); err != nil || jobs[call.Job] == nil {
			return nil, false, nil
		}
		ctx, cancel := inTime(telemetry.With(ctx, slog.String("job", call.Job)))
		defer cancel()
		failed := true // also after a panic
		defer func() {
			if failed {
				telemetry.Count(ctx, telemetry.JobsFailed)
			}
		}()
		err := jobs[call.Job](ctx)
		failed = err != nil
		return nil, true, err
	}
}

// Start handles events until Lambda ends the process, which it does between two events.
func (f *Function) Start(work ...Work) {
	l := loop{work: work}
	lambda.Start(l.handle)
}

type loop struct {
	work  []Work
	begun bool
}

// handle handles one event. The first one counts as a cold start. An error fails the invocation, and Lambda, the stream or the schedule
// retries.
func (l *loop) handle(ctx context.Context, raw json.RawMessage) (out any, err error) {
	if lc, ok := lambdacontext.FromContext(ctx); ok {
		ctx = telemetry.With(ctx, slog.String("invocation", lc.AwsRequestID))
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			slog.ErrorContext(ctx, "work panicked", "panic", p, "stack", string(debug.Stack()))
		}
		if err != nil {
			slog.ErrorContext(ctx, "event failed", "error", err)
			telemetry.Count(ctx, telemetry.Errors)
		}
		if !l.begun {
			l.begun = true
			telemetry.Count(ctx, telemetry.ColdStarts)
		}
	}()
	return l.event(ctx, raw)
}

func (l *loop) event(ctx context.Context, raw json.RawMessage) (any, error) {
	for _, do := range l.work {
		if answer, known, err := do(ctx, raw); known {
			return answer, err
		}
	}
	return nil, errors.New("unknown kind of event")
}

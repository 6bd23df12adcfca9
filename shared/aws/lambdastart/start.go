package lambdastart

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
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

// Start handles events until Lambda ends the process. After SIGTERM the process exits as soon as the current event, if any, is answered.
func (f *Function) Start(work ...Work) {
	l := loop{work: work}
	go l.stopOnSignal()
	lambda.Start(l.handle)
}

type loop struct {
	work  []Work
	begun bool
	busy  sync.Mutex // held while an event is handled, until its response is sent
}

// deliveryDelay is the maximum delay of an event between Lambda and handle. Lambda waits longer than this before SIGKILL.
const deliveryDelay = 50 * time.Millisecond

func (l *loop) stopOnSignal() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	<-asked
	slog.Info("stopping after the current event")
	time.Sleep(deliveryDelay)
	l.busy.Lock()
	os.Exit(0)
}

// answer is the response for Lambda, which closes it after sending it.
type answer struct {
	*bytes.Reader
	sent func()
}

func (a answer) ContentType() string { return "application/json" }

func (a answer) Close() error {
	a.sent()
	return nil
}

// handle handles one event. An error fails the invocation, and Lambda, the stream or the schedule retries.
func (l *loop) handle(ctx context.Context, raw json.RawMessage) (_ any, err error) {
	l.busy.Lock()
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
			l.done(ctx)
		}
	}()
	out, err := l.event(ctx, raw)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		return nil, err
	}
	return answer{bytes.NewReader(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), func() { l.done(ctx) }}, nil
}

// done ends the work on an event. The first one counts as a cold start, after its response is sent.
func (l *loop) done(ctx context.Context) {
	if !l.begun {
		l.begun = true
		telemetry.Count(ctx, telemetry.ColdStarts)
	}
	l.busy.Unlock()
}

func (l *loop) event(ctx context.Context, raw json.RawMessage) (any, error) {
	for _, do := range l.work {
		if answer, known, err := do(ctx, raw); known {
			return answer, err
		}
	}
	return nil, errors.New("unknown kind of event")
}

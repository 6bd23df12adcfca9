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

// Work does what one kind of event asks for; known is false for an event of another kind. What a function does not do it does not link.
type Work func(ctx context.Context, event json.RawMessage) (answer any, known bool, err error)

// HTTP answers calls of API Gateway.
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

// Gate answers what API Gateway asks of each call before it lets it through: whether it may.
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

// toTell is what work that no guest waits for keeps of its time, to say what it could not do before Lambda ends the process: the stream
// then begins again at that very record, and the log has the reason. Calls of guests have a bound of their own (package api).
const toTell = time.Second

func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-toTell))
}

// Stream works on what the stream of the table brings.
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

// Jobs are what schedules call for.
func Jobs(jobs schedule.Jobs) Work {
	return func(ctx context.Context, raw json.RawMessage) (any, bool, error) {
		var call schedule.Call
		if err := json.Unmarshal(raw, &call); err != nil || jobs[call.Job] == nil {
			return nil, false, nil
		}
		ctx, cancel := inTime(telemetry.With(ctx, slog.String("job", call.Job)))
		defer cancel()
		failed := true // unless it says otherwise: it may panic
		defer func() {
			if failed {
				telemetry.Count(ctx, telemetry.JobsFailed)
			}
		}()
		err := jobs[call.Job](ctx, call)
		failed = err != nil
		return nil, true, err
	}
}

// Start works until Lambda ends the process. A function that is asked to stop ends at once, or when its answer is out: between two
// events there is nothing left to do.
func (f *Function) Start(work ...Work) {
	l := loop{work: work}
	go l.stopWhenAsked()
	lambda.Start(l.handle)
}

type loop struct {
	work  []Work
	begun bool
	busy  sync.Mutex // while an event is worked on, until its answer is out
}

// justTaken is how long an event may be on its way from Lambda to handle. Lambda waits longer than that before it kills.
const justTaken = 50 * time.Millisecond

func (l *loop) stopWhenAsked() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	<-asked
	slog.Info("asked to stop: what is under way is finished first")
	time.Sleep(justTaken)
	l.busy.Lock()
	os.Exit(0)
}

// answer is what goes back to Lambda, which closes it once it is out.
type answer struct {
	*bytes.Reader
	sent func()
}

func (a answer) ContentType() string { return "application/json" }

func (a answer) Close() error {
	a.sent()
	return nil
}

// handle works on one event. An error of it is a failed invocation: Lambda, or the stream, or the schedule tries again.
func (l *loop) handle(ctx context.Context, raw json.RawMessage) (_ any, err error) {
	l.busy.Lock()
	if lc, ok := lambdacontext.FromContext(ctx); ok {
		ctx = telemetry.With(ctx, slog.String("invocation", lc.AwsRequestID))
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			slog.ErrorContext(ctx, "the work panicked", "panic", p, "stack", string(debug.Stack()))
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

// done ends the work on an event. The first one counts as a cold start, once its guest has the answer.
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
	return nil, errors.New("an event of a kind that this function does not know")
}

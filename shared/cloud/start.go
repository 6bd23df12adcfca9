package cloud

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"ordering/shared/lambdahttp"
	"ordering/shared/schedule"
	"ordering/shared/telemetry"
)

// Work is what a function does, by what calls it.
type Work struct {
	HTTP   http.Handler                                                                      // API Gateway
	Stream func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error) // the stream of the table
	Jobs   schedule.Jobs                                                                     // schedules, by the job
}

// Start works until Lambda ends the process. A function that is asked to stop ends at once, or when its answer is out: between two
// events there is nothing left to do.
func (f *Function) Start(w Work) {
	l := loop{work: w}
	if w.HTTP != nil {
		l.http = lambdahttp.Handler(w.HTTP)
	}
	go l.stopWhenAsked()
	lambda.Start(l.handle)
}

type loop struct {
	work  Work
	http  func(context.Context, events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error)
	begun bool
	busy  sync.Mutex // while an event is worked on, until its answer is out
}

// justTaken is how long an event may be on its way from Lambda to handle. Lambda waits longer than that before it kills.
const justTaken = 50 * time.Millisecond

func (l *loop) stopWhenAsked() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	<-asked
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
	if !l.begun {
		l.begun = true
		telemetry.Count(ctx, telemetry.ColdStarts)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			slog.ErrorContext(ctx, "event failed", "error", err)
			telemetry.Count(ctx, telemetry.Errors)
			l.busy.Unlock()
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
	return answer{bytes.NewReader(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), l.busy.Unlock}, nil
}

// event finds what an event is for by what it has: it comes from what the stack has joined to the function and nobody else.
func (l *loop) event(ctx context.Context, raw json.RawMessage) (any, error) {
	if len(l.work.Jobs) > 0 {
		var call schedule.Call
		if err := json.Unmarshal(raw, &call); err == nil && call.Job != "" {
			return nil, l.job(ctx, call)
		}
	}
	switch {
	case l.http != nil:
		var e events.APIGatewayV2HTTPRequest
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, fmt.Errorf("an event that is not of API Gateway: %w", err)
		}
		return l.http(ctx, e)
	case l.work.Stream != nil:
		var e events.DynamoDBEvent
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, fmt.Errorf("an event that is not of a stream: %w", err)
		}
		return l.work.Stream(ctx, e)
	}
	return nil, fmt.Errorf("an event that this function does not know")
}

func (l *loop) job(ctx context.Context, call schedule.Call) error {
	ctx = telemetry.With(ctx, slog.String("job", call.Job))
	do := l.work.Jobs[call.Job]
	if do == nil {
		return fmt.Errorf("a job that this function does not know: %q", call.Job)
	}
	err := do(ctx, call)
	if err != nil {
		telemetry.Count(ctx, telemetry.JobsFailed)
	}
	return err
}

// Package lambdahttp converts API Gateway HTTP API events (payload format 2.0) into net/http requests and responses
// into events, so that a function is the same http.Handler in the cloud and on one machine.
//
// The request's context ends when Lambda ends the invocation. It does not end on a client disconnect: API Gateway does
// not report it, and the handler runs to its end.
package lambdahttp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/aws/aws-lambda-go/events"

	"ordering/shared/problem"
	"ordering/shared/telemetry"
)

// Refused is the key in the authorizer's context that marks a call which did not come through CloudFront. Its handler must not run.
const Refused = "refused"

// Handler serves events with h. It returns an error, which Lambda turns into a 500, for an event that is not an HTTP event and for a
// response that h aborted (http.ErrAbortHandler). A response that cannot be sent is logged and replaced by an internal problem.
func Handler(h http.Handler) func(context.Context, events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error) {
	return func(ctx context.Context, e events.APIGatewayV2HTTPRequest) (out events.APIGatewayV2HTTPResponse, err error) {
		r, err := request(ctx, e)
		if err != nil {
			return out, err
		}
		if a := e.RequestContext.Authorizer; a != nil && a.Lambda[Refused] != nil {
			return answer(r, problem.FrontMissing)
		}
		w := newRecorder(r.Method == http.MethodHead)
		if err := serve(h, w, r); err != nil {
			return out, err
		}
		out, err = w.response()
		if err != nil {
			slog.ErrorContext(ctx, "answer cannot be sent", "requestId", r.Header.Get(requestID), "method", r.Method, "error", err)
			out, err = answer(r, problem.Internal)
		}
		if out.StatusCode >= http.StatusInternalServerError {
			telemetry.Count(ctx, telemetry.Errors)
		}
		return out, err
	}
}

// serve calls h as net/http does: a panic ends only this request.
func serve(h http.Handler, w *recorder, r *http.Request) (err error) {
	defer func() {
		switch p := recover(); {
		case p == nil:
		case p == http.ErrAbortHandler:
			err = fmt.Errorf("lambdahttp: the handler aborted the answer")
		default:
			slog.ErrorContext(r.Context(), "handler panicked", "requestId", r.Header.Get(requestID), "method", r.Method, "panic", p, "stack", string(debug.Stack()))
			w.failed = fmt.Errorf("lambdahttp: the handler panicked")
		}
	}()
	h.ServeHTTP(w, r)
	return nil
}

// answer returns a problem in place of the handler's response.
func answer(r *http.Request, code problem.Code) (events.APIGatewayV2HTTPResponse, error) {
	w := newRecorder(r.Method == http.MethodHead)
	body := problem.New(code).Body(r.Header.Get(requestID))
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(body.Status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		return events.APIGatewayV2HTTPResponse{}, fmt.Errorf("lambdahttp: %w", err)
	}
	return w.response()
}

package guard

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// LogAndWriteProblem answers with the problem of err, outside of an operation's schema. It logs problems of status 500 or above.
func LogAndWriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	logFault(r.Context(), problemOf(err), err)
	writeProblem(w, r, err)
}

// LogProblem returns the problem of err for an answer in another form, and the value of Retry-After or "". It logs problems of status 500
// or above, without guests' data.
func LogProblem(ctx context.Context, err error) (body problem.Body, wait string) {
	p := problemOf(err)
	logFault(ctx, p, err)
	return p.Body(RequestID(ctx)), retryAfter(p)
}

// writeProblem answers with the problem of err.
func writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	body := p.Body(RequestID(r.Context()))
	w.Header().Set("Content-Type", "application/problem+json")
	if wait := retryAfter(p); wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	w.WriteHeader(body.Status)
	_ = json.NewEncoder(w).Encode(body)
}

// problemOf converts any error into a problem. It maps errors of the table for all functions: unavailable or timed out is StoreUnavailable,
// and an item that is too large is TooLarge.
func problemOf(err error) *problem.Problem {
	var p *problem.Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, table.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return problem.New(problem.StoreUnavailable).Because(err)
	case errors.Is(err, table.ErrTooLarge):
		return problem.New(problem.TooLarge).Because(err)
	}
	return problem.From(err)
}

// logFault logs a problem of status 500 or above. Client disconnects are not logged.
func logFault(ctx context.Context, p *problem.Problem, err error) {
	if p.Status() >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		slog.ErrorContext(ctx, "request failed", "code", p.Code, "error", err)
	}
}

// retryAfter returns the value of Retry-After in seconds. For a 429 it is the time that the problem names in seconds or minutes; for a 503
// it is 2; otherwise it is "".
func retryAfter(p *problem.Problem) string {
	switch p.Status() {
	case http.StatusTooManyRequests:
		if seconds, ok := p.Params["seconds"].(int); ok {
			return strconv.Itoa(seconds)
		}
		minutes, _ := p.Params["minutes"].(int)
		return strconv.Itoa(60 * minutes)
	case http.StatusServiceUnavailable:
		return "2"
	}
	return ""
}

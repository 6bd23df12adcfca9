package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// Problem is the body of every error answer.
type Problem struct{ problem.Body }

func (e *Problem) Error() string             { return e.Message }
func (e *Problem) GetStatus() int            { return e.Status }
func (e *Problem) ContentType(string) string { return "application/problem+json" }

// LogAndWriteProblem answers with the problem of err, outside of an operation's schema. It logs problems of status 500 or above.
func LogAndWriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	logFault(r.Context(), problemOf(err), err)
	writeProblem(w, r, err)
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

// answerOf returns the answer to an error of a handler. It logs problems of status 500 or above, without guests' data.
func answerOf(ctx context.Context, err error) error {
	var stored *Problem
	if errors.As(err, &stored) {
		return stored // a stored answer, repeated unchanged
	}
	p := problemOf(err)
	logFault(ctx, p, err)
	e := &Problem{p.Body(RequestID(ctx))}
	if wait := retryAfter(p); wait != "" {
		return huma.ErrorWithHeaders(e, http.Header{"Retry-After": {wait}})
	}
	return e
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

// retryAfter is the value of Retry-After in seconds: the minutes in the message of a 429, 2 for a 503, else "".
func retryAfter(p *problem.Problem) string {
	switch p.Status() {
	case http.StatusTooManyRequests:
		minutes, _ := p.Params["minutes"].(int)
		return strconv.Itoa(60 * minutes)
	case http.StatusServiceUnavailable:
		return "2"
	}
	return ""
}

// invalidRequest replaces huma's error model: it returns huma's findings in the form of §8. The guest's input is not echoed.
func invalidRequest(requestID string, status int, errs []error) huma.StatusError {
	code := problem.Internal
	switch status {
	case http.StatusUnprocessableEntity:
		code = problem.Invalid
	case http.StatusBadRequest:
		code = problem.Malformed
	case http.StatusRequestEntityTooLarge:
		code = problem.TooLarge
	case http.StatusRequestTimeout:
		code = problem.Timeout
	case http.StatusNotFound:
		code = problem.NotFound
	}
	p := problem.New(code)
	for _, err := range errs {
		d, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		detail := d.ErrorDetail()
		p.Details = append(p.Details, problem.Detail{
			Code: problem.Invalid, Message: detail.Message,
			Pointer: pointer(detail.Location),
		})
	}
	return &Problem{p.Body(requestID)}
}

// pointer converts huma's "body.choices[0].modifier" into the handlers' form: /choices/0/modifier in the body, /query/limit elsewhere.
func pointer(at string) string {
	at = "/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(at)
	if inBody, ok := strings.CutPrefix(at, "/body"); ok && (inBody == "" || inBody[0] == '/') {
		return inBody
	}
	return at
}

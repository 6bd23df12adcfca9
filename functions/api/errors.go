package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api/guard"
	"ordering/shared/problem"
)

// Problem is the body of every error answer.
type Problem struct{ problem.Body }

func (e *Problem) Error() string             { return e.Message }
func (e *Problem) GetStatus() int            { return e.Status }
func (e *Problem) ContentType(string) string { return "application/problem+json" }

// answerOf returns the answer to an error of a handler. It logs problems of status 500 or above, without guests' data.
func answerOf(ctx context.Context, err error) error {
	var stored *Problem
	if errors.As(err, &stored) {
		return stored // a stored answer, repeated unchanged
	}
	body, wait := guard.LogProblem(ctx, err)
	e := &Problem{body}
	if wait != "" {
		return huma.ErrorWithHeaders(e, http.Header{"Retry-After": {wait}})
	}
	return e
}

// invalidRequest replaces huma's error model: it returns huma's findings in the form of §8. The guest's input is not echoed.
func invalidRequest(requestID string, status int, errs []error) huma.StatusError {
	code := problem.Internal
	switch status {
	case http.StatusUnprocessableEntity:
		code = problem.Invalid
	case http.StatusBadRequest:
		code = problem.Malformed
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

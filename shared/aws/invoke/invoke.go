// Package invoke calls other functions of the stack.
package invoke

import (
	"context"
	"errors"
	"net/http"
	"time"

	"ordering/shared/aws/sigv4"
	"ordering/shared/table"
)

// Function is a function of the stack, in the version that is live.
type Function struct {
	lambda *sigv4.Service
	path   string
}

// New returns the function with the name. A call takes at most the duration.
func New(name string, within time.Duration, getenv func(string) string, now func() time.Time) Function {
	lambda := sigv4.New("lambda", "lambda", "LAMBDA", within, getenv, now)
	return Function{lambda, "/2015-03-31/functions/" + name + "/invocations?Qualifier=live"}
}

// Call calls the function with the event, and decodes its answer. It returns table.ErrUnavailable while all instances of the function are
// busy: the guest tries again in a moment.
func (f Function) Call(ctx context.Context, event, answer any) error {
	err := f.lambda.Call(ctx, f.path, "", event, answer)
	var refused *sigv4.Refused
	busy := errors.As(err, &refused) && (refused.Status == http.StatusTooManyRequests || refused.Status >= 500)
	if busy || errors.Is(err, sigv4.ErrNoAnswer) {
		err = errors.Join(err, table.ErrUnavailable)
	}
	return err
}

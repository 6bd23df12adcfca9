package dynamo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"ordering/shared/table"
)

const (
	tries        = 10
	totalTimeout = 6 * time.Second // of all tries together: a request has at most thirty
	firstPause   = 25 * time.Millisecond
	longestPause = 400 * time.Millisecond
)

// outcome classifies a failed try.
type outcome int

const (
	refused outcome = iota // final: a retry would give the same answer
	busy                   // not applied, retryable: a throttle, a collision, no connection
	lost                   // no response, or a server error: it may have been applied
)

// try calls until a response is final. maybeApplied reports that a response was lost on the way, so that an earlier try may
// have applied the operation. The error is nil, a failed condition of the SDK, ctx's error, or ErrUnavailable.
func (s *Store) try(ctx context.Context, operation string, call func(context.Context) error) (maybeApplied bool, err error) {
	within, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for n := range tries {
		if n > 0 {
			_ = s.pause(within, n-1)
		}
		if within.Err() != nil {
			break
		}
		err = call(within)
		if err == nil || asConflict(err) != nil || cancelled(err) != nil {
			return maybeApplied, err
		}
		result := classify(err)
		if result == refused {
			return maybeApplied, fmt.Errorf("%w: %s: %w", table.ErrUnavailable, operation, err)
		}
		maybeApplied = maybeApplied || result == lost
	}
	if ctx.Err() != nil {
		return maybeApplied, fmt.Errorf("table: %s: %w", operation, ctx.Err())
	}
	return maybeApplied, fmt.Errorf("%w: %s, after several tries: %w", table.ErrUnavailable, operation, err)
}

// throttles are the codes of requests that DynamoDB did not execute and that may be retried.
var throttles = map[string]bool{
	"ProvisionedThroughputExceededException": true,
	"ThrottlingException":                    true,
	"ThrottlingError":                        true,
	"ProvisionedThroughputExceeded":          true,
	"RequestLimitExceeded":                   true,
	"LimitExceededException":                 true,
	"TransactionConflictException":           true,
	"TransactionConflict":                    true,
	"TransactionInProgressException":         true,
}

func classify(err error) outcome {
	var canceled *types.TransactionCanceledException
	if errors.As(err, &canceled) { // not by a condition: cancelled handles that
		for _, reason := range canceled.CancellationReasons {
			if reason.Code != nil && throttles[*reason.Code] {
				return busy
			}
		}
		return refused
	}
	var api smithy.APIError
	if errors.As(err, &api) {
		switch {
		case throttles[api.ErrorCode()]:
			return busy
		case api.ErrorFault() == smithy.FaultServer || api.ErrorCode() == "InternalServerError" || api.ErrorCode() == "ServiceUnavailable":
			return lost
		case api.ErrorFault() == smithy.FaultClient:
			return refused
		}
		var response interface{ HTTPStatusCode() int }
		if errors.As(err, &response) && response.HTTPStatusCode() < 500 {
			return refused
		}
		return lost
	}
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" {
		return busy
	}
	return lost
}

// cancelled returns the reasons of a transaction that a condition stopped, nil for any other error. DynamoDB may also
// report a transaction conflict; the condition takes precedence.
func cancelled(err error) []types.CancellationReason {
	var canceled *types.TransactionCanceledException
	if !errors.As(err, &canceled) {
		return nil
	}
	for _, reason := range canceled.CancellationReasons {
		if conditionFailed(reason) {
			return canceled.CancellationReasons
		}
	}
	return nil
}

func conditionFailed(reason types.CancellationReason) bool {
	return reason.Code != nil && *reason.Code == "ConditionalCheckFailed"
}

package holiday

import (
	"context"

	"ordering/shared/problem"
)

// Holiday serves the operations.
type Holiday struct{}

func (h *Holiday) check(ctx context.Context, in *checkInput) (*checkOutput, error) {
	return nil, problem.New(problem.NotFound)
}

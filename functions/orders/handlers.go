package orders

import (
	"context"

	"ordering/shared/problem"
)

// Orders serves the operations.
type Orders struct{}

func (o *Orders) order(ctx context.Context, in *tokenInput) (*orderOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (o *Orders) status(ctx context.Context, in *statusInput) (*statusOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (o *Orders) cancel(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (o *Orders) kitchen(ctx context.Context, in *kitchenInput) (*struct{}, error) {
	return nil, problem.New(problem.NotFound)
}

package payment

import (
	"context"

	"ordering/shared/problem"
)

// Payment serves the operations.
type Payment struct{}

func (p *Payment) methods(ctx context.Context, in *methodsInput) (*methodsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (p *Payment) card(ctx context.Context, in *cardInput) (*placementOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (p *Payment) free(ctx context.Context, in *freeInput) (*placementOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (p *Payment) authentication(ctx context.Context, in *authenticationInput) (*placementOutput, error) {
	return nil, problem.New(problem.NotFound)
}

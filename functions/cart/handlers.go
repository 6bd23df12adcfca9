package cart

import (
	"context"

	"ordering/shared/problem"
)

// Cart serves the operations.
type Cart struct{}

func (c *Cart) start(ctx context.Context, in *startInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) read(ctx context.Context, in *readInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) update(ctx context.Context, in *updateInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) add(ctx context.Context, in *addInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) change(ctx context.Context, in *changeInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) remove(ctx context.Context, in *removeInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) times(ctx context.Context, in *timesInput) (*timesOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) hold(ctx context.Context, in *holdInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (c *Cart) release(ctx context.Context, in *releaseInput) (*basketOutput, error) {
	return nil, problem.New(problem.NotFound)
}

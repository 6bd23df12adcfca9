package locations

import (
	"context"

	"ordering/shared/problem"
)

// Locations serves the operations.
type Locations struct{}

func (l *Locations) list(ctx context.Context, in *listInput) (*listOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) byID(ctx context.Context, in *locationInput) (*locationOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) bySlug(ctx context.Context, in *slugInput) (*locationOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) states(ctx context.Context, in *regionsInput) (*regionsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) cities(ctx context.Context, in *regionsInput) (*regionsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) menus(ctx context.Context, in *offerInput) (*menusOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) sections(ctx context.Context, in *offerInput) (*sectionsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) items(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) itemDetails(ctx context.Context, in *itemDetailsInput) (*itemDetailsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) availability(ctx context.Context, in *offerInput) (*availabilityOutput, error) {
	return nil, problem.New(problem.NotFound)
}

package locations

import (
	"context"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// offers is what the menu operations read.
type offers struct{}

func newOffers(t table.Table, now func() time.Time) offers { return offers{} }

func (l *Locations) menus(ctx context.Context, in *OfferInput) (*menusOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) sections(ctx context.Context, in *OfferInput) (*sectionsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) items(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) itemDetails(ctx context.Context, in *itemDetailsInput) (*itemDetailsOutput, error) {
	return nil, problem.New(problem.NotFound)
}
func (l *Locations) availability(ctx context.Context, in *OfferInput) (*availabilityOutput, error) {
	return nil, problem.New(problem.NotFound)
}

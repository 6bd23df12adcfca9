package locations

import (
	"context"
	"time"

	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Locations serves the operations.
type Locations struct {
	directory *location.Directory
	offers    offers
	now       func() time.Time
}

// New makes the function over the table.
func New(t table.Table, now func() time.Time) *Locations {
	return &Locations{directory: location.NewDirectory(t, now), offers: newOffers(t, now), now: now}
}

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

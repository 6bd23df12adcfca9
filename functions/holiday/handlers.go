package holiday

import (
	"context"
	"time"

	"ordering/shared/brand"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Holiday serves the operations.
type Holiday struct {
	brand brand.Brand
	now   func() time.Time
}

// New makes the function over the table.
func New(t table.Table, b brand.Brand, now func() time.Time) *Holiday {
	return &Holiday{brand: b, now: now}
}

func (h *Holiday) check(ctx context.Context, in *checkInput) (*checkOutput, error) {
	return nil, problem.New(problem.NotFound)
}

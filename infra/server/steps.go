package server

import (
	"context"
	"errors"
	"log/slog"

	"ordering/shared/order"
	"ordering/shared/table"
)

// stepsAhead bounds the changed orders that wait for their points. Of those beyond it the daily round gives the points.
const stepsAhead = 10_000

// stepped is a table that signals each write of an order's progress.
type stepped struct {
	table.Table
	tokens chan string
}

// watchSteps returns t, and a channel with the tokens of the orders that changed through it. It replaces the table's stream in the cloud.
func watchSteps(t table.Table) (table.Table, <-chan string) {
	s := stepped{t, make(chan string, stepsAhead)}
	return s, s.tokens
}

func (s stepped) Write(ctx context.Context, ops ...table.Op) error {
	err := s.Table.Write(ctx, ops...)
	if errors.As(err, new(*table.Conflict)) {
		return err
	}
	for _, op := range ops {
		if token, ok := order.ProgressOf(op.Item.Key); ok {
			select {
			case s.tokens <- token:
			default:
			}
		}
	}
	return err
}

// followSteps gives the points of changed orders. The daily round repeats what failed.
func followSteps(steps <-chan string, earn func(ctx context.Context, token string) error) func(context.Context) {
	return func(ctx context.Context) {
		for {
			select {
			case token := <-steps:
				if err := earn(ctx, token); err != nil && ctx.Err() == nil {
					slog.WarnContext(ctx, "points of an order deferred", "error", err)
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

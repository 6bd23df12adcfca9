package main

import (
	"context"

	"ordering/shared/outbox"
	"ordering/shared/table"
)

// waking is a table that says when a write left a row in the outbox: what the stream of the table does in the cloud.
type waking struct {
	table.Table
	rows chan struct{}
}

func newWaking(t table.Table) waking { return waking{Table: t, rows: make(chan struct{}, 1)} }

func (w waking) Write(ctx context.Context, ops ...table.Op) error {
	if err := w.Table.Write(ctx, ops...); err != nil {
		return err
	}
	for _, op := range ops {
		if op.Kind != table.KindDelete && outbox.IsRow(op.Item.Key) {
			select {
			case w.rows <- struct{}{}:
			default: // somebody has been woken already, and will see this row too
			}
			break
		}
	}
	return nil
}

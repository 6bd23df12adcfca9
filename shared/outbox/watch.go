package outbox

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"ordering/shared/table"
)

// Shards is a set of shards.
type Shards [shards]bool

// wake is a channel with one place, which holds the shards to read.
type wake chan Shards

// add adds shards to those that the channel holds.
func (w wake) add(more Shards) {
	for {
		select {
		case w <- more:
			return
		case waiting := <-w:
			for n := range waiting {
				more[n] = more[n] || waiting[n]
			}
		}
	}
}

// watched is a table that signals new outbox rows.
type watched struct {
	table.Table
	wake wake
}

// Watch returns t, and a channel that holds the shards in which rows were written through it. It replaces the table's stream in the cloud.
func Watch(t table.Table) (table.Table, <-chan Shards) {
	w := watched{t, make(wake, 1)}
	return w, w.wake
}

func (w watched) Write(ctx context.Context, ops ...table.Op) error {
	err := w.Table.Write(ctx, ops...)
	// A write with a lost answer may have happened: signal rather than miss a row.
	if err != nil && errors.As(err, new(*table.Conflict)) {
		return err
	}
	var written Shards
	for _, op := range ops {
		if op.Kind == table.KindCreate && IsRow(op.Item.Key) {
			n, _ := strconv.Atoi(strings.TrimPrefix(op.Item.PK, partition))
			written[n] = true
		}
	}
	if written != (Shards{}) {
		w.wake.add(written)
	}
	return err
}

package tabletest

import (
	"context"

	"ordering/shared/table"
)

// Meanwhile is a table on which another writer runs Do before each write.
type Meanwhile struct {
	table.Table
	Do func()
}

// Write runs Do, then writes.
func (m Meanwhile) Write(ctx context.Context, ops ...table.Op) error {
	m.Do()
	return m.Table.Write(ctx, ops...)
}

package content_test

import (
	"context"

	"ordering/shared/table"
)

// meanwhile is a table that calls do before the first write.
type meanwhile struct {
	table.Table
	do func()
}

func (m *meanwhile) Write(ctx context.Context, ops ...table.Op) error {
	if do := m.do; do != nil {
		m.do = nil
		do()
	}
	return m.Table.Write(ctx, ops...)
}

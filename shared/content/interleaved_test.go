package content_test

import (
	"context"

	"ordering/shared/table"
)

// interleaved is a table that calls do before the first write.
type interleaved struct {
	table.Table
	do func()
}

func (m *interleaved) Write(ctx context.Context, ops ...table.Op) error {
	if do := m.do; do != nil {
		m.do = nil
		do()
	}
	return m.Table.Write(ctx, ops...)
}

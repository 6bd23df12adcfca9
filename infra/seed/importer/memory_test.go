package importer_test

import (
	"context"
	"slices"
	"strings"

	"ordering/shared/table"
)

// memory is a table for the fuzzer, which needs thousands of them: single partitions, no conditions.
type memory map[table.Key]table.Item

func newMemory() memory { return memory{} }

func (m memory) Get(_ context.Context, k table.Key) (table.Item, error) {
	if i, ok := m[k]; ok {
		return i, nil
	}
	return table.Item{}, table.ErrNotFound
}

func (m memory) Query(_ context.Context, q table.Query) (table.Page, error) {
	var page table.Page
	for k, i := range m {
		if k.PK == q.PK {
			page.Items = append(page.Items, i)
		}
	}
	slices.SortFunc(page.Items, func(a, b table.Item) int { return strings.Compare(a.SK, b.SK) })
	return page, nil
}

func (m memory) Write(_ context.Context, ops ...table.Op) error {
	for _, op := range ops {
		if op.Kind != table.KindAdd {
			op.Item.Version = m[op.Item.Key].Version + 1
			m[op.Item.Key] = op.Item
		}
	}
	return nil
}

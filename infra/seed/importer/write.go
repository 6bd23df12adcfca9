package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"ordering/shared/table"
)

// stored returns the item under a key; nil without one.
func stored(ctx context.Context, t table.Table, key table.Key) (*table.Item, error) {
	item, err := t.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &item, nil
}

// write counts an item as added, changed or unchanged against the old one, nil for none, and returns its write operations.
func (r *Report) write(item table.Item, old *table.Item) []table.Op {
	switch {
	case old == nil:
		r.Added++
		return []table.Op{table.Create(item)}
	case bytes.Equal(old.Data, item.Data):
		r.Unchanged++
		return nil
	}
	r.Changed++
	return []table.Op{table.Replace(item, old.Version)}
}

// finish refuses a file with faults. Otherwise it writes, unless in is a dry run.
func (in Input) finish(report *Report, did string, write func() error) (*Report, error) {
	if err := report.refuse(); err != nil || in.DryRun {
		return report, err
	}
	in.progress("writing", 0, 1)
	if err := write(); err != nil {
		return nil, explainConflict(err, did)
	}
	in.progress("writing", 1, 1)
	return report, nil
}

// explainConflict rewrites a version conflict as an error that explains the concurrent write.
func explainConflict(err error, did string) error {
	if errors.As(err, new(*table.Conflict)) {
		return fmt.Errorf("a concurrent write %s: run the import again, it continues", did)
	}
	return err
}

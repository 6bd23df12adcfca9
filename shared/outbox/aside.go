package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ordering/shared/table"
)

// Aside lists the undeliverable rows by id, with their last error.
func Aside(ctx context.Context, t table.Table) ([]Delivery, error) {
	items, err := all(ctx, t, aside)
	if err != nil {
		return nil, err
	}
	rows := make([]Delivery, len(items))
	for n, i := range items {
		if json.Unmarshal(i.Data, &rows[n]) != nil {
			rows[n] = Delivery{}
		}
		rows[n].ID, rows[n].version = i.SK, i.Version
	}
	return rows, nil
}

// Again moves a row that was set aside back to the queue, due at once, with its counts and error cleared. table.ErrNotFound if it is
// not set aside.
func Again(ctx context.Context, t table.Table, id string, now time.Time) error {
	i, err := t.Get(ctx, table.Key{PK: aside, SK: id})
	if err != nil {
		return fmt.Errorf("outbox: row %s: %w", id, err)
	}
	var row Delivery
	if err := json.Unmarshal(i.Data, &row); err != nil {
		return fmt.Errorf("outbox: row %s: %w", id, err)
	}
	row.Tries, row.Faults, row.Error = 0, 0, ""
	row.Since, row.due = now.UTC(), now.UTC()
	return t.Write(ctx, table.Delete(i.Key, i.Version), table.Create(row.item()))
}

// Pending lists the rows that wait for delivery, due or not, in no particular order.
func Pending(ctx context.Context, t table.Table) ([]Delivery, error) {
	var rows []Delivery
	for n := range shards {
		items, err := all(ctx, t, shard(n))
		if err != nil {
			return nil, err
		}
		for _, i := range items {
			rows = append(rows, read(i))
		}
	}
	return rows, nil
}

func all(ctx context.Context, t table.Table, pk string) ([]table.Item, error) {
	var items []table.Item
	for item, err := range table.All(ctx, t, table.Query{PK: pk}) {
		if err != nil {
			return nil, fmt.Errorf("outbox: %w", err)
		}
		items = append(items, item)
	}
	return items, nil
}

package location

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// All restaurants are in one partition, so that the directory reads them in one consistent query. Beside them, apart, is a
// counter that every import raises: the directory reads it alone to learn that nothing changed.
const partition = "locations"

var changesKey = table.Key{PK: "locations-changes", SK: "count"}

// KeyOf is where the table keeps a restaurant.
func KeyOf(id string) table.Key { return table.Key{PK: partition, SK: id} }

// Item is the restaurant as the table keeps it; its writer hands it to table.Create or table.Replace, and puts Changed into the
// same set.
func (l Location) Item() (table.Item, error) {
	data, err := json.Marshal(l)
	if err != nil {
		return table.Item{}, fmt.Errorf("location %s: %w", l.ID, err)
	}
	return table.Item{Key: KeyOf(l.ID), Data: data}, nil
}

// Changed tells every directory that restaurants were written; one in each set that writes some.
func Changed() table.Op { return table.Add(changesKey, 1, 0, 1<<62) }

// ChangedAfter is Changed for who has read all restaurants since Changes gave the count: it fails when others have written some meanwhile.
func ChangedAfter(count int64) table.Op { return table.Add(changesKey, 1, count+1, count+1) }

// Changes is how often restaurants have been written.
func Changes(ctx context.Context, t table.Table) (int64, error) {
	counter, err := t.Get(ctx, changesKey)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return 0, fmt.Errorf("read the locations: %w", err)
	}
	return counter.Count, nil
}

// FromItem reads a restaurant as the table keeps it.
func FromItem(i table.Item) (Location, error) {
	var l Location
	if err := json.Unmarshal(i.Data, &l); err != nil {
		return Location{}, fmt.Errorf("location %s: %w", i.SK, err)
	}
	return l, nil
}

// Items reads every restaurant as the table keeps it, by id.
func Items(ctx context.Context, t table.Table) ([]table.Item, error) { return all(ctx, t, partition) }

// all reads a whole partition.
func all(ctx context.Context, t table.Table, pk string) ([]table.Item, error) {
	var items []table.Item
	for q := (table.Query{PK: pk}); ; {
		page, err := t.Query(ctx, q)
		if err != nil {
			return nil, err
		}
		items = append(items, page.Items...)
		if q.Cursor = page.Cursor; q.Cursor == "" {
			return items, nil
		}
	}
}

// maxAge is how old a restaurant in memory may be.
const maxAge = 5 * time.Second

// Store reads restaurants one by one and keeps them in memory for a few seconds.
type Store struct {
	lasting      *cached.Keeper[Location] // without their availability
	availability *cached.Keeper[Availability]
}

// NewStore makes a store over the table.
func NewStore(t table.Table, now func() time.Time) *Store {
	return &Store{availability: Availabilities(t, now), lasting: cached.New(maxAge, now, func(ctx context.Context, id, _ string) (Location, string, error) {
		item, err := t.Get(ctx, KeyOf(id))
		if errors.Is(err, table.ErrNotFound) {
			return Location{}, "", problem.New(problem.LocationNotFound)
		}
		if err != nil {
			return Location{}, "", fmt.Errorf("read location %s: %w", id, err)
		}
		l, err := FromItem(item)
		return l, strconv.FormatInt(item.Version, 10), err
	})}
}

// Get reads a restaurant, at most five seconds old, on its dates as they were at most two seconds ago; older when the table
// cannot be reached. problem.LocationNotFound when there is none.
func (s *Store) Get(ctx context.Context, id string) (Location, error) {
	l, err := s.lasting.Get(ctx, id)
	if err != nil {
		return Location{}, err
	}
	a, err := s.availability.Get(ctx, id)
	if err != nil {
		return Location{}, err
	}
	return l.With(a), nil
}

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

// All restaurants are in one partition, so that the directory reads them in one consistent query. A separate counter is
// incremented by every import: the directory reads only the counter to check for changes.
const partition = "locations"

var changesKey = table.Key{PK: "locations-changes", SK: "count"}

// KeyOf returns the key of a restaurant.
func KeyOf(id string) table.Key { return table.Key{PK: partition, SK: id} }

// Item returns the restaurant as an item for table.Create or table.Replace. The same set must contain Changed.
func (l Location) Item() table.Item { return table.Item{Key: KeyOf(l.ID), Data: table.Encode(l)} }

// Changed increments the change counter. Every set that writes restaurants must contain it once.
func Changed() table.Op { return table.Add(changesKey, 1, 0, 1<<62) }

// ChangedAfter is Changed with a condition: it fails if the counter is no longer count, the value of Changes before
// reading the restaurants.
func ChangedAfter(count int64) table.Op { return table.Add(changesKey, 1, count+1, count+1) }

// Changes returns the change counter.
func Changes(ctx context.Context, t table.Table) (int64, error) {
	counter, err := table.Find(ctx, t, changesKey, nil)
	if err != nil {
		return 0, fmt.Errorf("read the locations: %w", err)
	}
	return counter.Count, nil
}

// FromItem decodes an item of the table.
func FromItem(i table.Item) (Location, error) {
	var l Location
	if err := json.Unmarshal(i.Data, &l); err != nil {
		return Location{}, fmt.Errorf("location %s: %w", i.SK, err)
	}
	return l, nil
}

// Items reads the items of all restaurants, by id.
func Items(ctx context.Context, t table.Table) ([]table.Item, error) { return all(ctx, t, partition) }

// all reads a whole partition.
func all(ctx context.Context, t table.Table, pk string) ([]table.Item, error) {
	var items []table.Item
	for item, err := range table.All(ctx, t, table.Query{PK: pk}) {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// maxAge is the maximum age of a cached restaurant.
const maxAge = 5 * time.Second

// Store reads single restaurants and caches them for a few seconds.
type Store struct {
	lasting      *cached.Keeper[Location] // without availability
	availability *cached.Keeper[Availability]
}

// NewStore returns a store over the table.
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

// Get returns a restaurant, at most five seconds old, with its availability, at most two seconds old; both are older
// while the table is unavailable. problem.LocationNotFound if it does not exist.
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

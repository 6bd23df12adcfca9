package promo

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/cached"
	"ordering/shared/table/versioned"
)

// published is the name of the promotions in the table. Each chunk is a File with a part of the list.
const published versioned.Name = "promotions"

const maxAge = 2 * time.Second

// Store returns the current promotions. It caches them for at most two seconds.
type Store struct{ sets *cached.Keeper[*Set] }

// NewStore returns a store over the table.
func NewStore(t table.Table, now func() time.Time) *Store {
	return &Store{cached.New(maxAge, now, func(ctx context.Context, _, have string) (*Set, string, error) {
		f, version, err := load(ctx, t, have)
		if err != nil {
			return nil, "", err
		}
		return f.Set(), version, nil
	})}
}

// Set returns the promotions for the prices of baskets. Before the first import it is empty.
func (s *Store) Set(ctx context.Context) (*Set, error) { return s.sets.Get(ctx, "") }

// Current reads the current promotions from the table. Before the first import the list is empty.
func Current(ctx context.Context, t table.Table) (File, error) {
	f, _, err := load(ctx, t, "")
	return f, err
}

// load reads the current version. If it is have, the error is cached.ErrUnchanged.
func load(ctx context.Context, t table.Table, have string) (f File, version string, err error) {
	chunks, version, err := published.Load(ctx, t, have)
	if err != nil {
		return File{}, "", err
	}
	for n, data := range chunks {
		var part File
		if err := json.Unmarshal(data, &part); err != nil {
			return File{}, "", fmt.Errorf("read promotions %s, chunk %d: %w", version, n, err)
		}
		f.Promotions = append(f.Promotions, part.Promotions...)
		f.Program = cmp.Or(f.Program, part.Program)
	}
	return f, version, nil
}

// Save publishes f, which must have passed Check and Bound, and reports whether it changed. Readers see either the old promotions or the
// new ones, and a failure leaves the old ones. Of two concurrent calls one fails with a table.Conflict.
func Save(ctx context.Context, t table.Table, f File) (changed bool, err error) {
	chunks, err := versioned.Split(f, versioned.ChunkSize, File.halve)
	if err != nil {
		return false, fmt.Errorf("promotions: %w", err)
	}
	return published.Save(ctx, t, chunks)
}

func (f File) halve() (first, rest File, some bool) {
	half := len(f.Promotions) / 2
	return File{f.Promotions[:half], f.Program}, File{Promotions: f.Promotions[half:]}, half > 0
}

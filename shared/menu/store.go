package menu

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/cached"
	"ordering/shared/table/versioned"
)

// published is the name of the menu in the table. Each chunk is a File with a part of the lists.
const published versioned.Name = "menu"

const maxAge = 2 * time.Second

// Store returns the offers of restaurants. It caches the menu and the sold-out items for at most two seconds.
type Store struct {
	menus        *cached.Keeper[*Catalogue]
	availability *cached.Keeper[location.Availability]
}

// NewStore returns a store over the table.
func NewStore(t table.Table, now func() time.Time) *Store {
	return &Store{
		menus: cached.New(maxAge, now, func(ctx context.Context, _, have string) (*Catalogue, string, error) {
			return load(ctx, t, have)
		}),
		availability: location.Availabilities(t, now),
	}
}

// Offer returns the restaurant's offer in its currency. Before the first import it is empty. It does not check that the restaurant exists.
func (s *Store) Offer(ctx context.Context, locationID string, cur money.Currency) (*Offer, error) {
	c, err := s.menus.Get(ctx, "")
	if err != nil {
		return nil, err
	}
	a, err := s.availability.Get(ctx, locationID)
	if err != nil {
		return nil, err
	}
	return c.Offer(locationID, cur).Without(a.SoldOut), nil
}

// Brand returns the offer before a restaurant is chosen: all items, none sold out.
func (s *Store) Brand(ctx context.Context) (*Offer, error) {
	c, err := s.menus.Get(ctx, "")
	if err != nil {
		return nil, err
	}
	return c.Offer("", money.USD), nil
}

// Current reads the current menu from the table. Without one it is empty.
func Current(ctx context.Context, t table.Table) (*Catalogue, error) {
	c, _, err := load(ctx, t, "")
	return c, err
}

// load reads the current version. If it is have, the error is cached.ErrUnchanged.
func load(ctx context.Context, t table.Table, have string) (*Catalogue, string, error) {
	chunks, version, err := published.Load(ctx, t, have)
	if err != nil {
		return nil, "", err
	}
	var f File
	for n, data := range chunks {
		var part File
		if err := json.Unmarshal(data, &part); err != nil {
			return nil, "", fmt.Errorf("read menu %s, chunk %d: %w", version, n, err)
		}
		f.join(part)
	}
	return New(f), version, nil
}

func (f *File) join(part File) {
	f.Menus = append(f.Menus, part.Menus...)
	f.Dayparts = append(f.Dayparts, part.Dayparts...)
	f.ModifierGroups = append(f.ModifierGroups, part.ModifierGroups...)
	f.Sections = append(f.Sections, part.Sections...)
	f.Items = append(f.Items, part.Items...)
	f.Overrides = append(f.Overrides, part.Overrides...)
}

// Save publishes f, which must have passed Check, and reports whether it changed. Readers see either the old menu or
// the new one, and a failure leaves the old one. Of two concurrent calls one fails with a table.Conflict.
func Save(ctx context.Context, t table.Table, f File) (changed bool, err error) {
	chunks, err := versioned.Split(f, versioned.ChunkSize, File.halve)
	if err != nil {
		return false, fmt.Errorf("menu: %w", err)
	}
	return published.Save(ctx, t, chunks)
}

func (f File) halve() (first, rest File, some bool) {
	half := (len(f.Menus) + len(f.Dayparts) + len(f.ModifierGroups) + len(f.Sections) + len(f.Items) + len(f.Overrides)) / 2
	some = half > 0
	first.Menus, rest.Menus = cut(f.Menus, &half)
	first.Dayparts, rest.Dayparts = cut(f.Dayparts, &half)
	first.ModifierGroups, rest.ModifierGroups = cut(f.ModifierGroups, &half)
	first.Sections, rest.Sections = cut(f.Sections, &half)
	first.Items, rest.Items = cut(f.Items, &half)
	first.Overrides, rest.Overrides = cut(f.Overrides, &half)
	return first, rest, some
}

// cut divides a list after the elements that are left for the first part.
func cut[T any](list []T, left *int) (first, rest []T) {
	n := min(len(list), *left)
	*left -= n
	return list[:n], list[n:]
}

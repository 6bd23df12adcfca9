package menu

import (
	"context"
	"encoding/json"
	"errors"
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

const (
	maxAge    = 2 * time.Second
	chunkSize = versioned.ChunkSize
)

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
	chunks, err := f.chunks(chunkSize)
	if err != nil {
		return false, err
	}
	return published.Save(ctx, t, chunks)
}

// chunks splits the file into documents of at most size bytes, each a File, in order. table.ErrTooLarge if a single element is larger.
func (f File) chunks(size int) ([][]byte, error) {
	var (
		done [][]byte
		part File
		used int
	)
	flush := func() error {
		if used == 0 {
			return nil
		}
		data, err := json.Marshal(part)
		done, part, used = append(done, data), File{}, 0
		return err
	}
	// room starts the next chunk if the element does not fit in this one.
	room := func(element any) error {
		data, err := json.Marshal(element)
		if err != nil {
			return err
		}
		const names = 200 // the names of the lists and their brackets
		if len(data)+names > size {
			return fmt.Errorf("one element of the menu takes %d bytes: %w", len(data), table.ErrTooLarge)
		}
		if used+len(data)+names > size {
			if err := flush(); err != nil {
				return err
			}
		}
		used += len(data) + 1
		return nil
	}
	err := errors.Join(
		spread(f.Menus, room, func(m Menu) { part.Menus = append(part.Menus, m) }),
		spread(f.Dayparts, room, func(d Daypart) { part.Dayparts = append(part.Dayparts, d) }),
		spread(f.ModifierGroups, room, func(g ModifierGroup) { part.ModifierGroups = append(part.ModifierGroups, g) }),
		spread(f.Sections, room, func(s Section) { part.Sections = append(part.Sections, s) }),
		spread(f.Items, room, func(i Item) { part.Items = append(part.Items, i) }),
		spread(f.Overrides, room, func(o Override) { part.Overrides = append(part.Overrides, o) }),
		flush(),
	)
	return done, err
}

func spread[T any](list []T, room func(any) error, put func(T)) error {
	for _, element := range list {
		if err := room(element); err != nil {
			return err
		}
		put(element)
	}
	return nil
}

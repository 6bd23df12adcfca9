package menu

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/snapshot"
	"ordering/shared/table"
)

// The table keeps a menu in chunks, each a File with a part of the lists, under a version made of their content. The head names
// the version that holds: writing it is the one moment at which a menu changes.
var headKey = table.Key{PK: "menu", SK: "head"}

const (
	maxAge    = 2 * time.Second
	chunkSize = 300 << 10 // bytes; well under table.MaxItem, keys and base64 included
)

// edition is one stored version of a menu.
type edition struct {
	Version string `json:"version"`
	Chunks  int    `json:"chunks"`
}

// head names the edition that holds and the one before, which readers may still be reading.
type head struct {
	edition
	Previous edition `json:"previous,omitzero"`
}

func (e edition) partition() string { return "menu#" + e.Version }

func (e edition) key(n int) table.Key {
	return table.Key{PK: e.partition(), SK: fmt.Sprintf("%04d", n)}
}

// Store gives what restaurants offer. The menu and what is sold out are in memory, at most two seconds old.
type Store struct {
	menus        *snapshot.Keeper[*Catalogue]
	availability *snapshot.Keeper[location.Availability]
}

// NewStore makes a store over the table.
func NewStore(t table.Table, now func() time.Time) *Store {
	return &Store{
		menus: snapshot.New(maxAge, now, func(ctx context.Context, _, have string) (*Catalogue, string, error) {
			return load(ctx, t, have)
		}),
		availability: location.Availabilities(t, now),
	}
}

// Offer gives what the restaurant offers in its currency. Before a menu was imported it offers nothing. It does not ask whether
// there is such a restaurant.
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

// Brand gives what the brand offers before a restaurant is chosen: everything, with nothing sold out.
func (s *Store) Brand(ctx context.Context) (*Offer, error) {
	c, err := s.menus.Get(ctx, "")
	if err != nil {
		return nil, err
	}
	return c.Offer("", money.USD), nil
}

// Current reads the menu that holds now, from the table; an empty one when there is none.
func Current(ctx context.Context, t table.Table) (*Catalogue, error) {
	c, _, err := load(ctx, t, "")
	return c, err
}

// load reads the edition that holds, unless it is have. An import that finishes twice meanwhile takes the chunks away under the
// reader, who then begins anew.
func load(ctx context.Context, t table.Table, have string) (*Catalogue, string, error) {
	for range 3 {
		h, _, err := readHead(ctx, t)
		switch {
		case errors.Is(err, table.ErrNotFound):
			return New(File{}), "none", nil
		case err != nil:
			return nil, "", err
		case h.Version == have:
			return nil, "", snapshot.ErrUnchanged
		}
		f, complete, err := read(ctx, t, h.edition)
		if err != nil {
			return nil, "", err
		}
		if complete {
			return New(f), h.Version, nil
		}
	}
	return nil, "", fmt.Errorf("read the menu: it changes faster than it can be read: %w", table.ErrUnavailable)
}

func readHead(ctx context.Context, t table.Table) (h head, version int64, err error) {
	item, err := t.Get(ctx, headKey)
	if err != nil {
		return head{}, 0, fmt.Errorf("read the menu's head: %w", err)
	}
	if err := json.Unmarshal(item.Data, &h); err != nil {
		return head{}, 0, fmt.Errorf("read the menu's head: %w", err)
	}
	return h, item.Version, nil
}

// read joins the chunks of an edition; complete is false when some are missing.
func read(ctx context.Context, t table.Table, e edition) (f File, complete bool, err error) {
	q := table.Query{PK: e.partition()}
	chunks := 0
	for {
		page, err := t.Query(ctx, q)
		if err != nil {
			return File{}, false, fmt.Errorf("read menu %s: %w", e.Version, err)
		}
		for _, item := range page.Items {
			var part File
			if err := json.Unmarshal(item.Data, &part); err != nil {
				return File{}, false, fmt.Errorf("read menu %s, chunk %s: %w", e.Version, item.SK, err)
			}
			f.join(part)
			chunks++
		}
		if page.Cursor == "" {
			return f, chunks == e.Chunks, nil
		}
		q.Cursor = page.Cursor
	}
}

func (f *File) join(part File) {
	f.Menus = append(f.Menus, part.Menus...)
	f.Dayparts = append(f.Dayparts, part.Dayparts...)
	f.ModifierGroups = append(f.ModifierGroups, part.ModifierGroups...)
	f.Sections = append(f.Sections, part.Sections...)
	f.Items = append(f.Items, part.Items...)
	f.Overrides = append(f.Overrides, part.Overrides...)
}

// Save makes f, which Check found nothing wrong with, the menu that holds, and says whether it was not already. All readers see
// the old menu or the new one, and a failure on the way leaves the old one. Of two at once one fails with a table.Conflict.
func Save(ctx context.Context, t table.Table, f File) (changed bool, err error) {
	chunks, err := f.chunks(chunkSize)
	if err != nil {
		return false, err
	}
	now := edition{Version: digest(chunks), Chunks: len(chunks)}
	old, version, err := readHead(ctx, t)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return false, err
	}
	if old.Version == now.Version {
		return false, nil
	}
	for n, data := range chunks {
		if err := t.Write(ctx, table.Put(table.Item{Key: now.key(n), Data: data})); err != nil {
			return false, fmt.Errorf("write menu %s, chunk %d: %w", now.Version, n, err)
		}
	}
	data, err := json.Marshal(head{edition: now, Previous: old.edition})
	if err != nil {
		return false, fmt.Errorf("write the menu's head: %w", err)
	}
	swap := table.Create(table.Item{Key: headKey, Data: data})
	if version > 0 {
		swap = table.Replace(swap.Item, version)
	}
	if err := t.Write(ctx, swap); err != nil {
		return false, fmt.Errorf("switch to menu %s: %w", now.Version, err)
	}
	// The one before the old one has had no reader for a whole import. Going back to it makes it current again: then it stays.
	if gone := old.Previous; gone.Version != now.Version {
		for n := range gone.Chunks {
			if err := t.Write(ctx, table.Delete(gone.key(n), 0)); err != nil {
				return true, fmt.Errorf("remove menu %s: %w", gone.Version, err)
			}
		}
	}
	return true, nil
}

// digest names the content of the chunks.
func digest(chunks [][]byte) string {
	h := sha256.New()
	for _, c := range chunks {
		fmt.Fprintf(h, "%d\n", len(c))
		h.Write(c)
	}
	return hex.EncodeToString(h.Sum(nil)[:10])
}

// chunks splits the file into documents of at most size bytes, each a File, in order. table.ErrTooLarge when one element alone
// is larger.
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
	// room makes place for an element, which goes into the next chunk when this one is full.
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

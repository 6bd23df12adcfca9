package content

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/locale"
	"ordering/shared/table"
	"ordering/shared/table/cached"
	"ordering/shared/table/versioned"
)

// maxAge is the age at which a snapshot is revalidated.
const maxAge = 2 * time.Second

// nameOf returns the name in the table of a brand's content in a language: the JSON of its Edition, in chunks.
func nameOf(brandID int, l locale.Locale) versioned.Name {
	return versioned.Name(fmt.Sprintf("content#%d#%s", brandID, l))
}

// Store reads the content of brands. It caches it for at most two seconds.
type Store struct{ editions *cached.Keeper[*Edition] }

// NewStore returns a store over the table.
func NewStore(t table.Table, now func() time.Time) *Store {
	return &Store{cached.New(maxAge, now, func(ctx context.Context, key, have string) (*Edition, string, error) {
		id, read, _ := strings.Cut(key, " ")
		brandID, _ := strconv.Atoi(id) // as Get wrote it
		l := locale.Locale(read)
		written, _ := Written(l)
		e, version, err := load(ctx, t, nameOf(brandID, written), have)
		if err == nil {
			e.narrow(l)
		}
		return e, version, err
	})}
}

// Get returns the content that the site in l shows. It is empty if nothing was imported in its language.
func (s *Store) Get(ctx context.Context, brandID int, l locale.Locale) (*Edition, error) {
	if _, ok := Written(l); !ok {
		return new(Edition), nil
	}
	return s.editions.Get(ctx, fmt.Sprint(brandID, " ", l))
}

// Current reads the current content from the table. Without any, it is empty and its version is versioned.None.
func Current(ctx context.Context, t table.Table, brandID int, l locale.Locale) (e *Edition, version string, err error) {
	return load(ctx, t, nameOf(brandID, l), "")
}

func load(ctx context.Context, t table.Table, name versioned.Name, have string) (*Edition, string, error) {
	chunks, version, err := name.Load(ctx, t, have)
	if err != nil {
		return nil, "", err
	}
	e := new(Edition)
	if len(chunks) > 0 {
		if err := json.Unmarshal(slices.Concat(chunks...), e); err != nil {
			return nil, "", fmt.Errorf("read %s of version %s: %w", name, version, err)
		}
	}
	return e, version, nil
}

// Save replaces the content of the brand in the languages of editions atomically and reports whether any changed. Other
// languages stay unchanged. If two callers save concurrently, one fails with a table.Conflict.
func Save(ctx context.Context, t table.Table, brandID int, editions map[locale.Locale]*Edition) (changed bool, err error) {
	var issues []versioned.Issue
	for _, l := range Locales {
		e, ok := editions[l]
		if !ok {
			continue
		}
		var data bytes.Buffer
		enc := json.NewEncoder(&data)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return false, fmt.Errorf("write the content in %s: %w", l, err)
		}
		issues = append(issues, versioned.Issue{Name: nameOf(brandID, l), Chunks: slices.Collect(slices.Chunk(data.Bytes(), versioned.ChunkSize))})
	}
	return versioned.Publish(ctx, t, issues...)
}

// Package versioned keeps what is published as a whole, such as the menu, in the table: in chunks under a version made of their content,
// and a head that names the version that holds. Writing the head is the one moment at which readers see the new in place of the old.
package versioned

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// ChunkSize is how many bytes a chunk should have at most: well under table.MaxItem, keys and base64 included.
const ChunkSize = 300 << 10

// None is the version of what was never published.
const None = "none"

// Name is what is published: its head lies in the partition of this name, the chunks of a version in the one of name#version.
type Name string

// storedVersion names the chunks of one version.
type storedVersion struct {
	Version string `json:"version"`
	Chunks  int    `json:"chunks"`
}

// head names the version that holds and the one before, which readers may still be reading.
type head struct {
	storedVersion
	Previous storedVersion `json:"previous,omitzero"`
}

func (n Name) head() table.Key { return table.Key{PK: string(n), SK: "head"} }

func (n Name) partition(e storedVersion) string { return string(n) + "#" + e.Version }

func (n Name) chunk(e storedVersion, number int) table.Key {
	return table.Key{PK: n.partition(e), SK: fmt.Sprintf("%04d", number)}
}

// Load returns the current version and its chunks in order, or the version None when nothing was published. It
// returns cached.ErrUnchanged, after reading the head alone, when the version is have. Who publishes twice meanwhile takes the chunks
// away under the reader, who then begins anew.
func (n Name) Load(ctx context.Context, t table.Table, have string) (chunks [][]byte, version string, err error) {
	for range 3 {
		h, _, err := n.readHead(ctx, t)
		switch {
		case errors.Is(err, table.ErrNotFound):
			return nil, None, nil
		case err != nil:
			return nil, "", err
		case h.Version == have:
			return nil, "", cached.ErrUnchanged
		}
		chunks, err := n.read(ctx, t, h.storedVersion)
		if err != nil {
			return nil, "", err
		}
		if len(chunks) == h.Chunks {
			return chunks, h.Version, nil
		}
	}
	return nil, "", fmt.Errorf("read the %s: it changes faster than it can be read: %w", n, table.ErrUnavailable)
}

func (n Name) readHead(ctx context.Context, t table.Table) (h head, version int64, err error) {
	item, err := t.Get(ctx, n.head())
	if err != nil {
		return head{}, 0, fmt.Errorf("read the head of the %s: %w", n, err)
	}
	if err := json.Unmarshal(item.Data, &h); err != nil {
		return head{}, 0, fmt.Errorf("read the head of the %s: %w", n, err)
	}
	return h, item.Version, nil
}

func (n Name) read(ctx context.Context, t table.Table, e storedVersion) (chunks [][]byte, err error) {
	q := table.Query{PK: n.partition(e)}
	for {
		page, err := t.Query(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("read %s %s: %w", n, e.Version, err)
		}
		for _, item := range page.Items {
			chunks = append(chunks, item.Data)
		}
		if page.Cursor == "" {
			return chunks, nil
		}
		q.Cursor = page.Cursor
	}
}

// Save makes the chunks what is published under the name, and says whether they were not already. See Publish.
func (n Name) Save(ctx context.Context, t table.Table, chunks [][]byte) (changed bool, err error) {
	return Publish(ctx, t, Issue{n, chunks})
}

// Issue is what to publish under a name.
type Issue struct {
	Name   Name
	Chunks [][]byte
}

// Publish publishes the issues at one moment, and says whether any was not already. Readers see everything as it was before or
// everything as it is now, and a failure on the way leaves the old. Of two who publish at once one fails with a table.Conflict. The
// issues have different names, at most table.MaxSet of them.
func Publish(ctx context.Context, t table.Table, issues ...Issue) (changed bool, err error) {
	var swaps, gone []table.Op
	for _, issue := range issues {
		swap, old, err := issue.prepare(ctx, t)
		if err != nil {
			return false, err
		}
		if swap != nil {
			swaps, gone = append(swaps, *swap), append(gone, old...)
		}
	}
	if len(swaps) == 0 {
		return false, nil
	}
	if err := t.Write(ctx, swaps...); err != nil {
		return false, fmt.Errorf("publish: %w", err)
	}
	for _, remove := range gone {
		if err := t.Write(ctx, remove); err != nil {
			return true, fmt.Errorf("remove what is no longer published: %w", err)
		}
	}
	return true, nil
}

// prepare writes the chunks and gives what makes them hold, nil when they do already, and what can be removed after that.
func (i Issue) prepare(ctx context.Context, t table.Table) (swap *table.Op, gone []table.Op, err error) {
	now := storedVersion{Version: digest(i.Chunks), Chunks: len(i.Chunks)}
	old, version, err := i.Name.readHead(ctx, t)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, nil, err
	}
	if old.Version == now.Version {
		return nil, nil, nil
	}
	for n, data := range i.Chunks {
		if err := t.Write(ctx, table.Put(table.Item{Key: i.Name.chunk(now, n), Data: data})); err != nil {
			return nil, nil, fmt.Errorf("write %s %s, chunk %d: %w", i.Name, now.Version, n, err)
		}
	}
	data, err := json.Marshal(head{storedVersion: now, Previous: old.storedVersion})
	if err != nil {
		return nil, nil, fmt.Errorf("write the head of the %s: %w", i.Name, err)
	}
	op := table.Create(table.Item{Key: i.Name.head(), Data: data})
	if version > 0 {
		op = table.Replace(op.Item, version)
	}
	// The one before the old one has had no reader for a whole publication. Going back to it makes it current again: then it stays.
	if before := old.Previous; before.Version != now.Version {
		for n := range before.Chunks {
			gone = append(gone, table.Delete(i.Name.chunk(before, n), 0))
		}
	}
	return &op, gone, nil
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

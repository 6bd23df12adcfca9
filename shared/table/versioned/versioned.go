// Package versioned stores data that is published as a whole, such as the menu: chunks under a version derived from their content, and a
// head that names the current version. Writing the head switches readers to the new version at once.
package versioned

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// ChunkSize is the maximum size of a chunk in bytes: well below table.MaxItem including keys and base64.
const ChunkSize = 300 << 10

// Split encodes a file as chunks of at most size bytes, each a part of the file, in order. It halves a larger file with halve, which
// reports whether the first half has an element. It returns table.ErrTooLarge if one element is larger than size.
func Split[F any](f F, size int, halve func(F) (first, rest F, some bool)) ([][]byte, error) {
	data := table.Encode(f)
	if len(data) <= size {
		return [][]byte{data}, nil
	}
	first, rest, some := halve(f)
	if !some {
		return nil, fmt.Errorf("one element takes %d bytes: %w", len(data), table.ErrTooLarge)
	}
	chunks, err := Split(first, size, halve)
	if err != nil {
		return nil, err
	}
	more, err := Split(rest, size, halve)
	return append(chunks, more...), err
}

// None is the version of data that was never published.
const None = "none"

// Name identifies published data. Its head is in the partition of this name; the chunks of a version are in name#version.
type Name string

// storedVersion names the chunks of one version.
type storedVersion struct {
	Version string `json:"version"`
	Chunks  int    `json:"chunks"`
}

// head names the current version and the previous one, which readers may still be reading.
type head struct {
	storedVersion
	Previous storedVersion `json:"previous,omitzero"`
}

func (n Name) head() table.Key { return table.Key{PK: string(n), SK: "head"} }

func (n Name) partition(e storedVersion) string { return string(n) + "#" + e.Version }

func (n Name) chunk(e storedVersion, number int) table.Key {
	return table.Key{PK: n.partition(e), SK: fmt.Sprintf("%04d", number)}
}

// Load returns the current version and its chunks in order, or the version None if nothing was published. If the version is have, it
// returns cached.ErrUnchanged after reading the head alone. If two publications during the load delete the chunks, Load starts again.
func (n Name) Load(ctx context.Context, t table.Table, have string) (chunks [][]byte, version string, err error) {
	for range 3 {
		h, _, err := n.readHead(ctx, t)
		switch {
		case err != nil:
			return nil, "", err
		case h.Version == "":
			return nil, None, nil
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

// readHead returns the head and the version of its item; zero values if nothing was published.
func (n Name) readHead(ctx context.Context, t table.Table) (h head, version int64, err error) {
	item, err := table.Find(ctx, t, n.head(), &h)
	if err != nil {
		return head{}, 0, fmt.Errorf("read the head of the %s: %w", n, err)
	}
	return h, item.Version, nil
}

func (n Name) read(ctx context.Context, t table.Table, e storedVersion) (chunks [][]byte, err error) {
	for item, err := range table.All(ctx, t, table.Query{PK: n.partition(e)}) {
		if err != nil {
			return nil, fmt.Errorf("read %s %s: %w", n, e.Version, err)
		}
		chunks = append(chunks, item.Data)
	}
	return chunks, nil
}

// Save publishes the chunks under the name and reports whether they changed. See Publish.
func (n Name) Save(ctx context.Context, t table.Table, chunks [][]byte) (changed bool, err error) {
	return Publish(ctx, t, Issue{n, chunks})
}

// Issue is data to publish under a name.
type Issue struct {
	Name   Name
	Chunks [][]byte
}

// Publish publishes the issues atomically and reports whether any changed. Readers see either all old or all new
// versions; a failure leaves the old ones. If two callers publish concurrently, one fails with a table.Conflict. The
// issues have different names, at most table.MaxSet of them.
func Publish(ctx context.Context, t table.Table, issues ...Issue) (changed bool, err error) {
	var swaps, obsolete []table.Op
	for _, issue := range issues {
		swap, old, err := issue.prepare(ctx, t)
		if err != nil {
			return false, err
		}
		if swap != nil {
			swaps, obsolete = append(swaps, *swap), append(obsolete, old...)
		}
	}
	if len(swaps) == 0 {
		return false, nil
	}
	if err := t.Write(ctx, swaps...); err != nil {
		return false, fmt.Errorf("publish: %w", err)
	}
	for _, remove := range obsolete {
		if err := t.Write(ctx, remove); err != nil {
			return true, fmt.Errorf("remove obsolete chunks: %w", err)
		}
	}
	return true, nil
}

// prepare writes the chunks. It returns the operation that makes them current, nil if they already are, and the deletes to run after it.
func (i Issue) prepare(ctx context.Context, t table.Table) (swap *table.Op, obsolete []table.Op, err error) {
	now := storedVersion{Version: digest(i.Chunks), Chunks: len(i.Chunks)}
	old, version, err := i.Name.readHead(ctx, t)
	if err != nil {
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
	data := table.Encode(head{storedVersion: now, Previous: old.storedVersion})
	op := table.Save(table.Item{Key: i.Name.head(), Data: data}, version)
	// The version before the old one has had no reader for a whole publication. It stays if it becomes current again.
	if before := old.Previous; before.Version != now.Version {
		for n := range before.Chunks {
			obsolete = append(obsolete, table.Delete(i.Name.chunk(before, n), 0))
		}
	}
	return &op, obsolete, nil
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

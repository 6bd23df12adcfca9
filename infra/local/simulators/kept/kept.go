// Package kept stores what a simulator received as documents in a folder.
package kept

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Folder is the path of a folder with documents of type T as JSON, each in a file named by its id. Put makes the folder.
type Folder[T any] string

const ending = ".json"

// Named reports whether a text can be an id: letters and digits.
func Named(id string) bool {
	return id != "" && strings.Trim(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func (f Folder[T]) path(id string) string { return filepath.Join(string(f), id+ending) }

// Put stores a document. It replaces the earlier one with the id.
func (f Folder[T]) Put(id string, document T) error {
	if !Named(id) {
		return errors.New("the id of a document must be letters and digits")
	}
	raw, err := json.Marshal(document)
	half := f.path(id) + ".new"
	if err == nil {
		err = os.MkdirAll(string(f), 0o700)
	}
	if err == nil {
		err = os.WriteFile(half, raw, 0o600)
	}
	if err == nil {
		err = os.Rename(half, f.path(id)) // a reader never sees half a document
	}
	return err
}

// Get returns the document with an id. The error is fs.ErrNotExist if it does not exist.
func (f Folder[T]) Get(id string) (document T, err error) {
	if !Named(id) {
		return document, fs.ErrNotExist
	}
	raw, err := os.ReadFile(f.path(id))
	if err == nil {
		err = json.Unmarshal(raw, &document)
	}
	if err != nil {
		return document, fmt.Errorf("document %s: %w", id, err)
	}
	return document, nil
}

// Remove removes a document, if there is one, and its temporary file of a crash.
func (f Folder[T]) Remove(id string) error {
	for _, path := range []string{f.path(id), f.path(id) + ".new"} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Newest returns all documents, the newest first by the time that at returns.
func (f Folder[T]) Newest(at func(T) time.Time) ([]T, error) {
	names, err := filepath.Glob(f.path("*"))
	if err != nil {
		return nil, err
	}
	var all []T
	for _, name := range names {
		document, err := f.Get(strings.TrimSuffix(filepath.Base(name), ending))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		all = append(all, document)
	}
	slices.SortStableFunc(all, func(a, b T) int { return at(b).Compare(at(a)) })
	return all, nil
}

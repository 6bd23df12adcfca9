package kitchen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// journal is the file of the state: a line for each change, the first of which is everything that was there. So a change costs what
// it changes, not what hangs on the rail. The file is written anew, with one line, when the changes outgrow that one.
type journal struct {
	path        string
	first, size int64 // of the first line, and of all
}

func journalIn(dir string) journal { return journal{path: filepath.Join(dir, "kitchen.json")} }

// change is what a line says: what is new or different, and what is gone.
type change struct {
	Open     bool     `json:"open"`
	ByItself bool     `json:"byItself"`
	Last     int      `json:"last"`
	Tickets  []ticket `json:"tickets,omitempty"`
	Gone     []int    `json:"gone,omitempty"` // tickets
	Events   []event  `json:"events,omitempty"`
	Told     []string `json:"told,omitempty"` // events
}

// between is what makes after out of before.
func between(before, after state) change {
	c := change{Open: after.Open, ByItself: after.ByItself, Last: after.Last}
	c.Tickets, c.Gone = changed(before.Tickets, after.Tickets, func(t ticket) int { return t.Seq }, func(a, b ticket) bool {
		return a.Status == b.Status && a.Since.Equal(b.Since) && a.Here.Equal(b.Here) && a.Order == b.Order
	})
	c.Events, c.Told = changed(before.Events, after.Events, func(e event) string { return e.ID }, func(a, b event) bool {
		return a.Tries == b.Tries && a.After.Equal(b.After)
	})
	return c
}

// changed compares two lists of which the second is the first with some things different, some gone, and some more at its end.
func changed[T any, K comparable](before, after []T, key func(T) K, same func(a, b T) bool) (different []T, gone []K) {
	n := 0 // of after
	for _, old := range before {
		switch {
		case n == len(after) || key(after[n]) != key(old):
			gone = append(gone, key(old))
			continue
		case !same(old, after[n]):
			different = append(different, after[n])
		}
		n++
	}
	return append(different, after[n:]...), gone
}

// apply makes the change to s.
func (s *state) apply(c change) {
	s.Open, s.ByItself, s.Last = c.Open, c.ByItself, c.Last
	s.Tickets = applied(s.Tickets, c.Tickets, c.Gone, func(t ticket) int { return t.Seq })
	s.Events = applied(s.Events, c.Events, c.Told, func(e event) string { return e.ID })
}

func applied[T any, K comparable](list, different []T, gone []K, key func(T) K) []T {
	list = slices.DeleteFunc(list, func(t T) bool { return slices.Contains(gone, key(t)) })
	for _, t := range different {
		if i := slices.IndexFunc(list, func(old T) bool { return key(old) == key(t) }); i >= 0 {
			list[i] = t
		} else {
			list = append(list, t)
		}
	}
	return list
}

// read loads the state. Without a file the state does not change, and the file is created. A last line that a crash left half written was never
// acknowledged.
func (j *journal) read(s *state) error {
	raw, err := os.ReadFile(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return j.rewrite(*s)
	}
	if err != nil {
		return fmt.Errorf("kitchen: %w", err)
	}
	var kept state
	for n := 0; n == 0 || len(raw) > 0; n++ {
		line, rest, whole := bytes.Cut(raw, []byte("\n"))
		if n > 0 && !whole {
			break
		}
		var c change
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("kitchen: %s: %w (%w)", j.path, ErrDamaged, err)
		}
		kept.apply(c)
		raw = rest
	}
	*s = kept // the next change writes the file anew: size is still 0
	return nil
}

// keep writes what has become of the state, to the disk. After an error the file holds what it held, or what keep puts right the
// next time.
func (j *journal) keep(before, after state) error {
	if j.size == 0 || j.size > 2*j.first+1<<18 {
		return j.rewrite(after)
	}
	line, err := json.Marshal(between(before, after))
	if err != nil {
		return err
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		j.size = 0
		return j.rewrite(after)
	}
	_, err = f.Write(append(line, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		j.size = 0 // half a line may be there: nothing can stand behind it
		return err
	}
	j.size += int64(len(line)) + 1
	return nil
}

// rewrite writes the whole state: beside the file, to the disk, then in its place, so that a crash leaves the old one or the new one.
func (j *journal) rewrite(s state) error {
	line, err := json.Marshal(between(state{}, s))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(j.path+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(j.path+".new", j.path); err != nil {
		return err
	}
	j.first = int64(len(line)) + 1
	j.size = j.first
	return nil
}

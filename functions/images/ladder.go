package images

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// What the build has made: of each picture below pictures/ its widths, as files that say their content in their names. The list of them is
// a file beside them, and is read again now and then: a deployment replaces it.
const (
	made     = "pictures/"
	madeList = made + "pictures.json"
	trustFor = time.Minute
	maxList  = 4 << 20 // bytes
)

// entry is what the list says of a picture.
type entry struct {
	Width   int      `json:"width"`   // pixels, of the original
	Hash    string   `json:"hash"`    // of the original and of how its rungs are made, in hexadecimal digits
	Widths  []int    `json:"widths"`  // the rungs; the original's own width is the last
	Formats []string `json:"formats"` // avif, webp
}

// ladder knows the list.
type ladder struct {
	source Source
	now    func() time.Time
	mu     sync.Mutex
	list   map[string]entry
	read   time.Time
}

func newLadder(source Source, now func() time.Time) *ladder { return &ladder{source: source, now: now} }

// rung opens the file that the build made for what is asked, and gives its media type; nil when there is none.
func (s *Images) rung(ctx context.Context, a asked) (*File, string) {
	name, ok := strings.CutPrefix(a.path, made)
	if !ok || a.quality != usualQuality || !a.webp && !a.avif {
		return nil, ""
	}
	e, ok := s.ladder.entries(ctx)[name]
	width := min(a.width, e.Width)
	if !ok || !slices.Contains(e.Widths, width) {
		return nil, ""
	}
	for _, format := range []struct {
		name  string
		taken bool
	}{{"avif", a.avif}, {"webp", a.webp}} {
		if !format.taken || !slices.Contains(e.Formats, format.name) {
			continue
		}
		file, err := s.source.Open(ctx, fmt.Sprintf("%s%s-%s-%d.%s", made, strings.TrimSuffix(name, path.Ext(name)), e.Hash, width, format.name))
		if err == nil {
			return file, "image/" + format.name
		}
	}
	return nil, "" // it can be made
}

// entries is the list, at most trustFor old; an older one while it cannot be read, and none where the build has made nothing.
func (l *ladder) entries(ctx context.Context) map[string]entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if age := l.now().Sub(l.read); l.list != nil && age >= 0 && age < trustFor {
		return l.list
	}
	list, err := l.load(ctx)
	switch {
	case err == nil:
		l.list, l.read = list, l.now()
	case ctx.Err() == nil:
		slog.ErrorContext(ctx, "the list of what the build made cannot be read: pictures are made anew", "error", err)
		l.read = l.now()
		if l.list == nil {
			l.list = map[string]entry{}
		}
	}
	return l.list
}

func (l *ladder) load(ctx context.Context) (map[string]entry, error) {
	file, err := l.source.Open(ctx, madeList)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]entry{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := file.whole(ctx, maxList)
	if err != nil {
		return nil, err
	}
	list := map[string]entry{}
	return list, json.Unmarshal(raw, &list)
}

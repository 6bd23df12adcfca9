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

// The widths that a picture can be requested in, in pixels, ascending: the image and the device widths of the specification (§9).
var widths = [...]int{8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840}

// The build encodes each picture below pictures/ in these widths, as files with a content hash in their names, and lists them in a file
// beside them. A deployment replaces the list, so it is read again after listMaxAge.
const (
	builtFolder = "pictures/"
	builtList   = builtFolder + "pictures.json"
	listMaxAge  = time.Minute
	maxListSize = 4 << 20 // bytes
)

// builtPicture is a picture in the list.
type builtPicture struct {
	Width   int      `json:"width"`   // pixels, of the original
	Hash    string   `json:"hash"`    // of the original and of the encoders' settings, in hexadecimal digits
	Widths  []int    `json:"widths"`  // the last one is the original's
	Formats []string `json:"formats"` // avif, webp
}

// builtWidths caches the list.
type builtWidths struct {
	source Source
	now    func() time.Time
	mu     sync.Mutex
	list   map[string]builtPicture
	read   time.Time
}

// openBuilt opens the file that the build encoded for the request, and returns its media type; nil when the build has no such file.
func (s *Images) openBuilt(ctx context.Context, p params) (*File, string) {
	name, ok := strings.CutPrefix(p.path, builtFolder)
	if !ok || p.quality != defaultQuality || !p.webp && !p.avif {
		return nil, ""
	}
	built, ok := s.built.pictures(ctx)[name]
	width := min(p.width, built.Width)
	if !ok || !slices.Contains(built.Widths, width) {
		return nil, ""
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	for _, format := range []struct {
		name     string
		accepted bool
	}{{"avif", p.avif}, {"webp", p.webp}} {
		if !format.accepted || !slices.Contains(built.Formats, format.name) {
			continue
		}
		file, err := s.source.Open(ctx, fmt.Sprintf("%s%s-%s-%d.%s", builtFolder, stem, built.Hash, width, format.name))
		if err == nil {
			return file, "image/" + format.name
		}
	}
	return nil, ""
}

// pictures returns the list, at most listMaxAge old. While it cannot be read, the previous list is used; without a build it is empty.
func (b *builtWidths) pictures(ctx context.Context) map[string]builtPicture {
	b.mu.Lock()
	defer b.mu.Unlock()
	if age := b.now().Sub(b.read); b.list != nil && age >= 0 && age < listMaxAge {
		return b.list
	}
	list, err := b.load(ctx)
	switch {
	case err == nil:
		b.list, b.read = list, b.now()
	case ctx.Err() == nil:
		slog.ErrorContext(ctx, "images: list of built pictures unavailable, pictures are made on request", "error", err)
		b.read = b.now()
		if b.list == nil {
			b.list = map[string]builtPicture{}
		}
	}
	return b.list
}

func (b *builtWidths) load(ctx context.Context) (map[string]builtPicture, error) {
	list := map[string]builtPicture{}
	file, err := b.source.Open(ctx, builtList)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := file.whole(ctx, maxListSize)
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(raw, &list)
}

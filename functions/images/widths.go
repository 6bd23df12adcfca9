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
	"time"

	"ordering/shared/table/cached"
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

// openBuilt opens the file that the build encoded for the request, and returns its media type; nil when the build has no such file.
func (s *Images) openBuilt(ctx context.Context, p params) (*File, string) {
	name, ok := strings.CutPrefix(p.path, builtFolder)
	if !ok || p.quality != defaultQuality || !p.webp && !p.avif {
		return nil, ""
	}
	list, _ := s.built.Get(ctx, "") // fails only if the guest left
	built, ok := list[name]
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

// newBuilt returns the cache of the list. While the list cannot be read, the previous one is used; without a build it is empty.
func newBuilt(source Source, now func() time.Time) *cached.Keeper[map[string]builtPicture] {
	return cached.New(listMaxAge, now, func(ctx context.Context, _, have string) (map[string]builtPicture, string, error) {
		list, err := loadBuilt(ctx, source)
		if err == nil {
			return list, "read", nil
		}
		slog.ErrorContext(ctx, "images: list of built pictures unavailable, pictures are made on request", "error", err)
		if have != "" {
			return nil, "", cached.ErrUnchanged
		}
		return nil, "read", nil
	})
}

func loadBuilt(ctx context.Context, source Source) (list map[string]builtPicture, err error) {
	file, err := source.Open(ctx, builtList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := file.whole(ctx, maxListSize)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(raw, &list)
	return list, err
}

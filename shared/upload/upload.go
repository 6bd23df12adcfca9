// Package upload processes the pictures that guests send. It stores a newly encoded picture under a random name. Only
// the visible pixels of the uploaded file remain.
package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"ordering/shared/brand"
	"ordering/shared/picture"
	"ordering/shared/problem"
)

// Picture is a processed picture, ready to store and show.
type Picture struct {
	Name string // random: 26 letters and digits, then the extension of its format
	Data []byte
	picture.Info
}

// Processor processes one picture at a time: encoding one may hold up to 256 MB (with GOMEMLIMIT=160MiB), and uploads
// are public. It holds the files of a few uploads meanwhile, so that a slow sender does not block the others. Further
// uploads are not read until a place is free.
type Processor struct {
	limit  int           // bytes
	places chan struct{} // slots for files in memory
	turn   chan struct{} // slot for the picture being encoded
}

// heldFiles is the number of files in memory at once: being received, waiting, or being encoded.
const heldFiles = 4

// NewProcessor returns the processor of a brand. The brand's record has the size limit.
func NewProcessor(b brand.Brand) *Processor {
	return &Processor{limit: b.UploadMegabytes << 20, places: make(chan struct{}, heldFiles), turn: make(chan struct{}, 1)}
}

// Take reads a picture and encodes it again: upright, in sRGB, at most 12 megapixels, in the format it came in. The
// signature decides whether a file is a JPEG or PNG (specification §5), not its name. The dimensions are checked before
// decoding. It returns UploadTooLarge, UploadKind, UploadPixels or UploadDamaged, the context's error, or the reader's.
func (p *Processor) Take(ctx context.Context, from io.Reader) (Picture, error) {
	leave, err := enter(ctx, p.places)
	if err != nil {
		return Picture{}, err
	}
	defer leave()
	src, err := p.read(from)
	if err != nil {
		return Picture{}, err
	}
	if !jpegOrPNG(src) {
		return Picture{}, problem.New(problem.UploadKind)
	}
	if _, err := picture.Inspect(src); err != nil {
		return Picture{}, problemOf(err)
	}
	done, err := enter(ctx, p.turn)
	if err != nil {
		return Picture{}, err
	}
	defer done()
	data, info, err := picture.Clean(ctx, src)
	if err != nil {
		return Picture{}, problemOf(err)
	}
	return Picture{Name: strings.ToLower(rand.Text()) + info.Format.Extension(), Data: data, Info: info}, nil
}

// enter waits for a free place.
func enter(ctx context.Context, places chan struct{}) (leave func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read reads the whole file, or stops just past the limit.
func (p *Processor) read(from io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(from, int64(p.limit)+1))
	if err != nil {
		return nil, fmt.Errorf("read upload: %w", err)
	}
	if len(src) > p.limit {
		return nil, problem.New(problem.UploadTooLarge, "max", p.limit>>20)
	}
	return src, nil
}

// jpegOrPNG checks the signature. The decoder checks the rest.
func jpegOrPNG(src []byte) bool {
	return bytes.HasPrefix(src, []byte("\xff\xd8\xff")) || bytes.HasPrefix(src, []byte("\x89PNG\r\n\x1a\n"))
}

// problemOf returns the problem for an error of package picture.
func problemOf(err error) error {
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return problem.New(problem.UploadPixels, "max", picture.MaxPixels/1_000_000).Because(err)
	case errors.Is(err, picture.ErrUnknown):
		return problem.New(problem.UploadKind).Because(err)
	case errors.Is(err, picture.ErrTruncated), errors.Is(err, picture.ErrCorrupt):
		return problem.New(problem.UploadDamaged).Because(err)
	}
	return err
}

// Package upload checks the files that guests send, gives them random names and stores them. A picture is encoded again: only the visible
// pixels of the uploaded file remain. A PDF is stored unchanged, so only people of the brand may open it.
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

// File is a checked file, ready to store.
type File struct {
	Name, Type    string // see Files.Put
	Data          []byte
	Width, Height int // pixels of a picture
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
const heldFiles = 8

// NewProcessor returns the processor of a brand. The brand's record has the size limit.
func NewProcessor(b brand.Brand) *Processor {
	return &Processor{limit: b.UploadMegabytes << 20, places: make(chan struct{}, heldFiles), turn: make(chan struct{}, 1)}
}

// Take reads a picture and encodes it again: a JPEG, upright, in sRGB, of at most 4 megapixels. The signature decides whether a file is a
// JPEG or PNG (specification §5), not its name. The dimensions are checked before decoding. The worst file takes 1 s of CPU (npm run bench
// -- uploads). It returns UploadTooLarge, UploadKind, UploadPixels or UploadDamaged, the context's error, or the reader's.
func (p *Processor) Take(ctx context.Context, from io.Reader) (File, error) {
	leave, err := enter(ctx, p.places)
	if err != nil {
		return File{}, err
	}
	defer leave()
	src, err := p.read(from)
	if err != nil {
		return File{}, err
	}
	if !jpegOrPNG(src) {
		return File{}, problem.New(problem.UploadKind)
	}
	if _, err := picture.Inspect(src); err != nil {
		return File{}, problemOf(err)
	}
	done, err := enter(ctx, p.turn)
	if err != nil {
		return File{}, err
	}
	defer done()
	data, info, err := picture.Clean(ctx, src)
	if err != nil {
		return File{}, problemOf(err)
	}
	return File{newName(info.Format.Extension()), info.Format.MediaType(), data, info.Width, info.Height}, nil
}

func newName(extension string) string { return strings.ToLower(rand.Text()) + extension }

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

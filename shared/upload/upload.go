// Package upload takes the pictures that guests send. What is kept of one is a new picture, with a name that says nothing of the guest: of
// the file that came nothing is left but what can be seen.
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

// Picture is a guest's picture, ready to be kept and shown.
type Picture struct {
	Name string // random, 26 letters and digits and the ending of its format
	Data []byte
	picture.Info
}

// Processor takes pictures, one at a time: each may hold up to 256 MB while it is made anew (with GOMEMLIMIT=160MiB), and anybody can send one.
// The files of a few are held meanwhile, so that who sends slowly does not keep the others waiting; the rest are not read yet.
type Processor struct {
	limit  int           // bytes
	places chan struct{} // of those whose file is held
	turn   chan struct{} // of the one whose picture is made
}

// heldFiles is how many files are held at once, whether they are coming, waiting, or being made anew.
const heldFiles = 4

// NewProcessor returns the processor of a brand, whose record says how large a file may be.
func NewProcessor(b brand.Brand) *Processor {
	return &Processor{limit: b.UploadMegabytes << 20, places: make(chan struct{}, heldFiles), turn: make(chan struct{}, 1)}
}

// Take reads a picture and makes it anew: upright, in sRGB, of at most 12 megapixels, in the family that it came in. A file is a JPEG or a
// PNG when it begins as one (specification §5), whatever it is called; its size is read before anything is decoded. It returns
// UploadTooLarge, UploadKind, UploadPixels or UploadDamaged, the context's error, or the reader's.
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

// enter takes a place as soon as there is one.
func enter(ctx context.Context, places chan struct{}) (leave func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read reads the file to its end, and no further than where it is too large.
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

// jpegOrPNG checks the signature. What follows it is checked by who decodes it.
func jpegOrPNG(src []byte) bool {
	return bytes.HasPrefix(src, []byte("\xff\xd8\xff")) || bytes.HasPrefix(src, []byte("\x89PNG\r\n\x1a\n"))
}

// problemOf returns the problem for the guest of an error of package picture.
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

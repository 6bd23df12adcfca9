// Package picture converts pictures for screens: smaller, upright, in sRGB, without the camera's metadata (place, time,
// device), as WebP or in the original's family. It reads JPEG, PNG and still WebP and never enlarges a picture. It
// rejects a picture that would take too much memory before it decodes anything. README.md explains the pipeline.
//
// With Go's memory limit set (GOMEMLIMIT=160MiB), a photograph of 12 megapixels takes about 12 MB, and any accepted file less than 256 MB.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
)

// Limits of a picture. 25 megapixels is more than phones produce by default; the longest side is WebP's maximum.
const (
	MaxPixels = 25_000_000
	MaxSide   = 16_383

	// maxHeld is the maximum number of bytes kept of a picture that cannot be read row by row.
	maxHeld = 160 << 20

	// maxScans is the maximum number of scans of a JPEG: encoders write about ten, and each costs time even if it is nearly empty.
	maxScans = 100
	// maxTables is the maximum number of Huffman tables of a JPEG: eight for each scan. Each takes 20 µs.
	maxTables = 8 * maxScans
)

// Reasons for rejecting a picture. Errors of this package wrap one of these, or are the context's.
var (
	ErrUnknown   = errors.New("neither a JPEG, a PNG nor a still WebP")
	ErrTooLarge  = errors.New("more than 25 megapixels, a side over 16383 px, or too much to hold")
	ErrTruncated = errors.New("the file ends too early")
	ErrCorrupt   = errors.New("the file is damaged")
)

// Format is an output format. The zero value means no format.
type Format uint8

const (
	JPEG Format = iota + 1
	PNG
	WebP
)

// MediaType returns the format's name in Content-Type, such as image/jpeg.
func (f Format) MediaType() string {
	return [...]string{"", "image/jpeg", "image/png", "image/webp"}[f]
}

// Extension returns the format's usual file name extension, with its dot.
func (f Format) Extension() string { return [...]string{"", ".jpg", ".png", ".webp"}[f] }

func (f Format) String() string { return [...]string{"none", "JPEG", "PNG", "WebP"}[f] }

// Info is the metadata of a picture from its header.
type Info struct {
	Format        Format
	Width, Height int  // pixels, after applying the camera's orientation
	Alpha         bool // some pixels may be transparent
}

// Want is a request for a picture.
type Want struct {
	Width   int    // pixels; a narrower original keeps its own; 0 is the original's
	Quality int    // 1 to 100, of WebP and JPEG; 0 is 75
	Format  Format // WebP, or 0 for the original's family: JPEG for JPEG, PNG for PNG, JPEG or (with alpha) PNG for WebP
}

// Size returns the output size of an original for a requested width. It keeps the proportions and never enlarges.
func (i Info) Size(width int) (w, h int) {
	if width <= 0 || width >= i.Width {
		return i.Width, i.Height
	}
	return width, max(1, (i.Height*width+i.Width/2)/i.Width)
}

// family returns the output format for a client without WebP.
func (i Info) family() Format {
	switch {
	case i.Format == JPEG, i.Format == WebP && !i.Alpha:
		return JPEG
	}
	return PNG
}

// Picture is a decoded and resized picture, which can be encoded repeatedly in several qualities.
type Picture struct {
	Info
	pixels *image.NRGBA // for PNG, else nil
	planes *planes      // for JPEG and WebP, else nil
}

// Decode decodes src and resizes it. It returns ErrUnknown, ErrTooLarge, ErrTruncated, ErrCorrupt or the context's error.
func Decode(ctx context.Context, src []byte, want Want) (*Picture, error) {
	h, err := readHeader(src)
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	format := want.Format
	if format != WebP {
		format = h.family()
	}
	width, height := h.Size(want.Width)
	p, err := decodeTo(ctx, src, h, width, height, format)
	if err != nil {
		return nil, fmt.Errorf("decode %s picture: %w", h.Format, err)
	}
	return p, nil
}

// Narrow returns a narrower copy of the decoded picture. It does not decode the source again.
func (p *Picture) Narrow(ctx context.Context, width int) (*Picture, error) {
	pixels := p.pixels
	if pixels == nil {
		pixels = p.planes.pixels()
	}
	w, h := p.Size(width)
	pixels, err := resizeImage(ctx, pixels, w, h, p.Alpha)
	if err != nil {
		return nil, fmt.Errorf("narrow picture: %w", err)
	}
	narrow := &Picture{Info: p.Info, pixels: pixels}
	narrow.Width, narrow.Height = w, h
	if p.Format != PNG {
		narrow.pixels, narrow.planes = nil, toPlanes(pixels)
	}
	return narrow, nil
}

// Encode encodes the picture in a quality of 1 to 100, or 75 for 0; PNG ignores it. If the result would exceed limit
// bytes (0: no limit), it stops: out is nil and size is the number of bytes or an estimate.
func (p *Picture) Encode(quality, limit int) (out []byte, size int, err error) {
	if quality = min(max(quality, 0), 100); quality == 0 {
		quality = 75
	}
	switch p.Format {
	case PNG:
		var b bytes.Buffer
		err = png.Encode(&b, p.pixels)
		out = b.Bytes()
	case JPEG:
		out = p.planes.jpeg(quality)
	default:
		if out, size = p.planes.webp(quality, limit); out == nil {
			return nil, size, nil
		}
	}
	if size = len(out); err != nil || limit > 0 && size > limit {
		out = nil
	}
	return out, size, err
}

// Limits of Clean's output: a guest's photograph in a size for screens. A PNG of noise would have ten times the bytes.
const (
	cleanQuality = 85
	cleanPixels  = 4_000_000
)

// Clean re-encodes a picture as a JPEG in its size, up to 4 megapixels, on white, so that only its visible pixels remain of the file.
// Errors are Decode's.
func Clean(ctx context.Context, src []byte) ([]byte, Info, error) {
	h, err := readHeader(src)
	if err != nil {
		return nil, Info{}, fmt.Errorf("clean picture: %w", err)
	}
	width, height := h.Width, h.Height
	if pixels := width * height; pixels > cleanPixels {
		width, height = h.Size(int(float64(width) * math.Sqrt(cleanPixels/float64(pixels))))
	}
	p, err := decodeTo(ctx, src, h, width, height, JPEG)
	if err != nil {
		return nil, Info{}, fmt.Errorf("clean %s picture: %w", h.Format, err)
	}
	out, _, err := p.Encode(cleanQuality, 0)
	return out, p.Info, err
}

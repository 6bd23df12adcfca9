// Package picture turns a picture's bytes into the bytes that a screen wants: smaller, upright, in sRGB, without what the camera wrote
// into it (place, time, device), as WebP or in the family it came in. It reads JPEG, PNG and still WebP, never makes a picture larger, and
// refuses what would take too much memory before it decodes anything. README.md explains the pipeline.
//
// A photograph of 12 megapixels takes about 12 MB, the worst file that is taken less than 256 MB, where Go's memory limit is set
// (GOMEMLIMIT=160MiB).
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

// What a picture may be at most. 25 megapixels is more than phones give by default; the longest side is the longest that WebP can have.
const (
	MaxPixels = 25_000_000
	MaxSide   = 16_383

	// maxHeld is how many bytes may be kept of a picture that cannot be read row by row.
	maxHeld = 160 << 20

	// maxScans is how many passes over its blocks a JPEG may make: encoders make about ten, and each costs time however little it says.
	maxScans = 100
)

// Why a picture is refused. Errors of this package wrap one of these, or are the context's.
var (
	ErrUnknown   = errors.New("neither a JPEG, a PNG nor a still WebP")
	ErrTooLarge  = errors.New("more than 25 megapixels, a side over 16383 px, or too much to hold")
	ErrTruncated = errors.New("the file ends too early")
	ErrCorrupt   = errors.New("the file is damaged")
)

// Format is what a picture is written as. The zero value is none.
type Format uint8

const (
	JPEG Format = iota + 1
	PNG
	WebP
)

// MediaType is the format's name in Content-Type, such as image/jpeg.
func (f Format) MediaType() string {
	return [...]string{"", "image/jpeg", "image/png", "image/webp"}[f]
}

// Extension is the format's usual file name extension, with its dot.
func (f Format) Extension() string { return [...]string{"", ".jpg", ".png", ".webp"}[f] }

func (f Format) String() string { return [...]string{"none", "JPEG", "PNG", "WebP"}[f] }

// Info is what a picture is, from its header alone.
type Info struct {
	Format        Format
	Width, Height int  // pixels, as seen: after the camera's orientation was applied
	Alpha         bool // some pixels may be transparent
}

// Want is the picture asked for.
type Want struct {
	Width   int    // pixels; a narrower original keeps its own. 0 is the original's
	Quality int    // 1 to 100, of WebP and JPEG; 0 is 75
	Format  Format // WebP, or 0 for the original's family: JPEG for JPEG, PNG for PNG, JPEG or (with alpha) PNG for WebP
}

// Size is the width and height that an original of the format i gets when it is asked for at a width: its proportions kept, never larger.
func (i Info) Size(width int) (w, h int) {
	if width <= 0 || width >= i.Width {
		return i.Width, i.Height
	}
	return width, max(1, (i.Height*width+i.Width/2)/i.Width)
}

// family is what the picture is answered as to a reader who does not take WebP.
func (i Info) family() Format {
	switch {
	case i.Format == JPEG, i.Format == WebP && !i.Alpha:
		return JPEG
	}
	return PNG
}

// Picture is a picture in the size that was asked for, ready to be encoded in one quality after the other.
type Picture struct {
	Info
	pixels *image.NRGBA // of what becomes a PNG, else nil
	planes *planes      // of what becomes a JPEG or a WebP, else nil
}

// Decode decodes src at the size wanted. It returns ErrUnknown, ErrTooLarge, ErrTruncated, ErrCorrupt or the context's error.
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

// Narrow returns a narrower copy of the decoded picture. The source is not read again.
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

// Encode writes the picture in a quality of 1 to 100, or 75 for 0; PNG has none. It stops when the picture has more bytes than the limit,
// unless that is 0: out is nil then, and size the bytes that it has, or an estimate.
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

// What Clean makes: a guest's photograph as it is seen, of a size that a screen can show.
const (
	cleanQuality = 85
	cleanPixels  = 12_000_000
)

// Clean re-encodes a picture in its family, in its size up to 12 megapixels, so that nothing of the file is left but the pixels. Errors are
// Decode's.
func Clean(ctx context.Context, src []byte) ([]byte, Info, error) {
	h, err := readHeader(src)
	if err != nil {
		return nil, Info{}, fmt.Errorf("clean picture: %w", err)
	}
	width, height := h.Width, h.Height
	if pixels := width * height; pixels > cleanPixels {
		width, height = h.Size(int(float64(width) * math.Sqrt(cleanPixels/float64(pixels))))
	}
	p, err := decodeTo(ctx, src, h, width, height, h.family())
	if err != nil {
		return nil, Info{}, fmt.Errorf("clean %s picture: %w", h.Format, err)
	}
	out, _, err := p.Encode(cleanQuality, 0)
	return out, p.Info, err
}

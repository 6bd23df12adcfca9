package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// convert decodes src and resizes it, upright, for the format.
func convert(ctx context.Context, src []byte, h header, width, height int, format Format) (*Picture, error) {
	made := &Picture{Info: Info{Format: format, Width: width, Height: height}}
	if h.orientation >= 5 {
		width, height = height, width
	}
	var p *planes
	var pixels *image.NRGBA
	var err error
	if h.Format == JPEG {
		p, pixels, err = decodeJPEG(ctx, src, width, height)
	} else {
		pixels, err = decodePixels(ctx, src, h, width, height)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if profile := readProfile(h.profile()); profile != nil {
		if pixels == nil {
			pixels = p.pixels()
		}
		profile.apply(pixels)
	}
	made.Alpha = h.Alpha && format != JPEG && !pixels.Opaque()
	if format == PNG {
		made.pixels = upright(pixels, h.orientation)
		return made, nil
	}
	if pixels != nil {
		p = toPlanes(pixels)
	}
	made.planes = p.upright(h.orientation)
	return made, nil
}

// decodePixels decodes a picture that is not a JPEG and resizes it.
func decodePixels(ctx context.Context, src []byte, h header, width, height int) (*image.NRGBA, error) {
	if h.Format == PNG {
		r, err := openPNG(src, h)
		if err != nil {
			return nil, err
		}
		if !r.interlaced {
			return r.resize(ctx, width, height, h.Alpha)
		}
		if held := r.width * r.height * 4 * max(1, r.depth/8) / 2 * 3; held > maxHeld { // the picture and the half that comes last
			return nil, fmt.Errorf("%w: interlaced, %d MB", ErrTooLarge, held>>20)
		}
	}
	decoded, err := decode(src, h)
	if err != nil {
		return nil, err
	}
	return resizeImage(ctx, decoded, width, height, h.Alpha)
}

// upright turns and mirrors pixels as an EXIF orientation says.
func upright(p *image.NRGBA, orientation int) *image.NRGBA {
	if orientation == 1 {
		return p
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	pixels := make([][4]byte, w*h)
	for i := range pixels {
		pixels[i] = [4]byte(p.Pix[i*4:])
	}
	if orientation >= 5 {
		p = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for i, v := range turn(pixels, w, h, orientation) {
		copy(p.Pix[i*4:], v[:])
	}
	return p
}

// decode reads the picture (the first frame, of several) with the decoder of its format.
func decode(src []byte, h header) (image.Image, error) {
	read := map[Format]func(io.Reader) (image.Image, error){PNG: png.Decode, WebP: webp.Decode, GIF: gif.Decode}[h.Format]
	decoded, err := read(bytes.NewReader(src))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: %w", ErrTruncated, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if screen := image.Rect(0, 0, h.Width, h.Height); h.orientation < 5 && decoded.Bounds() != screen { // the first frame of a GIF is a part
		whole := image.NewNRGBA(screen)
		draw.Draw(whole, screen, decoded, image.Point{}, draw.Src)
		return whole, nil
	}
	return decoded, nil
}

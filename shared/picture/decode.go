package picture

import (
	"bytes"
	"context"
	"image"
	"slices"

	"golang.org/x/image/webp"
)

// decodeTo decodes src and resizes it, upright and in sRGB, for the format.
func decodeTo(ctx context.Context, src []byte, h header, width, height int, format Format) (*Picture, error) {
	p := &Picture{Info: Info{Format: format, Width: width, Height: height}}
	if h.orientation >= 5 {
		width, height = height, width
	}
	var planes *planes
	var pixels *image.NRGBA
	var err error
	switch h.Format {
	case JPEG:
		planes, pixels, err = h.jpeg.resize(ctx, width, height)
	case PNG:
		pixels, err = h.png.resize(ctx, width, height)
	default:
		var decoded image.Image
		if decoded, err = webp.Decode(bytes.NewReader(src)); err != nil {
			return nil, decodeError(err)
		}
		pixels, err = resizeImage(ctx, decoded, width, height, h.Alpha)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if profile := readProfile(h.icc); profile != nil {
		if pixels == nil {
			pixels = planes.pixels()
		}
		profile.apply(pixels)
	}
	p.Alpha = h.Alpha && format != JPEG && !pixels.Opaque()
	if format == PNG {
		p.pixels = upright(pixels, h.orientation)
		return p, nil
	}
	if pixels != nil {
		if format == JPEG && h.Alpha {
			drawOnWhite(pixels)
		}
		planes = toPlanes(pixels)
	}
	p.planes = planes.upright(h.orientation)
	return p, nil
}

// drawOnWhite makes the pixels opaque.
func drawOnWhite(p *image.NRGBA) {
	for pixel := range slices.Chunk(p.Pix, 4) {
		alpha := int(pixel[3])
		for c := range 3 {
			pixel[c] = byte((int(pixel[c])*alpha + 255*(255-alpha) + 127) / 255)
		}
		pixel[3] = 255
	}
}

package picture

import (
	"bytes"
	"context"
	"image"

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
		planes = toPlanes(pixels)
	}
	p.planes = planes.upright(h.orientation)
	return p, nil
}

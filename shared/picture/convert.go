package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/deepteams/webp"
)

// convert decodes src, resizes it and writes it as the format.
func convert(ctx context.Context, src []byte, h header, width, height int, format Format, quality int) ([]byte, error) {
	decoded, err := decode(src, h)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if h.orientation >= 5 {
		width, height = height, width
	}
	resized := resizeImage(decoded, width, height, h.Alpha)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return encode(upright(resized, h.orientation), format, quality)
}

// decode reads the picture (the first frame, of several) with the decoder of its format.
func decode(src []byte, h header) (image.Image, error) {
	read := map[Format]func(io.Reader) (image.Image, error){JPEG: jpeg.Decode, PNG: png.Decode, WebP: webp.Decode, GIF: gif.Decode}[h.Format]
	decoded, err := read(bytes.NewReader(src))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: %w", ErrTruncated, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return decoded, nil
}

// resizeImage resizes any picture: rows are taken as 16 bits a channel, multiplied by alpha, so that what is see-through has no colour to give.
func resizeImage(from image.Image, width, height int, alpha bool) *image.NRGBA {
	b := from.Bounds()
	channels := 3
	if alpha {
		channels = 4
	}
	var planes [4]*resampler[uint16]
	var rows [4][]uint16
	for c := range channels {
		planes[c] = newResampler[uint16](b.Dx(), b.Dy(), width, height, float64(b.Dx())/float64(width), float64(b.Dy())/float64(height))
		rows[c] = make([]uint16, b.Dx())
	}
	wide := image.NewRGBA64(image.Rect(0, 0, b.Dx(), 1))
	for y := 0; y < b.Dy(); y++ {
		draw.Draw(wide, wide.Rect, from, image.Pt(b.Min.X, b.Min.Y+y), draw.Src)
		for x := range b.Dx() {
			p := wide.Pix[x*8 : x*8+8]
			for c := range channels {
				rows[c][x] = uint16(p[c*2])<<8 | uint16(p[c*2+1])
			}
		}
		for c := range channels {
			planes[c].add(rows[c])
		}
	}
	for c := range channels {
		planes[c].finish()
	}
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		c := color.RGBA64{planes[0].out[i], planes[1].out[i], planes[2].out[i], 0xffff}
		if alpha {
			c.A = planes[3].out[i]
			c.R, c.G, c.B = min(c.R, c.A), min(c.G, c.A), min(c.B, c.A)
		}
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		copy(out.Pix[i*4:], []byte{n.R, n.G, n.B, n.A})
	}
	return out
}

// upright turns and mirrors a picture as its EXIF orientation says.
func upright(in *image.NRGBA, orientation int) *image.NRGBA {
	if orientation == 1 {
		return in
	}
	w, h := in.Rect.Dx(), in.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			ox, oy := turned(x, y, w, h, orientation)
			copy(out.Pix[out.PixOffset(ox, oy):][:4], in.Pix[in.PixOffset(x, y):])
		}
	}
	return out
}

// turned is where the pixel x, y of a picture of w × h is seen under an EXIF orientation.
func turned(x, y, w, h, orientation int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}

func encode(p *image.NRGBA, format Format, quality int) ([]byte, error) {
	var out bytes.Buffer
	var err error
	switch format {
	case WebP:
		options := webp.DefaultOptions()
		options.Quality = float32(quality)
		err = webp.Encode(&out, p, options)
	case JPEG:
		err = jpeg.Encode(&out, p, &jpeg.Options{Quality: quality})
	case PNG:
		err = png.Encode(&out, p)
	}
	return out.Bytes(), err
}

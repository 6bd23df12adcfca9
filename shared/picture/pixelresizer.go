package picture

import (
	"context"
	"image"
	"image/draw"
)

// pixelResizer resizes RGBA pixels row by row. Opaque pixels are resized directly; others with 16 bits and
// premultiplied, so that a transparent pixel contributes no colour.
type pixelResizer struct {
	out           *image.NRGBA
	made          int // bytes written to out
	opaque        []*resampler[uint8]
	premultiplied []*resampler[uint16]
	channel       []uint16 // one channel of a premultiplied row
}

func newPixelResizer(fromW, fromH, width, height int, alpha bool) *pixelResizer {
	p := &pixelResizer{out: image.NewNRGBA(image.Rect(0, 0, width, height))}
	scaleX, scaleY := float64(fromW)/float64(width), float64(fromH)/float64(height)
	if !alpha {
		for range 3 {
			p.opaque = append(p.opaque, newResampler[uint8](fromW, fromH, width, height, scaleX, scaleY))
		}
		return p
	}
	for range 4 {
		p.premultiplied = append(p.premultiplied, newResampler[uint16](fromW, fromH, width, height, scaleX, scaleY))
	}
	p.channel = make([]uint16, fromW)
	return p
}

// add takes a row of pixels that are not premultiplied.
func (p *pixelResizer) add(row []byte) {
	for c, r := range p.opaque {
		r.addEvery(row[c:], 4)
	}
	for c, r := range p.premultiplied {
		for x := range p.channel {
			v, a := uint32(row[x*4+c]), uint32(row[x*4+3])
			if c == 3 {
				v = 255
			}
			p.channel[x] = uint16((v*a*257 + 127) / 255)
		}
		r.add(p.channel)
	}
	p.take()
}

// take copies the rows that all channels have finished.
func (p *pixelResizer) take() {
	pixels, n := p.out.Pix[p.made:], 0
	for c, r := range p.opaque {
		rows := r.take()
		n = 4 * len(rows)
		for i, v := range rows {
			pixels[i*4+c], pixels[i*4+3] = v, 255
		}
	}
	var rows [4][]uint16
	for c, r := range p.premultiplied {
		rows[c] = r.take()
		n = 4 * len(rows[c])
	}
	for i, a := range rows[3] {
		straight(pixels[i*4:][:4], min(rows[0][i], a), min(rows[1][i], a), min(rows[2][i], a), a)
	}
	p.made += n
}

func (p *pixelResizer) finish() *image.NRGBA {
	for _, r := range p.opaque {
		r.finish()
	}
	for _, r := range p.premultiplied {
		r.finish()
	}
	p.take()
	return p.out
}

// straight divides a premultiplied colour by its alpha and rounds it to 8 bits.
func straight(to []byte, r, g, b, alpha uint16) {
	if alpha == 0 {
		clear(to)
		return
	}
	a := uint32(alpha)
	part := func(v uint16) byte { return byte((uint32(v)*255 + a/2) / a) }
	to[0], to[1], to[2], to[3] = part(r), part(g), part(b), byte((a+128)/257)
}

// resizeImage resizes a picture that was decoded as a whole.
func resizeImage(ctx context.Context, from image.Image, width, height int, alpha bool) (*image.NRGBA, error) {
	b := from.Bounds()
	resizer := newPixelResizer(b.Dx(), b.Dy(), width, height, alpha)
	row := image.NewNRGBA(image.Rect(0, 0, b.Dx(), 1))
	for y := b.Min.Y; y < b.Max.Y; y++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		switch from := from.(type) {
		case *image.YCbCr:
			videoRow(from, y, row.Pix)
		case *image.NYCbCrA:
			videoRow(&from.YCbCr, y, row.Pix)
			for x, a := range from.A[from.AOffset(b.Min.X, y):][:b.Dx()] {
				row.Pix[x*4+3] = a
			}
		case *image.NRGBA:
			copy(row.Pix, from.Pix[from.PixOffset(b.Min.X, y):])
		default:
			draw.Draw(row, row.Rect, from, image.Pt(b.Min.X, y), draw.Src)
		}
		resizer.add(row.Pix)
	}
	return resizer.finish(), nil
}

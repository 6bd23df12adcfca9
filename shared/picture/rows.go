package picture

import (
	"context"
	"image"
	"image/color"
	"image/draw"
)

// pixelRows resizes pixels that come in row by row. Opaque ones of 8 bits are resized as they are; others with 16 bits and multiplied by
// their alpha, so that what is not seen has no colour to give.
type pixelRows struct {
	out     *image.NRGBA
	made    int // bytes of out
	shallow []*resampler[uint8]
	deep    []*resampler[uint16]
	deepRow []uint16
}

func newPixelRows(fromW, fromH, width, height int, alpha, deep bool) *pixelRows {
	p := &pixelRows{out: image.NewNRGBA(image.Rect(0, 0, width, height))}
	scaleX, scaleY := float64(fromW)/float64(width), float64(fromH)/float64(height)
	if !alpha && !deep {
		for range 3 {
			p.shallow = append(p.shallow, newResampler[uint8](fromW, fromH, width, height, scaleX, scaleY))
		}
		return p
	}
	channels := 3
	if alpha {
		channels = 4
	}
	for range channels {
		p.deep = append(p.deep, newResampler[uint16](fromW, fromH, width, height, scaleX, scaleY))
	}
	p.deepRow = make([]uint16, fromW)
	return p
}

// add takes a row of pixels of four bytes, not multiplied by their alpha.
func (p *pixelRows) add(row []byte) {
	for c, r := range p.shallow {
		r.addEvery(row[c:], 4)
	}
	for c, r := range p.deep {
		for x := range p.deepRow {
			v, a := uint32(row[x*4+c]), uint32(row[x*4+3])
			if c == 3 {
				v = 255
			}
			p.deepRow[x] = uint16((v*a*257 + 127) / 255)
		}
		r.add(p.deepRow)
	}
	p.take()
}

// addDeep takes a row of pixels of four times 16 bits, the upper byte first, multiplied by their alpha.
func (p *pixelRows) addDeep(row []byte) {
	for c, r := range p.deep {
		for x := range p.deepRow {
			p.deepRow[x] = uint16(row[x*8+c*2])<<8 | uint16(row[x*8+c*2+1])
		}
		r.add(p.deepRow)
	}
	p.take()
}

// take puts the rows that all channels have made into the picture.
func (p *pixelRows) take() {
	pixels, n := p.out.Pix[p.made:], 0
	for c, r := range p.shallow {
		rows := r.take()
		n = 4 * len(rows)
		for i, v := range rows {
			pixels[i*4+c], pixels[i*4+3] = v, 255
		}
	}
	var deep [4][]uint16
	for c, r := range p.deep {
		deep[c] = r.take()
		n = 4 * len(deep[c])
	}
	for i := range deep[0] {
		wide := color.RGBA64{deep[0][i], deep[1][i], deep[2][i], 0xffff}
		if deep[3] != nil {
			wide.A = deep[3][i]
			wide.R, wide.G, wide.B = min(wide.R, wide.A), min(wide.G, wide.A), min(wide.B, wide.A)
		}
		q := narrow(wide)
		pixels[i*4], pixels[i*4+1], pixels[i*4+2], pixels[i*4+3] = q.R, q.G, q.B, q.A
	}
	p.made += n
}

func (p *pixelRows) finish() *image.NRGBA {
	for _, r := range p.shallow {
		r.finish()
	}
	for _, r := range p.deep {
		r.finish()
	}
	p.take()
	return p.out
}

// narrow divides a colour by its alpha and rounds it to 8 bits.
func narrow(c color.RGBA64) color.NRGBA {
	a := uint32(c.A)
	if a == 0 {
		return color.NRGBA{}
	}
	part := func(v uint16) uint8 { return uint8((uint32(v)*255 + a/2) / a) }
	return color.NRGBA{part(c.R), part(c.G), part(c.B), uint8((a + 128) / 257)}
}

// resizeImage resizes a picture that was decoded whole.
func resizeImage(ctx context.Context, from image.Image, width, height int, alpha bool) (*image.NRGBA, error) {
	b := from.Bounds()
	row := make([]byte, 4*b.Dx())
	var shallow func(y int) []byte // pixels of 8 bits of a row
	switch from := from.(type) {
	case *image.NRGBA:
		shallow = func(y int) []byte { return from.Pix[from.PixOffset(b.Min.X, y):][:4*b.Dx()] }
	case *image.Paletted:
		var colours [256]color.NRGBA
		for i, c := range from.Palette {
			colours[i] = color.NRGBAModel.Convert(c).(color.NRGBA)
		}
		shallow = func(y int) []byte {
			for x, i := range from.Pix[from.PixOffset(b.Min.X, y):][:b.Dx()] {
				c := colours[i]
				row[x*4], row[x*4+1], row[x*4+2], row[x*4+3] = c.R, c.G, c.B, c.A
			}
			return row
		}
	case *image.YCbCr:
		shallow = func(y int) []byte { videoRow(from, y, row); return row }
	case *image.NYCbCrA:
		shallow = func(y int) []byte {
			videoRow(&from.YCbCr, y, row)
			for x, a := range from.A[from.AOffset(b.Min.X, y):][:b.Dx()] {
				row[x*4+3] = a
			}
			return row
		}
	}
	p := newPixelRows(b.Dx(), b.Dy(), width, height, alpha, shallow == nil)
	wide := image.NewRGBA64(image.Rect(0, 0, b.Dx(), 1))
	for y := b.Min.Y; y < b.Max.Y; y++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if shallow != nil {
			p.add(shallow(y))
			continue
		}
		draw.Draw(wide, wide.Rect, from, image.Pt(b.Min.X, y), draw.Src)
		p.addDeep(wide.Pix)
	}
	return p.finish(), nil
}

// videoRow makes pixels of a row of lossy WebP, whose brightness goes from 16 to 235, which the decoder does not tell.
func videoRow(from *image.YCbCr, y int, row []byte) {
	for x := range from.Rect.Dx() {
		c := from.COffset(from.Rect.Min.X+x, y)
		l, cb, cr := int32(from.Y[from.YOffset(from.Rect.Min.X+x, y)])-16, int32(from.Cb[c])-128, int32(from.Cr[c])-128
		l = l*76309 + 1<<15
		row[x*4], row[x*4+1], row[x*4+2], row[x*4+3] = clamp8((l+cr*104597)>>16), clamp8((l-cb*25675-cr*53279)>>16), clamp8((l+cb*132201)>>16), 255
	}
}

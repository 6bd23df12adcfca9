package picture

import (
	"context"
	"image"
)

// resize decodes each component at the smallest scale that is not below the requested size, and resizes it to that
// size. It returns planes for grey and YCbCr, and pixels for the other colour spaces.
func (d *jpegDecoder) resize(ctx context.Context, width, height int) (*planes, *image.NRGBA, error) {
	differences := d.colours() == yCbCr || d.colours() == grey
	made := make([]*resampler[uint8], len(d.components))
	for i := range d.components {
		c := &d.components[i]
		w, h := width, height
		if i > 0 && differences {
			w, h = half(w), half(h)
		}
		// The number of full-size samples per output sample. The last chroma sample may cover only one column or row.
		scaleX, scaleY := float64(d.width)/float64(width)*float64(c.h)/float64(d.maxH), float64(d.height)/float64(height)*float64(c.v)/float64(d.maxV)
		if i > 0 && differences {
			scaleX, scaleY = scaleX*2, scaleY*2
		}
		c.setScale(8)
		for n := 4; n >= 1 && scaleX*float64(n) >= 8 && scaleY*float64(n) >= 8; n /= 2 {
			c.setScale(n)
		}
		reduced := float64(c.scale) / 8
		r := newResampler[uint8](c.outW, c.outH, w, h, scaleX*reduced, scaleY*reduced)
		r.out = make([]byte, 0, w*h)
		made[i], c.rows = r, r.add
	}
	if err := d.decode(ctx); err != nil {
		return nil, nil, err
	}
	if differences {
		p := &planes{width: width, height: height, y: made[0].plane()}
		if len(made) == 3 {
			p.cb, p.cr = made[1].plane(), made[2].plane()
		} else {
			p.cb = make([]byte, half(width)*half(height))
			for i := range p.cb {
				p.cb[i] = 128
			}
			p.cr = p.cb
		}
		return p, nil, nil
	}
	var inks [4][]byte
	for i, r := range made {
		inks[i] = r.plane()
	}
	return nil, d.mix(width, height, inks), nil
}

package picture

import (
	"context"
	"image"
)

// planes is an opaque picture as JPEG and WebP keep it: brightness, and at half the size both ways the two colour differences (full range,
// BT.601, sited between the brightness samples).
type planes struct {
	width, height int
	y, cb, cr     []byte
}

func half(n int) int { return (n + 1) / 2 }

// decodeJPEG decodes a JPEG at (nearly) the size wanted, each of its planes apart.
func decodeJPEG(ctx context.Context, src []byte, width, height int) (*planes, *image.NRGBA, error) {
	d, err := openJPEG(src)
	if err != nil {
		return nil, nil, err
	}
	differences := d.colours() == yCbCr || d.colours() == grey
	made := make([]*resampler[uint8], len(d.components))
	for i := range d.components {
		c := &d.components[i]
		w, h := width, height
		if i > 0 && differences {
			w, h = half(w), half(h)
		}
		// How many samples of the whole plane a sample made spans. A last colour difference may stand for one column or row only.
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
		made[i], c.rows = r, r.add
	}
	if err := d.decode(ctx); err != nil {
		return nil, nil, err
	}
	if differences {
		p := &planes{width: width, height: height, y: made[0].finish()}
		if len(made) == 3 {
			p.cb, p.cr = made[1].finish(), made[2].finish()
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
		inks[i] = r.finish()
	}
	return nil, d.mix(width, height, inks), nil
}

// colours is what the components of a JPEG are.
type colours uint8

const (
	grey colours = iota
	yCbCr
	rgb
	cmyk
	ycck
)

func (d *jpegDecoder) colours() colours {
	c := d.components
	switch {
	case len(c) == 1:
		return grey
	case len(c) == 4 && d.adobe == 2:
		return ycck
	case len(c) == 4:
		return cmyk
	case d.jfif:
		return yCbCr
	case d.adobe == 0, d.adobe < 0 && c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B':
		return rgb
	}
	return yCbCr
}

// mix makes pixels of planes of one size. Adobe writes inks the other way round, 0 being all of it; others have not been seen.
func (d *jpegDecoder) mix(width, height int, from [4][]byte) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	kind := d.colours()
	for i := range width * height {
		p := out.Pix[i*4 : i*4+4]
		a, b, c := int32(from[0][i]), int32(from[1][i]), int32(from[2][i])
		if kind == ycck {
			a, b, c = yccToRGB(a, b, c)
			a, b, c = 255-a, 255-b, 255-c
		}
		if kind != rgb {
			k := int32(from[3][i])
			if d.adobe < 0 {
				a, b, c, k = 255-a, 255-b, 255-c, 255-k
			}
			a, b, c = (a*k+127)/255, (b*k+127)/255, (c*k+127)/255
		}
		p[0], p[1], p[2], p[3] = byte(a), byte(b), byte(c), 255
	}
	return out
}

// yccToRGB is T.871, in 16 bits behind the point.
func yccToRGB(y, cb, cr int32) (r, g, b int32) {
	cb, cr = cb-128, cr-128
	y = y<<16 + 1<<15
	return int32(clamp8((y + 91881*cr) >> 16)), int32(clamp8((y - 22554*cb - 46802*cr) >> 16)), int32(clamp8((y + 116130*cb) >> 16))
}

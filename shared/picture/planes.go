package picture

import "image"

// planes is a picture in YCbCr as JPEG and WebP store it: brightness, and the two chroma planes at half the width and
// height (full range, BT.601, sited between the brightness samples).
type planes struct {
	width, height int
	y, cb, cr     []byte
	alpha         []byte // as large as y; nil when the picture is opaque
}

func half(n int) int { return (n + 1) / 2 }

// toPlanes converts pixels to planes.
func toPlanes(from *image.NRGBA) *planes {
	w, h := from.Rect.Dx(), from.Rect.Dy()
	p := &planes{width: w, height: h, y: make([]byte, w*h), cb: make([]byte, half(w)*half(h)), cr: make([]byte, half(w)*half(h))}
	if !from.Opaque() {
		p.alpha = make([]byte, w*h)
		for i := range p.alpha {
			p.alpha[i] = from.Pix[i*4+3]
		}
		fillTransparent(from)
	}
	for i := range p.y {
		q := from.Pix[i*4 : i*4+4]
		p.y[i] = byte((19595*int32(q[0]) + 38470*int32(q[1]) + 7471*int32(q[2]) + 1<<15) >> 16)
	}
	for y := range half(h) {
		upper, lower := from.Pix[2*y*w*4:], from.Pix[min(2*y+1, h-1)*w*4:]
		for x := range half(w) {
			left, right := 2*x*4, min(2*x+1, w-1)*4
			sum := func(c int) int32 {
				return int32(upper[left+c]) + int32(upper[right+c]) + int32(lower[left+c]) + int32(lower[right+c])
			}
			r, g, b := sum(0), sum(1), sum(2)
			p.cb[y*half(w)+x] = clamp8((-11059*r - 21709*g + 32768*b + 128<<18 + 1<<17 - 1) >> 18)
			p.cr[y*half(w)+x] = clamp8((32768*r - 27439*g - 5329*b + 128<<18 + 1<<17 - 1) >> 18)
		}
	}
	return p
}

// fillTransparent gives fully transparent pixels the colour of a visible neighbour, so that they cost few bits and do not tint others.
func fillTransparent(p *image.NRGBA) {
	w := p.Rect.Dx()
	seen := []byte{0, 0, 0}
	for y := range p.Rect.Dy() {
		row := p.Pix[y*w*4:][:w*4]
		for x := 0; x < len(row); x += 4 {
			if row[x+3] != 0 {
				seen = row[x : x+3]
				break
			}
		}
		for x := 0; x < len(row); x += 4 {
			if row[x+3] != 0 {
				seen = row[x : x+3]
			} else {
				copy(row[x:x+3], seen)
			}
		}
		seen = row[:3]
	}
}

// upright applies an EXIF orientation to the planes.
func (p *planes) upright(orientation int) *planes {
	if orientation == 1 {
		return p
	}
	out := &planes{width: p.width, height: p.height}
	if orientation >= 5 {
		out.width, out.height = p.height, p.width
	}
	out.y = turn(p.y, p.width, p.height, orientation)
	out.cb = turn(p.cb, half(p.width), half(p.height), orientation)
	out.cr = turn(p.cr, half(p.width), half(p.height), orientation)
	if p.alpha != nil {
		out.alpha = turn(p.alpha, p.width, p.height, orientation)
	}
	return out
}

// pixels converts the planes to RGBA.
func (p *planes) pixels() *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for i := range p.y {
		c := i/p.width/2*half(p.width) + i%p.width/2
		r, g, b := yccToRGB(int32(p.y[i]), int32(p.cb[c]), int32(p.cr[c]))
		out.Pix[i*4], out.Pix[i*4+1], out.Pix[i*4+2], out.Pix[i*4+3] = byte(r), byte(g), byte(b), 255
		if p.alpha != nil {
			out.Pix[i*4+3] = p.alpha[i]
		}
	}
	return out
}

// yccToRGB is the conversion of T.871, with 16 fractional bits.
func yccToRGB(y, cb, cr int32) (r, g, b int32) {
	cb, cr = cb-128, cr-128
	y = y<<16 + 1<<15
	return int32(clamp8((y + 91881*cr) >> 16)), int32(clamp8((y - 22554*cb - 46802*cr) >> 16)), int32(clamp8((y + 116130*cb) >> 16))
}

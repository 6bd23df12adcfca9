// Package picturetest generates deterministic pictures with the statistics of photographs, for tests and benchmarks.
package picturetest

import (
	"image"
	"math"
	"math/rand/v2"
)

// Scenes is the number of different scenes.
const Scenes = 10

// Scene returns scene number n (from 0 to Scenes-1) at a size. It is a "dead leaves" picture: overlapping objects of every size, each with
// its own colour, shade and texture, with the blur of a lens and the noise of a sensor. Its edges and details have the distribution over
// scales of photographs. It has no smooth gradients, which flatter every encoder.
func Scene(n, w, h int) *image.NRGBA {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	side := 512
	for side > 32 && side/2 >= max(w, h) {
		side /= 2
	}
	texture := fractal(r, side, 0.45+0.05*float64(n%4))
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	unit := math.Sqrt(float64(w)*float64(h)) / 3464 // sizes below are for 12 megapixels
	base := [3]float64{60 + 130*r.Float64(), 60 + 110*r.Float64(), 50 + 100*r.Float64()}
	paint(p, leaf{cx: float64(w) / 2, cy: float64(h) / 2, rx: 1e9, ry: 1e9, cos: 1, colour: base, rough: 40, zoom: 0.7 / unit}, texture)
	for range 900 + 140*n {
		// Radii fall with the third power, like objects at random distances.
		radius := unit * 26 / math.Sqrt(1e-3+r.Float64()*(1-1e-3))
		turn := r.Float64() * math.Pi
		l := leaf{
			cx: r.Float64() * float64(w), cy: r.Float64() * float64(h), rx: radius, ry: radius * (0.35 + 0.65*r.Float64()),
			cos: math.Cos(turn), sin: math.Sin(turn), square: (n+r.IntN(4))%4 == 0,
			rough: 8 + 50*r.Float64()*r.Float64(), zoom: (0.4 + 1.6*r.Float64()) / unit, dx: r.IntN(512), dy: r.IntN(512), light: 60 * (r.Float64() - 0.5),
		}
		tone, grey := 1.5*r.Float64(), 60*(r.Float64()-0.5)
		for c := range l.colour {
			l.colour[c] = base[c]*tone*(0.6+0.8*r.Float64()) + grey
		}
		paint(p, l, texture)
	}
	grain(p, r, 1.5+0.4*float64(n%5))
	return p
}

// leaf is a rotated ellipse or rectangle, lit from one side.
type leaf struct {
	cx, cy, rx, ry, cos, sin float64
	square                   bool
	colour                   [3]float64
	rough, zoom, light       float64
	dx, dy                   int
}

func paint(p *image.NRGBA, l leaf, texture []float32) {
	side := int(math.Sqrt(float64(len(texture))))
	reach := math.Hypot(l.rx, l.ry) + 1
	size := p.Rect.Size()
	for y := max(0, int(l.cy-reach)); y < min(size.Y, int(l.cy+reach)+1); y++ {
		for x := max(0, int(l.cx-reach)); x < min(size.X, int(l.cx+reach)+1); x++ {
			dx, dy := float64(x)-l.cx, float64(y)-l.cy
			u, v := (dx*l.cos+dy*l.sin)/l.rx, (dy*l.cos-dx*l.sin)/l.ry
			far := math.Sqrt(u*u + v*v)
			if l.square {
				far = max(math.Abs(u), math.Abs(v))
			}
			cover := min(1, (1-far)*l.ry/1.4+0.5) // an edge one and a half pixels wide, as from a lens
			if cover <= 0 {
				continue
			}
			tx, ty := int(float64(x)*l.zoom)+l.dx, int(float64(y)*l.zoom)+l.dy
			shade := l.rough*float64(texture[ty&(side-1)*side+tx&(side-1)]) + l.light*min(1, u)
			at := p.Pix[p.PixOffset(x, y):][:4]
			for c, base := range l.colour {
				value := base + shade*(0.8+0.2*float64(c))
				at[c] = uint8(min(max(float64(at[c])*(1-cover)+value*cover, 0), 255))
			}
			at[3] = 255
		}
	}
}

// fractal returns a tile of size × size with noise at all scales. Each half-sized scale has gain times the strength.
// Values are within about ±2.
func fractal(r *rand.Rand, size int, gain float64) []float32 {
	tile := make([]float32, size*size)
	strength := 1.0
	for cell := size / 4; cell >= 1; cell /= 2 {
		n := size / cell
		knots := make([]float64, n*n)
		for i := range knots {
			knots[i] = r.NormFloat64()
		}
		for y := range size {
			ky, fy := y/cell, ease(float64(y%cell)/float64(cell))
			for x := range size {
				kx, fx := x/cell, ease(float64(x%cell)/float64(cell))
				x1, y1 := (kx+1)%n, (ky+1)%n
				upper := knots[ky*n+kx]*(1-fx) + knots[ky*n+x1]*fx
				lower := knots[y1*n+kx]*(1-fx) + knots[y1*n+x1]*fx
				tile[y*size+x] += float32(strength * (upper*(1-fy) + lower*fy))
			}
		}
		strength *= gain + 0.2
	}
	return tile
}

func ease(t float64) float64 { return t * t * (3 - 2*t) }

// grain adds sensor noise with standard deviation sigma.
func grain(p *image.NRGBA, r *rand.Rand, sigma float64) {
	var noise [4096]int
	for i := range noise {
		noise[i] = int(math.Round(r.NormFloat64() * sigma))
	}
	for i := range p.Pix {
		if i%4 != 3 {
			p.Pix[i] = uint8(min(max(int(p.Pix[i])+noise[r.Uint32()&4095], 0), 255))
		}
	}
}

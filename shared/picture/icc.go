package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"io"
	"math"
)

// colourProfile converts another RGB space to sRGB: phones photograph in Display P3, some cameras in Adobe RGB. It
// supports only profiles of three curves and a matrix (ICC.1:2022, F.3), not those of inks and printers.
type colourProfile struct {
	linear [3][256]float64 // of each channel's value
	matrix [3][3]float64   // to linear sRGB
	curve  [4097]byte      // from linear to encoded sRGB, in 4096ths
}

// fromD50 converts the XYZ of profiles, relative to D50, to linear sRGB (Bradford).
var fromD50 = [3][3]float64{{3.1338561, -1.6168667, -0.4906146}, {-0.9787684, 1.9161415, 0.0334540}, {0.0719453, -0.2289914, 1.4052427}}

// readProfile returns the profile, or nil if it is absent, unsupported or close to sRGB.
func readProfile(icc []byte) *colourProfile {
	if len(icc) < 132 || string(icc[16:20]) != "RGB " || string(icc[36:40]) != "acsp" {
		return nil
	}
	tag := func(name string) []byte {
		entries := icc[132:]
		for range min(int(binary.BigEndian.Uint32(icc[128:])), len(entries)/12) {
			if string(entries[:4]) == name {
				at, size := int64(binary.BigEndian.Uint32(entries[4:])), int64(binary.BigEndian.Uint32(entries[8:]))
				if at+size > int64(len(icc)) {
					return nil
				}
				return icc[at : at+size]
			}
			entries = entries[12:]
		}
		return nil
	}
	p := &colourProfile{}
	for c, name := range [3]string{"r", "g", "b"} {
		xyz := tag(name + "XYZ")
		if len(xyz) < 20 || string(xyz[:4]) != "XYZ " || !readCurve(tag(name+"TRC"), &p.linear[c]) {
			return nil
		}
		for row := range p.matrix {
			for i := range 3 {
				p.matrix[row][c] += fromD50[row][i] * fixed16(xyz[8+4*i:])
			}
		}
	}
	for i := range p.curve {
		v := float64(i) / 4096
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		p.curve[i] = byte(v*255 + 0.5)
	}
	for _, c := range [][3]byte{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {128, 128, 128}, {200, 100, 50}} {
		if r, g, b := p.sRGB(c[0], c[1], c[2]); max(diff8(r, c[0]), diff8(g, c[1]), diff8(b, c[2])) > 3 {
			return p
		}
	}
	return nil // sRGB, or close to it
}

func diff8(a, b byte) int { return max(int(a)-int(b), int(b)-int(a)) }

func fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// readCurve reads the transfer curve of a channel: a table, a power, or a power with a linear start.
func readCurve(tag []byte, out *[256]float64) bool {
	if len(tag) < 12 {
		return false
	}
	var at func(x float64) float64
	switch string(tag[:4]) {
	case "curv":
		n := int(binary.BigEndian.Uint32(tag[8:]))
		switch {
		case n == 0:
			at = func(x float64) float64 { return x }
		case n < 0 || n > (len(tag)-12)/2:
			return false
		case n == 1:
			gamma := float64(binary.BigEndian.Uint16(tag[12:])) / 256
			at = func(x float64) float64 { return math.Pow(x, gamma) }
		default:
			at = func(x float64) float64 {
				x *= float64(n - 1)
				i := min(int(x), n-2)
				low, high := float64(binary.BigEndian.Uint16(tag[12+2*i:])), float64(binary.BigEndian.Uint16(tag[14+2*i:]))
				return (low + (high-low)*(x-float64(i))) / 65535
			}
		}
	case "para":
		kind := int(binary.BigEndian.Uint16(tag[8:]))
		counts := [5]int{1, 3, 4, 5, 7}
		if kind > 4 || len(tag) < 12+4*counts[kind] {
			return false
		}
		var p [7]float64 // g a b c d e f
		for i := range counts[kind] {
			p[i] = fixed16(tag[12+4*i:])
		}
		g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
		switch kind {
		case 0:
			a = 1
		case 1, 2:
			e, f, d = c, c, -b/a
			c = 0
		}
		at = func(x float64) float64 {
			if x < d {
				return c*x + f
			}
			return math.Pow(a*x+b, g) + e
		}
	default:
		return false
	}
	for i := range out {
		v := at(float64(i) / 255)
		if !(v >= -1 && v <= 2) { // also rejects NaN
			return false
		}
		out[i] = v
	}
	return true
}

func (p *colourProfile) sRGB(r, g, b byte) (byte, byte, byte) {
	x, y, z := p.linear[0][r], p.linear[1][g], p.linear[2][b]
	var out [3]byte
	for i, row := range p.matrix {
		out[i] = p.curve[int(min(max(row[0]*x+row[1]*y+row[2]*z, 0), 1)*4096+0.5)]
	}
	return out[0], out[1], out[2]
}

// apply converts pixels to sRGB.
func (p *colourProfile) apply(to *image.NRGBA) {
	for i := 0; i < len(to.Pix); i += 4 {
		c := to.Pix[i : i+4]
		c[0], c[1], c[2] = p.sRGB(c[0], c[1], c[2])
	}
}

// inflateProfile decompresses the profile in a PNG: a name, a zero, a method, and the compressed profile. Real ones have a few KB.
func inflateProfile(chunk []byte) []byte {
	_, packed, _ := bytes.Cut(chunk, []byte{0})
	if len(packed) < 1 {
		return nil
	}
	r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	icc, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return nil
	}
	return icc
}

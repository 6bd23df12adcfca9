package uploadtest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"slices"

	"ordering/shared/picture/picturetest"
	"ordering/shared/problem"
)

// Hostile is a file that is built to take much time or memory, or to hide something.
type Hostile struct {
	Name    string
	Make    func() []byte
	Refused problem.Code // "" if it becomes a harmless picture
}

const side = 5000 // of 25 megapixels, the most that package picture accepts

// Corpus lists hostile files, and honest ones to compare with, none larger than the limit of every brand.
func Corpus() []Hostile {
	zeros := func(row, _ int, to []byte) { to[0] = byte(row % 5) }
	return []Hostile{
		{"honest: a photograph, 12 megapixels", func() []byte { return photograph(4000, 3000, 60) }, ""},
		{"honest: a photograph, 3 megapixels", func() []byte { return photograph(2048, 1536, 90) }, ""},
		{"honest: a screenshot, 1290 × 2796", func() []byte { return Screenshot(1290, 2796) }, ""},
		{"honest: a screenshot, 2560 × 1600", func() []byte { return Screenshot(2560, 1600) }, ""},
		{"bomb.png: RGB", func() []byte { return PNG(side, side, 8, 2, false, zeros) }, ""},
		{"bomb.png: RGBA", func() []byte { return PNG(side, side, 8, 6, false, zeros) }, ""},
		{"bomb.png: 1 bit", func() []byte { return PNG(side, side, 1, 0, false, zeros) }, ""},
		{"bomb.png: palette", func() []byte { return PNG(side, side, 4, 3, false, zeros) }, ""},
		{"bomb.png: RGBA, 16 bits", func() []byte { return PNG(side, side, 16, 6, false, zeros) }, ""},
		{"bomb.png: RGBA, Paeth", func() []byte { return PNG(side, side, 8, 6, false, func(_, _ int, to []byte) { to[0] = 4 }) }, ""},
		{"interlaced.png: RGBA", func() []byte { return PNG(side, side, 8, 6, true, zeros) }, ""},
		{"interlaced.png: RGBA, 16 bits", func() []byte { return PNG(3700, 3700, 16, 6, true, zeros) }, ""},
		{"noise.png: rows of noise, shifted", func() []byte { return PNG(side, side, 8, 2, false, shiftedNoise) }, ""},
		{"noise.png: RGBA, rows of noise, shifted", func() []byte { return PNG(4900, 4900, 8, 6, false, shiftedNoise) }, ""},
		{"noise.png: 12 megapixels", func() []byte { return PNG(3464, 3464, 8, 2, false, shiftedNoise) }, ""},
		{"narrow.png: 16383 × 1525", func() []byte { return PNG(16383, 1525, 8, 6, false, zeros) }, ""},
		{"narrow.png: 1525 × 16383", func() []byte { return PNG(1525, 16383, 8, 6, false, zeros) }, ""},
		{"noise.jpg: 25 megapixels", func() []byte { return noise(side, 5) }, ""},
		{"noise.jpg: 12 megapixels", func() []byte { return noise(3464, 15) }, ""},
		{"bomb.jpg: 25 megapixels, no difference", func() []byte { return Progressive(side, side, 0, 0) }, ""},
		{"scans.jpg: 25 megapixels, 29 scans", func() []byte { return Progressive(side, side, 28, 0) }, ""},
		{"scans.jpg: 25 megapixels, 99 scans", func() []byte { return Progressive(side, side, 98, 0) }, ""},
		{"scans.jpg: 25 megapixels, 99 scans, full", func() []byte { return Progressive(side, side, 98, 700_000) }, ""},
		{"tables.jpg: 170,000 Huffman tables", manyTables, problem.UploadDamaged},
		{"blocks.png: 250,000 Huffman blocks", manyBlocks, ""},
		{"zeros.jpg: runs of 16 in each block", func() []byte { return Progressive(side, side, 16, -1) }, ""},
		{"huge.png: 60000 × 60000", func() []byte { return PNG(60000, 60000, 1, 0, false, nil) }, problem.UploadPixels},
		{"polyglot.jpg: a page behind the picture", func() []byte {
			return append(photograph(640, 480, 80), "<script>alert(1)</script>"...)
		}, ""},
		{"drawing.svg", func() []byte { return []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`) }, problem.UploadKind},
		{"truncated.jpg", func() []byte { all := photograph(640, 480, 80); return all[:len(all)-1000] }, problem.UploadDamaged},
		{"truncated.png", func() []byte { all := PNG(640, 480, 8, 6, false, zeros); return all[:len(all)-16] }, problem.UploadDamaged},
	}
}

func photograph(w, h, quality int) []byte { return encode(picturetest.Scene(0, w, h), quality) }

func encode(p image.Image, quality int) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, p, &jpeg.Options{Quality: quality}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func noise(side, quality int) []byte {
	p := image.NewYCbCr(image.Rect(0, 0, side, side), image.YCbCrSubsampleRatio444)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(p.Y)
	_, _ = r.Read(p.Cb)
	_, _ = r.Read(p.Cr)
	return encode(p, quality)
}

// Screenshot returns a PNG like a phone's screen: text on a plain background, below a photograph of a sixth of the height.
func Screenshot(w, h int) []byte {
	scene := picturetest.Scene(0, w, h/6)
	return PNG(w, h, 8, 2, false, func(y, _ int, to []byte) {
		for x := range w {
			pixel := to[1+3*x:][:3]
			if y < h/6 {
				copy(pixel, scene.Pix[scene.PixOffset(x, y):][:3])
				continue
			}
			copy(pixel, "\xff\xff\xff")
			if y%40 < 24 && (x*y*7919+x)>>3%5 == 0 { // letters
				copy(pixel, "\x20\x20\x20")
			}
		}
	})
}

// shiftedNoise repeats a row of noise, shifted by a pixel: the rows compress well, and no filter predicts them.
func shiftedNoise(y, length int, to []byte) {
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(to)
	shift := y * 12 % (length - 1)
	copy(to, slices.Concat([]byte{0}, to[1+shift:], to[1:1+shift]))
}

// manyTables returns a JPEG that defines its Huffman tables again and again.
func manyTables() []byte {
	all := Progressive(16, 16, 0, 0)
	table := append([]byte{0xff, 0xc4, 0, 20, 0x10, 1}, make([]byte, 16)...)
	return slices.Concat(all[:2], bytes.Repeat(table, 170_000), all[2:])
}

// manyBlocks returns a PNG with one byte of pixels in each block of its zlib stream.
func manyBlocks() []byte {
	var b bitsLow
	b.add(0x0178, 16)
	for range 250_000 {
		b.add(0b100, 3) // not the last; dynamic tables
		b.add(0, 5)     // 257 literals and lengths
		b.add(0, 5)     // 1 distance
		b.add(14, 4)    // 18 lengths of codes: 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1
		for i := range 18 {
			b.add(map[int]uint64{2: 1, 17: 1}[i], 3) // codes of one bit: 1 is code 0, 18 is code 1
		}
		b.add(0, 1)      // literal 0 has a length of 1
		b.add(1, 1)      // 18: zeros,
		b.add(138-11, 7) // 138 of them
		b.add(1, 1)      // 18:
		b.add(117-11, 7) // 117, up to 255
		b.add(0, 1)      // end of block has a length of 1
		b.add(0, 1)      // the distance has a length of 1
		b.add(0, 1)      // literal 0
		b.add(1, 1)      // end of block
	}
	return pngOf(500, 250_000/501, 8, 0, 0, b.bytes())
}

// PNG returns a PNG. fill writes each row, which begins with its filter; length is its length. Without fill there are no rows.
func PNG(w, h int, depth, colour byte, interlaced bool, fill func(row, length int, to []byte)) []byte {
	var idat bytes.Buffer
	z, _ := zlib.NewWriterLevel(&idat, 4)
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 6: 4}[colour]
	passes := [][4]int{{0, 0, 1, 1}} // x, y of the first pixel, and the steps
	method := byte(0)
	if interlaced {
		method = 1
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	if fill == nil {
		passes = nil
	}
	for _, p := range passes {
		across, down := (w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3]
		row := make([]byte, 1+(across*channels*int(depth)+7)/8)
		for y := range down {
			fill(y, len(row), row)
			_, _ = z.Write(row)
		}
	}
	_ = z.Close()
	return pngOf(w, h, depth, colour, method, idat.Bytes())
}

func pngOf(w, h int, depth, colour, method byte, idat []byte) []byte {
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, content []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(content)))
		body := append([]byte(kind), content...)
		out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	chunk("IHDR", append(header, depth, colour, 0, 0, method))
	if colour == 3 {
		chunk("PLTE", make([]byte, 48))
	}
	chunk("IDAT", idat)
	chunk("IEND", nil)
	return out
}

// Progressive returns a progressive JPEG, 4:4:4, of one colour. It has `scans` scans of the other coefficients, in which blocks are skipped
// in runs of 32,767. The first of them sets the given number of coefficients; with -1 all have runs of 16 zeros in each block.
func Progressive(w, h, scans, set int) []byte {
	out := []byte{0xff, 0xd8}
	segment := func(marker byte, content ...byte) {
		out = append(append(out, 0xff, marker, byte((len(content)+2)>>8), byte(len(content)+2)), content...)
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	segment(0xc2, 8, byte(h>>8), byte(h), byte(w>>8), byte(w), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
	// A DC table with the size 0; an AC table with the symbols 0/14 runs of blocks (code 0) and run 0, size 1 (code 10).
	segment(0xc4, append([]byte{0x00, 1}, make([]byte, 16)...)...)
	ac := []byte{0xe0, 0x01}
	if set < 0 {
		ac = []byte{0xf0, 0x00}
	}
	segment(0xc4, append([]byte{0x10, 1, 1}, append(make([]byte, 14), ac...)...)...)
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	var b bits
	segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)
	for range 3 * blocks {
		b.add(0, 1)
	}
	out = b.flush(out)
	for n := range scans {
		segment(0xda, 1, byte(1+n%3), 0, 1, 63, map[bool]byte{true: 0x0d, false: 0xdc}[n < 3])
		left := blocks
		if set < 0 {
			for ; left > 0; left-- {
				b.add(0b00010, 5)
			}
		}
		if n < 1 {
			for range set / 63 {
				for range 63 {
					b.add(0b101, 3) // run 0, size 1, positive
				}
				left--
			}
		}
		for ; left > 0; left -= 32767 {
			b.add(0, 1)
			b.add(min(left, 32767)&0x3fff, 14) // 0/14: 16,384 and these bits
			if left == blocks && n >= 3 && n%3 == 0 {
				for range set / 63 * 63 { // one more bit of each
					b.add(0, 1)
				}
			}
		}
		out = b.flush(out)
	}
	return append(out, 0xff, 0xd9)
}

// bits writes the entropy-coded part of a JPEG.
type bits struct {
	out    []byte
	window uint64
	n      int
}

func (b *bits) add(v, n int) {
	b.window, b.n = b.window<<n|uint64(v), b.n+n
	for ; b.n >= 8; b.n -= 8 {
		v := byte(b.window >> (b.n - 8))
		if b.out = append(b.out, v); v == 0xff {
			b.out = append(b.out, 0)
		}
	}
}

func (b *bits) flush(to []byte) []byte {
	if b.n > 0 {
		b.add(1<<(8-b.n)-1, 8-b.n)
	}
	to = append(to, b.out...)
	*b = bits{}
	return to
}

// bitsLow writes the bits of a zlib stream.
type bitsLow struct {
	out    []byte
	window uint64
	n      int
}

func (b *bitsLow) add(v uint64, n int) {
	b.window |= v << b.n
	b.n += n
	for ; b.n >= 8; b.n -= 8 {
		b.out = append(b.out, byte(b.window))
		b.window >>= 8
	}
}

func (b *bitsLow) bytes() []byte { return append(b.out, byte(b.window)) }

package picture

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"io"

	"github.com/klauspost/compress/flate"
)

// pngReader reads a PNG that is not interlaced row by row, so that a large picture never lies in memory whole (ISO 15948).
type pngReader struct {
	data             []byte
	at               int // the next chunk
	idat             []byte
	width, height    int
	depth            int // bits of a sample
	kind             byte
	palette          [256][4]byte
	key              [3]uint16 // the colour that is see-through
	hasKey           bool
	interlaced       bool
}

// Colour types (11.2.2).
const (
	pngGrey       = 0
	pngColour     = 2
	pngIndexed    = 3
	pngGreyAlpha  = 4
	pngColourFull = 6
)

// nextChunk gives the next chunk and checks it.
func (r *pngReader) nextChunk() (kind string, content []byte, err error) {
	if r.at+12 > len(r.data) {
		return "", nil, ErrTruncated
	}
	length := int(binary.BigEndian.Uint32(r.data[r.at:]))
	if length > len(r.data)-r.at-12 {
		return "", nil, ErrTruncated
	}
	body := r.data[r.at+4 : r.at+8+length]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(r.data[r.at+8+length:]) {
		return "", nil, fmt.Errorf("%w: checksum of a chunk", ErrCorrupt)
	}
	r.at += 12 + length
	return string(body[:4]), body[4:], nil
}

// openPNG reads up to the first pixels of a file whose header was checked.
func openPNG(data []byte, h header) (*pngReader, error) {
	r := &pngReader{data: data, at: 8}
	r.width, r.height = h.stored()
	for {
		kind, c, err := r.nextChunk()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "IHDR":
			if len(c) != 13 || r.depth != 0 {
				return nil, ErrCorrupt
			}
			r.depth, r.kind, r.interlaced = int(c[8]), c[9], c[12] == 1
			if c[10] != 0 || c[11] != 0 || c[12] > 1 || !pngDepth(r.kind, r.depth) {
				return nil, fmt.Errorf("%w: PNG of colour type %d with %d bits", ErrCorrupt, r.kind, r.depth)
			}
		case "PLTE":
			if len(c)%3 != 0 || len(c) > 768 {
				return nil, fmt.Errorf("%w: palette", ErrCorrupt)
			}
			for i := 0; i < len(c); i += 3 {
				r.palette[i/3] = [4]byte{c[i], c[i+1], c[i+2], 255}
			}
		case "tRNS":
			switch {
			case r.kind == pngIndexed && len(c) <= 256:
				for i, a := range c {
					r.palette[i][3] = a
				}
			case r.kind == pngGrey && len(c) == 2:
				v := binary.BigEndian.Uint16(c)
				r.key, r.hasKey = [3]uint16{v, v, v}, true
			case r.kind == pngColour && len(c) == 6:
				r.key, r.hasKey = [3]uint16{binary.BigEndian.Uint16(c), binary.BigEndian.Uint16(c[2:]), binary.BigEndian.Uint16(c[4:])}, true
			default:
				return nil, fmt.Errorf("%w: transparency", ErrCorrupt)
			}
		case "IDAT":
			if r.depth == 0 {
				return nil, fmt.Errorf("%w: no header", ErrCorrupt)
			}
			r.idat = c
			return r, nil
		case "IEND":
			return nil, fmt.Errorf("%w: no pixels", ErrCorrupt)
		}
	}
}

func pngDepth(kind byte, depth int) bool {
	switch kind {
	case pngGrey:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16
	case pngIndexed:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8
	case pngColour, pngGreyAlpha, pngColourFull:
		return depth == 8 || depth == 16
	}
	return false
}

// Read gives the content of the IDAT chunks: one zlib stream.
func (r *pngReader) Read(to []byte) (int, error) {
	for len(r.idat) == 0 {
		kind, content, err := r.nextChunk()
		if err != nil {
			return 0, err
		}
		if kind != "IDAT" {
			return 0, io.EOF
		}
		r.idat = content
	}
	n := copy(to, r.idat)
	r.idat = r.idat[n:]
	return n, nil
}

// inflate opens the zlib stream (RFC 1950). Its Adler-32 is not checked, because each chunk has a CRC.
func (r *pngReader) inflate() (io.Reader, error) {
	in := bufio.NewReaderSize(r, 16<<10)
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, inflateError(err)
	}
	if head[0]&0x0f != 8 || binary.BigEndian.Uint16(head[:])%31 != 0 || head[1]&0x20 != 0 {
		return nil, fmt.Errorf("%w: no zlib stream", ErrCorrupt)
	}
	return flate.NewReader(in), nil
}

// inflateError wraps an error of the stream in ErrTruncated or ErrCorrupt, unless nextChunk has done so.
func inflateError(err error) error {
	switch {
	case errors.Is(err, ErrTruncated), errors.Is(err, ErrCorrupt):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: PNG pixels: %w", ErrTruncated, err)
	}
	return fmt.Errorf("%w: PNG pixels: %w", ErrCorrupt, err)
}

// resize decodes the picture and resizes it.
func (r *pngReader) resize(ctx context.Context, width, height int, alpha bool) (*image.NRGBA, error) {
	pixels, err := r.inflate()
	if err != nil {
		return nil, err
	}
	samples := [...]int{pngGrey: 1, pngColour: 3, pngIndexed: 1, pngGreyAlpha: 2, pngColourFull: 4}[r.kind]
	length := (r.width*samples*r.depth + 7) / 8
	back := (samples*r.depth + 7) / 8 // the byte to the left is of the pixel to the left
	row, above := make([]byte, length+1), make([]byte, length+1)
	p := newPixelRows(r.width, r.height, width, height, alpha, r.depth == 16)
	out := make([]byte, 8*r.width)
	for range r.height {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(pixels, row); err != nil {
			return nil, inflateError(err)
		}
		if !unfilter(row[0], row[1:], above[1:], back) {
			return nil, fmt.Errorf("%w: filter %d", ErrCorrupt, row[0])
		}
		if r.depth == 16 {
			r.deep(row[1:], samples, out)
			p.addDeep(out)
		} else {
			r.shallow(row[1:], out)
			p.add(out)
		}
		row, above = above, row
	}
	return p.finish(), nil
}

// unfilter makes a row's bytes of their differences (9.2).
func unfilter(filter byte, row, above []byte, back int) bool {
	above = above[:len(row)]
	switch filter {
	case 0:
	case 1:
		for i := back; i < len(row); i++ {
			row[i] += row[i-back]
		}
	case 2:
		for i, v := range above {
			row[i] += v
		}
	case 3:
		for i := range row {
			left := 0
			if i >= back {
				left = int(row[i-back])
			}
			row[i] += byte((left + int(above[i])) / 2)
		}
	case 4:
		for i := range min(back, len(row)) {
			row[i] += above[i]
		}
		for i := back; i < len(row); i++ {
			left, up, corner := int(row[i-back]), int(above[i]), int(above[i-back])
			toLeft, toUp := up-corner, left-corner // how far left + up − corner is from left, and from up
			toCorner := toLeft + toUp
			toLeft, toUp, toCorner = max(toLeft, -toLeft), max(toUp, -toUp), max(toCorner, -toCorner)
			switch {
			case toLeft <= toUp && toLeft <= toCorner:
				row[i] += byte(left)
			case toUp <= toCorner:
				row[i] += byte(up)
			default:
				row[i] += byte(corner)
			}
		}
	default:
		return false
	}
	return true
}

// shallow makes pixels of four bytes of a row with up to 8 bits a sample.
func (r *pngReader) shallow(row, out []byte) {
	switch r.kind {
	case pngColourFull:
		copy(out, row)
		return
	case pngColour:
		for x := range r.width {
			p := row[x*3 : x*3+3]
			a := byte(255)
			if r.hasKey && uint16(p[0]) == r.key[0] && uint16(p[1]) == r.key[1] && uint16(p[2]) == r.key[2] {
				a = 0
			}
			out[x*4], out[x*4+1], out[x*4+2], out[x*4+3] = p[0], p[1], p[2], a
		}
		return
	case pngGreyAlpha:
		for x := range r.width {
			v := row[x*2]
			out[x*4], out[x*4+1], out[x*4+2], out[x*4+3] = v, v, v, row[x*2+1]
		}
		return
	}
	mask, most := byte(1<<r.depth-1), 255/(1<<r.depth-1)
	for x := range r.width {
		at := x * r.depth
		v := row[at/8] >> (8 - r.depth - at%8) & mask
		p := out[x*4 : x*4+4]
		if r.kind == pngIndexed {
			copy(p, r.palette[v][:])
			continue
		}
		a := byte(255)
		if r.hasKey && uint16(v) == r.key[0] {
			a = 0
		}
		v *= byte(most)
		p[0], p[1], p[2], p[3] = v, v, v, a
	}
}

// deep makes pixels of four times 16 bits, multiplied by their alpha, of a row with 16 bits a sample.
func (r *pngReader) deep(row []byte, samples int, out []byte) {
	for x := range r.width {
		from := row[x*samples*2:][:samples*2]
		sample := func(i int) uint32 { return uint32(from[i*2])<<8 | uint32(from[i*2+1]) }
		c := [4]uint32{sample(0), sample(0), sample(0), 0xffff}
		if samples > 2 {
			c[1], c[2] = sample(1), sample(2)
		}
		if samples%2 == 0 {
			c[3] = sample(samples - 1)
		} else if r.hasKey && c[0] == uint32(r.key[0]) && c[1] == uint32(r.key[1]) && c[2] == uint32(r.key[2]) {
			c[3] = 0
		}
		for i, v := range c {
			if i < 3 {
				v = (v*c[3] + 0x7fff) / 0xffff
			}
			out[x*8+i*2], out[x*8+i*2+1] = byte(v>>8), byte(v)
		}
	}
}

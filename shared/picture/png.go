package picture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"slices"

	"github.com/klauspost/compress/flate"
)

// pngReader reads a non-interlaced PNG row by row, so that a large picture is never in memory as a whole (ISO 15948).
type pngReader struct {
	data          []byte
	at            int    // of the next chunk
	idat          []byte // the rest of the current IDAT chunk
	width, height int
	depth         int // bits per sample
	kind          byte
	palette       [256][4]byte
	key           [3]uint16 // the transparent colour
	hasKey        bool
	alpha         bool
	interlaced    bool
}

// Colour types (11.2.2).
const (
	pngGrey      = 0
	pngRGB       = 2
	pngIndexed   = 3
	pngGreyAlpha = 4
	pngRGBA      = 6
)

var pngChannels = [...]int{pngGrey: 1, pngRGB: 3, pngIndexed: 1, pngGreyAlpha: 2, pngRGBA: 4}

// nextChunk reads the next chunk and checks its CRC.
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
		return "", nil, fmt.Errorf("%w: CRC of a chunk", ErrCorrupt)
	}
	r.at += 12 + length
	return string(body[:4]), body[4:], nil
}

// readPNGHeader reads all chunks before the pixels.
func readPNGHeader(data []byte) (header, error) {
	r := &pngReader{data: data, at: 8}
	h := header{Info: Info{Format: PNG}, orientation: 1, png: r}
	var profile []byte
	for {
		kind, content, err := r.nextChunk()
		if err != nil {
			return h, err
		}
		if (kind == "IHDR") != (r.depth == 0) {
			return h, fmt.Errorf("%w: IHDR is not the first chunk, or not the only one", ErrCorrupt)
		}
		switch kind {
		case "IHDR":
			err = r.readIHDR(content)
		case "PLTE":
			if len(content)%3 != 0 || len(content) > 768 {
				return h, fmt.Errorf("%w: PLTE of %d bytes", ErrCorrupt, len(content))
			}
			for i := 0; i < len(content); i += 3 {
				r.palette[i/3] = [4]byte{content[i], content[i+1], content[i+2], 255}
			}
		case "tRNS":
			err = r.readTransparency(content)
		case "iCCP":
			profile = content
		case "eXIf":
			h.orientation = exifOrientation(content)
		case "IDAT":
			r.idat = content
			h.Width, h.Height, h.Alpha, h.icc = r.width, r.height, r.alpha, inflateProfile(profile)
			return h, nil
		case "IEND":
			return h, fmt.Errorf("%w: no IDAT", ErrCorrupt)
		}
		if err != nil {
			return h, err
		}
	}
}

func (r *pngReader) readIHDR(c []byte) error {
	if len(c) != 13 {
		return fmt.Errorf("%w: IHDR of %d bytes", ErrCorrupt, len(c))
	}
	r.width, r.height = int(binary.BigEndian.Uint32(c)), int(binary.BigEndian.Uint32(c[4:]))
	r.depth, r.kind, r.interlaced = int(c[8]), c[9], c[12] == 1
	r.alpha = r.kind == pngGreyAlpha || r.kind == pngRGBA
	if r.width > 1<<30 || r.height > 1<<30 { // their product must fit an int
		return ErrTooLarge
	}
	depths := [...][]int{pngGrey: {1, 2, 4, 8, 16}, pngRGB: {8, 16}, pngIndexed: {1, 2, 4, 8}, pngGreyAlpha: {8, 16}, pngRGBA: {8, 16}}
	if c[10] != 0 || c[11] != 0 || c[12] > 1 || int(r.kind) >= len(depths) || !slices.Contains(depths[r.kind], r.depth) {
		return fmt.Errorf("%w: PNG of colour type %d with %d bits", ErrCorrupt, r.kind, r.depth)
	}
	return nil
}

// readTransparency reads a tRNS chunk (11.3.1.1).
func (r *pngReader) readTransparency(c []byte) error {
	r.alpha = true
	switch {
	case r.kind == pngIndexed && len(c) <= 256:
		for i, a := range c {
			r.palette[i][3] = a
		}
	case r.kind == pngGrey && len(c) == 2:
		v := binary.BigEndian.Uint16(c)
		r.key, r.hasKey = [3]uint16{v, v, v}, true
	case r.kind == pngRGB && len(c) == 6:
		r.key = [3]uint16{binary.BigEndian.Uint16(c), binary.BigEndian.Uint16(c[2:]), binary.BigEndian.Uint16(c[4:])}
		r.hasKey = true
	default:
		return fmt.Errorf("%w: tRNS of %d bytes", ErrCorrupt, len(c))
	}
	return nil
}

// Read reads the content of the IDAT chunks, which is one zlib stream.
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
		return nil, decodeError(err)
	}
	if head[0]&0x0f != 8 || binary.BigEndian.Uint16(head[:])%31 != 0 || head[1]&0x20 != 0 {
		return nil, fmt.Errorf("%w: no zlib stream", ErrCorrupt)
	}
	return flate.NewReader(in), nil
}

// resize decodes and resizes the picture.
func (r *pngReader) resize(ctx context.Context, width, height int) (*image.NRGBA, error) {
	if r.interlaced {
		return r.resizeInterlaced(ctx, width, height)
	}
	rows, err := r.inflate()
	if err != nil {
		return nil, err
	}
	channels := pngChannels[r.kind]
	length := (r.width*channels*r.depth + 7) / 8
	back := (channels*r.depth + 7) / 8 // bytes to the pixel on the left, at least one
	row, above := make([]byte, length+1), make([]byte, length+1)
	resizer := newPixelResizer(r.width, r.height, width, height, r.alpha)
	pixels := make([]byte, 4*r.width)
	for range r.height {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(rows, row); err != nil {
			return nil, decodeError(err)
		}
		if !unfilter(row[0], row[1:], above[1:], back) {
			return nil, fmt.Errorf("%w: filter %d", ErrCorrupt, row[0])
		}
		r.expand(row[1:], pixels)
		resizer.add(pixels)
		row, above = above, row
	}
	return resizer.finish(), nil
}

// resizeInterlaced decodes the whole picture before it resizes it.
func (r *pngReader) resizeInterlaced(ctx context.Context, width, height int) (*image.NRGBA, error) {
	if held := r.width * r.height * 4 * max(1, r.depth/8) / 2 * 3; held > maxHeld { // including the half that the last pass decodes
		return nil, fmt.Errorf("%w: interlaced, %d MB", ErrTooLarge, held>>20)
	}
	decoded, err := png.Decode(bytes.NewReader(r.data))
	if err != nil {
		return nil, decodeError(err)
	}
	return resizeImage(ctx, decoded, width, height, r.alpha)
}

// unfilter reconstructs a row in place (9.2). It returns false for an unknown filter.
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
			toLeft, toUp := up-corner, left-corner // distance of left + up − corner from left, and from up
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

// expand converts a row to RGBA. It rounds samples of 16 bits to 8.
func (r *pngReader) expand(row, pixels []byte) {
	switch {
	case r.depth == 8 && r.kind == pngRGBA:
		copy(pixels, row)
	case r.depth == 8 && r.kind == pngRGB && !r.hasKey:
		for x := range r.width {
			from, to := row[x*3:][:3], pixels[x*4:][:4]
			to[0], to[1], to[2], to[3] = from[0], from[1], from[2], 255
		}
	default:
		for x := range r.width {
			r.expandPixel(row, x, pixels[x*4:][:4])
		}
	}
}

func (r *pngReader) expandPixel(row []byte, x int, to []byte) {
	channels := pngChannels[r.kind]
	first := r.sample(row, x*channels)
	if r.kind == pngIndexed {
		copy(to, r.palette[first][:])
		return
	}
	colour := [3]uint16{first, first, first}
	if channels > 2 {
		colour[1], colour[2] = r.sample(row, x*channels+1), r.sample(row, x*channels+2)
	}
	to[0], to[1], to[2], to[3] = r.to8(colour[0]), r.to8(colour[1]), r.to8(colour[2]), 255
	if channels%2 == 0 {
		to[3] = r.to8(r.sample(row, x*channels+channels-1))
	} else if r.hasKey && colour == r.key {
		to[3] = 0
	}
}

// sample returns the sample with an index in the row.
func (r *pngReader) sample(row []byte, i int) uint16 {
	switch r.depth {
	case 16:
		return binary.BigEndian.Uint16(row[2*i:])
	case 8:
		return uint16(row[i])
	}
	bit := i * r.depth
	return uint16(row[bit/8]>>(8-r.depth-bit%8)) & (1<<r.depth - 1)
}

// to8 scales a sample to 8 bits.
func (r *pngReader) to8(v uint16) byte {
	if r.depth == 16 {
		return byte((uint32(v)*255 + 1<<15) / 65535)
	}
	return byte(int(v) * (255 / (1<<r.depth - 1)))
}

package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// component is one of a JPEG's planes: brightness, a colour difference, or an ink.
type component struct {
	id, h, v      int // name, and its number of blocks in a unit, across and down
	quantiser     int
	width, height int // samples of the whole plane
	blocksX       int // blocks in a row and rows of blocks, including those that fill the last units
	blocksY       int

	scale      int              // output samples per side of a block: 1, 2, 4 or 8
	outW, outH int              // output samples of the plane
	rows       func(row []byte) // receives each output row, from the top
	made       int              // number of output rows
	strip      []byte           // output rows of the current row of units
	stride     int

	dcTable, acTable *huffman // of the current scan
	predicted        int      // the DC value of the previous block
	stored           coefficients
}

// jpegDecoder reads a JPEG with 8 bits a sample, baseline, extended or progressive (ITU-T T.81; T.871 and T.872 for the colours).
type jpegDecoder struct {
	data               []byte
	width, height      int
	components         []component
	maxH, maxV         int
	unitsX, unitsY     int
	progressive        bool
	adobe              int // the transform of the Adobe segment, or -1
	jfif               bool
	quantisers         [4][64]int32
	dcTables, acTables [4]*huffman
	tables             int    // Huffman tables so far
	restart            int    // units between restart markers, or 0
	orientation        int    // of EXIF
	icc                []byte // the colour profile
	at                 int    // offset where the search for the next marker starts
	scanHeader         []byte // of the scan at d.at
	block              block  // the baseline block being decoded
}

// zigzag maps a coefficient's index to its position in the block.
var zigzag = [64]uint8{
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
}

// lastNeeded is the zigzag index of the last coefficient within the low n × n.
var lastNeeded = [9]int{1: 0, 2: 4, 4: 24, 8: 63}

// readJPEGHeader reads up to the first scan: size, components, tables and metadata. After it a component's scale may be lowered.
func readJPEGHeader(data []byte) (header, error) {
	d := &jpegDecoder{data: data, at: 2, adobe: -1, orientation: 1}
	more, err := d.nextScan()
	if err == nil && !more {
		err = fmt.Errorf("%w: no scan", ErrCorrupt)
	}
	return header{Info: Info{Format: JPEG, Width: d.width, Height: d.height}, orientation: d.orientation, icc: d.icc, jpeg: d}, err
}

// nextScan reads segments up to the header of the next scan. It returns false at the end of the picture.
func (d *jpegDecoder) nextScan() (more bool, err error) {
	for {
		var marker byte
		var segment []byte
		marker, segment, d.at, err = jpegSegment(d.data, d.at)
		if err != nil {
			return false, err
		}
		switch marker {
		case 0xc0, 0xc1, 0xc2:
			d.progressive = marker == 0xc2
			err = d.frame(segment)
		case 0xc4:
			err = d.huffmanTables(segment)
		case 0xdb:
			err = d.quantiserTables(segment)
		case 0xdd:
			if len(segment) < 2 {
				err = ErrCorrupt
			} else {
				d.restart = int(binary.BigEndian.Uint16(segment))
			}
		case 0xe0:
			d.jfif = d.jfif || bytes.HasPrefix(segment, []byte("JFIF\x00"))
		case 0xe1:
			if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
				d.orientation = exifOrientation(tiff)
			}
		case 0xe2:
			if bytes.HasPrefix(segment, []byte("ICC_PROFILE\x00")) && len(segment) > 14 {
				d.icc = append(d.icc, segment[14:]...)
			}
		case 0xee:
			if len(segment) >= 12 && string(segment[:5]) == "Adobe" {
				d.adobe = int(segment[11])
			}
		case 0xda:
			if d.components == nil {
				return false, fmt.Errorf("%w: a scan without a frame", ErrCorrupt)
			}
			d.scanHeader = segment
			return true, nil
		case 0xd9:
			return false, nil
		case 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf:
			err = fmt.Errorf("%w: lossless, hierarchical or arithmetic JPEG (SOF%d)", ErrUnknown, marker-0xc0)
		}
		if err != nil {
			return false, err
		}
	}
}

func (d *jpegDecoder) frame(s []byte) error {
	switch {
	case d.components != nil:
		return fmt.Errorf("%w: two frames", ErrCorrupt)
	case len(s) < 6 || len(s) < 6+3*int(s[5]):
		return fmt.Errorf("%w: frame header of %d bytes", ErrCorrupt, len(s))
	case s[0] != 8:
		return fmt.Errorf("%w: JPEG with %d bits a sample", ErrUnknown, s[0])
	case s[5] != 1 && s[5] != 3 && s[5] != 4:
		return fmt.Errorf("%w: JPEG with %d components", ErrUnknown, s[5])
	}
	d.height, d.width = int(binary.BigEndian.Uint16(s[1:])), int(binary.BigEndian.Uint16(s[3:]))
	if d.width == 0 || d.height == 0 {
		return fmt.Errorf("%w: no pixels", ErrCorrupt)
	}
	d.components = make([]component, s[5])
	for i := range d.components {
		f := s[6+3*i:]
		c := &d.components[i]
		c.id, c.h, c.v, c.quantiser = int(f[0]), int(f[1]>>4), int(f[1]&15), int(f[2])
		if c.h < 1 || c.h > 4 || c.v < 1 || c.v > 4 || c.quantiser > 3 {
			return fmt.Errorf("%w: component %d", ErrCorrupt, i)
		}
		d.maxH, d.maxV = max(d.maxH, c.h), max(d.maxV, c.v)
	}
	if len(d.components) == 1 { // a single component has no subsampling
		d.components[0].h, d.components[0].v, d.maxH, d.maxV = 1, 1, 1, 1
	}
	d.unitsX, d.unitsY = ceilDiv(d.width, 8*d.maxH), ceilDiv(d.height, 8*d.maxV)
	for i := range d.components {
		c := &d.components[i]
		c.width, c.height = ceilDiv(d.width*c.h, d.maxH), ceilDiv(d.height*c.v, d.maxV)
		c.blocksX, c.blocksY = d.unitsX*c.h, d.unitsY*c.v
		c.setScale(8)
	}
	return nil
}

// setScale sets the number of output samples per side of a block.
func (c *component) setScale(n int) {
	c.scale = n
	c.outW, c.outH = ceilDiv(c.width*n, 8), ceilDiv(c.height*n, 8)
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func (d *jpegDecoder) quantiserTables(s []byte) error {
	for len(s) > 0 {
		precision, id := s[0]>>4, s[0]&15
		size := 64 << precision
		if precision > 1 || id > 3 || len(s) < 1+size {
			return fmt.Errorf("%w: quantiser table", ErrCorrupt)
		}
		for i := range 64 {
			if precision == 0 {
				d.quantisers[id][i] = int32(s[1+i])
			} else {
				d.quantisers[id][i] = int32(binary.BigEndian.Uint16(s[1+2*i:]))
			}
		}
		s = s[1+size:]
	}
	return nil
}

func (d *jpegDecoder) huffmanTables(s []byte) error {
	for len(s) > 0 {
		if d.tables++; d.tables > maxTables {
			return fmt.Errorf("%w: more than %d Huffman tables", ErrCorrupt, maxTables)
		}
		if len(s) < 17 {
			return fmt.Errorf("%w: Huffman table", ErrCorrupt)
		}
		class, id, total := s[0]>>4, s[0]&15, 0
		for _, n := range s[1:17] {
			total += int(n)
		}
		if class > 1 || id > 3 || total > 256 || len(s) < 17+total {
			return fmt.Errorf("%w: Huffman table", ErrCorrupt)
		}
		h := new(huffman)
		if err := h.define(s[1:17], s[17:17+total], class == 1); err != nil {
			return err
		}
		if class == 0 {
			d.dcTables[id] = h
		} else {
			d.acTables[id] = h
		}
		s = s[17+total:]
	}
	return nil
}

// jpegSegment reads the segment at or after at, skipping fill bytes. It returns the marker, the content without the
// length, and the next offset.
func jpegSegment(data []byte, at int) (marker byte, segment []byte, next int, err error) {
	for at < len(data) && data[at] != 0xff {
		at++ // as other decoders do: some encoders leave odd bytes there
	}
	for at < len(data) && data[at] == 0xff {
		at++
	}
	if at >= len(data) {
		return 0, nil, at, ErrTruncated
	}
	marker = data[at]
	at++
	if marker == 0 || marker == 1 || marker >= 0xd0 && marker <= 0xd9 {
		return marker, nil, at, nil
	}
	if at+2 > len(data) {
		return 0, nil, at, ErrTruncated
	}
	length := int(binary.BigEndian.Uint16(data[at:]))
	if length < 2 {
		return 0, nil, at, fmt.Errorf("%w: segment of %d bytes", ErrCorrupt, length)
	}
	if at+length > len(data) {
		return 0, nil, at, ErrTruncated
	}
	return marker, data[at+2 : at+length], at + length, nil
}

package picture

import (
	"encoding/binary"
	"math/bits"
)

// The quantisation tables of T.81, annex K, which encoders scale by quality like libjpeg.
var annexK = [2][64]uint8{{
	16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
	18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
}, {
	17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
}}

// jpegWriter writes a baseline JPEG. It buffers all symbols to compute optimal Huffman codes.
type jpegWriter struct {
	steps   [2][64]int32  // quantisers of brightness and of colour differences, in rows
	inverse [2][64]uint32 // 1<<16 / step
	// symbols: the value's bits in the upper 16, their number in the symbol's lower half; table (brightness or not,
	// first coefficient or not); symbol.
	symbols []uint32
	full    [][]uint32 // earlier symbols in pieces, so that those of a large picture are not copied
	counts  [4][256]int
	before  [3]int32 // the first coefficient of each plane's last block
}

const acTable = 2

// jpeg returns the planes as a JPEG (4:2:0) without metadata.
func (p *planes) jpeg(quality int) []byte {
	w := &jpegWriter{}
	scale := 200 - 2*quality
	if quality < 50 {
		scale = 5000 / quality
	}
	for t := range w.steps {
		for i, step := range annexK[t] {
			w.steps[t][i] = int32(min(max((int(step)*scale+50)/100, 1), 255))
			w.inverse[t][i] = uint32((1<<16 + w.steps[t][i]/2) / w.steps[t][i])
		}
	}
	for y := 0; y < p.height; y += 16 {
		for x := 0; x < p.width; x += 16 {
			for i := range 4 {
				w.block(0, p.y, p.width, p.height, x+i%2*8, y+i/2*8)
			}
			w.block(1, p.cb, half(p.width), half(p.height), x/2, y/2)
			w.block(2, p.cr, half(p.width), half(p.height), x/2, y/2)
		}
	}
	return w.file(p.width, p.height)
}

// block transforms and quantises 8 × 8 samples and adds their symbols.
func (w *jpegWriter) block(plane int, samples []byte, width, height, x, y int) {
	var b block
	if x+8 <= width && y+8 <= height {
		for row := range 8 {
			from := samples[(y+row)*width+x:][:8]
			to := b[row*8:][:8]
			for i, v := range from {
				to[i] = int32(v) - 128
			}
		}
	} else { // repeat the last samples
		for i := range b {
			b[i] = int32(samples[min(y+i/8, height-1)*width+min(x+i%8, width-1)]) - 128
		}
	}
	b.forward8()
	table := min(plane, 1)
	inverse := &w.inverse[table]
	level := func(at uint8) int32 { // the coefficients are eight times too large
		v := b[at&63]
		sign := v >> 31
		return int32((uint32(v^sign-sign)*inverse[at&63]+1<<18)>>19) ^ sign - sign
	}
	dc := level(0)
	w.add(table, 0, dc-w.before[plane])
	w.before[plane] = dc
	run := 0
	for _, at := range zigzag[1:] {
		v := level(at)
		if v == 0 {
			run++
			continue
		}
		for ; run > 15; run -= 16 {
			w.add(table|acTable, 0xf0, 0)
		}
		w.add(table|acTable, run<<4, v)
		run = 0
	}
	if run > 0 {
		w.add(table|acTable, endOfBlock, 0)
	}
}

func (w *jpegWriter) add(table, run int, value int32) {
	sign := value >> 31
	size := bits.Len32(uint32(value ^ sign - sign))
	number := uint32(value+sign) & (1<<size - 1)
	symbol := run | size
	w.counts[table][symbol]++
	if len(w.symbols) == 1<<16 {
		w.full, w.symbols = append(w.full, w.symbols), make([]uint32, 0, 1<<16)
	}
	w.symbols = append(w.symbols, number<<16|uint32(table)<<8|uint32(symbol))
}

// file assembles the segments.
func (w *jpegWriter) file(width, height int) []byte {
	out := make([]byte, 0, 700+len(w.symbols)+len(w.full)<<16)
	segment := func(marker byte, content ...byte) {
		out = append(out, 0xff, marker, byte((len(content)+2)>>8), byte(len(content)+2))
		out = append(out, content...)
	}
	out = append(out, 0xff, 0xd8)
	segment(0xe0, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0)
	for t := range w.steps {
		table := []byte{byte(t)}
		for _, at := range zigzag {
			table = append(table, byte(w.steps[t][at]))
		}
		segment(0xdb, table...)
	}
	size := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, uint16(height)), uint16(width))
	segment(0xc0, append(size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)...)
	var codes [4]*huffmanCode
	for t := range codes {
		codes[t] = newHuffmanCode(&w.counts[t])
		segment(0xc4, append(append([]byte{byte(t&acTable<<3 | t&1)}, codes[t].lengths[:]...), codes[t].symbols...)...)
	}
	segment(0xda, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0)

	window, n := uint64(0), 0
	for _, symbols := range append(w.full, w.symbols) {
		for _, s := range symbols {
			code, symbol := codes[s>>8&3], byte(s)
			size := int(symbol & 15)
			length := int(code.length[symbol])
			window = window<<(length+size) | uint64(code.word[symbol])<<size | uint64(s>>16)
			for n += length + size; n >= 8; n -= 8 {
				b := byte(window >> (n - 8))
				out = append(out, b)
				if b == 0xff {
					out = append(out, 0)
				}
			}
		}
	}
	if n > 0 { // padded with ones
		b := byte(window<<(8-n)) | byte(1<<(8-n)-1)
		out = append(out, b)
		if b == 0xff {
			out = append(out, 0)
		}
	}
	return append(out, 0xff, 0xd9)
}

package picture

import "fmt"

// Index widths of the two lookup tables of a Huffman code, in bits.
const (
	valueBits = 10
	skipBits  = 13
)

// huffman decodes one Huffman code of a JPEG (ITU-T T.81, annexes C and F).
type huffman struct {
	// value maps the next bits to a whole symbol with its number: the number in the upper 16 bits, then run + 1
	// (preceding zeros and itself), then the total number of bits. It is zero if the symbol is longer than valueBits.
	value [1 << valueBits]uint32
	// skip maps the next bits to all symbols, with their numbers, that end within them: the number of coefficients
	// (upper byte) and of bits. It is for coefficients that a reduced picture does not need.
	skip [1 << skipBits]uint16

	// symbol maps the next bits to a symbol (upper byte) and the length of its code, without its number. It is zero if the code is longer.
	symbol [1 << valueBits]uint16

	symbols  [256]byte
	lastCode [17]int // the largest code of each length, or -1
	offset   [17]int // from a code of a length to its symbol
	defined  bool
}

const (
	endOfBlock = 0x00 // the rest of the block is zero
	toTheEnd   = 64   // minimum number of coefficients that an end of block skips
)

// define builds the tables of a code from the number of codes of each length from 1 to 16 and their symbols.
func (h *huffman) define(lengths, symbols []byte, ac bool) error {
	*h = huffman{defined: true}
	copy(h.symbols[:], symbols)
	code, index := 0, 0
	for n := 1; n <= 16; n++ {
		count := int(lengths[n-1])
		h.lastCode[n], h.offset[n] = -1, index-code
		if count > 0 {
			h.lastCode[n] = code + count - 1
		}
		code, index = code+count, index+count
		if code > 1<<n {
			return fmt.Errorf("%w: a Huffman code with too many words", ErrCorrupt)
		}
		code <<= 1
	}
	for ahead := range h.value {
		n, symbol, ok := h.word(ahead, valueBits)
		if !ok {
			continue
		}
		h.symbol[ahead] = uint16(symbol)<<8 | uint16(n)
		run, size := int(symbol>>4), int(symbol&15)
		switch {
		case !ac:
			run, size = 0, int(symbol)
		case symbol == endOfBlock:
			run = toTheEnd - 1
		}
		if size > 15 || n+size > valueBits {
			continue
		}
		number := extend(ahead>>(valueBits-n-size)&(1<<size-1), size)
		h.value[ahead] = uint32(number)<<16 | uint32(run+1)<<8 | uint32(n+size)
	}
	return nil
}

// defineSkip fills the table skip, for the coefficients after the first.
func (h *huffman) defineSkip() {
	for ahead := range h.skip {
		used, on := 0, 0
		for {
			n, symbol, ok := h.word(ahead&(1<<(skipBits-used)-1), skipBits-used)
			if !ok || n+used+int(symbol&15) > skipBits || on+int(symbol>>4)+1 > 63 {
				break
			}
			used += n + int(symbol&15)
			if symbol&15 == 0 && symbol>>4 < 15 { // the end of the block, which must not exceed its last coefficient
				h.skip[ahead] = uint16(on+1+128)<<8 | uint16(used)
				break
			}
			on += int(symbol>>4) + 1
			h.skip[ahead] = uint16(on)<<8 | uint16(used)
		}
	}
}

// word finds the code word at the start of the upper of `width` bits.
func (h *huffman) word(bits, width int) (n int, symbol byte, ok bool) {
	for n = 1; n <= min(width, 16); n++ {
		if code := bits >> (width - n); code <= h.lastCode[n] {
			return n, h.symbols[(h.offset[n]+code)&255], true
		}
	}
	return 0, 0, false
}

// extend returns the number that JPEG encodes in `size` bits.
func extend(bits, size int) int {
	if size > 0 && bits < 1<<(size-1) {
		return bits - 1<<size + 1
	}
	return bits
}

// next reads a symbol of any code length.
func (r *bitReader) next(h *huffman) (byte, error) {
	if r.left < 32 {
		r.fill()
	}
	e := h.symbol[r.window>>(64-valueBits)]
	n, symbol := int(e&31), byte(e>>8)
	if e == 0 {
		var ok bool
		if n, symbol, ok = h.word(int(r.window>>48), 16); !ok {
			return 0, fmt.Errorf("%w: no Huffman code", ErrCorrupt)
		}
	}
	r.window <<= n
	r.left -= n
	return symbol, nil
}

// number reads the number of `size` bits that follows a symbol.
func (r *bitReader) number(size int) int { return extend(r.bits(size), size) }

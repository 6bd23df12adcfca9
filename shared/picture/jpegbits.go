package picture

import "encoding/binary"

// bitReader reads the entropy-coded part of a JPEG up to the next marker: most significant bit first, 0xff escaped as 0xff 0x00. After the
// end it returns zeros and counts them, so that the decoder need not check for the end at each symbol.
type bitReader struct {
	data   []byte
	at     int
	window uint64 // the next bits, from the top
	left   int    // how many bits of the window are valid
	beyond int    // how many of those are padding
}

// fill loads at least 56 bits (32 near the end or an escaped byte).
func (r *bitReader) fill() {
	if r.at+8 <= len(r.data) {
		next := binary.BigEndian.Uint64(r.data[r.at:])
		// Common case: none of the eight bytes is 0xff (no byte of the complement is zero).
		if inverse := ^next; (inverse-0x0101010101010101)&^inverse&0x8080808080808080 == 0 {
			r.window |= next >> r.left
			taken := (63 - r.left) >> 3
			r.at += taken
			r.left += taken * 8
			return
		}
	}
	for r.left <= 48 {
		var b byte
		switch {
		case r.at >= len(r.data), r.data[r.at] == 0xff && (r.at+1 >= len(r.data) || r.data[r.at+1] != 0):
			r.beyond += 8
		case r.data[r.at] == 0xff:
			b = 0xff
			r.at += 2
		default:
			b = r.data[r.at]
			r.at++
		}
		r.window |= uint64(b) << (56 - r.left)
		r.left += 8
	}
}

// overrun reports whether bits after the end of the file were used.
func (r *bitReader) overrun() bool { return r.left < r.beyond }

// bits takes the next n bits, at most 16.
func (r *bitReader) bits(n int) int {
	if r.left < 32 {
		r.fill()
	}
	v := int(r.window >> (64 - n)) // a shift by 64 gives 0
	r.window <<= n
	r.left -= n
	return v
}

// restart drops the bits before a restart marker and continues after it. It returns false if there is no marker.
func (r *bitReader) restart() bool {
	*r = bitReader{data: r.data, at: r.at}
	for r.at+1 < len(r.data) {
		if r.data[r.at] == 0xff {
			switch marker := r.data[r.at+1]; {
			case marker >= 0xd0 && marker <= 0xd7:
				r.at += 2
				return true
			case marker != 0 && marker != 0xff:
				return false
			}
		}
		r.at++
	}
	return false
}

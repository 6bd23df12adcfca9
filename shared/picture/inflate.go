package picture

import (
	"encoding/binary"
	"fmt"
)

// inflater unpacks a zlib stream (RFC 1950, RFC 1951) that comes in pieces, as fast as a PNG's rows are wanted. compress/flate takes a
// byte at a time through an interface and looks every symbol up bit by bit; here eight bytes are taken at once, and a symbol is one look
// into a table, rarely two. The stream's own checksum is not looked at: PNG has one for each piece.
type inflater struct {
	next func() ([]byte, error) // the next piece; nothing, behind the last one
	in   []byte
	bits uint64 // the lowest come first; above n there may be more of in, which is then or-ed to itself
	n    int

	buf           [inflateRoom]byte // what was unpacked: matches reach back into it
	given, made   int               // how much of it was handed out, and is there
	stored        int               // bytes left of a block that is not packed
	within, final bool              // a packed block; the last one
	symbols       huffmanTable
	distances     huffmanTable
}

const (
	inflateReach = 32 << 10 // how far back a match may begin
	inflateRoom  = inflateReach + 64<<10
	longestMatch = 258

	symbolBits, distanceBits = 10, 8 // how much of a code the first table is looked up by
)

// newInflater begins with the header of the stream.
func newInflater(next func() ([]byte, error)) (*inflater, error) {
	f := &inflater{next: next}
	head, err := f.take(16)
	if err != nil {
		return nil, err
	}
	if head&0x0f != 8 || (head&0xff<<8|head>>8)%31 != 0 || head>>8&0x20 != 0 {
		return nil, fmt.Errorf("%w: no zlib stream", ErrCorrupt)
	}
	return f, nil
}

// read fills to, or says that the stream ends before (ErrTruncated) or is none (ErrCorrupt).
func (f *inflater) read(to []byte) error {
	for len(to) > 0 {
		if f.given == f.made {
			if err := f.more(); err != nil {
				return err
			}
			continue
		}
		n := copy(to, f.buf[f.given:f.made])
		f.given += n
		to = to[n:]
	}
	return nil
}

// more unpacks what there is room for, or begins a block.
func (f *inflater) more() error {
	if f.made > inflateRoom-longestMatch-1 {
		copy(f.buf[:], f.buf[f.made-inflateReach:f.made])
		f.given, f.made = inflateReach, inflateReach
	}
	switch {
	case f.stored > 0:
		return f.copyStored()
	case f.within:
		return f.unpack()
	case f.final:
		return errPixelsEnd
	}
	head, err := f.take(3)
	if err != nil {
		return err
	}
	f.final = head&1 != 0
	switch head >> 1 {
	case 0:
		return f.beginStored()
	case 1:
		f.within = true
		return f.fixedCodes()
	case 2:
		f.within = true
		return f.codes()
	}
	return fmt.Errorf("%w: block of no kind", ErrCorrupt)
}

// fill takes as many whole bytes as there is room for: at least 56 bits, unless the stream ends.
func (f *inflater) fill() error {
	if len(f.in) >= 8 {
		f.bits |= binary.LittleEndian.Uint64(f.in) << f.n
		f.in = f.in[(63-f.n)>>3:]
		f.n |= 56
		return nil
	}
	for f.n < 56 {
		for len(f.in) == 0 {
			piece, err := f.next()
			if err != nil {
				return err
			}
			if piece == nil {
				return nil
			}
			f.in = piece
		}
		f.bits |= uint64(f.in[0]) << f.n
		f.in = f.in[1:]
		f.n += 8
	}
	return nil
}

// take gives the next bits, at most 56.
func (f *inflater) take(count int) (int, error) {
	if f.n < count {
		if err := f.fill(); err != nil {
			return 0, err
		}
		if f.n < count {
			return 0, errPixelsEnd
		}
	}
	v := f.bits & (1<<count - 1)
	f.bits >>= count
	f.n -= count
	return int(v), nil
}

func (f *inflater) beginStored() error {
	if _, err := f.take(f.n % 8); err != nil {
		return err
	}
	v, err := f.take(32)
	if err == nil && v&0xffff != ^v>>16&0xffff {
		err = fmt.Errorf("%w: length of a block", ErrCorrupt)
	}
	f.stored = v & 0xffff
	return err
}

// copyStored copies what there is room for of a block that is not packed.
func (f *inflater) copyStored() error {
	for f.stored > 0 && f.made < inflateRoom {
		if f.n > 0 || len(f.in) == 0 {
			b, err := f.take(8)
			if err != nil {
				return err
			}
			f.buf[f.made] = byte(b)
			f.made++
			f.stored--
			continue
		}
		f.bits = 0 // what was or-ed ahead is copied now
		n := copy(f.buf[f.made:], f.in[:min(len(f.in), f.stored)])
		f.in = f.in[n:]
		f.made += n
		f.stored -= n
	}
	return nil
}

// unpack goes on with a block until it ends or the room does. It keeps the stream's bits to itself until then: in f they would be written
// to memory with each symbol.
func (f *inflater) unpack() (err error) {
	bits, n, made := f.bits, f.n, f.made
	symbols, distances := (*[1 << symbolBits]code)(f.symbols.entries), (*[1 << distanceBits]code)(f.distances.entries)
	for made < inflateRoom-longestMatch {
		if n < 15+5 { // a symbol, and what a length has beside it
			if bits, n, err = f.refill(bits, n); err != nil {
				return err
			}
		}
		c := symbols[bits&(1<<symbolBits-1)]
		if c.kind == codeLonger {
			c = f.symbols.entries[int(c.value)+int(bits>>symbolBits&(1<<c.extra-1))]
		}
		bits >>= c.length & 15
		n -= int(c.length)
		if c.kind == codeLiteral {
			f.buf[made] = byte(c.value)
			made++
			continue
		}
		if n < 0 || c.kind != codeBase {
			f.bits, f.n, f.made, f.within = bits, n, made, false
			return f.ended(c)
		}
		length := int(c.value) + int(bits&(1<<c.extra-1))
		bits >>= c.extra & 15
		if n -= int(c.extra); n < 15+13 {
			if bits, n, err = f.refill(bits, n); err != nil {
				return err
			}
		}
		d := distances[bits&(1<<distanceBits-1)]
		if d.kind == codeLonger {
			d = f.distances.entries[int(d.value)+int(bits>>distanceBits&(1<<d.extra-1))]
		}
		bits >>= d.length & 15
		back := int(d.value) + int(bits&(1<<d.extra-1))
		bits >>= d.extra & 15
		if n -= int(d.length) + int(d.extra); n < 0 {
			return errPixelsEnd
		}
		if d.kind != codeBase || back > made {
			return fmt.Errorf("%w: a match before the beginning", ErrCorrupt)
		}
		for start, end := made-back, made+length; made < end; { // what is copied may be what the copy makes
			made += copy(f.buf[made:end], f.buf[start:made])
		}
	}
	if n < 0 {
		return errPixelsEnd
	}
	f.bits, f.n, f.made = bits, n, made
	return nil
}

// refill takes whole bytes to the bits.
func (f *inflater) refill(bits uint64, n int) (uint64, int, error) {
	if n < 0 {
		return 0, 0, errPixelsEnd
	}
	if in := f.in; len(in) >= 8 {
		f.in = in[(63-n)>>3:]
		return bits | binary.LittleEndian.Uint64(in)<<(n&63), n | 56, nil
	}
	f.bits, f.n = bits, n
	err := f.fill()
	return f.bits, f.n, err
}

// ended says why a block is over.
func (f *inflater) ended(c code) error {
	switch {
	case f.n < 0:
		return errPixelsEnd
	case c.kind != codeEnd:
		return fmt.Errorf("%w: a code that means nothing", ErrCorrupt)
	}
	return nil
}

var errPixelsEnd = fmt.Errorf("%w: its pixels end", ErrTruncated)

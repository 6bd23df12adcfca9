package picture

import (
	"fmt"
	"math/bits"
)

// code is what a table knows of the bits that are next.
type code struct {
	value  uint16
	length uint8 // of the code, in bits
	kind   uint8
	extra  uint8 // bits behind the code that are added to value; of codeLonger, how many more the second table is looked up by
}

const (
	codeNone    = iota
	codeLiteral // value is a byte
	codeBase    // value is the least length or distance
	codeEnd
	codeLonger // value is where the second table begins
)

// huffmanTable finds codes by the bits that come first, and, where they are longer than that, by the rest in a second table.
type huffmanTable struct {
	entries []code
	longest [1 << symbolBits]uint8 // of the codes that begin with these bits
}

// build fills the table with the codes that the lengths define (RFC 1951, 3.2.2). It is false when there are more codes than fit, or fewer
// than it takes; one code alone may be short.
func (t *huffmanTable) build(lengths []uint8, first int, meaning func(symbol int) code) bool {
	var count, next [16]int
	used := 0
	for _, l := range lengths {
		if l > 0 {
			count[l]++
			used++
		}
	}
	at, room := 0, 1
	for l := 1; l < 16; l++ {
		at = (at + count[l-1]) << 1
		next[l] = at
		if room = room<<1 - count[l]; room < 0 {
			return false
		}
	}
	if room > 0 && (used != 1 || count[1] != 1) && used != 0 {
		return false
	}
	mask := 1<<first - 1
	t.entries = append(t.entries[:0], make([]code, 1<<first)...)
	clear(t.longest[:])
	starts := next
	for _, l := range lengths {
		if l > 0 {
			if int(l) > first {
				prefix := turned(starts[l], l) & mask
				t.longest[prefix] = max(t.longest[prefix], l)
			}
			starts[l]++
		}
	}
	for symbol, l := range lengths {
		if l == 0 {
			continue
		}
		c := meaning(symbol)
		c.length = l
		word := turned(next[l], l)
		next[l]++
		if int(l) <= first {
			for i := word; i <= mask; i += 1 << l {
				t.entries[i] = c
			}
			continue
		}
		prefix := word & mask
		rest := t.longest[prefix] - uint8(first)
		if t.entries[prefix].kind != codeLonger {
			t.entries[prefix] = code{value: uint16(len(t.entries)), kind: codeLonger, extra: rest}
			t.entries = append(t.entries, make([]code, 1<<rest)...)
		}
		second := t.entries[t.entries[prefix].value:][:1<<rest]
		for i := word >> first; i < len(second); i += 1 << (int(l) - first) {
			second[i] = c
		}
	}
	return true
}

// turned is a code as it is read: the highest of its bits comes first.
func turned(word int, length uint8) int { return int(bits.Reverse16(uint16(word)) >> (16 - length)) }

// symbolOf is what a symbol means: a byte, the end, or the length of a match (RFC 1951, 3.2.5).
func symbolOf(symbol int) code {
	switch {
	case symbol < 256:
		return code{value: uint16(symbol), kind: codeLiteral}
	case symbol == 256:
		return code{kind: codeEnd}
	case symbol < 265:
		return code{value: uint16(symbol - 254), kind: codeBase}
	case symbol < 285:
		extra := (symbol - 261) / 4
		return code{value: uint16(3 + (4+(symbol-265)%4)<<extra), kind: codeBase, extra: uint8(extra)}
	case symbol == 285:
		return code{value: longestMatch, kind: codeBase}
	}
	return code{}
}

// distanceOf is what a symbol of a distance means.
func distanceOf(symbol int) code {
	switch {
	case symbol < 4:
		return code{value: uint16(symbol + 1), kind: codeBase}
	case symbol < 30:
		extra := symbol/2 - 1
		return code{value: uint16(1 + (2+symbol%2)<<extra), kind: codeBase, extra: uint8(extra)}
	}
	return code{}
}

// fixedCodes are those of a block that brings none.
func (f *inflater) fixedCodes() error {
	var lengths [288 + 32]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		case i < 288:
			lengths[i] = 8
		default:
			lengths[i] = 5
		}
	}
	f.symbols.build(lengths[:288], symbolBits, symbolOf)
	f.distances.build(lengths[288:], distanceBits, distanceOf)
	return nil
}

// codes reads those of a block, whose lengths are packed themselves.
func (f *inflater) codes() error {
	head, err := f.take(14)
	if err != nil {
		return err
	}
	symbols, distances := head&31+257, head>>5&31+1
	if symbols > 286 || distances > 30 {
		return fmt.Errorf("%w: too many codes", ErrCorrupt)
	}
	var packed [19]uint8
	order := [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, i := range order[:head>>10+4] {
		l, err := f.take(3)
		if err != nil {
			return err
		}
		packed[i] = uint8(l)
	}
	if !f.symbols.build(packed[:], symbolBits, func(symbol int) code { return code{value: uint16(symbol), kind: codeLiteral} }) {
		return fmt.Errorf("%w: codes of codes", ErrCorrupt)
	}
	var lengths [286 + 30]uint8
	for i := 0; i < symbols+distances; {
		if err := f.fill(); err != nil {
			return err
		}
		c := f.symbols.entries[f.bits&(1<<symbolBits-1)]
		if c.kind != codeLiteral {
			return fmt.Errorf("%w: a code that means nothing", ErrCorrupt)
		}
		if _, err := f.take(int(c.length)); err != nil {
			return err
		}
		if c.value < 16 {
			lengths[i] = uint8(c.value)
			i++
			continue
		}
		repeat := [...]struct{ extra, least int }{{2, 3}, {3, 3}, {7, 11}}[c.value-16]
		n, err := f.take(repeat.extra)
		if err != nil {
			return err
		}
		n += repeat.least
		if n > symbols+distances-i || c.value == 16 && i == 0 {
			return fmt.Errorf("%w: lengths of codes", ErrCorrupt)
		}
		for range n {
			if c.value == 16 {
				lengths[i] = lengths[i-1]
			}
			i++
		}
	}
	if !f.symbols.build(lengths[:symbols], symbolBits, symbolOf) || !f.distances.build(lengths[symbols:symbols+distances], distanceBits, distanceOf) {
		return fmt.Errorf("%w: codes", ErrCorrupt)
	}
	return nil
}

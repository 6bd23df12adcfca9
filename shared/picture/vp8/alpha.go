package vp8

import (
	"math/bits"
	"slices"
)

// Alpha returns the ALPH chunk of a picture: its alpha in the lossless format (its specification, 5 and 6) with a single channel. Runs that
// repeat the samples to the left or above are written as copies, which covers most of any alpha plane.
func Alpha(samples []byte, width int) []byte {
	plain := append([]byte{1}, lossless(samples, width)...) // compressed, not filtered
	if len(plain) < 64 {
		return plain
	}
	// Soft edges compress better as differences from a prediction.
	filtered := append([]byte{1 | 3<<2}, lossless(gradient(samples, width), width)...)
	if len(filtered) < len(plain) {
		return filtered
	}
	return plain
}

// gradient returns the difference of each sample from left + above − above left.
func gradient(samples []byte, width int) []byte {
	out := make([]byte, len(samples))
	for i, v := range samples {
		expected := 0
		switch {
		case i >= width && i%width > 0:
			expected = min(max(int(samples[i-1])+int(samples[i-width])-int(samples[i-width-1]), 0), 255)
		case i >= width:
			expected = int(samples[i-width])
		case i > 0:
			expected = int(samples[i-1])
		}
		out[i] = v - byte(expected)
	}
	return out
}

const (
	longest       = 4096     // maximum length of a copy
	greenAlphabet = 256 + 24 // values, and lengths of copies
)

// copied is a value, or, from 256 on, the prefix code of a copy's length with its extra bits, from above or from the left.
type copied struct {
	symbol uint16
	extra  uint16
	rest   uint8 // bits of extra
	left   bool
}

// lossless encodes one channel, without the five bytes of a picture's header.
func lossless(samples []byte, width int) []byte {
	var all []copied
	var counts [greenAlphabet]int
	for i := 0; i < len(samples); {
		left, above := repeats(samples, i, 1), repeats(samples, i, width)
		c := copied{symbol: uint16(samples[i]), left: left >= above}
		n := max(left, above)
		if n < 4 {
			n = 1
		} else {
			c.symbol, c.extra, c.rest = lengthCode(n)
			c.symbol += 256
		}
		all = append(all, c)
		counts[c.symbol]++
		i += n
	}
	w := &bitWriter{}
	w.put(0, 3) // no transform, no colour cache, one set of codes
	words, lengths := w.code(counts[:])
	for range 3 {
		w.put(0b0001, 4) // red, blue and alpha: a simple code of the one symbol 0, which takes no bits
	}
	w.put(0b011, 3) // distances: a simple code of two symbols, the first of one bit,
	w.put(0, 1)     // 0, which is above,
	w.put(1, 8)     // and 1, which is to the left
	for _, c := range all {
		w.put(words[c.symbol], int(lengths[c.symbol]))
		if c.symbol < 256 {
			continue
		}
		w.put(uint32(c.extra), int(c.rest))
		if c.left {
			w.put(1, 1)
		} else {
			w.put(0, 1)
		}
	}
	return w.bytes()
}

// repeats returns the number of samples from i on that equal those from i-distance on.
func repeats(samples []byte, i, distance int) int {
	if i < distance {
		return 0
	}
	n := 0
	for end := min(len(samples)-i, longest); n < end && samples[i+n] == samples[i+n-distance]; n++ {
	}
	return n
}

// lengthCode returns the encoding of a length (5.2.2).
func lengthCode(n int) (symbol, extra uint16, rest uint8) {
	if n <= 4 {
		return uint16(n - 1), 0, 0
	}
	n--
	high := bits.Len(uint(n)) - 1
	rest = uint8(high - 1)
	return uint16(2*high + n>>rest&1), uint16(n & (1<<rest - 1)), rest
}

// bitWriter writes the least significant bit first.
type bitWriter struct {
	out    []byte
	window uint64
	n      int
}

func (w *bitWriter) put(v uint32, n int) {
	w.window |= uint64(v) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.window))
		w.window >>= 8
	}
}

func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		w.out = append(w.out, byte(w.window))
	}
	return w.out
}

// lengthOrder is the order of the code lengths of the code for lengths (5.2.1).
var lengthOrder = [19]int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// code writes the optimal prefix code for the counts, and returns its code words and their lengths.
func (w *bitWriter) code(counts []int) (words []uint32, lengths []uint8) {
	used := 0
	only := 0
	for symbol, n := range counts {
		if n > 0 {
			used, only = used+1, symbol
		}
	}
	if used == 1 { // a simple code with one symbol (a value) of eight bits; the symbol itself takes no bits
		w.put(0b101, 3)
		w.put(uint32(only), 8)
		return make([]uint32, len(counts)), make([]uint8, len(counts))
	}
	lengths = prefixLengths(counts, 15)
	// The lengths are run-length encoded: 16 repeats the previous one, 17 and 18 are zeros.
	type codeLength struct{ symbol, extra, rest int }
	var all []codeLength
	var lengthCounts [19]int
	add := func(symbol, extra, rest int) {
		all = append(all, codeLength{symbol, extra, rest})
		lengthCounts[symbol]++
	}
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		v := int(lengths[i])
		i += n
		if v != 0 {
			add(v, 0, 0)
			n--
		}
		for n > 0 {
			switch {
			case v == 0 && n >= 11:
				run := min(n, 138)
				add(18, run-11, 7)
				n -= run
			case v == 0 && n >= 3:
				add(17, n-3, 3)
				n = 0
			case v != 0 && n >= 3:
				run := min(n, 6)
				add(16, run-3, 2)
				n -= run
			default:
				add(v, 0, 0)
				n--
			}
		}
	}
	ofLengths := prefixLengths(lengthCounts[:], 7)
	last := 18
	for last > 3 && ofLengths[lengthOrder[last]] == 0 {
		last--
	}
	w.put(0, 1) // not simple
	w.put(uint32(last-3), 4)
	for _, symbol := range lengthOrder[:last+1] {
		w.put(uint32(ofLengths[symbol]), 3)
	}
	w.put(0, 1) // lengths of the whole alphabet follow
	lengthWords := prefixWords(ofLengths)
	for _, t := range all {
		w.put(lengthWords[t.symbol], int(ofLengths[t.symbol]))
		w.put(uint32(t.extra), t.rest)
	}
	return prefixWords(lengths), lengths
}

// prefixLengths returns the code lengths of the optimal prefix code for at least two symbols. If one exceeds the limit,
// rare symbols are counted as more frequent.
func prefixLengths(counts []int, limit int) []uint8 {
	lengths := make([]uint8, len(counts))
	for least := 1; ; least *= 2 {
		type tree struct{ weight, symbol, left, right int }
		var nodes []tree
		var open []int
		for symbol, n := range counts {
			if n > 0 {
				open = append(open, len(nodes))
				nodes = append(nodes, tree{weight: max(n, least), symbol: symbol, left: -1})
			}
		}
		for len(open) > 1 {
			slices.SortStableFunc(open, func(a, b int) int { return nodes[b].weight - nodes[a].weight })
			a, b := open[len(open)-1], open[len(open)-2]
			open = append(open[:len(open)-2], len(nodes))
			nodes = append(nodes, tree{weight: nodes[a].weight + nodes[b].weight, left: a, right: b})
		}
		deepest := 0
		var walk func(node, depth int)
		walk = func(node, depth int) {
			if n := nodes[node]; n.left >= 0 {
				walk(n.left, depth+1)
				walk(n.right, depth+1)
				return
			}
			lengths[nodes[node].symbol] = uint8(min(depth, 255))
			deepest = max(deepest, depth)
		}
		walk(open[0], 0)
		if deepest <= limit {
			return lengths
		}
	}
}

// prefixWords returns the canonical code words of the lengths, bit-reversed.
func prefixWords(lengths []uint8) []uint32 {
	words := make([]uint32, len(lengths))
	word := uint32(0)
	for n := uint8(1); n <= 15; n++ {
		for symbol, length := range lengths {
			if length == n {
				words[symbol] = bits.Reverse32(word) >> (32 - n)
				word++
			}
		}
		word <<= 1
	}
	return words
}

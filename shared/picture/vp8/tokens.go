package vp8

import "math"

// Kinds of blocks, each with its own probabilities (13.3).
const (
	lumaAfterDC = iota // 16 × 16 prediction: the first coefficient is in the second-order block
	secondOrder
	chroma
	luma
	kinds
)

// A place is a kind, a band and the previous level (zero, ±1 or more), with 11 probabilities each.
const (
	perPlace      = 11
	places        = kinds * 8 * 3
	probabilities = places * perPlace
)

// tokens are the coefficients' bits in the order of the file. They are written last, because their probabilities depend
// on all of them. A bit is stored as twice the index of its probability, plus the bit. Indexes from `fixed` on have the
// constant probability index-fixed, in 256ths.
type tokens struct {
	full   [][]uint16 // in pieces, so that those of a large picture are not copied
	bits   []uint16
	counts [2 * (probabilities + 256)]uint32
}

const tokenChunk = 1 << 15

const fixed = probabilities

func place(kind, at, before int) int { return ((kind*8+int(bands[at]))*3 + before) * perPlace }

func (t *tokens) put(index, bit int) {
	if len(t.bits) == cap(t.bits) {
		t.full, t.bits = append(t.full, t.bits), make([]uint16, 0, tokenChunk)
	}
	token := uint16(index<<1 | bit)
	t.bits = append(t.bits, token)
	t.counts[token]++
}

// extraBits are the probabilities of the extra bits within a range; ranges begin with 5, 7, 11, 19, 35 and 67.
var extraBits = [6][]uint8{{159}, {165, 145}, {173, 148, 140}, {176, 155, 140, 135}, {180, 157, 141, 134, 130}, {254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}}

var rangeBegin = [6]int{5, 7, 11, 19, 35, 67}

// path lists the bits that select the range of a value of 2 or more: pairs of a probability and a bit.
var path = [9][]uint8{
	2: {3, 0, 4, 0}, 3: {3, 0, 4, 1, 5, 0}, 4: {3, 0, 4, 1, 5, 1},
	5: {3, 1, 6, 0, 7, 0}, 6: {3, 1, 6, 0, 7, 1}, 7: {3, 1, 6, 1, 8, 0, 9, 0}, 8: {3, 1, 6, 1, 8, 0, 9, 1},
}

var highPath = [2][]uint8{{3, 1, 6, 1, 8, 1, 10, 0}, {3, 1, 6, 1, 8, 1, 10, 1}}

// pathOf returns the path of a value of 2 or more, and from 5 on the index of its range in rangeBegin.
func pathOf(value int) (bits []uint8, rangeIndex int) {
	if value < 5 {
		return path[value], 0
	}
	for rangeIndex < 5 && value >= rangeBegin[rangeIndex+1] {
		rangeIndex++
	}
	if rangeIndex < 4 {
		return path[5+rangeIndex], rangeIndex
	}
	return highPath[rangeIndex-4], rangeIndex
}

// valueBits calls each with the bits of a value of at least 2, in the form of put.
func valueBits(at, value int, each func(index, bit int)) {
	bits, rangeIndex := pathOf(value)
	for i := 0; i < len(bits); i += 2 {
		each(at+int(bits[i]), int(bits[i+1]))
	}
	if value >= 5 {
		extra := value - rangeBegin[rangeIndex]
		for i, p := range extraBits[rangeIndex] {
			each(fixed+int(p), extra>>(len(extraBits[rangeIndex])-1-i)&1)
		}
	}
}

// block adds a block's levels, in zigzag order from `first` to `last` (the last that is not zero, or less than first).
func (t *tokens) block(kind, before, first, last int, levels *[16]int16) {
	at := place(kind, first, before)
	for n := first; ; {
		if n > last {
			t.put(at, 0)
			return
		}
		t.put(at, 1)
		for levels[n] == 0 {
			t.put(at+1, 0)
			n++
			at = place(kind, n, 0)
		}
		t.put(at+1, 1)
		value := int(levels[n])
		sign := value >> 63 & 1
		value = max(value, -value)
		n++
		if value == 1 {
			t.put(at+2, 0)
			at = place(kind, n, 1)
		} else {
			t.put(at+2, 1)
			valueBits(at, value, t.put)
			at = place(kind, n, 2)
		}
		t.put(fixed+128, sign)
		if n == 16 {
			return
		}
	}
}

// estimate computes the optimal probabilities for the bits so far.
func (t *tokens) estimate(p *[probabilities]uint8) {
	for i := range p {
		p[i] = defaultProbabilities[i]
		if zeros, all := t.counts[2*i], t.counts[2*i]+t.counts[2*i+1]; all > 0 {
			p[i] = uint8(min(max((zeros*255+all/2)/all, 1), 255))
		}
	}
}

// size estimates the bytes of the bits so far.
func (t *tokens) size(p *[probabilities]uint8, costs *bitCosts) int {
	sum := 0
	for i := range len(t.counts) / 2 {
		probability := uint8(i - fixed)
		if i < fixed {
			probability = p[i]
		}
		sum += int(t.counts[2*i])*costs.bit(probability, 0) + int(t.counts[2*i+1])*costs.bit(probability, 1)
	}
	return sum / 256 / 8
}

// bitCosts has the cost of a zero at each probability, in 256ths of a bit. A one costs as much as a zero at 256 minus the probability.
type bitCosts [257]uint16

func newBitCosts() *bitCosts {
	var c bitCosts
	c[0] = 256 * 9
	for p := 1; p <= 256; p++ {
		c[p] = uint16(math.Round(-256 * math.Log2(float64(p)/256)))
	}
	return &c
}

func (c *bitCosts) bit(p uint8, bit int) int {
	if bit == 0 {
		return int(c[p])
	}
	return int(c[256-int(p)])
}

// maxLevelCost is the level from which all have the same estimated cost.
const maxLevelCost = 67

// levelCosts is the cost of coefficients at each place, in 256ths of a bit.
type levelCosts struct {
	end, more [places]uint16
	level     [places][maxLevelCost + 1]uint16
	extra     [maxLevelCost + 1]uint16 // of the extra bits within a range, the same at each place
}

// setExtra sets what does not depend on probabilities, once per frame.
func (c *levelCosts) setExtra(costs *bitCosts) {
	for value := 5; value <= maxLevelCost; value++ {
		valueBits(0, value, func(index, bit int) {
			if index >= fixed {
				c.extra[value] += uint16(costs.bit(uint8(index-fixed), bit))
			}
		})
	}
}

// set sets the costs at these probabilities.
func (c *levelCosts) set(p *[probabilities]uint8, costs *bitCosts) {
	for i := range c.level {
		at := i * perPlace
		c.end[i], c.more[i] = uint16(costs.bit(p[at], 0)), uint16(costs.bit(p[at], 1))
		c.level[i][0] = uint16(costs.bit(p[at+1], 0))
		some := costs.bit(p[at+1], 1) + 256 // with its sign
		c.level[i][1] = uint16(some + costs.bit(p[at+2], 0))
		rangeCost := 0
		for value := 2; value <= maxLevelCost; value++ {
			if bits, rangeIndex := pathOf(value); value < 5 || value == rangeBegin[rangeIndex] {
				rangeCost = some + costs.bit(p[at+2], 1)
				for i := 0; i < len(bits); i += 2 {
					rangeCost += costs.bit(p[at+int(bits[i])], int(bits[i+1]))
				}
			}
			c.level[i][value] = uint16(rangeCost) + c.extra[value]
		}
	}
}

// block returns the cost of the bits that tokens.block adds.
func (c *levelCosts) block(kind, before, first, last int, levels *[16]int16) int {
	at := (kind*8+int(bands[first]))*3 + before
	if last < first {
		return int(c.end[at])
	}
	sum := int(c.more[at])
	for n := first; ; n++ {
		value := int(levels[n])
		value = max(value, -value)
		sum += int(c.level[at][min(value, maxLevelCost)])
		if n == 15 {
			return sum
		}
		at = (kind*8+int(bands[n+1]))*3 + min(value, 2)
		if n == last {
			return sum + int(c.end[at])
		}
		if value > 0 {
			sum += int(c.more[at])
		}
	}
}

// write encodes the tokens with the probabilities.
func (t *tokens) write(c *boolEncoder, p *[probabilities]uint8) {
	var all [probabilities + 256]uint8
	copy(all[:], p[:])
	for i := range 256 {
		all[fixed+i] = uint8(i)
	}
	for _, bits := range append(t.full, t.bits) {
		c.writeTokens(bits, &all)
	}
}

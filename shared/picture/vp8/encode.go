// Package vp8 encodes the key frames of lossy WebP (RFC 6386): prediction, transform, quantisation and boolean coding. It chooses modes by
// measured distortion and estimated rate, once per block. At the same size the quality is close to libwebp's, in half the time.
package vp8

import (
	"encoding/binary"
	"math"
)

// plane has samples with a border: a row above, a column to the left, and four columns to the right.
type plane struct {
	pixels []byte
	stride int
	source []byte // the input samples
	width  int    // of the source
	height int
	size   int // of a macroblock
	edge   []byte
}

func newPlane(source []byte, width, height, across, down, size int) plane {
	p := plane{stride: across*size + 16, source: source, width: width, height: height, size: size, edge: make([]byte, size*size)}
	p.pixels = make([]byte, p.stride*(down*size+1))
	for i := range p.pixels {
		p.pixels[i] = 129 // left of the picture
	}
	for i := range p.stride {
		p.pixels[i] = 127 // above it
	}
	return p
}

func (p *plane) at(x, y int) int { return (y+1)*p.stride + x + 8 }

// encoder is the state of one frame.
type encoder struct {
	across, down int
	blocks       []macroblock
	y            plane
	chroma       [2]plane
	above        []uint8  // for each macroblock of the row above, whether its last blocks have coefficients: 4 + 2 + 2 + second order
	left         [9]uint8 // the same for the macroblock to the left
	q            [kinds]quantiser
	lambda       int // distortion equivalent to a bit
	satdPerBit   int // SATD equivalent to a bit
	tokens       tokens
	costs        levelCosts
	bitCosts     *bitCosts
	subBits      [subModes][subModes][subModes]uint16

	best16x16, best4x4 candidate
	tried              [256]byte
	predicted          [256]byte
	chromaPredicted    [2][64]byte
	subCandidates      [2]subCandidate
	sub                [16]byte
	chromaLevels       [8][16]int16
	chromaLast         [8]int
}

// Encode returns the frame of a picture of width × height brightness samples and chroma planes of half the width and
// height (rounded up), in the range of BT.601 (16 to 235, 16 to 240). Quality is 1 to 100. If the frame would exceed
// limit bytes (0: no limit), Encode stops: frame is nil. Size is the frame's size in bytes, or an estimate of it.
func Encode(y, cb, cr []byte, width, height, quality, limit int) (frame []byte, size int) {
	across, down := (width+15)/16, (height+15)/16
	e := &encoder{across: across, down: down, blocks: make([]macroblock, across*down), above: make([]uint8, across*9), bitCosts: newBitCosts()}
	e.y = newPlane(y, width, height, across, down, 16)
	e.chroma[0] = newPlane(cb, (width+1)/2, (height+1)/2, across, down, 8)
	e.chroma[1] = newPlane(cr, (width+1)/2, (height+1)/2, across, down, 8)
	index := quantiserIndex(quality)
	e.setQuantisers(index)
	e.setSubBits()
	e.costs.setExtra(e.bitCosts)
	var probabilities [probabilities]uint8
	for row := range down {
		if row%4 == 0 || row < 4 {
			e.tokens.estimate(&probabilities)
			e.costs.set(&probabilities, e.bitCosts)
			if size = e.tokens.size(&probabilities, e.bitCosts); limit > 0 && size > limit {
				return nil, size * down / row
			}
		}
		clear(e.left[:])
		for x := range across {
			e.encodeMacroblock(x, row)
		}
	}
	frame = e.frame(width, height, index)
	return frame, len(frame)
}

// quantiserIndex returns the quantiser of a quality: a third root, so that each point of quality saves about as much as the next.
func quantiserIndex(quality int) int {
	q := float64(quality) / 100
	if q < 0.75 {
		q *= 2. / 3
	} else {
		q = 2*q - 1
	}
	return min(max(int(127*(1-math.Cbrt(q))+0.5), 0), 127)
}

// source returns the input samples of the macroblock. Outside of the picture it repeats the last samples.
func (e *encoder) source(p *plane, x, y int) (pixels []byte, stride int) {
	if x+p.size <= p.width && y+p.size <= p.height {
		return p.source[y*p.width+x:], p.width
	}
	for row := range p.size {
		from := p.source[min(y+row, p.height-1)*p.width:][:p.width]
		for column := range p.size {
			p.edge[row*p.size+column] = from[min(x+column, p.width-1)]
		}
	}
	return p.edge, p.size
}

// Values found by experiment: the rounding of levels (zeros are cheap), the distortion equivalent to a bit relative to
// the square of the quantiser, the finer quantiser of the mean chroma (else flat areas change their tint), and the
// strength of the loop filter relative to the quantiser.
const (
	roundAC, roundDC = 0.38, 0.45
	roundChroma      = 0.42
	lossOfBit        = 0.03
	chromaDelta      = -5
	filterOfStep     = 0.25
)

func (e *encoder) setQuantisers(index int) {
	dc, ac := int32(dcSteps[index]), int32(acSteps[index])
	e.q[luma] = newQuantiser(dc, ac, roundDC, roundAC)
	e.q[lumaAfterDC] = e.q[luma]
	e.q[secondOrder] = newQuantiser(2*dc, max(ac*155/100, 8), roundDC, roundChroma)
	chromaDC := int32(dcSteps[max(index+chromaDelta, 0)])
	e.q[chroma] = newQuantiser(min(chromaDC, 132), ac, roundDC, roundChroma)
	e.lambda = max(1, int(lossOfBit*float64(ac*ac)))
	e.satdPerBit = int(ac)
}

// setSubBits computes the costs of the modes of 4 × 4 blocks.
func (e *encoder) setSubBits() {
	for above := range subModes {
		for left := range subModes {
			for mode := range subModes {
				sum := 0
				subModePath(uint8(mode), func(i, bit int) { sum += e.bitCosts.bit(subblockModes[above][left][i], bit) })
				e.subBits[above][left][mode] = uint16(sum)
			}
		}
	}
}

// subModePath calls each with the bits of a 4 × 4 block's mode and the index of the probability of each, of nine.
func subModePath(mode uint8, each func(i, bit int)) {
	ways := [subModes]string{
		subDC: "00", subTrueMotion: "0110", subVertical: "011120", subHorizontal: "0111213040", subRightDown: "011121304150", subVerticalRight: "011121304151",
		subLeftDown: "0111213160", subVerticalLeft: "011121316170", subHorizontalDown: "01112131617180", subHorizontalUp: "01112131617181",
	}
	for way := ways[mode]; way != ""; way = way[2:] {
		each(int(way[0]-'0'), int(way[1]-'0'))
	}
}

// frame assembles the file: header and modes in the first partition, coefficients in the second (9, 19.2).
func (e *encoder) frame(width, height, index int) []byte {
	var best [probabilities]uint8
	e.tokens.estimate(&best)
	c := newBoolEncoder(e.across * e.down * 12)
	c.writeLiteral(0, 2) // colour space, clamping needed
	c.writeBit(false, 128)
	c.writeBit(false, 128) // no segments; the normal loop filter
	c.writeLiteral(min(63, int(filterOfStep*float64(acSteps[index])+0.5)), 6)
	c.writeLiteral(0, 3)
	c.writeLiteral(0, 1+2) // no loop filter adjustments; one partition of coefficients
	c.writeLiteral(index, 7)
	c.writeLiteral(0, 3) // the other quantisers use the same index
	c.writeSigned(chromaDelta, 4)
	c.writeLiteral(0, 1)
	c.writeBit(false, 128)
	for i, p := range best {
		zeros, ones := int(e.tokens.counts[2*i]), int(e.tokens.counts[2*i+1])
		was, update := defaultProbabilities[i], updateProbabilities[i]
		stay := zeros*e.bitCosts.bit(was, 0) + ones*e.bitCosts.bit(was, 1) + e.bitCosts.bit(update, 0)
		change := zeros*e.bitCosts.bit(p, 0) + ones*e.bitCosts.bit(p, 1) + e.bitCosts.bit(update, 1) + 8*256
		c.writeBit(change < stay, update)
		if change < stay {
			c.writeLiteral(int(p), 8)
		} else {
			best[i] = was
		}
	}
	skipped := 0
	for i := range e.blocks {
		if e.blocks[i].skipped {
			skipped++
		}
	}
	all := len(e.blocks)
	notSkipped := uint8(min(max((all-skipped)*255/all, 1), 255))
	c.writeBit(true, 128)
	c.writeLiteral(int(notSkipped), 8)
	for y := range e.down {
		for x := range e.across {
			e.writeModes(c, notSkipped, x, y)
		}
	}
	first := c.bytes()
	second := newBoolEncoder(len(e.tokens.full) * tokenChunk / 12)
	e.tokens.write(second, &best)

	out := make([]byte, 10, 10+len(first)+len(second.out)+8)
	tag := uint32(1<<4 | len(first)<<5) // a key frame that is shown
	out[0], out[1], out[2] = byte(tag), byte(tag>>8), byte(tag>>16)
	copy(out[3:], "\x9d\x01\x2a")
	binary.LittleEndian.PutUint16(out[6:], uint16(width))
	binary.LittleEndian.PutUint16(out[8:], uint16(height))
	return append(append(out, first...), second.bytes()...)
}

func (e *encoder) writeModes(c *boolEncoder, notSkipped uint8, x, y int) {
	m := &e.blocks[y*e.across+x]
	c.writeBit(m.skipped, notSkipped)
	c.writeBit(m.mode != subblocksMode, 145)
	if m.mode == subblocksMode {
		for i, mode := range m.sub {
			above, left := e.modesAround(m, x, y, i)
			subModePath(mode, func(i, bit int) { c.writeBit(bit != 0, subblockModes[above][left][i]) })
		}
	} else {
		upright := m.mode == dcMode || m.mode == verticalMode
		c.writeBit(!upright, 156)
		if upright {
			c.writeBit(m.mode == verticalMode, 163)
		} else {
			c.writeBit(m.mode == trueMotionMode, 128)
		}
	}
	c.writeBit(m.chromaMode != dcMode, 142)
	if m.chromaMode != dcMode {
		c.writeBit(m.chromaMode != verticalMode, 114)
		if m.chromaMode != verticalMode {
			c.writeBit(m.chromaMode == trueMotionMode, 183)
		}
	}
}

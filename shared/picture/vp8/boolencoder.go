package vp8

import "math/bits"

// boolEncoder is the arithmetic encoder of RFC 6386 (7): every bit has a probability, in 256ths, of being zero.
type boolEncoder struct {
	out     []byte
	low     uint64 // start of the interval: the bits that may still change
	width   uint32 // width of the interval, 128 to 255 between two bits
	pending uint   // number of bits of low below its upper eight
}

func newBoolEncoder(room int) *boolEncoder {
	return &boolEncoder{out: make([]byte, 0, room), width: 255}
}

func (c *boolEncoder) writeBit(bit bool, probability uint8) {
	split := 1 + (c.width-1)*uint32(probability)>>8
	if bit {
		c.low += uint64(split)
		split = c.width - split
	}
	shift := uint(bits.LeadingZeros8(uint8(split)))
	c.width = split << shift
	c.low <<= shift
	c.pending += shift
	if c.pending >= 40 {
		c.flush()
	}
}

// writeTokens writes the bits of tokens with the probabilities of their indexes, like writeBit, but without branches for a bit.
func (c *boolEncoder) writeTokens(tokens []uint16, probabilities *[probabilities + 256]uint8) {
	low, width, pending := c.low, c.width, c.pending
	for _, token := range tokens {
		split := 1 + (width-1)*uint32(probabilities[token>>1])>>8
		one := -uint32(token & 1) // all bits, or none
		low += uint64(split & one)
		split ^= (split ^ (width - split)) & one
		shift := uint(bits.LeadingZeros8(uint8(split)))
		width = split << shift
		low <<= shift
		if pending += shift; pending >= 40 {
			c.low, c.pending = low, pending
			c.flush()
			low, pending = c.low, c.pending
		}
	}
	c.low, c.width, c.pending = low, width, pending
}

// flush writes the whole bytes above the upper eight bits. Later bits can change them only by a carry.
func (c *boolEncoder) flush() {
	for c.pending >= 8 {
		top := c.low >> c.pending
		if top > 255 { // carry
			i := len(c.out) - 1
			for ; c.out[i] == 255; i-- {
				c.out[i] = 0
			}
			c.out[i]++
		}
		c.out = append(c.out, byte(top))
		c.low &= 1<<c.pending - 1
		c.pending -= 8
	}
}

// writeLiteral writes the lowest n bits of v, most significant first, with even probability.
func (c *boolEncoder) writeLiteral(v, n int) {
	for n--; n >= 0; n-- {
		c.writeBit(v>>n&1 != 0, 128)
	}
}

// writeSigned writes a flag for v ≠ 0, and then n bits of v and its sign.
func (c *boolEncoder) writeSigned(v, n int) {
	c.writeBit(v != 0, 128)
	if v != 0 {
		c.writeLiteral(max(v, -v), n)
		c.writeBit(v < 0, 128)
	}
}

// bytes flushes the encoder and returns its output.
func (c *boolEncoder) bytes() []byte {
	c.writeLiteral(0, 32)
	c.flush()
	return c.out
}

package vp8

import "math/bits"

// boolEncoder is the arithmetic encoder of RFC 6386 (7): every bit is written with the probability, in 256ths, that it is zero.
type boolEncoder struct {
	out     []byte
	low     uint64 // where the interval begins: the bits that may still change
	width   uint32 // how wide it is, 128 to 255 between two bits
	pending uint   // how many bits low has behind its upper eight
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

// flush writes the whole bytes in front of the upper eight bits that later bits can only change by a carry.
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

// writeLiteral writes the lowest n bits of v, the highest first, with even probability.
func (c *boolEncoder) writeLiteral(v, n int) {
	for n--; n >= 0; n-- {
		c.writeBit(v>>n&1 != 0, 128)
	}
}

// writeSigned writes whether v is not zero, and then n bits of it and its sign.
func (c *boolEncoder) writeSigned(v, n int) {
	c.writeBit(v != 0, 128)
	if v != 0 {
		c.writeLiteral(max(v, -v), n)
		c.writeBit(v < 0, 128)
	}
}

// bytes ends the writing.
func (c *boolEncoder) bytes() []byte {
	c.writeLiteral(0, 32)
	c.flush()
	return c.out
}

package vp8

import "math/bits"

// boolCoder is the arithmetic coder of RFC 6386 (7): every bit is written with the probability, in 256ths, that it is zero.
type boolCoder struct {
	out    []byte
	low    uint64 // where the interval begins: the bits that may still change
	width  uint32 // how wide it is, 128 to 255 between two bits
	behind uint   // how many bits low has behind its upper eight
}

func newBoolCoder(room int) *boolCoder { return &boolCoder{out: make([]byte, 0, room), width: 255} }

func (c *boolCoder) put(bit bool, probability uint8) {
	split := 1 + (c.width-1)*uint32(probability)>>8
	if bit {
		c.low += uint64(split)
		split = c.width - split
	}
	shift := uint(bits.LeadingZeros8(uint8(split)))
	c.width = split << shift
	c.low <<= shift
	c.behind += shift
	if c.behind >= 40 {
		c.flush()
	}
}

// flush writes the whole bytes in front of the upper eight bits that later bits can only change by a carry.
func (c *boolCoder) flush() {
	for c.behind >= 8 {
		top := c.low >> c.behind
		if top > 255 { // what was written before was one too little
			i := len(c.out) - 1
			for ; c.out[i] == 255; i-- {
				c.out[i] = 0
			}
			c.out[i]++
		}
		c.out = append(c.out, byte(top))
		c.low &= 1<<c.behind - 1
		c.behind -= 8
	}
}

// number writes the lowest n bits of v, the highest first, each as likely one as zero.
func (c *boolCoder) number(v, n int) {
	for n--; n >= 0; n-- {
		c.put(v>>n&1 != 0, 128)
	}
}

// flagged writes whether v is not zero, and then n bits of it and its sign.
func (c *boolCoder) flagged(v, n int) {
	c.put(v != 0, 128)
	if v != 0 {
		c.number(max(v, -v), n)
		c.put(v < 0, 128)
	}
}

// bytes ends the writing.
func (c *boolCoder) bytes() []byte {
	c.number(0, 32)
	c.flush()
	return c.out
}

package picture

import (
	"context"
	"math/bits"
)

// coefficients stores the coefficients of a plane between the scans of a progressive JPEG. It keeps only the scale × scale values per block
// that become samples; of all others it keeps which are not zero, because a later scan has one more bit for each of those.
type coefficients struct {
	side    int // values kept per side of a block
	values  []int16
	nonzero []uint64 // a bit for each zigzag index
}

func newCoefficients(c *component) coefficients {
	blocks := c.blocksX * c.blocksY
	return coefficients{c.scale, make([]int16, blocks*c.scale*c.scale), make([]uint64, blocks)}
}

// value returns the stored coefficient k of a block, or nil.
func (c *coefficients) value(block, k int) *int16 {
	x, y := int(zigzag[k]&7), int(zigzag[k]>>3)
	if x >= c.side || y >= c.side {
		return nil
	}
	return &c.values[(block*c.side+y)*c.side+x]
}

// progressiveBlock reads a block of the scan (T.81, G.1.2).
func (s *scan) progressiveBlock(c *component, block int) error {
	switch {
	case s.from == 0:
		return s.dcBits(c, block)
	case s.high == 0:
		return s.firstBits(c, block)
	}
	return s.oneMoreBit(c, block)
}

func (s *scan) dcBits(c *component, block int) error {
	v := c.stored.value(block, 0)
	if s.high != 0 {
		*v |= int16(s.bits.bits(1) << s.low)
		return nil
	}
	size, err := s.bits.next(c.dcTable)
	if err != nil {
		return err
	}
	if size > 15 {
		return ErrCorrupt
	}
	c.predicted += s.bits.number(int(size))
	*v = int16(c.predicted << s.low)
	return nil
}

// firstBits reads the upper bits of a band.
func (s *scan) firstBits(c *component, block int) error {
	if s.endOfBand > 0 {
		s.endOfBand--
		return nil
	}
	for k := s.from; k <= s.to; k++ {
		symbol, err := s.bits.next(c.acTable)
		if err != nil {
			return err
		}
		run, size := int(symbol>>4), int(symbol&15)
		if size == 0 && run < 15 {
			s.endOfBand = 1<<run - 1 + s.bits.bits(run)
			return nil
		}
		k += run
		if k > s.to {
			return ErrCorrupt
		}
		if size == 0 {
			continue
		}
		n := s.bits.number(size)
		c.stored.nonzero[block] |= 1 << k
		if v := c.stored.value(block, k); v != nil {
			*v = int16(n << s.low)
		}
	}
	return nil
}

// oneMoreBit reads one more bit for each non-zero coefficient of a band, and the coefficients that become non-zero with this bit.
func (s *scan) oneMoreBit(c *component, block int) error {
	k := s.from
	for s.endOfBand == 0 && k <= s.to {
		symbol, err := s.bits.next(c.acTable)
		if err != nil {
			return err
		}
		run, size := int(symbol>>4), int(symbol&15)
		begins := int16(0)
		switch {
		case size == 0 && run < 15:
			s.endOfBand = 1<<run + s.bits.bits(run)
			continue
		case size == 1:
			begins = int16(2*s.bits.bits(1)-1) << s.low
		case size > 1:
			return ErrCorrupt
		}
		k = s.refine(c, block, k, run)
		if k > s.to {
			return ErrCorrupt
		}
		if begins != 0 {
			c.stored.nonzero[block] |= 1 << k
			if v := c.stored.value(block, k); v != nil {
				*v = begins
			}
		}
		k++
	}
	if s.endOfBand > 0 {
		s.refine(c, block, k, 64)
		s.endOfBand--
	}
	return nil
}

// refine reads one more bit for each non-zero coefficient from k on. It skips `zeros` zero coefficients and returns the
// index of the next zero one, or the end of the band.
func (s *scan) refine(c *component, block, k, zeros int) int {
	for ; k <= s.to; k++ {
		rest := c.stored.nonzero[block] >> k
		gap := bits.TrailingZeros64(rest)
		if rest == 0 || zeros < gap {
			return min(k+zeros, s.to+1)
		}
		zeros, k = zeros-gap, k+gap
		if k > s.to {
			break
		}
		if s.bits.bits(1) == 0 {
			continue
		}
		if v := c.stored.value(block, k); v != nil {
			if *v < 0 {
				*v -= 1 << s.low
			} else {
				*v += 1 << s.low
			}
		}
	}
	return s.to + 1
}

// transformStored transforms the stored coefficients to the planes.
func (d *jpegDecoder) transformStored(ctx context.Context) error {
	for y := range d.unitsY {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range d.components {
			c := &d.components[i]
			var quantisers block
			for k, q := range d.quantisers[c.quantiser] {
				quantisers[zigzag[k]] = q
			}
			n := c.scale
			for v := range c.v {
				for x := range c.blocksX {
					stored := c.stored.values[((y*c.v+v)*c.blocksX+x)*n*n:][:n*n]
					var b block
					for j, value := range stored {
						at := j/n*8 + j%n
						b[at] = int32(value) * quantisers[at]
					}
					c.inverse(&b, c.strip[v*n*c.stride+x*n:], false)
				}
			}
			c.emitRows(false)
		}
	}
	return nil
}

package picture

import (
	"context"
	"fmt"
)

// scan is one pass over the entropy-coded part, of one component or of several interleaved ones.
type scan struct {
	components     []*component
	from, to       int // zigzag indices of the coefficients in it
	high, low      int // successive approximation: the previous bit and the bit of this scan
	bits           bitReader
	endOfBand      int // progressive: remaining blocks without further coefficients in this band
	unitsX, unitsY int
}

// decode decodes the planes and passes each row to its component's rows, in order per plane. It returns ctx's error if ctx ends.
func (d *jpegDecoder) decode(ctx context.Context) error {
	held := 0
	for i := range d.components {
		c := &d.components[i]
		if held += c.blocksX * c.blocksY * (2*c.scale*c.scale + 8); d.progressive && held > maxHeld {
			return fmt.Errorf("%w: progressive, %d MB", ErrTooLarge, held>>20)
		}
	}
	for i := range d.components {
		c := &d.components[i]
		c.stride = c.blocksX * c.scale
		c.strip = make([]byte, c.stride*c.v*c.scale)
		if d.progressive {
			c.stored = newCoefficients(c)
		}
	}
	scans := 0
	for more := true; more; {
		if scans++; scans > maxScans {
			return fmt.Errorf("%w: more than %d scans", ErrCorrupt, maxScans)
		}
		s, err := d.readScanHeader()
		if err != nil {
			return err
		}
		if err := d.decodeScan(ctx, s); err != nil {
			return err
		}
		d.at = s.bits.at
		if !d.progressive && d.complete() {
			return nil // ignore data after the picture
		}
		if more, err = d.nextScan(); err != nil {
			return err
		}
	}
	if d.progressive {
		return d.transformStored(ctx)
	}
	return fmt.Errorf("%w: a component is missing", ErrTruncated)
}

func (d *jpegDecoder) complete() bool {
	for i := range d.components {
		if d.components[i].made < d.components[i].outH {
			return false
		}
	}
	return true
}

func (d *jpegDecoder) readScanHeader() (*scan, error) {
	h := d.scanHeader
	if len(h) < 1 || h[0] < 1 || h[0] > 4 || len(h) < 4+2*int(h[0]) {
		return nil, fmt.Errorf("%w: scan header of %d bytes", ErrCorrupt, len(h))
	}
	n := int(h[0])
	s := &scan{from: int(h[1+2*n]), to: int(h[2+2*n]), high: int(h[3+2*n] >> 4), low: int(h[3+2*n] & 15), bits: bitReader{data: d.data, at: d.at}}
	if !d.progressive {
		s.from, s.to, s.high, s.low = 0, 63, 0, 0 // some encoders write arbitrary values
	}
	if s.to > 63 || s.from > s.to || s.from == 0 && s.to != 0 && d.progressive || s.from > 0 && n > 1 || s.low > 13 || s.high > 13 || s.high != 0 && s.high != s.low+1 {
		return nil, fmt.Errorf("%w: scan of coefficients %d to %d, bits %d to %d", ErrCorrupt, s.from, s.to, s.high, s.low)
	}
	for i := range n {
		var c *component
		for j := range d.components {
			if d.components[j].id == int(h[1+2*i]) {
				c = &d.components[j]
			}
		}
		dc, ac := h[2+2*i]>>4, h[2+2*i]&15
		if c == nil || dc > 3 || ac > 3 || !d.progressive && c.made > 0 {
			return nil, fmt.Errorf("%w: scan of component %d", ErrCorrupt, h[1+2*i])
		}
		for _, before := range s.components {
			if before == c {
				return nil, fmt.Errorf("%w: a component twice in a scan", ErrCorrupt)
			}
		}
		c.dcTable, c.acTable = d.dcTables[dc], d.acTables[ac]
		if s.from == 0 && s.high == 0 && c.dcTable == nil || s.to > 0 && c.acTable == nil {
			return nil, fmt.Errorf("%w: a Huffman table is missing", ErrCorrupt)
		}
		if !d.progressive && c.scale < 8 {
			c.acTable.defineSkip()
		}
		s.components = append(s.components, c)
	}
	s.unitsX, s.unitsY = d.unitsX, d.unitsY
	if n == 1 { // not interleaved: a unit is one block, and there are no padding blocks
		c := s.components[0]
		s.unitsX, s.unitsY = ceilDiv(c.width, 8), ceilDiv(c.height, 8)
	}
	return s, nil
}

func (d *jpegDecoder) decodeScan(ctx context.Context, s *scan) error {
	toRestart := d.restart
	s.begin()
	for y := range s.unitsY {
		if err := ctx.Err(); err != nil {
			return err
		}
		for x := range s.unitsX {
			if d.restart > 0 && toRestart == 0 {
				if s.bits.overrun() {
					return ErrTruncated
				}
				if !s.bits.restart() {
					return fmt.Errorf("%w: no restart marker", ErrCorrupt)
				}
				s.begin()
				toRestart = d.restart
			}
			toRestart--
			for _, c := range s.components {
				if err := d.unit(s, c, x, y); err != nil {
					return err
				}
			}
		}
		if s.bits.overrun() {
			return ErrTruncated
		}
		if !d.progressive {
			for _, c := range s.components {
				c.emitRows(len(s.components) == 1)
			}
		}
	}
	return nil
}

// begin resets the state at the start of a scan and at a restart marker.
func (s *scan) begin() {
	s.endOfBand = 0
	for _, c := range s.components {
		c.predicted = 0
	}
}

// unit decodes a component's blocks of the unit x, y.
func (d *jpegDecoder) unit(s *scan, c *component, x, y int) error {
	across, down := c.h, c.v
	if len(s.components) == 1 {
		across, down = 1, 1
	}
	for v := range down {
		for h := range across {
			bx, by := x*across+h, y*down+v
			if d.progressive {
				if err := s.progressiveBlock(c, by*c.blocksX+bx); err != nil {
					return err
				}
				continue
			}
			b := &d.block
			if c.scale > 2 {
				*b = block{}
			} else { // the inverse reads only these
				b[1], b[8], b[9] = 0, 0, 0
			}
			flat, err := s.bits.block(c, &d.quantisers[c.quantiser], b)
			if err != nil {
				return err
			}
			c.inverse(b, c.strip[v*c.scale*c.stride+bx*c.scale:], flat)
		}
	}
	return nil
}

// inverse writes a block's samples.
func (c *component) inverse(b *block, out []byte, flat bool) {
	switch {
	case c.scale == 1:
		b.inverse1(out)
	case flat:
		v := clamp8((b[0]+4)>>3 + 128)
		for y := range c.scale {
			row := out[y*c.stride:][:c.scale]
			for x := range row {
				row[x] = v
			}
		}
	case c.scale == 2:
		b.inverse2(out, c.stride)
	case c.scale == 4:
		b.inverse4(out, c.stride)
	default:
		b.inverse8(out, c.stride)
	}
}

// emitRows passes on the rows of the strip: one row of blocks, or those of a unit.
func (c *component) emitRows(single bool) {
	rows := c.scale * c.v
	if single {
		rows = c.scale
	}
	for y := range min(rows, c.outH-c.made) {
		c.rows(c.strip[y*c.stride:][:c.outW])
		c.made++
	}
}

// block reads a baseline block: the coefficients that the component's scale needs, times their quantisers. It skips the
// others. flat reports that all needed ones but the first are zero.
func (r *bitReader) block(c *component, quantisers *[64]int32, b *block) (flat bool, err error) {
	if r.left < 32 {
		r.fill()
	}
	if e := c.dcTable.value[r.window>>(64-valueBits)]; e != 0 {
		r.window <<= e & 31
		r.left -= int(e & 31)
		c.predicted += int(int32(e) >> 16)
	} else {
		size, err := r.next(c.dcTable)
		if err != nil {
			return false, err
		}
		if size > 15 {
			return false, fmt.Errorf("%w: a difference of %d bits", ErrCorrupt, size)
		}
		c.predicted += r.number(int(size))
	}
	b[0] = int32(c.predicted) * quantisers[0]

	ac, need := c.acTable, lastNeeded[c.scale]
	flat = true
	k := 1
	window, left := r.window, r.left
	for k <= need {
		if left < 32 {
			r.window, r.left = window, left
			r.fill()
			window, left = r.window, r.left
		}
		if e := ac.value[window>>(64-valueBits)]; e != 0 {
			window <<= e & 31
			left -= int(e & 31)
			k += int(e >> 8 & 255)
			if v := int32(e) >> 16; v != 0 {
				i := (k - 1) & 63 // the run of a damaged file may lead out of the block
				b[zigzag[i]&63] = v * quantisers[i]
				flat = false
			}
			continue
		}
		r.window, r.left = window, left
		symbol, err := r.next(ac)
		if err != nil {
			return false, err
		}
		run, size := int(symbol>>4), int(symbol&15)
		v := r.number(size)
		window, left = r.window, r.left
		k += run + 1
		if size != 0 {
			i := (k - 1) & 63
			b[zigzag[i]&63] = int32(v) * quantisers[i]
			flat = false
		} else if run < 15 {
			k = 64
		}
	}
	for k < 64 {
		if left < 32 {
			r.window, r.left = window, left
			r.fill()
			window, left = r.window, r.left
		}
		if e := ac.skip[window>>(64-skipBits)]; e != 0 && k+int(e>>8&127) <= 64 {
			window <<= e & 31
			left -= int(e & 31)
			k += int(e >> 8 & 127)
			if e>>15 != 0 {
				break
			}
			continue
		}
		if e := ac.value[window>>(64-valueBits)]; e != 0 {
			window <<= e & 31
			left -= int(e & 31)
			k += int(e >> 8 & 255)
			continue
		}
		r.window, r.left = window, left
		symbol, err := r.next(ac)
		if err != nil {
			return false, err
		}
		r.bits(int(symbol & 15))
		window, left = r.window, r.left
		k += int(symbol>>4) + 1
		if symbol&15 == 0 && symbol>>4 < 15 {
			break
		}
	}
	r.window, r.left = window, left
	return flat, nil
}

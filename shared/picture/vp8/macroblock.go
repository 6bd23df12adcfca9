package vp8

// macroblock has the modes of 16 × 16 samples.
type macroblock struct {
	mode, chromaMode uint8
	sub              [16]uint8
	skipped          bool // no coefficients
}

// candidate is a way to encode the luma of a macroblock, with its rate and distortion.
type candidate struct {
	levels        [16][16]int16
	last          [16]int
	second        [16]int16 // the second-order block
	secLast       int
	reconstructed [256]byte // as decoded
	rate          int       // 256ths of a bit
	loss          int       // sum of squared differences
}

// squaredError is the sum of squared differences of a block.
func squaredError(source []byte, sourceStride int, reconstructed []byte, madeStride, w, h int) int {
	sum := int32(0)
	for y := range h {
		s, m := source[y*sourceStride:][:w], reconstructed[y*madeStride:][:w]
		for x := range s {
			d := int32(s[x]) - int32(m[x])
			sum += d * d
		}
	}
	return int(sum)
}

func (e *encoder) score(loss, rate int) int { return loss*256 + rate*e.lambda }

// modeBits is the cost of the 16 × 16 modes, in 256ths of a bit, with the fixed probabilities of a key frame (11.2).
var modeBits = [5]int{dcMode: 659, verticalMode: 866, horizontalMode: 912, trueMotionMode: 912, subblocksMode: 210}

// encodeMacroblock chooses the modes of the macroblock at x, y, adds its tokens, and reconstructs it in the planes.
func (e *encoder) encodeMacroblock(x, y int) {
	m := &e.blocks[y*e.across+x]
	e.try16x16(m, x, y)
	best := &e.best16x16
	if e.try4x4(m, x, y, e.score(e.best16x16.loss, e.best16x16.rate)) {
		best = &e.best4x4
		m.mode = subblocksMode
	} else {
		sub := [4]uint8{dcMode: subDC, verticalMode: subVertical, horizontalMode: subHorizontal, trueMotionMode: subTrueMotion}[m.mode]
		for i := range m.sub {
			m.sub[i] = sub
		}
		at := e.y.at(x*16, y*16)
		for row := range 16 {
			copy(e.y.pixels[at+row*e.y.stride:][:16], e.best16x16.reconstructed[row*16:])
		}
	}
	if x == e.across-1 { // right of the picture the last sample is repeated (127 above it)
		at := e.y.at(x*16+15, y*16+15)
		for i := range 4 {
			e.y.pixels[at+1+i] = e.y.pixels[at]
		}
	}
	e.encodeChroma(m, x, y)
	e.addTokens(m, best, x)
}

// try16x16 tries the four modes of 16 × 16 samples.
func (e *encoder) try16x16(m *macroblock, x, y int) {
	c := &e.best16x16
	source, stride := e.source(&e.y, x*16, y*16)
	at := e.y.at(x*16, y*16)
	var blocks [16]rows
	for i := range blocks {
		blocks[i] = rowsOf(source[i>>2*4*stride+i&3*4:], stride)
	}
	least := 1 << 30
	for mode := range 4 {
		predicted := &e.tried
		predictBlock(mode, 16, e.y.pixels, at, e.y.stride, y > 0, x > 0, predicted[:])
		sum := modeBits[mode] * e.satdPerBit >> 8
		for i := 0; i < 16 && sum < least; i++ {
			sum += satd(&blocks[i], predicted[i>>2*64+i&3*4:], 16)
		}
		if sum < least {
			least = sum
			m.mode = uint8(mode)
			e.predicted = *predicted
		}
	}
	var dc, coefficients [16]int16
	var all [16][16]int16
	for i := range 16 {
		o := i>>2*4*stride + i&3*4
		forward(source[o:], stride, e.predicted[i>>2*64+i&3*4:], 16, &all[i])
		dc[i] = all[i][0]
	}
	walshForward(&dc, &coefficients)
	c.secLast = e.q[secondOrder].quantise(&coefficients, 0, &c.second)
	walshInverse(&coefficients, &dc)
	top, left := e.above[x*9:][:9], &e.left
	c.rate = modeBits[m.mode] + e.costs.block(secondOrder, int(top[8]+left[8]), 0, c.secLast, &c.second)
	nonzero := *left
	var over [4]uint8
	copy(over[:], top[:4])
	for i := range 16 {
		c.last[i] = e.q[lumaAfterDC].quantise(&all[i], 1, &c.levels[i])
		all[i][0] = dc[i]
		o := i>>2*64 + i&3*4
		inverse(&all[i], e.predicted[o:], 16, c.reconstructed[o:], 16)
		c.rate += e.costs.block(lumaAfterDC, int(over[i&3]+nonzero[i>>2]), 1, c.last[i], &c.levels[i])
		some := flag(c.last[i] >= 1)
		over[i&3], nonzero[i>>2] = some, some
	}
	c.loss = squaredError(source, stride, c.reconstructed[:], 16, 16, 16)
}

func flag(v bool) uint8 {
	if v {
		return 1
	}
	return 0
}

// try4x4 tries to stay below the score limit with a mode for each 4 × 4 block. It works in the plane, because each
// block is predicted from earlier ones.
func (e *encoder) try4x4(m *macroblock, x, y, limit int) bool {
	c := &e.best4x4
	source, stride := e.source(&e.y, x*16, y*16)
	c.rate, c.loss = modeBits[subblocksMode], 0
	top, nonzero := e.above[x*9:][:9], e.left
	var over [4]uint8
	copy(over[:], top[:4])
	corner := e.y.at(x*16, y*16)
	var right [4]byte // above the macroblock to the right, also used by lower blocks
	copy(right[:], e.y.pixels[corner-e.y.stride+16:])
	for i := range 16 {
		at := corner + i>>2*4*e.y.stride + i&3*4
		var around edge
		for j := range 4 {
			around[j] = e.y.pixels[at+(3-j)*e.y.stride-1]
		}
		copy(around[4:], e.y.pixels[at-e.y.stride-1:][:9])
		if i&3 == 3 {
			copy(around[9:], right[:])
		}
		upper, before := e.modesAround(m, x, y, i)
		bits := &e.subBits[upper][before]
		src := source[i>>2*4*stride+i&3*4:]
		context := int(over[i&3] + nonzero[i>>2])
		candidates := e.bestSubModes(&around, bits, src, stride)
		least := 1 << 62
		var rate, loss int
		for h := range candidates {
			try := &candidates[h]
			if 5*try.satd > 6*candidates[0].satd {
				break // by 20 % worse: it is hardly ever the better one
			}
			forward(src, stride, try.predicted[:], 4, &try.coefficients)
			try.last = e.q[luma].quantise(&try.coefficients, 0, &try.levels)
			inverse(&try.coefficients, try.predicted[:], 4, try.predicted[:], 4)
			r := int(bits[try.mode]) + e.costs.block(luma, context, 0, try.last, &try.levels)
			l := squaredError(src, stride, try.predicted[:], 4, 4, 4)
			if score := e.score(l, r); score < least {
				least, rate, loss = score, r, l
				m.sub[i], c.last[i], c.levels[i] = uint8(try.mode), try.last, try.levels
				for row := range 4 {
					copy(e.y.pixels[at+row*e.y.stride:][:4], try.predicted[row*4:])
				}
			}
		}
		c.rate += rate
		c.loss += loss
		if e.score(c.loss, c.rate) >= limit {
			return false
		}
		some := flag(c.last[i] >= 0)
		over[i&3], nonzero[i>>2] = some, some
	}
	return true
}

// subCandidate is a candidate mode of a 4 × 4 block.
type subCandidate struct {
	mode, satd   int
	predicted    [16]byte
	coefficients [16]int16
	levels       [16]int16
	last         int
}

// bestSubModes finds the two modes with the least SATD. A third would cost more time than its bytes are worth.
func (e *encoder) bestSubModes(around *edge, bits *[subModes]uint16, source []byte, stride int) *[2]subCandidate {
	first, second := &e.subCandidates[0], &e.subCandidates[1]
	first.satd, second.satd = 1<<30, 1<<30
	block := rowsOf(source, stride)
	for mode := range subModes {
		sum := int(bits[mode]) * e.satdPerBit >> 8
		if sum >= second.satd {
			continue
		}
		predict4(mode, around, &e.sub)
		sum += satd(&block, e.sub[:], 4)
		if sum >= second.satd {
			continue
		}
		if sum < first.satd {
			second.mode, second.satd, second.predicted = first.mode, first.satd, first.predicted
			first.mode, first.satd, first.predicted = mode, sum, e.sub
		} else {
			second.mode, second.satd, second.predicted = mode, sum, e.sub
		}
	}
	return &e.subCandidates
}

// modesAround returns the modes of the 4 × 4 blocks above and left of block i; DC outside of the picture.
func (e *encoder) modesAround(m *macroblock, x, y, i int) (above, left uint8) {
	switch {
	case i >= 4:
		above = m.sub[i-4]
	case y > 0:
		above = e.blocks[(y-1)*e.across+x].sub[i+12]
	}
	switch {
	case i&3 > 0:
		left = m.sub[i-1]
	case x > 0:
		left = e.blocks[y*e.across+x-1].sub[i+3]
	}
	return above, left
}

// encodeChroma chooses the mode of both chroma planes and reconstructs them.
func (e *encoder) encodeChroma(m *macroblock, x, y int) {
	var blocks [2][4]rows
	for p := range blocks {
		source, stride := e.source(&e.chroma[p], x*8, y*8)
		for i := range blocks[p] {
			blocks[p][i] = rowsOf(source[i>>1*4*stride+i&1*4:], stride)
		}
	}
	least := 1 << 30
	for mode := range 4 {
		var predicted [2][64]byte
		sum := chromaModeBits[mode] * e.satdPerBit >> 8
		for p := range 2 {
			plane := &e.chroma[p]
			predictBlock(mode, 8, plane.pixels, plane.at(x*8, y*8), plane.stride, y > 0, x > 0, predicted[p][:])
			for i := range 4 {
				sum += satd(&blocks[p][i], predicted[p][i>>1*32+i&1*4:], 8)
			}
		}
		if sum < least {
			least, m.chromaMode, e.chromaPredicted = sum, uint8(mode), predicted
		}
	}
	for p := range 2 {
		plane := &e.chroma[p]
		source, stride := e.source(plane, x*8, y*8)
		for i := range 4 {
			var coefficients [16]int16
			predicted := e.chromaPredicted[p][i>>1*32+i&1*4:]
			forward(source[i>>1*4*stride+i&1*4:], stride, predicted, 8, &coefficients)
			e.chromaLast[p*4+i] = e.q[chroma].quantise(&coefficients, 0, &e.chromaLevels[p*4+i])
			inverse(&coefficients, predicted, 8, plane.pixels[plane.at(x*8+i&1*4, y*8+i>>1*4):], plane.stride)
		}
	}
}

// chromaModeBits is the cost of the chroma modes, in 256ths of a bit.
var chromaModeBits = [4]int{dcMode: 218, verticalMode: 598, horizontalMode: 641, trueMotionMode: 980}

// addTokens adds the macroblock's tokens, and records which blocks have coefficients, as the context of later ones.
func (e *encoder) addTokens(m *macroblock, c *candidate, x int) {
	top, left := e.above[x*9:][:9], &e.left
	m.skipped = true
	kind, first := luma, 0
	if m.mode != subblocksMode {
		kind, first = lumaAfterDC, 1
		m.skipped = c.secLast < 0
	}
	for i := range 16 {
		m.skipped = m.skipped && c.last[i] < first
	}
	for i := range 8 {
		m.skipped = m.skipped && e.chromaLast[i] < 0
	}
	if m.skipped {
		clear(top[:8])
		clear(left[:8])
		if first == 1 {
			top[8], left[8] = 0, 0
		}
		return
	}
	if first == 1 {
		e.tokens.block(secondOrder, int(top[8]+left[8]), 0, c.secLast, &c.second)
		top[8] = flag(c.secLast >= 0)
		left[8] = top[8]
	}
	for i := range 16 {
		a, l := &top[i&3], &left[i>>2]
		e.tokens.block(kind, int(*a+*l), first, c.last[i], &c.levels[i])
		*a = flag(c.last[i] >= first)
		*l = *a
	}
	for i := range 8 {
		a, l := &top[4+i>>2*2+i&1], &left[4+i>>2*2+i>>1&1]
		e.tokens.block(chroma, int(*a+*l), 0, e.chromaLast[i], &e.chromaLevels[i])
		*a = flag(e.chromaLast[i] >= 0)
		*l = *a
	}
}

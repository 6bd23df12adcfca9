package vp8

// quantiser converts coefficients to levels and back. Index 0 is for a block's first coefficient, 1 for the others.
type quantiser struct {
	step    [2]int32
	inverse [2]int32 // 1<<16 / step
	round   [2]int32 // added before truncation: less than half, because zeros are cheap
}

func newQuantiser(dc, ac int32, roundDC, roundAC float64) quantiser {
	q := quantiser{step: [2]int32{dc, ac}}
	for i, round := range [2]float64{roundDC, roundAC} {
		q.inverse[i] = (1<<16 + q.step[i]/2) / q.step[i]
		q.round[i] = int32(round * (1 << 16))
	}
	return q
}

// quantise writes the levels in zigzag order from `first`, and replaces the coefficients by their dequantised values.
// It returns the index of the last level that is not zero, or first-1.
func (q *quantiser) quantise(coefficients *[16]int16, first int, levels *[16]int16) (last int) {
	last = first - 1
	step, inverse, round := q.step[0], q.inverse[0], q.round[0]
	if first == 1 {
		step, inverse, round = q.step[1], q.inverse[1], q.round[1]
	}
	for n := first; n < 16; n++ {
		at := zigzag[n] & 15
		v := int32(coefficients[at])
		sign := v >> 31
		level := ((v^sign-sign)*inverse + round) >> 16
		if level != 0 {
			last = n
			level = min(level, 2047)
		}
		level = level ^ sign - sign
		levels[n] = int16(level)
		coefficients[at] = int16(level * step)
		step, inverse, round = q.step[1], q.inverse[1], q.round[1]
	}
	return last
}

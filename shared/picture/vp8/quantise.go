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
	if first == 0 {
		if levels[0] = q.level(coefficients, 0, 0); levels[0] != 0 {
			last = 0
		}
	}
	for n := 1; n < 16; n++ {
		if levels[n] = q.level(coefficients, zigzag[n]&15, 1); levels[n] != 0 {
			last = n
		}
	}
	return last
}

// level returns the level of a coefficient, and replaces the coefficient by its dequantised value.
func (q *quantiser) level(coefficients *[16]int16, at uint8, i int) int16 {
	v := int32(coefficients[at&15])
	sign := v >> 31
	level := min(((v^sign-sign)*q.inverse[i]+q.round[i])>>16, 2047)
	level = level ^ sign - sign
	coefficients[at&15] = int16(level * q.step[i])
	return int16(level)
}

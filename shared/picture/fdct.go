package picture

// forward8 transforms 8 × 8 samples, in rows, to coefficients in place. They are eight times as large as JPEG's.
func (b *block) forward8() {
	for y := range 8 {
		r := b[y*8 : y*8+8 : y*8+8]
		eightForward(&r[0], &r[1], &r[2], &r[3], &r[4], &r[5], &r[6], &r[7], cosBits-passBits)
	}
	for x := range 8 {
		eightForward(&b[x], &b[x+8], &b[x+16], &b[x+24], &b[x+32], &b[x+40], &b[x+48], &b[x+56], cosBits+passBits)
	}
}

// eightForward is the one-dimensional transform of eight samples, in place: the transpose of eight.
func eightForward(f0, f1, f2, f3, f4, f5, f6, f7 *int32, shift uint) {
	half := int32(1) << (shift - 1)
	s0, s1, s2, s3 := *f0+*f7, *f1+*f6, *f2+*f5, *f3+*f4
	d0, d1, d2, d3 := *f0-*f7, *f1-*f6, *f2-*f5, *f3-*f4
	*f0 = ((s0+s1+s2+s3)<<cosBits + half) >> shift
	*f4 = ((s0-s1-s2+s3)<<cosBits + half) >> shift
	*f2 = ((s0-s3)*k2 + (s1-s2)*k6 + half) >> shift
	*f6 = ((s0-s3)*k6 - (s1-s2)*k2 + half) >> shift
	*f1 = (d0*k1 + d1*k3 + d2*k5 + d3*k7 + half) >> shift
	*f3 = (d0*k3 - d1*k7 - d2*k1 - d3*k5 + half) >> shift
	*f5 = (d0*k5 - d1*k1 + d2*k7 + d3*k3 + half) >> shift
	*f7 = (d0*k7 - d1*k5 + d2*k3 - d3*k1 + half) >> shift
}

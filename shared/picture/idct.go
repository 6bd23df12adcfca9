package picture

// The inverse DCT at four sizes. The low n × n coefficients of a block are the coefficients of the same area with n × n
// samples. Decoding only these is a cheap reduction without the aliasing of dropped samples.

// block has a block's coefficients in rows, already multiplied by the quantisers.
type block [64]int32

// Fixed point: cosines have 12 fractional bits. Between the two passes 3 fractional bits are kept, for 8 × 8 and 4 × 4.
const (
	cosBits  = 12
	passBits = 3
)

func clamp8(v int32) byte {
	if uint32(v) > 255 {
		return byte(^v >> 31)
	}
	return byte(v)
}

// inverse1 writes the mean of the block.
func (b *block) inverse1(out []byte) { out[0] = clamp8((b[0]+4)>>3 + 128) }

func (b *block) inverse2(out []byte, stride int) {
	// The two-point transform is a sum and a difference; the product of all factors is an eighth.
	top, bottom := b[0]+b[8]+4+128<<3, b[0]-b[8]+4+128<<3
	right, skew := b[1]+b[9], b[1]-b[9]
	out[0], out[1] = clamp8((top+right)>>3), clamp8((top-right)>>3)
	out = out[stride:]
	out[0], out[1] = clamp8((bottom+skew)>>3), clamp8((bottom-skew)>>3)
}

// √2·cos(kπ/16) in fixed point: the factors of one dimension. The common factor √⅛ is applied by the last shift (for
// two dimensions an eighth).
const k1, k2, k3, k5, k6, k7 = 5681, 5352, 4816, 3218, 2217, 1130

func (b *block) inverse4(out []byte, stride int) {
	four := func(s0, s1, s2, s3 int32, shift uint) (int32, int32, int32, int32) {
		half := int32(1) << (shift - 1)
		even, odd := (s0+s2)<<cosBits+half, (s0-s2)<<cosBits+half
		p, q := s1*k2+s3*k6, s1*k6-s3*k2
		return (even + p) >> shift, (odd + q) >> shift, (odd - q) >> shift, (even - p) >> shift
	}
	var t [16]int32
	for x := range 4 {
		t[x], t[x+4], t[x+8], t[x+12] = four(b[x], b[x+8], b[x+16], b[x+24], cosBits-passBits)
	}
	for y := range 4 {
		r := t[y*4 : y*4+4]
		s0, s1, s2, s3 := four(r[0], r[1], r[2], r[3], cosBits+passBits+3)
		o := out[y*stride:][:4]
		o[0], o[1], o[2], o[3] = clamp8(s0+128), clamp8(s1+128), clamp8(s2+128), clamp8(s3+128)
	}
}

func (b *block) inverse8(out []byte, stride int) {
	for x := range 8 {
		if b[x+8]|b[x+16]|b[x+24]|b[x+32]|b[x+40]|b[x+48]|b[x+56] == 0 {
			flat := b[x] << passBits
			for y := x; y < 64; y += 8 {
				b[y] = flat
			}
			continue
		}
		eight(&b[x], &b[x+8], &b[x+16], &b[x+24], &b[x+32], &b[x+40], &b[x+48], &b[x+56], cosBits-passBits)
	}
	for y := range 8 {
		r := b[y*8 : y*8+8 : y*8+8]
		eight(&r[0], &r[1], &r[2], &r[3], &r[4], &r[5], &r[6], &r[7], cosBits+passBits+3)
		o := out[y*stride:][:8]
		for x := range o {
			o[x] = clamp8(r[x] + 128)
		}
	}
}

// eight is the one-dimensional inverse transform of eight coefficients, in place.
func eight(s0, s1, s2, s3, s4, s5, s6, s7 *int32, shift uint) {
	half := int32(1) << (shift - 1)
	a, b := (*s0+*s4)<<cosBits+half, (*s0-*s4)<<cosBits+half
	p, q := *s2*k2+*s6*k6, *s2*k6-*s6*k2
	e0, e1, e2, e3 := a+p, b+q, b-q, a-p
	c1, c3, c5, c7 := *s1, *s3, *s5, *s7
	o0 := c1*k1 + c3*k3 + c5*k5 + c7*k7
	o1 := c1*k3 - c3*k7 - c5*k1 - c7*k5
	o2 := c1*k5 - c3*k1 + c5*k7 + c7*k3
	o3 := c1*k7 - c3*k5 + c5*k3 - c7*k1
	*s0, *s1, *s2, *s3 = (e0+o0)>>shift, (e1+o1)>>shift, (e2+o2)>>shift, (e3+o3)>>shift
	*s7, *s6, *s5, *s4 = (e0-o0)>>shift, (e1-o1)>>shift, (e2-o2)>>shift, (e3-o3)>>shift
}

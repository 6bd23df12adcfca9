package vp8

// √2·cos(π/8) and √2·cos(3π/8) with 12 fractional bits, for the forward transform. The inverse is specified bit by bit (14.3).
const (
	wide, narrow       = 5352, 2217
	sinPi8, cosPi8Less = 35468, 20091
)

// forward transforms a 4 × 4 block of differences between a source and its prediction.
func forward(source []byte, sourceStride int, predicted []byte, predictedStride int, out *[16]int16) {
	var t [16]int32
	for y := range 4 {
		s, p := source[y*sourceStride:][:4], predicted[y*predictedStride:][:4]
		d0, d1, d2, d3 := int32(s[0])-int32(p[0]), int32(s[1])-int32(p[1]), int32(s[2])-int32(p[2]), int32(s[3])-int32(p[3])
		a, b, c, d := d0+d3, d1+d2, d1-d2, d0-d3
		t[y*4], t[y*4+2] = (a+b)<<3, (a-b)<<3
		t[y*4+1], t[y*4+3] = (d*wide+c*narrow+256)>>9, (d*narrow-c*wide+256)>>9
	}
	for x := range 4 {
		a, b, c, d := t[x]+t[x+12], t[x+4]+t[x+8], t[x+4]-t[x+8], t[x]-t[x+12]
		out[x], out[x+8] = int16((a+b+8)>>4), int16((a-b+8)>>4)
		out[x+4], out[x+12] = int16((d*wide+c*narrow+1<<15)>>16), int16((d*narrow-c*wide+1<<15)>>16)
	}
}

// inverse adds the inverse transform of the coefficients to a prediction.
func inverse(in *[16]int16, predicted []byte, predictedStride int, out []byte, stride int) {
	var t [16]int32
	for x := range 4 {
		i0, i1, i2, i3 := int32(in[x]), int32(in[x+4]), int32(in[x+8]), int32(in[x+12])
		a, b := i0+i2, i0-i2
		c := i1*sinPi8>>16 - (i3 + i3*cosPi8Less>>16)
		d := i1 + i1*cosPi8Less>>16 + i3*sinPi8>>16
		t[x], t[x+4], t[x+8], t[x+12] = a+d, b+c, b-c, a-d
	}
	for y := range 4 {
		i0, i1, i2, i3 := t[y*4], t[y*4+1], t[y*4+2], t[y*4+3]
		a, b := i0+i2+4, i0-i2+4
		c := i1*sinPi8>>16 - (i3 + i3*cosPi8Less>>16)
		d := i1 + i1*cosPi8Less>>16 + i3*sinPi8>>16
		p, o := predicted[y*predictedStride:][:4], out[y*stride:][:4]
		p0, p1, p2, p3 := int32(p[0]), int32(p[1]), int32(p[2]), int32(p[3])
		o[0], o[1], o[2], o[3] = clamp(p0+(a+d)>>3), clamp(p1+(b+c)>>3), clamp(p2+(b-c)>>3), clamp(p3+(a-d)>>3)
	}
}

func clamp(v int32) byte {
	if uint32(v) > 255 {
		return byte(^v >> 31)
	}
	return byte(v)
}

// walshForward is the second-order transform of the first coefficients of sixteen blocks.
func walshForward(in, out *[16]int16) {
	var t [16]int32
	for y := range 4 {
		i0, i1, i2, i3 := int32(in[y*4]), int32(in[y*4+1]), int32(in[y*4+2]), int32(in[y*4+3])
		a, b, c, d := i0+i3, i1+i2, i1-i2, i0-i3
		t[y*4], t[y*4+1], t[y*4+2], t[y*4+3] = a+b, c+d, a-b, d-c
	}
	for x := range 4 {
		a, b, c, d := t[x]+t[x+12], t[x+4]+t[x+8], t[x+4]-t[x+8], t[x]-t[x+12]
		out[x], out[x+4], out[x+8], out[x+12] = int16((a+b+1)>>1), int16((c+d+1)>>1), int16((a-b+1)>>1), int16((d-c+1)>>1)
	}
}

// walshInverse is the inverse of walshForward (14.3).
func walshInverse(in, out *[16]int16) {
	var t [16]int32
	for x := range 4 {
		i0, i1, i2, i3 := int32(in[x]), int32(in[x+4]), int32(in[x+8]), int32(in[x+12])
		a, b, c, d := i0+i3, i1+i2, i1-i2, i0-i3
		t[x], t[x+4], t[x+8], t[x+12] = a+b, c+d, a-b, d-c
	}
	for y := range 4 {
		i0, i1, i2, i3 := t[y*4], t[y*4+1], t[y*4+2], t[y*4+3]
		a, b, c, d := i0+i3+3, i1+i2, i1-i2, i0-i3+3
		out[y*4], out[y*4+1], out[y*4+2], out[y*4+3] = int16((a+b)>>3), int16((c+d)>>3), int16((a-b)>>3), int16((d-c)>>3)
	}
}

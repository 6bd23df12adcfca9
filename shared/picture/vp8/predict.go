package vp8

import "encoding/binary"

// Modes of a 16 × 16 block and of chroma (8.2), and of a 4 × 4 block (11.2).
const (
	dcMode = iota
	verticalMode
	horizontalMode
	trueMotionMode
	subblocksMode // 16 × 16 only: each 4 × 4 block has its own
)

const (
	subDC = iota
	subTrueMotion
	subVertical
	subHorizontal
	subLeftDown
	subRightDown
	subVerticalRight
	subVerticalLeft
	subHorizontalDown
	subHorizontalUp
	subModes
)

// edge has the neighbours of a 4 × 4 block: from the left of its last row up, around the corner, to the fourth beyond its upper right.
type edge [13]byte

func average2(a, b byte) byte    { return byte((int(a) + int(b) + 1) >> 1) }
func average3(a, b, c byte) byte { return byte((int(a) + 2*int(b) + int(c) + 2) >> 2) }

// predict4 predicts a 4 × 4 block from its edge (12.3).
func predict4(mode int, e *edge, out *[16]byte) {
	switch mode {
	case subDC:
		sum := 4
		for i := range 4 {
			sum += int(e[i]) + int(e[5+i])
		}
		for i := range out {
			out[i] = byte(sum >> 3)
		}
	case subTrueMotion:
		for y := range 4 {
			d := int32(e[3-y]) - int32(e[4])
			for x := range 4 {
				out[y*4+x] = clamp(int32(e[5+x]) + d)
			}
		}
	case subVertical:
		for x := range 4 {
			v := average3(e[4+x], e[5+x], e[6+x])
			out[x], out[4+x], out[8+x], out[12+x] = v, v, v, v
		}
	case subHorizontal:
		rows := [4]byte{average3(e[4], e[3], e[2]), average3(e[3], e[2], e[1]), average3(e[2], e[1], e[0]), average3(e[1], e[0], e[0])}
		for i := range out {
			out[i] = rows[i>>2]
		}
	case subLeftDown:
		var d [7]byte
		for i := range 6 {
			d[i] = average3(e[5+i], e[6+i], e[7+i])
		}
		d[6] = average3(e[11], e[12], e[12])
		for y := range 4 {
			copy(out[y*4:y*4+4], d[y:y+4])
		}
	case subRightDown:
		var d [7]byte
		for i := range d {
			d[i] = average3(e[i], e[i+1], e[i+2])
		}
		for y := range 4 {
			copy(out[y*4:y*4+4], d[3-y:7-y])
		}
	case subVerticalRight:
		out[12] = average3(e[1], e[2], e[3])
		out[8] = average3(e[2], e[3], e[4])
		for x := range 4 {
			out[x] = average2(e[4+x], e[5+x])
			out[4+x] = average3(e[3+x], e[4+x], e[5+x])
		}
		copy(out[9:12], out[0:3])
		copy(out[13:16], out[4:7])
	case subVerticalLeft:
		for x := range 4 {
			out[x] = average2(e[5+x], e[6+x])
			out[4+x] = average3(e[5+x], e[6+x], e[7+x])
		}
		copy(out[8:11], out[1:4])
		copy(out[12:15], out[5:8])
		out[11], out[15] = average3(e[9], e[10], e[11]), average3(e[10], e[11], e[12])
	case subHorizontalDown:
		d := [10]byte{8: average3(e[4], e[5], e[6]), 9: average3(e[5], e[6], e[7])}
		for i := range 4 {
			d[2*i], d[2*i+1] = average2(e[i], e[i+1]), average3(e[i], e[i+1], e[i+2])
		}
		for y := range 4 {
			copy(out[y*4:y*4+4], d[6-2*y:10-2*y])
		}
	case subHorizontalUp:
		d := [10]byte{0: average2(e[3], e[2]), 1: average3(e[3], e[2], e[1]), 2: average2(e[2], e[1]), 3: average3(e[2], e[1], e[0]), 4: average2(e[1], e[0]), 5: average3(e[1], e[0], e[0]), 6: e[0], 7: e[0], 8: e[0], 9: e[0]}
		for y := range 4 {
			copy(out[y*4:y*4+4], d[2*y:2*y+4])
		}
	}
}

// predictBlock predicts a block of size × size from the samples above and to the left of it, in a plane with a border
// (12.2). above and left report whether those are inside the picture.
func predictBlock(mode, size int, plane []byte, at, stride int, above, left bool, out []byte) {
	top := plane[at-stride : at-stride+size]
	switch mode {
	case dcMode:
		sum, n := 0, 0
		if above {
			for _, v := range top {
				sum += int(v)
			}
			n += size
		}
		if left {
			for y := range size {
				sum += int(plane[at+y*stride-1])
			}
			n += size
		}
		v := byte(128)
		if n > 0 {
			v = byte((sum + n/2) / n)
		}
		out = out[:size*size]
		for i := range out {
			out[i] = v
		}
	case verticalMode:
		for y := range size {
			copy(out[y*size:], top)
		}
	case horizontalMode:
		for y := range size {
			v := plane[at+y*stride-1]
			row := out[y*size:][:size]
			for x := range row {
				row[x] = v
			}
		}
	case trueMotionMode:
		corner := int32(plane[at-stride-1])
		for y := range size {
			d := int32(plane[at+y*stride-1]) - corner
			row := out[y*size:][:len(top)]
			for x, v := range top {
				row[x] = clamp(int32(v) + d)
			}
		}
	}
}

// rows has a 4 × 4 block: a word for each row, with four numbers, each times a power of 1<<16. An addition of words adds all four; a
// negative number takes one from the next above it.
type rows [4]uint64

func rowsOf(samples []byte, stride int) rows {
	return rows{four(samples), four(samples[stride:]), four(samples[2*stride:]), four(samples[3*stride:])}
}

// four returns a word with four samples.
func four(samples []byte) uint64 {
	v := uint64(binary.LittleEndian.Uint32(samples))
	v = (v | v<<16) & 0xffff0000ffff
	return (v | v<<8) & 0xff00ff00ff00ff
}

// satd returns the sum of the absolute Hadamard coefficients of the difference of two 4 × 4 blocks: an estimate of its cost.
func satd(source *rows, predicted []byte, stride int) int {
	const lane = 1 << 10 // more than the largest sum of a column, 4 × 255; added before the numbers of a word are separated
	d0, d1 := source[0]-four(predicted), source[1]-four(predicted[stride:])
	d2, d3 := source[2]-four(predicted[2*stride:]), source[3]-four(predicted[3*stride:])
	a, b, c, d := d0+d2, d1+d3, d0-d2, d1-d3
	sum := int32(0)
	for _, row := range [4]uint64{a + b, a - b, c + d, c - d} {
		row += lane * 0x1000100010001
		left, right := uint32(row), uint32(row>>32)
		sums, differences := left+right, int32(left-right)
		a, b := int32(sums&0xffff)-2*lane, int32(sums>>16)-2*lane
		c := int32(int16(differences))
		d := (differences - c) >> 16
		// |a+b| + |a-b| is twice the larger of |a| and |b|.
		sum += max(absolute(a), absolute(b)) + max(absolute(c), absolute(d))
	}
	return int(2 * sum)
}

func absolute(v int32) int32 {
	sign := v >> 31
	return v ^ sign - sign
}

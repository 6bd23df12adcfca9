package picture

import "slices"

// sample is the type of a plane's samples: 8 bits, or 16 for premultiplied colour.
type sample interface{ ~uint8 | ~uint16 }

// resampler reduces one plane row by row. It keeps only the rows that an output row spans.
//
// Every multiplication works on two lanes: a 64-bit word holds two signed 32-bit sums as lower + upper<<32, so that the upper one is one
// less if the lower one is negative. lanes corrects this. Horizontally, the lanes are two rows; vertically, two columns.
type resampler[T sample] struct {
	columns, rows []taps
	out           []T // finished rows that were not yet taken
	width, height int
	in            []uint64   // two input rows
	kept          [][]uint64 // rows after horizontal resizing, in a ring
	window        [][]uint64 // the kept rows of an output row
	had, made     int        // number of input rows and of output rows
	depth         uint       // bits of T
}

// newResampler returns a resampler from fromW × fromH to w × h. An output sample spans scaleX × scaleY input samples.
func newResampler[T sample](fromW, fromH, w, h int, scaleX, scaleY float64) *resampler[T] {
	r := &resampler[T]{columns: lanczos(fromW, w, scaleX), rows: lanczos(fromH, h, scaleY), width: w, height: h, in: make([]uint64, fromW), depth: 8}
	if ^T(0) > 255 {
		r.depth = 16
	}
	span := 2
	for y, t := range r.rows {
		// Rows are resized in pairs, so one may be too early; and a later row may need one that an earlier row does not.
		span = max(span, t.first+len(t.weights)-r.rows[max(0, y-1)].first+2)
	}
	r.kept, r.window = make([][]uint64, span), make([][]uint64, span)
	words := make([]uint64, span*((w+1)/2))
	for i := range r.kept {
		r.kept[i], words = words[:(w+1)/2], words[(w+1)/2:]
	}
	return r
}

func lanes(sum uint64) (low, high int32) {
	low = int32(sum)
	return low, int32((sum - uint64(int64(low))) >> 32)
}

// add takes the next row.
func (r *resampler[T]) add(row []T) {
	in := r.in
	row = row[:len(in)]
	r.had++
	if r.had%2 == 1 {
		for x, v := range row {
			in[x] = uint64(v)
		}
		return
	}
	for x, v := range row {
		in[x] |= uint64(v) << 32
	}
	r.resize()
}

// addEvery takes the next row and uses every step-th sample: one channel of pixels.
func (r *resampler[T]) addEvery(row []T, step int) {
	in := r.in
	row = row[:(len(in)-1)*step+1]
	r.had++
	if r.had%2 == 1 {
		for x := range in {
			in[x] = uint64(row[x*step])
		}
		return
	}
	for x := range in {
		in[x] |= uint64(row[x*step]) << 32
	}
	r.resize()
}

// finish handles the last row of an odd number.
func (r *resampler[T]) finish() {
	if r.had%2 == 1 {
		r.resize()
	}
}

// take returns the rows finished since the last call. Later rows overwrite them.
func (r *resampler[T]) take() []T {
	rows := r.out
	r.out = r.out[:0]
	return rows
}

// plane finishes and returns all rows, if none were taken before.
func (r *resampler[T]) plane() []T {
	r.finish()
	return r.out
}

// resize resizes the pair of rows horizontally, and makes the output rows that are complete.
func (r *resampler[T]) resize() {
	first := (r.had - 1) / 2 * 2
	upper, lower := r.kept[first%len(r.kept)], r.kept[(first+1)%len(r.kept)]
	shift := r.depth + weightBits - 16 // kept rows have 16 bits for any T, and a sign
	half := uint64(1)<<(shift-1) | uint64(1)<<(shift-1+32)
	in := r.in
	for x := range upper {
		a0, b0 := lanes(r.columns[2*x].sum(in) + half)
		a1, b1 := int32(0), int32(0)
		if 2*x+1 < r.width {
			a1, b1 = lanes(r.columns[2*x+1].sum(in) + half)
		}
		upper[x] = uint64(int64(a0>>shift)) + uint64(int64(a1>>shift))<<32
		lower[x] = uint64(int64(b0>>shift)) + uint64(int64(b1>>shift))<<32
	}
	for r.made < r.height && r.rows[r.made].first+len(r.rows[r.made].weights) <= r.had {
		r.makeRow()
	}
}

func (t *taps) sum(in []uint64) (sum uint64) {
	window := in[t.first:][:len(t.weights)]
	for i, w := range t.weights {
		sum += w * window[i]
	}
	return sum
}

func (r *resampler[T]) makeRow() {
	t := r.rows[r.made]
	begin := len(r.out)
	r.out = slices.Grow(r.out, r.width)[:begin+r.width]
	out := r.out[begin:]
	r.made++
	shift := weightBits + 16 - r.depth
	most := int32(1)<<r.depth - 1
	window := r.window[:len(t.weights)]
	for i := range window {
		window[i] = r.kept[(t.first+i)%len(r.kept)]
	}
	for x := range (r.width + 1) / 2 {
		sum := uint64(1)<<(shift-1) | uint64(1)<<(shift-1+32)
		for i, w := range t.weights {
			sum += w * window[i][x]
		}
		low, high := lanes(sum)
		out[2*x] = T(min(max(low>>shift, 0), most))
		if 2*x+1 < len(out) {
			out[2*x+1] = T(min(max(high>>shift, 0), most))
		}
	}
}

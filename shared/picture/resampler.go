package picture

import "slices"

// sample is what a plane holds: 8 bits a sample, or 16 for colour that was multiplied by its alpha.
type sample interface{ ~uint8 | ~uint16 }

// resampler makes one plane smaller while its rows come in; only the rows that an output row spans are kept.
//
// Every multiplication works on two lanes: a 64-bit word holds two signed 32-bit sums, the upper one short of what the lower one borrowed
// (lower + upper<<32 as a plain sum), which lanes gives back. Across, the lanes are two rows; down, two columns.
type resampler[T sample] struct {
	columns, rows []taps
	out           []T // rows that were made and not taken yet
	width, height int
	in            []uint64   // two rows that came in
	kept          [][]uint64 // rows resized across, in a ring
	window        [][]uint64 // those of them that an output row is made of
	had, made     int        // rows that came in, and that were made
	depth         uint       // bits of T
}

// newResampler resizes a plane of fromW × fromH to w × h, when a sample made spans scaleX × scaleY of those that come in.
func newResampler[T sample](fromW, fromH, w, h int, scaleX, scaleY float64) *resampler[T] {
	r := &resampler[T]{columns: lanczos(fromW, w, scaleX), rows: lanczos(fromH, h, scaleY), width: w, height: h, in: make([]uint64, fromW), depth: 8}
	if ^T(0) > 255 {
		r.depth = 16
	}
	span := 2
	for y, t := range r.rows {
		// Rows are resized in pairs, so one may be there that is not needed yet; and what a later row needs, a row before it may not.
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

// addEvery takes the next row, of which only one sample in step counts: a channel of pixels.
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

// finish is for the last row of an odd number.
func (r *resampler[T]) finish() {
	if r.had%2 == 1 {
		r.resize()
	}
}

// take gives the rows that were made since they were taken last. They are overwritten by those that follow.
func (r *resampler[T]) take() []T {
	rows := r.out
	r.out = r.out[:0]
	return rows
}

// plane finishes and gives all rows, when none were taken before.
func (r *resampler[T]) plane() []T {
	r.finish()
	return r.out
}

// resize resizes the pair of rows across, and makes the rows that can now be made.
func (r *resampler[T]) resize() {
	first := (r.had - 1) / 2 * 2
	upper, lower := r.kept[first%len(r.kept)], r.kept[(first+1)%len(r.kept)]
	shift := r.depth + weightBits - 16 // what is kept has 16 bits whatever T has, and a sign
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

package picture

// sample is what a plane holds: 8 bits a sample, or 16 for colour that was multiplied by its alpha.
type sample interface{ ~uint8 | ~uint16 }

// resampler makes one plane smaller while its rows come in, two at a time; only the rows that an output row spans are kept.
//
// Every multiplication works on two lanes: a 64-bit word holds two signed 32-bit sums, the upper one short of what the lower one borrowed
// (lower + upper<<32 as a plain sum), which `lanes` gives back.
type resampler[T sample] struct {
	columns, rows []taps
	out           []T // the plane that is made
	stride        int
	width, height int
	in            []uint64   // the two rows that came in, a lane each
	kept          [][]uint64 // resized rows, two columns a word, in a ring
	had           int        // rows that came in
	made          int        // rows of out
	depth         uint       // bits of T
}

// newResampler resizes a plane of fromW × fromH to w × h, when a sample made spans scaleX × scaleY of what comes in.
func newResampler[T sample](fromW, fromH, w, h int, scaleX, scaleY float64) *resampler[T] {
	r := &resampler[T]{columns: lanczos(fromW, w, scaleX), rows: lanczos(fromH, h, scaleY), out: make([]T, w*h), stride: w, width: w, height: h, in: make([]uint64, fromW), depth: 8}
	if ^T(0) > 255 {
		r.depth = 16
	}
	span := 2
	for y, t := range r.rows {
		// Rows come in pairs, so up to one is there that is not needed yet; and what a later row needs, a row before it may not.
		span = max(span, t.first+len(t.weights)-r.rows[max(0, y-1)].first+2)
	}
	r.kept = make([][]uint64, span)
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

// push takes the next two rows; for the last of an odd number, b is the same as a.
func (r *resampler[T]) push(a, b []T) {
	in := r.in
	a, b = a[:len(in)], b[:len(in)]
	for x := range in {
		in[x] = uint64(a[x]) | uint64(b[x])<<32
	}
	upper, lower := r.kept[r.had%len(r.kept)], r.kept[(r.had+1)%len(r.kept)]
	r.had += 2
	// What is kept has 16 bits whatever T has, and a sign.
	shift := r.depth + weightBits - 16
	half := uint64(1) << (shift - 1)
	half |= half << 32
	for x := 0; x < r.width; x += 2 {
		a0, b0 := lanes(r.filterAcross(in, x) + half)
		a1, b1 := int32(0), int32(0)
		if x+1 < r.width {
			a1, b1 = lanes(r.filterAcross(in, x+1) + half)
		}
		upper[x/2] = uint64(int64(a0>>shift)) + uint64(int64(a1>>shift))<<32
		lower[x/2] = uint64(int64(b0>>shift)) + uint64(int64(b1>>shift))<<32
	}
	for r.made < r.height && r.rows[r.made].first+len(r.rows[r.made].weights) <= r.had {
		r.makeRow()
	}
}

func (r *resampler[T]) filterAcross(in []uint64, x int) (sum uint64) {
	t := &r.columns[x]
	window := in[t.first:]
	window = window[:len(t.weights)]
	for i, w := range t.weights {
		sum += w * window[i]
	}
	return sum
}

func (r *resampler[T]) makeRow() {
	t := r.rows[r.made]
	out := r.out[r.made*r.stride:][:r.width]
	shift := weightBits + 16 - r.depth
	most := int32(1)<<r.depth - 1
	sums := r.in[:0] // its rows are spent
	_ = sums
	for x := 0; x < r.width; x += 2 {
		sum := uint64(1)<<(shift-1) | uint64(1)<<(shift-1+32)
		for i, w := range t.weights {
			sum += w * r.kept[(t.first+i)%len(r.kept)][x/2]
		}
		low, high := lanes(sum)
		out[x] = T(min(max(low>>shift, 0), most))
		if x+1 < r.width {
			out[x+1] = T(min(max(high>>shift, 0), most))
		}
	}
	r.made++
}

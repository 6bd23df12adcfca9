package picture

// turn gives the samples of a plane of w × h as they are seen under an EXIF orientation: 2 and 4 are mirrored, 3 upside down, 5 to 8 on a side.
func turn[T any](in []T, w, h, orientation int) []T {
	out := make([]T, len(in))
	// Where the first sample goes, and how far apart those of a row and of a column are then.
	var at, across, down int
	switch orientation {
	case 2:
		at, across, down = w-1, -1, w
	case 3:
		at, across, down = w*h-1, -1, -w
	case 4:
		at, across, down = w*(h-1), 1, -w
	case 5:
		at, across, down = 0, h, 1
	case 6:
		at, across, down = h-1, h, -1
	case 7:
		at, across, down = w*h-1, -h, -1
	case 8:
		at, across, down = h*(w-1), -h, 1
	default:
		at, across, down = 0, 1, w
	}
	for y := range h {
		to := at + y*down
		for _, v := range in[y*w : y*w+w] {
			out[to] = v
			to += across
		}
	}
	return out
}

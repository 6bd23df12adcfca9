package picture

import (
	"encoding/binary"
	"image"
)

// exifOrientation reads the orientation from a TIFF structure (EXIF 2.32, tag 0x0112): 1 to 8, or 1 if it is absent.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if tag, kind := order.Uint16(entries), order.Uint16(entries[2:]); tag == 0x0112 && kind == 3 {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// turn applies an EXIF orientation to the samples of a plane of w × h: 2 and 4 are mirrored, 3 is rotated by 180°, 5 to
// 8 swap width and height.
func turn[T any](in []T, w, h, orientation int) []T {
	out := make([]T, len(in))
	// The index of the first sample, and the steps along a row and along a column.
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

// upright applies an EXIF orientation to pixels.
func upright(p *image.NRGBA, orientation int) *image.NRGBA {
	if orientation == 1 {
		return p
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	pixels := make([][4]byte, w*h)
	for i := range pixels {
		pixels[i] = [4]byte(p.Pix[i*4:])
	}
	if orientation >= 5 {
		p = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for i, v := range turn(pixels, w, h, orientation) {
		copy(p.Pix[i*4:], v[:])
	}
	return p
}

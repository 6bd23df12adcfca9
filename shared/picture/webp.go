package picture

import (
	"encoding/binary"

	"ordering/shared/picture/vp8"
)

// webp writes the planes as a lossy WebP, with their alpha if they have one. It gives up as vp8.Encode does.
func (p *planes) webp(quality, limit int) ([]byte, int) {
	// VP8 leaves room below black and above white, JPEG does not.
	var brightness, difference [256]byte
	for i := range 256 {
		brightness[i] = byte(16 + (i*219+127)/255)
		difference[i] = byte(((i-128)*224 + 128*255 + 127) / 255)
	}
	narrow := func(samples []byte, by *[256]byte) []byte {
		out := make([]byte, len(samples))
		for i, v := range samples {
			out[i] = by[v]
		}
		return out
	}
	frame, size := vp8.Encode(narrow(p.y, &brightness), narrow(p.cb, &difference), narrow(p.cr, &difference), p.width, p.height, quality, limit)
	if frame == nil {
		return nil, size
	}
	if p.alpha == nil {
		out := riff(chunk{"VP8 ", frame})
		return out, len(out)
	}
	extended := []byte{0x10, 0, 0, 0, byte(p.width - 1), byte((p.width - 1) >> 8), 0, byte(p.height - 1), byte((p.height - 1) >> 8), 0}
	out := riff(chunk{"VP8X", extended}, chunk{"ALPH", vp8.Alpha(p.alpha, p.width)}, chunk{"VP8 ", frame})
	return out, len(out)
}

// chunk is a part of a RIFF file.
type chunk struct {
	kind    string
	content []byte
}

// riff puts chunks into a WebP file.
func riff(chunks ...chunk) []byte {
	out := []byte("RIFF\x00\x00\x00\x00WEBP")
	for _, c := range chunks {
		out = append(out, c.kind...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(c.content)))
		out = append(out, c.content...)
		if len(c.content)%2 == 1 {
			out = append(out, 0)
		}
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

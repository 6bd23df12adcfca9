package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"

	"ordering/shared/picture/vp8"
)

// readWebPHeader reads all chunks: metadata may follow the frame. It rejects everything that the decoder would
// interpret differently, because the decoder allocates the size in the frame.
func readWebPHeader(data []byte) (header, error) {
	h := header{Info: Info{Format: WebP}, orientation: 1}
	end := 8 + int64(binary.LittleEndian.Uint32(data[4:]))
	if end > int64(len(data)) {
		return h, ErrTruncated
	}
	data = data[:end] // what follows is not part of the picture
	for at := 12; ; {
		if at+8 > len(data) {
			return h, ErrTruncated
		}
		length, kind := int(binary.LittleEndian.Uint32(data[at+4:])), string(data[at:at+4])
		if at+8+length > len(data) {
			return h, ErrTruncated
		}
		chunk := data[at+8 : at+8+length]
		width, height := 0, 0 // of the frame
		first := at == 12
		switch {
		case kind == "VP8X" && (!first || length < 10), first && kind != "VP8X" && kind != "VP8 " && kind != "VP8L":
			return h, fmt.Errorf("%w: %q out of its place", ErrCorrupt, kind) // the decoder accepts VP8X anywhere
		case kind == "VP8X":
			if chunk[0]&2 != 0 {
				return h, fmt.Errorf("%w: an animated WebP", ErrUnknown)
			}
			h.Alpha = chunk[0]&0x10 != 0
			h.Width, h.Height = 1+int(uint24(chunk[4:])), 1+int(uint24(chunk[7:]))
		case kind == "EXIF":
			h.orientation = exifOrientation(bytes.TrimPrefix(chunk, []byte("Exif\x00\x00")))
		case kind == "ICCP":
			h.icc = chunk
		case kind == "VP8 ":
			if length < 10 || string(chunk[3:6]) != "\x9d\x01\x2a" {
				return h, fmt.Errorf("%w: no key frame", ErrCorrupt)
			}
			width, height = int(binary.LittleEndian.Uint16(chunk[6:])&0x3fff), int(binary.LittleEndian.Uint16(chunk[8:])&0x3fff)
		case kind == "VP8L":
			if length < 5 || chunk[0] != 0x2f {
				return h, fmt.Errorf("%w: no lossless frame", ErrCorrupt)
			}
			bits := binary.LittleEndian.Uint32(chunk[1:])
			width, height, h.Alpha = 1+int(bits&0x3fff), 1+int(bits>>14&0x3fff), bits>>28&1 != 0
		}
		if width != 0 && h.Width == 0 {
			h.Width, h.Height = width, height
		}
		if width != 0 && (width != h.Width || height != h.Height) { // the decoder allocates the frame's size
			return h, fmt.Errorf("%w: a frame of %d × %d in a picture of %d × %d", ErrCorrupt, width, height, h.Width, h.Height)
		}
		at += 8 + length + length&1
		if at >= len(data) || h.Width != 0 && string(data[12:16]) != "VP8X" {
			return h, nil // only the extended format has chunks after its frame
		}
	}
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

// videoRow converts a row of lossy WebP to RGBA. Its brightness is in the video range of 16 to 235, which the decoder does not convert.
func videoRow(from *image.YCbCr, y int, row []byte) {
	for x := range from.Rect.Dx() {
		c := from.COffset(from.Rect.Min.X+x, y)
		l := (int32(from.Y[from.YOffset(from.Rect.Min.X+x, y)])-16)*76309 + 1<<15
		cb, cr := int32(from.Cb[c])-128, int32(from.Cr[c])-128
		p := row[x*4:][:4]
		p[0], p[1], p[2] = clamp8((l+cr*104597)>>16), clamp8((l-cb*25675-cr*53279)>>16), clamp8((l+cb*132201)>>16)
		p[3] = 255
	}
}

// webp returns the planes as a lossy WebP, with alpha if present. It stops at the limit like vp8.Encode.
func (p *planes) webp(quality, limit int) ([]byte, int) {
	// VP8 uses the video range, JPEG the full range.
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

// riff assembles chunks to a WebP file.
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

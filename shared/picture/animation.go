package picture

import (
	"encoding/binary"
	"fmt"
)

func readGIFHeader(data []byte) (header, error) {
	h := header{Info: Info{Format: GIF}, orientation: 1}
	frames := 0
	err := gifBlocks(data, func(block []byte) {
		switch {
		case block[0] == 'G':
			h.Width, h.Height = int(binary.LittleEndian.Uint16(block[6:])), int(binary.LittleEndian.Uint16(block[8:]))
		case block[0] == 0x2c:
			w, t := int(binary.LittleEndian.Uint16(block[5:])), int(binary.LittleEndian.Uint16(block[7:]))
			h.Alpha = h.Alpha || frames == 0 && (w < h.Width || t < h.Height) // what the first frame leaves out is empty
			frames++
		case block[0] == 0x21 && block[1] == 0xf9 && len(block) > 3:
			h.Alpha = h.Alpha || block[3]&1 != 0
		}
	})
	h.Animated = frames > 1
	if err == nil && frames == 0 {
		err = fmt.Errorf("%w: no frame", ErrCorrupt)
	}
	return h, err
}

// gifBlocks walks over a GIF: its screen with the colours, each extension, each frame and the trailer, whole.
func gifBlocks(data []byte, each func(block []byte)) error {
	colours := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(data) < 13 {
		return ErrTruncated
	}
	begin, at := 0, 13+colours(data[10])
	for {
		if at > len(data) {
			return ErrTruncated
		}
		each(data[begin:at])
		if at == len(data) {
			return ErrTruncated
		}
		begin = at
		switch data[at] {
		case 0x3b:
			each(data[at : at+1])
			return nil
		case 0x21:
			at += 2
		case 0x2c:
			if at+10 > len(data) {
				return ErrTruncated
			}
			at += 10 + colours(data[at+9]) + 1
		default:
			return fmt.Errorf("%w: block %#x", ErrCorrupt, data[at])
		}
		for {
			if at >= len(data) {
				return ErrTruncated
			}
			length := int(data[at])
			at += 1 + length
			if length == 0 {
				break
			}
		}
	}
}

// passOn copies an animation without its comments and metadata.
func passOn(src []byte, h header) ([]byte, error) {
	switch h.Format {
	case GIF:
		out := make([]byte, 0, len(src))
		err := gifBlocks(src, func(block []byte) {
			if block[0] == 0x21 && block[1] != 0xf9 && !gifLoop(block) {
				return
			}
			out = append(out, block...)
		})
		return out, err
	case WebP:
		return webpWithoutMetadata(src), nil
	}
	return pngWithoutMetadata(src)
}

// gifLoop tells whether the block is the extension that says how often an animation runs, and says nothing else.
func gifLoop(block []byte) bool {
	return block[1] == 0xff && len(block) == 19 && (string(block[3:14]) == "NETSCAPE2.0" || string(block[3:14]) == "ANIMEXTS1.0")
}

// webpWithoutMetadata copies a WebP file whose chunks are known to lie within it, without EXIF, XMP and what is not of the format.
func webpWithoutMetadata(src []byte) []byte {
	out := append(make([]byte, 0, len(src)), src[:12]...)
	end := min(len(src), 8+int(binary.LittleEndian.Uint32(src[4:])))
	for at := 12; at+8 <= end; {
		next := min(end, at+8+int(binary.LittleEndian.Uint32(src[at+4:]))+int(src[at+4]&1))
		switch string(src[at : at+4]) {
		case "VP8X":
			out = append(out, src[at:next]...)
			out[20] &^= 0x0c // nothing of EXIF and XMP follows
		case "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L":
			out = append(out, src[at:next]...)
		}
		at = next
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

// pngWithoutMetadata copies of an animated PNG what it is shown by: no texts, times and EXIF, and nothing that only its writer knows.
func pngWithoutMetadata(src []byte) ([]byte, error) {
	out := append(make([]byte, 0, len(src)), src[:8]...)
	for at := 8; ; {
		if at+12 > len(src) {
			return nil, ErrTruncated
		}
		length, kind := int(binary.BigEndian.Uint32(src[at:])), string(src[at+4:at+8])
		if length > len(src)-at-12 {
			return nil, ErrTruncated
		}
		switch kind {
		case "IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fdAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD":
			out = append(out, src[at:at+12+length]...)
		}
		at += 12 + length
		if kind == "IEND" {
			return out, nil
		}
	}
}

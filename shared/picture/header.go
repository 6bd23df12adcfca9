package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// header is Info and what only the decoders need.
type header struct {
	Info
	orientation int    // EXIF: 1 upright, 2–8 mirrored or turned
	icc         []byte // the colour profile; packed in a PNG
}

// stored is the width and height of the pixels as they lie in the file.
func (h *header) stored() (width, height int) {
	if h.orientation >= 5 {
		return h.Height, h.Width
	}
	return h.Width, h.Height
}

// profile is the picture's colour profile, or nothing.
func (h *header) profile() []byte {
	if h.Format == PNG {
		return inflateProfile(h.icc)
	}
	return h.icc
}

// Inspect says what a picture is by its signature and header; nothing is decoded. It returns ErrUnknown, ErrTooLarge, ErrTruncated or
// ErrCorrupt.
func Inspect(data []byte) (Info, error) {
	h, err := readHeader(data)
	if err != nil {
		return Info{}, fmt.Errorf("inspect picture: %w", err)
	}
	return h.Info, nil
}

func readHeader(data []byte) (header, error) {
	read := readers(data)
	if read == nil {
		return header{}, ErrUnknown
	}
	h, err := read(data)
	if err != nil {
		return header{}, err
	}
	if h.Width <= 0 || h.Height <= 0 {
		return header{}, fmt.Errorf("%w: no pixels", ErrCorrupt)
	}
	if h.Width > MaxSide || h.Height > MaxSide || h.Width*h.Height > MaxPixels {
		return header{}, fmt.Errorf("%w: %d × %d", ErrTooLarge, h.Width, h.Height)
	}
	if h.Animated {
		h.orientation = 1 // it is passed on as it is
	}
	if h.orientation >= 5 {
		h.Width, h.Height = h.Height, h.Width
	}
	return h, nil
}

func readers(data []byte) func([]byte) (header, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return readJPEGHeader
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return readPNGHeader
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return readWebPHeader
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return readGIFHeader
	}
	return nil
}

func readJPEGHeader(data []byte) (header, error) {
	h := header{Info: Info{Format: JPEG}, orientation: 1}
	for at := 2; ; {
		marker, segment, next, err := jpegSegment(data, at)
		if err != nil {
			return h, err
		}
		switch {
		case marker == 0xe1 && bytes.HasPrefix(segment, []byte("Exif\x00\x00")):
			h.orientation = exifOrientation(segment[6:])
		case marker == 0xe2 && bytes.HasPrefix(segment, []byte("ICC_PROFILE\x00")) && len(segment) > 14:
			h.icc = append(h.icc, segment[14:]...)
		case marker >= 0xc0 && marker <= 0xc2:
			if len(segment) < 6 {
				return h, fmt.Errorf("%w: frame header of %d bytes", ErrCorrupt, len(segment))
			}
			h.Height, h.Width = int(binary.BigEndian.Uint16(segment[1:])), int(binary.BigEndian.Uint16(segment[3:]))
			return h, nil
		case marker > 0xc2 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			return h, fmt.Errorf("%w: a JPEG of a kind that browsers do not show (SOF%d)", ErrUnknown, marker-0xc0)
		case marker == 0xd9, marker == 0xda:
			return h, fmt.Errorf("%w: no frame header", ErrCorrupt)
		}
		at = next
	}
}

// jpegSegment reads the segment that begins at or (fill bytes skipped) after at: its marker, its content without the length, what follows.
func jpegSegment(data []byte, at int) (marker byte, segment []byte, next int, err error) {
	for at < len(data) && data[at] != 0xff {
		at++ // as other decoders do: writers have left odd bytes there
	}
	for at < len(data) && data[at] == 0xff {
		at++
	}
	if at >= len(data) {
		return 0, nil, at, ErrTruncated
	}
	marker = data[at]
	at++
	if marker == 0 || marker == 1 || marker >= 0xd0 && marker <= 0xd9 {
		return marker, nil, at, nil
	}
	if at+2 > len(data) {
		return 0, nil, at, ErrTruncated
	}
	length := int(binary.BigEndian.Uint16(data[at:]))
	if length < 2 {
		return 0, nil, at, fmt.Errorf("%w: segment of %d bytes", ErrCorrupt, length)
	}
	if at+length > len(data) {
		return 0, nil, at, ErrTruncated
	}
	return marker, data[at+2 : at+length], at + length, nil
}

func readPNGHeader(data []byte) (header, error) {
	h := header{Info: Info{Format: PNG}, orientation: 1}
	for at := 8; ; {
		if at+8 > len(data) {
			return h, ErrTruncated
		}
		length, kind := int(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+8])
		if kind == "IDAT" {
			break
		}
		if length > 1<<30 {
			return h, fmt.Errorf("%w: chunk of %d bytes", ErrCorrupt, length)
		}
		if at+12+length > len(data) {
			return h, ErrTruncated
		}
		chunk := data[at+8 : at+8+length]
		switch {
		case at == 8:
			if kind != "IHDR" || length != 13 {
				return h, fmt.Errorf("%w: no IHDR", ErrCorrupt)
			}
			w, t := binary.BigEndian.Uint32(chunk), binary.BigEndian.Uint32(chunk[4:])
			h.Width, h.Height = int(min(w, 1<<30)), int(min(t, 1<<30))
			h.Alpha = chunk[9] == 4 || chunk[9] == 6
		case kind == "IHDR":
			return h, fmt.Errorf("%w: a second IHDR", ErrCorrupt)
		case kind == "tRNS":
			h.Alpha = true
		case kind == "acTL":
			h.Animated = length == 8 && binary.BigEndian.Uint32(chunk) > 1
		case kind == "iCCP":
			h.icc = chunk
		case kind == "eXIf":
			h.orientation = exifOrientation(chunk)
		case kind == "IEND":
			return h, fmt.Errorf("%w: no IDAT", ErrCorrupt)
		}
		at += 12 + length
	}
	if h.Width == 0 {
		return h, fmt.Errorf("%w: no IHDR", ErrCorrupt)
	}
	return h, nil
}

func readWebPHeader(data []byte) (header, error) {
	h := header{Info: Info{Format: WebP}, orientation: 1}
	end := 8 + int64(binary.LittleEndian.Uint32(data[4:]))
	if end > int64(len(data)) {
		return h, ErrTruncated
	}
	data = data[:end] // what lies behind it is not of the picture, and a chunk that reaches there is cut off
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
			return h, fmt.Errorf("%w: %q out of its place", ErrCorrupt, kind) // a decoder would believe a VP8X anywhere
		case kind == "VP8X":
			h.Alpha, h.Animated = chunk[0]&0x10 != 0, chunk[0]&2 != 0
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
		if width != 0 && (width != h.Width || height != h.Height) { // a decoder would make room for what the frame says
			return h, fmt.Errorf("%w: a frame of %d × %d in a picture of %d × %d", ErrCorrupt, width, height, h.Width, h.Height)
		}
		at += 8 + length + length&1
		if at >= len(data) || h.Width != 0 && string(data[12:16]) != "VP8X" {
			return h, nil // only the extended form has anything after its frame
		}
	}
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

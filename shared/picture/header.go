package picture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// header is the metadata of a picture, read before its pixels are decoded.
type header struct {
	Info
	orientation int          // EXIF: 1 upright, 2–8 mirrored or rotated
	icc         []byte       // the colour profile
	jpeg        *jpegDecoder // of a JPEG, at its first scan
	png         *pngReader   // of a PNG, at its first IDAT
}

// Inspect reads the signature and the header, without decoding pixels. It returns ErrUnknown, ErrTooLarge, ErrTruncated or ErrCorrupt.
func Inspect(data []byte) (Info, error) {
	h, err := readHeader(data)
	if err != nil {
		return Info{}, fmt.Errorf("inspect picture: %w", err)
	}
	return h.Info, nil
}

func readHeader(data []byte) (h header, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		h, err = readJPEGHeader(data)
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		h, err = readPNGHeader(data)
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		h, err = readWebPHeader(data)
	default:
		err = ErrUnknown
	}
	switch {
	case err != nil:
		return header{}, err
	case h.Width <= 0 || h.Height <= 0:
		return header{}, fmt.Errorf("%w: no pixels", ErrCorrupt)
	case h.Width > MaxSide || h.Height > MaxSide || h.Width*h.Height > MaxPixels:
		return header{}, fmt.Errorf("%w: %d × %d", ErrTooLarge, h.Width, h.Height)
	}
	if h.orientation >= 5 {
		h.Width, h.Height = h.Height, h.Width
	}
	return h, nil
}

// decodeError wraps a library's error in ErrTruncated or ErrCorrupt.
func decodeError(err error) error {
	switch {
	case errors.Is(err, ErrTruncated), errors.Is(err, ErrCorrupt):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", ErrTruncated, err)
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

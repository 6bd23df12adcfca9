package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"

	"github.com/deepteams/webp"

	"ordering/shared/picture/vp8"
)

// webp writes the planes as a lossy WebP, with their alpha if they have one.
func (p *planes) webp(quality int) ([]byte, error) {
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
	frame := vp8.Encode(narrow(p.y, &brightness), narrow(p.cb, &difference), narrow(p.cr, &difference), p.width, p.height, quality)
	if p.alpha == nil {
		return riff(chunk{"VP8 ", frame}), nil
	}
	alpha, err := p.alphaChunk()
	if err != nil {
		return nil, err
	}
	extended := []byte{0x10, 0, 0, 0, byte(p.width - 1), byte((p.width - 1) >> 8), 0, byte(p.height - 1), byte((p.height - 1) >> 8), 0}
	return riff(chunk{"VP8X", extended}, chunk{"ALPH", alpha}, chunk{"VP8 ", frame}), nil
}

// alphaChunk writes the alpha without loss: the format has it as the green of a lossless picture without that picture's header of five bytes.
func (p *planes) alphaChunk() ([]byte, error) {
	green := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for i, a := range p.alpha {
		green.Pix[i*4+1], green.Pix[i*4+3] = a, 255
	}
	var file bytes.Buffer
	options := webp.DefaultOptions()
	options.Lossless, options.Exact = true, true
	if err := webp.Encode(&file, green, options); err != nil {
		return nil, fmt.Errorf("write alpha: %w", err)
	}
	const frame = 12 + 8 // behind the file's header and the chunk's
	b := file.Bytes()
	if len(b) < frame+5 || string(b[12:16]) != "VP8L" {
		return nil, fmt.Errorf("write alpha: not a simple lossless file")
	}
	length := int(binary.LittleEndian.Uint32(b[16:]))
	return append([]byte{1}, b[frame+5:frame+length]...), nil // 1: compressed, not filtered
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

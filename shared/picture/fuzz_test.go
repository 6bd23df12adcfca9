package picture

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/picture/picturetest"
	"ordering/shared/soak"
)

// progressiveSeed is a small progressive JPEG written by sharp.
//
//go:embed testdata/progressive.jpg
var progressiveSeed []byte

// losslessSeed is a small lossless WebP with alpha, written by sharp.
//
//go:embed testdata/lossless.webp
var losslessSeed []byte

// inksSeed is a small JPEG in inks (CMYK) of scene number 5, written by sharp.
//
//go:embed testdata/inks.jpg
var inksSeed []byte

// For any input, a decoder must return a picture or a known error.

// FuzzJPEG also decodes at every scale and compares the results, and checks that the decoder returns the promised
// number of rows and columns.
func FuzzJPEG(f *testing.F) {
	scene, other := picturetest.Scene(0, 24, 17), picturetest.Scene(1, 33, 21)
	plain := asJPEG(f, scene)
	seeds := [][]byte{
		plain, asJPEG(f, image.NewGray(image.Rect(0, 0, 9, 9))), progressiveSeed, inksSeed, withSegment(plain, 0xe1, exif(6, binary.LittleEndian)),
		withSegment(plain, 0xe2, append([]byte("ICC_PROFILE\x00\x01\x01"), vividProfile()...)),
	}
	for _, v := range []variant{
		{across: 2, down: 2, restart: 2}, {across: 1, down: 2, separate: true}, {across: 4, down: 1, padding: true}, {across: 1, down: 1}, {across: 2, down: 1, separate: true},
		{across: 1, down: 1, grey: true},
	} {
		seeds = append(seeds, v.write(scene, 60), v.write(other, 80))
	}
	fuzz(f, JPEG, asItIs, everyScale, seeds...)
}

// FuzzPNG corrects every checksum first: otherwise nearly all changes of the fuzzer fail at one.
func FuzzPNG(f *testing.F) {
	scene := picturetest.Scene(0, 24, 17)
	deep := image.NewNRGBA64(image.Rect(0, 0, 7, 6))
	draw.Draw(deep, deep.Rect, vignette(7, 6), image.Point{}, draw.Src)
	var plain bytes.Buffer // with uncompressed pixels
	assert.NilError(f, (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&plain, vignette(9, 7)))
	fuzz(f, PNG, checksummed, nil, plain.Bytes(), asPNG(f, scene), asPNG(f, vignette(13, 8)), asPNG(f, indexed(scene)), asPNG(f, image.NewGray16(image.Rect(0, 0, 5, 5))), asPNG(f, deep))
}

// checksummed returns a PNG with the correct checksum in each chunk.
func checksummed(src []byte) []byte {
	out := bytes.Clone(src)
	for at := 8; at+12 <= len(out); {
		end := at + 8 + int(binary.BigEndian.Uint32(out[at:]))
		if end+4 > len(out) {
			break
		}
		binary.BigEndian.PutUint32(out[end:], crc32.ChecksumIEEE(out[at+4:end]))
		at = end + 4
	}
	return out
}

func asItIs(src []byte) []byte { return src }

func FuzzWebP(f *testing.F) {
	fuzz(f, WebP, asItIs, nil, losslessSeed, asLossy(f, picturetest.Scene(0, 24, 17)), asLossy(f, vignette(24, 17)))
}

// fuzz decodes the fuzzer's mutations of the seeds and skips those of another format. Large pictures are only
// inspected; TestMaliciousFilesStayWithinTheMemoryLimit covers them. The requested size and format are derived from the file's
// bytes: the fuzzer changes one argument at a time, so with more arguments most of its inputs would be the same file.
func fuzz(f *testing.F, format Format, mended func([]byte) []byte, also func(t *testing.T, src []byte), seeds ...[]byte) {
	for _, liar := range contradictoryFiles(f) {
		if h, err := readHeader(liar); err == nil && h.Format == format {
			seeds = append(seeds, liar)
		}
	}
	for i, seed := range seeds {
		info, err := Inspect(seed)
		assert.Assert(f, err != nil || info.Format == format, "seed %d: got format %s, want %s", i, info.Format, format)
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src []byte) { given(t, format, mended(src), also) })
}

// given decodes a file and requires a picture or a known error.
func given(t *testing.T, format Format, src []byte, also func(t *testing.T, src []byte)) {
	info, err := Inspect(src)
	if err != nil {
		known(t, err)
		return
	}
	if info.Format != format || info.Width*info.Height > 1<<14 {
		return
	}
	sum := crc32.ChecksumIEEE(src)
	want := Want{Width: [...]int{0, 1, 8, 13, 96, 1 << 15}[sum%6], Quality: int(sum >> 8 & 127)}
	if sum>>16&1 == 0 {
		want.Format = WebP
	}
	if out, made, err := resize(context.Background(), src, want); err != nil {
		known(t, err)
	} else if again, err := Inspect(out); err != nil || again != made {
		t.Fatalf("got info %+v, but the written file has %+v (%v)", made, again, err)
	}
	if also != nil {
		also(t, src)
	}
}

// The deterministic complement of the fuzzers: each byte of small files is set to values that often break decoders.
func TestEveryByteCorrupted(t *testing.T) {
	t.Parallel()
	wrong := []byte{0x0f, 0xff}
	if soak.Long() {
		wrong = append(wrong, 0, 1, 3, 4, 0x44, 0x7f)
	}
	tiny := picturetest.Scene(0, 9, 9)
	seeThrough := image.NewPaletted(image.Rect(0, 0, 9, 5), color.Palette{color.Black, color.NRGBA{}, color.White})
	copy(seeThrough.Pix, "\x00\x01\x02\x01\x02\x00\x02\x01")
	for name, c := range map[string]struct {
		format Format
		src    []byte
		mended func([]byte) []byte
		also   func(t *testing.T, src []byte)
	}{
		"baseline.jpg":    {JPEG, variant{across: 2, down: 2, restart: 1}.write(tiny, 20), asItIs, everyScale},
		"progressive.jpg": {JPEG, progressiveSeed, asItIs, nil},
		"indexed.png":     {PNG, asPNG(t, seeThrough), checksummed, nil},
		"grey.png":        {PNG, asPNG(t, image.NewGray16(image.Rect(0, 0, 3, 3))), checksummed, nil},
	} {
		info, err := Inspect(c.src)
		assert.NilError(t, err)
		assert.Equal(t, info.Format, c.format, "%s %+v", name, info)
		for at := range c.src {
			for _, b := range wrong {
				src := bytes.Clone(c.src)
				src[at] = b
				func() {
					defer func() {
						r := recover()
						assert.Check(t, r == nil, "%s, byte %d set to %d: panic: %v", name, at, b, r)
					}()
					given(t, c.format, c.mended(src), c.also)
				}()
			}
		}
	}
}

func known(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrCorrupt) {
		t.Fatalf("undocumented error: %v", err)
	}
}

// everyScale decodes a JPEG at each scale of the inverse DCT.
func everyScale(t *testing.T, src []byte) {
	for _, scale := range []int{1, 2, 4, 8} {
		h, err := readJPEGHeader(src)
		if err != nil {
			known(t, err)
			return
		}
		d := h.jpeg
		rows := make([]int, len(d.components))
		for i := range d.components {
			c := &d.components[i]
			c.setScale(scale)
			c.rows = func(row []byte) {
				assert.Assert(t, is.Len(row, c.outW))
				rows[i]++
			}
		}
		if err := d.decode(context.Background()); err != nil {
			known(t, err)
			continue
		}
		for i, n := range rows {
			assert.Check(t, is.Equal(n, d.components[i].outH), i)
		}
	}
}

package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/webp"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/picture/picturetest"
)

func asJPEG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, jpeg.Encode(&b, p, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

func asPNG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, png.Encode(&b, p))
	return b.Bytes()
}

// resize calls Decode and Encode.
func resize(ctx context.Context, src []byte, want Want) ([]byte, Info, error) {
	p, err := Decode(ctx, src, want)
	if err != nil {
		return nil, Info{}, err
	}
	out, _, err := p.Encode(want.Quality, 0)
	return out, p.Info, err
}

func asLossy(t testing.TB, p *image.NRGBA) []byte {
	t.Helper()
	out, _ := toPlanes(p).webp(95, 0)
	return out
}

// open decodes an output with a decoder outside this package.
func open(t testing.TB, data []byte) image.Image {
	t.Helper()
	info, err := Inspect(data)
	assert.NilError(t, err)
	var p image.Image
	switch info.Format {
	case WebP:
		if p, err = webp.Decode(bytes.NewReader(data)); err == nil {
			p, err = resizeImage(t.Context(), p, info.Width, info.Height, true) // converts the video range
		}
	case PNG:
		p, err = png.Decode(bytes.NewReader(data))
	case JPEG:
		p, err = jpeg.Decode(bytes.NewReader(data))
	}
	assert.NilError(t, err)
	return p
}

func indexed(from image.Image) *image.Paletted {
	p := image.NewPaletted(from.Bounds(), palette.Plan9)
	draw.Draw(p, p.Rect, from, from.Bounds().Min, draw.Src)
	return p
}

// vignette returns a scene that fades towards its edges and is fully transparent in its corners.
func vignette(w, h int) *image.NRGBA {
	p := picturetest.Scene(3, w, h)
	for y := range h {
		for x := range w {
			dx, dy := float64(2*x-w)/float64(w), float64(2*y-h)/float64(h)
			p.Pix[p.PixOffset(x, y)+3] = uint8(min(max(400*(1-dx*dx-dy*dy), 0), 255))
		}
	}
	return p
}

func TestResizeReturnsTheRequestedSizeAndFormat(t *testing.T) {
	t.Parallel()
	scene := picturetest.Scene(0, 160, 120)
	anything := Want{Width: 64, Format: WebP}
	for name, c := range map[string]struct {
		src  []byte
		want Want
		info Info
	}{
		"a JPEG for a screen that takes WebP": {asJPEG(t, scene), anything, Info{Format: WebP, Width: 64, Height: 48}},
		"a JPEG for a browser without WebP":   {asJPEG(t, scene), Want{Width: 64}, Info{Format: JPEG, Width: 64, Height: 48}},
		"a PNG":                               {asPNG(t, scene), Want{Width: 64}, Info{Format: PNG, Width: 64, Height: 48}},
		"a PNG with alpha":                    {asPNG(t, vignette(160, 120)), Want{Width: 64}, Info{Format: PNG, Width: 64, Height: 48, Alpha: true}},
		"a PNG with alpha as WebP":            {asPNG(t, vignette(160, 120)), anything, Info{Format: WebP, Width: 64, Height: 48, Alpha: true}},
		"a WebP for a browser without WebP":   {asLossy(t, scene), Want{Width: 64}, Info{Format: JPEG, Width: 64, Height: 48}},
		"one with alpha":                      {asLossy(t, vignette(160, 120)), Want{Width: 64}, Info{Format: PNG, Width: 64, Height: 48, Alpha: true}},
		"never larger":                        {asPNG(t, picturetest.Scene(1, 40, 30)), anything, Info{Format: WebP, Width: 40, Height: 30}},
		"the original's size":                 {asJPEG(t, scene), Want{Quality: 30}, Info{Format: JPEG, Width: 160, Height: 120}},
		"one pixel":                           {asJPEG(t, picturetest.Scene(1, 1, 1)), anything, Info{Format: WebP, Width: 1, Height: 1}},
		"never flatter than a pixel":          {asPNG(t, picturetest.Scene(1, 1000, 3)), Want{Width: 8}, Info{Format: PNG, Width: 8, Height: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			out, info, err := resize(context.Background(), c.src, c.want)
			assert.NilError(t, err)
			assert.Equal(t, info, c.info)
			again, err := Inspect(out)
			assert.NilError(t, err)
			assert.Equal(t, again, c.info)
			assert.Equal(t, open(t, out).Bounds().Size(), image.Pt(c.info.Width, c.info.Height))
		})
	}
}

func TestColoursArePreserved(t *testing.T) {
	t.Parallel()
	scene := picturetest.Scene(4, 121, 83)
	deep := image.NewNRGBA64(scene.Rect)
	draw.Draw(deep, deep.Rect, scene, image.Point{}, draw.Src)
	grey := image.NewGray(scene.Rect)
	draw.Draw(grey, grey.Rect, scene, image.Point{}, draw.Src)
	deepGrey := image.NewGray16(scene.Rect)
	draw.Draw(deepGrey, deepGrey.Rect, scene, image.Point{}, draw.Src)
	deepVignette := image.NewNRGBA64(scene.Rect)
	draw.Draw(deepVignette, deepVignette.Rect, vignette(121, 83), image.Point{}, draw.Src)
	twoColours := image.NewPaletted(scene.Rect, color.Palette{color.NRGBA{200, 30, 40, 255}, color.NRGBA{20, 30, 240, 255}})
	for i := range twoColours.Pix {
		twoColours.Pix[i] = uint8(i / 121 / 16 % 2)
	}
	for name, c := range map[string]struct {
		src  []byte
		from image.Image
	}{
		"PNG": {asPNG(t, scene), scene}, "JPEG": {asJPEG(t, scene), scene}, "grey JPEG": {asJPEG(t, grey), grey}, "lossy WebP": {asLossy(t, scene), scene}, "lossy WebP with alpha": {asLossy(t, vignette(121, 83)), vignette(121, 83)},
		"grey PNG": {asPNG(t, grey), grey}, "16-bit PNG": {asPNG(t, deep), deep}, "16-bit grey PNG": {asPNG(t, deepGrey), deepGrey},
		"16-bit PNG with alpha": {asPNG(t, deepVignette), deepVignette}, "PNG with alpha": {asPNG(t, vignette(121, 83)), vignette(121, 83)},
		"PNG with a palette": {asPNG(t, indexed(scene)), indexed(scene)}, "PNG of two colours": {asPNG(t, twoColours), twoColours},
	} {
		want, err := resizeImage(context.Background(), c.from, 60, 41, true)
		assert.NilError(t, err)
		for _, format := range []Format{0, WebP} {
			out, _, err := resize(context.Background(), c.src, Want{Width: 60, Quality: 95, Format: format})
			assert.NilError(t, err, name)
			least := 25.0 // half of the chroma resolution is lost
			if got, _ := Inspect(out); got.Format == PNG {
				least = 42
			}
			like := likeness(seen(open(t, out)), seen(want))
			assert.Check(t, like >= least, "%s as %s: got %.1f dB", name, format, like)
		}
	}
}

// seen returns a picture on white: transparent pixels have no colour to compare.
func seen(p image.Image) image.Image {
	out := image.NewRGBA(image.Rectangle{Max: p.Bounds().Size()})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, p, p.Bounds().Min, draw.Over)
	return out
}

// exif returns a segment with orientation, position and device, as a camera writes it.
func exif(orientation int, order binary.AppendByteOrder) []byte {
	tiff := []byte("II*\x00\x08\x00\x00\x00")
	if order.String() == "BigEndian" {
		tiff = []byte("MM\x00*\x00\x00\x00\x08")
	}
	tiff = order.AppendUint16(tiff, 2)
	tiff = order.AppendUint16(order.AppendUint16(tiff, 0x010f), 2) // maker, in the four bytes
	tiff = append(order.AppendUint32(tiff, 4), "Cam\x00"...)
	tiff = order.AppendUint16(order.AppendUint16(tiff, 0x0112), 3)
	tiff = order.AppendUint16(order.AppendUint16(order.AppendUint32(tiff, 1), uint16(orientation)), 0)
	tiff = append(order.AppendUint32(tiff, 0), "GPS 36.1540 N 95.9928 W"...)
	return append([]byte("Exif\x00\x00"), tiff...)
}

// withSegment inserts a segment after a JPEG's first two bytes.
func withSegment(src []byte, marker byte, content []byte) []byte {
	out := append([]byte{0xff, 0xd8, 0xff, marker}, byte((len(content)+2)>>8), byte(len(content)+2))
	return append(append(out, content...), src[2:]...)
}

func TestPicturesAreUprightAndWithoutMetadata(t *testing.T) {
	t.Parallel()
	// Red top left, green top right, blue bottom left, white bottom right.
	flag := image.NewNRGBA(image.Rect(0, 0, 96, 64))
	corners := [4]color.NRGBA{{250, 0, 0, 255}, {0, 250, 0, 255}, {0, 0, 250, 255}, {250, 250, 250, 255}}
	for y := range 64 {
		for x := range 96 {
			flag.SetNRGBA(x, y, corners[y/32*2+x/48])
		}
	}
	src := asJPEG(t, flag)
	// The expected corners: top left, top right, bottom left, bottom right.
	for orientation, want := range map[int][4]int{1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1}, 5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2}, 9: {0, 1, 2, 3}} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			photo := withSegment(src, 0xe1, exif(orientation, order))
			for _, format := range []Format{0, WebP} {
				out, info, err := resize(context.Background(), photo, Want{Width: 48, Format: format})
				assert.NilError(t, err)
				assert.Check(t, is.Equal(orientation >= 5 && orientation <= 8, info.Height > info.Width))
				p := open(t, out)
				for i, corner := range want {
					x, y := (info.Width-1)*(i%2*3+1)/4, (info.Height-1)*(i/2*3+1)/4
					got := color.NRGBAModel.Convert(p.At(x, y)).(color.NRGBA)
					if c := corners[corner]; max(diff(got.R, c.R), diff(got.G, c.G), diff(got.B, c.B)) > 24 {
						t.Errorf("orientation %d as %s: corner %d: got %v, want %v", orientation, info.Format, i, got, c)
					}
				}
				if bytes.Contains(out, []byte("GPS")) || bytes.Contains(out, []byte("Exif")) {
					t.Errorf("orientation %d as %s: the GPS position was not removed", orientation, info.Format)
				}
			}
		}
	}
	clean, info, err := Clean(context.Background(), withSegment(src, 0xe1, exif(6, binary.LittleEndian)))
	assert.NilError(t, err)
	assert.Equal(t, info, (Info{Format: JPEG, Width: 64, Height: 96}))
	assert.Assert(t, !bytes.Contains(clean, []byte("GPS")))
}

func diff(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// contradictoryFiles returns small files that declare two sizes: a small one first, and a huge one for the decoder.
func contradictoryFiles(t testing.TB) map[string][]byte {
	pngChunk := func(out []byte, kind string, content ...byte) []byte {
		body := append([]byte(kind), content...)
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(content))), body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	}
	drawing := []byte("\x89PNG\r\n\x1a\n")
	for _, size := range [][2]uint32{{10, 10}, {60_000_000, 1}} {
		header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, size[0]), size[1])
		drawing = pngChunk(drawing, "IHDR", append(header, 16, pngRGBA, 0, 0, 0)...)
	}
	drawing = pngChunk(pngChunk(drawing, "IDAT", 0x78, 0x9c, 0x03, 0, 0, 0, 0, 1), "IEND")
	frame := asLossy(t, picturetest.Scene(0, 10, 10))[20:]
	vast := []byte{0x10, 0, 0, 0, 0x1f, 0x4e, 0, 0x1f, 0x4e, 0} // with alpha, 20,000 × 20,000
	return map[string][]byte{
		"a PNG with two headers":                 drawing,
		"a WebP with the extended header second": riff(chunk{"JUNK", nil}, chunk{"VP8X", vast}, chunk{"ALPH", []byte{0, 0}}, chunk{"VP8 ", frame}),
		"a WebP with two extended headers":       riff(chunk{"VP8X", []byte{0, 0, 0, 0, 9, 0, 0, 9, 0, 0}}, chunk{"VP8X", vast}, chunk{"ALPH", []byte{0, 0}}, chunk{"VP8 ", frame}),
		"a WebP with an unknown first chunk":     riff(chunk{"JUNK", nil}, chunk{"VP8 ", frame}),
	}
}

func TestNonPicturesAreRefused(t *testing.T) {
	t.Parallel()
	scene := picturetest.Scene(0, 80, 60)
	photo, drawing, webpPicture := asJPEG(t, scene), asPNG(t, scene), asLossy(t, scene)
	sized := func(w, h int) []byte { // the header of a PNG, with its checksum
		b := asPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
		binary.BigEndian.PutUint32(b[16:], uint32(w))
		binary.BigEndian.PutUint32(b[20:], uint32(h))
		return checksummed(b)
	}
	hugeJPEG := bytes.Clone(photo)
	at := bytes.Index(hugeJPEG, []byte{0xff, 0xc0})
	copy(hugeJPEG[at+5:], []byte{0x20, 0, 0x20, 0})
	liar := append(bytes.Clone(riff(chunk{"VP8X", []byte{0, 0, 0, 0, 9, 0, 0, 9, 0, 0}}, chunk{"VP8 ", webpPicture[20:]})), 0)
	noScan := photo[:bytes.Index(photo, []byte{0xff, 0xda})]
	badSum := bytes.Clone(drawing)
	badSum[len(badSum)-20]++
	files := map[string]struct {
		src  []byte
		want error
	}{
		"nothing":                            {nil, ErrUnknown},
		"a drawing with scripts":             {[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), ErrUnknown},
		"a page":                             {[]byte("<!doctype html><script>1</script>"), ErrUnknown},
		"an archive":                         {[]byte("PK\x03\x04" + strings.Repeat("x", 40)), ErrUnknown},
		"two bytes of a JPEG":                {photo[:2], ErrUnknown},
		"a JPEG's header":                    {photo[:300], ErrTruncated},
		"half a JPEG":                        {photo[:len(photo)/2], ErrTruncated},
		"a JPEG without a scan":              {noScan, ErrTruncated},
		"half a PNG":                         {drawing[:len(drawing)/2], ErrTruncated},
		"a PNG's header":                     {drawing[:20], ErrTruncated},
		"half a WebP":                        {webpPicture[:len(webpPicture)/2], ErrTruncated},
		"a GIF":                              {[]byte("GIF89a" + strings.Repeat("x", 40)), ErrUnknown},
		"an animated WebP":                   {riff(chunk{"VP8X", []byte{2, 0, 0, 0, 9, 0, 0, 9, 0, 0}}), ErrUnknown},
		"an arithmetic JPEG":                 {bytes.Replace(photo, []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1), ErrUnknown},
		"a PNG of 30,000 × 30,000":           {sized(30_000, 30_000), ErrTooLarge},
		"a PNG of four billion":              {sized(1<<32-1, 1<<32-1), ErrTooLarge},
		"a PNG of 1 × 20,000":                {sized(1, 20_000), ErrTooLarge},
		"a JPEG of 8192 × 8192":              {hugeJPEG, ErrTooLarge},
		"a WebP with a frame larger than it": {liar, ErrCorrupt},
		"a PNG with a wrong checksum":        {badSum, ErrCorrupt},
		"a PNG with no pixels":               {sized(0, 10), ErrCorrupt},
	}
	for name, src := range contradictoryFiles(t) {
		_, err := Inspect(src)
		assert.Check(t, is.ErrorIs(err, ErrCorrupt), name)
		files[name] = struct {
			src  []byte
			want error
		}{src, ErrCorrupt}
	}
	for name, c := range files {
		t.Run(name, func(t *testing.T) {
			_, _, err := resize(context.Background(), c.src, Want{Width: 64})
			assert.ErrorIs(t, err, c.want, c.want)
			_, _, err = Clean(context.Background(), c.src)
			assert.ErrorIs(t, err, c.want, c.want)
		})
	}
}

// A file that is a picture and also another format is only a picture afterwards.
func TestPolyglotsBecomePlainPictures(t *testing.T) {
	t.Parallel()
	scene := picturetest.Scene(0, 80, 60)
	payload := []byte("<script>alert(document.domain)</script>PK\x03\x04#!/bin/sh")
	drawing := asPNG(t, scene)
	for name, src := range map[string][]byte{
		"JPEG followed by a page":        append(asJPEG(t, scene), payload...),
		"JPEG with a page as comment":    withSegment(asJPEG(t, scene), 0xfe, payload),
		"JPEG with a page as its maker":  withSegment(asJPEG(t, scene), 0xe1, append([]byte("Exif\x00\x00"), payload...)),
		"JPEG with a page for Photoshop": withSegment(asJPEG(t, scene), 0xed, append([]byte("Photoshop 3.0\x00"), payload...)),
		"PNG followed by an archive":     append(bytes.Clone(drawing), payload...),
		"WebP followed by other bytes":   append(asLossy(t, scene), payload...),
	} {
		for _, make := range []func() ([]byte, Info, error){
			func() ([]byte, Info, error) { return Clean(context.Background(), src) },
			func() ([]byte, Info, error) { return resize(context.Background(), src, Want{Width: 64, Format: WebP}) },
		} {
			out, _, err := make()
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if bytes.Contains(out, []byte("script")) || bytes.Contains(out, []byte("/bin/sh")) {
				t.Errorf("%s: the canary was not removed", name)
			}
		}
	}
}

func TestCancelledRequestStopsTheWork(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, src := range map[string][]byte{"JPEG": asJPEG(t, picturetest.Scene(0, 64, 64)), "PNG": asPNG(t, picturetest.Scene(0, 64, 64))} {
		_, _, err := resize(ctx, src, Want{Width: 32})
		assert.Check(t, is.ErrorIs(err, context.Canceled), name)
	}
}

// Encoding does not change the decoded picture, and Narrow gives the same picture as decoding the source at that width.
func TestDecodedPictureCanBeEncodedRepeatedly(t *testing.T) {
	for name, src := range map[string][]byte{"photograph": asJPEG(t, picturetest.Scene(1, 160, 120)), "see-through": asPNG(t, vignette(160, 120))} {
		for _, format := range []Format{0, WebP} {
			p, err := Decode(t.Context(), src, Want{Width: 128, Format: format})
			assert.NilError(t, err)
			for _, quality := range []int{90, 25, 90} {
				got, _, err := p.Encode(quality, 0)
				want, info, wrong := resize(t.Context(), src, Want{Width: 128, Quality: quality, Format: format})
				if err != nil || wrong != nil || !bytes.Equal(got, want) || info != p.Info {
					t.Errorf("%s as %s, quality %d: the bytes changed", name, p.Format, quality)
				}
			}
			whole, size, _ := p.Encode(90, 0)
			if out, _, err := p.Encode(90, size); err != nil || !bytes.Equal(out, whole) {
				t.Errorf("%s as %s, at the limit: the bytes changed (%v)", name, p.Format, err)
			}
			if out, estimate, err := p.Encode(90, size/2); err != nil || out != nil || estimate < size/2 || estimate > 2*size {
				t.Errorf("%s as %s, twice the limit: got %d bytes, want about %d (%v)", name, p.Format, len(out), estimate, err)
			}
			narrow, err := p.Narrow(t.Context(), 64)
			assert.NilError(t, err)
			got, _, err := narrow.Encode(90, 0)
			info, wrong := Inspect(got)
			if err != nil || wrong != nil || info != narrow.Info || info.Width != 64 || info.Height != 48 || info.Alpha != p.Alpha {
				t.Errorf("%s as %s, narrower: got %+v %v %v", name, p.Format, info, err, wrong)
			}
		}
	}
}

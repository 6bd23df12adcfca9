package upload_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/picture/picturetest"
	"ordering/shared/problem"
	"ordering/shared/soak"
	"ordering/shared/upload"
)

// canary is put wherever a file can hold invisible data.
const canary = "canary 36.1540 N 95.9928 W"

func encoded(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, write(&b))
	return b.Bytes()
}

func photo(t testing.TB, w, h int) []byte {
	return encoded(t, func(b io.Writer) error { return jpeg.Encode(b, picturetest.Scene(0, w, h), nil) })
}

func drawing(t testing.TB, p image.Image) []byte {
	return encoded(t, func(b io.Writer) error { return png.Encode(b, p) })
}

// processorFor returns the processor of a brand with this size limit in megabytes.
func processorFor(megabytes int) *upload.Processor {
	return upload.NewProcessor(brand.Brand{UploadMegabytes: megabytes})
}

func take(t testing.TB, src []byte) (upload.File, error) {
	return processorFor(4).Take(t.Context(), bytes.NewReader(src))
}

// everySegment returns a JPEG with a canary in each segment that a decoder skips, in fill bytes between them, and after its end.
func everySegment(src []byte, orientation byte) []byte {
	out := bytes.Clone(src[:2])
	add := func(marker byte, content string) {
		out = append(out, 0xff, 0xff, marker, byte((len(content)+2)>>8), byte(len(content)+2)) // with a fill byte
		out = append(out, content...)
	}
	add(0xe1, "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02\x01\x12\x00\x03\x00\x00\x00\x01\x00"+string(orientation)+"\x00\x00\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x40\x00\x00\x00\x00"+canary)
	add(0xe1, "http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>"+canary)
	add(0xe1, "http://ns.adobe.com/xmp/extension/\x00"+canary)
	add(0xe2, "ICC_PROFILE\x00\x01\x01"+strings.Repeat("\x00", 128)+canary)
	add(0xe2, "MPF\x00"+canary)
	add(0xed, "Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x1a"+canary)
	for marker := byte(0xe0); marker <= 0xef; marker++ {
		if marker != 0xee { // Adobe's segment names the colour transform
			add(marker, "what no program knows "+canary)
		}
	}
	add(0xfe, canary)
	return append(append(out, src[2:]...), canary...)
}

// everyChunk returns a PNG with a canary in each chunk that a decoder skips, and after its end.
func everyChunk(src []byte, orientation byte) []byte {
	chunk := func(kind, content string) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
		out = append(append(out, kind...), content...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = io.WriteString(z, canary)
	_ = z.Close()
	out := bytes.Clone(src[:33]) // the signature and IHDR
	for _, c := range [][2]string{
		{"tEXt", "Comment\x00" + canary}, {"zTXt", "Comment\x00\x00" + packed.String()}, {"iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00" + canary}, {"tIME", "\x07\xea\x0b\x14\x12\x00\x00"},
		{"eXIf", "MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00" + canary},
		{"iCCP", canary + "\x00\x00" + packed.String()}, {"sPLT", canary + "\x00\x08"}, {"prVt", canary}, {"mkBF", canary},
	} {
		out = append(out, chunk(c[0], c[1])...)
	}
	out = append(out, src[33:len(src)-12]...)
	out = append(out, chunk("tEXt", "Comment\x00"+canary)...)
	out = append(out, chunk("IEND", "")...)
	return append(out, canary...)
}

// Fault 24: the position of the camera and all else that a viewer does not show is removed.
func TestUploadKeepsOnlyPixels(t *testing.T) {
	random := regexp.MustCompile(`^[a-z2-7]{26}\.jpg$`)
	names := map[string]bool{}
	for name, c := range map[string]struct {
		src           []byte
		width, height int
	}{
		"a JPEG":                 {everySegment(photo(t, 96, 64), 1), 96, 64},
		"a JPEG held upright":    {everySegment(photo(t, 96, 64), 6), 64, 96},
		"a PNG":                  {everyChunk(drawing(t, picturetest.Scene(1, 96, 64)), 1), 96, 64},
		"a PNG held upside down": {everyChunk(drawing(t, picturetest.Scene(1, 96, 64)), 8), 64, 96},
	} {
		assert.Assert(t, bytes.Contains(c.src, []byte(canary)), "%s has no canary", name)
		p, err := take(t, c.src)
		if err != nil || p.Width != c.width || p.Height != c.height || p.Type != "image/jpeg" {
			t.Errorf("%s: %d × %d, %s: %v", name, p.Width, p.Height, p.Type, err)
			continue
		}
		if bytes.Contains(p.Data, []byte(canary)) || bytes.Contains(p.Data, []byte("canary")) {
			t.Errorf("%s: the canary was not removed", name)
		}
		assert.Check(t, is.Equal(parts(t, p.Data), ""), name)
		assert.Check(t, random.MatchString(p.Name) && !names[p.Name], "%s: got name %s", name, p.Name)
		names[p.Name] = true
	}
}

// parts lists the parts of a JPEG that its pixels do not need.
func parts(t *testing.T, data []byte) (more string) {
	t.Helper()
	at := 2
	for data[at+1] != 0xda {
		if marker := data[at+1]; marker != 0xdb && marker != 0xc0 && marker != 0xc4 && marker != 0xdd && (marker != 0xe0 || !bytes.HasPrefix(data[at+4:], []byte("JFIF\x00"))) {
			more += "segment " + string("0123456789abcdef"[marker>>4]) + string("0123456789abcdef"[marker&15]) + " "
		}
		at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
	}
	if end := bytes.Index(data[at:], []byte{0xff, 0xd9}); end+2 != len(data)-at {
		more += "something behind the end"
	}
	return more
}

// Colours under transparent pixels are invisible and may show a face that the guest cut out: the paper is white there.
func TestColoursUnderTransparencyAreRemoved(t *testing.T) {
	p := image.NewNRGBA(image.Rect(0, 0, 40, 40))
	for i := range p.Pix {
		p.Pix[i] = uint8(90 + i%4*20)
		if i%4 == 3 && i/4%40 < 20 {
			p.Pix[i] = 0
		}
	}
	kept, err := take(t, drawing(t, p))
	assert.NilError(t, err)
	out, err := jpeg.Decode(bytes.NewReader(kept.Data))
	assert.NilError(t, err)
	for x, want := range map[int]color.Gray{8: {Y: 255}, 32: {Y: 167}} { // 90, 110 and 130 with an alpha of 150 on white
		got := color.GrayModel.Convert(out.At(x, 20)).(color.Gray)
		assert.Check(t, max(got.Y, want.Y)-min(got.Y, want.Y) < 12, "at %d: %d, want %d", x, got.Y, want.Y)
	}
}

// Each error of package picture is one problem; its TestNonPicturesAreRefused has the files of each error.
func TestInvalidFilesAreRefused(t *testing.T) {
	src := photo(t, 320, 240)
	vast := bytes.Clone(src)
	copy(vast[bytes.Index(vast, []byte{0xff, 0xc0})+5:], []byte{0x20, 0, 0x20, 0})
	for name, c := range map[string]struct {
		src  []byte
		want problem.Code
	}{
		"nothing":                      {nil, problem.UploadKind},
		"a drawing with scripts":       {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`), problem.UploadKind},
		"an archive":                   {[]byte("PK\x03\x04" + strings.Repeat("x", 99)), problem.UploadKind},
		"a GIF":                        {encoded(t, func(b io.Writer) error { return gif.Encode(b, picturetest.Scene(1, 20, 20), nil) }), problem.UploadKind},
		"a WebP":                       {[]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"), problem.UploadKind},
		"a JPEG behind a space":        {append([]byte(" "), src...), problem.UploadKind},
		"a JPEG without loss":          {bytes.Replace(src, []byte{0xff, 0xc0}, []byte{0xff, 0xc3}, 1), problem.UploadKind},
		"a JPEG's signature":           {src[:3], problem.UploadDamaged},
		"half a JPEG":                  {src[:len(src)/2], problem.UploadDamaged},
		"an empty JPEG":                {append(bytes.Clone(src[:2]), 0xff, 0xd9), problem.UploadDamaged},
		"a JPEG of 8192 × 8192":        {vast, problem.UploadPixels},
		"a megabyte more than allowed": {append(bytes.Clone(src), make([]byte, 4<<20)...), problem.UploadTooLarge},
	} {
		p, err := take(t, c.src)
		assert.Check(t, problem.Is(err, c.want) && p.Data == nil && p.Name == "", "%s: %v, want %s", name, err, c.want)
	}
	_, err := processorFor(4).Take(t.Context(), iotest.ErrReader(io.ErrUnexpectedEOF))
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// A file may have exactly the size in the brand's record, and not a byte more. The error names the limit.
func TestSizeLimitIsTheBrands(t *testing.T) {
	src := photo(t, 32, 24)
	for _, b := range brand.All() {
		desk, most := upload.NewProcessor(b), b.UploadMegabytes<<20
		_, err := desk.Take(t.Context(), bytes.NewReader(append(bytes.Clone(src), make([]byte, most-len(src))...)))
		assert.Check(t, err, b.FolderPath)
		want := fmt.Sprintf("The file may have at most %d MB. Choose a smaller one", b.UploadMegabytes)
		var p *problem.Problem
		_, err = desk.Take(t.Context(), bytes.NewReader(append(bytes.Clone(src), make([]byte, most-len(src)+1)...)))
		assert.Check(t, errors.As(err, &p) && p.Body("").Message == want, "%s: one byte over the limit: got %v", b.FolderPath, err)
	}
}

// An endless body is not read beyond the limit.
func TestOversizedBodyIsNotRead(t *testing.T) {
	endless := &counted{}
	_, err := processorFor(1).Take(t.Context(), endless)
	assert.Assert(t, problem.Is(err, problem.UploadTooLarge))
	assert.Assert(t, endless.read <= 2<<20)
}

type counted struct{ read int }

func (c *counted) Read(p []byte) (int, error) {
	c.read += len(p)
	return len(p), nil
}

// A large picture of a phone is reduced to the maximum size.
func TestLargePicturesBecomeSmaller(t *testing.T) {
	if !soak.Long() {
		t.Skip("20 megapixels take seconds: TEST_LONG=1")
	}
	plain := image.NewYCbCr(image.Rect(0, 0, 5000, 4000), image.YCbCrSubsampleRatio420)
	p, err := take(t, encoded(t, func(b io.Writer) error { return jpeg.Encode(b, plain, nil) }))
	if err != nil || p.Width*p.Height > 4_010_000 || p.Width < 2200 || p.Width*4 != p.Height*5 && p.Height != (p.Width*4+2)/5 {
		t.Errorf("%d × %d: %v", p.Width, p.Height, err)
	}
}

// One picture is encoded at a time. A cancelled upload stops waiting.
func TestOnePictureIsEncodedAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := processorFor(1)
		src := photo(t, 16, 16)
		leave := desk.Occupy()
		gone, goes := context.WithCancel(t.Context())
		results := make(chan error, 2)
		for _, ctx := range []context.Context{gone, t.Context()} {
			go func() {
				_, err := desk.Take(ctx, bytes.NewReader(src))
				results <- err
			}()
		}
		synctest.Wait()
		assert.Assert(t, is.Len(results, 0), "two pictures are processed at the same time")
		goes()
		assert.ErrorIs(t, <-results, context.Canceled)
		leave()
		assert.NilError(t, <-results)
	})
}

// Only a few files are held at once: further uploads are not read before a place is free.
func TestHeldFilesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := processorFor(1)
		leave := desk.Occupy()
		const senders = 3 * upload.HeldFiles
		var begun atomic.Int32
		results := make(chan error, senders)
		for range senders {
			from := &announced{from: bytes.NewReader(photo(t, 16, 16)), begun: &begun}
			go func() {
				_, err := desk.Take(t.Context(), from)
				results <- err
			}()
		}
		synctest.Wait()
		n := begun.Load()
		assert.Assert(t, n == upload.HeldFiles, "got %d files in memory, want %d", n, upload.HeldFiles)
		gone, goes := context.WithCancel(t.Context())
		goes()
		_, err := desk.Take(gone, bytes.NewReader(nil))
		assert.ErrorIs(t, err, context.Canceled)
		leave()
		for range senders {
			assert.Check(t, <-results)
		}
		n = begun.Load()
		assert.Assert(t, n == senders, "got %d of %d uploads accepted", n, senders)
	})
}

// announced is a file that increments begun when its first byte is read.
type announced struct {
	from  io.Reader
	begun *atomic.Int32
	once  sync.Once
}

func (a *announced) Read(p []byte) (int, error) {
	a.once.Do(func() { a.begun.Add(1) })
	return a.from.Read(p)
}

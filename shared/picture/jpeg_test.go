package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/picture/picturetest"
	"ordering/shared/soak"
)

// sameAsStandard decodes a JPEG at its own size and compares each plane with the standard library's.
func sameAsStandard(t *testing.T, src []byte) {
	t.Helper()
	want, err := jpeg.Decode(bytes.NewReader(src))
	assert.NilError(t, err)
	h, err := readJPEGHeader(src)
	assert.NilError(t, err)
	d := h.jpeg
	made := make([][]byte, len(d.components))
	for i := range d.components {
		d.components[i].rows = func(row []byte) { made[i] = append(made[i], row...) }
	}
	assert.NilError(t, d.decode(context.Background()))
	for i, c := range d.components {
		var pixels []byte
		var stride int
		switch p := want.(type) {
		case *image.Gray:
			pixels, stride = p.Pix, p.Stride
		case *image.YCbCr:
			pixels, stride = [][]byte{p.Y, p.Cb, p.Cr}[i], p.CStride
			if i == 0 {
				stride = p.YStride
			}
		default:
			t.Fatalf("test setup: the standard library decoded a %T", want)
		}
		assert.Assert(t, is.Len(made[i], c.width*c.height), "%d %d %d", i, c.width, c.height)
		worst, sum := 0.0, 0.0
		for j, v := range made[i] {
			d := math.Abs(float64(v) - float64(pixels[j/c.width*stride+j%c.width]))
			worst, sum = max(worst, d), sum+d
		}
		// Two integer transforms may round differently, no more.
		mean := sum / float64(len(made[i]))
		assert.Check(t, worst <= 2 && mean <= 0.15, "plane %d: got a difference of at most %.0f, %.3f on average", i, worst, mean)
	}
}

// oddSizes are sizes that often break decoders; all small ones with TEST_LONG=1.
func oddSizes() [][2]int {
	if !soak.Long() {
		return [][2]int{{1, 1}, {7, 8}, {17, 33}, {67, 51}}
	}
	return [][2]int{{1, 1}, {1, 9}, {7, 8}, {8, 7}, {15, 17}, {16, 16}, {17, 33}, {64, 48}, {99, 101}, {255, 3}, {4097, 5}, {5, 4097}}
}

func TestDecodesLikeTheStandardLibrary(t *testing.T) {
	t.Parallel()
	variants := map[string]variant{
		"4:4:4": {across: 1, down: 1}, "4:2:2": {across: 2, down: 1}, "4:2:0": {across: 2, down: 2}, "4:4:0": {across: 1, down: 2},
		"4:1:1": {across: 4, down: 1}, "4:1:0": {across: 4, down: 2}, "grey": {across: 1, down: 1, grey: true},
		"4:2:0 with restart markers": {across: 2, down: 2, restart: 3}, "a restart with each unit": {across: 1, down: 1, restart: 1},
		"4:2:0, a scan for each": {across: 2, down: 2, separate: true}, "grey with restarts": {across: 1, down: 1, grey: true, restart: 5},
		"4:4:4, separate scans, with restarts": {across: 1, down: 1, separate: true, restart: 7}, "comments and fill bytes": {across: 2, down: 1, padding: true},
	}
	for i, size := range oddSizes() {
		scene := picturetest.Scene(i%picturetest.Scenes, size[0], size[1])
		for name, v := range variants {
			src := v.write(scene, 60+i*3)
			t.Run(fmt.Sprintf("%s, %d × %d", name, size[0], size[1]), func(t *testing.T) { sameAsStandard(t, src) })
		}
	}
}

func TestDecodesSharpsOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var jobs []job
	for i, size := range [][2]int{{1, 1}, {17, 33}, {90, 71}, {4097, 9}} {
		from := writeFile(t, filepath.Join(dir, fmt.Sprintf("%d.png", i)), asPNG(t, picturetest.Scene(i, size[0], size[1])))
		for kind, options := range map[string]map[string]any{
			"baseline": {}, "progressive": {"progressive": true}, "444": {"chromaSubsampling": "4:4:4", "quality": 95},
			"progressive444": {"progressive": true, "chromaSubsampling": "4:4:4", "quality": 30}, "mozjpeg": {"mozjpeg": true}, "plain": {"optimiseCoding": false},
		} {
			to := filepath.Join(dir, fmt.Sprintf("%d-%s.jpg", i, kind))
			jobs = append(jobs, job{from, to, [][]any{{"jpeg", options}}}, job{from, to + "-grey.jpg", [][]any{{"greyscale"}, {"jpeg", options}}})
		}
	}
	sharp(t, jobs)
	for _, j := range jobs {
		t.Run(filepath.Base(j.To), func(t *testing.T) {
			src, err := os.ReadFile(j.To)
			assert.NilError(t, err)
			sameAsStandard(t, src)
		})
	}
}

func TestCMYKMatchesSharp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from := writeFile(t, filepath.Join(dir, "0.png"), asPNG(t, picturetest.Scene(5, 90, 71)))
	var jobs []job
	for name, progressive := range map[string]bool{"inks.jpg": false, "progressive.jpg": true} {
		to := filepath.Join(dir, name)
		jobs = append(jobs, job{from, to, [][]any{{"toColourspace", "cmyk"}, {"jpeg", map[string]any{"quality": 97, "progressive": progressive, "chromaSubsampling": "4:4:4"}}}})
	}
	for _, j := range jobs[:2] { // and compared with sharp
		jobs = append(jobs, job{j.To, j.To + ".raw", [][]any{{"toColourspace", "srgb"}, {"ensureAlpha"}, {"raw"}}})
	}
	sharp(t, jobs)
	for _, j := range jobs[:2] {
		src, err := os.ReadFile(j.To)
		assert.NilError(t, err)
		_, got, err := decodeJPEG(t, src, 90, 71)
		assert.NilError(t, err)
		if like := likeness(got, readRaw(t, j.To+".raw", 90, 71)); like < 28 {
			t.Errorf("%s: %.1f dB", filepath.Base(j.To), like)
		}
		// The other form of Adobe's inks: the same bytes then mean other colours.
		at := bytes.Index(src, []byte("Adobe\x00"))
		assert.Assert(t, at >= 0)
		assert.Equal(t, src[at+11], byte(0))
		src[at+11] = 2
		whole, err := jpeg.Decode(bytes.NewReader(src))
		assert.NilError(t, err)
		want := image.NewNRGBA(whole.Bounds())
		for i := 0; i < len(want.Pix); i += 4 {
			ink := func(n int) float32 { return float32(whole.(*image.CMYK).Pix[i+n]) / 255 }
			want.Pix[i], want.Pix[i+1], want.Pix[i+2] = printed(ink(0), ink(1), ink(2), ink(3))
			want.Pix[i+3] = 255
		}
		_, got, err = decodeJPEG(t, src, 90, 71)
		assert.NilError(t, err)
		if like := likeness(got, want); like < 38 {
			t.Errorf("%s, written in colour: got %.1f dB", filepath.Base(j.To), like)
		}
	}
	r, g, b := printed(0, 0, 0, 0)
	assert.Assert(t, r == 255 && g == 255 && b == 255, "paper: got %d, %d, %d, want white", r, g, b)
	r, g, b = printed(0, 0, 0, 1)
	assert.Assert(t, max(r, g, b) <= 48, "black ink: got %d, %d, %d", r, g, b)
}

// decodeJPEG decodes and resizes a JPEG, before orientation and profile.
func decodeJPEG(t *testing.T, src []byte, width, height int) (*planes, *image.NRGBA, error) {
	t.Helper()
	h, err := readJPEGHeader(src)
	assert.NilError(t, err)
	return h.jpeg.resize(t.Context(), width, height)
}

// likeness returns the similarity of two pictures of one size as a peak signal-to-noise ratio in dB over the visible colours.
func likeness(a, b image.Image) float64 {
	sum, n := 0.0, 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p := color.NRGBAModel.Convert(a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y)).(color.NRGBA)
			q := color.NRGBAModel.Convert(b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y)).(color.NRGBA)
			for _, d := range [4]float64{float64(p.A) - float64(q.A), float64(p.R) - float64(q.R), float64(p.G) - float64(q.G), float64(p.B) - float64(q.B)} {
				sum += d * d
			}
			n += 4
		}
	}
	return 10 * math.Log10(255*255/(sum/float64(n)+1e-9))
}

func TestSmallerScalesShowTheSamePicture(t *testing.T) {
	t.Parallel()
	scene := picturetest.Scene(2, 403, 301)
	whole, err := resizeImage(context.Background(), scene, 51, 38, false)
	assert.NilError(t, err)
	// At 51 px a component of 403 is decoded at scale 1/8; widths up to 403 use every scale.
	for _, v := range []variant{{across: 1, down: 1}, {across: 2, down: 2}, {across: 2, down: 1}, {across: 4, down: 1}, {across: 1, down: 2}} {
		src := v.write(scene, 95)
		for _, width := range []int{51, 75, 150, 250, 403} {
			p, _, err := decodeJPEG(t, src, width, (301*width+201)/403)
			assert.NilError(t, err)
			shown := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
			draw.Draw(shown, shown.Rect, p.picture(), image.Point{}, draw.Src)
			small, err := resizeImage(context.Background(), shown, 51, 38, false)
			assert.NilError(t, err)
			// a scale of 1/8 is an average, which differs slightly from Lanczos
			like := likeness(small, whole)
			assert.Check(t, like >= 29, "%d × %d blocks at %d px: got %.1f dB", v.across, v.down, width, like)
		}
	}
}

// picture returns the planes as an image of the standard library.
func (p *planes) picture() image.Image {
	return &image.YCbCr{Y: p.y, Cb: p.cb, Cr: p.cr, YStride: p.width, CStride: half(p.width), SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: image.Rect(0, 0, p.width, p.height)}
}

func TestStandardLibraryReadsOurJPEG(t *testing.T) {
	t.Parallel()
	for i, size := range oddSizes() {
		scene := picturetest.Scene(i%picturetest.Scenes, size[0], size[1])
		for quality, least := range map[int]float64{1: 15, 10: 17, 49: 22, 75: 25, 100: 44} {
			p := toPlanes(scene)
			got, err := jpeg.Decode(bytes.NewReader(p.jpeg(quality)))
			assert.NilError(t, err, "%v %d", size, quality)
			like := likeness(got, p.picture())
			assert.Check(t, like >= least, "%v at quality %d: got %.1f dB", size, quality, like)
		}
	}
}

// A scan can cover all blocks in a few bytes, and still costs the time to visit each. Files with more scans than any
// encoder writes are rejected.
func TestFilesWithTooManyScansAreRefused(t *testing.T) {
	t.Parallel()
	file := func(scans int) []byte { // a grey progressive JPEG of four blocks: first coefficients, then scans of zeros
		out := []byte{0xff, 0xd8}
		segment := func(marker byte, content ...byte) {
			out = append(binary.BigEndian.AppendUint16(append(out, 0xff, marker), uint16(len(content)+2)), content...)
		}
		segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
		segment(0xc2, 8, 0, 16, 0, 16, 1, 1, 0x11, 0)
		for _, class := range []byte{0, 0x10} { // one code, of one bit, for zero
			segment(0xc4, append(append([]byte{class, 1}, make([]byte, 15)...), 0)...)
		}
		for n := range scans {
			from, to := byte(0), byte(0)
			if n > 0 {
				from, to = 1, 63
			}
			segment(0xda, 1, 1, 0, from, to, 0)
			out = append(out, 0x0f) // the code four times
		}
		return append(out, 0xff, 0xd9)
	}
	_, _, err := resize(context.Background(), file(maxScans), Want{})
	assert.NilError(t, err, maxScans)
	_, _, err = resize(context.Background(), file(maxScans+1), Want{})
	assert.ErrorIs(t, err, ErrCorrupt, maxScans+1)
}

package picture

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"image"
	"testing"

	"ordering/shared/picture/picturetest"
)

// progressiveSeed is a small progressive JPEG that sharp wrote.
//
//go:embed testdata/progressive.jpg
var progressiveSeed []byte

// losslessSeed is a small lossless WebP with alpha that sharp wrote.
//
//go:embed testdata/lossless.webp
var losslessSeed []byte

// FuzzResize gives anything to every decoder: it must end in a picture or in an error that the caller knows. What is larger than the
// fuzzer's patience is only inspected; TestHostileFilesTakeLittleMemory is about those.
func FuzzResize(f *testing.F) {
	scene := picturetest.Scene(0, 24, 17)
	seeds := [][]byte{
		asJPEG(f, scene), asJPEG(f, image.NewGray(image.Rect(0, 0, 9, 9))), asPNG(f, scene), asPNG(f, vignette(13, 8)), asPNG(f, indexed(scene)),
		asPNG(f, image.NewGray16(image.Rect(0, 0, 5, 5))), asGIF(f, indexed(scene)), asGIF(f, indexed(scene), indexed(scene)),
		losslessSeed, asLossy(f, scene), asLossy(f, vignette(24, 17)), withSegment(asJPEG(f, scene), 0xe1, exif(6, binary.LittleEndian)), progressiveSeed,
		withSegment(asJPEG(f, scene), 0xe2, append([]byte("ICC_PROFILE\x00\x01\x01"), vividProfile()...)),
	}
	for _, v := range []variant{{across: 2, down: 2, restart: 2}, {across: 1, down: 2, apart: true}, {across: 4, down: 1, padding: true}} {
		seeds = append(seeds, v.write(scene, 60))
	}
	for _, liar := range liars(f) {
		seeds = append(seeds, liar)
	}
	for _, seed := range seeds {
		f.Add(seed, uint16(8), uint8(75), true)
		f.Add(seed, uint16(0), uint8(20), false)
	}
	f.Fuzz(func(t *testing.T, src []byte, width uint16, quality uint8, toWebP bool) {
		info, err := Inspect(src)
		if err != nil {
			known(t, err)
			return
		}
		if info.Width*info.Height > 1<<14 {
			return
		}
		want := Want{Width: int(width), Quality: int(quality)}
		if toWebP {
			want.Format = WebP
		}
		out, made, err := Resize(context.Background(), src, want)
		if err != nil {
			known(t, err)
			return
		}
		if again, err := Inspect(out); err != nil || again != made {
			t.Fatalf("made %+v, but wrote %+v, %v", made, again, err)
		}
	})
}

func known(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrCorrupt) {
		t.Fatalf("an error that no caller knows: %v", err)
	}
}

// FuzzJPEG compares what is decoded at every scale, and that the decoder keeps within the rows and columns that it promised.
func FuzzJPEG(f *testing.F) {
	scene := picturetest.Scene(1, 33, 21)
	for _, v := range []variant{{across: 1, down: 1}, {across: 2, down: 2, restart: 1}, {across: 2, down: 1, apart: true}, {across: 1, down: 1, grey: true}} {
		f.Add(v.write(scene, 80))
	}
	f.Add(progressiveSeed)
	f.Fuzz(func(t *testing.T, src []byte) {
		if h, err := readHeader(src); err != nil || h.Format != JPEG || h.Width*h.Height > 1<<14 {
			return
		}
		for _, scale := range []int{1, 2, 4, 8} {
			d, err := openJPEG(src)
			if err != nil {
				known(t, err)
				return
			}
			rows := make([]int, len(d.components))
			for i := range d.components {
				c := &d.components[i]
				c.setScale(scale)
				c.rows = func(row []byte) {
					if len(row) != c.outW {
						t.Fatalf("a row of %d samples, not %d", len(row), c.outW)
					}
					rows[i]++
				}
			}
			if err := d.decode(context.Background()); err != nil {
				known(t, err)
				continue
			}
			for i, n := range rows {
				if n != d.components[i].outH {
					t.Fatalf("plane %d has %d rows, not %d", i, n, d.components[i].outH)
				}
			}
		}
	})
}

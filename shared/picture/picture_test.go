package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

func photo(w, h int) image.Image {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8((x/8 + y/8) % 2 * 200), 255})
		}
	}
	return p
}

func asJPEG(t testing.TB, p image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, p image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestResizeGivesTheSizeAndFormatWanted(t *testing.T) {
	for name, c := range map[string]struct {
		src  []byte
		want Want
		info Info
	}{
		"a JPEG for a screen that takes WebP": {asJPEG(t, photo(400, 300)), Want{Width: 64, Format: WebP}, Info{Format: WebP, Width: 64, Height: 48}},
		"a JPEG for one that does not":        {asJPEG(t, photo(400, 300)), Want{Width: 64}, Info{Format: JPEG, Width: 64, Height: 48}},
		"a PNG":                               {asPNG(t, photo(400, 300)), Want{Width: 64}, Info{Format: PNG, Width: 64, Height: 48}},
		"never larger":                        {asPNG(t, photo(40, 30)), Want{Width: 64, Format: WebP}, Info{Format: WebP, Width: 40, Height: 30}},
	} {
		t.Run(name, func(t *testing.T) {
			out, info, err := Resize(context.Background(), c.src, c.want)
			if err != nil || info != c.info {
				t.Fatalf("got %+v, %v; want %+v", info, err, c.info)
			}
			if again, err := Inspect(out); err != nil || again != c.info {
				t.Errorf("what was written is %+v, %v", again, err)
			}
		})
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	whole := asJPEG(t, photo(400, 300))
	for name, c := range map[string]struct {
		src  []byte
		want error
	}{
		"nothing":       {nil, ErrUnknown},
		"a drawing":     {[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), ErrUnknown},
		"a header only": {whole[:300], ErrTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Resize(context.Background(), c.src, Want{Width: 64}); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

package picture

import (
	"context"
	"encoding/binary"
	"flag"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"testing"

	"ordering/shared/picture/picturetest"
)

var update = flag.Bool("update", false, "write the golden pictures instead of comparing with them: look at each of them then")

// The pictures in testdata/golden were approved by eye. Another processor rounds some samples differently, which stays
// far above the required 45 dB; a wrong colour, edge or rotation does not.
func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	t.Parallel()
	const w, h = 120, 80
	scene := picturetest.Scene(4, w, h)
	grey := image.NewGray(scene.Rect)
	draw.Draw(grey, grey.Rect, scene, image.Point{}, draw.Src)
	deep := image.NewNRGBA64(scene.Rect)
	draw.Draw(deep, deep.Rect, scene, image.Point{}, draw.Src)
	ordinary := variant{across: 2, down: 2}.write(scene, 90)
	for name, c := range map[string]struct {
		src  []byte
		want Want
	}{
		"opaque.webp":  {asPNG(t, scene), Want{Width: 96, Format: WebP}},
		"alpha.webp":   {asPNG(t, vignette(w, h)), Want{Width: 96, Format: WebP}},
		"colours.jpg":  {ordinary, Want{Width: 96}},
		"grey.jpg":     {asJPEG(t, grey), Want{Width: 96}},
		"inks.jpg":     {inksSeed, Want{Width: 60}},
		"alpha.png":    {asPNG(t, vignette(w, h)), Want{Width: 64}},
		"palette.png":  {asPNG(t, indexed(scene)), Want{Width: 64}},
		"deep.png":     {asPNG(t, deep), Want{Width: 64}},
		"upright.webp": {withSegment(ordinary, 0xe1, exif(6, binary.BigEndian)), Want{Width: 64, Format: WebP}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := resize(context.Background(), c.src, c.want)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "golden", name)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			info, err := Inspect(got)
			if err != nil {
				t.Fatal(err)
			}
			if want, err := Inspect(golden); err != nil || info != want || info.Format.Extension() != filepath.Ext(name) {
				t.Fatalf("%+v, not %+v, %v", info, want, err)
			}
			if like := likeness(open(t, got), open(t, golden)); like < 45 {
				t.Errorf("%.1f dB: it looks different. With -update it is written anew", like)
			}
		})
	}
}

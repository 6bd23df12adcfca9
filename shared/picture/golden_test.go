package picture

import (
	"context"
	"encoding/binary"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"ordering/shared/picture/picturetest"
)

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
			assert.NilError(t, err)
			file := filepath.Join("testdata", "golden", name)
			if golden.FlagUpdate() {
				assert.NilError(t, os.WriteFile(file, got, 0o644))
			}
			golden, err := os.ReadFile(file)
			assert.NilError(t, err)
			info, err := Inspect(got)
			assert.NilError(t, err)
			want, err := Inspect(golden)
			assert.NilError(t, err)
			assert.Assert(t, info == want && info.Format.Extension() == filepath.Ext(name), "%+v %+v", info, want)
			like := likeness(open(t, got), open(t, golden))
			assert.Assert(t, like >= 45, "got %.1f dB, want at least 45; if the change is intended, run with -update", like)
		})
	}
}

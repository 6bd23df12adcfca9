package picture

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/picture/picturetest"
)

// answers returns encoded pictures by name, and their originals at the same size.
func answers(t *testing.T) (files map[string][]byte, originals map[string]image.Image) {
	files, originals = map[string][]byte{}, map[string]image.Image{}
	for _, size := range [][2]int{{1, 1}, {16, 16}, {99, 67}} {
		for _, c := range []struct {
			name string
			from *image.NRGBA
			src  []byte
		}{
			{"jpeg", picturetest.Scene(6, size[0], size[1]), asJPEG(t, picturetest.Scene(6, size[0], size[1]))},
			{"png", picturetest.Scene(7, size[0], size[1]), asPNG(t, picturetest.Scene(7, size[0], size[1]))},
			{"alpha", vignette(size[0], size[1]), asPNG(t, vignette(size[0], size[1]))},
		} {
			for _, format := range []Format{0, WebP} {
				out, info, err := resize(context.Background(), c.src, Want{Quality: 90, Format: format})
				assert.NilError(t, err)
				name := fmt.Sprintf("%s-%d%s", c.name, size[0], info.Format.Extension())
				files[name], originals[name] = out, c.from
			}
		}
	}
	return files, originals
}

func TestSharpReadsOurOutput(t *testing.T) {
	t.Parallel()
	files, originals := answers(t)
	dir := t.TempDir()
	var jobs []job
	for name, data := range files {
		jobs = append(jobs, job{writeFile(t, filepath.Join(dir, name), data), filepath.Join(dir, name+".raw"), [][]any{{"ensureAlpha"}, {"raw"}}})
	}
	sharp(t, jobs)
	for name, from := range originals {
		size := from.Bounds().Size()
		like := likeness(seen(readRaw(t, filepath.Join(dir, name+".raw"), size.X, size.Y)), seen(from))
		assert.Check(t, like >= 26, "%s: %.1f dB", name, like)
	}
}

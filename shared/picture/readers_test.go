package picture

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"ordering/shared/picture/picturetest"
	"ordering/shared/soak"
)

// answers are pictures as this package writes them: by name, with what they were made of at their size.
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
				out, info, err := Resize(context.Background(), c.src, Want{Quality: 90, Format: format})
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s-%d%s", c.name, size[0], info.Format.Extension())
				files[name], originals[name] = out, c.from
			}
		}
	}
	return files, originals
}

func TestSharpSeesWhatWasWritten(t *testing.T) {
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
		if like := likeness(seen(readRaw(t, filepath.Join(dir, name+".raw"), size.X, size.Y)), seen(from)); like < 26 {
			t.Errorf("%s: %.1f dB", name, like)
		}
	}
}

// A browser draws every answer on white and reads the pixels back.
func TestChromiumSeesWhatWasWritten(t *testing.T) {
	if !soak.Long() {
		t.Skip("starts a browser: TEST_LONG=1")
	}
	browser := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		missing(t, "no Chromium: apt-get install chromium")
	}
	files, originals := answers(t)
	sources := map[string]string{}
	for name, data := range files {
		kind := map[string]string{".jpg": "jpeg", ".png": "png", ".webp": "webp"}[filepath.Ext(name)]
		sources[name] = "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
	}
	list, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	page := writeFile(t, filepath.Join(t.TempDir(), "page.html"), []byte(`<!doctype html><pre id=out></pre><script>
Promise.all(Object.entries(`+string(list)+`).map(async ([name, src]) => {
  const picture = new Image()
  picture.src = src
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
  const on = canvas.getContext('2d')
  on.fillStyle = '#fff'
  on.fillRect(0, 0, canvas.width, canvas.height)
  on.drawImage(picture, 0, 0)
  let bytes = ''
  for (const b of on.getImageData(0, 0, canvas.width, canvas.height).data) bytes += String.fromCharCode(b)
  return [name, btoa(bytes)]
})).then(all => { out.textContent = JSON.stringify(Object.fromEntries(all)) }, error => { out.textContent = String(error) })
</script>`))
	dom, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom", "file://"+page).Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	told := regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`).FindSubmatch(dom)
	if told == nil {
		t.Fatalf("the page is not as it was written: %.300s", dom)
	}
	var pixels map[string][]byte
	if err := json.Unmarshal(told[1], &pixels); err != nil {
		t.Fatalf("%v: %.300s", err, told[1])
	}
	for name, from := range originals {
		got := image.NewNRGBA(image.Rectangle{Max: from.Bounds().Size()})
		if len(pixels[name]) != len(got.Pix) {
			t.Errorf("%s: %d bytes of pixels, not %d", name, len(pixels[name]), len(got.Pix))
			continue
		}
		got.Pix = pixels[name]
		if like := likeness(got, seen(from)); like < 26 {
			t.Errorf("%s: %.1f dB", name, like)
		}
	}
}

package images_test

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/images"
	"ordering/shared/picture/picturetest"
)

const list = `{"dishes/the-big-deal.jpg": {"width": 700, "height": 500, "hash": "0123456789abcdef", "blur": "data:image/webp;base64,AAAA", "widths": [256, 640, 700], "formats": ["webp", "avif"]},
	"drawn.png": {"width": 640, "height": 480, "hash": "fedcba9876543210", "widths": [640], "formats": ["webp"]}}`

func TestWidths(t *testing.T) {
	s := newSite(t)
	s.over(images.Folders{{At: "", Path: s.dir}, {At: "pictures/", Path: filepath.Join(s.dir, "own")}})
	dish := s.put("pictures/dishes/the-big-deal.jpg", jpegOf(t, image.NewGray(image.Rect(0, 0, 700, 500))))
	drawn := s.put("pictures/drawn.png", pngOf(t, image.NewGray(image.Rect(0, 0, 640, 480))))
	for _, openBuilt := range []string{"dishes/the-big-deal-0123456789abcdef-256.webp", "dishes/the-big-deal-0123456789abcdef-256.avif", "dishes/the-big-deal-0123456789abcdef-640.webp", "dishes/the-big-deal-0123456789abcdef-700.avif", "drawn-fedcba9876543210-640.webp"} {
		s.put("pictures/"+openBuilt, []byte("rung "+openBuilt))
	}
	s.put("pictures/pictures.json", []byte(list))
	assert.NilError(t, os.Truncate(filepath.Join(s.dir, "pictures", "drawn-fedcba9876543210-640.webp"), 4_400_001))
	own := s.put("own/mine.jpg", jpegOf(t, picturetest.Scene(2, 64, 64)))
	for name, c := range map[string]struct{ address, width, quality, accept, kind, openBuilt string }{
		"AVIF":                               {dish, "256", "", browser, "image/avif", "dishes/the-big-deal-0123456789abcdef-256.avif"},
		"WebP":                               {dish, "256", "", "image/webp,*/*", "image/webp", "dishes/the-big-deal-0123456789abcdef-256.webp"},
		"of a quality folded to the build's": {dish, "256", "60", "image/webp", "image/webp", "dishes/the-big-deal-0123456789abcdef-256.webp"},
		"more than the widest":               {dish, "3840", "", "image/avif", "image/avif", "dishes/the-big-deal-0123456789abcdef-700.avif"},
		"a file of one format is missing":    {dish, "640", "", browser, "image/webp", "dishes/the-big-deal-0123456789abcdef-640.webp"},
		"a file is missing":                  {dish, "1080", "", "image/webp", "image/webp", ""},
		"a width that was not built":         {dish, "384", "", browser, "image/webp", ""},
		"of another quality":                 {dish, "256", "90", browser, "image/webp", ""},
		"neither AVIF nor WebP accepted":     {dish, "256", "", "image/*", "image/jpeg", ""},
		"too large to be sent":               {drawn, "640", "", browser, "image/webp", ""},
		"not built":                          {"/pictures/mine.jpg", "640", "", browser, "image/webp", ""},
		"outside of pictures":                {own, "640", "", browser, "image/webp", ""},
	} {
		r := s.ask(c.address, c.width, c.quality, "Accept", c.accept)
		if r.Code != 200 || r.Header().Get("Content-Type") != c.kind || r.Header().Get("Vary") != "Accept" || (c.openBuilt != "") != bytes.Equal(r.Body.Bytes(), []byte("rung "+c.openBuilt)) {
			t.Errorf("%s: %d %s %.60q", name, r.Code, r.Header().Get("Content-Type"), r.Body)
		}
		again := s.ask(c.address, c.width, c.quality, "Accept", c.accept, "If-None-Match", r.Header().Get("ETag"))
		assert.Check(t, is.Equal(again.Code, 304), name)
	}
	// A deployment replaces the list.
	s.put("pictures/pictures.json", []byte(`{}`))
	assert.Equal(t, s.ask(dish, "256", "", "Accept", browser).Header().Get("Content-Type"), "image/avif")
	s.now = s.now.Add(time.Minute)
	assert.Equal(t, s.ask(dish, "256", "", "Accept", browser).Header().Get("Content-Type"), "image/webp")
	// An invalid list must not stop pictures.
	s.put("pictures/pictures.json", []byte(`{"dishes`))
	s.now = s.now.Add(time.Minute)
	r := s.ask(dish, "256", "", "Accept", browser)
	assert.Equal(t, r.Code, 200, r.Body)
}

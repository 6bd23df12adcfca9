package images_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/functions/images"
	"ordering/shared/picture"
	"ordering/shared/picture/picturetest"
)

// site is a folder of files with the function over it.
type site struct {
	testing.TB
	dir     string
	now     time.Time
	handler http.Handler
}

func newSite(t testing.TB) *site {
	s := &site{TB: t, dir: t.TempDir(), now: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	s.over(images.Folders{{At: "", Path: s.dir}})
	return s
}

// over replaces the function's source.
func (s *site) over(source images.Source) {
	s.handler = apitest.Handler(s.TB, images.New(source, func() time.Time { return s.now }).Operations())
}

// put writes a file and returns its path.
func (s *site) put(name string, data []byte) string {
	s.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	assert.NilError(s, os.MkdirAll(filepath.Dir(path), 0o755))
	assert.NilError(s, os.WriteFile(path, data, 0o644))
	return "/" + name
}

// ask requests a picture like a browser. The headers are pairs.
func (s *site) ask(address, width, quality string, headers ...string) *httptest.ResponseRecorder {
	query := url.Values{"url": {address}, "w": {width}}
	if quality != "" {
		query.Set("q", quality)
	}
	return s.send(context.Background(), http.MethodGet, query.Encode(), headers...)
}

func (s *site) send(ctx context.Context, method, query string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, images.Path+"?"+query, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func encoded(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, write(&b))
	return b.Bytes()
}

func jpegOf(t testing.TB, p image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return jpeg.Encode(w, p, &jpeg.Options{Quality: 90}) })
}

func pngOf(t testing.TB, p image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, p) })
}

// seeThrough returns a scene that becomes transparent to the right.
func seeThrough(w, h int) *image.NRGBA {
	p := picturetest.Scene(1, w, h)
	for i := 3; i < len(p.Pix); i += 4 {
		p.Pix[i] = uint8(255 - i/4%w*255/w)
	}
	return p
}

const browser = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"

func TestFormatAndSizeOfAnswers(t *testing.T) {
	s := newSite(t)
	photo := s.put("pictures/photo.jpg", jpegOf(t, image.NewYCbCr(image.Rect(0, 0, 900, 600), image.YCbCrSubsampleRatio420)))
	cutOut := s.put("pictures/dishes/cut-out.png", pngOf(t, seeThrough(300, 200)))
	grey := image.NewGray16(image.Rect(0, 0, 120, 90))
	for i := range grey.Pix {
		grey.Pix[i] = uint8(i * 31)
	}
	deep := s.put("deep.png", pngOf(t, grey))
	long := s.put("pictures/photo.of_a-grill.2.jpeg", jpegOf(t, picturetest.Scene(2, 33, 70)))
	for name, c := range map[string]struct {
		address, width, accept, kind string
		w, h                         int
		alpha                        bool
	}{
		"WebP accepted":                          {photo, "640", browser, "image/webp", 640, 427, false},
		"WebP not accepted":                      {photo, "640", "image/png,image/*;q=0.8,*/*;q=0.5", "image/jpeg", 640, 427, false},
		"no Accept header":                       {photo, "16", "", "image/jpeg", 16, 11, false},
		"WebP refused":                           {photo, "640", "image/webp;q=0, image/*", "image/jpeg", 640, 427, false},
		"WebP accepted with a low weight":        {photo, "64", "image/jpeg, IMAGE/WebP;q=0.1", "image/webp", 64, 43, false},
		"wider than the picture":                 {photo, "3840", browser, "image/webp", 900, 600, false},
		"a cut-out as WebP":                      {cutOut, "256", browser, "image/webp", 256, 171, true},
		"a cut-out as PNG":                       {cutOut, "256", "image/*", "image/png", 256, 171, true},
		"sixteen bits of grey":                   {deep, "64", "image/*", "image/png", 64, 48, false},
		"sixteen bits of grey as WebP":           {deep, "64", browser, "image/webp", 64, 48, false},
		"a name with every allowed character":    {long, "8", "", "image/jpeg", 8, 17, false},
		"narrower than the smallest usual width": {photo, "8", browser, "image/webp", 8, 5, false},
	} {
		r := s.ask(c.address, c.width, "", "Accept", c.accept)
		if r.Code != 200 || r.Header().Get("Content-Type") != c.kind {
			t.Errorf("%s: got %d %s %.200s", name, r.Code, r.Header().Get("Content-Type"), r.Body)
			continue
		}
		info, err := picture.Inspect(r.Body.Bytes())
		if err != nil || info.Format.MediaType() != c.kind || info.Width != c.w || info.Height != c.h || info.Alpha != c.alpha {
			t.Errorf("%s: %+v %v", name, info, err)
		}
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Content-Disposition": "inline", "Vary": "Accept", "Content-Length": strconv.Itoa(r.Body.Len()),
			"Cache-Control": "public, max-age=600, stale-while-revalidate=86400",
		} {
			assert.Check(t, is.Equal(r.Header().Get(header), want), "%s %s", name, header)
		}
		tag := r.Header().Get("ETag")
		assert.Check(t, len(tag) == 34 && tag[0] == '"', "%s: the tag is %s", name, tag)
	}
}

func TestETagIdentifiesTheEncodedPicture(t *testing.T) {
	s := newSite(t)
	data := jpegOf(t, picturetest.Scene(3, 64, 48))
	photo := s.put("pictures/photo.jpg", data)
	first := s.ask(photo, "32", "", "Accept", browser)
	tag := first.Header().Get("ETag")
	for name, c := range map[string]struct {
		width, quality, accept string
		same                   bool
	}{
		"again":                                {"32", "", browser, true},
		"with the usual quality":               {"32", "75", browser, true},
		"with a quality that is rounded to it": {"32", "51", browser, true},
		"with another":                         {"32", "76", browser, false},
		"in another width":                     {"48", "", browser, false},
		"in another format":                    {"32", "", "image/*", false},
		"by a browser without AVIF":            {"32", "", "image/webp", true},
		"the highest quality":                  {"32", "100", browser, false},
	} {
		r := s.ask(photo, c.width, c.quality, "Accept", c.accept)
		if same := r.Header().Get("ETag") == tag; same != c.same || c.same && !bytes.Equal(r.Body.Bytes(), first.Body.Bytes()) {
			t.Errorf("%s: got ETag %s, want the same ETag: %t", name, r.Header().Get("ETag"), c.same)
		}
		r = s.ask(photo, c.width, c.quality, "Accept", c.accept, "If-None-Match", `"other", W/`+tag)
		if want := map[bool]int{true: 304, false: 200}[c.same]; r.Code != want || c.same && (r.Body.Len() != 0 || r.Header().Get("ETag") != tag || r.Header().Get("Cache-Control") == "" || r.Header().Get("Vary") != "Accept") {
			t.Errorf("%s, known: %d %v", name, r.Code, r.Header())
		}
	}
	if r := s.send(t.Context(), http.MethodHead, "url=/pictures/photo.jpg&w=32", "Accept", browser); r.Code != 200 || r.Header().Get("ETag") != tag || r.Header().Get("Content-Length") != strconv.Itoa(first.Body.Len()) {
		t.Errorf("HEAD: got %d %v", r.Code, r.Header())
	}
	path := filepath.Join(s.dir, "pictures", "photo.jpg")
	assert.NilError(t, os.WriteFile(path, jpegOf(t, picturetest.Scene(4, 64, 48)), 0o644))
	assert.NilError(t, os.Chtimes(path, s.now, s.now))
	if r := s.ask(photo, "32", "", "Accept", browser, "If-None-Match", tag); r.Code != 200 || r.Header().Get("ETag") == tag || bytes.Equal(r.Body.Bytes(), first.Body.Bytes()) {
		t.Errorf("replaced: %d %s", r.Code, r.Header().Get("ETag"))
	}
	for name, immutable := range map[string]bool{
		"pictures/hero-0123456789abcdef.jpg": true, "assets/hero-BkX3_a9Q.jpg": true, "pictures/a-b/hero-0123456789abcdef.jpg": true,
		"pictures/hero-20261120.jpg": false, "pictures/0123456789abcdef.jpg": false, "pictures/hero-0123456789abcdeF.jpg": false, "pictures/x-0123456789abcdef/hero.jpg": false,
	} {
		r := s.ask(s.put(name, data), "16", "")
		if got := r.Header().Get("Cache-Control") == "public, max-age=31536000, immutable"; r.Code != 200 || got != immutable {
			t.Errorf("%s: %d %s", name, r.Code, r.Header().Get("Cache-Control"))
		}
	}
}

// Fault 23: parameters have few valid values, and each value has one spelling.
func TestParametersOutsideTheListAreRefused(t *testing.T) {
	s := newSite(t)
	photo := s.put("photo.jpg", jpegOf(t, picturetest.Scene(0, 20, 20)))
	for _, width := range []string{"", "0", "1", "-8", "7", "9", "08", "+8", "8.0", "8px", "640 ", " 640", "0x280", "65536", "18446744073709551624", "NaN", "٦٤٠"} {
		demand(t, "the width "+width, s.ask(photo, width, ""), 400, "picture-width", "must be one of 8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840")
	}
	for _, quality := range []string{"0", "101", "-1", "075", "+75", "75.0", "1e1", "high", " 75", "4294967371"} {
		demand(t, "the quality "+quality, s.ask(photo, "8", quality), 400, "picture-quality", "from 1 to 100")
	}
	assert.Equal(t, s.send(t.Context(), http.MethodGet, "url=/photo.jpg&w=8&blur=3").Code, 422)
	for name, query := range map[string]string{"no address": "w=8", "no width": "url=/photo.jpg", "nothing": ""} {
		assert.Check(t, is.Equal(s.send(t.Context(), http.MethodGet, query).Code, 400), name)
	}
	for _, width := range []int{8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840} {
		r := s.ask(photo, strconv.Itoa(width), "1")
		assert.Check(t, is.Equal(r.Code, 200), "%d %s", width, r.Body)
	}
}

// demand checks that an answer is a problem with a usable message, and is not cached.
func demand(t testing.TB, what string, r *httptest.ResponseRecorder, status int, code, message string) {
	t.Helper()
	if r.Code != status || !strings.Contains(r.Body.String(), `"code":"`+code+`"`) || !strings.Contains(r.Body.String(), message) ||
		r.Header().Get("Content-Type") != "application/problem+json" || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %s %s", what, r.Code, r.Body, r.Header().Get("Cache-Control"))
	}
}

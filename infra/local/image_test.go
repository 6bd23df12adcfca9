package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/picture"
)

// picturesOf stores a photograph in the brand's pictures folder, among the site's pictures, and in private folders.
func picturesOf(t *testing.T, m *machine) {
	var photo bytes.Buffer
	assert.NilError(t, jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 64, 48)), nil))
	for _, name := range []string{"pictures/mine.jpg", "site/pictures/built.jpg", "site/assets/built-BkX3_a9Q.jpg", "site/icons/own.jpg", "secret.jpg", "mail/secret.jpg"} {
		path := filepath.Join(m.dir, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		assert.NilError(t, os.WriteFile(path, photo.Bytes(), 0o600))
	}
}

// Fault 22: through the whole server, however an address is written, /image returns a picture of the brand or an error, and sends no
// request elsewhere.
func TestImageServesOnlyTheBrandsPictures(t *testing.T) {
	m := startIn(t, newFolder(t))
	picturesOf(t, m)
	var fetched atomic.Int64
	canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fetched.Add(1) }))
	defer canary.Close()
	host := strings.TrimPrefix(canary.URL, "http://")
	_, port, _ := strings.Cut(host, ":")
	names := []string{
		"/../secret.jpg", "/pictures/../../secret.jpg", "/pictures/../secret.jpg", "/pictures/..\\..\\secret.jpg", "/./pictures/mine.jpg", "//pictures/mine.jpg", "/pictures//mine.jpg", "pictures/mine.jpg",
		"/pictures/mine.jpg\x00.png", "/pictures/mine.jpg/", "/pictures/", "/", "", "/table.db", "/site/pictures/built.jpg", m.dir + "/secret.jpg", "/etc/passwd", "/mine.jpg",
		canary.URL + "/a.jpg", "//" + host + "/a.jpg", "\\\\" + host + "\\a.jpg", "/\\" + host + "/a.jpg", "http:/" + host + "/a.jpg", "http://[::1]:" + port + "/a.jpg", "http://[::ffff:7f00:1]:" + port + "/a.jpg",
		"http://localhost:" + port + "/a.jpg", "http://2130706433:" + port + "/a.jpg", "http://0177.0.0.1:" + port + "/a.jpg", "HTTP://user@" + host + "/a.jpg", "http://" + host + "#/pictures/mine.jpg", "file://" + m.dir + "/secret.jpg",
		"http://169.254.169.254/latest/meta-data/a.jpg", "/image?url=/pictures/mine.jpg&w=8", "/pictures/mine.jpg?x=.jpg", "/pictures/mine.svg", "/pictures/nothing.jpg", "/icons/own.jpg",
	}
	// Another decoder may undo one more layer, and any character may be percent-encoded.
	dense := func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[s[i]>>4])) + string("0123456789abcdef"[s[i]&15]))
		}
		return b.String()
	}
	once := url.QueryEscape
	ways := map[string]func(string) string{
		"once": once, "twice": func(s string) string { return once(once(s)) }, "thrice": func(s string) string { return once(once(once(s))) }, "each byte": dense,
		"each byte twice": func(s string) string { return once(dense(s)) },
	}
	asked := 0
	for _, name := range names {
		for way, write := range ways {
			for _, query := range []string{"url=" + write(name) + "&w=64", "w=64&url=/pictures/mine.jpg&url=" + write(name)} {
				asked++
				r, err := m.try(http.MethodGet, "/image?"+query, nil)
				assert.NilError(t, err, query)
				if r.status != http.StatusBadRequest && r.status != http.StatusNotFound {
					t.Errorf("%s, %s: %d", name, way, r.status)
					continue
				}
				checkError(t, name+", "+way, r.status, r.header.Get("Content-Type"), []byte(r.body))
			}
		}
	}
	n := fetched.Load()
	assert.Assert(t, n == 0 && asked >= 300, "got %d requests to another server after %d requests, want none", n, asked)
	for _, name := range []string{"/pictures/mine.jpg", "/pictures/built.jpg", "/assets/built-BkX3_a9Q.jpg"} {
		for _, way := range []string{"once", "each byte"} {
			r, err := m.try(http.MethodGet, "/image?w=16&url="+ways[way](name), nil, "Accept", "image/avif,image/webp,*/*")
			if err != nil || r.status != http.StatusOK || r.header.Get("Content-Type") != "image/webp" || r.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s, %s: %d %v %v", name, way, r.status, r.header, err)
			}
			info, err := picture.Inspect([]byte(r.body))
			assert.Check(t, err == nil && info.Width == 16, "%s: %+v %v", name, info, err)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		r, err := m.try(method, "/image?url=/pictures/mine.jpg&w=16", nil)
		assert.Check(t, err == nil && r.status == http.StatusMethodNotAllowed, "%s: %d %v", method, r.status, err)
	}
}

// Fault 23: the edge normalises requests before the function, so that any Accept header leads to few cache entries.
func TestImageRequestsAreNormalised(t *testing.T) {
	m := startIn(t, newFolder(t))
	picturesOf(t, m)
	tags := map[string]bool{}
	for _, accept := range []string{"", "*/*", "image/webp", "image/avif,image/webp,*/*", "image/webp,image/apng,*/*;q=0.8", "image/jxl", "text/html,image/webp;q=0.9", "image/png,image/svg+xml"} {
		for _, query := range []string{"", "&q=1", "&q=25", "&q=60", "&q=75", "&q=76", "&q=100", "&utm_source=x", "&fbclid=1&gclid=2", "&v=7"} {
			r, err := m.try(http.MethodGet, "/image?url=/pictures/mine.jpg&w=32"+query, nil, "Accept", accept)
			assert.NilError(t, err)
			assert.Check(t, r.status == http.StatusOK, "%s %s %d %s", accept, query, r.status, r.body)
			tags[r.header.Get("ETag")] = true
		}
	}
	// WebP or not, in three qualities
	assert.Assert(t, is.Len(tags, 6))
}

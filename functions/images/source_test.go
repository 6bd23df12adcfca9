package images_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions/images"
	"ordering/shared/picture/picturetest"
)

// addresses are not paths of pictures, however a reader might clean them: fault 22.
var addresses = []string{
	"", "/", ".", "..", "photo.jpg", "./photo.jpg", "//photo.jpg", "///photo.jpg", "/./photo.jpg", "/../photo.jpg", "/pictures/../photo.jpg", "/pictures//photo.jpg", "/pictures/./photo.jpg",
	"/photo.jpg/", "/photo.jpg/.", "/photo.jpg/..", "/pictures/", "/pictures", "/..", "/../../../../etc/passwd", "/etc/passwd", "/../secret.jpg", "/pictures/..%2fsecret.jpg", "/%2e%2e/secret.jpg", "/%252e%252e/secret.jpg",
	"/..%5csecret.jpg", `\photo.jpg`, `/\photo.jpg`, `/..\secret.jpg`, `/pictures\photo.jpg`, `\\host\share\photo.jpg`, "/photo.jpg\x00", "/photo\x00.jpg", "/photo.jpg%00", "/photo.jpg\x00.png", "/photo.jpg\n", "\t/photo.jpg", " /photo.jpg", "/photo.jpg ",
	"http://localhost/photo.jpg", "https://example.com/photo.jpg", "HTTP://169.254.169.254/latest/meta-data/a.jpg", "//example.com/photo.jpg", `\/example.com/photo.jpg`, "http:photo.jpg", "http:/photo.jpg", "http:///photo.jpg",
	"http://[::1]/photo.jpg", "http://[::ffff:127.0.0.1]/photo.jpg", "http://127.1/photo.jpg", "http://0x7f000001/photo.jpg", "http://2130706433/photo.jpg", "http://user@host/photo.jpg", "/@example.com/photo.jpg", "/http://example.com/photo.jpg",
	"file:///photo.jpg", "ftp://host/photo.jpg", "gopher://host/photo.jpg", "data:image/png;base64,AAAA", "javascript:alert(1)", "s3://bucket/photo.jpg", "/photo.jpg?w=8", "/photo.jpg#top", "/photo.jpg;x=1", "/photo.jpg&w=8",
	"/photo", "/photo.svg", "/photo.SVG", "/photo.jpg.svg", "/photo.JPG", "/photo.html", "/index.html", "/index.html.br", "/photo.avif", "/photo.gif", "/photo.tiff", "/photo.pdf", "/photo.heic", "/photo.ico", "/photo.jpg.br", "/api/openapi.json", "/sw.js",
	"/.git/photo.jpg", "/.hidden.jpg", "/pictures/.hidden.jpg", "/...jpg", "/pictures/.jpg", "/photo*.jpg", "/pho~1.jpg", "/phot\u00f6.jpg", "/ph\u043eto.jpg", "/photo\u2024jpg", "/\u2025/photo.jpg", "/pictures\u2044photo.jpg", "/photo.jpg\u202e", "/\xff.jpg", "/<script>.jpg", "/'.jpg",
	"/C:/photo.jpg", "/CON:.jpg", "/photo.jpg::$DATA", "/" + strings.Repeat("a", 300) + ".jpg", "/" + strings.Repeat("a/", 200) + "photo.jpg", strings.Repeat("/..", 200) + "/photo.jpg",
}

func TestSourceAcceptsOnlyPicturePaths(t *testing.T) {
	s := newSite(t)
	data := jpegOf(t, picturetest.Scene(0, 20, 20))
	for _, name := range []string{"photo.jpg", "pictures/photo.jpg", ".hidden.jpg", "pictures/.hidden.jpg", ".git/photo.jpg", "photo.svg", "photo.avif", "index.html"} {
		s.put(name, data)
	}
	assert.NilError(t, os.WriteFile(filepath.Join(filepath.Dir(s.dir), "secret.jpg"), data, 0o644))
	for _, address := range addresses {
		if address == "/\xff.jpg" {
			continue // not text: api refuses it before the operation
		}
		r := s.ask(address, "8", "")
		demand(t, address, r, 400, "picture-address", "by its path on this site")
		if name := strings.Trim(address, "/. "); len(name) > 12 && strings.Contains(r.Body.String(), name) {
			t.Errorf("%q: the response echoes the address: %s", address, r.Body)
		}
	}
	r := s.ask("/photo.jpg", "8", "")
	assert.Equal(t, r.Code, 200, r.Body)
}

func TestNonPicturesAreRefused(t *testing.T) {
	s := newSite(t)
	data := jpegOf(t, picturetest.Scene(0, 40, 40))
	outside := filepath.Join(filepath.Dir(s.dir), "outside")
	assert.NilError(t, os.MkdirAll(filepath.Join(outside, "folder"), 0o755))
	for _, name := range []string{"secret.jpg", "folder/secret.jpg"} {
		assert.NilError(t, os.WriteFile(filepath.Join(outside, name), data, 0o644))
	}
	s.put("pictures/photo.jpg", data)
	for link, target := range map[string]string{
		"out.jpg": filepath.Join(outside, "secret.jpg"), "up.jpg": "../outside/secret.jpg", "deep/out": filepath.Join(outside, "folder"), "loop.jpg": "loop.jpg", "gone.jpg": "nowhere.jpg",
		"passwd.jpg": "/etc/passwd", "within.jpg": "pictures/photo.jpg",
	} {
		path := filepath.Join(s.dir, link)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.Symlink(target, path))
	}
	assert.NilError(t, os.Mkdir(filepath.Join(s.dir, "folder.jpg"), 0o755))
	assert.NilError(t, syscall.Mkfifo(filepath.Join(s.dir, "pipe.jpg"), 0o644))
	for _, address := range []string{"/nowhere.jpg", "/nowhere/photo.jpg", "/folder.jpg", "/pipe.jpg", "/out.jpg", "/up.jpg", "/deep/out/secret.jpg", "/loop.jpg", "/gone.jpg", "/passwd.jpg", "/pictures/photo.jpg/a.jpg"} {
		demand(t, address, s.ask(address, "8", ""), 404, "picture-not-found", "There is no such picture")
	}
	r := s.ask("/within.jpg", "8", "")
	assert.Equal(t, r.Code, 200, r.Body)
	for name, content := range map[string][]byte{
		"empty.jpg": {}, "text.jpg": []byte("no picture at all"), "drawing.png": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "page.png": []byte("<!doctype html>"),
		"half.jpg": data[:len(data)/2], "head.jpg": data[:3], "damaged.png": append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{7}, 99)...), "riff.webp": []byte("RIFF\x04\x00\x00\x00WEBP"),
	} {
		demand(t, name, s.ask(s.put(name, content), "8", ""), 400, "picture-unreadable", "damaged, animated, or not a picture")
	}
	r = s.ask(s.put("wrong-ending.png", data), "8", "")
	assert.Equal(t, r.Code, 200)
	assert.Equal(t, r.Header().Get("Content-Type"), "image/jpeg")
	bomb := pngOf(t, picturetest.Scene(0, 9, 9))
	copy(bomb[16:], "\x00\x00\x40\x00\x00\x00\x40\x00") // 16384 × 16384
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	demand(t, "a bomb", s.ask(s.put("bomb.png", bomb), "8", ""), 400, "picture-too-large", "Use a smaller one")
	huge := filepath.Join(s.dir, "huge.jpg")
	assert.NilError(t, os.WriteFile(huge, data, 0o644))
	assert.NilError(t, os.Truncate(huge, 1<<30))
	demand(t, "a gigabyte", s.ask("/huge.jpg", "8", ""), 400, "picture-too-large", "Use a smaller one")
}

// The brand's own folder is next to the site's, has only pictures, and may be missing.
func TestBrandFolderComesBeforeTheSites(t *testing.T) {
	s := newSite(t)
	own := filepath.Join(t.TempDir(), "own")
	s.over(images.Folders{{At: "", Path: s.dir}, {At: "pictures/", Path: own}})
	built, mine := jpegOf(t, picturetest.Scene(0, 16, 16)), jpegOf(t, picturetest.Scene(0, 32, 32))
	s.put("pictures/both.jpg", built)
	demand(t, "no folder yet", s.ask("/pictures/mine.jpg", "640", ""), 404, "picture-not-found", "")
	assert.NilError(t, os.MkdirAll(own, 0o755))
	for _, name := range []string{"both.jpg", "mine.jpg"} {
		assert.NilError(t, os.WriteFile(filepath.Join(own, name), mine, 0o644))
	}
	for address, want := range map[string]int{"/pictures/both.jpg": 16, "/pictures/mine.jpg": 32} {
		r := s.ask(address, "640", "")
		assert.Check(t, r.Code == 200 && sizeOf(t, r.Body.Bytes()).X == want, "%s: %d", address, r.Code)
	}
	demand(t, "beside pictures", s.ask("/mine.jpg", "640", ""), 404, "picture-not-found", "")
}

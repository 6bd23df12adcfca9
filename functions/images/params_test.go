package images

import (
	"io/fs"
	"math/rand/v2"
	"net/url"
	"path"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/picture"
)

// Every accepted path means the same in the file system, in a URL and in a bucket.
func TestAcceptedPathsMeanTheSameEverywhere(t *testing.T) {
	parts := []string{"/", "/", "//", ".", "..", "...", "a", "photo", "pictures", ".jpg", ".png", ".webp", ".jpeg", ".gif", ".svg", "-", "_", "%", "%2e", "%2f", "%5c", "%00", "\\", "\x00", ":", "~", "@", "?", "#", " ", "é", "\u202e", "\xff", "C:", "http:", "x.jpg", "/x.jpg"}
	r := rand.New(rand.NewPCG(22, 23))
	taken := 0
	for range 50_000 {
		address := "/"
		for range 1 + r.IntN(6) {
			address += parts[r.IntN(len(parts))]
		}
		name, err := picturePath(address)
		if err != nil {
			continue
		}
		taken++
		clean := path.Clean("/" + name)
		if !fs.ValidPath(name) || clean != address || strings.Contains(name, "..") && strings.Contains("/"+name, "/..") || (&url.URL{Path: address}).EscapedPath() != address || url.QueryEscape(name) != strings.ReplaceAll(name, "/", "%2F") {
			t.Errorf("%q: got %q", address, name)
		}
	}
	assert.Assert(t, taken >= 500, "only %d addresses are accepted, want at least 500", taken)
}

// A picture that is too large gets a lower quality first, then a smaller width.
// TestFallbackForTooLargePictureIsCached tests the whole loop.
func TestReduce(t *testing.T) {
	for name, c := range map[string]struct {
		want picture.Want
		made picture.Info
		size int
		then picture.Want // zero: nothing lower is left
	}{
		"a JPEG":                         {picture.Want{Width: 3840, Quality: 90}, picture.Info{Format: picture.JPEG, Width: 3840}, 5 << 20, picture.Want{Width: 3840, Quality: 75}},
		"a WebP of little quality":       {picture.Want{Width: 3840, Quality: 50}, picture.Info{Format: picture.WebP, Width: 3000}, 5 << 20, picture.Want{Width: 3000, Quality: 25}},
		"the lowest quality":             {picture.Want{Width: 3840, Quality: 25}, picture.Info{Format: picture.WebP, Width: 3000}, 5 << 20, picture.Want{Width: 2048, Quality: 25}},
		"a PNG has no quality":           {picture.Want{Width: 3840, Quality: 90}, picture.Info{Format: picture.PNG, Width: 1400}, 5 << 20, picture.Want{Width: 1200, Quality: 90}},
		"far too large":                  {picture.Want{Width: 3840, Quality: 75}, picture.Info{Format: picture.PNG, Width: 3840}, 40 << 20, picture.Want{Width: 1200, Quality: 75}},
		"too large at every width":       {picture.Want{Width: 8, Quality: 75}, picture.Info{Format: picture.PNG, Width: 8}, 5 << 20, picture.Want{}},
		"the narrowest as a last resort": {picture.Want{Width: 640, Quality: 75}, picture.Info{Format: picture.PNG, Width: 640}, 1 << 40, picture.Want{Width: 8, Quality: 75}},
	} {
		got := c.want
		if ok := reduce(&got, c.made, c.size); ok != (c.then != picture.Want{}) || ok && (got.Quality != c.then.Quality || got.Width != c.then.Width && got.Quality == c.want.Quality) {
			t.Errorf("%s: %+v %t, want %+v", name, got, ok, c.then)
		}
	}
}

func TestFullCacheBeginsAgain(t *testing.T) {
	s := newCache(100)
	put := func(name string, size int) { s.put(name, &answer{kind: "image/webp", data: make([]byte, size)}) }
	put("a", 40)
	put("b", 40)
	put("a", 90) // already cached
	put("too large for it", 51)
	assert.Assert(t, s.get("a") != nil && s.get("b") != nil && s.get("too large for it") == nil && s.used == 80)
	put("c", 40)
	assert.Assert(t, s.get("a") == nil && s.get("c") != nil && s.used == 40 && len(s.byName) == 1)
}

package images_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/images"
	"ordering/shared/picture"
	"ordering/shared/picture/picturetest"
)

func sizeOf(t testing.TB, data []byte) image.Point {
	t.Helper()
	info, err := picture.Inspect(data)
	assert.NilError(t, err)
	return image.Pt(info.Width, info.Height)
}

// A change of the bytes needs another encoderVersion. (Floating point on other processors gives other bytes, but they do not share tags.)
func TestTagChangesWithTheEncoder(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the expected bytes are of amd64")
	}
	s := newSite(t)
	drawn := image.NewNRGBA(image.Rect(0, 0, 90, 70))
	for i := range drawn.Pix {
		drawn.Pix[i] = uint8(i*i>>7) | uint8(i%4/3*255)
	}
	address := s.put("drawn.png", pngOf(t, drawn))
	sum := sha256.New()
	for _, accept := range []string{"image/webp", "image/*"} {
		_, _ = sum.Write(s.ask(address, "64", "", "Accept", accept).Body.Bytes())
	}
	assert.Equal(t, hex.EncodeToString(sum.Sum(nil)[:8]), "7f8ec566fe990203")
}

// slow is a source that blocks reads until release.
type slow struct {
	data    []byte
	release chan struct{}
	mu      sync.Mutex
	reading int
	most    int
	opened  int
}

func (s *slow) Open(_ context.Context, path string) (*images.File, error) {
	if strings.HasSuffix(path, ".json") {
		return nil, fs.ErrNotExist
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	return &images.File{ReadCloser: &slowFile{s, bytes.NewReader(s.data)}, Size: int64(len(s.data)), Version: path}, nil
}

type slowFile struct {
	*slow
	rest *bytes.Reader
}

func (f *slowFile) Read(p []byte) (int, error) {
	f.mu.Lock()
	f.reading++
	f.most = max(f.most, f.reading)
	f.mu.Unlock()
	<-f.release
	f.mu.Lock()
	f.reading--
	f.mu.Unlock()
	return f.rest.Read(p)
}

func (f *slowFile) Close() error { return nil }

// One picture is encoded at a time, with one file in memory. A cancelled request stops waiting at once. A request for the same picture gets
// the cached result.
func TestOnePictureAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t)
		source := &slow{data: jpegOf(t, picturetest.Scene(0, 16, 16)), release: make(chan struct{})}
		s.over(source)
		type result struct{ name, code int }
		done := make(chan result, 40)
		ask := func(ctx context.Context, name int) {
			r := s.send(ctx, http.MethodGet, url.Values{"url": {"/" + string(rune('a'+name)) + ".jpg"}, "w": {"8"}}.Encode())
			done <- result{name, r.Code}
		}
		gone, goes := context.WithCancel(t.Context())
		for i := range 20 {
			go ask(t.Context(), i/2) // each twice
		}
		synctest.Wait()
		go ask(gone, 12)
		synctest.Wait()
		assert.Equal(t, source.most, 1)
		assert.Equal(t, source.opened, 21)
		goes()
		synctest.Wait()
		assert.Assert(t, len(done) == 1 && (<-done).name == 12, "a cancelled request still waits")
		for range 10 { // one read for each of the ten pictures, none for the repeated requests
			source.release <- struct{}{}
		}
		for range 20 {
			r := <-done
			assert.Check(t, is.Equal(r.code, 200), r.name)
		}
		assert.Equal(t, source.most, 1)
	})
}

// A request that waits too long gets an error before the timeout of Lambda or the browser.
func TestWaitingTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t)
		source := &slow{data: jpegOf(t, picturetest.Scene(0, 16, 16)), release: make(chan struct{})}
		defer close(source.release)
		s.over(source)
		begun := time.Now()
		go s.ask("/a.jpg", "8", "") // its file never arrives
		synctest.Wait()
		demand(t, "the second", s.ask("/b.jpg", "8", ""), 503, "store-unavailable", "try again")
		waited := time.Since(begun)
		assert.Assert(t, waited <= 25*time.Second, "waited %s, want at most 25 s", waited)
	})
}

// away is a source that is unavailable, or breaks off.
type away struct{ broken bool }

func (a away) Open(context.Context, string) (*images.File, error) {
	if a.broken {
		return &images.File{ReadCloser: io.NopCloser(strings.NewReader("\xff\xd8\xff")), Size: 99, Version: "1"}, nil
	}
	return nil, errors.Join(images.ErrUnavailable, os.ErrDeadlineExceeded)
}

func TestUnavailableSource(t *testing.T) {
	for _, broken := range []bool{false, true} {
		s := newSite(t)
		s.over(away{broken})
		r := s.ask("/photo.jpg", "8", "")
		demand(t, "away", r, 503, "store-unavailable", "try again")
		assert.Check(t, r.Header().Get("Retry-After") != "", "no Retry-After")
	}
}

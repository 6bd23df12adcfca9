package images_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"image"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"ordering/functions/images"
	"ordering/shared/aws/lambdahttp"
	"ordering/shared/picture"
	"ordering/shared/picture/picturetest"
	"ordering/shared/soak"
)

func sizeOf(t testing.TB, data []byte) image.Point {
	t.Helper()
	info, err := picture.Inspect(data)
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(info.Width, info.Height)
}

// noise is the worst that can be packed.
func noise(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(5, 5))
	for i := range p.Pix {
		p.Pix[i] = uint8(r.Uint32()) | uint8(i%4/3*255)
	}
	return p
}

// Whatever is asked for, the answer travels: as an event of API Gateway it is below what Lambda lets through.
func TestEveryAnswerTravels(t *testing.T) {
	if !soak.Long() {
		t.Skip("pictures too large to be sent take seconds: TEST_LONG=1")
	}
	s := newSite(t)
	s.put("static.png", pngOf(t, noise(1500, 1000)))
	s.put("static.jpg", jpegOf(t, noise(2500, 1500)))
	through := lambdahttp.Handler(s.handler)
	ask := func(address, width, quality, accept string) (int, []byte, http.Header) {
		e := events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: images.Path, Headers: map[string]string{"accept": accept}}
		e.RawQueryString = url.Values{"url": {address}, "w": {width}, "q": {quality}}.Encode()
		e.RequestContext.HTTP.Method = http.MethodGet
		r, err := through(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if whole, err := json.Marshal(r); err != nil || len(whole) > 6<<20 {
			t.Errorf("%s: %d bytes %v", address, len(whole), err)
		}
		body := []byte(r.Body)
		if r.IsBase64Encoded {
			if body, err = base64.StdEncoding.DecodeString(r.Body); err != nil {
				t.Fatal(err)
			}
		}
		h := http.Header{}
		for name, value := range r.Headers {
			h.Set(name, value)
		}
		return r.StatusCode, body, h
	}
	status, body, h := ask("/static.png", "3840", "", "image/*")
	if status != 200 || h.Get("Content-Type") != "image/png" || len(body) > 4_400_000 || sizeOf(t, body).X != 1200 {
		t.Errorf("noise as PNG: %d, %d bytes, %v", status, len(body), h)
	}
	status, body, _ = ask("/static.jpg", "3840", "100", "image/*")
	if status != 200 || len(body) > 4_400_000 || sizeOf(t, body).X != 2500 {
		t.Errorf("noise as JPEG, of a lower quality: %d, %d bytes", status, len(body))
	}
}

// canaries are in every place of a JPEG where programs leave what nobody sees.
func TestNothingUnseenIsPassedOn(t *testing.T) {
	s := newSite(t)
	src := jpegOf(t, picturetest.Scene(2, 48, 32))
	segment := func(marker byte, text string) []byte {
		return append([]byte{0xff, marker, byte((len(text) + 2) >> 8), byte(len(text) + 2)}, text...)
	}
	var marked []byte
	marked = append(marked, src[:2]...)
	marked = append(marked, segment(0xe1, "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00canary")...) // held upright
	marked = append(marked, segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00<canary/>")...)
	marked = append(marked, segment(0xed, "Photoshop 3.0\x00canary")...)
	marked = append(marked, segment(0xfe, "canary")...)
	marked = append(append(marked, src[2:]...), "canary behind the end"...)
	address := s.put("marked.jpg", marked)
	for _, accept := range []string{"image/webp", "image/*"} {
		r := s.ask(address, "640", "", "Accept", accept)
		if r.Code != 200 || bytes.Contains(r.Body.Bytes(), []byte("canary")) || bytes.Contains(r.Body.Bytes(), []byte("Exif")) {
			t.Errorf("%s: %d, with what nobody sees", accept, r.Code)
		}
		if size := sizeOf(t, r.Body.Bytes()); size != image.Pt(32, 48) {
			t.Errorf("%s: not upright: %v", accept, size)
		}
	}
}

// A change of the bytes needs another encoderVersion. (Another processor's floating point makes other bytes; no machine sees its tags.)
func TestTagChangesWithTheEncoder(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the bytes are those of amd64")
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
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != "30cc52416e0b30e0" {
		t.Errorf("package picture makes other bytes: %s. Increment encoderVersion, and put this here", got)
	}
}

// slow is a source whose files come when they are let.
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

// However many ask, one picture is made at a time, of one file in memory; who waits and goes is forgotten at once; and what one had made the
// next one has without waiting.
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
		if source.most != 1 || source.opened != 21 {
			t.Fatalf("%d files are read at once, %d are opened", source.most, source.opened)
		}
		goes()
		synctest.Wait()
		if len(done) != 1 || (<-done).name != 12 {
			t.Fatal("who has gone still waits")
		}
		for range 10 { // a read for each of the ten pictures, and none for who asked second
			source.release <- struct{}{}
		}
		for range 20 {
			if r := <-done; r.code != 200 {
				t.Errorf("%d: %d", r.name, r.code)
			}
		}
		if source.most != 1 {
			t.Errorf("%d files were read at once", source.most)
		}
	})
}

// Whoever waits too long for the others is told so, before Lambda or a browser loses patience.
func TestWaitingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t)
		source := &slow{data: jpegOf(t, picturetest.Scene(0, 16, 16)), release: make(chan struct{})}
		defer close(source.release)
		s.over(source)
		begun := time.Now()
		go s.ask("/a.jpg", "8", "") // whose file does not come
		synctest.Wait()
		demand(t, "the second", s.ask("/b.jpg", "8", ""), 503, "store-unavailable", "try again")
		if waited := time.Since(begun); waited > 25*time.Second {
			t.Errorf("it waited for %s", waited)
		}
	})
}

// away is a source that cannot be reached, or breaks off.
type away struct{ broken bool }

func (a away) Open(context.Context, string) (*images.File, error) {
	if a.broken {
		return &images.File{ReadCloser: io.NopCloser(strings.NewReader("\xff\xd8\xff")), Size: 99, Version: "1"}, nil
	}
	return nil, errors.Join(images.ErrAway, os.ErrDeadlineExceeded)
}

func TestASourceThatIsAway(t *testing.T) {
	for _, broken := range []bool{false, true} {
		s := newSite(t)
		s.over(away{broken})
		r := s.ask("/photo.jpg", "8", "")
		demand(t, "away", r, 503, "store-unavailable", "try again")
		if r.Header().Get("Retry-After") == "" {
			t.Error("it does not say when to come back")
		}
	}
}

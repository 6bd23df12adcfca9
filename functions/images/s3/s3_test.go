package s3

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/images"
)

// bucket is a fake S3. It answers with the statuses in order and then repeats the last.
type bucket struct {
	statuses []int
	asked    []*http.Request
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.asked = append(b.asked, r)
	status := b.statuses[min(len(b.asked), len(b.statuses))-1]
	if status == http.StatusOK {
		w.Header().Set("ETag", `"9b2cf535f27731c974343645a3985328"`)
		_, _ = io.WriteString(w, "a picture")
		return
	}
	if status == http.StatusTemporaryRedirect {
		w.Header().Set("Location", "http://169.254.169.254/")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "<Error><Code>canary</Code></Error>")
}

func open(t *testing.T, b *bucket, path string) (*images.File, int, error) {
	t.Helper()
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	env := map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "of this test", "AWS_ENDPOINT_URL_S3": server.URL}
	source := New("assets", func(name string) string { return env[name] }, func() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) })
	pauses := 0
	source.pause = func(context.Context, int) error { pauses++; return nil }
	f, err := source.Open(t.Context(), path)
	return f, pauses, err
}

func TestOpen(t *testing.T) {
	b := &bucket{statuses: []int{503, 200}}
	f, pauses, err := open(t, b, "pictures/dishes/hero.jpg")
	assert.NilError(t, err)
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil || string(data) != "a picture" || f.Size != 9 || f.Version != `"9b2cf535f27731c974343645a3985328"` || pauses != 1 {
		t.Errorf("got data %q of %d bytes, version %s, after %d pauses: %v", data, f.Size, f.Version, pauses, err)
	}
	r := b.asked[1]
	const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if r.Method != http.MethodGet || r.URL.Path != "/pictures/dishes/hero.jpg" || r.Header.Get("X-Amz-Content-Sha256") != nothing ||
		!strings.Contains(r.Header.Get("Authorization"), "Credential=AKIDTEST/20260601/us-east-1/s3/aws4_request") || !strings.Contains(r.Header.Get("Authorization"), "x-amz-content-sha256") {
		t.Errorf("got request %s %s %v", r.Method, r.URL, r.Header)
	}
}

func TestOpenFailures(t *testing.T) {
	for name, c := range map[string]struct {
		status, calls int
		want          error
	}{
		"not there":           {404, 1, fs.ErrNotExist},
		"not allowed":         {403, 1, images.ErrUnavailable},
		"elsewhere":           {307, 1, images.ErrUnavailable},
		"slow down":           {503, attempts, images.ErrUnavailable},
		"an error of S3":      {500, attempts, images.ErrUnavailable},
		"a header is missing": {400, 1, images.ErrUnavailable},
	} {
		b := &bucket{statuses: []int{c.status}}
		if _, pauses, err := open(t, b, "pictures/dishes/hero.jpg"); !errors.Is(err, c.want) || len(b.asked) != c.calls || pauses != c.calls-1 || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: got %v after %d calls", name, err, len(b.asked))
		}
	}
}

// Paths that the role may not read are not requested: S3 would answer 403, which guests would see as an outage.
func TestOnlyPicturePathsAreRequested(t *testing.T) {
	for path, calls := range map[string]int{"icons/192.png": 0, "og.png": 0, "pictures.jpg": 0, "pictures/own.jpg": 1, "assets/hero-BkX3_a9Q.jpg": 1} {
		b := &bucket{statuses: []int{404}}
		if _, _, err := open(t, b, path); !errors.Is(err, fs.ErrNotExist) || len(b.asked) != calls {
			t.Errorf("%s: got %v after %d calls, want %d calls", path, err, len(b.asked), calls)
		}
	}
}

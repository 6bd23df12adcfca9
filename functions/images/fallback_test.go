package images

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// counted is a source of one file that counts how often it is read.
type counted struct {
	data  []byte
	reads int
}

func (c *counted) Open(_ context.Context, path string) (*File, error) {
	if strings.HasSuffix(path, ".json") {
		return nil, fs.ErrNotExist
	}
	return &File{io.NopCloser(io.TeeReader(bytes.NewReader(c.data), &once{c, false})), int64(len(c.data)), "1"}, nil
}

type once struct {
	of   *counted
	seen bool
}

func (o *once) Write(p []byte) (int, error) {
	if !o.seen {
		o.of.reads++
	}
	o.seen = true
	return len(p), nil
}

func noise(t *testing.T) *counted {
	p := image.NewGray(image.Rect(0, 0, 128, 96))
	r := rand.New(rand.NewPCG(5, 5))
	for i := range p.Pix {
		p.Pix[i] = uint8(r.Uint32())
	}
	var b bytes.Buffer
	assert.NilError(t, png.Encode(&b, p))
	return &counted{data: b.Bytes()}
}

// A picture that is too large is made smaller once; later requests for its width get the cached fallback.
func TestFallbackForTooLargePictureIsCached(t *testing.T) {
	for name, c := range map[string]struct {
		source *counted
		limit  int
		webp   bool
		want   []int // requested qualities
		reads  int
		err    error
	}{
		"of less quality":              {noise(t), 6_500, true, []int{90, 90, 75, 50}, 1, nil},
		"a quality that needs no less": {noise(t), 6_500, true, []int{90, 25, 25}, 2, nil},
		"narrower":                     {noise(t), 2_000, true, []int{90, 50, 25}, 1, nil},
		"a PNG, which has no quality":  {noise(t), 2_000, false, []int{75, 75, 25}, 1, nil},
		"nothing is small enough":      {noise(t), 20, true, []int{75, 75, 25}, 1, errTooLarge},
	} {
		s := New(c.source, time.Now)
		s.limit = c.limit
		var first *answer
		for _, quality := range c.want {
			got, _, err := s.find(t.Context(), params{path: "a.png", width: 3840, quality: quality, webp: c.webp}, "")
			assert.Assert(t, errors.Is(err, c.err) && (err != nil || len(got.data) <= c.limit), "%s: %v", name, err)
			if first == nil {
				first = got
			}
			if c.reads == 1 && err == nil && !bytes.Equal(got.data, first.data) {
				t.Errorf("%s: quality %d gives a different response", name, quality)
			}
		}
		assert.Check(t, is.Equal(c.source.reads, c.reads), name)
	}
}

func TestLargestAnswerFitsLambda(t *testing.T) {
	if limit, headers := 6<<20, 4<<10; base64.StdEncoding.EncodedLen(MaxAnswer)+headers > limit {
		t.Errorf("got %d bytes of base64", base64.StdEncoding.EncodedLen(MaxAnswer))
	}
}

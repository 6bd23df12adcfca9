package gateway

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// minPacked is the smallest answer, in bytes, that is compressed: a basket is smaller; a menu and the list of all locations are far
// larger. In the cloud CloudFront compresses.
const minPacked = 8 << 10

// atOnce is how many answers are compressed concurrently. A gzip.Writer holds over a megabyte and is reused, so that many concurrent
// requests do not each allocate one.
const atOnce = 2

// packing compresses large GET answers for clients that accept gzip.
func packing(next http.Handler) http.Handler {
	zippers := make(chan *gzip.Writer, atOnce)
	for range atOnce {
		zippers <- nil // allocated on first use
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !takesGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		a := &answer{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(a, r)
		body := a.body.Bytes()
		if len(body) >= minPacked {
			body = pack(zippers, body)
			h := w.Header()
			h.Set("Content-Encoding", "gzip")
			h.Add("Vary", "Accept-Encoding")
			h.Del("Content-Length")
			if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
				h.Set("ETag", "W/"+tag) // weak: same document, other bytes
			}
		}
		w.WriteHeader(a.status)
		_, _ = w.Write(body) // the client may have disconnected
	})
}

// takesGzip reports whether Accept-Encoding lists gzip with a weight above 0.
func takesGzip(r *http.Request) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(one, " ", "")), ";q=")
		if name == "gzip" {
			return weight == "" || strings.Trim(weight, "0.") != ""
		}
	}
	return false
}

// answer buffers the whole answer, so that a slow client does not hold a gzip.Writer.
type answer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (a *answer) WriteHeader(status int) { a.status = status }

func (a *answer) Write(data []byte) (int, error) { return a.body.Write(data) }

func pack(zippers chan *gzip.Writer, body []byte) []byte {
	z := <-zippers
	if z == nil {
		z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // BestSpeed is a valid level: no error
	}
	defer func() { zippers <- z }()
	var packed bytes.Buffer
	packed.Grow(len(body) / 4)
	z.Reset(&packed)
	_, _ = z.Write(body) // writes to memory
	_ = z.Close()
	return packed.Bytes()
}

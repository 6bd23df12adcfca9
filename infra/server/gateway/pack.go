package gateway

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// minCompressed is the smallest answer, in bytes, that is compressed: a basket is smaller; a menu and the list of all locations are far
// larger. In the cloud CloudFront compresses.
const minCompressed = 8 << 10

// maxConcurrent is how many answers are compressed concurrently. A gzip.Writer holds over a megabyte and is reused, so that many concurrent
// requests do not each allocate one.
const maxConcurrent = 2

// compressed compresses large GET answers for clients that accept gzip.
func compressed(next http.Handler) http.Handler {
	writers := make(chan *gzip.Writer, maxConcurrent)
	for range maxConcurrent {
		writers <- nil // allocated on first use
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !takesGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		a := &recordedAnswer{head: w.Header(), status: http.StatusOK} // a slow client does not hold a gzip.Writer
		next.ServeHTTP(a, r)
		body := a.body.Bytes()
		if len(body) >= minCompressed {
			body = compress(writers, body)
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

func compress(writers chan *gzip.Writer, body []byte) []byte {
	z := <-writers
	if z == nil {
		z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // BestSpeed is a valid level: no error
	}
	defer func() { writers <- z }()
	var compressed bytes.Buffer
	compressed.Grow(len(body) / 4)
	z.Reset(&compressed)
	_, _ = z.Write(body) // writes to memory
	_ = z.Close()
	return compressed.Bytes()
}

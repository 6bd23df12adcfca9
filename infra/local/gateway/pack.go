package gateway

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// worthPacking is the least that is packed: a basket is smaller, a menu and the list of all restaurants are far larger. CloudFront
// does it in the cloud.
const worthPacking = 8 << 10

// atOnce is how many answers are packed at a time. Each takes more than a megabyte of working memory, which is kept for the next one:
// in a crowd every guest would have his own.
const atOnce = 2

// packing packs large answers for whoever takes them so.
func packing(next http.Handler) http.Handler {
	zippers := make(chan *gzip.Writer, atOnce)
	for range atOnce {
		zippers <- nil // made when first needed
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !takesGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		a := &answer{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(a, r)
		body := a.body.Bytes()
		if len(body) >= worthPacking {
			body = pack(zippers, body)
			h := w.Header()
			h.Set("Content-Encoding", "gzip")
			h.Add("Vary", "Accept-Encoding")
			h.Del("Content-Length")
			if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
				h.Set("ETag", "W/"+tag) // the same document in other bytes
			}
		}
		w.WriteHeader(a.status)
		_, _ = w.Write(body) // the guest may have gone
	})
}

// takesGzip is whether a browser takes what is packed so: it names it, and does not refuse it (q=0).
func takesGzip(r *http.Request) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(one, " ", "")), ";q=")
		if name == "gzip" {
			return weight == "" || strings.Trim(weight, "0.") != ""
		}
	}
	return false
}

// answer is held back until it is whole: a guest with a slow line then keeps none of the zippers.
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
		z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is one of gzip's: no error
	}
	defer func() { zippers <- z }()
	var packed bytes.Buffer
	packed.Grow(len(body) / 4)
	z.Reset(&packed)
	_, _ = z.Write(body) // into memory
	_ = z.Close()
	return packed.Bytes()
}

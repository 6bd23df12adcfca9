package gateway

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// worthPacking is the least that is packed: a basket is smaller, a menu and the list of all restaurants are far larger. CloudFront
// does it in the cloud.
const worthPacking = 8 << 10

// packing packs large answers for whoever takes them so.
func packing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		p := &packer{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(p, r)
		p.end()
	})
}

// packer holds an answer back until it is whole or large enough to be packed.
type packer struct {
	http.ResponseWriter
	status int
	held   []byte
	zipped *gzip.Writer
}

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is one of gzip's: no error
	return z
}}

func (p *packer) WriteHeader(status int) { p.status = status }

func (p *packer) Write(data []byte) (int, error) {
	if p.zipped != nil {
		return p.zipped.Write(data)
	}
	if p.held = append(p.held, data...); len(p.held) < worthPacking {
		return len(data), nil
	}
	h := p.Header()
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	h.Del("Content-Length")
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		h.Set("ETag", "W/"+tag) // the same document in other bytes
	}
	p.ResponseWriter.WriteHeader(p.status)
	p.zipped = zippers.Get().(*gzip.Writer)
	p.zipped.Reset(p.ResponseWriter)
	_, err := p.zipped.Write(p.held)
	p.held = nil
	return len(data), err
}

// end sends what is left.
func (p *packer) end() {
	if p.zipped == nil {
		p.ResponseWriter.WriteHeader(p.status)
		_, _ = p.ResponseWriter.Write(p.held) // the guest may have gone
		return
	}
	_ = p.zipped.Close()
	zippers.Put(p.zipped)
}

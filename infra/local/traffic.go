package main

import (
	"net/http"
	"net/url"
	"strings"
	"sync"

	"ordering/infra/server"
)

// traffic counts the requests to the site that CloudFront would bill, from browsers, their workers and the kitchen. Browser cache hits
// send no request.
type traffic struct {
	mu     sync.Mutex
	counts counts
}

type counts struct {
	Pages, Files, Calls int
	Bytes               int // of answers, headers included
}

func (t *traffic) seen() counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}

// ofSandbox reports whether a request is for a sandbox page or comes from one: on AWS other systems serve them. /brand.css is only used
// by sandbox pages, and requests the fonts.
func ofSandbox(r *http.Request) bool {
	from := &url.URL{}
	if said, err := url.Parse(r.Referer()); err == nil {
		from = said
	}
	for _, path := range []string{r.URL.Path, from.Path} {
		if path == "/brand.css" || strings.HasPrefix(path, "/sandbox/") {
			return true
		}
	}
	return false
}

// through counts the requests that it passes to next, except for those of the sandbox.
func (t *traffic) through(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ofSandbox(r) {
			next.ServeHTTP(w, r)
			return
		}
		c := &server.Counted{ResponseWriter: w}
		next.ServeHTTP(c, r)
		for name, values := range w.Header() {
			for _, value := range values {
				c.Bytes += len(name) + len(": ") + len(value) + len("\r\n")
			}
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		t.counts.Bytes += c.Bytes
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/"), r.Method == http.MethodPost:
			t.counts.Calls++
		case strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"):
			t.counts.Pages++
		default:
			t.counts.Files++
		}
	})
}

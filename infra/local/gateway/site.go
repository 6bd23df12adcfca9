package gateway

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
)

// site serves the built site as CloudFront does: hashed assets for a year, pre-compressed; every page of the site is its shell.
type site struct{ files fs.FS }

func newSite(dir string) (http.Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the built site: %w", err)
	}
	files := root.FS()
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, fmt.Errorf("the site in %s is not built: %w", dir, err)
	}
	return &site{files: files}, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address does not answer that method", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	info, err := fs.Stat(s.files, name)
	switch {
	case err == nil && !info.IsDir() && name != "index.html":
		if strings.HasPrefix(name, "assets/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if path.Ext(name) == ".woff2" {
			w.Header().Set("Access-Control-Allow-Origin", "*") // the card field, which has no origin, is set in the brand's type
		}
		s.file(w, r, name)
	case strings.HasPrefix(name, "assets/") || path.Ext(name) != "":
		http.NotFound(w, r)
	default:
		s.shell(w, r)
	}
}

// file serves the pre-compressed neighbour of a file where the browser takes it.
func (s *site) file(w http.ResponseWriter, r *http.Request, name string) {
	accept := r.Header.Get("Accept-Encoding")
	w.Header().Add("Vary", "Accept-Encoding")
	for _, e := range []struct{ ending, encoding string }{{".br", "br"}, {".gz", "gzip"}} {
		if !strings.Contains(accept, e.encoding) {
			continue
		}
		if _, err := fs.Stat(s.files, name+e.ending); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		w.Header().Set("Content-Encoding", e.encoding)
		w.Header().Set("Content-Type", contentType(name))
		name += e.ending
		break
	}
	http.ServeFileFS(w, r, s.files, name)
}

// shell answers a page of the site. An address that no page has gets the same shell, which shows the error page, with the status 404.
func (s *site) shell(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Add("Vary", "Accept-Encoding")
	name := "index.html"
	if _, err := fs.Stat(s.files, "index.html.br"); err == nil && strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
		h.Set("Content-Encoding", "br")
		name += ".br"
	}
	html, err := fs.ReadFile(s.files, name)
	if err != nil {
		h.Del("Content-Encoding")
		http.Error(w, "The site is being rebuilt: try again", http.StatusServiceUnavailable)
		return
	}
	if !page(r.URL.Path) {
		w.WriteHeader(http.StatusNotFound)
	}
	if r.Method == http.MethodGet {
		_, _ = w.Write(html)
	}
}

// pages are the site's routes without their market prefix; a star is one segment.
var pages = []string{
	"/", "/quote", "/quote/*", "/quote/*/*", "/quote/*/*/*/*", "/cart", "/cart/summary", "/checkout", "/checkout/payment", "/orders/*",
	"/locations", "/locations/*", "/locations/*/*", "/locations/*/*/*",
}

// The order menu categories: everyday is ordered here; of the others there is a page that says so, and whether in Canada too.
const orderable = "everyday"

var soon = map[string]bool{"catering": true, "holiday": false, "866-catering": false}

func page(urlPath string) bool {
	p := path.Clean("/" + urlPath)
	canada := false
	for _, prefix := range []string{"/ca/en-ca", "/ca/fr-ca"} {
		if p == prefix || strings.HasPrefix(p, prefix+"/") {
			p = path.Clean("/" + strings.TrimPrefix(p, prefix))
			canada = true
			break
		}
	}
	if rest, ok := strings.CutPrefix(p, "/quote/"); ok {
		category, _, within := strings.Cut(rest, "/")
		inCanada, known := soon[category]
		if category != orderable && (within || !known || canada && !inCanada) {
			return false
		}
	}
	for _, pattern := range pages {
		if ok, _ := path.Match(pattern, p); ok {
			return true
		}
	}
	return false
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".json":
		return "application/json"
	case ".html":
		return "text/html; charset=utf-8"
	default:
		return "application/octet-stream"
	}
}

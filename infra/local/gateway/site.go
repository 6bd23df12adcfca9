package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"

	"ordering/infra/edge"
)

// site serves the built site as CloudFront and S3 do: the edge function leads an address to a file, hashed assets stand for a year.
type site struct {
	files fs.FS
	pages *edge.Function
	calls http.Handler // of the functions, which know what there is
}

func newSite(dir string, calls http.Handler) (http.Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the built site: %w", err)
	}
	files := root.FS()
	if _, err := fs.Stat(files, document); err != nil {
		return nil, fmt.Errorf("the site in %s is not built: %w", dir, err)
	}
	pages, err := edge.New(edge.Pages)
	if err != nil {
		return nil, err
	}
	return &site{files, pages, calls}, nil
}

// The document of every page; the second is the same with another status, which only the cloud has a file of.
const document, notFound = "index.html", "404.html"

// The service worker: one that a cache keeps would keep the whole site as it was.
const worker = "sw.js"

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := edge.Request{Method: r.Method, URI: r.URL.EscapedPath(), Headers: map[string]edge.Value{}}
	for name, values := range r.Header {
		asked.Headers[strings.ToLower(name)] = edge.Value{Value: strings.Join(values, ", ")}
	}
	on, answer, err := s.pages.Request(asked)
	switch {
	case err != nil:
		slog.ErrorContext(r.Context(), "the edge function failed", "error", err)
		http.Error(w, "This address cannot be answered", http.StatusBadGateway)
	case answer != nil:
		for name, v := range answer.Headers {
			w.Header().Set(name, v.Value)
		}
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write([]byte(answer.Body))
	default:
		name := strings.TrimPrefix(on.URI, "/")
		if ending, page := strings.CutPrefix(name, document); page && s.missing(r.Context(), r.URL.Path) {
			name = notFound + ending
		}
		s.file(w, r, name)
	}
}

// file answers with a file of the site, packed where the edge function says so and there is such a neighbour.
func (s *site) file(w http.ResponseWriter, r *http.Request, name string) {
	h := w.Header()
	name, packed := strings.CutSuffix(name, ".br")
	status := http.StatusOK
	if name == notFound {
		name, status = document, http.StatusNotFound
	}
	h.Add("Vary", "Accept-Encoding")
	data, encoding, err := s.read(r, name, packed)
	if err != nil && name == document {
		http.Error(w, "The site is being rebuilt: try again", http.StatusServiceUnavailable)
		return
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Type", contentType(name))
	switch {
	case path.Ext(name) == ".html", name == worker:
		h.Set("Cache-Control", "no-cache")
	case strings.HasPrefix(name, "assets/"):
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if path.Ext(name) == ".woff2" {
		h.Set("Access-Control-Allow-Origin", "*") // the card field, which has no origin, is set in the brand's type
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(data) // the guest may have gone
	}
}

// read reads the file as it is best sent. CloudFront packs with gzip what it has no packed file of; here the build has made one.
func (s *site) read(r *http.Request, name string, packed bool) (data []byte, encoding string, err error) {
	if packed {
		if data, err = fs.ReadFile(s.files, name+".br"); !errors.Is(err, fs.ErrNotExist) {
			return data, "br", err
		}
	} else if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if data, err = fs.ReadFile(s.files, name+".gz"); !errors.Is(err, fs.ErrNotExist) {
			return data, "gzip", err
		}
	}
	data, err = fs.ReadFile(s.files, name)
	return data, "", err
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".woff2":
		return "font/woff2" // which not every machine's list has
	default:
		return cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
	}
}

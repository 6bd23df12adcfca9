package gateway

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"syscall"

	"ordering/infra/edge"
	"ordering/shared/brand"
)

// site serves the built site and its published pages as CloudFront and S3 do: the edge function maps an address to a file, and hashed
// assets are cached for a year. Published pages are in the data folder and take precedence over the build. Before the site is published,
// every known address returns the shell, and the browser renders the page.
type site struct {
	built fs.FS
	data  *os.Root
	pages *edge.Function
	calls http.Handler // the API, to check that a page's subject exists
}

func newSite(dir, dataDir string, b brand.Brand, calls http.Handler) (http.Handler, error) {
	built, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the built site: %w", err)
	}
	if _, err := fs.Stat(built.FS(), shell); err != nil {
		return nil, fmt.Errorf("the site in %s is not built: %w", dir, err)
	}
	data, err := os.OpenRoot(dataDir)
	if err != nil {
		return nil, fmt.Errorf("open the data folder: %w", err)
	}
	pages, err := edge.New(edge.PagesOf(b, ""))
	if err != nil {
		return nil, err
	}
	return &site{built.FS(), data, pages, calls}, nil
}

// The file names of a page's own document, the client-rendered shell, and the error page.
const document, shell, notFound = "index.html", "shell.html", "404.html"

// The folder of the published pages in the data folder, and the file in it with the hash of the shell that they were rendered into.
const folder, release = "pages", "release"

// published opens the folder of the published pages as a root, so that no path reaches other data. It returns nil if there are no pages
// of this build: pages of another build refer to assets that no longer exist.
func (s *site) published() *os.Root {
	pages, err := s.data.OpenRoot(folder)
	if err != nil {
		return nil
	}
	of, err := pages.ReadFile(release)
	built, unbuilt := fs.ReadFile(s.built, shell)
	if err != nil || unbuilt != nil || string(of) != Release(built) {
		pages.Close()
		return nil
	}
	return pages
}

// Release returns the hash of a build's shell, which published pages name.
func Release(shell []byte) string { return fmt.Sprintf("%x", sha256.Sum256(shell)) }

// The service worker. It is never cached: a stale one would serve the old site.
const worker = "sw.js"

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := edge.Request{Method: r.Method, URI: r.URL.EscapedPath(), Headers: map[string]edge.Value{}, Cookies: map[string]edge.Value{}, Querystring: map[string]edge.Parameter{}}
	for name, values := range r.Header {
		request.Headers[strings.ToLower(name)] = edge.Value{Value: strings.Join(values, ", ")}
	}
	for _, c := range r.Cookies() {
		request.Cookies[c.Name] = edge.Value{Value: c.Value}
	}
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if name, value, _ := strings.Cut(pair, "="); name != "" {
			all := append(request.Querystring[name].MultiValue, edge.Value{Value: value})
			request.Querystring[name] = edge.Parameter{Value: value, MultiValue: all}
		}
	}
	on, answer, err := s.pages.Request(request)
	switch {
	case err != nil:
		slog.ErrorContext(r.Context(), "the edge function failed", "error", err)
		http.Error(w, "This address failed", http.StatusBadGateway)
	case answer != nil:
		for name, v := range answer.Headers {
			w.Header().Set(name, v.Value)
		}
		for name, c := range answer.Cookies {
			attributes := c.Attributes
			if r.TLS == nil && r.Header.Get("X-Forwarded-Proto") != "https" {
				attributes = strings.TrimSuffix(attributes, "; Secure") // not every browser keeps a Secure cookie without TLS
			}
			w.Header().Add("Set-Cookie", name+"="+c.Value+"; "+attributes)
		}
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write([]byte(answer.Body))
	default:
		name, packed := strings.CutSuffix(strings.TrimPrefix(on.URI, "/"), ".br")
		pages := s.published()
		if pages != nil {
			defer pages.Close()
		}
		if base := path.Base(name); base == document || base == shell || name == notFound {
			s.document(w, r, pages, name, packed)
		} else {
			s.file(w, r, pages, name, packed, http.StatusOK)
		}
	}
}

// document serves an HTML document, or 404 with the error page.
func (s *site) document(w http.ResponseWriter, r *http.Request, pages *os.Root, name string, packed bool) {
	isPublished := pages != nil
	if isPublished {
		if _, err := pages.Stat(name); isMissing(err) {
			name = notFound
		}
	}
	status := http.StatusOK
	if name == notFound || !(isPublished && path.Base(name) == document) && s.missing(r.Context(), r.URL.Path) {
		status = http.StatusNotFound
	}
	if !isPublished {
		name = shell
	}
	s.file(w, r, pages, name, packed, status)
}

// isMissing reports whether no file has this name: it does not exist, its parent is a file, or the name is too long.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// file serves a file of the site. It sends the precompressed variant if packed is set and the variant exists.
func (s *site) file(w http.ResponseWriter, r *http.Request, pages *os.Root, name string, packed bool, status int) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	data, encoding, err := s.read(r, pages, name, packed)
	html := path.Ext(name) == ".html"
	// Documents, and files that are made on publish, are only missing temporarily: 503. Any other missing name is a 404.
	ours := name == shell || name == notFound || path.Base(name) == document
	if err != nil && (ours || pages == nil && madeOnPublish[path.Ext(name)]) {
		h.Set("Retry-After", "60")
		http.Error(w, "The site is being rendered: try again", http.StatusServiceUnavailable)
		return
	}
	if err != nil {
		s.document(w, r, pages, notFound, false)
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Type", contentType(name))
	switch {
	case html, name == worker:
		h.Set("Cache-Control", "no-cache")
	case strings.HasPrefix(name, "assets/"), resized.MatchString(name):
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if path.Ext(name) == ".woff2" {
		h.Set("Access-Control-Allow-Origin", "*") // the card field has an opaque origin and loads the brand's fonts
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(data) // the client may have disconnected
	}
}

// madeOnPublish are the extensions of files that are only made on publish: sitemaps, feeds and PDFs.
var madeOnPublish = map[string]bool{".xml": true, ".pdf": true}

// resized matches a resized picture with a content hash: NAME-<16 hexadecimal digits>-<width>.<ending>.
var resized = regexp.MustCompile(`^pictures/.*-[0-9a-f]{16}-[0-9]+(\.[^./]*)?$`)

// read reads a file in its best encoding. CloudFront gzips files that have no Brotli variant; here the build has made the .gz variant.
func (s *site) read(r *http.Request, pages *os.Root, name string, packed bool) (data []byte, encoding string, err error) {
	files := s.built
	if pages != nil {
		if _, err := pages.Stat(name); err == nil {
			files = pages.FS()
		}
	}
	if packed {
		if data, err = fs.ReadFile(files, name+".br"); !errors.Is(err, fs.ErrNotExist) {
			return data, "br", err
		}
	} else if takesGzip(r) {
		if data, err = fs.ReadFile(files, name+".gz"); !errors.Is(err, fs.ErrNotExist) {
			return data, "gzip", err
		}
	}
	data, err = fs.ReadFile(files, name)
	return data, "", err
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".woff2": // some machines have no MIME type for these two
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	default:
		return cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
	}
}

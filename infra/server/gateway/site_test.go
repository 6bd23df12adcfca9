package gateway

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/geoip"
	"ordering/functions/geoip/country"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

func TestSite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"shell.html": "<p>shell</p>", "shell.html.br": "shell, packed", "shell.html.gz": "shell, zipped",
		"assets/app-1.js": "plain()", "assets/app-1.js.br": "packed", "assets/app-1.js.gz": "zipped", "boot.js": "boot()", "sw.js": "keep()",
		"assets/text-1.woff2": "letters", "pay/card.html": "<p>card</p>",
		"pictures/scenes/pit.jpg": "master", "pictures/scenes/pit-0123456789abcdef-640.avif": "rung", "pictures/team/half-rack-640.avif": "not hashed",
	} {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	handler, err := New(Parts{Site: dir, Data: t.TempDir(), Brand: brand.Default(), Now: func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }})
	assert.NilError(t, err)
	const year, ask = "public, max-age=31536000, immutable", "no-cache"
	for name, c := range map[string]struct {
		method, path, accept string
		status               int
		body, encoding       string
		cache                string
		origin               string // Access-Control-Allow-Origin
	}{
		"a page":                            {path: "/cart/summary", status: 200, body: "<p>shell</p>", cache: ask},
		"a page, packed":                    {path: "/", accept: "gzip, br", status: 200, body: "shell, packed", encoding: "br", cache: ask},
		"a page, for an older browser":      {path: "/", accept: "gzip", status: 200, body: "shell, zipped", encoding: "gzip", cache: ask},
		"a page, without an encoding":       {path: "/", accept: "br; q=0, gzip;q=0.0", status: 200, body: "<p>shell</p>", cache: ask},
		"a page with a trailing slash":      {path: "/cart/summary/", status: 301, cache: "max-age=3600"},
		"no page, packed":                   {path: "/nowhere", accept: "br", status: 404, body: "shell, packed", encoding: "br", cache: ask},
		"the document by its name":          {path: "/index.html", status: 404, body: "<p>shell</p>", cache: ask},
		"a compressed document by its name": {path: "/index.html.br", status: 404, body: "<p>shell</p>", cache: ask},
		"a zipped shell by its name":        {path: "/shell.html.gz", status: 404, body: "<p>shell</p>", cache: ask},
		"no page, packed, by its name":      {path: "/nothing/index.html.br", status: 404, body: "<p>shell</p>", cache: ask},
		"the shell by its name":             {path: "/shell.html", status: 200, body: "<p>shell</p>", cache: ask},
		"Canada without a language":         {path: "/ca", status: 302, cache: "no-store"},
		"the card field":                    {path: "/pay/card.html?key=pk", status: 200, body: "<p>card</p>", cache: ask},
		"an asset":                          {path: "/assets/app-1.js", status: 200, body: "plain()", cache: year},
		"an asset, best encoding first":     {path: "/assets/app-1.js", accept: "gzip, br", status: 200, body: "packed", encoding: "br", cache: year},
		"an asset for an older browser":     {path: "/assets/app-1.js", accept: "gzip", status: 200, body: "zipped", encoding: "gzip", cache: year},
		"a file whose name has no hash":     {path: "/boot.js", accept: "br", status: 200, body: "boot()"},
		"the service worker":                {path: "/sw.js", accept: "br", status: 200, body: "keep()", cache: ask},
		"a font, for the card field too":    {path: "/assets/text-1.woff2", status: 200, body: "letters", cache: year, origin: "*"},
		"a picture in a width":              {path: "/pictures/scenes/pit-0123456789abcdef-640.avif", status: 200, body: "rung", cache: year},
		"an original picture":               {path: "/pictures/scenes/pit.jpg", status: 200, body: "master"},
		"a name without a hash":             {path: "/pictures/team/half-rack-640.avif", status: 200, body: "not hashed"},
		"a deleted picture":                 {path: "/pictures/scenes/pit-ffffffffffffffff-640.avif", status: 404, body: "<p>shell</p>", cache: ask},
		"an asset of an earlier build":      {path: "/assets/app-0.js", status: 404, body: "<p>shell</p>", cache: ask},
		"a page with a trailing dot":        {path: "/locations/texas.", status: 404, body: "<p>shell</p>", cache: ask},
		"a POST to a page":                  {method: http.MethodPost, path: "/cart", status: 405, body: "This address takes GET and HEAD\n"},
		"the head of a page has no body":    {method: http.MethodHead, path: "/cart", status: 200, cache: ask},
		"an address of the API":             {path: "/api/nothing", accept: "br", status: 404, cache: "no-store"},
	} {
		t.Run(name, func(t *testing.T) {
			method := c.method
			if method == "" {
				method = http.MethodGet
			}
			r := httptest.NewRequest(method, "/", nil)
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(c.path, "?")
			r.Header.Set("Accept-Encoding", c.accept)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			h := w.Header()
			if w.Code != c.status || h.Get("Content-Encoding") != c.encoding || h.Get("Cache-Control") != c.cache || h.Get("Access-Control-Allow-Origin") != c.origin {
				t.Errorf("got %d, Content-Encoding %q, Cache-Control %q", w.Code, h.Get("Content-Encoding"), h.Get("Cache-Control"))
			}
			assert.Assert(t, c.cache == "no-store" || w.Body.String() == c.body, "got body %q, want %q", w.Body, c.body)
			policy := edge.Policy(brand.Default())
			if strings.HasPrefix(c.path, "/pay/") {
				policy = edge.PayPolicy
			}
			if h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Permissions-Policy") != edge.Permissions || h.Get("Date") != "Fri, 20 Nov 2026 18:00:00 GMT" {
				t.Errorf("headers %v", h)
			}
		})
	}
}

// The local gateway replaces CloudFront: it sets the viewer's country, whatever the client sends, and sets the edge's headers.
func TestGuestsAreRedirectedToTheirCountrysSite(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"shell.html", "index.html"} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte("<p>shell</p>"), 0o600))
	}
	for from, want := range map[string]string{"BR": "/br/pt-br?utm=a%20b&tag=1&tag=2", "": ""} {
		handler, err := New(Parts{Site: dir, Data: t.TempDir(), Brand: brand.Default(), Country: from, Now: time.Now, Operations: geoip.Operations("")})
		assert.NilError(t, err)
		ask := func(path, cookie string, proxied ...string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.RemoteAddr = "127.0.0.1:1"
			r.Header.Set("User-Agent", "Mozilla/5.0 Chrome/142")
			r.Header.Set(country.Header, "CA") // a client may send it
			if cookie != "" {
				r.Header.Set("Cookie", cookie)
			}
			r.Header["X-Forwarded-Proto"] = proxied
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			return w
		}
		w := ask("/?utm=a%20b&tag=1&tag=2", "")
		got, err := url.Parse(w.Header().Get("Location"))
		assert.NilError(t, err)
		wanted, _ := url.Parse(want)
		if got.Path != wanted.Path || got.Query().Encode() != wanted.Query().Encode() {
			t.Errorf("from %q it redirects to %q, want %q", from, got, want)
		}
		if cookie := w.Header().Get("Set-Cookie"); want != "" && (w.Code != 302 || !strings.HasPrefix(cookie, "site=/br/pt-br; Path=/;") || strings.Contains(cookie, "Secure")) {
			t.Errorf("%d %q", w.Code, cookie)
		}
		if cookie := ask("/", "", "https").Header().Get("Set-Cookie"); want != "" && !strings.HasSuffix(cookie, "; Secure") {
			t.Errorf("behind TLS: got cookie %q", cookie)
		}
		if w := ask("/", "site=/br/pt-br"); w.Code != 200 {
			t.Errorf("with the cookie of an earlier redirect: %d %v", w.Code, w.Header())
		}
		want := "{}"
		if from != "" {
			want = `{"country":"` + from + `"}`
		}
		if w := ask("/api/getGeoFromIp", ""); w.Body.String() != want {
			t.Errorf("from %q: %s", from, w.Body)
		}
	}
}

// Published pages take precedence over the build's files, an address without a page is 404, and pages of another build are ignored.
func TestPublishedPages(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	write := func(folder, name, text string) {
		path := filepath.Join(folder, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write(dir, "shell.html", "built shell")
	write(dir, "boot.js", "boot()")
	write(dir, "robots.txt", "robots")
	for name, text := range map[string]string{
		"index.html": "home", "index.html.br": "home, packed", "locations/oklahoma/index.html": "Oklahoma", "ca/fr-ca/index.html": "accueil", "shell.html": "shell",
		"quote/everyday/brookside-tulsa/shell.html": "menu", "ca/fr-ca/shell.html": "coquille", "404.html": "none", "404.html.br": "none, packed", "sitemap.xml": "<urlset/>",
	} {
		write(data, "pages/"+name, text)
	}
	write(data, "secrets.json", "the keys")
	for _, name := range []string{"secrets.json", "secrets.json.br", "menu/index.html"} {
		up := strings.Repeat("../", strings.Count(name, "/")+1)
		assert.NilError(t, os.MkdirAll(filepath.Dir(filepath.Join(data, "pages", name)), 0o755))
		assert.NilError(t, os.Symlink(up+"secrets.json", filepath.Join(data, "pages", name)))
	}
	handler, err := New(Parts{Site: dir, Data: data, Brand: brand.Default(), Now: time.Now})
	assert.NilError(t, err)
	get := func(path, accept string) (int, string) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	code, body := get("/", "")
	assert.Assert(t, code == 200 && body == "built shell", "pages of another build: got %d %q", code, body)
	for address, want := range map[string]int{"/robots.txt": 200, "/sitemap.xml": 503, "/company/privacy.pdf": 503, "/none.png": 404} {
		code, _ := get(address, "")
		assert.Check(t, is.Equal(code, want), address)
	}
	write(data, "pages/release", fmt.Sprintf("%x", sha256.Sum256([]byte("built shell"))))
	for address, want := range map[string]string{
		"/": "200 home", "/locations/oklahoma": "200 Oklahoma", "/ca/fr-ca": "200 accueil", "/cart": "200 shell", "/ca/fr-ca/cart": "200 coquille", "/quote/everyday/brookside-tulsa": "404 menu", // no function knows it here
		"/quote/everyday/unknown": "404 none", "/quote/everyday/unknown/a/b": "404 none",
		"/locations/oklahoma/index.html": "404 none", "/locations/" + strings.Repeat("a", 300): "404 none", // which no file system has
		"/locations/atlantis": "404 none", "/company/our-story": "404 none", "/nothing": "404 none", "/sitemap.xml": "200 <urlset/>", "/robots.txt": "200 robots", "/boot.js": "200 boot()",
		"/release": "404 none", "/pages/index.html": "404 none", "/none.xml": "404 none", "/locations/oklahoma.": "404 none",
	} {
		code, body := get(address, "")
		assert.Check(t, is.Equal(fmt.Sprint(code, " ", body), want), address)
	}
	for _, address := range []string{"/secrets.json", "/menu"} { // no path reaches a file outside of the pages
		for _, accept := range []string{"", "br"} {
			code, body := get(address, accept)
			assert.Check(t, code >= 400 && !strings.Contains(body, "keys"), "%s: %d %s", address, code, body)
		}
	}
	code, body = get("/nothing", "br")
	assert.Assert(t, code == 404 && body == "none, packed", "missing page, compressed: got %d %q", code, body)
	code, body = get("/", "br")
	assert.Assert(t, code == 200 && body == "home, packed", "page, compressed: got %d %q", code, body)
}

// Cross-origin requests do not move the clock, but the card field, with its opaque origin, may pay.
func TestSandboxRefusesCrossOriginRequests(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "shell.html"), []byte("<p>shell</p>"), 0o600))
	done := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	handler, err := New(Parts{Site: dir, Data: t.TempDir(), Brand: brand.Default(), Now: time.Now, Sandbox: map[string]http.Handler{"clock": done, "payments": done}})
	assert.NilError(t, err)
	for name, c := range map[string]struct {
		method, path, site, origin string
		want                       int
	}{
		"its own page":                      {"POST", "/sandbox/clock", "same-origin", "http://example.com", 204},
		"a program":                         {"POST", "/sandbox/clock", "", "", 204},
		"another site":                      {"POST", "/sandbox/clock", "cross-site", "https://evil.example", 403},
		"another site, in an older browser": {"POST", "/sandbox/clock", "", "https://evil.example", 403},
		"a link of another site":            {"GET", "/sandbox/clock", "cross-site", "", 204},
		"the card field":                    {"POST", "/sandbox/payments/v1/payment_methods", "cross-site", "null", 204},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		for header, value := range map[string]string{"Sec-Fetch-Site": c.site, "Origin": c.origin} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		assert.Check(t, is.Equal(w.Code, c.want), name)
	}
}

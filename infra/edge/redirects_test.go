package edge

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
)

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

// visit is a browser's request from a country.
func visit(uri, country, language string) Request {
	return Request{Method: "GET", URI: uri, Headers: map[string]Value{
		"cloudfront-viewer-country": {country}, "accept-language": {language}, "user-agent": {browser}, "host": {"www.example.com"},
	}}
}

func compiled(t *testing.T, b brand.Brand, host string) *Function {
	t.Helper()
	f, err := New(PagesOf(b, host))
	assert.NilError(t, err)
	return f
}

var languages = map[string]string{
	"en": "en-US,en;q=0.9", "fr-ca": "fr-CA,fr;q=0.9,en;q=0.8", "pt-br": "pt-BR,pt;q=0.9,en;q=0.8", "ja-jp": "ja", "es-mx": "es-MX,es;q=0.9", "": "",
}

// For every country, language and kind of path: only the first site's home page redirects, and only to an existing site.
func TestVisitorIsRedirectedToTheCountrysSite(t *testing.T) {
	pages := compiled(t, brand.Default(), "")
	homes := map[string]map[string]string{
		"CA": {"fr-ca": "/ca/fr-ca", "": "/ca/en-ca"}, "BR": {"": "/br/pt-br"}, "JP": {"": "/jp/ja-jp"}, "MX": {"": "/mx/es-mx"},
		"AE": {"": "/ae"}, "EG": {"": "/eg"}, "PK": {"": "/pk"}, "PH": {"": "/ph"},
	}
	paths := []string{
		"/", "/menu", "/_error", "/promos/current-deals", "/company/nutritional", "/cart", "/quote/everyday", "/locations/texas", "/sitemap.xml",
		"/robots.txt", "/assets/a-1.js", "/ca/en-ca", "/ca/fr-ca", "/br/pt-br", "/jp/ja-jp", "/mx/es-mx", "/ae", "/nowhere",
	}
	for _, country := range append(slices.Sorted(maps.Keys(homes)), "US", "DE", "XX", "", "constructor", "__proto__") {
		for locale, language := range languages {
			for _, path := range paths {
				_, answer, err := pages.Request(visit(path, country, language))
				assert.NilError(t, err)
				want := ""
				if of := homes[country]; path == "/" && of != nil {
					if want = of[locale]; want == "" {
						want = of[""]
					}
				}
				if want == "" {
					assert.Check(t, is.Nil(answer), "%s %s %q", path, country, locale)
					continue
				}
				if answer == nil || answer.StatusCode != 302 || answer.Headers["location"].Value != want || answer.Headers["cache-control"].Value != "no-store" || answer.Cookies["site"].Value != want {
					t.Errorf("%s from %s in %q: got %+v, want %s", path, country, locale, answer, want)
					continue
				}
				attributes := answer.Cookies["site"].Attributes
				assert.Check(t, strings.HasSuffix(attributes, "; SameSite=Lax; Secure"), "got cookie attributes %s", attributes)
				// The target does not redirect again, and with the cookie the home page does not redirect.
				_, again, _ := pages.Request(visit(want, country, language))
				assert.Check(t, is.Nil(again), want)
				back := visit("/", country, language)
				back.Cookies = map[string]Value{"site": {want}}
				_, again, _ = pages.Request(back)
				assert.Check(t, is.Nil(again), "%s: redirected again despite the cookie", country)
			}
		}
	}
}

func TestVisitorsWhoAreNotRedirected(t *testing.T) {
	pages := compiled(t, brand.Default(), "")
	for name, change := range map[string]func(*Request){
		"a search engine": func(r *Request) { r.Headers["user-agent"] = Value{"Mozilla/5.0 (compatible; Googlebot/2.1)"} },
		"a link preview": func(r *Request) {
			r.Headers["user-agent"] = Value{"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"}
		},
		"a link preview in a chat": func(r *Request) { r.Headers["user-agent"] = Value{"WhatsApp/2.23.20.0"} },
		"a search engine's tool": func(r *Request) {
			r.Headers["user-agent"] = Value{"Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)"}
		},
		"a search engine's ads": func(r *Request) { r.Headers["user-agent"] = Value{"Mediapartners-Google"} },
		"an archive crawler":    func(r *Request) { r.Headers["user-agent"] = Value{"ia_archiver"} },
		"a bot with its address": func(r *Request) {
			r.Headers["user-agent"] = Value{"Mozilla/5.0 (compatible; Datanyze; https://www.datanyze.example/)"}
		},
		"a program in Go":                 func(r *Request) { r.Headers["user-agent"] = Value{"Go-http-client/2.0"} },
		"curl":                            func(r *Request) { r.Headers["user-agent"] = Value{"curl/8.9"} },
		"no user agent":                   func(r *Request) { delete(r.Headers, "user-agent") },
		"a visitor from the site":         func(r *Request) { r.Headers["sec-fetch-site"] = Value{"same-origin"} },
		"a visitor who has chosen a site": func(r *Request) { r.Cookies = map[string]Value{"site": {"/"}} },
		"a visitor without the banner":    func(r *Request) { r.Cookies = map[string]Value{"hideContinueToInternationalSitePrompt": {"true"}} },
		"another method":                  func(r *Request) { r.Method = "POST" },
		"a country without a site":        func(r *Request) { r.Headers["cloudfront-viewer-country"] = Value{"DE"} },
		"an unknown country":              func(r *Request) { delete(r.Headers, "cloudfront-viewer-country") },
	} {
		r := visit("/", "CA", "fr")
		change(&r)
		_, answer, err := pages.Request(r)
		assert.Check(t, err == nil && (answer == nil || answer.StatusCode == 405), "%s: %+v %v", name, answer, err)
	}
	r := visit("/", "CA", "en-CA,fr;q=0.5")
	r.Headers["sec-fetch-site"] = Value{"cross-site"}
	_, answer, _ := pages.Request(r)
	assert.Assert(t, answer != nil)
	assert.Equal(t, answer.Headers["location"].Value, "/ca/en-ca")
}

// A country's code alone is not a page: it redirects everyone, including bots, to the best language of that country.
func TestCountryWithoutALanguageIsRedirected(t *testing.T) {
	pages := compiled(t, brand.Default(), "")
	for _, c := range []struct{ uri, language, want string }{
		{"/ca", "fr-CA,fr;q=0.9,en;q=0.8", "/ca/fr-ca"}, {"/ca", "en-US,fr;q=0.5", "/ca/en-ca"}, {"/ca", "", "/ca/en-ca"}, {"/CA/", "fr", "/ca/fr-ca"},
		{"/br", "en-US", "/br/pt-br"}, {"/jp", "", "/jp/ja-jp"}, {"/mx/index", "en", "/mx/es-mx"},
	} {
		for _, agent := range []string{browser, "Googlebot/2.1"} {
			r := visit(c.uri, "US", c.language)
			r.Headers["user-agent"] = Value{agent}
			r.Cookies = map[string]Value{"site": {"/"}, "hideContinueToInternationalSitePrompt": {"true"}}
			if _, answer, err := pages.Request(r); err != nil || answer == nil || answer.StatusCode != 302 || answer.Headers["location"].Value != c.want || answer.Headers["cache-control"].Value != "no-store" {
				t.Errorf("%s in %q: got %+v (%v), want %s", c.uri, c.language, answer, err, c.want)
			}
		}
	}
	for _, uri := range []string{"/ae", "/eg", "/pk", "/ph", "/us", "/xx"} {
		_, answer, err := pages.Request(visit(uri, "CA", "fr"))
		assert.Check(t, err == nil && answer == nil, "%s: %+v %v", uri, answer, err)
	}
}

// A brand in one country never redirects by country, and has no pages of other countries.
func TestBrandWithoutOtherCountries(t *testing.T) {
	b, ok := brand.Find(1)
	assert.Assert(t, ok, "brand 1 does not exist")
	pages := compiled(t, b, "")
	_, answer, err := pages.Request(visit("/", "CA", "fr"))
	assert.NilError(t, err)
	assert.Assert(t, is.Nil(answer))
	on, answer, err := pages.Request(visit("/ca", "CA", "fr"))
	assert.NilError(t, err)
	assert.Assert(t, answer == nil && on.URI == "/404.html", "%s %+v", on.URI, answer)
}

func TestAddressesAreNormalised(t *testing.T) {
	pages := compiled(t, brand.Default(), "")
	for uri, want := range map[string]string{
		"": "/", "/index": "/", "/cart/": "/cart", "//cart//summary": "/cart/summary", "/locations/index": "/locations", "/ca/fr-ca/index": "/ca/fr-ca",
		"/ca/fr-ca/": "/ca/fr-ca", "/assets/../index.html": "/index.html", "/assets/../../etc/passwd": "/etc/passwd", "/nowhere/": "/nowhere",
		"//evil.example/": "/evil.example", `/\evil.example/`: "/%5Cevil.example", "/./menu": "/menu", "/index/index": "/", "/cart/index/index/": "/cart",
		"/Menu": "/menu", "/CA/FR-CA/Legal/Cookie-Policy/": "/ca/fr-ca/legal/cookie-policy", "/PK": "/pk", "/INDEX": "/", "/locations/TEXAS": "/locations/texas",
		"/locations/Qu%C3%A9bec": "/locations/qu%C3%A9bec", "/ca/fr-ca/Press/Blog/Page/1/": "/ca/fr-ca/press/blog",
		"/press/blog/page/1": "/press/blog", "/ca/fr-ca/press/blog/page/1/": "/ca/fr-ca/press/blog",
	} {
		_, answer, err := pages.Request(visit(uri, "CA", "fr"))
		if err != nil || answer == nil || answer.StatusCode != 301 || answer.StatusDescription == "Found" || answer.Headers["location"].Value != want {
			t.Errorf("%q: %+v %v, want %q", uri, answer, err, want)
		}
	}
	for _, uri := range []string{"/assets/Shell-B1.js", "/policies/CCPA.pdf", "/locations/qu%C3%A9bec", "/press/blog/page/11", "/press/blog/page/2"} {
		_, answer, err := pages.Request(visit(uri, "US", ""))
		assert.Check(t, err == nil && answer == nil, "%q is canonical: got %+v (%v), want no redirect", uri, answer, err)
	}
	r := visit("/menu/", "US", "")
	r.Querystring = map[string]Parameter{"near": {Value: "Austin%20TX"}, "tag": {Value: "a", MultiValue: []Value{{"a"}, {"b"}}}}
	_, answer, err := pages.Request(r)
	assert.NilError(t, err)
	assert.Assert(t, answer != nil, answer)
	path, query, _ := strings.Cut(answer.Headers["location"].Value, "?")
	parts := strings.Split(query, "&")
	slices.Sort(parts)
	assert.Equal(t, path, "/menu")
	assert.DeepEqual(t, parts, []string{"near=Austin%20TX", "tag=a", "tag=b"})
}

func TestSiteHasOneHost(t *testing.T) {
	pages := compiled(t, brand.Default(), "www.example.com")
	_, answer, err := pages.Request(visit("/menu", "US", ""))
	assert.NilError(t, err)
	assert.Assert(t, is.Nil(answer))
	for uri, want := range map[string]string{"/menu": "https://www.example.com/menu", "/ca/fr-ca/": "https://www.example.com/ca/fr-ca", `/\evil.example`: "https://www.example.com/%5Cevil.example"} {
		r := visit(uri, "CA", "fr")
		r.Headers["host"] = Value{"d111.cloudfront.net"}
		if _, answer, err := pages.Request(r); err != nil || answer == nil || answer.StatusCode != 301 || answer.Headers["location"].Value != want {
			t.Errorf("%s: %+v %v", uri, answer, err)
		}
	}
}

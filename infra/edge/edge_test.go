package edge

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
)

// Features that CloudFront's JavaScript 2.0 lacks or supports partly, from its documentation.
var forbidden = map[string]string{
	`for\s*\([^;)]*\bof\b`:                    "for…of",
	`\?\.[A-Za-z_(\[]`:                        "optional chaining",
	`\?\?`:                                    "nullish coalescing",
	`\.\.\.`:                                  "spread and rest",
	`\b(var|let|const)\s*[\[{]`:               "destructuring",
	`\bclass\b`:                               "classes",
	`\bnew\s+(Map|Set|WeakMap|WeakSet)\b`:     "Map and Set",
	`function\s*\w*\s*\([^)]*=[^)]*\)`:        "default parameters",
	`\b(async|await|import|export|require)\b`: "modules and waiting",
	`\b(eval|Function)\s*\(`:                  "code made of text",
	`\b(fetch|setTimeout)\(|XMLHttpRequest`:   "the network and timers",
}

// thePages is the default brand's function, for any host.
var thePages = PagesOf(brand.Default(), "")

func stripped(script string) string {
	return regexp.MustCompile(`(?m)//.*$`).ReplaceAllString(script, "")
}

func complaints(script string) (found []string) {
	if len(script) > 10<<10 {
		found = append(found, "larger than 10 KB")
	}
	for pattern, what := range forbidden {
		if regexp.MustCompile(pattern).MatchString(stripped(script)) {
			found = append(found, what)
		}
	}
	return found
}

func TestFunctionsUseOnlyCloudFrontsJavaScript(t *testing.T) {
	for name, script := range map[string]string{"pages.js": thePages, "status.js": Status, "image.js": Image} {
		assert.Check(t, is.Nil(complaints(script)), name)
		assert.Check(t, len(script) <= 5<<10, "%s has %d bytes, more than its budget of 5 KB", name, len(script))
		_, err := New(script)
		assert.Check(t, err, name)
	}
	for what, script := range map[string]string{
		"for…of": "for (var a of b) {}", "optional chaining": "a?.b", "spread and rest": "f(...a)", "destructuring": "var { a } = b",
		"classes": "class A {}", "Map and Set": "new Map()", "default parameters": "function f(a = 1) {}", "larger than 10 KB": strings.Repeat(" ", 10<<10+1),
	} {
		if !slices.Contains(complaints(script), what) {
			t.Errorf("%q: no complaint about %s", script[:min(len(script), 20)], what)
		}
	}
}

func TestPages(t *testing.T) {
	pages, err := New(thePages)
	assert.NilError(t, err)
	for uri, want := range map[string]string{
		"/": "/index.html", "/cart": "/shell.html",
		"/forgot-password": "/shell.html", "/set-password": "/shell.html", "/ca/fr-ca/confirm-email": "/ca/fr-ca/shell.html",
		"/locations":                             "/locations/index.html",
		"/locations/texas/austin/south-congress": "/locations/texas/austin/south-congress/index.html", "/locations/a/b/c/d": "/404.html",
		"/ca/fr-ca": "/ca/fr-ca/index.html", "/ca/fr-ca/locations/quebec": "/ca/fr-ca/locations/quebec/index.html",
		"/ca/en-ca/cart": "/ca/en-ca/shell.html", "/ca/fr-ca-cart": "/404.html", "/quote": "/shell.html", "/quote/everyday": "/shell.html",
		"/quote/everyday/a": "/quote/everyday/a/shell.html", "/ca/fr-ca/quote/everyday/a/b/c": "/ca/fr-ca/quote/everyday/a/shell.html",
		"/quote/everyday/a/b": "/404.html", "/quote/everyday/a/shell.html": "/404.html",
		"/quote/catering": "/shell.html", "/quote/catering/a": "/404.html", "/ca/en-ca/quote/catering": "/ca/en-ca/shell.html",
		"/ca/en-ca/quote/holiday": "/404.html", "/quote/constructor": "/404.html", "/quote/everyday/a/b/c": "/quote/everyday/a/shell.html",
		"/orders/abc": "/shell.html", "/orders": "/404.html", "/index.html": "/404.html", "/404.html": "/404.html",
		"/shell.html": "/shell.html", "/locations/index.html": "/locations/index.html/index.html", "/ca/fr-ca/shell.html": "/404.html", "/pay/card.html": "/pay/card.html",
		"/assets/a-1.js": "/assets/a-1.js", "/boot.js": "/boot.js",
		"/.well-known/a": "/404.html", "/company/our-story": "/company/our-story/index.html", "/company/our-stories": "/404.html",
		"/quote/%65veryday": "/404.html", "/sitemap.xml": "/sitemap.xml", "/sitemap": "/sitemap/index.html",
		"/br/pt-br": "/br/pt-br/index.html", "/br/pt-br/menu": "/br/pt-br/menu/index.html", "/br/pt-br/cart": "/404.html",
		"/br/fr-ca": "/404.html", "/ae": "/ae/index.html", "/ae/quote/everyday": "/404.html",
		"/aero": "/404.html", "/xx": "/404.html", "/get-a-quote": "/shell.html", "/ca/en-ca/get-a-quote": "/404.html",
		"/ca/fr-ca/contact/ccpa-privacy-form": "/ca/fr-ca/contact/ccpa-privacy-form/index.html", "/user-profile/loyalty": "/shell.html",
	} {
		on, answer, err := pages.Request(Request{Method: "GET", URI: uri, Querystring: map[string]Parameter{"a": {Value: "b"}}, Headers: map[string]Value{}})
		if err != nil || answer != nil || on.URI != want || len(on.Querystring) != 0 {
			t.Errorf("%q: %q %v %v, want %q", uri, on.URI, answer, err, want)
		}
	}
	for accept, want := range map[string]string{"gzip, deflate, br": "/index.html.br", "br;q=1.0": "/index.html.br", "br;q=0.01": "/index.html.br", "br;q=0, gzip": "/index.html", "gzip, br; q=0.00": "/index.html", "gzip": "/index.html", "brotli": "/index.html", "": "/index.html"} {
		on, _, err := pages.Request(Request{Method: "HEAD", URI: "/", Headers: map[string]Value{"accept-encoding": {accept}}})
		assert.Check(t, err == nil && on.URI == want, "Accept-Encoding %q: got %q (%v), want %q", accept, on.URI, err, want)
	}
	if _, answer, err := pages.Request(Request{Method: "POST", URI: "/cart"}); err != nil || answer == nil || answer.StatusCode != 405 || answer.Headers["allow"].Value != "GET, HEAD" {
		t.Errorf("POST of a page: got %+v (%v)", answer, err)
	}
}

// Every request gets a file of the bucket: at its root S3 would list it.
func TestPagesNeverLeadToTheRoot(t *testing.T) {
	pages, err := New(thePages)
	assert.NilError(t, err)
	parts := []string{"", ".", "..", "/", "//", "assets", "assets/", "a.b", ".b", "index.html", "%2f", "?", "quote", "ca", "fr-ca", "api"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		uri := "/"
		for range random.IntN(6) {
			uri += parts[random.IntN(len(parts))] + []string{"", "/"}[random.IntN(2)]
		}
		on, answer, err := pages.Request(Request{Method: "GET", URI: uri})
		if answer != nil { // a redirect: its target is a file
			to := answer.Headers["location"].Value
			on, answer, err = pages.Request(Request{Method: "GET", URI: to})
			assert.Assert(t, is.Nil(answer), "%q %q", uri, to)
		}
		if err != nil || answer != nil || !strings.HasPrefix(on.URI, "/") || strings.HasSuffix(on.URI, "/") || strings.Contains(on.URI, "/../") {
			t.Fatalf("%q: rewritten to %q, response %v (%v)", uri, on.URI, answer, err)
		}
	}
}

func TestStatus(t *testing.T) {
	status, err := New(Status)
	assert.NilError(t, err)
	plain := Response{StatusCode: 200, Headers: map[string]Value{"etag": {"1"}}}
	got, err := status.Response(plain)
	assert.NilError(t, err)
	assert.Assert(t, got.StatusCode == 200 && got.Headers["etag"].Value == "1", "%+v", got)
	marked := Response{StatusCode: 200, Headers: map[string]Value{"x-amz-meta-status": {"404"}}}
	got, err = status.Response(marked)
	assert.NilError(t, err)
	assert.Assert(t, got.StatusCode == 404 && len(got.Headers) == 0, "%+v", got)
}

// Accept headers fold into three classes, and unknown parameters do not vary the cache.
func TestImageCacheKey(t *testing.T) {
	image, err := New(Image)
	assert.NilError(t, err)
	for accept, want := range map[string]string{
		"image/avif,image/webp,image/apng,*/*;q=0.8": "image/avif,image/webp,image/*", "image/webp,*/*": "image/webp,image/*",
		"image/png,image/*;q=0.5": "image/*", "*/*": "image/*", "": "image/*", "image/avif": "image/*",
		"image/webp;q=0, image/*": "image/*", "image/webp; q=0.0,*/*;q=1": "image/*", "image/avif;q=0,image/webp;q=0.8,*/*;q=0": "image/webp,image/*", "IMAGE/WebP;q=0.1": "image/webp,image/*",
	} {
		query := map[string]Parameter{"url": {Value: "/a.jpg"}, "w": {Value: "640"}, "q": {Value: "75"}, "utm_source": {Value: "x"}}
		on, _, err := image.Request(Request{Method: "GET", URI: "/image", Querystring: query, Headers: map[string]Value{"accept": {accept}}})
		if err != nil || on.Headers["accept"].Value != want {
			t.Errorf("Accept %q: got %q (%v), want %q", accept, on.Headers["accept"].Value, err, want)
		}
		delete(query, "utm_source")
		assert.Check(t, is.DeepEqual(on.Querystring, query))
	}
	for quality, want := range map[string]string{
		"1": "25", "25": "25", "26": "50", "75": "75", "76": "90", "90": "90", "100": "90", "0": "0", "101": "101", "075": "075", "7.5": "7.5", "": "",
	} {
		on, _, err := image.Request(Request{Method: "GET", URI: "/image", Querystring: map[string]Parameter{"q": {Value: quality}}})
		if err != nil || on.Querystring["q"].Value != want {
			t.Errorf("quality %q: got %q (%v), want %q", quality, on.Querystring["q"].Value, err, want)
		}
	}
	on, _, err := image.Request(Request{Method: "GET", URI: "/image"})
	assert.NilError(t, err)
	assert.Equal(t, on.Querystring["q"].Value, "75", on.Querystring)
	on, _, err = image.Request(Request{Method: "GET", URI: "/image", Headers: map[string]Value{}})
	assert.NilError(t, err)
	assert.Equal(t, on.Headers["accept"].Value, "image/*", "%+v", on)
}

// A function that fails, or returns neither a request nor a response, gives an error.
func TestBrokenFunctions(t *testing.T) {
	for name, script := range map[string]string{
		"throws": "function handler(event) { throw new Error('no') }", "nothing": "function handler(event) {}",
		"half": "function handler(event) { return {} }",
	} {
		f, err := New(script)
		assert.NilError(t, err)
		_, _, err = f.Request(Request{Method: "GET", URI: "/"})
		assert.Check(t, err != nil, "%s: no error", name)
		_, err = f.Response(Response{StatusCode: 200})
		assert.Check(t, err != nil, "%s: no error for a response", name)
	}
	_, err := New("function handler(")
	assert.Assert(t, err != nil, "an invalid script compiles")
}

// The policy allows exactly the hosts of the brand's map.
func TestPolicyAllowsABrandsMapTiles(t *testing.T) {
	b := brand.Default()
	got := PolicyOf(b, false, "/locations")
	assert.Assert(t, !strings.Contains(got, "https:") && !strings.Contains(got, "blob:"), "without map tiles: got %s", got)
	b.MapHosts = []string{"style.example", "*.tiles.example"}
	if got := PolicyOf(b, false, "/locations"); !strings.Contains(got, "; connect-src 'self' https://style.example https://*.tiles.example; ") || strings.Count(got, "https:") != 2 || !strings.Contains(got, "; img-src 'self' data: blob:; ") {
		t.Errorf("with map tiles: got %s", got)
	}
	got = PolicyOf(b, true, Pay+"card.html")
	assert.Assert(t, got == PayPolicy, "checkout page: got %s", got)
}

// Facebook's SDK is allowed on sign-in pages of a site with Facebook, and nowhere else.
func TestPolicyAllowsFacebookOnSignInPages(t *testing.T) {
	for path, signsIn := range map[string]bool{
		"/login": true, "/signup": true, "/ca/fr-ca/login": true, "/": false, "/login/x": false, "/checkout": false, "/user-profile": false,
	} {
		without, with := PolicyOf(brand.Default(), false, path), PolicyOf(brand.Default(), true, path)
		assert.Check(t, !strings.Contains(without, "facebook"), "%s without Facebook: %s", path, without)
		for _, want := range []string{
			themeName + " https://connect.facebook.net; ", "connect-src 'self' https://graph.facebook.com https://www.facebook.com; ", "frame-src 'self' https://www.facebook.com; ",
		} {
			assert.Check(t, strings.Contains(with, want) == signsIn, "%s with Facebook: %s", path, with)
		}
	}
}

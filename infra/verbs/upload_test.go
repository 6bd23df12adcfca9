// Package verbs contains the scripts behind npm's commands, and the tests of those that no other test runs.
package verbs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A guest's browser may install a new service worker as soon as the bucket has it, and then takes the site's files from CloudFront.
func TestServiceWorkerIsUploadedAfterTheInvalidation(t *testing.T) {
	const revalidate, immutable = "public, max-age=0, s-maxage=86400, must-revalidate", "public, max-age=31536000, immutable"
	files := map[string]string{ // with the headers of each upload
		"site/assets/app-1.js": "text/javascript; charset=utf-8 " + immutable, "site/assets/app-1.js.br": "text/javascript; charset=utf-8 " + immutable + " br",
		"site/pictures/pit-0123456789abcdef-640.avif": "image/avif " + immutable, "site/pictures/pit.jpg": "image/jpeg " + revalidate, "site/pictures/own.webp": "image/webp " + revalidate,
		"site/sw.js": "text/javascript; charset=utf-8 no-cache", "site/sw.js.br": "text/javascript; charset=utf-8 no-cache br", "site/boot.js": "text/javascript; charset=utf-8 " + revalidate,
		"pages/index.html.br": "text/html; charset=utf-8 " + revalidate + " br", "pages/sitemap.xml": "application/xml " + revalidate, "pages/release": "text/plain; charset=utf-8 " + revalidate,
		"pages/404.html":     "status=404 text/html; charset=utf-8 " + revalidate,
		"pages/404.html.br":  "status=404 text/html; charset=utf-8 " + revalidate + " br",
		"site/api-docs.html": "", "site/shell.html": "", "pages/shell.html": "text/html; charset=utf-8 " + revalidate, "pages/locations/texas/index.html": "text/html; charset=utf-8 " + revalidate,
	}
	dir, bucket := t.TempDir(), folderWith(t, "menu.pdf", "locations/québec/index.html", "assets/old.html", "pictures/pictures.json", "api/openapi.json", "kept.html")
	for name := range files {
		write(t, dir, name, name)
	}
	write(t, dir, "pages/published.json", `["index.html"]`)
	// The list of an earlier publish: only the first two are files that a publish writes.
	const gone = `['menu.pdf', 'locations/québec/index.html', 'assets/old.html', 'pictures/pictures.json', 'api/openapi.json', '*.html', 'sw.js']`
	output, err := node(t, withFakeAWS(t, bucket, "CALLS="+filepath.Join(dir, "calls")), `import { upload } from './upload.mjs'
const [dir] = process.argv.slice(1)
await upload({ site: dir + '/site', pages: dir + '/pages', removed: `+gone+`, bucket: 'B', distribution: 'D1' })`, dir)
	raw, _ := os.ReadFile(filepath.Join(dir, "calls"))
	assert.NilError(t, err, output)
	var order []string // the calls by kind, each at its last position
	served := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		kind, line := "", strings.TrimSpace(line)
		if key, headers, put := strings.Cut(strings.TrimPrefix(line, "put "), "\t"); put {
			served[key], kind = headers, "documents"
			for pattern, is := range map[string]string{"^sw.js": "worker", "^assets/|-640": "assets", "^release": "the build", "^published.json": "the list"} {
				if regexp.MustCompile(pattern).MatchString(key) {
					kind = is
				}
			}
		} else if strings.Contains(line, " s3 rm ") {
			kind = "deletions"
		} else if strings.Contains(line, "create-invalidation --distribution-id D1 ") {
			kind = "invalidation"
		} else if strings.Contains(line, "wait invalidation-completed --distribution-id D1 --id INVALIDATION") {
			kind = "invalidated"
		}
		if kind != "" && (len(order) == 0 || order[len(order)-1] != kind) {
			order = append(order, kind)
		}
	}
	want := []string{"the list", "assets", "documents", "deletions", "the list", "invalidation", "invalidated", "worker", "the build"}
	assert.Assert(t, is.DeepEqual(order, want), string(raw))
	for name, want := range files {
		_, key, _ := strings.Cut(name, "/")
		if is, put := served[key]; want != "" && is != want || want == "" && name != "site/shell.html" && put {
			t.Errorf("%s: got Cache-Control %q, want %q", name, is, want)
		}
	}
	for name, stays := range map[string]bool{"menu.pdf": false, "locations/québec/index.html": false, "assets/old.html": true, "pictures/pictures.json": true, "api/openapi.json": true, "api/docs": true, "kept.html": true, "sw.js": true} {
		_, err := os.Stat(filepath.Join(bucket, name))
		assert.Check(t, is.Equal(err == nil, stays), "%s %t", name, err == nil)
	}
}

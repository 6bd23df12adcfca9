// Package verbs holds the scripts behind npm's verbs, and the tests of those that no other test runs.
package verbs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recorder stands in the place of AWS's command line: it writes down what it is called with.
const recorder = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in *create-invalidation*) echo I2J3 ;; esac
`

// A guest's browser may install a new service worker as soon as it lies there, and takes the site's files from CloudFront then.
func TestTheWorkerGoesUpWhenTheOldDocumentsAreForgotten(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "bin/aws", recorder)
	for _, name := range []string{
		"site/shell.html", "site/shell.html.br", "site/sw.js", "site/sw.js.br", "site/boot.js", "site/assets/app-1.js", "site/assets/app-1.js.br",
		"site/pictures/pit.jpg", "site/pictures/pictures.json", "site/pictures/pictures.json.br", "site/pictures/pit-0123456789abcdef-640.avif", "site/pictures/pit-0123456789abcdef-640.webp", "site/pictures/own.webp",
		"pages/index.html", "pages/index.html.br", "pages/shell.html", "pages/shell.html.br", "pages/404.html", "pages/404.html.br", "pages/sitemap.xml", "pages/release",
		"pages/locations/texas/index.html", "pages/locations/texas/index.html.br",
	} {
		write(t, dir, name, name)
	}
	write(t, dir, "pages/published.json", `["index.html"]`)
	calls := filepath.Join(dir, "calls")
	// What the list of an earlier publishing names; of these the last are none of a publishing, whoever wrote them there.
	const gone = `['menu.pdf', 'locations/québec/index.html', 'press/blog/feed.xml', 'press/blog/feed.xml.br', 'locations/ohio/index.html', 'assets/app-1.js', 'assets/old.html', 'pictures/pictures.json', 'api/openapi.json', '*.html', 'sw.js']`
	run := script(t, "import { upload } from './upload.mjs'; await upload({ site: '"+filepath.Join(dir, "site")+"', pages: '"+filepath.Join(dir, "pages")+"', gone: "+gone+", bucket: 'BUCKET', distribution: 'D1' })")
	run.Env = append(os.Environ(), "CALLS="+calls, "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	var order []string // what was done, each kind where it was last done
	for line := range strings.Lines(string(raw)) {
		kind := "documents"
		switch {
		case strings.Contains(line, "/sw.js"):
			kind = "worker"
		case strings.Contains(line, "--include assets/"), strings.Contains(line, "--include pictures/"):
			kind = "assets"
		case strings.HasPrefix(line, "s3 rm"):
			kind = "what is gone"
		case strings.Contains(line, "/publishing.json s3://BUCKET/published.json "):
			kind = "what there may be"
		case strings.Contains(line, "/published.json s3://BUCKET/published.json "):
			kind = "what there is"
		case strings.Contains(line, "/release s3://BUCKET/release "):
			kind = "the build"
		case strings.Contains(line, "create-invalidation") && strings.Contains(line, "--distribution-id D1"):
			kind = "forget"
		case strings.Contains(line, "wait invalidation-completed --distribution-id D1 --id I2J3"):
			kind = "forgotten"
		}
		if !slices.Contains(order, kind) {
			order = append(order, kind)
		} else if order[len(order)-1] != kind {
			t.Errorf("%s again after %s", kind, order[len(order)-1])
		}
	}
	for what, want := range map[string]bool{
		"s3://BUCKET/404.html --only-show-errors --metadata status=404": true, "application/xml": true,
		"s3 rm s3://BUCKET/ --recursive --only-show-errors --exclude * --include menu.pdf --include locations/québec/index.html --include press/blog/feed.xml --include press/blog/feed.xml.br --include locations/ohio/index.html\n": true,
		"s3 rm s3://BUCKET/ --recursive --only-show-errors --exclude * --include *": false, "--delete": false, "--exclude * --include *.json --exclude 404.html* --exclude published.json --exclude publishing.json": true,
		"site s3://BUCKET/ --recursive --only-show-errors --exclude * --include *.html --exclude assets/* --exclude pictures/*-????????????????-* --exclude sw.js* --exclude shell.html*": true,
		// The rungs of a picture for ever; their master, and what lies beside it, as long as nobody says that it has changed.
		"--include pictures/*-????????????????-*.avif --content-type image/avif --cache-control public, max-age=31536000, immutable":                                                                                                                                   true,
		"--include pictures/*-????????????????-*.webp --content-type image/webp --cache-control public, max-age=31536000, immutable":                                                                                                                                   true,
		"--include *.webp --exclude assets/* --exclude pictures/*-????????????????-* --exclude sw.js* --exclude shell.html* --exclude 404.html* --exclude api-docs.html* --content-type image/webp --cache-control public, max-age=0, s-maxage=86400, must-revalidate": true,
		"--include *.jpg --exclude assets/* --exclude pictures/*-????????????????-* --exclude sw.js* --exclude shell.html* --exclude 404.html* --exclude api-docs.html* --content-type image/jpeg --cache-control public, max-age=0, s-maxage=86400, must-revalidate":  true,
	} {
		if strings.Contains(string(raw), what) != want {
			t.Errorf("%q: %t, want %t in\n%s", what, !want, want, raw)
		}
	}
	if want := []string{"what there may be", "assets", "documents", "what is gone", "what there is", "forget", "forgotten", "worker", "the build"}; !slices.Equal(order, want) {
		t.Errorf("in the order %v, want %v\n%s", order, want, raw)
	}
}

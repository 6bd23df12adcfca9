package verbs

import (
	"crypto/md5"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/soak"
)

// s3 is a fake of one S3 bucket and of CloudFront's invalidation.
type s3 struct {
	folder string
	denies bool // denies reads
	mu     sync.Mutex
	served map[string]http.Header // headers of each key's upload
}

func (s *s3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := strings.TrimPrefix(r.URL.Path, "/B/")
	path := filepath.Join(s.folder, filepath.FromSlash(key))
	respond := func(status int, text string) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
	switch r.Method + " " + key {
	case "POST /2020-05-31/distribution/D1/invalidation", "GET /2020-05-31/distribution/D1/invalidation/I2J3":
		respond(http.StatusCreated, `<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I2J3</Id><Status>Completed</Status></Invalidation>`)
		return
	case "GET ", "GET /B":
		_, _ = io.WriteString(w, s.list(r.URL.Query().Get("prefix")))
		return
	}
	tag := func() string {
		text, err := os.ReadFile(path)
		if err != nil {
			return ""
		}
		return fmt.Sprintf(`"%x"`, md5.Sum(text))
	}
	if r.Method == http.MethodHead || r.Method == http.MethodGet {
		w.Header().Set("ETag", tag())
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 18:00:00 GMT")
	}
	if r.Method == http.MethodHead {
		if info, err := os.Stat(path); err == nil {
			w.Header().Set("Content-Length", fmt.Sprint(info.Size()))
		} else {
			w.WriteHeader(http.StatusNotFound)
		}
		return
	}
	if r.Method == http.MethodGet {
		text, err := os.ReadFile(path)
		switch {
		case s.denies:
			respond(http.StatusForbidden, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
		case err != nil:
			respond(http.StatusNotFound, "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>")
		default:
			_, _ = w.Write(text)
		}
		return
	}
	if r.Method == http.MethodDelete {
		_ = os.Remove(path)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if match := r.Header.Get("If-Match"); match != "" && match != tag() || r.Header.Get("If-None-Match") == "*" && tag() != "" {
		respond(http.StatusPreconditionFailed, "<Error><Code>PreconditionFailed</Code><Message>At least one of the pre-conditions you specified did not hold</Message></Error>")
		return
	}
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		respond(http.StatusInternalServerError, err.Error())
		return
	}
	s.served[key] = r.Header
	w.Header().Set("ETag", tag())
}

// list returns the whole bucket as a ListObjectsV2 answer.
func (s *s3) list(prefix string) string {
	var all strings.Builder
	for key := range s.served {
		if _, err := os.Stat(filepath.Join(s.folder, key)); err == nil && strings.HasPrefix(key, prefix) {
			all.WriteString("<Contents><Key>")
			_ = xml.EscapeText(&all, []byte(key))
			all.WriteString("</Key><LastModified>2026-11-20T18:00:00.000Z</LastModified><Size>1</Size></Contents>")
		}
	}
	return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>B</Name><IsTruncated>false</IsTruncated>` + all.String() + `</ListBucketResult>`
}

// The scripts work with the real AWS CLI and S3's HTTP interface as they do with the fake CLI of the other tests.
func TestPublishingWithTheRealAWSCLI(t *testing.T) {
	if !soak.Long() {
		t.Skip("it starts AWS's command line some sixty times; set TEST_LONG=1 to run it")
	}
	bucket := &s3{folder: t.TempDir(), served: map[string]http.Header{}}
	server := httptest.NewServer(bucket)
	defer server.Close()
	env := append(withRealAWS(t, t.TempDir(), server.URL), "AWS_REQUEST_CHECKSUM_CALCULATION=when_required")
	publish := func(pages, site string) (string, error) { return node(t, env, uploadScript, pages, site) }
	must := func(output string, err error) {
		t.Helper()
		assert.NilError(t, err, output)
	}
	pages := func(names ...string) string {
		return folderWith(t, append(names, "index.html", "index.html.br", "404.html", "404.html.br", "release")...)
	}
	site := folderWith(t, "shell.html", "api-docs.html", "sw.js", "sw.js.br", "boot.js", "robots.txt", "assets/app-1.js", "assets/app-1.js.br",
		"pictures/pit.jpg", "pictures/pit-0123456789abcdef-640.avif", "pay/card.html")
	siteFiles := []string{
		"api/docs", "api/openapi.json", "assets/app-1.js", "assets/app-1.js.br", "boot.js", "pay/card.html",
		"pictures/pit-0123456789abcdef-640.avif", "pictures/pit.jpg", "release", "robots.txt", "sw.js", "sw.js.br",
	}
	holds := func(names ...string) {
		t.Helper()
		want := append(append(names, "index.html", "index.html.br", "404.html", "404.html.br", "published.json"), siteFiles...)
		slices.Sort(want)
		assert.Check(t, is.DeepEqual(filesIn(t, bucket.folder), want))
	}
	first := []string{"menu.pdf", "locations/québec/index.html", "a & b/index.html", "sitemap.xml", "lastmod.json"}
	must(publish(pages(first...), site))
	holds(first...)
	for key, want := range map[string][3]string{ // type, encoding, cache
		"404.html.br": {"text/html; charset=utf-8", "br", "s-maxage"}, "menu.pdf": {"application/pdf", "", "s-maxage"},
		"assets/app-1.js.br":                     {"text/javascript; charset=utf-8", "br", "immutable"},
		"pictures/pit-0123456789abcdef-640.avif": {"image/avif", "", "immutable"},
	} {
		served := bucket.served[key]
		got := [2]string{served.Get("Content-Type"), served.Get("Content-Encoding")}
		if got[0] != want[0] || got[1] != want[1] || !strings.Contains(served.Get("Cache-Control"), want[2]) {
			t.Errorf("%s: got headers %v, want %v", key, served, want)
		}
		status := served.Get("X-Amz-Meta-Status")
		assert.Check(t, is.Equal(status == "404", strings.HasPrefix(key, "404.")))
	}
	must(publish(pages("lastmod.json", "c/index.html"), ""))
	holds("lastmod.json", "c/index.html")
	// The lock uses conditional writes; the list of releases is written from a pipe.
	said, err := node(t, env, `import { lock } from './lock.mjs'
import { begin } from './releases.mjs'
const said = (work) => { try { return work() } catch (error) { return error.message } }
const ann = lock('B', { holder: 'ann' })
console.log(said(() => lock('B', { holder: 'ben' })))
const cid = lock('B', { holder: 'cid', takeOver: true })
console.log(said(ann.check))
ann.release()
cid.check()
cid.release()
lock('B', { holder: 'dee' }).release()
begin('dev', 'B')`)
	must(said, err)
	for _, want := range []string{"ann is publishing this stage and holds its lock until", "cid took over the lock"} {
		assert.Check(t, is.Contains(said, want))
	}
	list, err := os.ReadFile(filepath.Join(bucket.folder, "operator", "releases.json"))
	assert.Equal(t, string(list), `{"unfinished":true}`, err)
	bucket.denies = true
	const denied = "published.json in B cannot be read. aws s3api get-object failed: An error occurred (AccessDenied)"
	if said, err := publish(pages(), ""); err == nil || !strings.Contains(said, denied) || !strings.Contains(said, "s3:ListBucket") {
		t.Errorf("%v %s", err, said)
	}
}

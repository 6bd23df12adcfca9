package verbs

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// What is written of a post stands in the feed as it was written, and what XML cannot hold breaks it for nobody.
func TestAFeedOfAnyText(t *testing.T) {
	const title = `</title><script>alert(1)</script> ]]> & "$&" <!--`
	run := script(t, `import { atom } from './feed.mjs'
const text = process.argv[1] + '\u000b\uffff\u0000'
const post = { slug: 'x', title: text, summary: text, author: text, date: '2026-11-01', updated: '2026-11-01', picture: null }
const paths = { post: () => '/press/blog/x', page: () => '/press/blog', feed: '/press/blog/feed.xml' }
process.stdout.write(atom({ brand: { name: text, site: 'https://www.example.com/' }, market: { lang: 'en', locale: 'en' }, ogOf: () => null }, paths, [post]))`)
	run.Args = append(run.Args, title)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var feed struct {
		Entries []struct {
			Title   string `xml:"title"`
			Summary string `xml:"summary"`
			Author  string `xml:"author>name"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(out, &feed); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, e := range feed.Entries {
		if strings.TrimSpace(e.Title) != title || e.Title != e.Summary || e.Title != e.Author {
			t.Errorf("%q", e)
		}
	}
	if len(feed.Entries) != 1 {
		t.Errorf("%d posts", len(feed.Entries))
	}
}

// published is what the page and the release of a folder of pages say: both the same, unless it is a part.
func published(folder string) string {
	page, _ := os.ReadFile(filepath.Join(folder, "index.html"))
	release, _ := os.ReadFile(filepath.Join(folder, "release"))
	return string(page) + " of " + string(release)
}

func pagesIn(t *testing.T, folder, what string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "release"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(what), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func script(t *testing.T, text string) *exec.Cmd {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile("publish.mjs"); err != nil { // so that a result of before is not taken for that of another script
		t.Fatal(err)
	}
	return exec.Command(node, "--input-type=module", "-e", text)
}

// Where publishing is ended while it removes the pages of before, a guest is told of no page that it is not there: the server takes pages
// for published by their release alone.
func TestPagesAreReplacedAsAWhole(t *testing.T) {
	dir := t.TempDir()
	pages, next := filepath.Join(dir, "pages"), filepath.Join(dir, "next")
	pagesIn(t, pages, "old")
	pagesIn(t, next, "new")
	run := script(t, `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
const { replace } = await import('./publish.mjs')
fs.rmSync = (folder) => { if (fs.existsSync(folder)) { fs.unlinkSync(join(folder, 'index.html')); process.exit(9) } }
syncBuiltinESMExports()
replace('`+pages+`', '`+next+`')`)
	if out, _ := run.CombinedOutput(); run.ProcessState.ExitCode() != 9 {
		t.Fatalf("it was not ended: %s", out)
	}
	if got := published(pages); got != "new of new" {
		t.Errorf("there is the page %s", got)
	}
}

// Two who publish at once get in each other's way in nothing: the later one's pages are there.
func TestPagesOfSeveralAtOnce(t *testing.T) {
	dir := t.TempDir()
	pages := filepath.Join(dir, "pages")
	var all []*exec.Cmd
	var told []*strings.Builder
	for n := range 3 {
		next := filepath.Join(dir, fmt.Sprint("next-", n))
		run, out := script(t, `import { mkdirSync, writeFileSync } from 'node:fs'
import { replace } from './publish.mjs'
for (let n = 0; n < 100; n++) {
  mkdirSync('`+next+`')
  for (const name of ['index.html', 'release']) writeFileSync('`+next+`/' + name, 'those of `+fmt.Sprint(n)+`')
  replace('`+pages+`', '`+next+`')
}`), new(strings.Builder)
		run.Stderr = out
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		all, told = append(all, run), append(told, out)
	}
	for n, run := range all {
		if err := run.Wait(); err != nil {
			t.Errorf("%v\n%s", err, told[n])
		}
	}
	page, release, _ := strings.Cut(published(pages), " of those of ")
	if page != "those of "+release {
		t.Errorf("there is the page %s of %s", page, release)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A page, a paper or a feed that a publishing does not write any more is gone, and nothing else is: whoever cannot say what was there before
// takes nothing away, and says so.
func TestWhatIsGoneIsWhatWasPublishedBefore(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"index.html", "index.html.br", "index.html.gz", "press/blog/index.html", "release"} {
		pagesIn(t, filepath.Dir(filepath.Join(dir, name)), "a page")
		if err := os.WriteFile(filepath.Join(dir, name), []byte("a page"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "press/blog/release")); err != nil {
		t.Fatal(err)
	}
	const files = `"files":["index.html","index.html.br","press/blog/index.html"]`
	for answer, want := range map[string]string{
		`200 ["index.html","menu.pdf","press/blog/feed.xml"]`: "{" + files + `,"gone":["menu.pdf","press/blog/feed.xml"]}`,
		"404 <!doctype html>": "{" + files + `,"gone":[]}`,
		"500 ":                "published.json is answered with 500",
		// Half a file, or another one: to delete it is the operator's to decide, and nothing goes then.
		"200 ":                  "published.json is no list of files",
		`200 ["index.html","me`: "published.json is no list of files",
		"200 null":              "published.json is no list of files",
		`200 {"files":[]}`:      "published.json is no list of files",
		"200 [1]":               "published.json is no list of files",
	} {
		origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			code, body, _ := strings.Cut(answer, " ")
			status, _ := strconv.Atoi(code)
			if w.WriteHeader(status); r.URL.Path == "/published.json" {
				_, _ = io.WriteString(w, body)
			}
		}))
		run := script(t, `import { compared } from './publish.mjs'
process.stdout.write(await compared(process.argv[1], process.argv[2]).then(JSON.stringify, (error) => error.message))`)
		run.Args = append(run.Args, origin.URL, dir)
		out, err := run.CombinedOutput()
		if origin.Close(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %s %v, want %s", answer, out, err, want)
		}
	}
}

// Who asks too much waits and asks the same again; and who is told so for ten minutes says where, and asks no more.
func TestPatienceHasAnEnd(t *testing.T) {
	for refusals, want := range map[int]string{0: "ok after 0", 3: "ok after 3", 30: "ok after 30", 31: "https://order.example/menu has answered for 10 minutes that too much was asked (429)", 1 << 20: "waited 30"} {
		run := script(t, `import { patiently } from './patience.mjs'
let asked = 0, waited = 0
const ask = async (request) => new Response(await request.text(), { status: asked++ < Number(process.argv[1]) ? 429 : 200 })
const patient = patiently(ask, async () => { waited++ })
const said = await patient('https://order.example/menu', { method: 'POST', body: 'ok' }).then((answer) => answer.text(), (error) => error.message)
console.log(said + ' after ' + (asked - 1), 'waited ' + waited)`)
		run.Args = append(run.Args, strconv.Itoa(refusals))
		if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("after %d refusals: %s %v, want %q", refusals, out, err, want)
		}
	}
}

package verbs

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// published returns the contents of a pages folder's page and release. They are equal unless the folder is partial.
func published(folder string) string {
	page, _ := os.ReadFile(filepath.Join(folder, "index.html"))
	release, _ := os.ReadFile(filepath.Join(folder, "release"))
	return string(page) + " of " + string(release)
}

// node runs a script beside the verbs with an environment (nil: ours) and returns its output.
func node(t *testing.T, env []string, text string, args ...string) (output string, err error) {
	t.Helper()
	run := script(t, text)
	run.Env, run.Args = env, append(run.Args, args...)
	out, err := run.CombinedOutput()
	return string(out), err
}

func script(t *testing.T, text string) *exec.Cmd {
	t.Helper()
	node, err := exec.LookPath("node")
	assert.NilError(t, err)
	verbs, err := filepath.Glob("*.mjs")
	for _, name := range verbs { // so that Go's test cache depends on the scripts
		if _, unread := os.ReadFile(name); unread != nil {
			err = unread
		}
	}
	assert.NilError(t, err)
	return exec.Command(node, "--input-type=module", "-e", text)
}

// If publishing is killed while it replaces the pages, they are complete, and after the next publish no other folder is left: the server
// decides by the release file alone whether pages are published, and the pages' dates are only stored with them.
func TestKilledPublishLeavesCompletePages(t *testing.T) {
	const killedScript = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
const { createNextFolder, replace } = await import('./publish.mjs')
const [pages, at] = process.argv.slice(1)
const next = createNextFolder(pages)
for (const name of ['index.html', 'release']) fs.writeFileSync(join(next, name), 'new')
let done = 0
for (const name of ['symlinkSync', 'renameSync', 'rmSync']) {
  const real = fs[name]
  fs[name] = (...what) => (done++ === Number(at) ? process.kill(process.pid, 'SIGKILL') : real(...what))
}
syncBuiltinESMExports()
replace(pages, next)
console.log('replaced')`
	for _, was := range []string{"", "a folder", "a link"} {
		for at, ended := 0, true; ended; at++ {
			dir := t.TempDir()
			pages := filepath.Join(dir, "pages")
			for _, name := range []string{"index.html", "release"} {
				if was == "a folder" {
					write(t, pages, name, "old")
				} else if was == "a link" {
					write(t, pages+".next-999999999-old", name, "old")
				}
			}
			if was == "a link" {
				assert.NilError(t, os.Symlink("pages.next-999999999-old", pages))
			}
			run := script(t, killedScript)
			run.Args = append(run.Args, pages, strconv.Itoa(at))
			out, _ := run.CombinedOutput()
			ended = !strings.Contains(string(out), "replaced")
			assert.Assert(t, !ended || run.ProcessState.ExitCode() == -1, "test setup: the process was not killed: %s", out)
			got := published(pages)
			missing := got == " of " && was != "a link"
			if got != "old of old" && got != "new of new" && !missing || !ended && got != "new of new" {
				t.Errorf("%s, killed at step %d: got page %s", was, at, got)
			}
			output, err := node(t, nil, "import { createNextFolder } from './publish.mjs'; createNextFolder(process.argv[1])", pages)
			assert.NilError(t, err, output)
			assert.Equal(t, published(pages), got, output)
			want := 3 // the link, its folder and the next one
			if got == " of " || was == "a folder" && got == "old of old" {
				want--
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > want {
				t.Errorf("%s, killed at step %d: other folders are left: %v %v", was, at, left, err)
			}
		}
	}
}

// After concurrent publishes, all pages are those of one publisher.
func TestConcurrentPublishersDoNotMixPages(t *testing.T) {
	pages := filepath.Join(t.TempDir(), "pages")
	var all sync.WaitGroup
	for n := range 3 {
		all.Go(func() {
			output, err := node(t, nil, `import { writeFileSync } from 'node:fs'
import { createNextFolder, replace } from './publish.mjs'
const [pages, own] = process.argv.slice(1)
for (let n = 0; n < 100; n++) {
  const next = createNextFolder(pages)
  for (const name of ['index.html', 'release']) writeFileSync(next + '/' + name, 'pages of ' + own)
  replace(pages, next)
}`, pages, fmt.Sprint(n))
			assert.Check(t, err, output)
		})
	}
	all.Wait()
	page, release, _ := strings.Cut(published(pages), " of pages of ")
	assert.Equal(t, page, "pages of "+release, release)
}

// A request rejected by the rate limit is retried unchanged. After ten minutes it fails with the address.
func TestRateLimitedRequestsAreRetriedForTenMinutes(t *testing.T) {
	for refusals, want := range map[int]string{0: "ok after 0", 3: "ok after 3", 30: "ok after 30", 31: "https://order.example/menu has answered 429 (too many requests) for 10 minutes", 1 << 20: "waited 30"} {
		output, err := node(t, nil, `import { retryRateLimited } from './rateLimit.mjs'
let asked = 0, waited = 0
const answer = async (request) => new Response(await request.text(), { status: asked++ < Number(process.argv[1]) ? 429 : 200 })
const fetchWithRetry = retryRateLimited(answer, async () => { waited++ })
const result = await fetchWithRetry('https://order.example/menu', { method: 'POST', body: 'ok' }).then((answer) => answer.text(), (error) => error.message)
console.log(result + ' after ' + (asked - 1), 'waited ' + waited)`, strconv.Itoa(refusals))
		assert.Check(t, err == nil && strings.Contains(output, want), "after %d rejections: got %s %v, want %q", refusals, output, err, want)
	}
}

// fakeRenderer replaces the built site: each page requests its own answer and a shared one.
const fakeRenderer = `
export const markets = [{ prefix: '', lang: 'en-US', locale: 'en', acceptsOrders: false }]
export const documentOf = (shell, { body }) => body
export const translatorFor = async () => (key) => key
export async function render(path, origin) {
  const own = await (await fetch(origin + '/api' + path)).json()
  const shared = await (await fetch(origin + '/api/shared', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).json()
  console.log('rendered ' + path)
  if (own.text) return { head: '', body: own.text + ' ' + shared.text, lang: 'en', modules: [], state: { market: '' } }
}
`

func TestPublishingRendersOnlyWhatChanged(t *testing.T) {
	build, pages := filepath.Join(t.TempDir(), "1"), t.TempDir()
	for name, text := range map[string]string{"render/server.js": fakeRenderer, "render/package.json": `{"type": "module"}`, "site/shell.html": "<noscript></noscript>", "site/assets/a.svg": "", "manifest.json": "{}"} {
		write(t, build, name, text)
	}
	answers, asked := map[string]string{"/api/a": "A", "/api/b": "B", "/api/gone": "", "/api/shared": "1"}, 0
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		_, _ = fmt.Fprintf(w, `{"opening": {"state": "open", "asked": %d}, "next": "now %d", "text": %q}`, asked, asked, answers[r.URL.Path])
	}))
	defer server.Close()
	const publishing = `
import { renderAll, writeResponses } from './prerender.mjs'
const [folder, before, made, origin, ...pages] = process.argv.slice(1)
writeResponses(made, await renderAll(pages, origin, folder, 2, before ? { before, made } : {}))`
	before := ""
	for _, c := range []struct {
		name            string
		answers         map[string]string
		build           string
		pages, rendered []string
		is              map[string]string
	}{
		{name: "first", pages: []string{"/a", "/b", "/gone"}, rendered: []string{"/a", "/b", "/gone"}, is: map[string]string{"a": "A 1", "b": "B 1"}},
		{name: "only the time has changed", pages: []string{"/a", "/b", "/gone"}, is: map[string]string{"a": "A 1", "b": "B 1"}},
		{name: "one answer has changed, one page is new", answers: map[string]string{"/api/b": "BB", "/api/c": "C"}, pages: []string{"/c", "/b", "/a", "/gone"}, rendered: []string{"/b", "/c"}, is: map[string]string{"a": "A 1", "b": "BB 1", "c": "C 1"}},
		{name: "a shared answer has changed", answers: map[string]string{"/api/shared": "2"}, pages: []string{"/a", "/b"}, rendered: []string{"/a", "/b"}, is: map[string]string{"a": "A 2", "b": "BB 2"}},
		{name: "another build", build: "-2", pages: []string{"/a"}, rendered: []string{"/a"}, is: map[string]string{"a": "A 2"}},
	} {
		mu.Lock()
		maps.Copy(answers, c.answers)
		mu.Unlock()
		if c.build != "" {
			assert.NilError(t, os.Rename(build, build+c.build))
			build += c.build
		}
		folder := t.TempDir()
		args := append([]string{folder, before, filepath.Join(pages, "made.json"), server.URL}, c.pages...)
		output, err := node(t, append(os.Environ(), "BUILD_DIR="+build), publishing, args...)
		assert.NilError(t, err, "%s %s", c.name, output)
		var rendered []string
		for line := range strings.Lines(output) {
			if path, ok := strings.CutPrefix(strings.TrimSpace(line), "rendered "); ok {
				rendered = append(rendered, path)
			}
		}
		slices.Sort(rendered)
		assert.Check(t, is.DeepEqual(rendered, c.rendered), c.name)
		for path, want := range c.is {
			for _, packed := range []string{"", ".br", ".gz"} {
				is, err := os.ReadFile(filepath.Join(folder, path, "index.html"+packed))
				assert.Check(t, err == nil && (packed != "" || string(is) == want), "%s: %s%s: %v %q, want %q", c.name, path, packed, err, is, want)
			}
		}
		before = folder
	}
}

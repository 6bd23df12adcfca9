package verbs

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// project creates a minimal project with a copy of the scripts, and with a fake Vite, which writes its process id to PIDS when it serves,
// and a fake of the pictures, which fails if INTERRUPTED is set.
func project(t *testing.T) string {
	t.Helper()
	root, _ := copyVerbs(t)
	for name, text := range map[string]string{
		"shared/brand/brands/one/brand.json": `{"id": 1, "title": "One"}`, "shared/brand/brands/three/brand.json": `{"id": 3, "title": "Three"}`,
		"spa/main.ts": "1", "locales/en/app.json": "{}", "package-lock.json": "{}", "infra/go.mod": "", "go.work": "", "node_modules/.package-lock.json": "{}",
		"node_modules/.bin/vite": `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
if (process.argv.includes('build')) {
  const folder = process.env.BUILD_DIR + (process.argv.includes('--ssr') ? '/render' : '/site')
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/shell.html', process.env.BRAND + ' ' + readFileSync('spa/main.ts'))
} else {
  appendFileSync(process.env.PIDS, process.pid + '\n')
  setInterval(() => {}, 1000)
}
`,
		"infra/verbs/pictures.mjs": `
import { appendFileSync, mkdirSync } from 'node:fs'
mkdirSync(process.argv[2], { recursive: true })
appendFileSync(process.argv[2] + '/runs', process.env.INTERRUPTED ? 'interrupted ' : 'made ')
process.exit(process.env.INTERRUPTED ? 1 : 0)
`,
	} {
		write(t, root, name, text)
	}
	return root
}

// inProject runs a script in a project.
func inProject(t *testing.T, root, script string, env ...string) string {
	t.Helper()
	out, err := tryInProject(root, script, env...)
	assert.NilError(t, err, out)
	return out
}

func tryInProject(root, script string, env ...string) (output string, err error) {
	run := exec.Command("node", "--input-type=module", "-e", "import { buildSite, buildPath, makePictures } from './infra/verbs/build.mjs';"+script)
	run.Dir = root
	run.Env = append(os.Environ(), env...)
	out, err := run.CombinedOutput()
	return string(out), err
}

func TestBuildKeepsTheServedBuild(t *testing.T) {
	root := project(t)
	const build = "await buildSite(); console.log(buildPath('site'))"
	last := func(output string) string {
		lines := strings.Split(strings.TrimSpace(output), "\n")
		return lines[len(lines)-1]
	}
	// A running server: this test's process uses the first build.
	first := last(inProject(t, root, "await buildSite(); (await import('node:fs')).writeFileSync(buildPath() + '.users/"+pid()+"', ''); console.log(buildPath('site'))"))
	write(t, root, "spa/main.ts", "22")
	unused := last(inProject(t, root, build))
	write(t, root, "spa/main.ts", "333")
	other := last(inProject(t, root, build, "BRAND=1"))
	third := last(inProject(t, root, build))
	for folder, want := range map[string]string{first: "undefined 1", unused: "", other: "1 333", third: "undefined 333"} {
		raw, _ := os.ReadFile(filepath.Join(folder, "shell.html"))
		assert.Check(t, is.Equal(string(raw), want), "%s %q", folder, raw)
	}
	again := inProject(t, root, build)
	assert.Assert(t, !strings.Contains(again, "Building"), "unchanged sources were built again: %s", again)
	left, err := filepath.Glob(filepath.Join(root, ".local", "build", "sites", "*.next-*"))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(left, 0))
}

// npm start serves the site before its pictures are encoded. All other verbs wait for them, and none encodes them again.
func TestBuildMakesItsPicturesOnceNowOrLater(t *testing.T) {
	root := project(t)
	const later = "await buildSite({ picturesLater: true })"
	for _, step := range []struct {
		script, env, runs string
		fails             bool
	}{
		{script: later},
		{script: later + "; await makePictures()", env: "INTERRUPTED=1", runs: "interrupted "},
		{script: "await buildSite()", env: "INTERRUPTED=1", runs: "interrupted interrupted ", fails: true},
		{script: "await buildSite()", runs: "interrupted interrupted made "},
		{script: later + "; await makePictures()", runs: "interrupted interrupted made "},
	} {
		output, err := tryInProject(root, step.script, step.env)
		assert.Equal(t, err != nil, step.fails, output)
		files, err := filepath.Glob(filepath.Join(root, ".local", "build", "sites", "*", "site", "pictures", "runs"))
		assert.NilError(t, err)
		runs, _ := os.ReadFile(strings.Join(files, ""))
		assert.Equal(t, string(runs), step.runs, "%s %s", step.env, step.script)
	}
}

func TestStartChecksPortBrandAndStoreBeforeItBuilds(t *testing.T) {
	root := project(t)
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	store := t.TempDir()
	write(t, store, "server.lock", server.URL)
	for _, verb := range []string{"start", "dev"} {
		for env, want := range map[string]string{
			"BRAND=7": "1 (One), 3 (Three)", "BRAND=one": "the id of a brand", "PORT=" + port: "Port " + port + " is taken", "PORT=70000": "from 1 to 65535", "PORT=here": "from 1 to 65535",
			"PORT=6000": "another PORT", "DATA_DIR=" + store: "runs on " + store + " already",
		} {
			if output, err := call(t, root, "node infra/verbs/"+verb+".mjs", "", env); err == nil || !strings.Contains(output, want) || strings.Contains(output, "•") {
				t.Errorf("%s %s: %v %s, want %q", env, verb, err, output, want)
			}
		}
	}
}

func pid() string { return strconv.Itoa(os.Getpid()) }

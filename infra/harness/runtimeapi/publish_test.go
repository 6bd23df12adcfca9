package runtimeapi_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/soak"
)

// A stage is deployed before anything is imported: its pages are rendered from the functions' answers on an empty table.
func TestPublishingOnAnEmptyTableOverTheBootstraps(t *testing.T) {
	if !soak.Long() {
		t.Skip("it builds the site and renders its pages; set TEST_LONG=1 to run it")
	}
	d := deploy(t, nil)
	site := httptest.NewServer(d.api())
	defer site.Close()
	pages := filepath.Join(t.TempDir(), "pages")
	run := exec.Command("node", "-e", `Promise.all([import('./build.mjs'), import('./publish.mjs')]).then(async ([{ buildSite, install }, { publish }]) => {
  await install()
  await buildSite()
  const { pages } = await publish(process.argv[1], process.argv[2], { workers: 2 })
  console.log('published', pages)
})`, site.URL, pages)
	run.Dir = filepath.Join("..", "..", "verbs")
	run.Env = append(os.Environ(), "BRAND=")
	out, err := run.CombinedOutput()
	assert.NilError(t, err, string(out))
	assert.Assert(t, is.Contains(string(out), "published "))
	t.Logf("%s", out)
	for _, name := range []string{"index.html", "ca/fr-ca/index.html", "jp/ja-jp/index.html", "locations/index.html", "shell.html", "404.html", "sitemap.xml", "published.json"} {
		info, err := os.Stat(filepath.Join(pages, name))
		assert.Check(t, err == nil && info.Size() != 0, "%s: %v", name, err)
	}
}

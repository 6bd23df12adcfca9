package runtimeapi_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
	if err != nil || !strings.Contains(string(out), "published ") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	for _, name := range []string{"index.html", "ca/fr-ca/index.html", "jp/ja-jp/index.html", "locations/index.html", "shell.html", "404.html", "sitemap.xml", "published.json"} {
		if info, err := os.Stat(filepath.Join(pages, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

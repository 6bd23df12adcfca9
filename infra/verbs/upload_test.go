// Package verbs holds the scripts behind npm's verbs, and the tests of those that no other test runs.
package verbs

import (
	"os"
	"os/exec"
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
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("bin/aws", recorder)
	for _, name := range []string{"shell.html", "shell.html.br", "sw.js", "sw.js.br", "boot.js", "assets/app-1.js", "assets/app-1.js.br"} {
		write("site/"+name, name)
	}
	if _, err := os.ReadFile("upload.mjs"); err != nil { // so that a result of before is not taken for that of another script
		t.Fatal(err)
	}
	calls := filepath.Join(dir, "calls")
	run := exec.Command(node, "--input-type=module", "-e", "import { upload } from './upload.mjs'; await upload("+`"`+filepath.Join(dir, "site")+`", "BUCKET", "D1")`)
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
		case strings.Contains(line, "--include assets/"):
			kind = "assets"
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
	if want := []string{"assets", "documents", "forget", "forgotten", "worker"}; !slices.Equal(order, want) {
		t.Errorf("in the order %v, want %v\n%s", order, want, raw)
	}
}

package verbs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A rollback deploys the release that was in use before, with its own scripts, templates and site.
func TestRollbackDeploysThePreviousRelease(t *testing.T) {
	root, _ := copyVerbs(t)
	bucket, bin := t.TempDir(), t.TempDir()
	write(t, bin, "npm", "#!/bin/sh\necho \"npm $* in $PWD\"\n")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	env := withFakeAWS(t, bucket)
	run := func(args ...string) (string, error) {
		t.Helper()
		one := exec.Command("node", args...)
		one.Dir, one.Env = filepath.Join(root, "infra", "verbs"), env
		out, err := one.CombinedOutput()
		return string(out), err
	}
	// built returns a folder in which a release was built; its deploy.mjs prints which.
	built := func(release string) {
		for name, text := range map[string]string{
			".local/build/sites/3-a/site/shell.html": release, "cdk.out/ordering-dev.template.json": release, "cdk.out/asset.1/bootstrap": release, ".local/build/sites/3-a/render/server.js": release, ".local/build/sites/3-a/manifest.json": release,
			"package-lock.json": "the same", "node_modules/.bin/cdk": "",
			"infra/verbs/deploy.mjs": "import { readFileSync } from 'node:fs'\nconst read = (name) => readFileSync(name, 'utf8')\n" +
				"console.log('" + release + " deploys', read('cdk.out/asset.1/bootstrap'), read('.local/build/sites/3-a/site/shell.html'), read('.local/build/sites/3-a/render/server.js'), process.argv.slice(2).join(' '))",
		} {
			write(t, root, name, text)
		}
	}
	returns := []string{"--input-type=module", "-e", "import { begin } from './releases.mjs'; begin('dev', 'B', true)"}
	begins, ends := []string{"--input-type=module", "-e", "import { begin } from './releases.mjs'; begin('dev', 'B')"}, []string{"--input-type=module", "-e", "import { begin, store } from './releases.mjs'; begin('dev', 'B'); store('dev', 'B')"}
	rollback := []string{"rollback.mjs", "--stage", "dev", "--yes"}
	for _, step := range []struct {
		situation, release string
		do                 []string
		want               string
	}{
		{"the first deployment", "one", ends, ""},
		{"no previous release", "one", rollback, "The bucket BUCKET has no previous release"},
		{"a second deployment is interrupted", "one", begins, ""},
		{"rollback to the release in use", "one", rollback, "one deploys one one one dev --built --yes"},
		{"the deployment completes", "one", ends, ""},
		{"a second release", "two", ends, ""},
		{"rollback to the previous release", "two", rollback, "one deploys one one one dev --built --yes"},
		{"that rollback is interrupted", "one", returns, ""},
		{"the rollback is repeated", "two", rollback, "one deploys one one one dev --built --yes"},
		{"the second release again", "two", ends, ""},
		{"rollback to the previous release again", "three", rollback, "one deploys one one one dev --built --yes"},
		{"a third deployment is interrupted", "three", begins, ""},
		{"rollback to the current release", "three", rollback, "two deploys two two two dev --built --yes"},
	} {
		built(step.release)
		output, err := run(step.do...)
		assert.Equal(t, strings.Contains(step.want, "has no"), err != nil)
		assert.Assert(t, is.Contains(output, step.want))
	}
	// two releases and their list
	assert.Assert(t, is.Len(filesIn(t, filepath.Join(bucket, "operator")), 3))
	unpacked := filesIn(t, filepath.Join(root, ".local", "rollback", "dev"))
	for _, name := range unpacked {
		assert.Check(t, !strings.HasPrefix(name, "node_modules/") && !strings.HasPrefix(name, ".git/"), "the archive contains %s", name)
	}
	target, err := os.Readlink(filepath.Join(root, ".local", "rollback", "dev", "node_modules"))
	assert.NilError(t, err)
	assert.Equal(t, target, filepath.Join(root, "node_modules"))
	// A folder without the cloud packages cannot share them.
	assert.NilError(t, os.RemoveAll(filepath.Join(root, "node_modules")))
	if output, err := run(rollback...); err != nil || !strings.Contains(output, "npm ci --include=dev") || !strings.Contains(output, ".local/rollback/dev\n") {
		t.Errorf("%v %s", err, output)
	}
}

package picture

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// job is a job of testdata/sharp.mjs: chained calls of sharp.
type job struct {
	From any     `json:"from"` // a file, or the options of sharp's create
	To   string  `json:"to"`
	Ops  [][]any `json:"ops"`
}

// sharp runs jobs in one Node process with the sharp of the root's package.json.
func sharp(t *testing.T, jobs []job) {
	t.Helper()
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	node := filepath.Join(root, "node_modules", ".bin", "node")
	if _, err := os.Stat(filepath.Join(root, "node_modules", "sharp")); err != nil {
		missing(t, "sharp is not installed: npm ci")
	}
	in, err := json.Marshal(jobs)
	assert.NilError(t, err)
	run := exec.Command(node, filepath.Join("testdata", "sharp.mjs"))
	run.Stdin = bytes.NewReader(in)
	out, err := run.CombinedOutput()
	assert.NilError(t, err, string(out))
}

// missing skips a test without its prerequisites, and fails it if CI=true.
func missing(t *testing.T, reason string) {
	t.Helper()
	assert.Assert(t, os.Getenv("CI") != "true", reason)
	t.Skip(reason)
}

// readRaw reads sharp's output of ensureAlpha and raw.
func readRaw(t *testing.T, path string, w, h int) *image.NRGBA {
	t.Helper()
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	data, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(data, len(p.Pix)), "%s %d %d", path, w, h)
	p.Pix = data
	return p
}

func writeFile(t *testing.T, path string, data []byte) string {
	t.Helper()
	assert.NilError(t, os.WriteFile(path, data, 0o644))
	return path
}

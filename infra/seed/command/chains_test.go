package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Real chains' lists are outside of the project. Where they exist, each is imported whole, and a second time without a change.
func TestRealChainsListsAreImported(t *testing.T) {
	data, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "shared", "data"))
	assert.NilError(t, err)
	dir := t.TempDir()
	for _, chain := range []struct{ file, added, again string }{
		{"whataburger.geojson", "1014 rows read: added 1014, changed 0, unchanged 0, rejected 0", "1014 rows read: added 0, changed 0, unchanged 1014, rejected 0"},
		{"in-n-out.csv", "401 rows read: added 401, changed 0, unchanged 0, rejected 0", "401 rows read: added 0, changed 0, unchanged 401, rejected 0"},
	} {
		file := filepath.Join(data, chain.file)
		if _, err := os.Stat(file); err != nil {
			t.Skipf("the location list is not available: %v", err)
		}
		for _, want := range []string{chain.added, chain.again} {
			var out, progress bytes.Buffer
			if code := in(dir).Run(t.Context(), []string{"locations", file}, &out, &progress); code != done || !strings.Contains(out.String(), want) {
				t.Errorf("%s: got exit code %d, want output %q:\n%s%s", chain.file, code, want, out.String(), progress.String())
			}
		}
	}
}

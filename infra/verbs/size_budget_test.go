package verbs

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
)

func TestOnlyFunctionsWithoutOperationsHaveNoBudget(t *testing.T) {
	var want, invoked []string
	for _, f := range functions.All() {
		invoked = append(invoked, f.Invokes...)
	}
	for _, f := range functions.All() {
		if len(f.Operations) == 0 && !f.Gate && !slices.Contains(invoked, f.Name) {
			want = append(want, f.Name)
		}
	}
	output, err := node(t, nil, `import { background } from './functions.mjs'
console.log(background.join(' '))`)
	got := strings.Fields(output)
	assert.NilError(t, err)
	assert.DeepEqual(t, got, want)
}

// Extra files of a function's package count towards its size limits.
func TestExtraFilesCountTowardsTheSizeBudget(t *testing.T) {
	dir := t.TempDir()
	random := rand.NewChaCha8([32]byte{})
	for name, megabytes := range map[string]int{"program": 1, "light": 3, "heavy": 5} {
		data := make([]byte, megabytes<<20)
		_, _ = random.Read(data)
		write(t, dir, name, string(data))
	}
	output, err := node(t, nil, `import { relative } from 'node:path'
import { root } from './build.mjs'
import { extraFiles, measure } from './functions.mjs'
const [dir] = process.argv.slice(1)
console.log(JSON.stringify(['', 'light', 'heavy'].map((file) => {
  extraFiles.geoip = file ? { data: relative(root, dir + '/' + file) } : {}
  return Object.values(measure('geoip', dir + '/program')).join(' ')
})))`, dir)
	var got []string
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal([]byte(output), &got), output)
	for n, want := range []string{
		"1.00 MB, 1.00 MB zipped true", "1.00 MB, 1.00 MB zipped; extra files 3.00 MB, 3.00 MB zipped true", "1.00 MB, 1.00 MB zipped; extra files 5.00 MB, 5.00 MB zipped false",
	} {
		assert.Check(t, is.Equal(got[n], want))
	}
}

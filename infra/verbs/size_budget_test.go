package verbs

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ordering/functions"
)

func TestOnlyFunctionsWithoutOperationsHaveNoBudget(t *testing.T) {
	var want []string
	for _, f := range functions.All() {
		if len(f.Operations) == 0 && !f.Gate {
			want = append(want, f.Name)
		}
	}
	output, err := node(t, nil, `import { background } from './functions.mjs'
console.log(background.join(' '))`)
	if got := strings.Fields(output); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v: want %v", got, err, want)
	}
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
	if err != nil || json.Unmarshal([]byte(output), &got) != nil {
		t.Fatalf("%v %s", err, output)
	}
	for n, want := range []string{
		"1.00 MB, 1.00 MB zipped true", "1.00 MB, 1.00 MB zipped; extra files 3.00 MB, 3.00 MB zipped true", "1.00 MB, 1.00 MB zipped; extra files 5.00 MB, 5.00 MB zipped false",
	} {
		if got[n] != want {
			t.Errorf("%s, want %s", got[n], want)
		}
	}
}

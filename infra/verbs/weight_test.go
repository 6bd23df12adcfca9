package verbs

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What lies beside a function's program is weighed with it.
func TestFilesBesideAProgramAreWeighed(t *testing.T) {
	const script = `import { relative } from 'node:path'
import { root } from './build.mjs'
import { beside, weigh } from './functions.mjs'
const [program, ...files] = JSON.parse(process.argv[1])
console.log(JSON.stringify(files.map((file) => {
  beside.geoip = file ? { data: relative(root, file) } : {}
  return weigh('geoip', program)
})))`
	dir := t.TempDir()
	random := rand.NewChaCha8([32]byte{})
	file := func(name string, megabytes int) string {
		data := make([]byte, megabytes<<20)
		_, _ = random.Read(data)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	files, _ := json.Marshal([]string{file("program", 1), "", file("light", 3), file("heavy", 5)})
	out, err := exec.Command("node", "--input-type=module", "-e", script, string(files)).Output()
	var got []struct {
		Text   string
		Within bool
	}
	if err != nil || json.Unmarshal(out, &got) != nil || len(got) != 3 {
		t.Fatalf("%v: %s", err, out)
	}
	for n, want := range []struct {
		text   string
		within bool
	}{{"1.00 MB", true}, {"beside it 3.00 MB", true}, {"beside it 5.00 MB", false}} {
		if !strings.Contains(got[n].Text, want.text) || got[n].Within != want.within {
			t.Errorf("%+v, want %+v", got[n], want)
		}
	}
}

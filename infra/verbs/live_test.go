package verbs

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// npm run live builds the site with the settings of the file that SETTINGS names. The environment wins.
func TestLiveBuildsWithTheSettingsOfTheFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "settings", "# BRAND=3\nBRAND = 1\nDATA_DIR=/srv/orders\nPICTURES=/srv/photographs\n")
	script := "import './liveSettings.mjs'; import { brandID, dataDir, photosDir } from './build.mjs';" +
		"console.log(brandID(), dataDir, photosDir, process.env.SETTINGS)"
	c := exec.Command("node", "--input-type=module", "-e", script)
	c.Env = append(os.Environ(), "BRAND=", "DATA_DIR=", "PICTURES=/mine", "SETTINGS=settings", "INIT_CWD="+dir)
	out, err := c.CombinedOutput()
	want := "1 /srv/orders /mine " + filepath.Join(dir, "settings") + "\n"
	assert.NilError(t, err, string(out))
	assert.Equal(t, string(out), want)
}

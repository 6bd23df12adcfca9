package operate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestCheckFolderNamesTheLostFile(t *testing.T) {
	for name, c := range map[string]struct {
		there    string
		accepted string
		lost     string // empty: none
	}{
		"a new folder":              {},
		"an import":                 {there: "table.db"},
		"killed at its first start": {there: "secrets.json"},
		"killed while seeding":      {there: "secrets.json table.db"},
		"killed before the kitchen": {there: "secrets.json table.db payments.db"},
		"whole":                     {there: "secrets.json table.db payments.db kitchen.db"},
		"no secrets":                {there: "table.db payments.db", lost: "secrets.json"},
		"no table":                  {there: "secrets.json payments.db", lost: "table.db"},
		"no payments":               {there: "secrets.json table.db kitchen.db", lost: "payments.db"},
		"the kitchen alone":         {there: "kitchen.db", lost: "secrets.json"},
		"accepted":                  {there: "table.db payments.db", accepted: "secrets.json"},
		"another was accepted":      {there: "table.db payments.db", accepted: "table.db", lost: "secrets.json"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range strings.Fields(c.there) {
				assert.NilError(t, os.WriteFile(filepath.Join(dir, file), []byte("x"), 0o600))
			}
			err := CheckFolder(dir, c.accepted)
			switch {
			case (err != nil) != (c.lost != ""):
				t.Fatalf("got %v, want %q", err, c.lost)
			case err != nil && (!strings.Contains(err.Error(), filepath.Join(dir, c.lost)+" is missing") || !strings.Contains(err.Error(), "ACCEPT_LOSS="+c.lost+"")):
				t.Errorf("got error %v", err)
			}
			if err == nil {
				return
			}
			assert.NilError(t, os.WriteFile(filepath.Join(dir, c.lost), nil, 0o600))
			assert.Assert(t, CheckFolder(dir) != nil, "an empty file: got no error")
		})
	}
}

func TestCheckFolderRefusesTheFolderOfAnOlderVersion(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, OldKitchenFile), []byte("{}"), 0o600))
	err := CheckFolder(dir)
	assert.ErrorContains(t, err, "npm run reset")
}

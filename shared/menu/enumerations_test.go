package menu

import (
	"encoding/json"
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// The enumerations of the specification (§3) used by the menu are declared once, in menu.go, with these values.
func TestEnumerationsMatchTheSpecification(t *testing.T) {
	got, err := json.MarshalIndent(map[string]any{"allergens": Allergens}, "", "  ")
	assert.NilError(t, err)
	want, err := os.ReadFile("testdata/enumerations.json")
	assert.NilError(t, err)
	assert.Equal(t, string(got)+"\n", string(want))
}

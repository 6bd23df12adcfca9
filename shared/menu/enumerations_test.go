package menu

import (
	"encoding/json"
	"os"
	"testing"
)

// The enumerations of the specification (§3) used by the menu are declared once, in menu.go, with these values.
func TestEnumerationsMatchTheSpecification(t *testing.T) {
	got, err := json.MarshalIndent(map[string]any{"allergens": Allergens}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/enumerations.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(got)+"\n" != string(want) {
		t.Errorf("the enumerations are\n%s\nand testdata/enumerations.json says\n%s", got, want)
	}
}

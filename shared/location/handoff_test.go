package location_test

import (
	"fmt"
	"testing"

	"ordering/shared/location"
)

// The ids are the specification's (§3). Other systems use them, so they must not change.
func TestHandoffIDsMatchTheSpecification(t *testing.T) {
	const golden = "dine-in 1, pickup 2, delivery 3, curbside 4, drive-through 6"
	got := ""
	for i, h := range location.AllHandoffs {
		if i > 0 {
			got += ", "
		}
		got += fmt.Sprintf("%v %d", h, int(h))
		if back, ok := location.ParseHandoff(h.String()); !ok || back != h {
			t.Errorf("%v reads back as %v", h, back)
		}
	}
	if got != golden {
		t.Errorf("got %s, want %s", got, golden)
	}
	if _, ok := location.ParseHandoff("handoff-5"); ok {
		t.Error("courier dispatch (5) is not offered")
	}
}

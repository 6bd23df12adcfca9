package location_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/location"
)

// The ids are the specification's (§3). Other systems use them, so they must not change.
func TestHandoffIDsMatchTheSpecification(t *testing.T) {
	const golden = "dine-in 1, pickup 2, delivery 3, curbside 4, drive-through 6"
	var ids []string
	for _, h := range location.AllHandoffs {
		ids = append(ids, fmt.Sprintf("%v %d", h, int(h)))
		back, ok := location.ParseHandoff(h.String())
		assert.Check(t, ok && back == h, "%v: got %v after parsing", h, back)
	}
	assert.Equal(t, strings.Join(ids, ", "), golden)
	_, ok := location.ParseHandoff("handoff-5")
	assert.Assert(t, !ok, "courier dispatch (5): got true, want false")
}

package guest

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestVehicleIsNormalised(t *testing.T) {
	typed := Vehicle{Make: " Honda\r\n", Model: "Civic\u200b ", Colour: "gris\targent"}
	want := Vehicle{Make: "Honda", Model: "Civic", Colour: "grisargent"}
	got, found := typed.Check("/vehicle")
	assert.Assert(t, got == want && found == nil, "%+v %v", got, found)
	assert.Equal(t, want.String(), "Honda Civic, grisargent")
}

func TestInvalidVehicles(t *testing.T) {
	long := strings.Repeat("é", longest)
	for name, c := range map[string]struct {
		vehicle Vehicle
		want    []string
	}{
		"nothing wrong":         {Vehicle{"Ford", "F-150", "red"}, nil},
		"at the maximum length": {Vehicle{long, long, long}, nil},
		"empty":                 {Vehicle{Model: " \u200b"}, []string{"/vehicle/make make-required", "/vehicle/model model-required", "/vehicle/colour colour-required"}},
		"too long by one":       {Vehicle{"Ford", long + "e", "red"}, []string{"/vehicle/model field-too-long"}},
	} {
		_, found := c.vehicle.Check("/vehicle")
		assert.Check(t, is.DeepEqual(findings(found), c.want), name)
	}
}

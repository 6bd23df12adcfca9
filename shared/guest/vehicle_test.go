package guest

import (
	"slices"
	"strings"
	"testing"
)

func TestVehicleIsNormalised(t *testing.T) {
	typed := Vehicle{Make: " Honda\r\n", Model: "Civic\u200b ", Colour: "gris\targent"}
	want := Vehicle{Make: "Honda", Model: "Civic", Colour: "grisargent"}
	if got, found := typed.Check("/vehicle"); got != want || found != nil {
		t.Errorf("%+v %v", got, found)
	}
	if got := want.String(); got != "Honda Civic, grisargent" {
		t.Errorf("in one line: %s", got)
	}
}

func TestInvalidVehicles(t *testing.T) {
	long := strings.Repeat("é", longest)
	for name, c := range map[string]struct {
		vehicle Vehicle
		want    []string
	}{
		"nothing wrong":        {Vehicle{"Ford", "F-150", "red"}, nil},
		"as long as it may be": {Vehicle{long, long, long}, nil},
		"empty":                {Vehicle{Model: " \u200b"}, []string{"/vehicle/make make-required", "/vehicle/model model-required", "/vehicle/colour colour-required"}},
		"one too long":         {Vehicle{"Ford", long + "e", "red"}, []string{"/vehicle/model field-too-long"}},
	} {
		_, found := c.vehicle.Check("/vehicle")
		var got []string
		for _, d := range found {
			got = append(got, d.Pointer+" "+string(d.Code))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

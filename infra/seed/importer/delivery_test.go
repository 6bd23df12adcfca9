package importer

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

func TestDeliveryZones(t *testing.T) {
	const triangle = "&{0 [{36 -96} {36 -95.8} {36.2 -95.9}]}"
	for given, want := range map[string]string{
		"5 km":     "&{5000 []}",
		"3 mi":     "&{4828 []}",
		"2,5 km":   "&{2500 []}",
		"4.5Miles": "&{7242 []}",
		"800 m":    "&{800 []}",
		"POLYGON ((-96 36, -95.8 36, -95.9 36.2))":        triangle,
		"Polygon((-96 36, -95.8 36, -95.9 36.2, -96 36))": triangle,
		"5":                                     `"5" is not a distance such as 5 km or 3 mi, and no POLYGON`,
		"far":                                   `"far" is not a distance`,
		"-3 km":                                 "is not from 100 m to 100 km",
		"1e9 km":                                "is not from 100 m to 100 km",
		"NaN km":                                "is not a distance",
		"POLYGON":                               "is not one ring",
		"POLYGON ((1 2), (3 4))":                "is not one ring",
		"POLYGON ((-96 36, -95.8 36))":          "has 2 corners, not from 3 to 200",
		"POLYGON ((-96, -95.8 36, -95.9 36.2))": "is not one ring",
		"POLYGON ((36 -96, 36 -95.8, 36.2 -95.9))":                    "the longitude comes first",
		"POLYGON ((NaN NaN, -95.8 36, -95.9 36.2))":                   "is not within 100 km of the restaurant",
		"POLYGON ((" + strings.Repeat("-96 36, ", 200) + "-95.8 36))": "has 201 corners",
	} {
		zone, err := parseZone(given, location.Point{Latitude: 36.1, Longitude: -95.9})
		assert.Check(t, is.Contains(strings.Replace(fmt.Sprint(zone, err), " <nil>", "", 1), want), given)
	}
}

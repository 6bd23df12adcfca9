package location_test

import (
	"math"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

func TestRadiusRingSurroundsTheLocation(t *testing.T) {
	for _, center := range []location.Point{{Latitude: 36.1, Longitude: -95.9}, {Latitude: 61.2, Longitude: -149.9}, {Latitude: 21.3, Longitude: -157.8}} {
		ring := location.DeliveryZone{RadiusMeters: 5000}.Ring(center)
		assert.Check(t, ring[0] == ring[len(ring)-1] && len(ring) >= 32, "the ring is not closed: %v", ring)
		for _, p := range ring {
			d := center.Meters(p)
			assert.Check(t, math.Abs(d-5000) <= 1, "%v: got %f m from %v, want 5000 m", p, d, center)
		}
		turn := area(ring)
		assert.Check(t, turn > 0, "the ring around %v is clockwise", center)
	}
}

func TestRingOfAPolygonIsItsBorder(t *testing.T) {
	square := []location.Point{{Latitude: 36, Longitude: -96}, {Latitude: 36, Longitude: -95}, {Latitude: 37, Longitude: -95}, {Latitude: 37, Longitude: -96}}
	turned := slices.Clone(square)
	slices.Reverse(turned)
	for name, polygon := range map[string][]location.Point{"counter-clockwise": square, "clockwise": turned} {
		before := slices.Clone(polygon)
		ring := location.DeliveryZone{Polygon: polygon}.Ring(location.Point{Latitude: 36.5, Longitude: -95.5})
		assert.Check(t, len(ring) == 5 && ring[0] == ring[4] && area(ring) > 0, "%s: %v", name, ring)
		for _, p := range square {
			assert.Check(t, slices.Contains(ring, p), "%s: %v is missing", name, p)
		}
		assert.Check(t, is.DeepEqual(before, polygon), "%s: the restaurant's own polygon was changed", name)
	}
}

// area is positive for a counterclockwise ring.
func area(ring []location.Point) (sum float64) {
	for i := 1; i < len(ring); i++ {
		sum += ring[i-1].Longitude*ring[i].Latitude - ring[i].Longitude*ring[i-1].Latitude
	}
	return sum
}

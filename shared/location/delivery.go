package location

import (
	"math"
	"slices"
)

// DeliveryZone is where a restaurant delivers: all around it as far as RadiusMeters, or within Polygon.
type DeliveryZone struct {
	RadiusMeters int `json:"radiusMeters,omitempty"`
	// Polygon has at least three corners and no second one at its end; its sides do not cross.
	Polygon []Point `json:"polygon,omitempty"`
}

// corners of the ring that stands for a circle: so many that nobody sees them on a map of a city.
const corners = 64

// Ring is the border of the zone around its restaurant, closed: its last point is its first. It runs against the clock, as
// GeoJSON wants it (RFC 7946).
func (z DeliveryZone) Ring(center Point) []Point {
	ring := make([]Point, 0, corners+1)
	if len(z.Polygon) > 0 {
		ring = append(ring, z.Polygon...)
		if clockwise(ring) {
			slices.Reverse(ring)
		}
	} else {
		for i := range corners {
			ring = append(ring, center.along(2*math.Pi*float64(corners-i)/corners, float64(z.RadiusMeters)))
		}
	}
	return append(ring, ring[0])
}

// clockwise says so of a ring that is small on the earth, by its signed area.
func clockwise(ring []Point) bool {
	area := 0.0
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		area += (b.Longitude - a.Longitude) * (b.Latitude + a.Latitude)
	}
	return area > 0
}

// along is the point that lies so many metres away in the direction of bearing, in radians from north by east.
func (p Point) along(bearing, meters float64) Point {
	lat, lon, arc := p.Latitude*math.Pi/180, p.Longitude*math.Pi/180, meters/earthRadius
	sin := math.Sin(lat)*math.Cos(arc) + math.Cos(lat)*math.Sin(arc)*math.Cos(bearing)
	turn := math.Atan2(math.Sin(bearing)*math.Sin(arc)*math.Cos(lat), math.Cos(arc)-math.Sin(lat)*sin)
	return Point{math.Asin(sin) * 180 / math.Pi, (lon + turn) * 180 / math.Pi}
}

package location

import (
	"math"
	"slices"
)

// DeliveryZone is the delivery area of a restaurant: a circle of RadiusMeters or a polygon.
type DeliveryZone struct {
	RadiusMeters int `json:"radiusMeters,omitempty"`
	// Polygon has at least three corners. It does not repeat the first one, and its sides do not cross.
	Polygon []Point `json:"polygon,omitempty"`
}

// corners is the number of points of a circle's ring, enough to look round on a city map.
const corners = 64

// Ring returns the closed border of the zone around its restaurant: the last point equals the first. It is
// counterclockwise, as GeoJSON requires (RFC 7946).
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

// clockwise reports the direction of a small ring by its signed area.
func clockwise(ring []Point) bool {
	area := 0.0
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		area += (b.Longitude - a.Longitude) * (b.Latitude + a.Latitude)
	}
	return area > 0
}

// along returns the point at that distance in metres. bearing is in radians, from north to east.
func (p Point) along(bearing, meters float64) Point {
	lat, lon, arc := p.Latitude*math.Pi/180, p.Longitude*math.Pi/180, meters/earthRadius
	sin := math.Sin(lat)*math.Cos(arc) + math.Cos(lat)*math.Sin(arc)*math.Cos(bearing)
	turn := math.Atan2(math.Sin(bearing)*math.Sin(arc)*math.Cos(lat), math.Cos(arc)-math.Sin(lat)*sin)
	return Point{math.Asin(sin) * 180 / math.Pi, (lon + turn) * 180 / math.Pi}
}

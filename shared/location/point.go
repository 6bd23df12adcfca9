package location

import "math"

// Point is a point on the earth in WGS 84 degrees.
type Point struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// earthRadius is the mean radius in metres.
const earthRadius = 6_371_008.8

// Meters returns the great-circle distance of two points. The error is at most 0.5 %, because the earth is not a sphere.
func (p Point) Meters(q Point) float64 {
	return arc(chord(p.vector(), q.vector()))
}

// vector is a point on the unit sphere.
type vector [3]float64

func (p Point) vector() vector {
	lat, lon := p.Latitude*math.Pi/180, p.Longitude*math.Pi/180
	return vector{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
}

// middle returns the point in the mean direction of the vectors.
func middle(all []vector) Point {
	var sum vector
	for _, v := range all {
		for i := range sum {
			sum[i] += v[i]
		}
	}
	return Point{math.Atan2(sum[2], math.Hypot(sum[0], sum[1])) * 180 / math.Pi, math.Atan2(sum[1], sum[0]) * 180 / math.Pi}
}

// chord returns the square of the straight distance through the unit sphere. It grows with the arc, so that comparing
// thousands of restaurants needs no sine or root.
func chord(a, b vector) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return x*x + y*y + z*z
}

// arc converts a squared chord to metres on the earth.
func arc(chord2 float64) float64 {
	return 2 * earthRadius * math.Asin(min(1, math.Sqrt(chord2)/2))
}

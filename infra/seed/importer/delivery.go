package importer

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"ordering/shared/location"
)

// farthest is the maximum distance in metres of a zone from its restaurant; more is a typing error.
const farthest = 100_000

func (d *draft) deliveryZone(column string) {
	take(d.row, column, &d.location.DeliveryZone, nil, func(given string) (*location.DeliveryZone, error) {
		zone, err := parseZone(given, d.location.Address.Point())
		return &zone, err
	})
}

// parseZone parses a distance, "5 km" or "3 mi", or a polygon in WKT: POLYGON ((-95.9 36.1, …)), longitude first.
func parseZone(given string, center location.Point) (location.DeliveryZone, error) {
	if rest, ok := strings.CutPrefix(strings.ToUpper(given), "POLYGON"); ok {
		return parsePolygon(strings.TrimSpace(rest), center)
	}
	text := strings.ToLower(strings.ReplaceAll(given, " ", ""))
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzè")
	meters, ok := map[string]float64{
		"km": 1000, "kilometers": 1000, "kilometres": 1000, "kilomètres": 1000, "m": 1, "meters": 1, "metres": 1, "mi": 1609.344, "mile": 1609.344, "miles": 1609.344,
	}[strings.TrimPrefix(text, number)]
	n, err := strconv.ParseFloat(strings.Replace(number, ",", ".", 1), 64)
	switch {
	case !ok || err != nil || math.IsNaN(n):
		return location.DeliveryZone{}, fmt.Errorf("%s is no distance such as 5 km or 3 mi, and no POLYGON", quoted(given))
	case n*meters < 100 || n*meters > farthest:
		return location.DeliveryZone{}, fmt.Errorf("%s is not from 100 m to %d km", quoted(given), farthest/1000)
	}
	return location.DeliveryZone{RadiusMeters: int(math.Round(n * meters))}, nil
}

var oneRing = regexp.MustCompile(`^\(\(([^()]*)\)\)$`)

// parsePolygon parses ((lon lat, lon lat, …)): one ring, closed or not.
func parsePolygon(rings string, center location.Point) (location.DeliveryZone, error) {
	ring := oneRing.FindStringSubmatch(rings)
	if ring == nil {
		return location.DeliveryZone{}, errors.New("the polygon is not one ring such as POLYGON ((-96.0 36.1, -95.9 36.1, -95.9 36.2))")
	}
	var corners []location.Point
	for corner := range strings.SplitSeq(ring[1], ",") {
		parts := strings.Fields(corner)
		if len(parts) != 2 {
			return location.DeliveryZone{}, fmt.Errorf("%s is no corner such as -95.9 36.1", quoted(corner))
		}
		lon, errLon := strconv.ParseFloat(parts[0], 64)
		lat, errLat := strconv.ParseFloat(parts[1], 64)
		p := location.Point{Latitude: lat, Longitude: lon}
		// The negated comparison rejects NaN too.
		if errLon != nil || errLat != nil || !(center.Meters(p) <= farthest) {
			return location.DeliveryZone{}, fmt.Errorf("the corner %s is not within %d km of the restaurant: the longitude comes first", quoted(corner), farthest/1000)
		}
		corners = append(corners, p)
	}
	if last := len(corners) - 1; last > 0 && corners[0] == corners[last] {
		corners = corners[:last]
	}
	if len(corners) < 3 || len(corners) > 200 {
		return location.DeliveryZone{}, fmt.Errorf("the polygon has %d corners, not from 3 to 200", len(corners))
	}
	return location.DeliveryZone{Polygon: corners}, nil
}

package importer

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/paulmach/orb/encoding/wkt"

	"ordering/shared/location"
)

// maxZoneMeters is the maximum distance in metres of a zone from its restaurant; more is a typing error.
const maxZoneMeters = 100_000

// units are the metres of the units of distances.
var units = map[string]float64{
	"km": 1000, "kilometers": 1000, "kilometres": 1000, "kilomètres": 1000,
	"m": 1, "meters": 1, "metres": 1, "mi": 1609.344, "mile": 1609.344, "miles": 1609.344,
}

func (d *draft) deliveryZone(column string) {
	take(d.row, column, &d.location.DeliveryZone, nil, func(given string) (*location.DeliveryZone, error) {
		return parseZone(given, d.location.Address.Point())
	})
}

// parseZone parses a distance, "5 km" or "3 mi", or a polygon in WKT: POLYGON ((-95.9 36.1, …)), longitude first.
func parseZone(given string, center location.Point) (*location.DeliveryZone, error) {
	if text := strings.ToUpper(given); strings.HasPrefix(text, "POLYGON") {
		return parsePolygon(text, center)
	}
	text := strings.ToLower(strings.ReplaceAll(given, " ", ""))
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzè")
	unit, ok := units[strings.TrimPrefix(text, number)]
	n, err := strconv.ParseFloat(strings.Replace(number, ",", ".", 1), 64)
	switch {
	case !ok || err != nil || math.IsNaN(n):
		return nil, fmt.Errorf("%s is not a distance such as 5 km or 3 mi, and no POLYGON", quoted(given))
	case n*unit < 100 || n*unit > maxZoneMeters:
		return nil, fmt.Errorf("%s is not from 100 m to %d km", quoted(given), maxZoneMeters/1000)
	}
	return &location.DeliveryZone{RadiusMeters: int(math.Round(n * unit))}, nil
}

// parsePolygon parses one ring, closed or not.
func parsePolygon(text string, center location.Point) (*location.DeliveryZone, error) {
	rings, err := wkt.UnmarshalPolygon(text)
	if err != nil || len(rings) != 1 {
		return nil, errors.New("the polygon is not one ring such as POLYGON ((-96.0 36.1, -95.9 36.1, -95.9 36.2))")
	}
	var corners []location.Point
	for _, c := range rings[0] {
		p := location.Point{Latitude: c.Lat(), Longitude: c.Lon()}
		if !(center.Meters(p) <= maxZoneMeters) { // rejects NaN too
			return nil, fmt.Errorf("the corner \"%v %v\" is not within %d km of the restaurant: the longitude comes first",
				p.Longitude, p.Latitude, maxZoneMeters/1000)
		}
		corners = append(corners, p)
	}
	if last := len(corners) - 1; last > 0 && corners[0] == corners[last] {
		corners = corners[:last]
	}
	if len(corners) < 3 || len(corners) > 200 {
		return nil, fmt.Errorf("the polygon has %d corners, not from 3 to 200", len(corners))
	}
	return &location.DeliveryZone{Polygon: corners}, nil
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ordering/shared/location"
)

// code is a ZIP code, or the first half of a postal code, with the centre of its area.
type code struct {
	Zip       string  `json:"zip"`
	Latitude  float64 `json:"latitude"` // WGS 84 degrees
	Longitude float64 `json:"longitude"`
	City      string  `json:"city"`  // of its post; "" where a Canadian area has no name but its city's
	State     string  `json:"state"` // code: OK, QC
	Whole     string  `json:"-"`     // the greater city that City is a part of, if it is one of Canada's
}

// readCodes returns the codes of both countries in order, first the United States, from the npm package zipcodes (© 2007 Dav Glass, BSD
// licence). It omits codes without coordinates.
func readCodes(folder string) ([]code, error) {
	codes, err := readObject(filepath.Join(folder, "lib", "codes.js"))
	if err != nil {
		return nil, err
	}
	codes = slices.DeleteFunc(codes, func(c code) bool {
		r, ok := location.RegionByCode(c.State)
		return !ok || r.Country != "US" || c.Latitude == 0 // the armed forces abroad, and codes without a place
	})
	for i, c := range codes {
		codes[i].City = strings.Join(strings.Fields(c.City), " ")
	}
	canada, err := readObject(filepath.Join(folder, "lib", "codesCanada.js"))
	if err != nil {
		return nil, err
	}
	for _, c := range canada {
		if c.Latitude == 0 {
			continue // some lines of the data are shifted by a column
		}
		region, ok := location.ParseRegion(c.State)
		if !ok || region.Country != "CA" {
			return nil, fmt.Errorf("%s is in no province: %q", c.Zip, c.State)
		}
		if c.City, err = canadian(c); err != nil {
			return nil, err
		}
		c.State, c.Whole = region.Code, cityOfArea(c.Zip)
		if c.City != "" || c.Whole != "" {
			codes = append(codes, c)
		}
	}
	return codes, nil
}

// readObject returns the object in "exports.codes = {…};".
func readObject(path string) ([]code, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, object, _ := bytes.Cut(data, []byte("="))
	var codes map[string]code
	if err := json.NewDecoder(bytes.NewReader(object)).Decode(&codes); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return slices.SortedFunc(maps.Values(codes), func(a, b code) int { return strings.Compare(a.Zip, b.Zip) }), nil
}

// Command gazetteer writes shared/location/gazetteer.txt.gz, the places that the locator knows, from the npm package zipcodes:
//
//	go run ./infra/seed/gazetteer node_modules/zipcodes shared/location/gazetteer.txt.gz
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"ordering/shared/location"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: gazetteer FOLDER-OF-ZIPCODES OUTPUT")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// city is a line of the gazetteer.
type city struct {
	name, state string
	codes       []code // its own codes
	area        []code // codes of a place that belongs to a greater city
}

func run(from, to string) error {
	codes, err := readCodes(from)
	if err != nil {
		return err
	}
	cities := map[string]*city{}
	at := func(name, state string) *city {
		key := location.Fold(name) + "|" + state
		if cities[key] == nil {
			cities[key] = &city{name: name, state: state}
		}
		return cities[key]
	}
	for _, c := range codes {
		whole := at(cmp.Or(c.Whole, c.City), c.State)
		whole.codes = append(whole.codes, c)
		if part := at(cmp.Or(c.City, c.Whole), c.State); part != whole {
			part.area = append(part.area, c)
		}
	}
	return write(to, cities)
}

func write(path string, cities map[string]*city) error {
	list := slices.SortedFunc(maps.Values(cities), func(a, b *city) int {
		return cmp.Or(strings.Compare(location.Fold(a.name), location.Fold(b.name)), strings.Compare(a.state, b.state))
	})
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
	_, err := io.WriteString(w, columns(list))
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	return os.WriteFile(path, packed.Bytes(), 0o644)
}

// columns writes the cities in the format of package location: each field in one block, and each code as the difference from the previous
// code with the same first three characters.
func columns(list []*city) string {
	var names, states, codes, latitudes, longitudes strings.Builder
	type nearby struct {
		state               string
		latitude, longitude int
	}
	before := map[string]nearby{}
	for _, c := range list {
		slices.SortFunc(c.codes, func(a, b code) int { return strings.Compare(a.Zip, b.Zip) })
		if len(c.codes) == 0 { // a part of a greater city: the middle of the area, with the number of its codes
			middle := code{Zip: fmt.Sprintf("@%d", len(c.area))}
			for _, z := range c.area {
				middle.Latitude += z.Latitude / float64(len(c.area))
				middle.Longitude += z.Longitude / float64(len(c.area))
			}
			c.codes = []code{middle}
		}
		area := func(z code) string { return z.Zip[:min(3, len(z.Zip))] }
		state := c.state
		if before[area(c.codes[0])].state == state {
			state = ""
		}
		names.WriteString(c.name)
		states.WriteString(state)
		for i, z := range c.codes {
			at, last := nearby{c.state, hundredths(z.Latitude), hundredths(z.Longitude)}, before[area(z)]
			before[area(z)] = at
			between := ","[:min(i, 1)]
			codes.WriteString(between + z.Zip)
			fmt.Fprintf(&latitudes, "%s%d", between, at.latitude-last.latitude)
			fmt.Fprintf(&longitudes, "%s%d", between, at.longitude-last.longitude)
		}
		for _, column := range []*strings.Builder{&names, &states, &codes, &latitudes, &longitudes} {
			column.WriteByte('\n')
		}
	}
	return strings.Join([]string{names.String(), states.String(), codes.String(), latitudes.String(), longitudes.String()}, "|")
}

func hundredths(degrees float64) int { return int(math.Round(degrees * 100)) }

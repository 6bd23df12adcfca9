// Command gazetteer writes shared/location/gazetteer.txt.gz, the places that the locator knows, from the npm package zipcodes:
//
//	go run ./infra/seed/gazetteer node_modules/zipcodes shared/location/gazetteer.txt.gz
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"ordering/infra/seed/zipcodes"
	"ordering/shared/location"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gazetteer FOLDER-OF-ZIPCODES OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// city is a line of the gazetteer.
type city struct {
	name, state string
	codes       []zipcodes.Code // its own
	area        []zipcodes.Code // those of the place when they belong to a greater city
}

func run(from, to string) error {
	codes, err := zipcodes.Read(from)
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
		if c.Whole == "" {
			at(c.City, c.State).codes = append(at(c.City, c.State).codes, c)
			continue
		}
		at(c.Whole, c.State).codes = append(at(c.Whole, c.State).codes, c)
		if c.City != "" && location.Fold(c.City) != location.Fold(c.Whole) {
			at(c.City, c.State).area = append(at(c.City, c.State).area, c)
		}
	}
	return write(to, cities)
}

func write(path string, cities map[string]*city) error {
	list := make([]*city, 0, len(cities))
	for _, c := range cities {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *city) int {
		if n := strings.Compare(location.Fold(a.name), location.Fold(b.name)); n != 0 {
			return n
		}
		return strings.Compare(a.state, b.state)
	})
	b := columns(list)
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(b)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, packed.Bytes(), 0o644)
}

// columns writes the cities as package location unfolds them: like beside like, and of each code only how it differs from the one
// before with the same first three characters.
func columns(list []*city) string {
	var names, states, codes, latitudes, longitudes strings.Builder
	type nearby struct {
		state               string
		latitude, longitude int
	}
	before := map[string]nearby{}
	for _, c := range list {
		slices.SortFunc(c.codes, func(a, b zipcodes.Code) int { return strings.Compare(a.Zip, b.Zip) })
		if len(c.codes) == 0 { // a part of a greater city: the middle of the area, under the number of its codes
			middle := zipcodes.Code{Zip: fmt.Sprintf("@%d", len(c.area))}
			for _, z := range c.area {
				middle.Latitude += z.Latitude / float64(len(c.area))
				middle.Longitude += z.Longitude / float64(len(c.area))
			}
			c.codes = []zipcodes.Code{middle}
		}
		area := func(z zipcodes.Code) string { return z.Zip[:min(3, len(z.Zip))] }
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

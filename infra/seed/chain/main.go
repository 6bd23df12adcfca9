// Command chain writes infra/seed/locations.csv, the restaurants of the demo brand:
//
//	go run ./infra/seed/chain node_modules/zipcodes infra/seed/locations.csv
//
// The first are written by hand, in first.csv; the others are made up, in real cities where the npm package zipcodes says that
// people live. The same data always makes the same chain.
package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"

	"ordering/infra/seed/zipcodes"
	"ordering/infra/seed/zonemap"
	"ordering/shared/location"
)

//go:embed first.csv
var first []byte

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: chain FOLDER-OF-ZIPCODES OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(from, to string) error {
	codes, err := zipcodes.Read(from)
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(first)).ReadAll()
	if err != nil {
		return fmt.Errorf("first.csv: %w", err)
	}
	c := &chain{head: rows[0], rows: rows[1:], codes: codes, zone: zonemap.Of, lines: map[string]int{}, named: map[string]bool{}}
	if err := c.found(); err != nil {
		return err
	}
	if err := c.grow(); err != nil {
		return err
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(slices.Insert(c.rows, 0, c.head)); err != nil {
		return err
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}

// chain is the restaurants as far as they are made.
type chain struct {
	head  []string
	rows  [][]string
	codes []zipcodes.Code
	zone  func(latitude, longitude float64) string

	places []location.Point // of the rows
	lines  map[string]int   // area code → the last of its numbers that is taken
	named  map[string]bool  // slugs
	count  map[string]int   // state → how many there are
}

// column is where the head has it.
func (c *chain) column(name string) int { return slices.Index(c.head, name) }

// found takes stock of the restaurants that are there.
func (c *chain) found() error {
	c.count = map[string]int{}
	for _, row := range c.rows {
		lat, err := strconv.ParseFloat(row[c.column("latitude")], 64)
		if err != nil {
			return err
		}
		lon, err := strconv.ParseFloat(row[c.column("longitude")], 64)
		if err != nil {
			return err
		}
		c.places = append(c.places, location.Point{Latitude: lat, Longitude: lon})
		c.named[row[c.column("slug")]] = true
		c.count[row[c.column("state")]]++
	}
	return nil
}

// add writes the next restaurant; what values leaves out is empty.
func (c *chain) add(values map[string]string) error {
	row := make([]string, len(c.head))
	values["id"] = fmt.Sprintf("bdb-%d", 1001+len(c.rows))
	for name, value := range values {
		i := c.column(name)
		if i < 0 {
			return fmt.Errorf("first.csv has no column %q", name)
		}
		row[i] = value
	}
	c.rows = append(c.rows, row)
	return nil
}

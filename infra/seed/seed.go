// Package seed carries the demo brand: its restaurants, its menu, what is sold out on the first day, and what it says besides.
package seed

import "embed"

// Files are locations.csv, menu.json, availability.json and the folders in content, each in the form that the import command takes.
//
//go:embed locations.csv menu.json availability.json content
var Files embed.FS

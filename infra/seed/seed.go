// Package seed carries the demo brand: its restaurants, its menu, and what is sold out on the first day.
package seed

import "embed"

// Files are locations.csv, menu.json and availability.json, each in the form that the import command takes.
//
//go:embed locations.csv menu.json availability.json
var Files embed.FS

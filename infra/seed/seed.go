// Package seed carries the demo brands: their restaurants, their menus, what is sold out on the first day, and what they say besides.
package seed

import (
	"embed"
	"errors"
	"io/fs"
	"path"
)

// Files are locations.csv, menu.json, availability.json and the folders in content, each in the form that the import command takes.
// The first three are the default brand's.
//
//go:embed locations.csv menu.json availability.json content
var Files embed.FS

//go:embed brands
var brands embed.FS

// Of are the files of the brand with that folderPath: in place of the default brand's its own, those in brands/<folderPath>.
func Of(folderPath string) fs.FS { return own(path.Join("brands", folderPath)) }

type own string

// Open opens the brand's own file of that name, and without one that of Files.
func (o own) Open(name string) (fs.File, error) {
	file, err := brands.Open(path.Join(string(o), name))
	if name == "." || errors.Is(err, fs.ErrNotExist) {
		return Files.Open(name)
	}
	return file, err
}

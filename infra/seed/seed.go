// Package seed embeds the demo brands: their restaurants, menus, availability on the first day, promotions, and content.
package seed

import (
	"embed"
	"errors"
	"io/fs"
	"path"
)

// Files has locations.csv, menu.json, availability.json, promotions.json and the folders in content, each in the import's format. The first
// four are the default brand's.
//
//go:embed locations.csv menu.json availability.json promotions.json content
var Files embed.FS

//go:embed brands
var brands embed.FS

// Of returns the files of the brand with that folderPath: its own in brands/<folderPath>, else the default brand's.
func Of(folderPath string) fs.FS { return own(path.Join("brands", folderPath)) }

type own string

// Open opens the brand's own file of that name, else the one in Files.
func (o own) Open(name string) (fs.File, error) {
	file, err := brands.Open(path.Join(string(o), name))
	if name == "." || errors.Is(err, fs.ErrNotExist) {
		return Files.Open(name)
	}
	return file, err
}

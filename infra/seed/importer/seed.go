package importer

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"ordering/shared/table"
)

// Seeded are the kinds that the demo brand has, in the order in which they go in: first the restaurants, which the others speak of.
var Seeded = []string{"locations", "menu", "availability", "content"}

// Seed puts those kinds of a brand's demo files into a table by the import's own code; brand 0 is the default one. A file with a row that does not go
// in is an error, as it is ours.
func Seed(ctx context.Context, t table.Table, brandID int, files fs.FS, now func() time.Time, kinds []string) error {
	for _, kind := range kinds {
		inputs, err := seeds(files, kind)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		for _, in := range inputs {
			in.Table, in.Brand, in.Now, in.Confirm = t, brandID, now, true
			report, err := Kinds[kind](ctx, in)
			if err != nil {
				return fmt.Errorf("seed %s: %w", in.Name, err)
			}
			for _, f := range report.Findings {
				if f.Rejected {
					return fmt.Errorf("seed %s:%s", in.Name, f)
				}
			}
		}
	}
	return nil
}

// seeds are the demo brand's files of a kind, or the folders of content of all brands.
func seeds(files fs.FS, kind string) ([]Input, error) {
	if kind != "content" {
		name := kind + ".json"
		if kind == "locations" {
			name = "locations.csv"
		}
		data, err := fs.ReadFile(files, name)
		return []Input{{Name: name, Data: data}}, err
	}
	folders, err := fs.ReadDir(files, kind)
	if err != nil {
		return nil, err
	}
	var all []Input
	for _, f := range folders {
		folder, err := fs.Sub(files, kind+"/"+f.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, Input{Name: f.Name(), Folder: folder})
	}
	return all, nil
}

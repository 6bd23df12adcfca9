package importer

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"ordering/shared/table"
)

// Seeded lists the kinds of demo files in import order: restaurants first, because the others refer to them.
var Seeded = []string{"locations", "menu", "availability", "promotions", "content"}

// Seed imports those kinds of a brand's demo files; brand 0 is the default one. A rejected row is an error, because the files are ours.
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

// seeds returns the demo brand's files of a kind, or the content folders of all brands.
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

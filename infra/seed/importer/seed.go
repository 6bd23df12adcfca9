package importer

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"ordering/shared/table"
)

// Seeded are the kinds of files that the demo brand has, in the order in which they go in: first the restaurants, which the others
// speak of.
var Seeded = []string{"locations", "menu", "availability"}

// Seed puts those kinds of the demo brand's files into a table by the import's own code. A file with a row that does not go in is an
// error, as it is ours.
func Seed(ctx context.Context, t table.Table, files fs.FS, now func() time.Time, kinds []string) error {
	for _, kind := range kinds {
		file := kind + ".json"
		if kind == "locations" {
			file = "locations.csv"
		}
		data, err := fs.ReadFile(files, file)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		report, err := Kinds[kind](ctx, Input{Table: t, Now: now, Name: file, Data: data})
		if err != nil {
			return fmt.Errorf("seed %s: %w", file, err)
		}
		for _, f := range report.Findings {
			if f.Rejected {
				return fmt.Errorf("seed %s:%s", file, f)
			}
		}
	}
	return nil
}

package importer

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"ordering/shared/table"
)

// Seed puts the demo brand into a table by the import's own code: first the restaurants, which the others speak of. A file with a
// row that does not go in is an error, as it is ours.
func Seed(ctx context.Context, t table.Table, files fs.FS, now func() time.Time) error {
	for _, part := range []struct{ kind, file string }{
		{"locations", "locations.csv"}, {"menu", "menu.json"}, {"availability", "availability.json"},
	} {
		data, err := fs.ReadFile(files, part.file)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		report, err := Kinds[part.kind](ctx, Input{Table: t, Now: now, Name: part.file, Data: data})
		if err != nil {
			return fmt.Errorf("seed %s: %w", part.file, err)
		}
		for _, f := range report.Findings {
			if f.Rejected {
				return fmt.Errorf("seed %s:%s", part.file, f)
			}
		}
	}
	return nil
}

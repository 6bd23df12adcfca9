package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/loyalty"
	"ordering/shared/table/sqlite"
)

// showPoints runs the operator's command for a customer's points, whether or not the server runs.
func showPoints(ctx context.Context, s settings, args []string, out io.Writer) error {
	if err := checkStore(s); err != nil {
		return err
	}
	kept, err := secretsOf(s)
	if err != nil {
		return err
	}
	store, err := sqlite.Open(filepath.Join(s.DataDir, "table.db"), time.Now)
	if err != nil {
		return fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	defer store.Close()
	return loyalty.Loyalty{
		Table: store, Brand: s.Brand, Guests: kept.guests, Now: time.Now, Command: "npm run loyalty --",
		Where: func(out io.Writer) { operate.PrintFolder(out, s.DataDir) },
	}.Run(ctx, args, out)
}

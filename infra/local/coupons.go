package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/coupons"
	"ordering/shared/table/sqlite"
)

// makeCoupons runs the operator's command for serialized codes, whether or not the server runs.
func makeCoupons(ctx context.Context, s settings, args []string, out io.Writer) error {
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
	where := func(out io.Writer) { operate.PrintFolder(out, s.DataDir) }
	return coupons.Coupons{Table: store, Guests: kept.guests, Where: where, Command: "npm run coupons --"}.Run(ctx, args, out)
}
